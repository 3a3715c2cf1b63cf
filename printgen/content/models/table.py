"""Tables: matrices, roll tables and lists of rows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Short
from printgen.content.models.text import Text


class Matrix(Model):
    """A table whose rows and columns are ranks of one scale, such as loser against winner."""

    scale: Id
    rows: list[Id] = Field(min_length=1)
    columns: list[Id] = Field(min_length=1)
    rows_label: Text
    columns_label: Text
    cells: dict[Id, list[int | Short]]
    impossible: Short = "*"
    down: Literal["falls", "rises"] | None = None
    across: Literal["falls", "rises"] | None = None


class Addend(Model):
    """A modifier of a roll, with its range in play."""

    label: Text
    min: Annotated[int, Field(ge=-99, le=99)]
    max: Annotated[int, Field(ge=-99, le=99)]


class Roll(Model):
    """The dice of a table, and the column with the totals of each row."""

    dice: Short
    column: Id
    plus: Annotated[list[Addend], Field(max_length=5)] = []


# A value for computations: a boolean, a number, an id, a list of ids, or none.
TableValue = bool | int | Id | list[Id] | None


class Table(Model):
    """A matrix, or a list of rows with named columns.

    `values` has columns for studies and examples that are not printed, with one value per row.
    """

    title: Text
    note: Text | None = None
    matrix: Matrix | None = None
    roll: Roll | None = None
    columns: dict[Id, Text] = {}
    rows: list[dict[Id, Text]] = []
    values: dict[Id, list[TableValue]] = {}
    errata: list[Text] = []
