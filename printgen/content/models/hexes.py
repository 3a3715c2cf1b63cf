"""Names of hexes; terrain and the rules of hex maps, as `game.yaml` declares them."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Amount, Colour, Expression, Key, Model, Reference
from printgen.content.models.text import Text

# --- names of hexes, as printed on maps: `0304` (column and row) or `C4` --------------------------

# Whether hexes have a flat side or a point at the top.
Orientation = Literal["flat-top", "pointy-top"]


def digits_as_text(value: object) -> object:
    """Accept a name of digits without quotes."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if plain else value


def matching(pattern: str, expected: str) -> BeforeValidator:
    """A validator of texts that match a pattern. Its error message is `expected`."""
    kind = Annotated[str, StringConstraints(pattern=f"^{pattern}$")]

    def validate(value: object) -> object:
        value = digits_as_text(value)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            if HOUR in pattern and re.fullmatch(_ANY_HOURS, str(value)):
                raise PydanticCustomError("like", "the hours of a hex go from 1 to 12")
            raise PydanticCustomError("like", "expected " + expected)
        return value

    return BeforeValidator(validate, json_schema_input_type=kind)


HEX = r"([0-9]{4}|[0-9]{6}|[A-Z]{1,3}[0-9]{1,3})"

HOUR = r"(1[0-2]|[1-9])"

# The same with any numbers as hours.
_ANY_HOURS = f"{HEX}/[0-9]+(-[0-9]+)?"

NAME = 'a hex, such as "0304" or C4'

# A hex, or a block by its upper left and lower right hex.
HexBlock = Annotated[str, matching(f"{HEX}(-{HEX})?", f'{NAME}, or a block, such as "0101-0304"')]


# --- terrain and rules ----------------------------------------------------------------------------

# Ways to draw terrain on maps.
Ground = Literal[
    "plain",
    "field",
    "wood",
    "pines",
    "rocks",
    "hill",
    "marsh",
    "water",
    "sand",
    "village",
    "vineyard",
]


def _valid_enter(value: object) -> object:
    points = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 9
    if not points and value not in ("whole", "never"):
        raise PydanticCustomError("enter", "expected 1 to 9 movement points, `whole` or `never`")
    return value


Enter = Annotated[
    Annotated[int, Field(ge=1, le=9)] | Literal["whole", "never"], BeforeValidator(_valid_enter)
]


class Terrain(Model):
    """A kind of terrain."""

    label: Text
    """The name of the terrain in the legend of maps."""
    text: Text | None = None
    """The rule of the terrain, in the table of terrains of books."""
    bars: Expression | None = None
    """An expression over the stats of a unit that is true for units that may not be there."""
    enter: Enter = 1
    """What it costs to enter, in movement points; `whole` is a whole move, `never` forbids it."""
    hides: bool = False
    """Whether the terrain blocks lines of sight."""
    draw: Ground = "plain"
    """The pattern that maps draw it with."""
    fill: Colour | None = None
    """The colour of its ground on maps. Left out: the colour of the theme for its pattern."""


class Command(Model):
    """The command range of generals."""

    trait: Reference
    """The trait of generals."""
    near: Annotated[int, Field(ge=0, le=50)]
    """The distance within which a general commands all units, in hexes."""
    path: Annotated[int, Field(ge=0, le=50)]
    """The length of a path to a unit that a general also commands, over terrain that costs one
    point and around enemies, in hexes.
    """


class Sight(Model):
    """Line of sight. Terrain that hides blocks it."""

    along: Literal["line", "ways"]
    """Whether a unit sees along the straight line (`line`), or along any shortest path of hexes
    (`ways`).
    """
    units: Literal["hide", "show"] = "show"
    """Whether units block the sight to what is behind them (`hide`), or not (`show`)."""


class UnitSign(Model):
    """A unit symbol on maps."""

    when: Expression
    """An expression over the stats of a unit. A unit has the first symbol for which it is true."""
    sign: Literal["foot", "horse", "guns", "shot", "horse-shot"]
    """The symbol that is drawn on the unit."""


class HexRules(Model):
    """The rules of units on hexes."""

    facing: Literal["corner", "side"]
    """Whether units face a corner of their hex (two front hexes) or a side (three front hexes)."""
    faced: Literal["never"] | Expression | None = None
    """An expression over the stats of a unit that is true for units with a front; `never`: no unit
    has one. Left out: all units have one.
    """
    move: Key | None = None
    """The stat with the movement points of a unit."""
    reach: Key | None = None
    """The stat with the range of a unit, in hexes."""
    worn: dict[Key, Amount | Expression] = {}
    """The numbers on the back of a counter, of a unit in disorder or worn: by the stat that `move`
    or `reach` names, a number, or an expression over the stats of the unit. Left out: those of the
    front.
    """
    command: Command | None = None
    """The range within which generals command units. Left out: the game has no generals."""
    sight: Sight | None = None
    """The rule of lines of sight. Left out: the game has none."""
    signs: Annotated[list[UnitSign], Field(max_length=20)] = []
    """The symbols of units on maps and counters, in the order in which they are tried."""
