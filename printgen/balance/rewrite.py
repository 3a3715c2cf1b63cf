"""Changes of numbers as changes of lines: what is before and after them, and writing them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from printgen.balance.tunables import NUMBER, Changes, Tunable
from printgen.content.library import Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.content.saving import save
from printgen.problems import Position


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line of a file with a number before and after it is changed."""

    position: Position
    old: str
    new: str


def line_changes(library: Library, changes: Changes) -> list[LineChange]:
    """The lines that changes touch, in the order of files and lines. Cells of spreadsheets have no
    line of text: they are shown as their values.
    """
    found = {}
    for (file, line), edits in _by_line(library, changes).items():
        position = min((at for at, *_ in edits), key=lambda at: at.column)
        if position.cell:
            for at, each, value in edits:
                found[file, line, at.column] = LineChange(at, str(each.value), str(value))
            continue
        old = _lines(library, file)[line - 1]
        new = _edited(old, edits)
        found[file, line, 0] = LineChange(position, old.decode(), new.decode())
    return [found[key] for key in sorted(found)]


def write(library: Library, changes: Changes) -> list[Position]:
    """Write changes into the files: nothing else of them changes. Returns the positions of those
    that were not written, in spreadsheets. Raises OSError.
    """
    left, files = [], dict[str, list[bytes]]()
    for (file, line), edits in _by_line(library, changes).items():
        if edits[0][0].cell:
            left += [at for at, *_ in edits]
            continue
        lines = files.setdefault(file, _lines(library, file))
        lines[line - 1] = _edited(lines[line - 1], edits)
    for file, lines in files.items():
        save((library.folders.root / file).resolve(), b"".join(lines))
    return left


_Edits = list[tuple[Position, Tunable, int]]


def _by_line(library: Library, changes: Changes) -> dict[tuple[str, int], _Edits]:
    found: dict[tuple[str, int], _Edits] = {}
    for each, value in changes.items():
        at = library.games[each.game].of_kind(each.kind)[each.id].at(*each.path)
        found.setdefault((at.file, at.line), []).append((at, each, value))
    return found


def _lines(library: Library, file: str) -> list[bytes]:
    """The lines of a file, with their ends."""
    content = library.folders.read(file, MAX_TEXT_BYTES)
    return re.findall(rb"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z", content)


def _edited(line: bytes, edits: _Edits) -> bytes:
    """A line with other numbers at their columns, which count characters."""
    text = line.decode()
    # From the last to the first, so that columns and numbers stay where they are.
    for at, each, value in sorted(edits, key=lambda edit: (-edit[0].column, -edit[1].which)):
        found = list(NUMBER.finditer(text, at.column - 1))[each.which : each.which + 1]
        if not found or int(found[0][0]) != each.value:
            raise OSError(f"{at}: expected {each.value}; the file has changed")
        text = text[: found[0].start()] + str(value) + text[found[0].end() :]
    return text.encode()
