"""Files as plain data with the position of each value."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from pathlib import Path as OsPath
from typing import Any

from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.results import result_key
from printgen.content.spreadsheets.sheet import CellNames
from printgen.content.yaml_reader import Mark, YamlReader
from printgen.content.yaml_text import SourceError, decode
from printgen.problems import Position, Problem
from printgen.reading import read_regular
from printgen.store import Store

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Source:
    """The plain data of a YAML file or a spreadsheet, and the position of each value.

    Positions are needed only for problems: `marks` may be pickled. `digest` is that of the content
    if the store is used, otherwise empty. `cells` names the cells of a spreadsheet.
    """

    file: str
    data: Any
    marks: Mark | bytes = field(compare=False)
    digest: str = ""
    cells: CellNames | None = None

    @property
    def mark(self) -> Mark:
        """The mark of the whole file."""
        if isinstance(self.marks, bytes):
            mark: Mark = pickle.loads(self.marks)  # noqa: S301
            self.marks = mark
            return mark
        return self.marks

    def at(self, path: Path = (), *, key: bool = False) -> Position:
        """The position of the value at `path`, or of its key; as far as the path exists."""
        mark, place = self.mark, self.mark
        for step in path:
            if isinstance(step, str) and step in mark.keys:
                key_mark, mark = mark.keys[step]
                place = key_mark if key else mark
            elif isinstance(step, int) and 0 <= step < len(mark.items):
                mark = place = mark.items[step]
            else:
                break
        return self.place(place)

    def place(self, mark: Mark) -> Position:
        """The position of a mark of this file."""
        cell = self.cells.name(mark.line, mark.column) if self.cells else ""
        return Position(self.file, mark.line + 1, mark.column + 1, cell)

    def within(self, path: Path, line: int, column: int) -> Position:
        """The position of a character of the text at `path`, by its line and column (from 0).

        For text that is not a block scalar, the position of the text.
        """
        mark = self.mark
        for step in path:
            known = isinstance(step, str) and step in mark.keys
            mark = mark.keys[str(step)][1] if known else mark.items[int(step)]
        if mark.text is None:
            return self.at(path)
        return Position(self.file, mark.text[0] + line + 1, mark.text[1] + column + 1)


def read_source(
    file: str, content: bytes, store: Store | None = None
) -> tuple[Source | None, list[Problem]]:
    """Read YAML. `file` is the name used in positions.

    Returns the source, or None after a fatal problem, and the problems found. The store keeps
    sources without problems.
    """
    if not store:
        return _read(file, content)
    key = result_key(store, "source", content)
    if (kept := store.read("result", key)) is not None:
        data, marks = pickle.loads(kept)  # noqa: S301
        return Source(file, data, marks, key), []
    source, problems = _read(file, content)
    if source:
        source.digest = key
    if source and not problems:
        store.write("result", key, pickle.dumps((source.data, pickle.dumps(source.mark))))
    return source, problems


def _read(file: str, content: bytes) -> tuple[Source | None, list[Problem]]:
    reader = YamlReader(file)
    try:
        data, mark = reader.read(decode(content))
    except SourceError as fault:
        position = Position(file, fault.line + 1, fault.column + 1)
        return None, [*reader.problems, Problem(position, fault.code, fault.message, fault.hint)]
    return Source(file, data, mark), reader.problems


def read_file(file: str, path: OsPath) -> tuple[Source | None, list[Problem]]:
    """Read a YAML file, up to the size limit."""
    try:
        return read_source(file, read_regular(path, MAX_YAML_BYTES))
    except OSError as error:
        return None, [Problem(Position(file), "file-unreadable", error.strerror or str(error))]
