"""Rosters as forces of scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.views.scenarios import ScenarioView, scenario_view

FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": (
        "title: Toys\nlanguages: [en]\ntheme: plain\nrosters: {points: cost}\n"
        "stat_lines: {toy: {label: Toy, stats: {cost: {label: Pts}}}}\n"
    ),
    "content/g/profiles/bear.yaml": "name: Bear\nstats: {toy: {cost: 9}}\n",
    "content/g/rosters/watch.yaml": (
        "name: Watch & *Ward*\nmembers: [{entry: bear}, {entry: bear, count: 3}]\n"
    ),
    "content/g/scenarios/night.yaml": (
        "title: Night\nsides: {guard: The Guard}\n"
        "forces:\n  - {roster: watch, side: guard, text: It sleeps.}\n"
        "  - {profile: bear, count: 2, side: guard}\n  - A cat.\n"
        "tallies: [{label: Toys, count: total}]\n"
    ),
}


def view(folder: Path, points: bool = True) -> ScenarioView:
    """The scenario, in a game whose rosters have points or not."""
    game = FILES["content/g/game.yaml"]
    if not points:
        game = game.replace("{points: cost}", "{}")
    library = Project(write(folder, {**FILES, "content/g/game.yaml": game})).library
    return scenario_view(library, library.games["g"].scenarios["night"], "en")


@pytest.mark.parametrize(("points", "printed"), [(True, " (36 points)"), (False, "")])
def test_a_roster_has_its_name_and_points(tmp_path: Path, points: bool, printed: str) -> None:
    roster, _, words = view(tmp_path, points)["forces"]
    assert roster["text"] == f"<b>Watch &amp; <em>Ward</em></b>{printed}. It sleeps."
    assert roster == {"profile": None, "text": roster["text"], "side": "guard"}
    assert words == {"profile": None, "text": "A cat.", "side": ""}


def test_its_figures_are_counted(tmp_path: Path) -> None:
    assert view(tmp_path)["tallies"][0]["counts"] == [6]
