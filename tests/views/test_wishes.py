"""Wishes in books and reports: their values, and what it would take to meet them."""

from __future__ import annotations

import pytest
from fen_game import FILES
from small_projects import write

from printgen import Project
from printgen.content.library import Library
from printgen.extras.balance.report import WishView, wish_view
from printgen.extras.balance.search import balance
from printgen.extras.reports.report import report_view
from printgen.typography.text import plain_words
from printgen.views.directives import Edition, directive_view

REED = "study: chances, rows: [reed], columns: [best]"
MAY = (
    "may_change: [{profiles: [reed], stat: life, by: [-1, 0]}, "
    "{quest: fen, stat: life, by: [0, 1]}]"
)
WORSE = (
    "may_change: [{profiles: [reed], stat: life, by: [-1, 0]}, "
    "{quest: fen, stat: armour, by: [0, 1]}]"
)
WISHES = f"""entries:
  holds: {{title: Reed may win, goals: [{{{REED}, least: 50 %}}]}}
  broken: {{title: Few win, goals: [{{study: chances, columns: [best], most: 80 %}}]}}
  close: {{title: Close, goals: [{{{REED}, least: 50 %, most: 88 %}}], {MAY}}}
  never: {{title: Never, goals: [{{{REED}, least: 99 %}}], {WORSE}, edits: 3}}
  all: {{title: All, goals: [{{{REED}, least: 99 %}}], {WORSE}}}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    files = FILES | {"content/fen/wishes/even.yaml": WISHES}
    return Project(write(tmp_path_factory.mktemp("fen"), files)).library


def view(library: Library, name: str, lang: str = "en") -> WishView:
    return wish_view(library, library.games["fen"].of_kind("wishes")[name], lang)


def lines(found: WishView) -> list[list[str]]:
    """The table as words, with its head."""
    table = found["table"]
    rows = [[row[key] for key in table["keys"]] for row in table["rows"]]
    return [[plain_words(cell) for cell in row] for row in [table["columns"], *rows]]


def test_a_wish_that_holds_has_its_value_and_its_limit(library: Library) -> None:
    found = view(library, "holds")
    assert lines(found) == [["Character", "Wish", "Value"], ["Reed", "at least 50%", "90.7%"]]
    assert (found["title"], found["verdict"], found["holds"]) == (
        "Reed may win",
        "The wish holds.",
        True,
    )


def test_values_outside_the_limits_are_marked(library: Library) -> None:
    found = view(library, "broken", "fr")
    assert [row[-1] for row in lines(found)[1:]] == ["65,0 %", "90,7 % ✗"]
    # No number may change: nothing was looked for.
    assert found["verdict"] == "Le souhait n’est pas tenu."


def test_the_changes_that_meet_a_wish_are_those_of_balance(library: Library) -> None:
    found = view(library, "close")
    answer = balance(library, library.games["fen"].of_kind("wishes")["close"], 4, 60)
    ((tunable, value),) = answer.changes.items()
    assert answer.proven and tunable.kind == "quests"
    step = library.games["fen"].of_kind("quests")["fen"].value.steps[int(tunable.path[1])]
    (then,) = answer.then.values()
    assert lines(found) == [
        ["Character", "Wish", "Value", "After"],
        ["Reed", "50% to 88%", "90.7% ✗", f"{then:.1%}"],
    ]
    assert plain_words(found["verdict"]).replace("\u00a0", " ") == (
        "The wish does not hold. Numbers to change: 1, no fewer. "
        f"Step {step.step}: L {step.enemy['life']} → {value}."
    )


def test_what_no_change_meets_is_said(library: Library) -> None:
    some, every = (plain_words(view(library, name)["verdict"]) for name in ("never", "all"))
    assert "all were ruled out, up to 3 numbers at a time." in some
    assert "No change is enough: all were ruled out." in every


def test_a_search_that_is_cut_short_proves_nothing(library: Library) -> None:
    wish = library.games["fen"].of_kind("wishes")["close"]
    assert balance(library, wish, 4, 60, tries=1).tried == 1
    assert not balance(library, wish, 4, 60, tries=1).proven
    assert balance(library, wish, 4, 60).tried > 1


def test_books_and_reports_show_the_same(library: Library) -> None:
    found = directive_view(library, Edition("fen", "en", "full"), "wish", "close")["wish"]
    shown = report_view(library, "fen", "en")["wishes"]
    assert [each["title"] for each in shown] == ["Reed may win", "Few win", "Close", "Never", "All"]
    assert found == shown[2]
