"""The command style try: the cards of a spreadsheet or of a deck in all styles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cli_runs import run_printgen
from helpers import words_in
from PIL import Image
from small_projects import write
from sound_files import pdf_faults

from printgen.content.theme import theme_styles
from printgen.extras.style_try.page import _grid
from printgen.paper import Size, paper_size
from printgen.project import Folders

SHEET = "Name,Cost,Text\nTide,2,Draw a card.\nFog,3,Hide one of your cards until dawn.\n"

DECK = """
deck:
  title: Weather
  output: cards
  source: cards.csv
  faces: {front: {corner: cost, body: text}}
"""


@pytest.mark.slow
def test_a_bare_sheet_in_every_style(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(SHEET)
    done = run_printgen("style", "try", "cards.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "    front: {corner: cost, body: text}\n" in done.stdout
    made = tmp_path / "cards-styles.pdf"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cards-styles.pdf", "cards-styles.png", "cards.csv",
    ]  # fmt: skip
    assert pdf_faults(made) == ""
    words = words_in(made, 0)
    for style in theme_styles(Folders(tmp_path), "plain"):
        assert f"style: {style}" in words
    # The card and its back on the first page, the other card on the second one.
    assert "Draw a card." in words
    assert "Hide one of your" in words_in(made, 1)
    with Image.open(tmp_path / "cards-styles.png") as picture:
        assert picture.size == (1654, 2339)
        # Fields with cards fill most of the page.
        assert (np.asarray(picture.convert("L")) == 255).mean() < 0.4


def project(root: Path, theme: str = "plain") -> Path:
    files = {
        "printgen.yaml": "",
        "content/sea/game.yaml": f"title: Sea\nlanguages: [en]\ntheme: {theme}\n",
        "content/sea/products.yaml": DECK,
        "content/sea/cards.csv": SHEET,
    }
    return write(root, files)


def test_a_deck_in_the_styles_of_its_own_theme(tmp_path: Path) -> None:
    root = project(tmp_path, "mine")
    run_printgen("theme", "mine", cwd=root)
    for style in (root / "templates/mine/styles").iterdir():
        if style.name != "folk":
            for path in sorted(style.rglob("*"), reverse=True):
                path.unlink() if path.is_file() else path.rmdir()
            style.rmdir()
    for name in ("deck", "content/sea/cards.csv"):
        done = run_printgen("style", "try", name, cwd=root)
        assert (done.returncode, done.stderr) == (0, ""), name
        assert done.stdout.startswith("out/sea/styles/deck.en.pdf")
    found = words_in(root / "out/sea/styles/deck.en.pdf", 0)
    assert "style: folk" in found
    assert "style: calm" not in found


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("cards.csv", "no file 'cards.csv'"),
        ("sea/dek", "no deck 'sea/dek' (did you mean 'sea/deck'?)"),
        ("see", "no game 'see' (did you mean 'sea'?)"),
    ],
)
def test_what_is_unknown_is_said(tmp_path: Path, what: str, said: str) -> None:
    done = run_printgen("style", "try", what, cwd=project(tmp_path))
    assert done.returncode == 2
    assert said in done.stderr


def test_a_theme_without_styles_has_nothing_to_try(tmp_path: Path) -> None:
    done = run_printgen("style", "try", "deck", cwd=project(tmp_path, "zombstone"))
    assert done.returncode == 2
    assert "the theme 'zombstone' has no styles (`theme: plain` has)" in done.stderr


@pytest.mark.parametrize("card", [Size(63, 88), Size(88, 63), Size(70, 120), Size(44, 68)])
@pytest.mark.parametrize("styles", [1, 3, 8])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_are_within_their_fields(card: Size, styles: int, paper: str) -> None:
    size = paper_size(paper)
    grid = _grid(size, card, styles)
    assert grid.columns * grid.rows >= styles
    assert 9 + grid.columns * grid.width + (grid.columns - 1) * 3 <= size.width - 8.99
    down = 2 // grid.across
    assert grid.across * card.width * grid.scale <= grid.width
    assert down * card.height * grid.scale <= grid.height
    assert 0.3 < grid.scale <= 1
