"""Screens as they are printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import colours, shared, words_in
from piece_games import is_drawn, piece_game, stroked_paths
from PIL import Image

from printgen import Project
from printgen.extras.pieces.models import ScreenProduct
from printgen.extras.pieces.screens import screen_plan
from printgen.imposition.plan import SheetPlan
from printgen.products.kind import PrintOptions

PRODUCTS = """
gm:
  title: {en: Screen, fr: Écran}
  output: screen
  papers: [a4]
  size: 150 x 120 mm
  panels:
    - {chapter: 01-turn}
    - {title: {en: Fights, fr: Combats}, tables: [hits]}
    - {text: {en: "First.\\nSecond {oil}.", fr: "Un.\\nDeux {oil}."}}
  players: {picture: images/wide.png, title: {en: Watch, fr: Veille}}
plain:
  title: {en: Screen, fr: Écran}
  output: screen
  papers: [a4]
  size: 60 x 90 mm
  panels: [{tables: [hits]}, {tables: [hits]}, {tables: [hits]}]
"""

TABLE = """
title: {en: Hits, fr: Coups}
columns: {roll: {en: Roll, fr: Jet}, result: {en: Result, fr: Résultat}}
rows:
  - {roll: 1–3, result: {en: A miss, fr: Raté}}
  - {roll: 4–6, result: {en: A hit, fr: Touché}}
"""

CHAPTER = """# A turn {#turn}

As in [](#lamp), with *care*.

:::{table} hits

## The lamp {#lamp}

Light {oil} it.
"""


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        game = piece_game(root, PRODUCTS) / "content/storm"
        for name, text in (("tables/hits.yaml", TABLE), ("chapters/01-turn.en.md", CHAPTER),
                           ("chapters/01-turn.fr.md", CHAPTER)):  # fmt: skip
            (game / name).parent.mkdir(exist_ok=True)
            (game / name).write_text(text)
        # From red at the left to blue at the right.
        share = np.linspace(0, 255, 3200).astype(np.uint8)
        wide = np.zeros((1000, 3200, 3), np.uint8)
        wide[:, :, 0], wide[:, :, 2] = 255 - share, share
        Image.fromarray(wide).save(game / "images/wide.png")
        report = Project(root).build(jobs=1, inks=["full", "low"])
        assert {p.code for p in report.problems} <= {"image-resolution"}
        assert not report.failed

    return shared(tmp_path_factory, "screens", make)


def plan_of(root: Path, product: str) -> SheetPlan:
    project = Project(root)
    (target,) = project.targets([f"storm/{product}"], langs=["en"], inks=["full"])
    value = project.library.games["storm"].products[product].value
    assert isinstance(value, ScreenProduct)
    return screen_plan(target, value, PrintOptions())


def words(path: Path, page: int) -> str:
    return " ".join(words_in(path, page).split())


def test_each_panel_has_its_words(storm: Path) -> None:
    path = storm / "out/storm/gm.en.a4.pdf"
    first, second, third = (words(path, page) for page in (0, 2, 4))
    assert "As in The lamp, with care." in first and "Light ♦ it." in first
    assert "1–3 A miss" in first and "1–3 A miss" in second
    assert second.startswith("Fights") and "First. Second ♦." in third
    french = storm / "out/storm/gm.fr.a4.pdf"
    assert "Combats" in words(french, 2) and "Raté" in words(french, 2)
    # The title is in the middle, for the players.
    outside = [words_in(path, page, (30, 30, 250, 180)).strip() for page in (1, 3, 5)]
    assert outside == ["", "Watch", ""]


def test_lines_are_drawn_where_the_plan_has_them(storm: Path) -> None:
    for product in ("gm", "plain"):
        for page, side in enumerate(plan_of(storm, product).sides):
            drawn = stroked_paths(storm / f"out/storm/{product}.en.a4.pdf", page)
            assert all(is_drawn(line, drawn) for line in (*side.cuts, *side.creases))


def test_the_picture_goes_on_from_panel_to_panel(storm: Path) -> None:
    plan = plan_of(storm, "gm")
    ends: dict[int, tuple[float, float]] = {}
    for page in (1, 3, 5):
        (p,) = plan.sides[page].placements
        image = colours(storm / "out/storm/gm.en.a4.pdf", page, 4)
        row = round(4 * (p.y + 10))
        red = [int(image[row, round(4 * x)][0]) for x in (p.x + 1, p.x + p.width - 1)]
        ends[p.face] = (red[0], red[1]) if p.turn == 0 else (red[1], red[0])
    assert sorted(ends) == [3, 4, 5]
    across = [value for face in sorted(ends) for value in ends[face]]
    # From red to blue, as the players read; each panel begins where the one before it ends.
    assert across == sorted(across, reverse=True)
    assert abs(across[1] - across[2]) < 6 and abs(across[3] - across[4]) < 6
    assert across[0] > 240 and across[5] < 15


def test_the_outside_has_the_title_of_the_game_and_little_ink_if_asked(storm: Path) -> None:
    path = storm / "out/storm/plain.en.a4.pdf"
    assert words(path, 1).startswith("Storm Watch")
    (outside, *_) = plan_of(storm, "plain").sides[1].placements
    box = (outside.x, outside.y, outside.x + outside.width, outside.y + outside.height)
    full, low = (
        colours(path.with_name(f"plain.en.a4{ink}.pdf"), 1, 4, box) for ink in ("", ".low-ink")
    )
    assert (full < 128).mean() > 0.5 and (low < 128).mean() < 0.2
