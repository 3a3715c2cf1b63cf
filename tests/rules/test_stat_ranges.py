"""Values out of a range that is wrong itself follow from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.problems import Group, gather

GAME = """title: The Game
languages: [en]
stat_lines: {hero: {label: Hero, stats: {life: {label: L, RANGE}}}}
kinds: {rooms: {label: Room, fields: {depth: {type: integer, RANGE}}}}
"""


def groups(root: Path, bounds: str, kind: str, values: list[int]) -> list[Group]:
    """The groups of problems of heroes or rooms with these values."""
    entry = "{name: A, stats: {hero: {life: %d}}}" if kind == "profiles" else "{depth: %d}"
    entries = "".join(f"  e{n}: {entry % value}\n" for n, value in enumerate(values))
    files = {
        "printgen.yaml": "{}",
        "content/g/game.yaml": GAME.replace("RANGE", bounds),
        f"content/g/{kind}/all.yaml": f"entries:\n{entries}",
    }
    return [
        group
        for group in gather(Project(write(root, files)).check())
        if group.cause.code in ("stat-range", "stat-bounds", "kind-invalid")
    ]


@pytest.mark.parametrize(
    ("kind", "code", "line"), [("profiles", "stat-bounds", 3), ("rooms", "kind-invalid", 4)]
)
def test_values_follow_from_a_range_without_values(
    tmp_path: Path, kind: str, code: str, line: int
) -> None:
    found = groups(tmp_path, "min: 9, max: 2", kind, [3, 4])
    causes = {(g.cause.code, g.cause.position.line): len(g.others) for g in found}
    assert causes[code, line] == 2
    assert "stat-range" not in {g.cause.code for g in found}


@pytest.mark.parametrize("kind", ["profiles", "rooms"])
def test_most_values_follow_from_a_range_that_is_too_narrow(tmp_path: Path, kind: str) -> None:
    (group,) = groups(tmp_path, "min: 1, max: 2", kind, [2, 3, 4, 5])
    assert group.cause.position.file == "content/g/game.yaml"
    assert len(group.others) == 3 and "3 problems that follow from it" in str(group)


def test_few_values_beyond_a_range_are_listed_one_by_one(tmp_path: Path) -> None:
    found = groups(tmp_path, "min: 1, max: 2", "profiles", [1, 2, 2, 1, 3, 4, 5])
    assert [len(group.others) for group in found] == [0, 0, 0]
    assert {group.cause.position.file for group in found} == {"content/g/profiles/all.yaml"}
