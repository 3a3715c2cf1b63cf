"""The symbol of a token: large, in the middle, and never in the way of a build."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import colours, near, shared
from small_projects import write

from printgen import Project

GAME = """title: {en: Pantry}
languages: [en]
icons: {cheese: images/cheese.svg, star: "✦"}
kinds:
  foods:
    label: {en: Food}
    fields:
      suit: {type: choice, options: {cheese: {en: Cheese}, star: {en: Star}}}
"""
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<rect width="9" height="9" fill="#e01010"/></svg>'
)
SHAPES = [("round", 15), ("round", 40), ("square", 15), ("hexagon", 22), ("hexagon-pointed", 22)]
PRODUCT = """
%s: {title: {en: T}, output: tokens, entries: {foods: %s}, papers: [a4], shape: %s,
  size: %d mm, faces: {front: {symbol: suit, title: %s}}}
"""


@pytest.fixture(scope="module")
def pantry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        products = ""
        for shape, size in SHAPES:
            for name in ("none", "name"):
                products += PRODUCT % (f"{shape}-{size}-{name}", "[swiss]", shape, size, name)
        products += PRODUCT % ("stars", "[star]", "round", 15, "none")
        files = {
            "printgen.yaml": "",
            "content/pantry/game.yaml": GAME,
            "content/pantry/products.yaml": products,
            "content/pantry/images/cheese.svg": PICTURE,
            "content/pantry/foods/swiss.yaml": "name: {en: Moon Milk}\nsuit: cheese\n",
            "content/pantry/foods/star.yaml": "name: {en: Star}\nsuit: star\n",
        }
        report = Project(write(root, files)).build(jobs=1, inks=["full", "low"])
        assert report.problems == []

    return shared(tmp_path_factory, "token_symbols", make)


def symbol(root: Path, product: str, ink: str) -> tuple[float, float, float]:
    """The size of the symbol of a token, and its middle from the left and the top of the page."""
    page = colours(root / f"out/pantry/{product}.en.a4{ink}.pdf", 0, 8)
    rows, columns = np.nonzero(near(page, (224, 16, 16), 40))
    return (np.ptp(rows) + 1) / 8, columns.mean() / 8, rows.mean() / 8


@pytest.mark.parametrize("ink", ["", ".low-ink"])
@pytest.mark.parametrize(("shape", "size"), SHAPES)
def test_an_icon_is_large_and_in_the_middle(
    pantry: Path, shape: str, size: float, ink: str
) -> None:
    alone = symbol(pantry, f"{shape}-{size}-none", ink)
    named = symbol(pantry, f"{shape}-{size}-name", ink)
    assert 0.49 * size < alone[0] < 0.75 * size
    assert 0.25 * size < named[0] <= alone[0] + 0.2
    # A named symbol is at the same place across, above its name.
    assert alone[1] == pytest.approx(named[1], abs=0.2)
    assert named[2] < alone[2]
    if not ink:
        page = colours(pantry / f"out/pantry/{shape}-{size}-none.en.a4.pdf", 0, 8)
        rows, columns = np.nonzero(near(page, (15, 86, 113), 20))
        middle = (columns.min() + columns.max()) / 16, (rows.min() + rows.max()) / 16
        assert alone[1:] == pytest.approx(middle, abs=0.3)
