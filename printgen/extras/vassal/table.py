"""The window with the decks of a game: a table with a place for each deck, and room for cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from printgen.extras.vassal.decks import CardDeck
from printgen.extras.vassal.elements import (
    BOARD,
    MAP,
    Value,
    add,
    add_slot,
    element,
    flag,
    sequence,
)
from printgen.extras.vassal.pictures import Pictures
from printgen.extras.vassal.pieces import Place
from printgen.extras.vassal.saved_games import DealtDeck
from printgen.typography.measure import font_file

if TYPE_CHECKING:
    from PIL.Image import Image

# Pixels between decks and around them, the height of their names, and the room below for play.
_GAP, _NAMES, _ROOM = 40, 34, 700

# The least and the most pixels of the width of the table.
_NARROW, _WIDE = 1000, 2200

_CLOTH, _LINE, _INK = "#dfe5dc", "#8b9a86", "#26301f"

# Decks are turned and shuffled by their menu; some lie face up at first.
_MENU, _MENU_UP = "Via right-click Menu", "MenuDefaultUp"

# The colour of the outline of an empty deck.
_OUTLINE = "139,154,134"

# The cards of a deck that are drawn as its thickness.
_THICK = 10


@dataclass(frozen=True, slots=True)
class _Spot:
    """The middle of a deck on the table (pixels)."""

    deck: CardDeck
    x: int
    y: int


class DeckTable:
    """The table of a game's decks. `name` is that of its window and of its board."""

    def __init__(self, name: str, decks: Sequence[CardDeck], words: Mapping[str, str]):
        self.name, self.words = name, words
        self.spots: list[_Spot] = []
        x, y, row, right = _GAP, _GAP, 0, _NARROW
        for deck in decks:
            if x + deck.width + _GAP > _WIDE and x > _GAP:
                x, y, row = _GAP, y + row + _GAP + _NAMES, 0
            self.spots.append(_Spot(deck, x + deck.width // 2, y + deck.height // 2))
            x, row = x + deck.width + _GAP, max(row, deck.height)
            right = max(right, x)
        # Where the room for play begins.
        self.room = y + row + _NAMES + _GAP // 2
        self.size = right, self.room + _ROOM

    def board(self, pictures: Pictures) -> Element:
        """The board with an outline and the name of each deck."""
        picture = pictures.add("table", self._picture())
        return element(
            f"{BOARD}Board", name=self.name, image=picture, reversible=False, color="0,0,0"
        )

    def _picture(self) -> Image:
        from PIL import Image as Images
        from PIL import ImageDraw, ImageFont

        image = Images.new("RGB", self.size, _CLOTH)
        draw = ImageDraw.Draw(image)
        font = ImageFont.truetype(str(font_file("Source Sans 3", 600, False)), 20)
        for spot in self.spots:
            wide, high = spot.deck.width / 2 + 6, spot.deck.height / 2 + 6
            box = (spot.x - wide, spot.y - high, spot.x + wide, spot.y + high)
            draw.rounded_rectangle(box, 14, outline=_LINE, width=2)
            name = _shortened(spot.deck.name, font.getlength, 2 * wide + 20)
            draw.text((spot.x, spot.y + high + 14), name, _INK, font, "mm")
        return image

    def add_decks(self, window: Element) -> None:
        """The decks of a game without a set-up."""
        for spot in self.spots:
            place = add(window, f"{MAP}DrawPile", **self._attributes(spot))
            # The last one is on top.
            for card in reversed(spot.deck.cards):
                add_slot(place, card.name, card.number, card.in_palette(self.words), "CardSlot")

    def _attributes(self, spot: _Spot) -> dict[str, Value]:
        deck, words = spot.deck, self.words
        return {
            "name": deck.name, "owningBoard": self.name, "useGridLocation": False,
            "x": spot.x, "y": spot.y, "width": deck.width, "height": deck.height,
            "allowMultiple": True, "drawMultipleMessage": words["draw"],
            "allowSelect": True, "drawSpecificMessage": words["choose"],
            "selectDisplayProperty": "$BasicName$", "selectSortProperty": "",
            "faceDown": self._facing(deck), "faceUpMessage": words["up"],
            "faceDownMessage": words["down"], "faceDownFormat": "", "drawFaceUp": False,
            "shuffle": "Always" if deck.shuffled else _MENU, "shuffleCommand": words["shuffle"],
            "shuffleFormat": self._shuffled(deck), "shuffleHotkey": "",
            "reversible": False, "reverseCommand": "", "reverseFormat": "", "reverseHotkey": "",
            "draw": True, "color": _OUTLINE, "hotkeyOnEmpty": False, "emptyHotkey": "",
            "reshufflable": True, "reshuffleCommand": words["gather"], "reshuffleMessage": "",
            "reshuffleHotkey": "", "reshuffleTarget": deck.name, "reportFormat": "",
            "canSave": False, "maxStack": _THICK, "expressionCounting": False,
            "countExpressions": "", "restrictOption": False, "restrictExpression": "",
        }  # fmt: skip

    def _facing(self, deck: CardDeck) -> str:
        if not any(card.secret for card in deck.cards):
            return "Never"
        return _MENU if deck.face_down else _MENU_UP

    def _shuffled(self, deck: CardDeck) -> str:
        return f"$playerName$: $deckName$, {self.words['shuffle']}"

    def dealt(self) -> Iterator[DealtDeck]:
        """The decks of a saved game."""
        for spot in self.spots:
            deck, words = spot.deck, self.words
            fields = [
                flag(True), _OUTLINE, deck.width, deck.height, self._facing(deck),
                "Always" if deck.shuffled else _MENU, flag(True), flag(True), flag(False),
                words["gather"], deck.name, "", deck.name, self._shuffled(deck), "", "",
                flag(False), flag(False), "", "", _THICK, "", flag(False), "", flag(False), "",
                "$BasicName$", "", flag(False), "", words["shuffle"], "", "", words["draw"],
                words["choose"], words["up"], words["down"],
            ]  # fmt: skip
            place = Place("null", spot.x, spot.y)
            cards = [card.in_game(words, place) for card in reversed(deck.cards)]
            type = "deck;" + sequence(";", fields)
            yield DealtDeck(type, self.name, spot.x, spot.y, deck.face_down, cards)


def _shortened(text: str, length: Callable[[str], float], room: float) -> str:
    """A text that fits, with dots for what is left out."""
    if length(text) <= room:
        return text
    while text and length(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
