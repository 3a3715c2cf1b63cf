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
    html = sheet.render(scenario=SCENARIO, maps=[], map=None, pages=1)
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
