"""The PDF of a scene: equal to its SVG, and characters without a glyph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_maps import GAME, render, tiny
from unit_boards import COLUMN

from printgen import Project
from printgen.extras.hex_maps.map_page import map_page
from printgen.extras.hex_maps.page import draw_figure
from printgen.extras.hex_maps.pdf_renderer import draw_scene
from printgen.extras.hex_maps.scene import TextItem
from printgen.extras.hex_maps.views import scene_view
from printgen.layout.templates import environment
from printgen.problems import PlacementError


@pytest.mark.parametrize("name", ["la-bicocca", "ponte-pedaggio", "diagram-recoil"])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_scene_looks_the_same_as_pdf_and_as_svg(
    demo_project: Project, name: str, ink: str
) -> None:
    from weasyprint import HTML

    library = demo_project.library
    drawing = draw_figure(library, library.games[GAME].of_kind("maps")[name], "fr", ink, COLUMN)
    scene = drawing.scene
    # WeasyPrint uses the fonts of the machine here.
    for layer in scene.layers:
        layer.items = [item for item in layer.items if not isinstance(item, TextItem)]
    plain = draw_scene(scene, drawing.faces, drawing.palette)
    macros: Any = environment().get_template("_shared/map.html.j2").module
    svg = str(macros.hex_map({"id": "m", "alt": name, **scene_view(drawing)}))
    size = f"{scene.width:.4f}mm {scene.height:.4f}mm"
    style = f"<style>@page {{ size: {size}; margin: 0 }} body {{ margin: 0 }}</style>"
    inline = HTML(string=f"<html lang=fr>{style}<body>{svg}").write_pdf()
    one, other = render(plain), render(inline)
    high, wide = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    one, other = one[:high, :wide], other[:high, :wide]
    away = np.abs(one - other).max(axis=2)
    assert (away > 100).mean() < 0.001
    # ReportLab's paths have a precision of 0.1 point.
    assert away.mean() < 3
    assert (one < 128).any()


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ("subtitle: The 𒀀\n", ("subtitle",)),
        ('labels: [{text: A, at: "0202"}, {text: B 𒀀, at: "0303"}]\n', ("labels", 1, "text")),
        ('zones: [{label: Camp 𒀀, hexes: ["0101"]}]\n', ("zones", 0, "label")),
    ],
)
def test_a_missing_glyph_is_reported_at_its_text(
    tmp_path: Path, more: str, path: tuple[str | int, ...]
) -> None:
    library, entry = tiny(tmp_path, "flat_to_flat: 20 mm\ncolumns: 8\nrows: 4\n" + more)
    with pytest.raises(PlacementError) as error:
        map_page(library, entry, "en", "full")
    problem = error.value.problem
    assert problem.position == entry.at(*path)
    assert problem.code == "glyph-missing"
    assert problem.message == "no font has the character '𒀀' (U+12000)"
