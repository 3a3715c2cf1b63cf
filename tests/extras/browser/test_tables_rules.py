"""What tables of the play aid find, roll, add up and draw, in node."""

from __future__ import annotations

from typing import Any

import pytest
from aid_pages import TABLE_RULES, by_node

from printgen import Project
from printgen.extras.browser.tables import tables_data

SAY = "(text) => (text ? text[given.lang] : '')"


def find(project: Project, game: str, lang: str, question: str) -> list[tuple[str, int | None]]:
    given = {"tables": _tables(project, game), "lang": lang, "question": question}
    found = by_node(TABLE_RULES, f"TableRules.find(given.tables, given.question, {SAY})", given)
    return [(one["id"], one["row"]) for one in found]


def _tables(project: Project, game: str) -> Any:
    found = tables_data(project.library, game)
    assert found is not None
    return found["tables"]


@pytest.mark.parametrize(
    ("lang", "question", "first"),
    [
        ("fr", "evenements", ("events", None)),
        ("fr", "  BLESSÉE moral ", ("attack", 4)),
        ("fr", "degage", ("ground", 0)),
        ("en", "second joker", ("draw", 5)),
        ("en", "who’s there", ("events", 4)),
        ("en", "who's there", ("events", 4)),
    ],
)
def test_a_search_ignores_accents_capitals_and_order(
    demo_project: Project, lang: str, question: str, first: tuple[str, int | None]
) -> None:
    assert find(demo_project, "un-jeu-de-figs", lang, question)[0] == first


def test_titles_come_before_cells_and_wrong_words_find_nothing(demo_project: Project) -> None:
    found = find(demo_project, "un-jeu-de-figs", "en", "cover")
    assert found[0] == ("cover", None)
    assert ("shooting-modifiers", 6) in found
    assert find(demo_project, "un-jeu-de-figs", "en", "cover zeppelin") == []


def test_a_matrix_is_found_by_its_ranks(demo_project: Project) -> None:
    assert ("conflicts", None) in find(demo_project, "zombstone", "fr", "brelan")


def test_totals_and_their_rows(demo_project: Project) -> None:
    roll = next(t for t in _tables(demo_project, "dracula-america") if t["id"] == "clues")["roll"]
    cases = [([1], [0]), ([8], [4]), ([3], [4])]
    ask = """given.cases.map(([faces, plus]) => {
      const total = TableRules.total(given.roll, faces, plus);
      return [total, TableRules.rowOf(given.roll, total)];
    })"""
    assert by_node(TABLE_RULES, ask, {"roll": roll, "cases": cases}) == [[1, 0], [12, 3], [7, 1]]
    tens = {"tens": True, "rows": {"36": 2}}
    ask = "[TableRules.total(given, [3, 6], []), TableRules.rowOf(given, 36)]"
    assert by_node(TABLE_RULES, ask, tens) == [36, 2]


def test_ticks_exclude_their_rivals_and_add_up(demo_project: Project) -> None:
    table = next(
        t for t in _tables(demo_project, "un-jeu-de-figs") if t["id"] == "shooting-modifiers"
    )
    ask = """given.taps.map((taps) => {
      const ticked = taps.reduce((before, row) => TableRules.ticked(given.adds, before, row), []);
      return [ticked, TableRules.sum(given.adds, ticked)];
    })"""
    taps = [[], [0], [1, 2], [4, 5, 4], [0, 0], [2, 7, 0], [6, 4, 7]]
    assert by_node(TABLE_RULES, ask, {"adds": table["adds"], "taps": taps}) == [
        [[], 0],
        [[0], 1],
        [[2], 1],
        [[4], -1],
        [[], 0],
        [[0, 2, 7], 0],
        [[4, 7], -3],
    ]


def test_a_shuffled_pack_has_each_card_once(demo_project: Project) -> None:
    pack = next(t for t in _tables(demo_project, "dracula-america") if t["id"] == "values")["pack"]
    ask = """(() => {
      let seed = 1;
      const below = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
      const cards = TableRules.shuffled(given, below);
      const faces = cards.map((number) => TableRules.card(given, number));
      return [cards, faces.filter((card) => card.joker).length, faces.map((card) => card.row)];
    })()"""
    cards, jokers, rows = by_node(TABLE_RULES, ask, pack)
    assert sorted(cards) == list(range(54)) != cards
    assert jokers == 2
    assert [rows.count(row) for row in range(3)] == [24, 28, 2]


def test_tables_are_as_wide_as_their_words() -> None:
    given = {"columns": ["A", "A long head"], "rows": [["1–2", "x" * 40], ["three", "a b c"]]}
    assert by_node(TABLE_RULES, "TableRules.need(given.columns, given.rows)", given) == 7 + 42
    given = {"columns": ["A", "B"], "rows": [["one", "a few words that go on and on"]]}
    assert by_node(TABLE_RULES, "TableRules.need(given.columns, given.rows)", given) == 5 + 18
