"""Drawings of boards: visible area, terrains and shades."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import GAME, tiny

from printgen import Project
from printgen.analysis.maps.board_loader import board_of
from printgen.content.library import Library
from printgen.drawing.maps.board_drawing import visible_area
from printgen.drawing.maps.page import draw_map
from printgen.drawing.maps.scene import Use
from printgen.geometry.hex_grid import SQRT3


@pytest.fixture
def library(demo_project: Project) -> Library:
    return demo_project.library


def test_half_hexes_make_a_rectangle(tmp_path: Path) -> None:
    size = "flat_to_flat: 10 mm\ncolumns: 5\nrows: 4\n"
    library, entry = tiny(tmp_path / "half", size + "borders: half\n")
    board = board_of(library, entry)
    side = 10 / SQRT3
    corner, area, outline = visible_area(board, board.geometry)
    assert corner == pytest.approx((side, 5))
    assert area == pytest.approx((4 * 1.5 * side, 35))
    assert [kind for kind, *_ in outline] == ["M", "L", "L", "L", "Z"]
    library, entry = tiny(tmp_path / "whole", size)
    board = board_of(library, entry)
    corner, area, outline = visible_area(board, board.geometry)
    assert corner == (0, 0)
    assert area == pytest.approx((5 * 1.5 * side + side / 2, 45))
    assert len(outline) > 20


def test_terrains_differ_without_colour(library: Library) -> None:
    entry = library.games[GAME].maps["ponte-pedaggio"]
    drawing = draw_map(library, entry, "fr", "low")
    items = [item for layer in drawing.scene.layers for item in layer.items]
    forms = {item.form.rstrip("0123456789") for item in items if isinstance(item, Use)}
    assert {"wood", "vineyard", "village"} <= forms


def test_overlapping_shades_are_hatched_twice_and_tinted_once(library: Library) -> None:
    entry = library.games[GAME].maps["diagram-ditch"]
    scene = draw_map(library, entry, "fr", "full").scene
    (layer,) = (layer for layer in scene.layers if layer.name == "shades")
    at: dict[tuple[float, float], list[str]] = {}
    for item in layer.items:
        assert isinstance(item, Use)
        at.setdefault((item.x, item.y), []).append(item.form)
    many = [sorted(forms) for forms in at.values() if len(forms) > 2]
    assert ["shade-0-0", "shade-1-0", "tint-0-0"] in many
    assert len(at) < len(board_of(library, entry).ground)
