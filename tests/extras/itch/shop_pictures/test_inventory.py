"""The products that pictures of a shop page show, and regions of their pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas
from shop_games import made

from printgen import Project
from printgen.extras.itch.inventory import PageRegion, inventory_of, pages


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """An A4 page with a red box of 20 x 30 mm, 50 mm from the left and 40 mm from the top, whose
    upper left quarter is blue; and text below."""
    path, mm = tmp_path / "page.pdf", 72 / 25.4
    canvas = Canvas(str(path), pagesize=(210 * mm, 297 * mm))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(50 * mm, (297 - 70) * mm, 20 * mm, 30 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 1)
    canvas.rect(50 * mm, (297 - 55) * mm, 10 * mm, 15 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    for line in range(40):
        canvas.drawString(20 * mm, (200 - 4.5 * line) * mm, "words upon words upon words " * 3)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return path


# The rectangle on the page is blue at its top left, which is another corner of a turned region.
@pytest.mark.parametrize(
    ("turn", "right", "low"), [(0, 0, 0), (90, 0, 1), (180, 1, 1), (270, 1, 0)]
)
def test_a_region_is_cropped_with_round_corners(
    page: Path, turn: int, right: int, low: int
) -> None:
    width, height = (30, 20) if turn % 180 else (20, 30)
    region = PageRegion(page, 0, 50, 40, width, height, radius=3, turn=turn)
    card = np.asarray(region.picture(10), dtype=int)
    assert card.shape == (10 * height, 10 * width, 4)
    for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        x, y = 5 * width * across, 5 * height * down
        quarter = card[y + 20 : y + 5 * height - 20, x + 20 : x + 5 * width - 20]
        expected = (0, 0, 255) if (across, down) == (right, low) else (255, 0, 0)
        assert (quarter[..., :3] == expected).all()
    assert card[0, 0, 3] == 0
    # At 45 degrees a corner with a radius of 3 mm is 0.88 mm from the corner of the box per axis.
    assert card[7, 7, 3] < 128 < card[11, 11, 3]


def test_drawings_are_more_interesting_than_text(page: Path) -> None:
    whole, empty = pages(page)
    assert (round(whole.width), round(whole.height)) == (210, 297)
    drawn = PageRegion(page, 0, 40, 30, 40, 50)
    written = PageRegion(page, 0, 20, 100, 150, 180)
    assert empty.interest == 0.0 < written.interest < drawn.interest


# --- Cards that the pictures of a shop page show: each front with the back behind it --------------


GAME = """\
title: Beasts
languages: [en]
kinds:
  beasts: {label: Beast, fields: {power: {type: integer}}}
"""
BEASTS = """\
entries:
  fox: {name: Fox, power: 1, copies: 2}
  owl: {name: Owl, power: 2}
  hare: {name: Hare, power: 3}
"""
DECK = """\
deck:
  title: Deck
  output: cards
  entries: {beasts: all}
  duplex: DUPLEX
  faces: {front: {corner: power}, common_back: {title: Beasts}}
"""


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutter-fold"])
def test_cards_that_share_a_back_are_shown_with_it(tmp_path: Path, duplex: str) -> None:
    folder = tmp_path / "content" / "wood"
    (folder / "beasts").mkdir(parents=True)
    (tmp_path / "printgen.yaml").touch()
    (folder / "game.yaml").write_text(GAME)
    (folder / "beasts" / "beasts.yaml").write_text(BEASTS)
    (folder / "products.yaml").write_text(DECK.replace("DUPLEX", duplex))
    project = Project(tmp_path)
    report = project.build(papers=["a4"], inks=["full"])
    assert not report.failed
    ((_, cards),) = inventory_of(project.library, "wood", "en", made(tmp_path)[:1]).decks
    assert len(cards) == 3
    # The fronts differ, and none is a back.
    fronts = {(front.page, front.x, front.y) for front, _ in cards}
    backs = {(back.page, back.x, back.y) for _, back in cards}
    assert len(fronts) == 3 and not fronts & backs
    # The backs look the same, the fronts do not.
    (front, back), (other, same) = cards[:2]
    assert back.looks_like(same)
    assert not front.looks_like(other)
    assert front.letters > 0
    theme = tmp_path / "templates" / "wood"
    theme.mkdir(parents=True)
    (theme / "itch.yaml").write_text("leave_out: [deck]\n")
    (folder / "game.yaml").write_text(GAME + "theme: wood\n")
    assert inventory_of(Project(tmp_path).library, "wood", "en", made(tmp_path)[:1]).decks == []


PADS = """\
log: {title: Log, output: sheet, form: [{lines: 20}], page: a4}
few:
  {title: Few, output: tokens, entries: {beasts: all}, size: 25, faces: {front: {title: name}}}
"""


def test_forms_and_pages_that_are_mostly_white_are_not_shown(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "wood"
    (folder / "beasts").mkdir(parents=True)
    (tmp_path / "printgen.yaml").touch()
    (folder / "game.yaml").write_text(GAME)
    (folder / "beasts" / "beasts.yaml").write_text(BEASTS)
    (folder / "products.yaml").write_text(PADS + DECK.replace("DUPLEX", "long-edge"))
    project = Project(tmp_path)
    assert not project.build(papers=["a4"], inks=["full"]).failed
    found = made(tmp_path)
    assert len(found) == 3
    assert inventory_of(project.library, "wood", "en", found).sheets == []
    # Without cards, they are all that there is.
    rest = [each for each in found if each[0].product != "deck"]
    assert len(inventory_of(project.library, "wood", "en", rest).sheets) == 2
