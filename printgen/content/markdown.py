"""Parse chapters: Markdown to tokens, headings, directives, links and quoted values.

The syntax is CommonMark with tables, footnotes, definition lists and these extensions:
`# Heading {#id}`, `[term]{.term}`, `[words](table:conflicts)`, quoted values
(`[34 %]{.odds key="…"}`, `[4 inches]{.is of="zombie" stat="move"}`), and directives:

    :::{table} conflicts        a leaf directive: shows an entry

    :::{aside}                  a container directive: encloses text
    Words.
    :::
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from markdown_it.token import Token

from printgen.content.markdown_lint import (
    empty_chapter,
    lint_chapter,
    lint_lines,
    place_of,
)
from printgen.content.markdown_parser import markdown_parser
from printgen.content.quotes import Quote, read_quotes
from printgen.problems import Position, Problem

# The kinds of printgen that a reference can name; those that a game declares have their own names.
REFERABLE = (
    "profile",
    "table",
    "quest",
    "scenario",
    "roster",
    "map",
    "example",
    "plan",
    "flowchart",
    "study",
    "chart",
    "trait",
    "scale",
)


# What references to products are ids of, although no page shows products: `[](product:guide)`.
PRODUCT = "product"

# A kind of entry, unlike the scheme of an address.
_KIND = re.compile(r"(?!(?:https?|mailto)$)[a-z0-9-]+")

# The target of a reference with spaces, which Markdown reads as text.
_WITH_SPACES = re.compile(r"\]\((?P<target>\s*(?:[a-z0-9-]+\s*:|#)[^()\"']*)\)")

# The end of a directive that is not on a line of its own.
_JOINED_END = re.compile(r"[^\s:]\s*:::\s*$")

# In the place of code, in the text of a paragraph.
_CODE = "\ufffc"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level, its id in the book, its plain text and its position."""

    level: int
    id: str
    words: str
    position: Position


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive: its name, its argument, its position, and whether its container is closed. If it
    is not closed `before` another container begins, that has the name and the line of it; `joined`
    is the line of it that ends in `:::` after other words.
    """

    name: str
    argument: str
    position: Position
    closed: bool = True
    before: tuple[str, int] | None = None
    joined: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chapter, as written. One that is not `read` has spaces: it would be printed as
    it is written.
    """

    target: str
    position: Position
    read: bool = True


@dataclass(frozen=True, slots=True)
class QuotedValue:
    """A value that a chapter quotes from a study or an entry, and its position. A value of a study
    has only a key.
    """

    quote: Quote
    of_study: bool
    position: Position


@dataclass(frozen=True)
class Chapter:
    """A chapter in one language: its tokens, and the elements extracted from them."""

    game: str
    name: str
    lang: str
    file: str
    tokens: list[Token]
    headings: list[Heading] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    quoted_values: list[QuotedValue] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """The start of the chapter."""
        return Position(self.file, 1, 1)


def read_chapter(game: str, name: str, lang: str, file: str, text: str) -> Chapter:
    """Parse the Markdown of a chapter."""
    lines = re.split("\r\n|\r|\n", text)
    chapter = Chapter(game, name, lang, file, [])
    chapter.problems.extend(lint_lines(file, lines))
    if chapter.problems:
        return chapter
    env: dict[str, Any] = {}
    tokens = markdown_parser().parse(text, env)
    if not tokens:
        chapter.problems.append(empty_chapter(chapter.position))
        return chapter
    chapter.tokens.extend(tokens)
    notes = env.get("footnotes", {}).get("refs", {})
    chapter.problems.extend(lint_chapter(file, lines, tokens, notes))
    at = (0, len(lines))
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.map:
            at = (token.map[0], max(token.map[1], token.map[0] + 1))
        if token.type == "heading_open":
            heading = _plain(following.children or ()) if following else ""
            place = Position(file, at[0] + 1, 1)
            chapter.headings.append(
                Heading(int(token.tag[1:]), str(token.attrs["id"]), heading, place)
            )
        elif token.type in ("directive", "directive_open"):
            _read_directive(chapter, token, lines, at)
        # Positions of links take a search: skip it in chapters with problems.
        if not chapter.problems:
            _read_inline(chapter, token.children or [], lines, at)
    return chapter


