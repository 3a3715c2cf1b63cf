"""Rosters of profiles: points, upgrades that are traits, totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers import all_words_in, built, starter
from small_projects import write

from printgen import Project
from printgen.content.models.products import FacesProduct
from printgen.rules.rosters import printed_entries, roster_members, total_points
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


CARS = """
title: {en: Cars, fr: Autos}
languages: [en, fr]
kinds:
  cars:
    label: {en: Car, fr: Auto}
    fields: {cost: {type: integer}, slots: {type: integer}, room: {type: integer, optional: true}}
  gear:
    label: {en: Gear, fr: Équipement}
    fields: {price: {type: integer}, slots: {type: integer}, most: {type: integer}}
rosters:
  of: [cars]
  points: cost
  upgrades: {of: gear, points: price%s}
  checks:
    - {check: sum(slots) <= slots, message: {any: too many slots}}
    - {check: room >= count(price > 1), message: {any: no room}}
"""


def cars(root: Path, upgrades: str, times: str = "", *, car: str = "slots: 3") -> Project:
    """A game with a roster of two cars with upgrades."""
    files = {
        "game.yaml": CARS % times,
        "cars/cars.yaml": f"entries:\n  van: {{name: Van, cost: 10, {car}}}\n",
        "gear/gear.yaml": "entries:\n  gun: {name: Gun, price: 2, slots: 1, most: 2}\n"
        "  ram: {name: Ram, price: 1, slots: 2, most: 1}\n",
        "rosters/team.yaml": f"name: {{any: Team}}\nmembers:\n"
        f"  - {{entry: van, count: 2, upgrades: [{upgrades}]}}\n",
        "products.yaml": "team: {title: {any: Team}, output: sheet, roster: team, papers: [a4], "
        "inks: [full]}\n"
        "cards: {title: {any: Cards}, output: cards, entries: {gear: all}, roster: team, "
        "faces: {front: {corner: price}}}\n",
    }
    write(root, {f"content/cars/{name}": text for name, text in files.items()})
    write(root, {"printgen.yaml": ""})
    return Project(root)


def test_an_upgrade_is_taken_twice(tmp_path: Path) -> None:
    project = cars(tmp_path, "gun, ram, gun", car="slots: 4")
    assert [each for each in project.check() if each.severity == "error"] == []
    library = project.library
    content = library.games["cars"]
    (member,) = roster_members(library, content.rosters["team"])
    assert (member.points, member.total) == (10 + 2 + 1 + 2, 2 * 15)
    # Two cars with two guns need four cards of the gun.
    product = content.products["cards"].value
    assert isinstance(product, FacesProduct)
    counts = {each.entry.id: each.count for each in printed_entries(library, "cars", product)}
    assert counts == {"gun": 4, "ram": 2}
    words = all_words_in(built(project, "cars/team") / "cars/team.en.a4.pdf")
    assert "2 × Gun (4)" in words.replace("\u00a0", " ") and words.count("Gun") == 1


@pytest.mark.parametrize(
    ("upgrades", "times", "car", "expected"),
    [
        ("gun, gun, gun", "", "slots: 3", []),
        ("gun, gun", ", times: 1", "slots: 3", ["44: duplicate upgrade 'gun'"]),
        ("gun, gun", ", times: most", "slots: 3", []),
        ("gun, ram, ram", ", times: most", "slots: 9", ["49: duplicate upgrade 'ram'"]),
        ("gun, gun, gun", ", times: most", "slots: 9", ["49: duplicate upgrade 'gun'"]),
        # Limits that depend on the member.
        ("gun, ram", "", "slots: 3", []),
        ("gun, ram", "", "slots: 2", ["38: too many slots"]),
        ("", "", "slots: 0", []),
        ("gun, ram, gun", "", "slots: 9, room: 2", []),
        ("gun, ram, gun", "", "slots: 9, room: 1", ["38: no room"]),
    ],
)
def test_rules_for_each_member(
    tmp_path: Path, upgrades: str, times: str, car: str, expected: list[str]
) -> None:
    problems = cars(tmp_path, upgrades, times, car=car).check()
    found = [each for each in problems if each.severity == "error"]
    assert [f"{each.position.column}: {each.message}" for each in found] == expected
    assert {each.position.file for each in found} <= {"content/cars/rosters/team.yaml"}


def test_a_trait_is_taken_once(project: Project) -> None:
    path = project.folders.content / "fog" / "rosters" / "gang.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("[cutlass]", "[cutlass, cutlass]"), "utf-8")
    (problem,) = Project(project.folders.root).check()
    assert (problem.code, problem.message) == ("roster-invalid", "duplicate upgrade 'cutlass'")
