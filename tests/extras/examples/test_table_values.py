"""Values of tables: typed, one per row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printgen import Project
from printgen.content.library import Library
from printgen.extras.examples.lookup import ValueRow, table_values
from printgen.rules.resolve import ComputationError

TABLE = """
title: T
columns: {a: A}
rows: [{a: One}, {a: Two}]
values: {n: [3, true], f: [false, ~], i: [[x, y], "10"], one: [x, ~]}
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A game with one table."""
    game = tmp_path / "content/g"
    (game / "tables").mkdir(parents=True)
    (game / "game.yaml").write_text("title: G\nlanguages: [en]\ntheme: plain\n")
    (game / "tables/t.yaml").write_text(TABLE)
    return Project(tmp_path).library


def test_values_are_read_by_type(library: Library) -> None:
    first, second = table_values(library, "g", "t", ("n", "f", "i"))
    assert (first.number("n"), first.flag("f"), second.flag("f")) == (3, False, False)
    assert (first.ids("i"), second.ids("i")) == (["x", "y"], ["10"])
    assert (first.id("one"), second.id("one")) == ("x", "")
    assert (first.number("missing"), first.flag("missing"), first.ids("missing")) == (
        None,
        False,
        [],
    )


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda row: row.number("n"), "the value 'n' of row 2 of 't' is not a whole number"),
        (lambda row: row.ids("n"), "the value 'n' of row 2 of 't' is not an id"),
        (lambda row: row.flag("i"), "the value 'i' of row 2 of 't' is not true or false"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(
    library: Library, read: Callable[[ValueRow], object], message: str
) -> None:
    with pytest.raises(ComputationError) as error:
        read(table_values(library, "g", "t", (), "table")[1])
    assert (str(error.value), error.value.path) == (message, ("table",))


def test_a_missing_column_is_refused(library: Library) -> None:
    with pytest.raises(ComputationError) as error:
        table_values(library, "g", "t", ("size",), "table")
    assert str(error.value) == "the table 't' has no values 'size'"
