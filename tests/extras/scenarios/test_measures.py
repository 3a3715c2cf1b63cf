"""The unit in which a game measures."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.extras.scenarios.views import measure_of

GAME = "title: {en: Fog}\nlanguages: [en]\n"
STAT = "move: {name: {en: Move}, label: {en: Mov}, type: length%s}"
STATS = f"stat_lines: {{crew: {{label: {{en: Crew}}, stats: {{{STAT}}}}}}}\n"


@pytest.mark.parametrize(
    ("given", "unit"),
    [
        ("", None),
        (STATS % "", "in"),
        (STATS % ", unit: cm", "cm"),
        (STATS % ", unit: mm", "cm"),
        ("facts: {move: 4 cm, hand: 5}\n", "cm"),
        ("facts: {hand: 5}\n", None),
        (STATS % "" + "facts: {move: 4 cm, run: 8 cm}\n", "cm"),
    ],
)
def test_most_lengths_of_a_game_have_its_unit(tmp_path: Path, given: str, unit: str | None) -> None:
    files = {"printgen.yaml": "", "content/fog/game.yaml": GAME + given}
    library = Project(write(tmp_path, files)).library
    assert measure_of(library.games["fog"]) == unit
