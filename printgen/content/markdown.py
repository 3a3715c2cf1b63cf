"""Markdown of chapters: CommonMark with tables, footnotes, spans and directives, with limits; and
what is in a chapter.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.helpers import parseLinkDestination, parseLinkLabel, parseLinkTitle
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_inline, footnote_ref

from printgen.content.directives import CONTAINER_DIRECTIVES
from printgen.content.inline_marks import read_inline_marks
from printgen.content.markdown_lint import (
    MAX_DEPTH,
    empty_chapter,
    lint_chapter,
    lint_lines,
    place_of,
)
from printgen.content.models.text import Quote, read_quotes
from printgen.problems import Position, Problem

_DIRECTIVE = re.compile(r":::\s*\{([^}]*)\}(.*)$")

_HEADING_ID = re.compile(r"\{#((?:[^\W_]|-)+)\}$")

# A quoted value of an attribute that goes on in the next line.
_BROKEN_VALUE = re.compile(r'(?<==)"[^"{}]*\n[^"{}]*"(?=[^{}]*\})')

# The box at the beginning of an item of a task list.
_TASK = re.compile(r"\[([ xX])\]\s+")

_NOT_IN_ID = re.compile(r"[\x00-/:-@\[-`{-\x7f]+")


# Names of the letters that ids write in ASCII or not at all, and of the digits of ASCII.
_OF_LATIN = "LATIN ", "MODIFIER ", "DIGIT "


@cache
def markdown_parser() -> MarkdownIt:
    """The parser of chapters: CommonMark without HTML and pictures, with directives and spans."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    read_inline_marks(parser).disable("image")
    # markdown-it drops text beyond its own limit, so our lint has a lower one.
    parser.options["maxNesting"] = 10 * MAX_DEPTH
    parser.use(footnote_plugin).use(deflist_plugin)
    parser.use(attrs_plugin, spans=True, allowed=["class", "key", "of", "stat"])
    parser.block.ruler.before("fence", "directive", _directive, {"alt": ["paragraph"]})
    parser.core.ruler.before("inline", "heading_ids", _heading_ids)
    # The plugin drops what a quoted value has after a line end.
    parser.core.ruler.before("inline", "join_values", _join_values)
    parser.core.ruler.after("inline", "restore_values", _restore_values)
    parser.core.ruler.push("tasks", _tasks)
    limit_brackets(parser, footnote_inline, footnote_ref)
    # References stay as they are written.
    encoded = parser.normalizeLink
    parser.normalizeLink = lambda url: encoded(url) if _ADDRESS.match(url) else url  # type: ignore[method-assign]
    return parser


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule of directives. Unknown names are parsed as leaf directives."""
    match = _DIRECTIVE.match(_line(state, start))
    if match is None or state.is_code_block(start):
        return False
    if silent:
        return True
    name, argument = match[1].strip(), " ".join(match[2].split())
    if name not in CONTAINER_DIRECTIVES:
        token = state.push("directive", "", 0)
        token.info, token.meta, token.map = name, {"argument": argument}, [start, start + 1]
        state.line = start + 1
        return True
    close = start + 1
    # A container ends at the end of the list or quote around it, at the latest.
    while close < end and not (
        _container(state, close) or _closes(state, close) or _outdented(state, close)
    ):
        close += 1
    closed = close < end and _closes(state, close)
    token = state.push("directive_open", "", 1)
    token.info, token.map = name, [start, start + 1]
    token.meta = {"argument": argument, "closed": closed, "end": close}
    other = _container(state, close) if close < end and not _outdented(state, close) else ""
    if other:
        token.meta["before"] = other, close + 1
    # Paragraphs extend up to `lineMax`: limit it to the closing line while parsing the content.
    whole, state.lineMax = state.lineMax, close
    state.md.block.tokenize(state, start + 1, close)
    state.lineMax = whole
    state.push("directive_close", "", -1).info = name
    state.line = close + 1 if closed else close
    return True


def _container(state: StateBlock, line: int) -> str:
    """The name of the container that begins at a line; empty for none."""
    found = _DIRECTIVE.match(_line(state, line))
    name = found[1].strip() if found else ""
    return name if name in CONTAINER_DIRECTIVES else ""


def _closes(state: StateBlock, line: int) -> bool:
    return _line(state, line).rstrip() == ":::" and not _outdented(state, line)


def _outdented(state: StateBlock, line: int) -> bool:
    return not state.isEmpty(line) and state.sCount[line] < state.blkIndent


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _heading_ids(state: StateCore) -> None:
    """Set the id of each heading: the one written after it, or else one made from its text, with a
    number if it is taken.
    """
    unnamed, taken = [], set[str]()
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            match = _HEADING_ID.search(inline.content.rstrip())
            opening.meta["id"] = heading_id(match[1]) if match else ""
            if match:
                inline.content = inline.content[: match.start()].rstrip()
                opening.attrs["id"] = opening.meta["id"]
                taken.add(opening.meta["id"])
            else:
                unnamed.append((opening, inline))
    for opening, inline in unnamed:
        opening.attrs["id"] = free_id(slug(inline.content), taken)


def _join_values(state: StateCore) -> None:
    """Write the quoted values of attributes on one line each."""
    for token in state.tokens:
        if token.type == "inline" and '="' in token.content and "\n" in token.content:
            token.meta["written"] = token.content
            token.content = _BROKEN_VALUE.sub(_on_one_line, token.content)


def _on_one_line(found: re.Match[str]) -> str:
    return " ".join(found[0].split())


def _restore_values(state: StateCore) -> None:
    """Give back the lines of paragraphs, by which places are counted."""
    for token in state.tokens:
        token.content = token.meta.pop("written", token.content)


def _tasks(state: StateCore) -> None:
    """Write the boxes of the items of task lists, `- [ ] words` and `- [x] words`, as signs."""
    for item, _, inline in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        first = inline.children[0] if inline.children else None
        if item.type == "list_item_open" and first and (box := _TASK.match(first.content)):
            first.content = f"{'☐' if box[1] == ' ' else '☑'} {first.content[box.end() :]}"
            item.attrs["class"] = "task"


def slug(words: str) -> str:
    """An id made from a text: letters of ASCII, and letters and marks of scripts but Latin."""
    kept, foreign = [], False
    for c in unicodedata.normalize("NFKD", words):
        if unicodedata.category(c)[0] != "M":
            foreign = c.isalnum() and not unicodedata.name(c, "").startswith(_OF_LATIN)
        if foreign or c.isascii():
            kept.append(c)
    plain = unicodedata.normalize("NFC", "".join(kept).lower())
    return _NOT_IN_ID.sub("-", plain).strip("-") or "section"


def heading_id(written: str) -> str:
    """The id of a heading as a chapter writes it: letters that are not ASCII as in `slug`."""
    return written if written.isascii() else slug(written)


def free_id(id: str, taken: set[str]) -> str:
    """An id, with a number from 2 on if it is taken. It is taken now."""
    number, free = 2, id
    while free in taken:
        free, number = f"{id}-{number}", number + 1
    taken.add(free)
    return free


# --------------------------------------------------------------------------------------------------
# Limits of the Markdown parser: brackets without an end would be searched for again and again.


# Characters of a chapter that may be searched for the ends of brackets.
_MOST_SEARCHED = 1_000_000

_NOTE = re.compile(r"\[\^[^\]\s]{1,200}\]")

_Rule = Callable[[StateInline, bool], bool]


def limit_brackets(parser: MarkdownIt, inline_note: _Rule, note: _Rule) -> None:
    """Limit the search for the ends of brackets in a chapter. A paragraph in which it is given up
    has `open_brackets` in its meta.

    `inline_note` and `note` are the rules of `^[words]` and `[^1]`.
    """
    helpers: Any = SimpleNamespace(
        parseLinkLabel=_label_end,
        parseLinkDestination=parseLinkDestination,
        parseLinkTitle=parseLinkTitle,
    )
    parser.helpers = helpers

    def limited_inline_note(state: StateInline, silent: bool) -> bool:
        begins = state.src.startswith("^[", state.pos)
        return begins and _label_end(state, state.pos + 1) >= 0 and inline_note(state, silent)

    def limited_note(state: StateInline, silent: bool) -> bool:
        return _NOTE.match(state.src, state.pos) is not None and note(state, silent)

    parser.inline.ruler.at("footnote_inline", limited_inline_note)
    parser.inline.ruler.at("footnote_ref", limited_note)
    parser.core.ruler.after("inline", "open_brackets", _mark_paragraph)


def _label_end(state: StateInline, start: int, disableNested: bool = False) -> int:
    """The end of the words in brackets that begin at `start`; -1 if there is none."""
    searched = state.env.get("searched", 0)
    if searched > _MOST_SEARCHED:
        state.env.setdefault("open_brackets", state.src)
        return -1
    end = parseLinkLabel(state, start, disableNested)
    state.env["searched"] = searched + (state.posMax if end < 0 else end) - start
    return end


def _mark_paragraph(state: StateCore) -> None:
    words = str(state.env.get("open_brackets", ""))
    for token in state.tokens if words else ():
        if token.type == "inline" and words in token.content:
            token.meta["open_brackets"] = True
            return


# --- parse chapters: Markdown to tokens, headings, directives, links and quoted values ------------
#
# The syntax is CommonMark with tables, footnotes, definition lists and these extensions: `#
# Heading {#id}`, `[term]{.term}`, `[words](table:conflicts)`, quoted values (`[34 %]{.odds
# key="…"}`, `[4 inches]{.is of="zombie" stat="move"}`), and directives:
#
# :::{table} conflicts a leaf directive: shows an entry
#
# :::{aside} a container directive: encloses text Words. :::


# What references to products are ids of, although no page shows products: `[](product:guide)`.
PRODUCT = "product"

# A kind of entry, unlike the scheme of an address.
_KIND = re.compile(r"(?!(?:https?|mailto)$)[a-z0-9-]+")

# The scheme of an address that is printed.
_ADDRESS = re.compile(r"https?:|mailto:", re.IGNORECASE)

# The target of a reference with spaces, which Markdown reads as text.
_WITH_SPACES = re.compile(r"\]\((?P<target>\s*(?:[a-z0-9-]+\s*:|#)[^()\"']*)\)")

# The end of a directive that is not on a line of its own.
_JOINED_END = re.compile(r"[^\s:]\s*:::\s*$")

# In the place of code, in the text of a paragraph.
_CODE = "\ufffc"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level, its id in the book, its plain text, its position, and whether the id is
    written after it.
    """

    level: int
    id: str
    words: str
    position: Position
    named: bool = False


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


