"""The shape of hex maps: ground, what lies on it, and who stands there.

Hexes are named as the map prints them: `0304` (column, row) or `C4`. The hours of a clock name
their sides and corners: `0304/2` is what lies at two o'clock.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.models import Id, Model, Reference, Short, Text, UniqueList
from printgen.geometry.hexes import Orientation


def _named(value: object) -> object:
    """A name of digits alone may be written without quotes."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if plain else value


def _like(pattern: str, expected: str) -> BeforeValidator:
    """A text of a pattern; whoever writes another is told what is expected."""
    kind = Annotated[str, StringConstraints(pattern=f"^{pattern}$")]

    def judged(value: object) -> object:
        value = _named(value)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise PydanticCustomError("like", "expected " + expected)
        return value

    return BeforeValidator(judged, json_schema_input_type=kind)


_NUMBER = r"[0-9]+(\.[0-9]+)? *(mm|cm|in)"

Length = Annotated[str, _like(_NUMBER, "a number with its unit, such as 25 mm, 2.5 cm or 1 in")]

_HEX = r"([0-9]{4}|[0-9]{6}|[A-Z]{1,3}[0-9]{1,3})"

_HOUR = r"(1[0-2]|[1-9])"

# A hex; a block of them, by its first and its last; a hex, or a side or a corner of it; one side,
# or several from one hour clockwise to another.
_NAME = 'a hex, such as "0304" or C4'

HexName = Annotated[str, _like(_HEX, _NAME)]

HexBlock = Annotated[str, _like(f"{_HEX}(-{_HEX})?", f'{_NAME}, or a block, such as "0101-0304"')]

Stop = Annotated[
    str, _like(f"{_HEX}(/{_HOUR})?", f'{_NAME}, or the place at an hour of it, such as "0304/2"')
]

_SIDES = 'sides of a hex at hours, such as "0304/2" or "0304/9-1"'

Sides = Annotated[str, _like(f"{_HEX}/{_HOUR}(-{_HOUR})?", _SIDES)]

Hour = Annotated[int, Field(ge=1, le=12)]

Mark = Annotated[
    Short,
    StringConstraints(max_length=3),
    BeforeValidator(_named, json_schema_input_type=Short | int),
]


Offset = Literal["even-columns-lower", "odd-columns-lower", "even-rows-right", "odd-rows-right"]

# What it takes to cross a side of a hex: nothing, a whole move, or it cannot be done.
Cross = Literal["free", "whole", "never"]

PathStyle = Literal["road", "track", "river", "stream"]

SideStyle = Literal[
    "wall", "ditch", "rampart", "cliff", "hedge", "river", "stream", "bridge", "ford"
]

# In the order of `Shade.rule`: what the rules of hexes can show of units.
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
    """A road or a river from hex to hex, through their middles or their sides."""

    style: PathStyle
    label: Text | None = None
    through: Annotated[list[Stop], Field(min_length=2, max_length=500)]


class Hexside(Model):
    """What stands or runs between hexes: a wall, a ditch, a bridge over a river.

    To `cross` it may take a whole move, or nobody does; then nobody is controlled or driven back
    across it either. Of several things on a side, the last that says so counts.
    """

    style: SideStyle
    cross: Cross | None = None
    label: Text | None = None
    sides: Annotated[list[Sides], Field(min_length=1, max_length=2000)]


class Label(Model):
    """A name on the map; `turn` is in degrees clockwise, `spread` the space between letters."""

    text: Text
    at: Stop
    size: Literal["small", "medium", "large"] = "medium"
    turn: Annotated[float, Field(ge=-180, le=180, strict=False)] = 0
    spread: Annotated[float, Field(ge=0, le=3, strict=False)] = 0


class Zone(Model):
    """Hexes that belong together, such as those where a side deploys."""

    label: Text
    hexes: Annotated[list[HexBlock], Field(min_length=1, max_length=500)]
    side: Id | None = None


class Marker(Model):
    """A point of interest, with a sign of one to three letters."""

    label: Text
    at: HexName
    mark: Mark


class Unit(Model):
    """Somebody on the map. `facing` is the hour that it looks to."""

    profile: Reference
    at: HexName
    facing: Hour | None = None
    side: Id | None = None
    name: Text | None = None
    mark: Mark | None = None
    traits: list[Reference] = []
    disordered: bool = False


class Shade(Model):
    """Hexes that the rules of the game give, shaded: the front of a unit, the range of its shot.

    Units are named by their marks. `to` is where an attack comes from, or a group goes.
    """

    rule: ShadeRule
    units: Annotated[list[Mark], Field(min_length=1, max_length=20)]
    label: Text
    by: Mark | None = None
    to: list[Hour] = []
    points: Annotated[int, Field(ge=1, le=12)] | None = None


class HexMap(Model):
    """A map of hexes: a text grid with its legend, or a size and lists of hexes, or both.

    The size of hexes is said one way or the other: `flat_to_flat`, from side to side, or `side`,
    the length of one. A hex that the legend calls `none` is not there. The units of the sides
    `within_call` start where their general is heard.
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
