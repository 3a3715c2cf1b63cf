"""The saved object of Tabletop Simulator: its models, how to write one, and its checks.

Field names are those of the game's own files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, ValidationError

from printgen.content.models.base import Model
from printgen.extras.exports.card_pictures import DeckCard

# Maximum columns and rows of a sheet, and pixels per side.
MAX_COLUMNS, MAX_ROWS, MAX_SIDE = 10, 7, 4096

# A CardID is the sheet number times this, plus the slot.
CARD_IDS_PER_SHEET = 100

MAX_CARDS_PER_SHEET = MAX_COLUMNS * MAX_ROWS - 1


Guid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{6}$")]

Url = Annotated[str, StringConstraints(pattern=r"^(https?|file)://[^\s\"<>\\]+$")]

SheetNumber = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,4}$")]

CardNumber = Annotated[int, Field(ge=CARD_IDS_PER_SHEET)]


class Transform(Model):
    """The position and rotation of an object: face down, top away from the player."""

    posX: float = 0.0
    posY: float = 1.0
    posZ: float = 0.0
    rotX: float = 0.0
    rotY: float = 180.0
    rotZ: float = 180.0
    scaleX: float = 1.0
    scaleY: float = 1.0
    scaleZ: float = 1.0


class Colour(Model):
    """The tint of an object; the game's default for cards."""

    r: float = 0.713235259
    g: float = 0.713235259
    b: float = 0.713235259


class Sheet(Model):
    """Card images in a grid. Other players see the last slot of a card in a player's hand.

    `Type` is 0 for cards with round corners, 1 for square corners.
    """

    FaceURL: Url
    BackURL: Url
    NumWidth: Annotated[int, Field(ge=2, le=MAX_COLUMNS)]
    NumHeight: Annotated[int, Field(ge=2, le=MAX_ROWS)]
    BackIsHidden: Literal[False] = False
    UniqueBack: bool
    Type: Literal[0, 1] = 0


class TabletopObject(Model):
    """The fields shared by cards and decks."""

    GUID: Guid
    Transform: Transform
    Nickname: str
    Description: str
    GMNotes: str = ""
    ColorDiffuse: Colour
    Locked: bool = False
    Grid: bool = True
    Snap: bool = True
    Autoraise: bool = True
    Sticky: bool = True
    Tooltip: bool = True
    HideWhenFaceDown: bool = True
    Hands: bool = True
    SidewaysCard: bool = False
    CustomDeck: Annotated[dict[SheetNumber, Sheet], Field(min_length=1)]
    LuaScript: Literal[""] = ""
    LuaScriptState: Literal[""] = ""
    XmlUI: Literal[""] = ""


class CardObject(TabletopObject):
    """A card, in a deck or on its own."""

    Name: Literal["Card"]
    CardID: CardNumber


class DeckObject(TabletopObject):
    """Two cards or more."""

    Name: Literal["DeckCustom"]
    DeckIDs: Annotated[list[CardNumber], Field(min_length=2)]
    ContainedObjects: Annotated[list[CardObject], Field(min_length=2)]


class Save(Model):
    """A file in the game's `Saved Objects` folder."""

    SaveName: Literal[""] = ""
    GameMode: Literal[""] = ""
    Date: Literal[""] = ""
    Table: Literal[""] = ""
    Sky: Literal[""] = ""
    Note: Literal[""] = ""
    Rules: Literal[""] = ""
    LuaScript: Literal[""] = ""
    LuaScriptState: Literal[""] = ""
    XmlUI: Literal[""] = ""
    ObjectStates: Annotated[list[DeckObject | CardObject], Field(min_length=1, max_length=1)]


# A card and its CardID.
PlacedCard = tuple[DeckCard, int]


def saved_object(
    name: str, title: str, sheets: Mapping[int, Sheet], placed: list[PlacedCard]
) -> str:
    """The JSON of a deck. GUIDs derive from `name`, so they are the same in each export.

    Copies of a card share a slot.
    """
    guids = _guids(name)
    copies = [
        CardObject(
            Name="Card",
            GUID=next(guids),
            Transform=Transform(),
            Nickname=card.name,
            Description=card.words,
            ColorDiffuse=Colour(),
            CardID=number,
            CustomDeck={str(number // CARD_IDS_PER_SHEET): sheets[number // CARD_IDS_PER_SHEET]},
        )
        for card, number in placed
        for _ in range(card.quantity)
    ]
    whole: DeckObject | CardObject = copies[0]
    # The game does not show a deck of one card.
    if len(copies) > 1:
        whole = DeckObject(
            Name="DeckCustom",
            GUID=next(guids),
            Transform=Transform(),
            Nickname=title,
            Description="",
            ColorDiffuse=Colour(),
            DeckIDs=[card.CardID for card in copies],
            CustomDeck={str(number): sheet for number, sheet in sheets.items()},
            ContainedObjects=copies,
        )
    return Save(ObjectStates=[whole]).model_dump_json(indent=2) + "\n"


def _guids(name: str) -> Iterator[str]:
    """Unique GUIDs of six hexadecimal digits."""
    known: set[str] = set()
    for number in range(16**6):
        guid = sha256(f"{name} {number}".encode()).hexdigest()[:6]
        if guid not in known:
            known.add(guid)
            yield guid


def save_faults(
    text: str, sizes: Mapping[str, tuple[int, int]], placed: list[PlacedCard]
) -> list[str]:
    """The faults of a saved object. `sizes` are the pixel sizes of the images by URL."""
    try:
        save = Save.model_validate_json(text)
    except ValidationError as error:
        return [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    whole = save.ObjectStates[0]
    copies = whole.ContainedObjects if isinstance(whole, DeckObject) else [whole]
    faults = [fault for sheet in whole.CustomDeck.values() for fault in _sheet(sheet, sizes)]
    if isinstance(whole, DeckObject) and whole.DeckIDs != [card.CardID for card in copies]:
        faults.append("DeckIDs differ from the CardIDs of the contained objects")
    spec = [number for card, number in placed for _ in range(card.quantity)]
    if [card.CardID for card in copies] != spec:
        faults.append("the cards or their copies differ from the deck")
    guids = {card.GUID for card in copies} | {whole.GUID}
    if len(guids) != len(copies) + isinstance(whole, DeckObject):
        faults.append("duplicate GUID")
    for card in copies:
        number, slot = divmod(card.CardID, CARD_IDS_PER_SHEET)
        sheet = whole.CustomDeck.get(str(number))
        if sheet is None or card.CustomDeck != {str(number): sheet}:
            faults.append(f"card {card.CardID} has no sheet {number}")
        elif slot >= sheet.NumWidth * sheet.NumHeight - 1:
            faults.append(f"card {card.CardID} has no slot on its sheet")
    return faults


def _sheet(sheet: Sheet, sizes: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    for url in (sheet.FaceURL, sheet.BackURL):
        if url not in sizes:
            yield f"missing image {url}"
            return
    width, height = sizes[sheet.FaceURL]
    if max(width, height) > MAX_SIDE:
        yield f"{sheet.FaceURL} has a side of more than {MAX_SIDE} pixels"
    if width % sheet.NumWidth or height % sheet.NumHeight:
        yield f"{sheet.FaceURL} is not divisible by its grid"
    cell = (width // sheet.NumWidth, height // sheet.NumHeight)
    if sizes[sheet.BackURL] != ((width, height) if sheet.UniqueBack else cell):
        yield f"{sheet.BackURL} has the wrong size for {sheet.FaceURL}"
