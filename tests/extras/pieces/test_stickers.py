"""Stickers of dice as they are printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import colours, messages, pixels, shared, words_in
from piece_games import is_drawn, piece_game, stroked_paths

from printgen import Project
from printgen.extras.pieces.models import StickersProduct
from printgen.extras.pieces.sheets import plan_stickers
from printgen.imposition.plan import SheetPlan
from printgen.paper import PAPERS

PRODUCTS = """
dice:
  title: {en: Weather dice, fr: Dés de météo}
  output: stickers
  papers: [a4]
  size: 12 mm
  dice:
    - faces: ["{fire}", "{oil}{oil}", 1, "2–3", {en: Calm, fr: Calme}]
      colour: "#1f4e5f"
      copies: 3
    - {faces: [X, "×2"]}
"""


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        report = Project(piece_game(root, PRODUCTS)).build(jobs=1, inks=["full", "low"])
        assert {problem.code for problem in report.problems} <= {"translation-missing"}

    return shared(tmp_path_factory, "stickers", make)


def plan_of(root: Path) -> SheetPlan:
    value = Project(root).library.games["storm"].products["dice"].value
    assert isinstance(value, StickersProduct)
    return plan_stickers(value, PAPERS["a4"])


def test_the_faces_of_each_die_follow_each_other(storm: Path) -> None:
    (side,) = plan_of(storm).sides
    assert [p.face for p in side.placements] == [*range(5), *range(5), *range(5), 5, 6]
    drawn = stroked_paths(storm / "out/storm/dice.en.a4.pdf", 0)
    assert all(is_drawn(cut, drawn) for cut in side.cuts) and len(side.cuts) == 17
    expected = {0: "☀", 1: "♦♦", 2: "1", 3: "2–3", 4: "Calme", 15: "X", 16: "×2"}
    for number, words in expected.items():
        p = side.placements[number]
        box = (p.x, p.y, p.x + p.width, p.y + p.height)
        assert words_in(storm / "out/storm/dice.fr.a4.pdf", 0, box).strip() == words


def test_colour_reaches_the_bleed_and_icons_are_large(storm: Path) -> None:
    path, p = storm / "out/storm/dice.en.a4.pdf", plan_of(storm).sides[0].placements[0]
    image = colours(path, 0, 10)
    row = round(10 * (p.y + 6))
    for x, inside in ((p.x - 0.8, True), (p.x - 1.4, False)):
        near = np.abs(image[row, round(10 * x)] - (0x1F, 0x4E, 0x5F)).max() < 12
        assert near == inside
    low = pixels(storm / "out/storm/dice.en.a4.low-ink.pdf", 0, 10)
    part = low[round(10 * p.y) + 12 : round(10 * p.y) + 108, round(10 * p.x) + 12 :][:, :96] < 200
    height, width = (int(part.any(axis=axis).sum()) / 10 for axis in (1, 0))
    assert 4 < min(height, width) <= max(height, width) < 9.6


def test_icons_and_numbers_need_no_translation(storm: Path) -> None:
    found = [text for text in messages(Project(storm).check()) if "die-faces" not in text]
    assert len(found) == 1
    assert "translation-missing" in found[0] and ":11:" in found[0]


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("[]", "no values"),
        ("[{faces: []}]", "no values"),
        ("[{faces: [{de: Eins}]}]", "language-unknown"),
        ('[{faces: ["{fyre}"]}]', "icon-unknown"),
    ],
)
def test_faulty_dice_are_reported(tmp_path: Path, dice: str, message: str) -> None:
    products = f"d: {{title: {{any: D}}, output: stickers, dice: {dice}}}\n"
    found = messages(Project(piece_game(tmp_path, products)).check())
    assert any(message in problem for problem in found), found
