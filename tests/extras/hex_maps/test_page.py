"""Map pages and figures: words, bytes, fonts and ink."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from helpers import darkest, lightest
from small_maps import GAME, render, tiny, words
from sound_files import pdf_faults

from printgen import Project
from printgen.content.library import Library
from printgen.extras.hex_maps.legend import MARGIN
from printgen.extras.hex_maps.map_page import map_page
from printgen.extras.hex_maps.page import MIN_WIDTH, draw_map

every_ink = pytest.mark.parametrize("ink", ["full", "low"])


@pytest.fixture
def library(demo_project: Project) -> Library:
    return demo_project.library


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_map_has_its_title_labels_and_legend(library: Library, lang: str) -> None:
    entry = library.games[GAME].of_kind("maps")["la-bicocca"]
    text = words(map_page(library, entry, lang, "full").pdf)
    for name in ("LA BICOCCA", "0101", "1312", "W1", "G3"):
        assert name in text
    assert ("17,32 mm" if lang == "fr" else "17.32 mm") in text
    assert ("Marais (difficile)" if lang == "fr" else "Marsh (difficult)") in text


def test_the_same_map_has_the_same_bytes(library: Library) -> None:
    entry = library.games[GAME].of_kind("maps")["poggio-secco"]
    again = Library(library.folders, library.kinds, library.games)
    one = map_page(library, entry, "fr", "full").pdf
    assert one == map_page(again, entry, "fr", "full").pdf


@every_ink
def test_fonts_are_embedded(library: Library, ink: str, tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    path.write_bytes(
        map_page(library, library.games[GAME].of_kind("maps")["la-bicocca"], "fr", ink).pdf
    )
    fonts = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout
    rows = fonts.splitlines()[2:]
    assert rows
    assert all(re.search(r"\byes\s+yes\b", row) for row in rows), fonts
    assert pdf_faults(path) == ""


def test_low_ink_maps_are_black_on_white(library: Library) -> None:
    entry = library.games[GAME].of_kind("maps")["la-bicocca"]
    low = render(map_page(library, entry, "fr", "low").pdf, 2)
    assert (lightest(low) - darkest(low)).max() < 2
    assert (darkest(low) > 200).mean() > 0.8
    full = render(map_page(library, entry, "fr", "full").pdf, 2)
    assert (lightest(full) - darkest(full)).max() > 100


def test_units_can_be_omitted(library: Library) -> None:
    entry = library.games[GAME].of_kind("maps")["la-bicocca"]
    text = words(map_page(library, entry, "fr", "full", units=False).pdf)
    assert "LA BICOCCA" in text
    assert "Winkelried" not in text
    assert "Winkelried" in words(map_page(library, entry, "fr", "full").pdf)


def test_a_page_is_wide_enough_for_its_legend(tmp_path: Path) -> None:
    library, entry = tiny(tmp_path, "flat_to_flat: 4 mm\ncolumns: 1\nrows: 1\n")
    page = map_page(library, entry, "en", "full")
    assert page.size.width == pytest.approx(MIN_WIDTH + 2 * MARGIN)
    text = words(page.pdf)
    for word in ("M", "Hexes: 4 mm from flat to flat, 2.31 mm a side", "Easy"):
        assert word in text.replace("\u00a0", " ")


def test_a_map_has_at_most_100_000_hexes(tmp_path: Path) -> None:
    game = tmp_path / "content" / "g"
    (game / "maps").mkdir(parents=True)
    (tmp_path / "printgen.yaml").write_text("# x\n")
    (game / "game.yaml").write_text(
        "title: G\nlanguages: [en]\nterrains:\n  easy: {label: Easy}\n"
        "  wood: {label: Wood, draw: wood}\n"
    )
    row = "....w" * 80
    lines = "".join(f"  {row}\n" for _ in range(250))
    text = f'title: M\nflat_to_flat: 5 mm\nlegend: {{".": easy, w: wood}}\ngrid: |\n{lines}'
    (game / "maps" / "m.yaml").write_text(text)
    project = Project(tmp_path)
    assert project.check() == []
    (game / "maps" / "m.yaml").write_text(text + f"  {row}\n")
    assert [p.code for p in Project(tmp_path).check()] == ["map-size"]


def test_a_map_without_units_has_no_shades(library: Library) -> None:
    entry = library.games[GAME].of_kind("maps")["diagram-ditch"]
    shades = [
        next(layer for layer in drawing.scene.layers if layer.name == "shades").items
        for drawing in (
            draw_map(library, entry, "fr", "full"),
            draw_map(library, entry, "fr", "full", units=False),
        )
    ]
    assert [bool(items) for items in shades] == [True, False]