@dataclass(frozen=True, eq=False)
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
            id, named = str(token.attrs["id"]), bool(token.meta["id"])
            chapter.headings.append(Heading(int(token.tag[1:]), id, heading, place, named))
        elif token.type in ("directive", "directive_open"):
            _read_directive(chapter, token, lines, at)
        # Positions of links take a search: skip it in chapters with problems.
        if not chapter.problems:
            _read_inline(chapter, token.children or [], lines, at)
    return chapter


def with_heading_ids(chapter: Chapter, ids: Mapping[str, str]) -> Chapter:
    """A chapter with new ids of some headings, by the old ones. Its own references follow them."""

    def changed(token: Token) -> Token:
        found = copy(token)
        found.children = token.children and [changed(child) for child in token.children]
        if token.type == "heading_open":
            found.attrs = {**token.attrs, "id": ids.get(str(token.attrs["id"]), token.attrs["id"])}
        elif token.type == "link_open":
            found.attrs = {**token.attrs, "href": followed(str(token.attrs.get("href", "")))}
        return found

    def followed(target: str) -> str:
        new = ids.get(reference_target(target) or "")
        return f"#{new}" if new else target

    return replace(
        chapter,
        tokens=[changed(token) for token in chapter.tokens],
        headings=[replace(each, id=ids.get(each.id, each.id)) for each in chapter.headings],
        links=[replace(each, target=followed(each.target)) for each in chapter.links],
    )


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
            begin = f"[{quote.words}]{{." + ("odds" if of_study else "is")
            of, stat = (
                ("key", "") if of_study else ("of", f' stat="{quote.stat}"' if quote.stat else "")
            )
            whole = f'{begin} {of}="{quote.of}"{stat}}}'
            needle = whole if any(whole in line for line in lines) else begin
            place = place_of(file, lines, at, needle, seen[quote])
            chapter.quoted_values.append(QuotedValue(quote, of_study, place))
            seen[quote] += 1
    for found in _WITH_SPACES.finditer(prose(children)):
        place = place_of(file, lines, at, found[0].partition("\n")[0])
        chapter.links.append(Link(found["target"], place, read=False))


def quote_of(span: Token, words: str = "") -> Quote:
    """What a span of a quoted value quotes."""
    given = span.attrs
    return Quote(words, str(given.get("key") or given.get("of", "")), str(given.get("stat", "")))


def spanned(tokens: Sequence[Token], start: int, end: str = "span_close") -> str:
    """The text of the span, or up to another token, whose content begins at `start`."""
    parts = []
    for token in tokens[start:]:
        if token.type == end:
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
    """The id in the book of a link's target; None when the target is not a reference. A heading
    may be named by its words: `#Été` is `#ete`, also as browsers copy it, with `%C3%89`.
    """
    if target.startswith("#"):
        return heading_id(unquote(target[1:]))
    kind, _, reference = target.partition(":")
    if not _KIND.fullmatch(kind) or not reference:
        return None
    return anchor(kind, reference)
