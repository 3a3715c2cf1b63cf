"""Forms: sheets to write on, such as score sheets, described as a list of blocks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Model, Short
from printgen.content.models.text import Text


class Track(Model):
    """A row of boxes to tick: a number of empty ones, or the texts in them."""

    label: Text | None = None
    boxes: (
        Annotated[int, Field(ge=1, le=200)]
        | Annotated[list[Short], Field(min_length=1, max_length=200)]
    )
    shape: Literal["square", "round"] = "square"
    size: Annotated[float, Field(ge=3, le=30, strict=False)] = 6.0


class FormTable(Model):
    """A table to fill in. `rows` is a number of empty rows, or the labels of the rows. `total` is
    the label of a last row.
    """

    columns: list[Text] = Field(min_length=1, max_length=20)
    rows: (
        Annotated[int, Field(ge=1, le=100)]
        | Annotated[list[Text], Field(min_length=1, max_length=100)]
    )
    total: Text | None = None
    height: Annotated[float, Field(ge=4, le=40, strict=False)] = 8.0


class FormGrid(Model):
    """A grid to draw in. `size` (mm) is that of its squares; without it, the grid is as wide as its
    column.
    """

    columns: Annotated[int, Field(ge=1, le=60)]
    rows: Annotated[int, Field(ge=1, le=60)]
    size: Annotated[float, Field(ge=2, le=50, strict=False)] | None = None
    shape: Literal["square", "dots"] = "square"
    label: Text | None = None


class Block(Model):
    """One block of a form. `fields` are labels, each with a line to write on; `lines` is a number
    of lines to write on; `columns` are blocks side by side.
    """

    heading: Text | None = None
    text: Text | None = None
    fields: Annotated[list[Text], Field(min_length=1, max_length=12)] | None = None
    track: Track | None = None
    table: FormTable | None = None
    grid: FormGrid | None = None
    lines: Annotated[int, Field(ge=1, le=60)] | None = None
    columns: Annotated[list[list[Block]], Field(min_length=2, max_length=4)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Block:
        if len(self.model_fields_set) != 1:
            hint = f"one of {', '.join(type(self).model_fields)}"
            raise PydanticCustomError("block", "a block has one key", {"hint": hint})
        return self


Form = Annotated[list[Block], Field(min_length=1, max_length=60)]
