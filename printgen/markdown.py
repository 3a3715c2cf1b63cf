"""Chapters: Markdown to tokens, with directives, references and index terms and where they stand.

CommonMark with tables, footnotes and definition lists, and four things of our own:
`# Heading {#id}`, `[term]{.term}`, `[words](table:conflicts)`, and directives:

    :::{table} conflicts        draws on an entry; one line

    :::{aside}                  encloses text
    Words.
    :::
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from printgen.problems import Position

# What a directive is given: an entry of a kind, several words, a file and a caption, or nothing.
LEAVES: dict[str, str] = {
    "profile": "profiles",
    "table": "tables",
    "quest": "quests",
    "scenario": "scenarios",
    "example": "examples",
    "traits": "words",
    "scale": "scale",
    "figure": "file",
    "template": "file",
    "piles": "",
    "types": "",
    "page-break": "",
}
CONTAINERS = ("aside", "box", "story")
# What a reference can name besides a heading.
REFERABLE = ("profile", "table", "quest", "scenario", "example", "trait", "scale")

_DIRECTIVE = re.compile(r":::\s*\{([^}]*)\}[ \t]*(.*?)[ \t]*$")
_HEADING_ID = re.compile(r"\s*\{#([A-Za-z0-9-]+)\}\s*$")
_NOT_IN_ID = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level, its id in the book, its words, and where it stands."""

    level: int
    id: str
    words: str
    position: Position


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive: its name, what it is given, and whether it is closed as it should be."""

    name: str
    argument: str
    position: Position
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chapter, as written."""

    target: str
    position: Position


@dataclass(frozen=True)
class Chapter:
    """A chapter in one language: its tokens, and what of them other parts ask for."""

    game: str
    name: str
    lang: str
    file: str
    tokens: list[Token]
    headings: list[Heading] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """Where the chapter begins."""
        return Position(self.file, 1, 1)

    @property
    def title(self) -> str:
        """The words of its first heading."""
        return self.headings[0].words if self.headings else self.name


def read_chapter(game: str, name: str, lang: str, file: str, text: str) -> Chapter:
    """Parse the Markdown of a chapter."""
    lines = text.splitlines()
    tokens = _parser().parse(text)
    chapter = Chapter(game, name, lang, file, tokens)
    at = (0, len(lines))
    for token in tokens:
        if token.map:
            at = (token.map[0], max(token.map[1], token.map[0] + 1))
        if token.type == "heading_open":
            heading = token.meta["words"]
            place = Position(file, at[0] + 1, 1)
            chapter.headings.append(
                Heading(int(token.tag[1:]), str(token.attrs["id"]), heading, place)
            )
        elif token.type in ("directive", "directive_open"):
            column = _column(lines, at[0], ":::")
            place = Position(file, at[0] + 1, column)
            chapter.directives.append(
                Directive(token.info, token.meta["argument"], place, token.meta.get("closed", True))
            )
        for child in token.children or ():
            if child.type == "link_open":
                target = str(child.attrs.get("href", ""))
                chapter.links.append(Link(target, _place_of(file, lines, at, f"]({target}")))
    return chapter


def _column(lines: list[str], line: int, needle: str) -> int:
    return max(lines[line].find(needle), 0) + 1 if line < len(lines) else 1


def _place_of(file: str, lines: list[str], within: tuple[int, int], needle: str) -> Position:
    """Where a piece of inline text stands: inline tokens do not know their place."""
    for number in range(*within):
        if number < len(lines) and (found := lines[number].find(needle)) >= 0:
            return Position(file, number + 1, found + 1)
    return Position(file, within[0] + 1, 1)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.use(footnote_plugin).use(deflist_plugin)
    parser.use(attrs_plugin, spans=True, allowed=["class", "key"])
    parser.block.ruler.before("fence", "directive", _directive, {"alt": ["paragraph"]})
    parser.core.ruler.before("inline", "heading_ids", _heading_ids)
    return parser


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule of directives. An unknown name is taken for one without text."""
    match = _DIRECTIVE.match(_line(state, start))
    if match is None or state.is_code_block(start):
        return False
    if silent:
        return True
    name, argument = match[1].strip(), match[2]
    if name not in CONTAINERS:
        token = state.push("directive", "", 0)
        token.info, token.meta, token.map = name, {"argument": argument}, [start, start + 1]
        state.line = start + 1
        return True
    close = start + 1
    while close < end and _line(state, close).rstrip() != ":::":
        close += 1
    token = state.push("directive_open", "", 1)
    token.info, token.map = name, [start, start + 1]
    token.meta = {"argument": argument, "closed": close < end}
    # Paragraphs look as far as the state goes: it ends at the closing line for a while.
    whole, state.lineMax = state.lineMax, close
    state.md.block.tokenize(state, start + 1, close)
    state.lineMax = whole
    state.push("directive_close", "", -1).info = name
    state.line = min(close + 1, end)
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _heading_ids(state: StateCore) -> None:
    """Give each heading its id: the one written behind it, or one made from its words."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            match = _HEADING_ID.search(inline.content)
            if match:
                inline.content = inline.content[: match.start()]
            opening.meta["words"] = inline.content
            opening.attrs["id"] = match[1] if match else slug(inline.content)


def slug(words: str) -> str:
    """An id made from words."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return _NOT_IN_ID.sub("-", plain).strip("-") or "section"


def walk(tokens: list[Token]) -> Iterator[Token]:
    """All tokens, inline ones too."""
    for token in tokens:
        yield token
        yield from token.children or ()


def anchor(kind: str, reference: str) -> str:
    """The id of an entry in a book: `table` and `lotow/duel` make `table-lotow-duel`."""
    return f"{kind}-{reference.replace('/', '-')}"


def reference_target(target: str) -> str | None:
    """The id in the book that a link's target means; None for what is no reference."""
    if target.startswith("#"):
        return target[1:]
    kind, _, reference = target.partition(":")
    return anchor(kind, reference) if kind in REFERABLE and reference else None
