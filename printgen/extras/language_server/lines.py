"""Lines of a file, and places in them.

Clients count columns in UTF-16 units, printgen in characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from lsprotocol import types

from printgen.content.editing.files import LINE_END, Edit
from printgen.problems import Position

# What a problem is at: a quoted text, a directive, a link, marks, or a word.
_MARKED = re.compile(
    r""""[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|:::.*|"""
    r"""\]\([^)]*\)|\[[^\]]*\]\{[^}]*\}|[^\s,\[\]{}:#]+"""
)


def units(words: str) -> int:
    """The length of a text in UTF-16 units."""
    # Runs for each problem, also of a line of a million characters.
    return len(words.encode("utf-16-le", "surrogatepass")) // 2


def character_at(line: str, unit: int) -> int:
    """The index of the character at a UTF-16 unit of a line."""
    seen = 0
    for index, character in enumerate(line):
        if seen >= unit:
            return index
        seen += units(character)
    return len(line)


def span(lines: Sequence[str], line: int, start: int, end: int) -> types.Range:
    """The range of characters `start` to `end` of a line, all counted from 0."""
    words = lines[line] if line < len(lines) else ""
    return types.Range(
        types.Position(line, units(words[:start])), types.Position(line, units(words[:end]))
    )


def text_edits(text: str, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits of a text for a client."""
    starts = [0, *(found.end() for found in LINE_END.finditer(text))]

    def position(at: int) -> types.Position:
        line = bisect_right(starts, at) - 1
        return types.Position(line, units(text[starts[line] : at]))

    return [
        types.TextEdit(types.Range(position(edit.start), position(edit.end)), edit.new or "")
        for edit in edits
    ]


def problem_range(lines: Sequence[str], place: Position) -> types.Range:
    """The range of what is at the place of a problem; a whole line for cells of spreadsheets."""
    number = min(max(place.line - 1, 0), max(len(lines) - 1, 0))
    line = lines[number] if lines else ""
    if place.cell:
        return span(lines, number, 0, len(line))
    start = min(max(place.column - 1, 0), len(line))
    found = _MARKED.match(line, start)
    end = found.end() if found else len(line)
    return span(lines, number, start, max(end, min(start + 1, len(line))))
