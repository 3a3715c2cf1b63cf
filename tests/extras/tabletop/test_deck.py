"""Decks for Tabletop Simulator: sheets, saved objects and previews."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import starter
from PIL import Image
from runners import runner_of
from tabletop_decks import apart, deck, made, picture, saved, slot

from printgen import Project
from printgen.extras.exports.card_pictures import DeckCard, deck_cards, deck_faces, hidden_card
from printgen.extras.exports.channels import ExportError
from printgen.extras.tabletop import deck as deck_module
from printgen.extras.tabletop.deck import (
    BASE_URL,
    MIN_DPI,
    DeckSheets,
    Sheet,
    SheetGrid,
    grid_for,
    save_faults,
    saved_object,
    tabletop_files,
)
from printgen.paper import CARDS
from printgen.problems import Position
from printgen.products.card_faces import Cut

POKER = CARDS["poker"]
NAMES = ["The Captain", "The Drowned Man", "The Harpooner", "The Sailor"]


@pytest.fixture(scope="module")
def crew(project: Project) -> dict[str, bytes]:
    return made(project, "https://example.org/cards")


def test_the_saved_deck_has_the_printed_cards(crew: dict[str, bytes]) -> None:
    whole = saved(crew)
    assert whole["Name"] == "DeckCustom"
    assert whole["DeckIDs"] == [100, 101, 102, 103, 103, 103]
    inside = whole["ContainedObjects"]
    assert [card["CardID"] for card in inside] == whole["DeckIDs"]
    assert [card["Nickname"] for card in inside] == [*NAMES, NAMES[3], NAMES[3]]
    assert inside[0]["Description"].startswith("Two wrecks, no regrets\nShe has lost")
    assert {card["Name"] for card in inside} == {"Card"}
    assert len({thing["GUID"] for thing in [whole, *inside]}) == 7
    entry = whole["CustomDeck"]["1"]
    assert entry["UniqueBack"] is True
    assert entry["BackIsHidden"] is False
    assert all(card["CustomDeck"] == {"1": entry} for card in inside)
    for key in ("FaceURL", "BackURL"):
        assert entry[key].startswith("https://example.org/cards/fog-crew-cards-en-")
        sheet = picture(crew, entry[key])
        assert (sheet.format, sheet.mode) == ("JPEG", "RGB")
        assert sheet.width % entry["NumWidth"] == sheet.height % entry["NumHeight"] == 0
        assert max(sheet.size) <= 4096
    assert set(crew) == {
        "fog-crew-cards-en.json",
        "fog-crew-cards-en.png",
        "README.fr.txt",
        "README.en.txt",
        *(entry[key].rpartition("/")[2] for key in ("FaceURL", "BackURL")),
    }


def test_each_slot_shows_its_card(project: Project, crew: dict[str, bytes]) -> None:
    entry = saved(crew)["CustomDeck"]["1"]
    fronts, backs = (picture(crew, entry[key]) for key in ("FaceURL", "BackURL"))
    size = (fronts.width // entry["NumWidth"], fronts.height // entry["NumHeight"])
    cut = Cut(POKER, 3.0)
    with runner_of(project) as runner:
        faces = [
            [face.image(*size) for face in faces if face]
            for _, *faces in deck_faces(project.library, deck(project), "en", cut, runner)
        ]
        hidden = hidden_card(project.library, deck(project), "en", cut, runner).resize(size)
    for shown, (side, sheet) in product(range(4), enumerate((fronts, backs))):
        seen = slot(sheet, entry, shown)
        away = [apart(seen, faces[card][side]) for card in range(4)]
        assert away.index(min(away)) == shown
        assert min(away) < 2
    last = entry["NumWidth"] * entry["NumHeight"] - 1
    assert apart(slot(fronts, entry, last), hidden) < 2
    assert apart(slot(backs, entry, last), hidden) < 2


def test_equal_backs_share_one_picture(project: Project) -> None:
    from printgen.content.models.faces import Faces

    files = made(project, faces=Faces(front="quick/number", back="quick/same"))
    entry = saved(files)["CustomDeck"]["1"]
    assert entry["UniqueBack"] is False
    sheet, back = picture(files, entry["FaceURL"]), picture(files, entry["BackURL"])
    assert back.size == (sheet.width // entry["NumWidth"], sheet.height // entry["NumHeight"])
    # What others see of a card in a hand is the back of the deck.
    last = entry["NumWidth"] * entry["NumHeight"] - 1
    assert apart(slot(sheet, entry, last), back.convert("RGB")) < 2


def test_a_single_card_without_a_back(project: Project) -> None:
    from printgen.content.models.faces import Faces

    files = made(
        project,
        faces=Faces(front="quick/number", back=None),
        profiles=["captain"],
        quantities={},
        corner_radius=0.0,
    )
    whole = saved(files)
    assert (whole["Name"], whole["CardID"], whole["Nickname"]) == ("Card", 100, "The Captain")
    entry = whole["CustomDeck"]["1"]
    assert (entry["UniqueBack"], entry["Type"]) == (False, 1)
    with runner_of(project) as runner:
        hidden = hidden_card(project.library, deck(project), "en", Cut(POKER, 3.0), runner)
    back = picture(files, entry["BackURL"])
    assert apart(back, hidden.resize(back.size)) < 2


def test_the_preview_shows_cards(crew: dict[str, bytes]) -> None:
    preview = Image.open(BytesIO(crew["fog-crew-cards-en.png"]))
    assert (preview.size, preview.mode, preview.format) == ((256, 256), "RGBA", "PNG")
    seen = np.asarray(preview)[:, :, 3] > 128
    assert 0.3 < seen.mean() < 0.9
    # As large as possible, and centred.
    down, across = seen.any(axis=1), seen.any(axis=0)
    assert max(down.sum(), across.sum()) >= 254
    assert abs(int(np.flatnonzero(across)[0]) + int(np.flatnonzero(across)[-1]) - 255) <= 2


def test_the_readme_is_in_both_languages(project: Project, crew: dict[str, bytes]) -> None:
    for lang, words in (("fr", "Un paquet de 6 cartes"), ("en", "A deck of 6 cards")):
        text = crew[f"README.{lang}.txt"].decode()
        assert words in text
        assert "https://example.org/cards/" in text
        assert "Cloud Manager" not in text
        assert "{" not in text
    local = made(project, profiles=["captain"], quantities={})["README.en.txt"].decode()
    assert "Cloud Manager" in local
    assert BASE_URL in local


def test_a_deck_is_reproducible(project: Project) -> None:
    one: dict[str, Any] = {"profiles": ["captain"], "quantities": {}}
    assert made(project, **one) == made(project, **one)


@pytest.mark.parametrize("url", ["", "C:\\cards", "javascript:alert(1)", "cards/"])
def test_invalid_urls_are_refused(project: Project, url: str) -> None:
    with runner_of(project) as runner, pytest.raises(ValueError, match="invalid URL"):
        next(tabletop_files(project.library, deck(project), "en", runner, url))


@pytest.mark.spares("tabletop-file")
def test_a_deck_of_one_card(project: Project) -> None:
    assert saved(made(project, profiles=["captain"], quantities={}))["CardID"] == 100


@pytest.mark.sees("tabletop-file")
def test_an_invalid_save_is_not_exported(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_cards(*arguments: Any) -> str:
        save = json.loads(saved_object(*arguments))
        save["ObjectStates"][0]["CardID"] = 101
        return json.dumps(save)

    monkeypatch.setattr(deck_module, "saved_object", without_cards)
    with pytest.raises(ExportError, match="tabletop-file"):
        made(project, profiles=["captain"], quantities={})


# --- Sheets of cards for Tabletop Simulator: grids and slots --------------------------------------


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


@pytest.mark.slow
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


# --- Saved objects of Tabletop Simulator and their checks -----------------------------------------


SHEET = Sheet(
    FaceURL="https://a/f.jpg", BackURL="https://a/b.jpg", NumWidth=2, NumHeight=2, UniqueBack=True
)
SIZES = {"https://a/f.jpg": (200, 280), "https://a/b.jpg": (200, 280)}
PLACED = [
    (DeckCard(number + 1, "id", Position("f"), f"Name {number}", "", 2), 100 + number)
    for number in range(3)
]


def faults(change: Any, sizes: dict[str, tuple[int, int]] = SIZES) -> list[str]:
    """The faults of a saved object after a change to its deck."""
    text = saved_object("name", "Title", {1: SHEET}, PLACED)
    assert save_faults(text, SIZES, PLACED) == []
    save = json.loads(text)
    change(save["ObjectStates"][0])
    return save_faults(json.dumps(save), sizes, PLACED)


def nothing(whole: Any) -> None:
    pass


def test_invalid_saves_are_reported() -> None:
    def put(*path: Any) -> Any:
        *steps, last, value = path

        def change(whole: Any) -> None:
            for step in steps:
                whole = whole[step]
            whole[last] = value

        return change

    assert faults(put("DeckIDs", 0, 101)) == [
        "DeckIDs differ from the CardIDs of the contained objects"
    ]
    moved = faults(put("ContainedObjects", 5, "CardID", 103))
    assert "card 103 has no slot on its sheet" in moved
    assert "card 202 has no sheet 2" in faults(put("ContainedObjects", 5, "CardID", 202))
    assert "duplicate GUID" in faults(
        lambda whole: put("GUID", whole["ContainedObjects"][0]["GUID"])(whole)
    )
    assert faults(lambda whole: whole["ContainedObjects"].pop())[0].startswith("DeckIDs")
    assert "LuaScript" in faults(put("LuaScript", "destroy()"))[0]
    assert "NumWidth" in "".join(faults(put("CustomDeck", "1", "NumWidth", 11)))
    assert "FaceURL" in "".join(faults(put("CustomDeck", "1", "FaceURL", "C:\\faces.jpg")))
    assert "Unknown" in "".join(faults(put("Unknown", 1)))


def test_pictures_that_do_not_match_their_grid_are_reported() -> None:
    face, back = SIZES
    assert faults(nothing, {face: (200, 280)}) == [f"missing image {back}"]
    assert f"{face} is not divisible by its grid" in faults(nothing, {**SIZES, face: (201, 280)})
    large = {face: (4100, 280), back: (4100, 280)}
    assert faults(nothing, large) == [f"{face} has a side of more than 4096 pixels"]
    assert faults(nothing, {**SIZES, back: (100, 140)}) == [f"{back} has the wrong size for {face}"]
