"""Tables: matrices, roll tables and lists of rows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Expression, Id, Model, Reference, Short
from printgen.content.models.text import Text

Direction = Literal["falls", "rises"]


class Matrix(Model):
    """A table whose rows and columns are ranks of one scale, such as loser against winner.

    `rule` is an expression for all cells, over the places in the scale (from 1) of the `row` and
    the `column`; `none` is for impossible cells.
    """

    scale: Id
    rows: list[Id] = Field(min_length=1)
    columns: list[Id] = Field(min_length=1)
    rows_label: Text
    columns_label: Text
    cells: dict[Id, list[int | Short]]
    impossible: Short = "*"
    down: Direction | None = None
    across: Direction | None = None
    rule: Expression | None = None


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


class SameAs(Model):
    """A column of another table with the same numbers: in the same row, or in each row that has the
    same cell in the column `by` of both tables.
    """

    table: Reference
    column: Id | None = None
    by: Id | None = None


class Table(Model):
    """A matrix, or a list of rows with named columns.

    `values` has columns for studies and examples that are not printed, with one value per row.
    `rules`, `sums`, `order` and `same_as` say what the numbers of a column are: an expression over
    the numbers of the row, the sum of all rows, whether they fall or rise, and another table with
    the same numbers.
    """

    title: Text
    note: Text | None = None
    matrix: Matrix | None = None
    roll: Roll | None = None
    columns: dict[Id, Text] = {}
    rows: list[dict[Id, Text]] = []
    values: dict[Id, list[TableValue]] = {}
    rules: Annotated[dict[Id, Expression], Field(max_length=20)] = {}
    sums: Annotated[
        dict[Id, Annotated[float, Field(strict=False, allow_inf_nan=False)]], Field(max_length=20)
    ] = {}
    order: Annotated[dict[Id, Direction], Field(max_length=20)] = {}
    same_as: Annotated[dict[Id, SameAs], Field(max_length=20)] = {}
    errata: list[Text] = []
