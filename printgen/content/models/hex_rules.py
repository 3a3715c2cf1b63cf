"""Terrain and the rules of hex maps, as `game.yaml` declares them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Colour, Expression, Key, Model, Reference
from printgen.content.models.text import Text

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
    """A kind of terrain.

    `bars` is true for figures that may not occupy it. `enter` is its cost in movement points, or
    `whole` for a whole move. Terrain that `hides` blocks lines of sight. Maps draw it as `draw`.
    """

    label: Text
    text: Text | None = None
    bars: Expression | None = None
    enter: Enter = 1
    hides: bool = False
    draw: Ground = "plain"
    fill: Colour | None = None


class Command(Model):
    """The command range of generals, who have the given trait.

    `near` is a distance in hexes; `path` is the length of a path over terrain that costs one point,
    around enemies.
    """

    trait: Reference
    near: Annotated[int, Field(ge=0, le=50)]
    path: Annotated[int, Field(ge=0, le=50)]


class Sight(Model):
    """Line of sight: along the straight line, or along any shortest path of hexes.

    Terrain that hides blocks it; so do units with `units: hide`.
    """

    along: Literal["line", "ways"]
    units: Literal["hide", "show"] = "show"


class UnitSign(Model):
    """A unit symbol on maps. A unit has the first symbol whose `when` is true."""

    when: Expression
    sign: Literal["foot", "horse", "guns", "shot", "horse-shot"]


class HexRules(Model):
    """The rules of units on hexes.

    `faced` is true for units with a front, which faces a corner or a side. `move` and `reach` name
    the stats for movement points and range.
    """

    facing: Literal["corner", "side"]
    faced: Expression | None = None
    move: Key | None = None
    reach: Key | None = None
    command: Command | None = None
    sight: Sight | None = None
    signs: Annotated[list[UnitSign], Field(max_length=20)] = []
