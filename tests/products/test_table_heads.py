"""The heads and the widths of the tables of the plain theme."""

from __future__ import annotations

from typing import Any

import pytest

from printgen.layout.templates import environment

SHIFTS = {
    "title": "Columns",
    "note": "",
    "roll": "",
    "matrix": None,
    "columns": ["Case", "Shift"],
    "keys": ["case", "shift"],
    "rows": [{"case": "Defender on a knoll", "shift": "1 left"}],
    "anchor": "table-shifts",
}
EMPTY = dict.fromkeys(("subtitle", "intro", "forces", "setup", "layout", "objectives"), "")
SCENARIO = EMPTY | {"title": "Dawn", "rules": "", "tables": [SHIFTS], "plans": (), "ending": ""}
PIECES: dict[str, dict[str, Any]] = {
    "plain/book-table.html.j2": {"table": SHIFTS, "id": "table-shifts"},
    "plain/web-table.html.j2": {"table": SHIFTS, "id": "table-shifts"},
    "plain/book-scenario.html.j2": {"scenario": SCENARIO, "id": "dawn"},
    "plain/web-scenario.html.j2": {"scenario": SCENARIO, "id": "dawn"},
}


@pytest.mark.parametrize("template", PIECES)
def test_a_table_of_two_columns_has_heads_and_widths_by_its_words(template: str) -> None:
    html = environment().get_template(template).render(piece=PIECES[template], before={})
    assert ">Case</th>" in html
    assert ">Shift</th>" in html
    assert "wide-first" in html


def test_a_scenario_sheet_prints_the_heads_of_two_columns() -> None:
    sheet = environment().get_template("plain/scenario.html.j2")
    looks = {"text": {"family": "Cardo"}, "colours": {}}
    html = sheet.render(
        scenario=SCENARIO,
        maps=[],
        map=None,
        pages=1,
        ink="low",
        style=looks,
        game={"accent": "#0f5671"},
        page_size={"width": 210},
    )
    assert "<th>Case</th><th>Shift</th>" in html


def test_heads_without_words_are_not_printed() -> None:
    table = SHIFTS | {"columns": ["", ""]}
    html = (
        environment()
        .get_template("plain/book-table.html.j2")
        .render(piece={"table": table, "id": "shifts"})
    )
    assert "<th>" not in html


def test_a_long_second_column_keeps_the_width_of_the_first() -> None:
    table = SHIFTS | {"rows": [{"case": "Wood", "shift": "The defender moves one column left."}]}
    html = (
        environment()
        .get_template("plain/book-table.html.j2")
        .render(piece={"table": table, "id": "shifts"})
    )
    assert "wide-first" not in html


WEATHER = SHIFTS | {
    "title": "The weather of the day",
    "roll": "D6",
    "columns": ["Die", "Weather", "Effect"],
    "keys": ["die", "weather", "effect"],
    "rows": [{"die": "1–6", "weather": "The sun", "effect": "Snails move one inch less."}],
}
BESIDE_DICE = '<span class="unbroken">day <span class="roll">D6</span></span>'


def page(table: dict[str, Any], template: str = "plain/book-table.html.j2") -> str:
    piece = {"table": table, "id": "weather"}
    return environment().get_template(template).render(piece=piece)


def test_the_dice_of_a_table_stay_beside_the_last_word_of_its_title() -> None:
    assert f"The weather of the {BESIDE_DICE}" in page(WEATHER)
    assert BESIDE_DICE in reference(WEATHER)


def test_a_title_in_italics_and_dice_with_modifiers_break_as_they_may() -> None:
    assert "unbroken" not in page(WEATHER | {"title": "The <em>long day</em>", "rows": LONG})
    assert "unbroken" not in page(WEATHER | {"roll": "D6 + Nerve (0–3)", "rows": LONG})


LONG = [dict.fromkeys(("die", "weather", "effect"), "Snails stay at home.")]


def reference(table: dict[str, Any]) -> str:
    game = {"title": "Snails", "trait_kinds": {}}
    sheet = environment().get_template("plain/reference.html.j2")
    return sheet.render(
        game=game,
        name="",
        profiles=[],
        kinds=[],
        trait_tables={},
        traits=[],
        tables={"weather": table},
        style={"title": "Source Sans 3"},
        page_size={"width": 210},
    )


def test_narrow_columns_stay_on_one_line_but_the_last() -> None:
    assert (
        '<td class="first unbroken" role="rowheader">1–6</td><td class=" unbroken">The sun</td>'
        in page(WEATHER)
    )
    assert '<td class="unbroken">The sun</td><td>Snails' in reference(WEATHER)
    wide = WEATHER | {"rows": [{"die": "1–6", "weather": "The sun at noon", "effect": "Hot."}]}
    assert '<td class="">The sun at noon</td><td class="">Hot.</td>' in page(wide)


def test_the_totals_of_a_roll_are_as_wide_as_their_words() -> None:
    rows = [{"die": "10–12", "weather": "The sun", "effect": "Snails move one inch less."}]
    assert " short" in page(WEATHER | {"rows": rows})
    assert " short" not in page(WEATHER | {"rows": rows, "roll": ""})
