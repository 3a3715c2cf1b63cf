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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from printgen.problems import Position, shorten

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
_OF_NOTES = ("paragraph_open", "paragraph_close", "inline", "footnote_anchor")
# What a reference can name besides a heading.
REFERABLE = ("profile", "table", "quest", "scenario", "example", "trait", "scale")

_DIRECTIVE = re.compile(r":::\s*\{([^}]*)\}(.*)$")
_HEADING_ID = re.compile(r"\{#([A-Za-z0-9-]+)\}$")
# Characters that steer instead of printing, or that the renderer keeps for itself.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\ufffe\uffff]"
)
# What a page can hold, and what can be read in a moment.
MAX_LINE = 5_000
MAX_DEPTH = 12
MAX_NOTES = 1_000
MAX_LINKS = 2_000
MAX_INLINE = 5_000
_STRAY = re.compile(
    r"(?P<directive>^:::?(?:\s*\{.*)?$|^:::\s*\w.*)|(?P<note>\[\^[^\]\s]+\])|(?P<id>\{#[\w-]*\}?$)"
)
_STRAYS = {
    "directive": "a directive is :::{name}, and ::: alone closes one",
    "note": "a note is written as [^1]: words",
    "id": "an id is written as {#id} behind a heading",
}
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


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in a chapter that cannot be set as it stands."""

    message: str
    hint: str
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
    flaws: list[Flaw] = field(default_factory=list)

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
    lines = re.split("\r\n|\r|\n", text)
    chapter = Chapter(game, name, lang, file, [])
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            chapter.flaws.append(
                Flaw(f"a line of {len(line)} letters", "break it", Position(file, number))
            )
        if found := _UNPRINTABLE.search(line):
            place = Position(file, number, found.start() + 1)
            chapter.flaws.append(_unprintable(found[0], place))
    if chapter.flaws:
        return chapter
    env: dict[str, Any] = {}
    tokens = _parser().parse(text, env)
    chapter.tokens.extend(tokens)
    chapter.flaws.extend(_flaws(chapter, lines, env))
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
            column = _column(lines, at[0], ":::")
            place = Position(file, at[0] + 1, column)
            chapter.directives.append(
                Directive(token.info, token.meta["argument"], place, token.meta.get("closed", True))
            )
        # Where links stand is worth a search only in what will be read on.
        for child in (token.children or ()) if not chapter.flaws else ():
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


def _plain(tokens: Iterable[Token]) -> str:
    """The words of inline tokens without their markup."""
    kinds = {"softbreak": " ", "hardbreak": " "}
    shown = ("text", "text_special", "code_inline")
    return "".join(kinds.get(t.type, t.content if t.type in shown else "") for t in tokens).strip()


def _unprintable(character: str, place: Position) -> Flaw:
    return Flaw(f"the character U+{ord(character):04X} cannot be printed", "take it out", place)


def _flaws(chapter: Chapter, lines: list[str], env: dict[str, Any]) -> Iterator[Flaw]:
    """What would be lost on the way to the page, or take too long to get there."""
    file, tokens = chapter.file, chapter.tokens
    line = 1
    noted = deep = False
    links = 0
    for token in tokens:
        if token.map:
            line = token.map[0] + 1
        place = Position(file, line)
        if token.level >= MAX_DEPTH and not deep:
            deep = True
            yield Flaw(f"blocks within blocks, {MAX_DEPTH} deep", "make it flatter", place)
        if token.type in ("footnote_open", "footnote_close"):
            noted = token.nesting == 1
        elif noted and token.type not in _OF_NOTES:
            yield Flaw("a note that is more than words", "notes hold paragraphs alone", place)
        children = token.children or []
        if len(children) > MAX_INLINE:
            yield Flaw("a paragraph with too much in it", "break it into several", place)
        for child in children:
            links += child.type == "link_open"
            if noted and child.type == "footnote_ref":
                yield Flaw("a note that calls a note", "write it out", place)
            if found := _UNPRINTABLE.search(child.content):
                yield _unprintable(found[0], place)
            yield from _misspelt(child, place)
    if links > MAX_LINKS:
        yield Flaw(f"{links} links in one chapter", f"at most {MAX_LINKS}", chapter.position)
    notes: dict[str, int] = env.get("footnotes", {}).get("refs", {})
    if len(notes) > MAX_NOTES:
        yield Flaw(f"{len(notes)} notes in one chapter", f"at most {MAX_NOTES}", chapter.position)
        return
    for label, number in notes.items():
        if number < 0:
            mark = f"[^{label.removeprefix(':')}]:"
            place = _place_of(file, lines, (0, len(lines)), mark)
            yield Flaw(
                f"nothing calls the note {mark[:-1]}", f"write {mark[:-1]} in the text", place
            )


def _misspelt(token: Token, place: Position) -> Iterator[Flaw]:
    """What looks as if it were meant to be more than text."""
    if token.type == "span_open" and token.attrs.get("class") != "term":
        yield Flaw(
            f"no mark '{token.attrs.get('class', '')}'", "an index term is [words]{.term}", place
        )
    if token.type == "text" and (match := _STRAY.search(token.content)):
        hint = _STRAYS[match.lastgroup or ""]
        yield Flaw(f"'{shorten(match[0].strip())}' would be printed as it stands", hint, place)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    # Beyond its limit markdown-it drops what it reads: ours comes before.
    parser.options["maxNesting"] = 10 * MAX_DEPTH
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
    name, argument = match[1].strip(), " ".join(match[2].split())
    if name not in CONTAINERS:
        token = state.push("directive", "", 0)
        token.info, token.meta, token.map = name, {"argument": argument}, [start, start + 1]
        state.line = start + 1
        return True
    close = start + 1
    # It closes within the list or the quote that it stands in.
    while close < end and not _ends(state, close):
        close += 1
    closed = close < end and _closes(state, close)
    token = state.push("directive_open", "", 1)
    token.info, token.map = name, [start, start + 1]
    token.meta = {"argument": argument, "closed": closed}
    # Paragraphs look as far as the state goes: it ends at the closing line for a while.
    whole, state.lineMax = state.lineMax, close
    state.md.block.tokenize(state, start + 1, close)
    state.lineMax = whole
    state.push("directive_close", "", -1).info = name
    state.line = close + 1 if closed else close
    return True


def _ends(state: StateBlock, line: int) -> bool:
    """Whether a container ends here: closed, or because what holds it ends, or another begins."""
    other = _DIRECTIVE.match(_line(state, line))
    begins = other is not None and other[1].strip() in CONTAINERS
    return begins or _closes(state, line) or _leaves(state, line)


def _closes(state: StateBlock, line: int) -> bool:
    return _line(state, line).rstrip() == ":::" and not _leaves(state, line)


def _leaves(state: StateBlock, line: int) -> bool:
    return not state.isEmpty(line) and state.sCount[line] < state.blkIndent


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _heading_ids(state: StateCore) -> None:
    """Give each heading its id: the one written behind it, or one made from its words."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            match = _HEADING_ID.search(inline.content.rstrip())
            if match:
                inline.content = inline.content[: match.start()].rstrip()
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
    """The id of an entry in a book: `table` and `lotow/duel` make `table_lotow-duel`.

    Ids of headings have no underscore.
    """
    return f"{kind}_{reference.replace('/', '-')}"


def reference_target(target: str) -> str | None:
    """The id in the book that a link's target means; None for what is no reference."""
    if target.startswith("#"):
        return target[1:]
    kind, _, reference = target.partition(":")
    return anchor(kind, reference) if kind in REFERABLE and reference else None
