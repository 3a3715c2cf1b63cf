"""Saved objects of Tabletop Simulator and their checks."""

from __future__ import annotations

import json
from typing import Any

from printgen.extras.exports.card_pictures import DeckCard
from printgen.extras.tabletop.save import Sheet, save_faults, saved_object
from printgen.problems import Position

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
