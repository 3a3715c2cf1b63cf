"""What `check` says of slips on a map: one message for each, with what is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny

from printgen import Project

UNITS = 'sides: {red: Red}\nunits: [{profile: pike, at: "0202", side: red, mark: A}]\n'


def problems(root: Path, more: str, scenario: str = "") -> list[str]:
    """The problems of a map of four columns and three rows, without their places."""
    tiny(root, "flat_to_flat: 20 mm\norientation: flat-top\ncolumns: 4\nrows: 3\n")
    game = root / "content" / "g"
    (game / "profiles").mkdir()
    (game / "profiles" / "pike.yaml").write_text("name: Pike\n")
    with (game / "maps" / "m.yaml").open("a") as stream:
        stream.write(more)
    if scenario:
        (game / "scenarios").mkdir()
        (game / "scenarios" / "s.yaml").write_text(scenario)
    return [str(problem).split(": ", 1)[1] for problem in Project(root).check()]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (
            'labels: [{text: Here, at: "0202/13"}]\n',
            "value-shape: the hours of a hex go from 1 to 12",
        ),
        (
            'hexsides: [{style: wall, sides: ["0202/2-14"]}]\n',
            "value-shape: the hours of a hex go from 1 to 12",
        ),
        (
            "labels: [{text: Here, at: B0}]\n",
            "map-hex: B0 is outside the map (rows begin at 1: this map has 0101 to 0403)",
        ),
        (
            'labels: [{text: Here, at: "0002"}]\n',
            "map-hex: 0002 is outside the map (columns begin at 1: this map has 0101 to 0403)",
        ),
        (
            UNITS.replace("mark: A", "mark: Guns1"),
            "value-shape: a mark has at most 3 characters; 'Guns1' has 5",
        ),
        (
            UNITS.replace("mark: A", "facing: 13"),
            "value-shape: '13' is out of range (an hour of a clock: odd, 1 to 11, for a side of "
            "pointy-top hexes or a corner of flat-top ones; even, 2 to 12, for the others)",
        ),
    ],
)
def test_a_slip_is_named_with_what_is_right(tmp_path: Path, more: str, expected: str) -> None:
    assert problems(tmp_path, more) == [expected]


def test_a_misspelt_side_is_one_problem(tmp_path: Path) -> None:
    scenario = "title: S\nmap: m\nsides: {red: Red}\nforces: [{profile: pike, side: red}]\n"
    found = problems(tmp_path, UNITS.replace("side: red", "side: rde"), scenario)
    assert found == ["map-unit: no side 'rde' (did you mean 'red'?)"]
