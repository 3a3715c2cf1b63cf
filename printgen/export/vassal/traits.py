"""The traits of pieces: what a player can do with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from printgen.export.vassal.encoding import Trait, flag, sequence

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
