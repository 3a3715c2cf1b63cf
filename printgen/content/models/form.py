"""Forms: sheets to write on, such as score sheets, described as a list of blocks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Model, Short
from printgen.content.models.text import Text


class Track(Model):
    """A row of boxes to tick: a number of empty ones, or the texts in them."""

    label: Text | None = Field(default=None, description="The words before the boxes.")
    boxes: (
        Annotated[int, Field(ge=1, le=200)]
        | Annotated[list[Short], Field(min_length=1, max_length=200)]
    ) = Field(description="The number of empty boxes, or the texts in them.")
    shape: Literal["square", "round"] = Field(
        default="square", description="The shape of the boxes."
    )
    size: Annotated[float, Field(ge=3, le=30, strict=False)] = Field(
        default=6.0, description="The width and height of a box (mm)."
    )


class FormTable(Model):
    """A table to fill in."""

    columns: list[Text] = Field(
        min_length=1, max_length=20, description="The heads of the columns."
    )
    rows: (
        Annotated[int, Field(ge=1, le=100)]
        | Annotated[list[Text], Field(min_length=1, max_length=100)]
    ) = Field(
        description=(
            "The number of empty rows, or the words at the beginning of each row, in a column of "
            "their own before `columns`, without a head."
        )
    )
    total: Text | None = Field(
        default=None, description="The words of a last row for totals. Left out: there is none."
    )
    height: Annotated[float, Field(ge=4, le=40, strict=False)] = Field(
        default=8.0, description="The height of a row (mm)."
    )


class FormGrid(Model):
    """A grid to draw in."""

    columns: Annotated[int, Field(ge=1, le=60)] = Field(description="The number of squares across.")
    rows: Annotated[int, Field(ge=1, le=60)] = Field(description="The number of squares down.")
    size: Annotated[float, Field(ge=2, le=50, strict=False)] | None = Field(
        default=None,
        description="The width of a square (mm). Left out: the grid is as wide as its column.",
    )
    shape: Literal["square", "dots"] = Field(
        default="square", description="Lines around the squares, or dots at their corners."
    )
    label: Text | None = Field(default=None, description="The words above the grid.")


class Block(Model):
    """One block of a form. It has one key."""

    heading: Text | None = Field(default=None, description="A heading between blocks.")
    text: Text | None = Field(default=None, description="Words to read, such as a rule.")
    fields: Annotated[list[Text], Field(min_length=1, max_length=12)] | None = Field(
        default=None, description="Labels, each with a line to write on, side by side."
    )
    track: Track | None = Field(default=None, description="A row of boxes to tick.")
    table: FormTable | None = Field(default=None, description="A table to fill in.")
    grid: FormGrid | None = Field(default=None, description="A grid to draw in.")
    lines: Annotated[int, Field(ge=1, le=60)] | None = Field(
        default=None, description="A number of lines to write on."
    )
    columns: Annotated[list[list[Block]], Field(min_length=2, max_length=4)] | None = Field(
        default=None, description="Lists of blocks, side by side."
    )

    @model_validator(mode="after")
    def _one(self) -> Block:
        if len(self.model_fields_set) != 1:
            hint = f"one of {', '.join(type(self).model_fields)}"
            raise PydanticCustomError("block", "a block has one key", {"hint": hint})
        return self


Form = Annotated[list[Block], Field(min_length=1, max_length=60)]
