"""Rosters as forces of scenarios, and what their members are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.typography.labels import labels
from printgen.typography.text import in_number
from printgen.views.scenarios import ScenarioView, scenario_view
from printgen.views.sheets import roster_view

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


@pytest.mark.parametrize(("count", "noun"), [(1, "toy"), (2, "toys")])
def test_members_are_called_by_their_number(tmp_path: Path, count: int, noun: str) -> None:
    kinds = "rosters: {of: [toys]}\nkinds: {toys: {label: Toy, plural: Toys, fields: {x: {}}}}\n"
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": f"title: Toys\nlanguages: [en]\ntheme: plain\n{kinds}",
        "content/g/toys/bear.yaml": "name: Bear\nx: Growls.\n",
        "content/g/rosters/watch.yaml": (
            f"name: Watch\nmembers: [{{entry: bear, count: {count}}}]\n"
        ),
    }
    library = Project(write(tmp_path, files)).library
    assert roster_view(library, library.games["g"].rosters["watch"], "en")["noun"] == noun
    # Members of several kinds are members.
    words = labels(library.folders, "plain", "en")["members"]
    assert in_number(words, str(count), "en") == noun.replace("toy", "member")
