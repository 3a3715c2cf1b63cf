"""The paper textures of the themes: enough pixels for print, and their enlargement."""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from helpers import ROOT
from PIL import Image

from printgen import Project
from printgen.content.models.products import CardsProduct
from printgen.paper import PAPERS, Size
from printgen.products.card_faces import cut_of

TEMPLATES = ROOT / "templates"
# The pixels per inch that print shops ask for, and more for cards, which are held closer.
PAGES, CARDS = 200, 300
BACKGROUND = re.compile(r"url\((img/[\w-]+\.jpg)\)[^;}]*? / (\S+) (\S+)")


@cache
def script() -> ModuleType:
    """`templates/refine_textures.py`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(TEMPLATES)])
        return importlib.import_module("refine_textures")


def pixels_of(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def density(path: Path, size: Size) -> float:
    """The pixels per inch of a picture at a size, in the direction with fewer."""
    wide, high = pixels_of(path)
    return 25.4 * min(wide / size.width, high / size.height)


def backgrounds() -> list[tuple[Path, Size]]:
    """The pictures that style sheets print behind pages, each with its size."""
    found = []
    for sheet in TEMPLATES.glob("*/*.css"):
        for name, width, height in BACKGROUND.findall(sheet.read_text("utf-8")):
            papers = [PAPERS["a4"], PAPERS["letter"]]
            if width != "100%":
                papers = [Size(float(width.removesuffix("mm")), float(height.removesuffix("mm")))]
            found += [(sheet.parent / name, paper) for paper in papers]
    return found


def test_pages_and_covers_have_the_pixels_that_print_shops_ask_for() -> None:
    found = backgrounds()
    assert len({path.parent.parent.name for path, _ in found}) == 4
    assert len(found) > 30
    coarse = [
        f"{path.relative_to(TEMPLATES)} at {size}: {density(path, size):.0f}"
        for path, size in found
        if density(path, size) < PAGES
    ]
    assert coarse == []


def test_the_cards_of_a_theme_are_no_larger_than_its_pictures_are_made_for(
    demo_project: Project,
) -> None:
    games = demo_project.library.games.values()
    for theme, prints in script().PRINTS.items():
        products = [p for g in games if g.game.theme == theme for p in g.products_of(CardsProduct)]
        large = [size for size in prints.values() if size.density == CARDS]
        assert products and large
        for cut in (cut_of(product.value) for product in products):
            face = cut.size.grown(cut.bleed)
            assert any(p.width >= face.width and p.height >= face.height for p in large), theme


@pytest.mark.parametrize("theme", sorted(p.parent.name for p in TEMPLATES.glob("*/img")))
def test_no_picture_is_coarse_or_large(theme: str) -> None:
    prints = script().PRINTS[theme]
    for path in sorted((TEMPLATES / theme / "img").iterdir()):
        size = prints[path.stem.split("-")[0]]
        assert density(path, size) >= size.density >= PAGES, path.name
        assert path.stat().st_size < 225_000, path.name


def test_a_refined_picture_has_grain_and_its_earlier_tones(tmp_path: Path) -> None:
    across = np.linspace(170, 240, 120)
    tones = np.stack([np.broadcast_to(across * k, (160, 120)) for k in (1, 0.95, 0.85)], axis=-1)
    path = tmp_path / "page-1.jpg"
    Image.fromarray(tones.round().astype(np.uint8)).save(path, quality=95)
    grain = script().Grain(0.008, 3, 11)
    assert script().refine(path, (300, 400), grain)
    assert pixels_of(path) == (300, 400)
    refined = np.asarray(Image.open(path), np.float32)
    assert abs(refined.mean((0, 1)) - tones.mean((0, 1))).max() < 0.6
    # Neighbours differ as far apart as at the old pixels, and by little.
    apart = np.diff(refined[..., 1], axis=0)
    assert 0.5 < apart.std() < 4
    smallest = Image.open(path).resize((120, 160), Image.Resampling.BOX)
    assert np.abs(np.asarray(smallest, np.float32) - tones).mean() < 1.5


def test_pictures_with_enough_pixels_stay(tmp_path: Path) -> None:
    folder = tmp_path / "furia-cartese" / "img"
    folder.mkdir(parents=True)
    path = folder / "counter.jpg"
    Image.new("RGB", (200, 200), (240, 230, 205)).save(path)
    script().main(tmp_path)
    refined = path.read_bytes()
    assert pixels_of(path) == (603, 603)
    script().main(tmp_path)
    assert path.read_bytes() == refined
    Image.new("RGB", (200, 200), (240, 230, 205)).save(path)
    script().main(tmp_path)
    assert path.read_bytes() == refined
