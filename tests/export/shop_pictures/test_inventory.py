"""Cards that the pictures of a shop page show: each front with the back behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop_games import made

from printgen import Project
from printgen.export.shop_pictures import inventory_of

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
    assert len(backs) == 1


def test_each_kind_has_its_back(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "wood"
    for kind in ("beasts", "trees"):
        (folder / kind).mkdir(parents=True)
        (folder / kind / f"{kind}.yaml").write_text(BEASTS.replace("fox", f"fox-{kind}"))
    (tmp_path / "printgen.yaml").touch()
    (folder / "game.yaml").write_text(
        GAME + "  trees: {label: Tree, fields: {power: {type: integer}}}\n"
    )
    backs = "common_backs: {beasts: {title: Beasts}, trees: {title: Trees}}"
    deck = DECK.replace("beasts: all", "beasts: all, trees: all").replace("DUPLEX", "long-edge")
    (folder / "products.yaml").write_text(deck.replace("common_back: {title: Beasts}", backs))
    project = Project(tmp_path)
    assert not project.build(papers=["a4"], inks=["full"]).failed
    ((_, cards),) = inventory_of(project.library, "wood", "en", made(tmp_path)[:1]).decks
    assert len({back for _, back in cards}) == 2
