"""Tables: matrices, roll tables and lists of rows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Expression, Id, Model, Reference, Short
from printgen.content.models.text import Errata, Text

Direction = Literal["falls", "rises"]


class Matrix(Model):
    """A table whose rows and columns are ranks of one scale, such as loser against winner."""

    scale: Id
    """The scale whose ranks are the rows and columns."""
    rows: list[Id] = Field(min_length=1)
    """The ranks of the rows, from the top."""
    columns: list[Id] = Field(min_length=1)
    """The ranks of the columns, from the left."""
    rows_label: Text
    """The words beside the rows, such as `loser`."""
    columns_label: Text
    """The words above the columns, such as `winner`."""
    cells: dict[Id, list[int | Short]]
    """The cells of each row, by the rank of the row, one for each column."""
    impossible: Short = "*"
    """The sign of cells that cannot occur."""
    down: Direction | None = None
    """Whether numbers rise or fall from the top to the bottom of each column."""
    across: Direction | None = None
    """Whether numbers rise or fall from the left to the right of each row."""
    rule: Expression | None = None
    """An expression for all cells over `row` and `column`, their places in the scale (from 1);
    `none` is an impossible cell.
    """


class Addend(Model):
    """A modifier of a roll, with its range in play."""

    label: Text
    """The words for the modifier, printed with the dice."""
    min: Annotated[int, Field(ge=-99, le=99)]
    """The least that it adds to the roll in play."""
    max: Annotated[int, Field(ge=-99, le=99)]
    """The most that it adds to the roll in play."""


class Roll(Model):
    """The dice of a table, and the column with the totals of each row."""

    dice: Short
    """The dice that are rolled, such as `2D6`, or `D66` for tens and units."""
    column: Id
    """The column with the totals, such as `2-5`, `7` or `10+`. Together they have each total once.
    """
    plus: Annotated[list[Addend], Field(max_length=5)] = []
    """What is added to the dice."""


# A value for computations: a boolean, a number, an id, a list of ids, or none.
TableValue = bool | int | Id | list[Id] | None


class SameAs(Model):
    """A column of another table with the same numbers."""

    table: Reference
    """The other table."""
    column: Id | None = None
    """Its column with the same numbers. Left out: the column of the same id."""
    by: Id | None = None
    """A column of both tables: rows with the same cell there are compared. Left out: rows are
    compared in order.
    """


class Addition(Model):
    """A column whose numbers are added up, such as modifiers."""

    column: Id
    """The column with the numbers."""
    one_of: Annotated[list[Id], Field(max_length=10)] = []
    """Columns of `values`. Of the rows that have a value there, only one applies at a time."""


class Pack(Model):
    """A pack of cards that is drawn from to find a row."""

    column: Id
    """The column of `values` with the ranks of each row, one or several."""
    ranks: Id
    """The scale of the ranks. The pack has a card of each rank in each suit of the game."""
    jokers: Annotated[int, Field(ge=0, le=8)] = 0
    """The Jokers in the pack. Their rank in `column` is `joker`."""


class TableGroup(Model):
    """Tables that are used together, under a title."""

    title: Text
    """The title above the group."""
    tables: Annotated[list[Id], Field(min_length=1, max_length=100)]
    """The tables of the group, in order."""


class Table(Model):
    """A matrix, or a list of rows with named columns."""

    title: Text
    """The title above the table."""
    note: Text | None = None
    """A line below the table."""
    matrix: Matrix | None = None
    """A table whose rows and columns are ranks of a scale, instead of `columns` and `rows`."""
    roll: Roll | None = None
    """The dice that are rolled on the table. Each total then has exactly one row."""
    adds: Addition | None = None
    """The numbers that are added up for all rows that apply, such as the modifiers of a roll. The
    play aid adds them for the rows that are ticked.
    """
    pack: Pack | None = None
    """The cards that are drawn on the table. Each rank then has exactly one row."""
    two_way: bool = False
    """Whether a row and a column together have an answer. The play aid then asks for both. A matrix
    is two-way without this.
    """
    columns: dict[Id, Text] = {}
    """The columns by id, each with the words at its head. Some themes print heads above three
    columns or more only.
    """
    rows: list[dict[Id, Text]] = []
    """The rows, each with its cells by column."""
    values: dict[Id, list[TableValue]] = {}
    """Columns that are not printed, for studies and examples to compute with: one value for each
    row.
    """
    rules: Annotated[dict[Id, Expression], Field(max_length=20)] = {}
    """What the number in a column is, as an expression over the other numbers of its row."""
    sums: Annotated[
        dict[Id, Annotated[float, Field(strict=False, allow_inf_nan=False)]], Field(max_length=20)
    ] = {}
    """What the numbers of a column add up to."""
    order: Annotated[dict[Id, Direction], Field(max_length=20)] = {}
    """Whether the numbers of a column rise or fall from the top to the bottom."""
    same_as: Annotated[dict[Id, SameAs], Field(max_length=20)] = {}
    """Another table that has the same numbers as a column."""
    errata: Errata = []
