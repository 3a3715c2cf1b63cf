"""Sheets of cards for Tabletop Simulator: grids and slots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers import starter
from PIL import Image
from runners import runner_of
from tabletop_decks import apart, deck, made, picture, saved, slot

from printgen import Project
from printgen.extras.exports.card_pictures import deck_cards, deck_faces
from printgen.extras.tabletop.deck import BASE_URL, MIN_DPI, DeckSheets, SheetGrid, grid_for
from printgen.extras.tabletop.save import save_faults, saved_object
from printgen.paper import CARDS
from printgen.products.card_faces import Cut

POKER = CARDS["poker"]


@pytest.mark.parametrize("name", ["poker", "tarot", "square", "mini-us"])
@pytest.mark.parametrize("total", [1, 3, 15, 39, 40, 69, 70, 140, 500])
def test_grids_keep_the_limits_of_tabletop_simulator(name: str, total: int) -> None:
    card = CARDS[name]
    grid = grid_for(total, card)
    assert grid.cards <= 69
    assert grid.cards < grid.columns * grid.rows
    assert 2 <= grid.columns <= 10
    assert 2 <= grid.rows <= 7
    assert max(grid.size) <= 4096
    assert grid.width * 25.4 / card.width >= MIN_DPI
    assert grid.width / grid.height == pytest.approx(card.width / card.height, abs=0.003)


def test_a_small_deck_has_300_dpi() -> None:
    assert grid_for(3, POKER) == SheetGrid(2, 2, 744, 1039, 3)


def test_a_deck_on_several_sheets(project: Project) -> None:
    cut = Cut(POKER, 3.0)
    hidden = Image.new("RGB", (63, 88), "#ff0000")
    sheets = DeckSheets("base", BASE_URL, SheetGrid(2, 2, 63, 88, 3), hidden, square=False)
    with runner_of(project) as runner:
        files = dict(sheets.files(deck_faces(project.library, deck(project), "en", cut, runner)))
    assert [number for _, number in sheets.placed] == [100, 101, 102, 200]
    assert sorted(sheets.made) == [1, 2]
    text = saved_object("base", "Crew", sheets.made, sheets.placed)
    assert save_faults(text, sheets.sizes, sheets.placed) == []
    whole = json.loads(text)["ObjectStates"][0]
    assert whole["DeckIDs"] == [100, 101, 102, 200, 200, 200]
    second = picture(files, whole["CustomDeck"]["2"]["FaceURL"])
    with runner_of(project) as runner:
        for _, *faces in deck_faces(project.library, deck(project), "en", cut, runner):
            assert faces[0] is not None
            sailor = faces[0].image(63, 88)
    assert apart(slot(second, whole["CustomDeck"]["2"], 0), sailor) < 4
    assert apart(slot(second, whole["CustomDeck"]["2"], 3), hidden) < 2


def test_a_deck_of_more_than_69_cards(tmp_path: Path) -> None:
    root = starter(tmp_path)
    theme = root / "templates" / "quick"
    theme.mkdir(parents=True)
    (theme / "number.html.j2").write_text('<p class="safe">{{ number }}</p>')
    profiles = root / "content" / "fog" / "profiles"
    for number in range(70):
        text = (profiles / "sailor.yaml").read_text()
        (profiles / f"z-{number:02}.yaml").write_text(text)
    products = root / "content" / "fog" / "products.yaml"
    text = products.read_text().replace("front: card-front, back: card-back", "front: quick/number")
    products.write_text(text)
    own = Project(root)
    files = made(own)
    whole = saved(files)
    assert len(deck_cards(own.library, deck(own), "en")) == 74
    assert len(whole["DeckIDs"]) == 76
    assert sorted(whole["CustomDeck"]) == ["1", "2"]
    assert len(set(whole["DeckIDs"])) == 74
