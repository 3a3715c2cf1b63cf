"""Boards with units for tests of fields and moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from printgen import Project
from printgen.extras.hex_maps.boards import Board, PlacedUnit, board_of
from printgen.extras.hex_maps.page import FigureBounds

# The room of a figure in an A5 book.
COLUMN = FigureBounds(112.0, 148.0, None)

GAME = """
title: Another
languages: [en]
stat_lines:
  man:
    label: Man
    stats:
      pace: {label: P, min: 0, max: 6}
      order: {label: O, type: choice, options: {close: Close, loose: Loose}}
trait_kinds: {role: {label: Role}}
terrains:
  easy: {label: Easy}
  wood: {label: Wood, bars: order == close, enter: whole, hides: true, draw: wood}
  lake: {label: Lake, enter: never, draw: water}
hexes:
  facing: corner
  faced: order == close
  move: pace
  command: {trait: general, near: 1, path: 3}
  sight: {along: ways, units: hide}
"""
PROFILES = """
entries:
  foot: {name: Foot, stats: {man: {pace: 2, order: close}}}
  horse: {name: Horse, stats: {man: {pace: 3, order: loose}}}
"""


def board(
    tmp_path: Path, grid: str, units: str, orientation: str = "pointy-top", more: str = ""
) -> Board:
    """The board of a map with these rows of terrain and these units, in a separate project."""
    game = tmp_path / "content" / "g"
    for folder, name, text in (
        ("", "game.yaml", GAME),
        ("profiles", "all.yaml", PROFILES),
        ("traits", "general.yaml", "name: General\nkind: role\n"),
        (
            "maps",
            "m.yaml",
            f"title: M\norientation: {orientation}\nflat_to_flat: 20 mm\n"
            'legend: {".": easy, w: wood, o: lake}\nsides: {red: Red, white: White}\n'
            f"units:\n{units}\n{more}grid: |\n" + "".join(f"  {row}\n" for row in grid.split()),
        ),
    ):
        (game / folder).mkdir(parents=True, exist_ok=True)
        (game / folder / name).write_text(text)
    (tmp_path / "printgen.yaml").write_text("# tests\n")
    project = Project(tmp_path)
    assert project.check() == []
    return board_of(project.library, project.library.games["g"].of_kind("maps")["m"])


def unit(found: Board, mark: str) -> PlacedUnit:
    """The unit with a mark."""
    placed = found.unit(mark)
    assert placed is not None
    return placed


def names(found: Board, hexes: Any) -> list[str]:
    """The sorted names of hexes."""
    return sorted(map(found.names.of, hexes))


OPEN = "....... ....... ....... ....... ....... ....... ......."
