"""Rosters of profiles: points, upgrades that are traits, totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers import starter

from printgen import Project
from printgen.rules.rosters import roster_members, total_points
from printgen.views.sheets import roster_view

if TYPE_CHECKING:
    from pathlib import Path

RULES = """
rosters:
  points: 3 * nerve + (2 if has(cutlass) else 0)
  boxes: wounds
  upgrades: {points: damage}
  totals:
    - {check: count(has(pistol)) <= 2, message: {any: at most two pistols}}
"""

ROSTER = """
name: {fr: La bande, en: The gang}
limit: 60
members:
  - {entry: captain}
  - {entry: harpooner, upgrades: [cutlass]}
  - {entry: sailor, count: 2, name: {any: Tom}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    game = starter(tmp_path) / "content" / "fog"
    with (game / "game.yaml").open("a", encoding="utf-8") as stream:
        stream.write(RULES)
    (game / "rosters").mkdir()
    (game / "rosters" / "gang.yaml").write_text(ROSTER, "utf-8")
    return Project(tmp_path)


def test_points_are_those_of_members_with_their_upgrades(project: Project) -> None:
    assert project.check() == []
    library = project.library
    members = roster_members(library, library.games["fog"].rosters["gang"])
    nerve = {"captain": 4, "harpooner": 3, "sailor": 3}
    # The captain and the sailors have a cutlass; the harpooner gets hers as an upgrade.
    damage = 1
    cost = {name: 3 * value + 2 for name, value in nerve.items()}
    cost["harpooner"] += damage
    assert [(m.entry.id, m.points, m.total) for m in members] == [
        ("captain", cost["captain"], cost["captain"]),
        ("harpooner", cost["harpooner"], cost["harpooner"]),
        ("sailor", cost["sailor"], 2 * cost["sailor"]),
    ]
    assert total_points(members) == sum(m.total or 0 for m in members)
    view = roster_view(library, library.games["fog"].rosters["gang"], "en")
    assert [(m["name"], m["role"], m["boxes"]) for m in view["members"]] == [
        ("The Captain", "", 3),
        ("The Harpooner", "", 2),
        ("Tom", "The Sailor", 1),
    ]
    assert [cell["text"] for cell in view["members"][0]["lines"][0]][1:] == ["3+", "4", "3"]
    assert view["members"][1]["upgrades"][0]["points"] == damage


def test_an_upgrade_counts_in_the_rules_of_the_roster(project: Project) -> None:
    path = project.folders.content / "fog" / "rosters" / "gang.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("count: 2, name", "count: 2, upgrades: [pistol], name"), "utf-8")
    (problem,) = Project(project.folders.root).check()
    assert (problem.code, problem.message) == ("total-broken", "at most two pistols")
    assert problem.hint == "count(has(pistol)) <= 2, but count(has(pistol)) = 3"
