"""What YAML says about how to read a spreadsheet."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.content.models.sheet_layout import IGNORED, SheetLayout
from printgen.content.source import Path, Source
from printgen.content.spreadsheets.formats import SPREADSHEETS, format_of
from printgen.content.validation import read_model
from printgen.problems import Position, Problem, did_you_mean
from printgen.store import digest


@dataclass(frozen=True, slots=True)
class Companion:
    """A layout with its place: a file beside the spreadsheet, or a product at `root`."""

    layout: SheetLayout
    source: Source
    root: Path = ()

    @property
    def key(self) -> str:
        """A digest of the layout and of its place."""
        return digest(str(self.at("columns")), self.layout.model_dump_json())

    def unknown_file(self, names: list[str]) -> Problem:
        """The problem of a file that is not among those of the folder."""
        hint = did_you_mean(self.layout.source, names)
        message = f"no file '{self.layout.source}' in this folder"
        return Problem(self.at("source"), "sheet-unreadable", message, hint)

    def at(self, *path: str, key: bool = False) -> Position:
        """The position of the value at `path` in the layout, or of its key."""
        return self.source.at((*self.root, *path), key=key)


def is_companion(data: object) -> bool:
    """Whether the data of a YAML file names a spreadsheet instead of being an entry."""
    named = data.get("source") if isinstance(data, dict) else None
    return isinstance(named, str) and format_of(named) in SPREADSHEETS


def read_companion(source: Source) -> tuple[Companion | None, list[Problem]]:
    """The companion in a YAML file; None and problems when it is invalid."""
    data = dict(source.data)
    if isinstance(columns := data.get("columns"), dict):
        data["columns"] = {key: IGNORED if to is None else to for key, to in columns.items()}
    layout, problems = read_model(SheetLayout, source, (), data)
    return (Companion(layout, source) if layout else None), problems
