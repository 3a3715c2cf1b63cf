"""Pieces, and their traits: what a player can do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from printgen.extras.vassal.elements import Trait, flag, sequence

# --- the traits of pieces: what a player can do with them -----------------------------------------


# Keys with Ctrl, as VASSAL writes them: the code of the key and of its modifiers.
_CONTROL = 130


def control(key: str) -> str:
    """The key that is pressed with Ctrl: a letter or a bracket."""
    return f"{ord(key)},{_CONTROL}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece is: a map and a point on it, in pixels."""

    map: str = "null"
    x: int = 0
    y: int = 0


NOWHERE = Place()


def basic(image: str, name: str, number: int | str, place: Place = NOWHERE) -> Trait:
    """The piece itself, with the number of its place in the palette."""
    state = sequence(";", [place.map, place.x, place.y, number, 0])
    return Trait("piece;" + sequence(";", ["", "", image, name]), state)


def sides(images: Sequence[str], names: Sequence[str], command: str, shown: int = 1) -> Trait:
    """The sides of a piece, which `command` shows in turn. A name that begins with `+` follows that
    of the piece. `shown` counts from 1.
    """
    fields = [
        "", 128, "", command, _CONTROL, "F", "", 128, "", "", "", 1, flag(False), 0, 0,
        sequence(",", images), sequence(",", names), flag(True), command, "", "", flag(False), "",
        1, 1, flag(True), "", control("F"), "", "", "1.0",
    ]  # fmt: skip
    return Trait("emb2;" + sequence(";", fields), str(shown))


def facings(count: int, labels: tuple[str, str], facing: int = 0) -> Trait:
    """The piece turns clockwise and back, by a whole turn in `count` steps."""
    clockwise, back = labels
    fields = [
        count,
        control("]"),
        control("["),
        clockwise,
        back,
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        flag(True),
    ]
    return Trait("rotate;" + sequence(";", fields), str(facing))


def delete(label: str) -> Trait:
    """The piece can be taken away."""
    return Trait("delete;" + sequence(";", [label, control("D"), ""]))


def clone(label: str) -> Trait:
    """The piece can be copied."""
    return Trait("clone;" + sequence(";", [label, control("C"), ""]))


def marker(values: dict[str, str]) -> Trait:
    """Properties that never change, such as the side of a unit."""
    return Trait("mark;" + sequence(",", values), sequence(",", values.values()))


def prototype(name: str) -> Trait:
    """The traits of a prototype."""
    return Trait("prototype;" + name)


def hidden_face(back: str, command: str, unknown: str) -> Trait:
    """The back of a card, which others see of a card that a player has turned down."""
    fields = [control("F"), back, command, "I", unknown, "player:", "", "", flag(False)]
    return Trait("obs;" + sequence(";", fields), "null;")


Returned = Literal["return"]


def to_deck(deck: str, command: str) -> Trait:
    """The card goes back to its deck."""
    fields = [command, control("R"), deck, "", "", 2, flag(True), ""]
    return Trait("return;" + sequence(";", fields))


# --- pieces of a module: counters and cards, in the palette and in set-ups ------------------------


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
