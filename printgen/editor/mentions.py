"""Words of files that name entries: references of YAML and of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printgen.analysis.quoted_values import place_of_value
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.quotes import Quote
from printgen.content.source import Source, read_source
from printgen.content.yaml_reader import Mark
from printgen.editor.projects import EditedProject
from printgen.problems import Position

_REFERENCE = re.compile(r"(?:[a-z0-9-]+/)?[a-z0-9]+(?:-[a-z0-9]+)*")

_LINK = re.compile(r"\]\((?:([a-z0-9-]+):)([a-z0-9/-]+)\)")

_QUOTE = re.compile(
    r"""\bof=["']?(?:([a-z0-9-]+):)?([a-z0-9/-]+)["']?(?:\s+stat=["']?([\w.-]+))?"""
)

_DIRECTIVE = re.compile(r"\s*:::+\{([a-z0-9-]+)\}[ \t]+(.+)")

# Keys whose value is the id of something else than an entry.
_NO_ENTRY = {
    "draw", "faces", "image", "inks", "kind", "languages", "output", "papers", "scale", "suit",
    "template", "terrain", "theme", "type", "vignette",
}  # fmt: skip

# Keys of references to traits.
_TRAIT_KEYS = {"brings", "weapon", "protection", "parry", "attack"}


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters `start` to `end` of a line (from 0) that name an entry, or a value of it.

    `kinds` are the folders that the entry may be in; none for all.
    """

    line: int
    start: int
    end: int
    reference: str
    kinds: tuple[str, ...] = ()
    stat: str = ""

    @property
    def length(self) -> int:
        """The number of characters."""
        return self.end - self.start


def mention_at(project: EditedProject, file: str, line: int, column: int) -> Mention | None:
    """The mention at a character of a file, counted from 0."""
    found = [
        mention
        for mention in mentions(project, file)
        if mention.line == line and mention.start <= column <= mention.end
    ]
    return min(found, key=lambda mention: mention.length, default=None)


def mentions(project: EditedProject, file: str) -> Iterator[Mention]:
    """The mentions of a file, as the editor has it."""
    content, lines = project.content(file), project.lines(file)
    if content is None or not file.endswith((".md", ".yaml", ".yml")):
        return
    for number, line in enumerate(lines):
        yield from _in_line(number, line, content)
    if not file.endswith(".md"):
        source, _ = read_source(file, "\n".join(lines).encode("utf-8", "replace"))
        if source:
            yield from _in_yaml(source, lines, content)


def folders(word: str, content: GameContent) -> tuple[str, ...]:
    """The folders of entries that a word of a text names: `profile`, `traits`, a declared kind."""
    known = {*LEAF_DIRECTIVES.values(), "traits", "products", *content.declared}
    for name in (word, LEAF_DIRECTIVES.get(word, ""), f"{word}s"):
        if name in known - {"words", "file", "scale", "stat_line", ""}:
            return (name,)
    return ("traits",) if word in _TRAIT_KEYS else ()


def _in_line(number: int, line: str, content: GameContent) -> Iterator[Mention]:
    for found in _LINK.finditer(line):
        kinds = folders(found[1], content)
        if kinds:
            yield Mention(number, *found.span(2), found[2], kinds)
    for found in _QUOTE.finditer(line):
        kinds = folders(found[1], content) if found[1] else ()
        yield Mention(number, *found.span(2), found[2], kinds)
        if found[3]:
            named = f"{found[1]}:{found[2]}" if found[1] else found[2]
            yield Mention(number, *found.span(3), named, kinds, found[3])
    if directive := _DIRECTIVE.match(line):
        kinds = folders(directive[1], content)
        for word in _REFERENCE.finditer(directive[2]) if kinds else ():
            start = directive.start(2) + word.start()
            yield Mention(number, start, start + len(word[0]), word[0], kinds)


def _in_yaml(source: Source, lines: Sequence[str], content: GameContent) -> Iterator[Mention]:
    for key, value, mark in _scalars("", source.data, source.mark):
        if key in _NO_ENTRY or not _REFERENCE.fullmatch(value) or mark.line >= len(lines):
            continue
        line = lines[mark.line]
        start = mark.column + (line[mark.column : mark.column + 1] in ('"', "'"))
        if line.startswith(value, start):
            kinds = folders(key, content)
            yield Mention(mark.line, start, start + len(value), value, kinds)


def _scalars(key: str, data: object, mark: Mark) -> Iterator[tuple[str, str, Mark]]:
    """The texts of YAML data, each with the nearest key above it and its mark."""
    if isinstance(data, str):
        yield key, data, mark
    elif isinstance(data, dict):
        for name, value in data.items():
            name_mark, value_mark = mark.keys[name]
            if key == "quantities":
                yield key, name, name_mark
            yield from _scalars(name, value, value_mark)
    elif isinstance(data, list):
        for value, value_mark in zip(data, mark.items, strict=True):
            yield from _scalars(key, value, value_mark)


def entries_of(
    library: Library, content: GameContent, mention: Mention
) -> list[tuple[str, AnyEntry]]:
    """The entries that a mention may name, with their folders."""
    reference = mention.reference.rpartition(":")[2]
    every = (*library.kinds, "products", *content.declared)
    found = []
    for kind in mention.kinds or every:
        if entry := library.find(kind, content.id, reference):
            found.append((kind, entry))
    return found


def places_of(library: Library, content: GameContent, mention: Mention) -> list[Position]:
    """Where the entries, or the value, of a mention are declared."""
    found = entries_of(library, content, mention)
    if mention.stat and found:
        quote = Quote("", mention.reference, mention.stat)
        return [place_of_value(library, content.id, quote)]
    return [entry.at(key=True) for _, entry in found]
