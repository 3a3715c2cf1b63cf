"""Cards that the pictures of a shop page show: each front with the back behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop_games import made

from printgen import Project
from printgen.extras.itch.inventory import inventory_of

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
