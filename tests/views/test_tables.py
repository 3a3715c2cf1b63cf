"""Tables as templates see them."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.views.tables import table_view

GAME = "title: {any: Snails}\nlanguages: [en]\n"
TABLE = """title: {any: Weather}
roll: {dice: 2D6, column: roll}
columns: {roll: {any: Dice}, effect: {any: Effect}}
rows:
  - {roll: {any: 2-9}, effect: {any: 1-2 snails}}
  - {roll: {any: 10–12}, effect: {any: Sun & wind}}
"""


@pytest.fixture
def rows(tmp_path: Path) -> list[dict[str, str]]:
    files = {
        "printgen.yaml": "",
        "content/snails/game.yaml": GAME,
        "content/snails/tables/weather.yaml": TABLE,
    }
    library = Project(write(tmp_path, files)).library
    content = library.games["snails"]
    return table_view(library, content.tables["weather"], "en")["rows"]


def test_no_line_breaks_within_the_totals_of_a_roll(rows: list[dict[str, str]]) -> None:
    whole = '<span class="unbroken">{}</span>'
    assert [row["roll"] for row in rows] == [whole.format("2–9"), whole.format("10–12")]


def test_other_cells_are_as_written(rows: list[dict[str, str]]) -> None:
    assert [row["effect"] for row in rows] == ["1-2 snails", "Sun &amp; wind"]
