"""Decks for Tabletop Simulator: the saved object matches its pictures."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import product
from typing import Any

import numpy as np
import pytest
from PIL import Image
from runners import runner_of
from tabletop_decks import apart, deck, made, picture, saved, slot

from printgen import Project
from printgen.extras.exports.card_pictures import deck_faces, hidden_card
from printgen.extras.exports.channels import ExportError
from printgen.extras.tabletop import deck as deck_module
from printgen.extras.tabletop.deck import BASE_URL, tabletop_files
from printgen.extras.tabletop.save import saved_object
from printgen.paper import CARDS
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
