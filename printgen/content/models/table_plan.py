"""The model of the plan of a table: areas, tokens, distances and lines of fire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Model
from printgen.content.models.text import Text

# What an area does to lines of fire across it.
Cover = Literal["light", "heavy", "blocks"]

# A coordinate on the table in the unit of its layout, from the left edge or from the far edge.
Along = Annotated[float, Field(ge=-1000, le=1000, strict=False)]


Size = Annotated[float, Field(ge=0.1, le=1000, strict=False)]


Place = Annotated[list[Along], Field(min_length=2, max_length=2)]


Degrees = Annotated[float, Field(ge=-360, le=360, strict=False)]


def _text_of_number(value: object) -> object:
    """Accept a number as text."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


_Sign = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2)]


Mark = Annotated[_Sign, BeforeValidator(_text_of_number, json_schema_input_type=_Sign | float)]


# The styles of each shape.
AreaStyle = Literal[
    "building",
    "ground",
    "zone",
    "wood",
    "rough",
    "road",
    "wall",
    "cliff",
    "water",
    "objective",
]


LineStyle = Literal["road", "water", "wall"]


TokenStyle = Literal["objective", "enemy", "boss", "friend"]


# An end of a line: a place, or the mark of exactly one marker or miniature.
End = Place | Mark


# The width of a line that gives none, by the unit of the plan.
_USUAL_WIDTHS: dict[LineStyle, dict[str, float]] = {
    "road": {"in": 3.0, "cm": 8.0},
    "water": {"in": 3.0, "cm": 8.0},
    "wall": {"in": 0.5, "cm": 1.0},
}


class Feature(Model):
    """A feature of the table, with its label in the legend."""

    label: Text | None = None
    """What the legend of the plan says about it. Areas of one style with one label share a letter.
    Left out: it has no letter and is not in the legend, even if others of its style are.
    """


class Ground(Feature):
    """An area."""

    cover: Cover | None = None
    """What it does to lines of fire that cross it: `light` or `heavy` cover, or it blocks them.
    Left out: nothing.
    """


class Edge(Ground):
    """A strip along a side of the table, such as a deployment zone or a cliff."""

    shape: Literal["edge"]
    """`edge`: a strip along a side of the table."""
    side: Literal["north", "east", "south", "west"]
    """The side of the table, where north is the far edge."""
    depth: Size
    """How far the strip goes into the table, in the unit of the plan."""
    style: AreaStyle
    """What it is drawn as."""


class Rectangle(Ground):
    """An area with four corners."""

    shape: Literal["rectangle"]
    """`rectangle`: an area with four corners."""
    at: Place
    """The centre: from the left edge and from the far edge, in the unit of the plan."""
    size: Annotated[list[Size], Field(min_length=2, max_length=2)]
    """Its width and height, in the unit of the plan."""
    turn: Degrees = 0
    """How far it is turned clockwise, in degrees."""
    style: AreaStyle
    """What it is drawn as."""


class Circle(Ground):
    """A circle, by its centre."""

    shape: Literal["circle"]
    """`circle`: a round area."""
    at: Place
    """The centre: from the left edge and from the far edge, in the unit of the plan."""
    radius: Size
    """From the centre to the rim, in the unit of the plan."""
    style: AreaStyle
    """What it is drawn as."""


class Line(Ground):
    """A polyline of a width, such as a road, a river or a wall."""

    shape: Literal["line"]
    """`line`: a strip through several points, such as a road, a river or a wall."""
    points: Annotated[list[Place], Field(min_length=2, max_length=50)]
    """The points, each from the left edge and from the far edge, in the unit of the plan."""
    width: Size | None = None
    """How wide it is, in the unit of the plan. Left out: 0.5 in or 1 cm for a wall, 3 in or 8 cm
    for a road or water.
    """
    style: LineStyle
    """What it is drawn as."""

    def width_in(self, unit: str) -> float:
        """How wide it is on a plan in a unit."""
        return self.width or _USUAL_WIDTHS[self.style][unit]


class Marker(Feature):
    """A token with a mark of one or two letters."""

    shape: Literal["marker"]
    """`marker`: a token with a mark."""
    at: Place
    """Its place: from the left edge and from the far edge, in the unit of the plan."""
    mark: Mark
    """The one or two letters on it, by which lines of fire and distances name it."""
    style: TokenStyle = "objective"
    """What it is drawn as."""


class Arc(Model):
    """The arc of sight or range of a miniature: its radius, and its angle centred on the facing."""

    reach: Size
    """How far the figure sees or shoots, in the unit of the plan."""
    angle: Annotated[float, Field(ge=1, le=360, strict=False)] = 360
    """How wide the arc is, in degrees, half of it on each side of the facing."""


class Figure(Feature):
    """A miniature."""

    shape: Literal["figure"]
    """`figure`: a miniature."""
    at: Place
    """Its place: from the left edge and from the far edge, in the unit of the plan."""
    facing: Degrees | None = None
    """Where it looks, in degrees clockwise from the far edge: 90 is to the right. Left out: no
    facing is drawn.
    """
    arc: Arc | None = None
    """What it sees, or can shoot at, drawn as a sector."""
    mark: Mark | None = None
    """The one or two letters on it, by which lines of fire and distances name it."""
    style: TokenStyle = "enemy"
    """What it is drawn as."""

    @model_validator(mode="after")
    def _faces(self) -> Figure:
        if self.arc and self.arc.angle < 360 and self.facing is None:
            raise PydanticCustomError("facing", "an arc of less than 360 degrees needs a facing")
        return self


class Distance(Model):
    """A distance measured on the plan."""

    shape: Literal["distance"]
    """`distance`: a distance, measured and printed on the plan."""
    unit: Literal["in", "cm"] | None = None
    """The unit of the printed length. Left out: that in which the stats and the facts of the game
    measure, or that of the plan.
    """
    start: Annotated[End, Field(alias="from")]
    """Where it begins: a place, or the mark of a marker or figure."""
    to: End
    """Where it ends: a place, or the mark of a marker or figure."""
    label: Text | None = None
    """What the legend says about it. Left out: it is not in the legend."""


class Fire(Model):
    """A line of fire. The plan computes what it crosses, and where it is blocked."""

    shape: Literal["fire"]
    """`fire`: a line of fire. The plan shows what it crosses, and where it is blocked."""
    start: Annotated[End, Field(alias="from")]
    """Where it begins: a place, or the mark of a marker or figure."""
    to: End
    """Where it ends: a place, or the mark of a marker or figure."""
    over: Size | None = None
    """Cover that is closer to the shooter than this does not count, in the unit of the plan."""
    label: Text | None = None
    """What the legend says about it."""


Area = Edge | Rectangle | Circle | Line


Token = Marker | Figure


Between = Distance | Fire


AnyFeature = Annotated[Area | Token | Between, Field(discriminator="shape")]


class Layout(Model):
    """A plan of the table, seen from above, north at the far edge."""

    unit: Literal["in", "cm"] = "in"
    """The unit of all lengths on the plan: inches or centimetres."""
    width: Size
    """The table from left to right."""
    height: Size
    """The table from the far edge to the near edge."""
    grid: Annotated[int, Field(ge=2, le=20)] | None = None
    """The number of parts of each side, for markers placed by dice. Left out: the plan has no grid.
    """
    features: Annotated[list[AnyFeature], Field(max_length=200)] = []
    """What is on the table: areas, markers, figures, distances and lines of fire."""
