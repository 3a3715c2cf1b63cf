"""How to read a spreadsheet with entries."""

from __future__ import annotations

from printgen.content.models.base import Model

# The field of a column that is ignored.
IGNORED = "-"


class SheetLayout(Model):
    """How to read a spreadsheet: its file, a sheet of it, and the fields of headers."""

    source: str
    sheet: str | None = None
    columns: dict[str, str] = {}
