"""How to read a spreadsheet with entries."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models.base import Model

# The field of a column that is ignored.
IGNORED = "-"


class SheetLayout(Model):
    """How to read a spreadsheet: its file, a sheet of it, and the fields of headers."""

    source: str = Field(
        description="The spreadsheet, a file beside this one. Each row is an entry."
    )
    sheet: str | None = Field(
        default=None,
        description="The sheet of the spreadsheet that is read. Left out: the first one.",
    )
    columns: dict[str, str] = Field(
        default={},
        description=(
            "The field of each header that has another name; `-` is for a column that is not read."
        ),
    )
