"""A YAML file beside a spreadsheet that says how to read it."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.content.models.base import Model
from printgen.content.source import Source
from printgen.content.spreadsheets.formats import SPREADSHEETS, format_of
from printgen.content.validation import read_model
from printgen.problems import Problem, did_you_mean
from printgen.store import digest

# The field of a column that is ignored.
IGNORED = "-"


class SheetLayout(Model):
    """How to read a spreadsheet: its file, a sheet of it, and the fields of headers."""

    source: str
    sheet: str | None = None
    columns: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Companion:
    """A layout with its place in a YAML file."""

    layout: SheetLayout
    source: Source

    @property
    def key(self) -> str:
        """A digest of the layout."""
        return digest(self.source.file, self.layout.model_dump_json())

    def unknown_file(self, names: list[str]) -> Problem:
        """The problem of a file that is not among those of the folder."""
        hint = did_you_mean(self.layout.source, names)
        message = f"no file '{self.layout.source}' in this folder"
        return Problem(self.source.at(("source",)), "sheet-unreadable", message, hint)


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