def _read_directive(chapter: Chapter, token: Token, lines: list[str], at: tuple[int, int]) -> None:
    """Add a directive to its chapter. A caption or a title may quote values; their marks go."""
    argument, quotes = read_quotes(token.meta["argument"])
    token.meta["argument"] = argument
    place = Position(chapter.file, at[0] + 1, _column(lines, at[0], ":::"))
    closed = token.meta.get("closed", True)
    before = token.meta.get("before")
    joined = None if closed else _joined_end(lines, at[0] + 1, token.meta["end"])
    chapter.directives.append(Directive(token.info, argument, place, closed, before, joined))
    for quote in quotes:
        begin = f"[{quote.words}]{{.is"
        position = place_of(chapter.file, lines, (at[0], at[0] + 1), begin)
        chapter.quoted_values.append(QuotedValue(quote, False, position))


def _joined_end(lines: list[str], start: int, end: int) -> int | None:
    """The first line from `start` to `end` that ends in `:::` after other words, counted from 1."""
    numbered = enumerate(lines[start:end], start + 1)
    return next((number for number, line in numbered if _JOINED_END.search(line)), None)


def _read_inline(
    chapter: Chapter, children: Sequence[Token], lines: list[str], at: tuple[int, int]
) -> None:
    """Add the links and the quoted values of a paragraph to its chapter."""
    file = chapter.file
    seen = Counter[Quote]()
    for index, child in enumerate(children):
        if child.type == "link_open":
            target = str(child.attrs.get("href", ""))
            chapter.links.append(Link(target, place_of(file, lines, at, f"]({target}")))
        elif child.type == "span_open" and child.attrs.get("class") in ("odds", "is"):
            of_study = child.attrs["class"] == "odds"
            quote = quote_of(child, spanned(children, index + 1))
            place = _place_of_quote(file, lines, at, quote, of_study, seen[quote])
            chapter.quoted_values.append(QuotedValue(quote, of_study, place))
            seen[quote] += 1
    for found in _WITH_SPACES.finditer(prose(children)):
        place = place_of(file, lines, at, found[0].partition("\n")[0])
        chapter.links.append(Link(found["target"], place, read=False))


def _place_of_quote(
    file: str, lines: list[str], at: tuple[int, int], quote: Quote, of_study: bool, earlier: int
) -> Position:
    begin = f"[{quote.words}]{{." + ("odds" if of_study else "is")
    of, stat = ("key", "") if of_study else ("of", f' stat="{quote.stat}"' if quote.stat else "")
    whole = f'{begin} {of}="{quote.of}"{stat}}}'
    needle = whole if any(whole in line for line in lines) else begin
    return place_of(file, lines, at, needle, earlier)


def quote_of(span: Token, words: str = "") -> Quote:
    """What a span of a quoted value quotes."""
    given = span.attrs
    return Quote(words, str(given.get("key") or given.get("of", "")), str(given.get("stat", "")))


def spanned(tokens: Sequence[Token], start: int) -> str:
    """The text of the span whose content begins at `start`."""
    parts = []
    for token in tokens[start:]:
        if token.type == "span_close":
            break
        parts.append(" " if token.type in ("softbreak", "hardbreak") else token.content)
    return "".join(parts)


def _column(lines: list[str], line: int, needle: str) -> int:
    return max(lines[line].find(needle), 0) + 1 if line < len(lines) else 1


def _plain(tokens: Iterable[Token]) -> str:
    """The plain text of inline tokens."""
    kinds = {"softbreak": " ", "hardbreak": " "}
    shown = ("text", "text_special", "code_inline")
    return "".join(kinds.get(t.type, t.content if t.type in shown else "") for t in tokens).strip()


def prose(tokens: Sequence[Token]) -> str:
    """The text of a paragraph, line by line: marks that were read are not in it, and an object
    replacement character is in the place of code.
    """
    parts = []
    for token in tokens:
        if token.type == "text":
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type == "code_inline":
            parts.append(_CODE)
    return "".join(parts)


def anchor(kind: str, reference: str) -> str:
    """The id of an entry in a book: `table_lotow-duel` for the `table` `lotow/duel`.

    It cannot equal the id of a heading, which has no underscore.
    """
    return f"{kind}_{reference.replace('/', '-')}"


def reference_target(target: str) -> str | None:
    """The id in the book of a link's target; None when the target is not a reference."""
    if target.startswith("#"):
        return target[1:]
    kind, _, reference = target.partition(":")
    if not _KIND.fullmatch(kind) or not reference:
        return None
    return anchor(kind, reference)
