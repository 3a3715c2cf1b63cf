"""Wishes about scenarios that are played out."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import real
from known_games import known_project

from printgen.content.library import Entry, Library
from printgen.extras.balance.model import Wish
from printgen.extras.balance.search import balance
from printgen.extras.balance.wishes import GAMES, SEED, cells_of
from printgen.extras.battles.battle import win_shares
from printgen.extras.reports.report import report_view
from printgen.rules.resolve import ComputationError
from printgen.typography.text import plain_words

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    root = real(tmp_path_factory.mktemp("street"), "zombstone", "lotow")
    return known_project(root).library


def wish(*goals: object, **more: object) -> Entry[Wish]:
    data = {"title": "Even", "goals": list(goals), **more}
    return Entry("zombstone", "even", Wish.model_validate(data), None)  # type: ignore[arg-type]


def test_rows_are_sides_and_values_their_chances(library: Library) -> None:
    asked = wish({"scenario": "three-pages", "least": 0.0})
    shares = win_shares(library, library.games["zombstone"].scenarios["three-pages"], GAMES, SEED)
    found = {cell.row: value for cell, value in cells_of(library, asked).items()}
    assert found == shares and {*found} == {"law", "dead"}


def test_numbers_that_help_a_side_are_found(library: Library) -> None:
    law = {"scenario": "three-pages", "rows": ["law"]}
    (now,) = cells_of(library, wish({**law, "least": 0.0})).values()
    assert now is not None
    asked = wish(
        {**law, "least": now + 0.02},
        may_change=[{"profiles": ["deputy"], "stat": "pot.sound", "by": [-1, 2]}],
    )
    answer = balance(library, asked, 1, 600)
    ((tunable, value),) = answer.changes.items()
    assert answer.is_met and answer.proven and value > tunable.value


def test_unknown_sides_and_scenarios_are_named(library: Library) -> None:
    with pytest.raises(ComputationError, match="no row 'laws'"):
        cells_of(library, wish({"scenario": "three-pages", "rows": ["laws"], "least": 0.0}))
    with pytest.raises(ComputationError, match="no scenario 'pages'"):
        cells_of(library, wish({"scenario": "pages", "least": 0.0}))
    with pytest.raises(ValueError, match="either `study` or `scenario`"):
        wish({"least": 0.0})
    with pytest.raises(ValueError, match="has no columns"):
        wish({"scenario": "three-pages", "columns": ["win"], "least": 0.0})


def test_books_and_reports_name_the_side_and_count_the_games(library: Library) -> None:
    views: list[Any] = report_view(library, "zombstone", "fr")["wishes"]
    law = [view for view in views if view["title"].startswith("À découvert")]
    assert [view["table"]["rows"][0]["row"] for view in law] == ["La loi", "La loi"]
    assert [view["holds"] for view in law] == [True, False]
    words = [plain_words(view["verdict"]) for view in law]
    assert all(said.startswith("2 000 parties simulées.") for said in words)
