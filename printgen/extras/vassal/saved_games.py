"""Saved games of VASSAL: the commands that put pieces on the boards, packed as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from printgen.extras.vassal.elements import (
    COMMANDS,
    VASSAL_VERSION,
    Trait,
    add,
    document,
    element,
    flag,
    piece,
    sequence,
)
from printgen.press.archive import archive

# Saved games begin with this mark, and with the key that their bytes are combined with. The key 0
# leaves them as they are.
_MARK, _KEY = "!VCSK", "00"

# The layer of pieces that players have put on a map.
_LAYER = "@@1"


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece that stands on a map, in a stack of its own. The last trait has its place."""

    traits: Sequence[Trait]
    map: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A deck of cards on a map: its type, and its cards from the bottom to the top."""

    type: str
    map: str
    x: int
    y: int
    face_down: bool
    cards: Sequence[Sequence[Trait]]


@dataclass(slots=True)
class SavedGame:
    """A game that begins: the board of each map, the pieces and the decks."""

    boards: dict[str, str]
    pieces: list[Standing] = field(default_factory=list)
    decks: list[DealtDeck] = field(default_factory=list)

    def commands(self) -> str:
        """The game as the text of its commands."""
        return sequence(COMMANDS, self._commands())

    def _commands(self) -> Iterator[str]:
        yield "begin_save"
        number = 0
        for standing in self.pieces:
            number += 2
            yield piece(standing.traits, str(number - 1))
            place = [standing.map, standing.x, standing.y, number - 1, _LAYER]
            yield piece([Trait("stack", sequence(";", place))], str(number))
        for deck in self.decks:
            first = number + 1
            for card in deck.cards:
                number += 1
                yield piece(card, str(number))
            ids = sequence(",", range(first, number + 1))
            number += 1
            state = [deck.map, deck.x, deck.y, flag(deck.face_down), ids]
            yield piece([Trait(deck.type, sequence(";", state))], str(number))
        for map, board in self.boards.items():
            yield sequence("\t", [f"{map}BoardPicker", board, 0, 0])
        # The stacks of the module are not set up again.
        yield "SETUP_STACK\t"
        yield "end_save"

    def file(self, title: str, moduledata: bytes) -> bytes:
        """The game as a file; `title` is what the player reads before opening it."""
        saved = _MARK + _KEY + self.commands().encode().hex()
        return archive(
            {
                "savedGame": saved.encode("ascii"),
                "savedata": metadata({"description": title}),
                "moduledata": moduledata,
            }
        )


def metadata(values: dict[str, str]) -> bytes:
    """What VASSAL lists of a file before it opens it."""
    root = element("data", version=1)
    known = {"version": "1.0", "VassalVersion": VASSAL_VERSION, "dateSaved": "0", **values}
    for name, value in known.items():
        add(root, name).text = value
    return document(root)
