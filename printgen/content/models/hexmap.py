"""The models of hex maps: terrain, features and units.

Names of hexes are `0304` (column and row) or `C4`, as printed on the map. Clock hours name their
sides and corners: `0304/2` is the side or corner at two o'clock.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Id, Model, Reference, Short, UniqueList
from printgen.content.models.text import Text
from printgen.geometry.hexes import Orientation


def _digits_as_text(value: object) -> object:
    """Accept a name of digits without quotes."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if plain else value


def _matching(pattern: str, expected: str) -> BeforeValidator:
    """A validator of texts that match a pattern. Its error message is `expected`."""
    kind = Annotated[str, StringConstraints(pattern=f"^{pattern}$")]

    def validate(value: object) -> object:
        value = _digits_as_text(value)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise PydanticCustomError("like", "expected " + expected)
        return value

    return BeforeValidator(validate, json_schema_input_type=kind)


_NUMBER = r"[0-9]+(\.[0-9]+)? *(mm|cm|in)"

Length = Annotated[str, _matching(_NUMBER, "a number with its unit, such as 25 mm, 2.5 cm or 1 in")]

_HEX = r"([0-9]{4}|[0-9]{6}|[A-Z]{1,3}[0-9]{1,3})"

_HOUR = r"(1[0-2]|[1-9])"

# Names of a hex; of a block, by its upper left and lower right hex; of a hex or one of its sides or
# corners; of a side, or of several sides clockwise from one hour to another.
_NAME = 'a hex, such as "0304" or C4'

HexName = Annotated[str, _matching(_HEX, _NAME)]

HexBlock = Annotated[
    str, _matching(f"{_HEX}(-{_HEX})?", f'{_NAME}, or a block, such as "0101-0304"')
]

Stop = Annotated[
    str,
    _matching(f"{_HEX}(/{_HOUR})?", f'{_NAME}, or the place at an hour of it, such as "0304/2"'),
]

_SIDES = 'sides of a hex at hours, such as "0304/2" or "0304/9-1"'

Sides = Annotated[str, _matching(f"{_HEX}/{_HOUR}(-{_HOUR})?", _SIDES)]

Hour = Annotated[int, Field(ge=1, le=12)]

Mark = Annotated[
    Short,
    StringConstraints(max_length=3),
    BeforeValidator(_digits_as_text, json_schema_input_type=Short | int),
]


Offset = Literal["even-columns-lower", "odd-columns-lower", "even-rows-right", "odd-rows-right"]

# The cost to cross a side of a hex: none, a whole move, or impassable.
Cross = Literal["free", "whole", "never"]

PathStyle = Literal["road", "track", "river", "stream"]

SideStyle = Literal[
    "wall", "ditch", "rampart", "cliff", "hedge", "river", "stream", "bridge", "ford"
]

# The fields of units that a shade can show.
ShadeRule = Literal[
    "front",
    "flanks",
    "rear",
    "shot",
    "seen",
    "enemies",
    "friends",
    "control",
    "moves",
    "group",
    "recoil",
    "pursuit",
    "command",
]


class Path(Model):
    """A road or a river from hex to hex, through their centres, sides or corners."""

    style: PathStyle
    label: Text | None = None
    through: Annotated[list[Stop], Field(min_length=2, max_length=500)]


class Hexside(Model):
    """A feature between hexes, such as a wall, a ditch, or a bridge over a river.

    `cross` is the cost to cross it. Control and recoil do not cross a side with `never`. Of several
    features on a side, the last one with `cross` counts.
    """

    style: SideStyle
    cross: Cross | None = None
    label: Text | None = None
    sides: Annotated[list[Sides], Field(min_length=1, max_length=2000)]


class Label(Model):
    """A name on the map. `turn` is in degrees clockwise; `spread` is a factor of letter spacing."""

    text: Text
    at: Stop
    size: Literal["small", "medium", "large"] = "medium"
    turn: Annotated[float, Field(ge=-180, le=180, strict=False)] = 0
    spread: Annotated[float, Field(ge=0, le=3, strict=False)] = 0


class Zone(Model):
    """A group of hexes, such as the deployment zone of a side."""

    label: Text
    hexes: Annotated[list[HexBlock], Field(min_length=1, max_length=500)]
    side: Id | None = None


class Marker(Model):
    """A point of interest, with a mark of one to three letters."""

    label: Text
    at: HexName
    mark: Mark


class Unit(Model):
    """A unit on the map. `facing` is a clock hour."""

    profile: Reference
    at: HexName
    facing: Hour | None = None
    side: Id | None = None
    name: Text | None = None
    mark: Mark | None = None
    traits: list[Reference] = []
    disordered: bool = False


class Shade(Model):
    """Shaded hexes computed by the rules of the game, such as the front of a unit or its range.

    `units` and `by` are marks of units. `to` lists the hours of an attack or of a group's steps.
    """

    rule: ShadeRule
    units: Annotated[list[Mark], Field(min_length=1, max_length=20)]
    label: Text
    by: Mark | None = None
    to: list[Hour] = []
    points: Annotated[int, Field(ge=1, le=12)] | None = None


class HexMap(Model):
    """A hex map: a text grid with its legend, or a size with lists of hexes, or both.

    The size of a hex is either `flat_to_flat`, the distance between opposite sides, or `side`, the
    length of a side. Hexes with the terrain `none` do not exist. The units of the sides in
    `within_call` must start in the command range of their general.
    """

    title: Text
    subtitle: Text | None = None
    text: Text | None = None
    orientation: Orientation = "flat-top"
    offset: Offset | None = None
    flat_to_flat: Length | None = None
    side: Length | None = None
    columns: Annotated[int, Field(ge=1, le=999)] | None = None
    rows: Annotated[int, Field(ge=1, le=999)] | None = None
    grid: Annotated[str, StringConstraints(max_length=500_000)] | None = None
    legend: dict[str, Id] = {}
    ground: Id | None = None
    hexes: dict[Id, list[HexBlock]] = {}
    coordinates: Literal["ccrr", "letters", "none"] = "ccrr"
    borders: Literal["whole", "half"] = "whole"
    north: Hour | None = None
    sides: dict[Id, Text] = {}
    paths: Annotated[list[Path], Field(max_length=200)] = []
    hexsides: Annotated[list[Hexside], Field(max_length=200)] = []
    labels: Annotated[list[Label], Field(max_length=500)] = []
    zones: Annotated[list[Zone], Field(max_length=50)] = []
    units: Annotated[list[Unit], Field(max_length=1000)] = []
    markers: Annotated[list[Marker], Field(max_length=500)] = []
    shades: Annotated[list[Shade], Field(max_length=50)] = []
    within_call: UniqueList[Id] = []
    errata: list[Text] = []
