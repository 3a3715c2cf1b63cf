"""Words of files that name something: in Markdown and the texts of YAML, here line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import GameContent
from printgen.extras.language_server.typed_values import FACTS, HEADINGS, ICONS, REFERENCES, TERMS
from printgen.typography.text import ICON

_LINK = re.compile(r"(?:\]\(|^\[[^\]]+\]:\s+)([a-z0-9-]+):([a-z0-9/-]+)")
_ANCHOR = re.compile(r"(?:\]\(|^\[[^\]]+\]:\s+)#([^)\s]+)")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s.*\{[^{}]*#([\w-]+)[^{}]*\}\s*$")

# The marks of quotes: `{.is of="zombie" stat="move"}`, `{.odds key="guts 5 0"}`.
_MARK = re.compile(r"\{\s*\.(is|odds|term)\b([^{}]*)\}")
_ATTRIBUTE = re.compile(r"""\b(of|stat|key)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))""")
_OF = re.compile(r"(?:([a-z0-9-]+):)?([a-z0-9/_-]+)")
_WORD = re.compile(r"[^\s.]+")

_DIRECTIVE = re.compile(r"\s*:::+\{([a-z0-9-]+)\}[ \t]+(.+)")
_REFERENCE = re.compile(r"(?:[a-z0-9-]+/)?[a-z0-9]+(?:-[a-z0-9]+)*")

# What directives have as argument, besides entries.
_NO_ENTRY = {"words", "file", "scale", "stat_line", ""}


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters `start` to `end` of a line (from 0) that name something.

    `reference` is an id, `game/id` or `kind:id`; `kinds` are those that it may be of, none for all
    kinds of entry. With `stat`, the characters name a value of the entry; with `of`, an entry that
    the entry or study `of` names, too. `spelt` is the way in which the characters spell the id:
    as it is, with `_` instead of hyphens, or not at all, as the name of an entry that stands for
    it. `cell` is the cell of a workbook, whose text the editor does not see.
    `value` is the path of the value that a quote is of: the entry has it.
    """

    line: int
    start: int
    end: int
    reference: str
    kinds: tuple[str, ...] = ()
    stat: str = ""
    of: str = ""
    spelt: str = "id"
    cell: str = ""
    value: str = ""

    @property
    def id(self) -> str:
        """The id, without the kind and the game."""
        return re.split("[/:]", self.reference)[-1]

    @property
    def length(self) -> int:
        """The number of characters."""
        return self.end - self.start


def folders(word: str, content: GameContent) -> tuple[str, ...]:
    """The kinds of entry that a word of a text names: `profile`, `traits`, a declared kind."""
    if LEAF_DIRECTIVES.get(word) == "words":
        return ("traits",)
    known = {*LEAF_DIRECTIVES.values(), "traits", "products", *content.declared} - _NO_ENTRY
    for name in (word, LEAF_DIRECTIVES.get(word, ""), f"{word}s"):
        if name in known:
            return (name,)
    return (REFERENCES[word],) if word in REFERENCES else ()


def in_line(number: int, line: str, content: GameContent, chapter: bool) -> Iterator[Mention]:
    """The mentions in the words of a line of a chapter, or of texts in YAML."""
    for found in _LINK.finditer(line):
        if kinds := folders(found[1], content):
            yield Mention(number, *found.span(2), found[2], kinds)
    for found in _ANCHOR.finditer(line) if chapter else ():
        yield Mention(number, *found.span(1), found[1], (HEADINGS,))
    for found in _MARK.finditer(line):
        yield from _in_mark(number, found, content)
    for found in ICON.finditer(line) if content.game.icons else ():
        if not line.startswith(":::", found.start() - 3):
            yield Mention(number, *found.span(1), found[1], (ICONS,))
    if chapter and (heading := _HEADING.match(line)):
        yield Mention(number, *heading.span(1), heading[1], (HEADINGS,))
    if chapter and (directive := _DIRECTIVE.match(line)):
        kinds = folders(directive[1], content)
        for word in _REFERENCE.finditer(directive[2]) if kinds else ():
            start = directive.start(2) + word.start()
            yield Mention(number, start, start + len(word[0]), word[0], kinds)


def _in_mark(number: int, mark: re.Match[str], content: GameContent) -> Iterator[Mention]:
    """The mentions in the mark of a quote or a term."""
    given: dict[str, tuple[int, str]] = {}
    for found in _ATTRIBUTE.finditer(mark[2]):
        group = next(index for index in (2, 3, 4) if found[index] is not None)
        given[found[1]] = mark.start(2) + found.start(group), found[group]
    start, key = given.get("key", (0, ""))
    if mark[1] == "term" and key:
        yield Mention(number, start, start + len(key), key, (TERMS,))
    elif mark[1] == "odds":
        words = _words(start, key)
        first = next(words, None)
        if first:
            study = Mention(number, first[0], first[1], first[2], ("studies",))
            yield study
            for begin, end, word in words:
                yield Mention(number, begin, end, word, of=f"study:{first[2]}")
    elif mark[1] == "is" and "of" in given:
        start, of = given["of"]
        if "stat" not in given:
            yield Mention(number, start, start + len(of), of, (FACTS,))
        elif named := _OF.fullmatch(of):
            kinds = folders(named[1], content) if named[1] else ()
            begin, path = given["stat"]
            yield Mention(
                number, start + named.start(2), start + len(of), named[2], kinds, value=path
            )
            yield from _in_path(number, begin, path, of, kinds)


def _in_path(
    number: int, start: int, path: str, of: str, kinds: tuple[str, ...]
) -> Iterator[Mention]:
    """The value that a quote names by its path, and the entries in this path."""
    yield Mention(number, start, start + len(path), of, kinds, stat=path)
    for begin, end, word in list(_words(start, path))[1:]:
        yield Mention(number, begin, end, word, of=of)


def _words(start: int, text: str) -> Iterator[tuple[int, int, str]]:
    """The words of a text that begins at a character, each with its span."""
    for word in _WORD.finditer(text):
        yield start + word.start(), start + word.end(), word[0]
