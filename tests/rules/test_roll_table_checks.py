"""Checks of roll tables, compared with enumerated throws."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.content.models.table import Table
from printgen.content.source import read_source
from printgen.project import Folders
from printgen.rules import cells as rolls

CHECKS = (rolls.roll_invalid, rolls.roll_gap, rolls.roll_overlap, rolls.roll_unreachable)


def codes(dice: str, plus: list[tuple[int, int]], cells: list[str]) -> set[str]:
    """The codes of the problems of a table with these totals."""
    data = {
        "title": "T",
        "roll": {
            "dice": dice,
            "column": "n",
            "plus": [{"label": "x", "min": low, "max": high} for low, high in plus],
        },
        "columns": {"n": "N"},
        "rows": [{"n": cell} for cell in cells],
    }
    source, _ = read_source("game.yaml", b"{}")
    assert source is not None
    game = Game.model_validate({"title": "G", "languages": ["en"]})
    content = GameContent("g", Entry("g", "g", game, source))
    content.tables["t"] = Entry("g", "t", Table.model_validate(data), source)
    library = Library(Folders(Path("/nowhere")), games={"g": content})
    return {problem.code for check in CHECKS for problem in check(content, library)}


def totals(count: int, sides: int, plus: list[tuple[int, int]]) -> set[int]:
    """Every possible total, by enumerating all throws; a D66 has two dice."""
    if sides == 66:
        return {10 * tens + units for tens, units in product(range(1, 7), repeat=2)}
    dice = [range(1, sides + 1)] * count
    added = [range(low, high + 1) for low, high in plus]
    return {sum(throw) for throw in product(*dice, *added)}


def covered(cell: tuple[int | None, int | None], every: set[int]) -> set[int]:
    low, high = cell
    return {n for n in every if (low is None or n >= low) and (high is None or n <= high)}


def expected(every: set[int], cells: list[tuple[int | None, int | None]]) -> set[str]:
    """The codes expected of a table whose rows have these totals, if `every` total is possible."""
    rows = Counter(total for cell in cells for total in covered(cell, every))
    ends = [end for cell in cells for end in cell if end is not None]
    return {
        *(["roll-gap"] if set(rows) != every else []),
        *(["roll-overlap"] if any(n > 1 for n in rows.values()) else []),
        *(["roll-unreachable"] if not set(ends) <= every else []),
    }


def said(cell: tuple[int | None, int | None]) -> str:
    low, high = cell
    if low is None:
        return f"≤ {high}"
    return f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"


Cells = st.lists(
    st.one_of(
        st.tuples(st.integers(-3, 18), st.integers(0, 5)).map(lambda t: (t[0], t[0] + t[1])),
        st.integers(-3, 18).map(lambda n: (n, None)),
        st.integers(-3, 18).map(lambda n: (None, n)),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=200, deadline=None)
@given(
    count=st.integers(1, 2),
    sides=st.integers(2, 8),
    plus=st.lists(
        st.tuples(st.integers(-3, 2), st.integers(0, 4)).map(lambda t: (t[0], t[0] + t[1])),
        max_size=2,
    ),
    cells=Cells,
)
def test_gaps_overlaps_and_unreachable_rows_match_enumerated_totals(
    count: int,
    sides: int,
    plus: list[tuple[int, int]],
    cells: list[tuple[int | None, int | None]],
) -> None:
    found = codes(f"{count}D{sides}", plus, [said(cell) for cell in cells])
    assert found == expected(totals(count, sides, plus), cells)


ENDS = st.integers(9, 68)


@settings(max_examples=200, deadline=None)
@given(
    cells=st.lists(
        st.one_of(
            st.tuples(ENDS, ENDS).map(lambda t: (min(t), max(t))),
            st.sampled_from([n for n in range(11, 67) if 1 <= n % 10 <= 6]).map(lambda n: (n, n)),
            ENDS.map(lambda n: (n, None)),
            ENDS.map(lambda n: (None, n)),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_problems_of_d66_tables_match_enumerated_totals(
    cells: list[tuple[int | None, int | None]],
) -> None:
    assert codes("D66", [], [said(cell) for cell in cells]) == expected(totals(1, 66, []), cells)


@settings(max_examples=200, deadline=None)
@given(cuts=st.sets(st.sampled_from(sorted(totals(1, 66, []))), max_size=12))
def test_a_partition_of_d66_totals_has_no_problems(cuts: set[int]) -> None:
    every = sorted(totals(1, 66, []))
    starts = [11, *sorted(cuts - {11})]
    last = [every[every.index(n) - 1] for n in starts[1:]] + [66]
    cells = [said((low, high)) for low, high in zip(starts, last, strict=True)]
    assert codes("D66", [], cells) == set()


def test_many_wide_rows_are_checked_fast() -> None:
    # With sets of totals this took minutes.
    assert codes("20D100", [], ["-9999-9999"] * 20_000) == {"roll-overlap", "roll-unreachable"}


@settings(max_examples=200, deadline=None)
@given(
    cuts=st.sets(st.integers(2, 16), max_size=6),
    plus=st.tuples(st.integers(-2, 2), st.integers(0, 4)).map(lambda t: (t[0], t[0] + t[1])),
)
def test_a_partition_of_totals_has_no_problems(cuts: set[int], plus: tuple[int, int]) -> None:
    every = sorted(totals(2, 6, [plus]))
    starts = [every[0], *sorted(n for n in cuts if every[0] < n <= every[-1])]
    ends = [n - 1 for n in starts[1:]] + [every[-1]]
    cells = [said((low, high)) for low, high in zip(starts, ends, strict=True)]
    assert codes("2D6", [plus], cells) == set()


@pytest.mark.parametrize(
    "dice", ["D", "0D6", "D1", "D101", "21D6", "D6+1", "6", "W6", "DD6", "2D66", "D६"]
)
def test_invalid_dice_are_reported(dice: str) -> None:
    assert codes(dice, [], ["1"]) == {"roll-invalid"}
