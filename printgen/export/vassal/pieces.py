"""Pieces of a module: counters and cards, in the palette and in set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from printgen.export.vassal.encoding import Trait
from printgen.export.vassal.traits import (
    NOWHERE,
    Place,
    basic,
    clone,
    delete,
    facings,
    hidden_face,
    marker,
    prototype,
    sides,
    to_deck,
)

# The prototype of all pieces.
PROTOTYPE = "piece"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with the pictures of its sides. `number` is that of its place in the palette.

    `turns` are the steps of a whole turn of a piece with a front. A `secret` piece lies face down,
    hidden from all players. `deck` is where it belongs, if anywhere.
    """

    number: int
    name: str
    images: tuple[str, ...]
    turns: int = 0
    secret: bool = False
    deck: str = ""
    properties: Mapping[str, str] = field(default_factory=dict)

    def in_palette(self, words: Mapping[str, str]) -> list[Trait]:
        """The traits of the piece in the palette or in a deck of the module."""
        return [prototype(PROTOTYPE), *self._own(words, NOWHERE, 0, 1)]

    def in_game(
        self, words: Mapping[str, str], place: Place, facing: int = 0, shown: int = 1
    ) -> list[Trait]:
        """The traits of the piece in a saved game, where there are no prototypes. `facing` counts
        the steps clockwise, `shown` is the number of the side that is up.
        """
        return [*common_traits(words), *self._own(words, place, facing, shown)]

    def _own(self, words: Mapping[str, str], place: Place, facing: int, shown: int) -> list[Trait]:
        found: list[Trait] = []
        if self.secret:
            found.append(hidden_face(self.images[1], words["flip"], "?"))
        if self.deck:
            found.append(to_deck(self.deck, words["return"]))
        if self.turns:
            found.append(facings(self.turns, (words["right"], words["left"]), facing))
        if self.properties:
            found.append(marker(dict(self.properties)))
        if len(self.images) > 1 and not self.secret:
            names = ["", f"+ {words['turned']}"]
            found.append(sides(self.images, names, words["flip"], shown))
            return [*found, basic("", self.name, self.number, place)]
        return [*found, basic(self.images[0], self.name, self.number, place)]


def common_traits(words: Mapping[str, str]) -> list[Trait]:
    """What all pieces can do."""
    return [delete(words["delete"]), clone(words["clone"])]


@dataclass(slots=True)
class Numbers:
    """The numbers of the places of pieces in a module, from 1."""

    last: int = 0

    def next(self) -> int:
        """A number that no place has yet."""
        self.last += 1
        return self.last
