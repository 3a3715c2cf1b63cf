"""Zombstone and Legends of the Old West: the values of the source."""

from __future__ import annotations

from typing import Any

import pytest
from demo_games import game

from printgen import Project
from printgen.content.library import Entry
from printgen.content.models.stat_value import NotedSymbol
from printgen.content.models.table import Table
from printgen.content.stat_types import parse_stat

# The loser's hand against the winner's: the points of life that the loser loses.
CONFLICTS = """
             pair  two-pairs  three  full  four  five
    nothing     2          3      4     5     6     7
    pair        1          2      3     4     5     6
    two-pairs   *          1      2     3     4     5
    three       *          *      1     2     3     4
    full        *          *      *     1     2     3
    four        *          *      *     *     1     2
    five        *          *      *     *     *     1
"""


def test_the_conflict_table(project: Project) -> None:
    table: Entry[Table] = game(project, "zombstone").tables["conflicts"]
    matrix = table.value.matrix
    assert matrix is not None
    head, *rows = [row.split() for row in CONFLICTS.strip().splitlines()]
    assert matrix.columns == head
    assert matrix.rows == [row[0] for row in rows]
    printed = {name: list(map(str, cells)) for name, cells in matrix.cells.items()}
    assert printed == {name: cells for name, *cells in rows}
    assert (matrix.down, matrix.across) == ("falls", "rises")


def test_hands_and_faces_stand_in_their_order(project: Project) -> None:
    scales = game(project, "zombstone").game.scales
    assert list(scales["faces"].ranks) == ["nine", "ten", "jack", "queen", "king", "ace"]
    assert list(scales["hands"].ranks) == [
        "nothing", "pair", "two-pairs", "three", "full", "four", "five",
    ]  # fmt: skip


def test_what_weapons_add_to_the_damage(project: Project) -> None:
    traits = game(project, "zombstone").traits
    armed = {id: entry.value.values for id, entry in traits.items() if entry.value.values}
    assert {id: values["damage"] for id, values in armed.items()} == {
        "light-colt": 0,
        "heavy-colt": 1,
        "winchester": 1,
        "shotgun": 2,
        "fists": -1,
        "fleshless-hands": -1,
        "improvised": 0,
        "sabre-axe": 1,
        "spear": 2,
    }


def test_the_zombie_of_the_old_west(project: Project) -> None:
    zombie = game(project, "zombstone").profiles["zombie"].value
    line = project.library.games["lotow"].game.stat_lines["lotow"].stats
    values = zombie.stats["lotow"]
    assert list(line) == ["cost", "S", "F", "St", "G", "A", "W", "P"]
    shown = {key: parse_stat(line[key], raw).text for key, raw in values.items()}
    assert " ".join(shown[key] for key in ("S", "F", "St", "G", "A", "W", "P")) == "6+ 2 3 1 1 * -"
    assert shown["cost"] == "10$"
    assert isinstance(values["W"], NotedSymbol)
    assert values["W"].trait == "lotow/indestructible"
    assert "lotow/indestructible" in zombie.traits
    assert isinstance(values["P"], NotedSymbol)
    assert values["P"].note is not None


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("zombie", {"pot": "0/0", "main": 0, "white": 4, "red": 2}),
        ("ike-clanton", {"pot": "1/1", "main": 1, "white": 4, "red": 2}),
        ("wyatt-earp", {"pot": "3/3", "main": 2, "white": 4, "red": 2}),
    ],
)
def test_figures_of_zombstone(project: Project, name: str, figures: dict[str, Any]) -> None:
    assert game(project, "zombstone").profiles[name].value.stats["zombstone"] == figures


def test_the_only_skill_that_needs_a_card(project: Project) -> None:
    traits = game(project, "zombstone").traits
    assert {id: e.value.suit for id, e in traits.items() if e.value.suit} == {
        "last-breath": "heart"
    }
