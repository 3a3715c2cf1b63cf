"""The symbol of a card with an index in two corners: large, and in the middle of the room."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import built, colours, near
from small_projects import write

GAME = """title: {en: Pantry}
languages: [en]
icons: {cheese: images/cheese.svg}
kinds:
  foods:
    label: {en: Food}
    fields:
      suit: {type: choice, options: {cheese: {en: Cheese}}, label: {en: Suit}}
      value: {type: integer, label: {en: Value}}
      text: {optional: true}
"""
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<rect width="9" height="9" fill="#e01010"/></svg>'
)
SYMBOL = "index: [value, suit], symbol: suit"
PRODUCTS = """
deck: {title: {en: Deck}, output: cards, entries: {foods: all}, papers: [a4], inks: [full],
  faces: {front: {%s}}}
"""


def symbol(root: Path, front: str, text: str = "Eat it.") -> tuple[float, float, float]:
    """The width of the symbol on a card, and its distance from the left and the top (mm)."""
    files = {
        "printgen.yaml": "",
        "content/pantry/game.yaml": GAME,
        "content/pantry/products.yaml": PRODUCTS % front,
        "content/pantry/images/cheese.svg": PICTURE,
        "content/pantry/foods/rind.yaml": (
            f"name: {{en: Swiss Wheel}}\nsuit: cheese\nvalue: 3\ntext: {{en: '{text}'}}\n"
        ),
    }
    (path,) = built(write(root, files)).glob("pantry/*.pdf")
    page = colours(path, 0, 4)
    red = near(page, (224, 16, 16), 40)
    # The card is 63 mm wide; the symbols of the index are smaller than 8 mm.
    rows = np.flatnonzero(red.sum(axis=1) > 12 * 4)
    columns = np.flatnonzero(red[rows].sum(axis=0) > 0.9 * len(rows))
    return len(rows) / 4, columns.mean() / 4, rows.mean() / 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "front", ["title: name, ", "title: none, foot: name, ", "title: none, body: name, "]
)
def test_a_name_leaves_the_symbol_large_and_in_the_middle(front: str, tmp_path: Path) -> None:
    alone = symbol(tmp_path / "alone", SYMBOL)
    named = symbol(tmp_path / "named", front + SYMBOL)
    assert named[0] == pytest.approx(alone[0], abs=1)
    assert named[0] > 28
    assert named[1] == pytest.approx(alone[1], abs=0.5)
    # Above a name in large type, it is higher.
    assert named[2] == pytest.approx(alone[2], abs=18 if "body" in front else 5)


def test_a_text_leaves_a_small_one_above_it(tmp_path: Path) -> None:
    found = symbol(tmp_path, f"title: name, body: text, {SYMBOL}", "Eat it before the cat. " * 6)
    assert 12 < found[0] < 20


def test_icons_of_a_symbol_are_beside_each_other_above_the_text(tmp_path: Path) -> None:
    front = "title: name, symbol: '{cheese} {cheese}', body: text"
    across, _, _ = symbol(tmp_path, front, "Eat it with a slice of old bread. " * 8)
    # Two squares in the width of the words, instead of two lines of which the second is cut off.
    assert 12 < across < 26
