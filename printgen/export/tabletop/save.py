"""The saved object of Tabletop Simulator: its shape, how it is made, and what may be wrong with it.

The names are those of the game's own files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, ValidationError

from printgen.content.models import Model
from printgen.export.faces import Card

COLUMNS, ROWS, LARGEST = 10, 7, 4096

# The number of a card is that of its sheet, times this, and its slot.
SLOTS_A_SHEET = 100

MOST_CARDS_A_SHEET = COLUMNS * ROWS - 1


Guid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{6}$")]

Address = Annotated[str, StringConstraints(pattern=r"^(https?|file)://[^\s\"<>\\]+$")]

SheetNumber = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,4}$")]

CardNumber = Annotated[int, Field(ge=SLOTS_A_SHEET)]


class Transform(Model):
    """Where an object lies: face down, its head away from the player."""

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
    """What a picture is tinted with; the game's own default for cards."""

    r: float = 0.713235259
    g: float = 0.713235259
    b: float = 0.713235259


class Sheet(Model):
    """Pictures of cards in a grid. The last slot is what others see of a card in somebody's hand.

    `Type` is 0 for cards with round corners, 1 for square ones.
    """

    FaceURL: Address
    BackURL: Address
    NumWidth: Annotated[int, Field(ge=2, le=COLUMNS)]
    NumHeight: Annotated[int, Field(ge=2, le=ROWS)]
    BackIsHidden: Literal[False] = False
    UniqueBack: bool
    Type: Literal[0, 1] = 0


class TabletopObject(Model):
    """What cards and decks have in common."""

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
    """A card, in a deck or alone."""

    Name: Literal["Card"]
    CardID: CardNumber


class DeckObject(TabletopObject):
    """Two cards or more."""

    Name: Literal["DeckCustom"]
    DeckIDs: Annotated[list[CardNumber], Field(min_length=2)]
    ContainedObjects: Annotated[list[CardObject], Field(min_length=2)]


class Save(Model):
    """A file of the folder `Saved Objects`."""

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


# A card, and the number of its picture.
Placed = tuple[Card, int]


def saved_object(name: str, title: str, sheets: Mapping[int, Sheet], placed: list[Placed]) -> str:
    """The JSON of a deck. `name` makes its GUIDs, which stay the same from one export to another.

    Copies of a card show the same slot.
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
            CustomDeck={str(number // SLOTS_A_SHEET): sheets[number // SLOTS_A_SHEET]},
        )
        for card, number in placed
        for _ in range(card.quantity)
    ]
    whole: DeckObject | CardObject = copies[0]
    # The game shows no deck of a single card.
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
    """Six digits each, none twice."""
    known: set[str] = set()
    for number in range(16**6):
        guid = sha256(f"{name} {number}".encode()).hexdigest()[:6]
        if guid not in known:
            known.add(guid)
            yield guid


def save_faults(text: str, sizes: Mapping[str, tuple[int, int]], placed: list[Placed]) -> list[str]:
    """What is wrong with a saved object. `sizes` are the pixels of each picture, by address."""
    try:
        save = Save.model_validate_json(text)
    except ValidationError as error:
        return [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    whole = save.ObjectStates[0]
    copies = whole.ContainedObjects if isinstance(whole, DeckObject) else [whole]
    faults = [fault for sheet in whole.CustomDeck.values() for fault in _sheet(sheet, sizes)]
    if isinstance(whole, DeckObject) and whole.DeckIDs != [card.CardID for card in copies]:
        faults.append("DeckIDs are not those of the cards")
    spec = [number for card, number in placed for _ in range(card.quantity)]
    if [card.CardID for card in copies] != spec:
        faults.append("the cards are not those of the deck, each as often as there are copies")
    guids = {card.GUID for card in copies} | {whole.GUID}
    if len(guids) != len(copies) + isinstance(whole, DeckObject):
        faults.append("two objects have the same GUID")
    for card in copies:
        number, slot = divmod(card.CardID, SLOTS_A_SHEET)
        sheet = whole.CustomDeck.get(str(number))
        if sheet is None or card.CustomDeck != {str(number): sheet}:
            faults.append(f"card {card.CardID} has no sheet {number}")
        elif slot >= sheet.NumWidth * sheet.NumHeight - 1:
            faults.append(f"card {card.CardID} has no slot of its own on its sheet")
    return faults


def _sheet(sheet: Sheet, sizes: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    for address in (sheet.FaceURL, sheet.BackURL):
        if address not in sizes:
            yield f"there is no picture {address}"
            return
    width, height = sizes[sheet.FaceURL]
    if max(width, height) > LARGEST:
        yield f"{sheet.FaceURL} has more than {LARGEST} pixels on a side"
    if width % sheet.NumWidth or height % sheet.NumHeight:
        yield f"{sheet.FaceURL} is not divided by its grid"
    cell = (width // sheet.NumWidth, height // sheet.NumHeight)
    if sizes[sheet.BackURL] != ((width, height) if sheet.UniqueBack else cell):
        yield f"{sheet.BackURL} is not as large as {sheet.FaceURL} asks"
