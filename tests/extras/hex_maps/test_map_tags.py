"""What the files of hex maps say to those who cannot see them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import shared
from pdf_tags import SpokenText, read_structure, unmarked
from small_projects import write
from tools import verapdf

from printgen import Project

GAME = """title: Marsh
languages: [en]
stat_lines:
  unit: {label: Unit, stats: {move: {label: Move, type: integer}}}
terrains:
  easy: {label: Easy}
  bog: {label: Bog}
"""
MAP = """title: The Ford
flat_to_flat: 40 mm
columns: 8
rows: 6
ground: easy
hexes: {bog: [0102-0203]}
sides: {red: Reds}
units: [{profile: scouts, at: "0705", facing: 2, side: red, mark: S}]
"""
PRODUCTS = """board:
  title: The map
  output: hexmap
  map: ford
  papers: [a4]
  editions: [tiles, whole, counters]
"""


def make(root: Path) -> None:
    home = "content/marsh"
    files = {
        "printgen.yaml": "",
        f"{home}/game.yaml": GAME,
        f"{home}/maps/ford.yaml": MAP,
        f"{home}/profiles/scouts.yaml": "name: Scouts\nstats: {unit: {move: 3}}\n",
        f"{home}/products.yaml": PRODUCTS,
    }
    write(root, files)
    editions = ["tiles", "whole", "counters"]
    report = Project(root).build(jobs=1, editions=editions, inks=["full"])
    assert [str(problem) for problem in report.problems] == []
    assert len(report.built) == 3


@pytest.fixture(scope="module")
def marsh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of a map."""
    return shared(tmp_path_factory, "tagged-map", make) / "out" / "marsh"


def figures(said: SpokenText) -> list[str]:
    return [figure.alt for figure in said.all("Figure")]


def test_a_whole_map_is_one_drawing_in_words(marsh: Path) -> None:
    (alt,) = figures(read_structure(marsh / "board.en.whole.pdf"))
    assert alt.startswith("The Ford. Hex map, 8 columns by 6 rows.")
    assert "Bog: 0102 to 0103, 0202 to 0203." in alt
    assert "Units: S, Scouts, Reds, 0705, faces 2 o’clock." in alt


def test_each_tile_says_its_part(marsh: Path) -> None:
    said = read_structure(marsh / "board.en.tiles.a4.pdf")
    plan, *tiles = figures(said)
    assert plan.startswith("The Ford. Hex map")
    assert [tile.partition(".")[0] for tile in tiles[:2]] == ["A1", "A2"]
    assert "Bog: 0102 to 0103" in tiles[0] and "Scouts" not in tiles[0]
    assert sum("Scouts" in tile for tile in tiles) == 1
    assert [each.words for each in said.all("H1")] == ["Marsh – The map"]


def test_counters_say_their_names(marsh: Path) -> None:
    said = read_structure(marsh / "board.en.counters.a4.pdf")
    assert figures(said) == ["S, Scouts, Reds", "Back: S, Scouts, Reds"]


def test_all_is_content_or_decoration(marsh: Path) -> None:
    files = sorted(marsh.glob("*.pdf"))
    assert [unmarked(path) for path in files] == [[]] * 3


@pytest.mark.slow
def test_verapdf_finds_nothing(marsh: Path) -> None:
    assert verapdf("ua1", paths=sorted(marsh.glob("*.pdf"))) == []
