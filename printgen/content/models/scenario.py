"""The models of scenarios: forces, table layout and objectives."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Literal

from pydantic import (
    BeforeValidator,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Count, Expression, Id, Key, Model, Reference
from printgen.content.models.stat_value import NotedSymbol, RawStatValue
from printgen.content.models.text import Text
from printgen.geometry.sightlines import Cover

# A coordinate on the table in the unit of its layout, from the left edge or from the far edge.
Along = Annotated[float, Field(ge=-1000, le=1000, strict=False)]

Size = Annotated[float, Field(ge=0.1, le=1000, strict=False)]

Place = Annotated[list[Along], Field(min_length=2, max_length=2)]

Degrees = Annotated[float, Field(ge=-360, le=360, strict=False)]

Number = Count | Expression


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


class Feature(Model):
    """A feature of the table, with its label in the legend."""

    label: Text


class Ground(Feature):
    """An area. `cover` is its effect on lines of fire that cross it; none by default."""

    cover: Cover | None = None


class Edge(Ground):
    """A strip of a `depth` along a side of the table, such as a deployment zone or a cliff."""

    shape: Literal["edge"]
    side: Literal["north", "east", "south", "west"]
    depth: Size
    style: AreaStyle


class Rectangle(Ground):
    """A rectangle, by its centre, rotated clockwise by `turn` degrees."""

    shape: Literal["rectangle"]
    at: Place
    size: Annotated[list[Size], Field(min_length=2, max_length=2)]
    turn: Degrees = 0
    style: AreaStyle


class Circle(Ground):
    """A circle, by its centre."""

    shape: Literal["circle"]
    at: Place
    radius: Size
    style: AreaStyle


class Line(Ground):
    """A polyline of a width, such as a road, a river or a wall."""

    shape: Literal["line"]
    points: Annotated[list[Place], Field(min_length=2, max_length=50)]
    width: Size
    style: LineStyle


class Marker(Feature):
    """A token with a mark of one or two letters."""

    shape: Literal["marker"]
    at: Place
    mark: Mark
    style: TokenStyle = "objective"


class Arc(Model):
    """The arc of sight or range of a miniature: its radius, and its angle centred on the facing."""

    reach: Size
    angle: Annotated[float, Field(ge=1, le=360, strict=False)] = 360


class Figure(Feature):
    """A miniature; `facing` is in degrees clockwise from the far edge (north)."""

    shape: Literal["figure"]
    at: Place
    facing: Degrees | None = None
    arc: Arc | None = None
    mark: Mark | None = None
    style: TokenStyle = "enemy"

    @model_validator(mode="after")
    def _faces(self) -> Figure:
        if self.arc and self.arc.angle < 360 and self.facing is None:
            raise PydanticCustomError("facing", "an arc of less than 360 degrees needs a facing")
        return self


class Distance(Model):
    """A distance measured on the plan; `label` adds it to the legend."""

    shape: Literal["distance"]
    start: Annotated[End, Field(alias="from")]
    to: End
    label: Text | None = None


class Fire(Model):
    """A line of fire. The plan computes what it crosses, and where it is blocked.

    Cover closer than `over` to its start does not count.
    """

    shape: Literal["fire"]
    start: Annotated[End, Field(alias="from")]
    to: End
    over: Size | None = None
    label: Text | None = None


Area = Edge | Rectangle | Circle | Line

Token = Marker | Figure

Between = Distance | Fire

AnyFeature = Annotated[Area | Token | Between, Field(discriminator="shape")]


class Layout(Model):
    """A plan of the table, seen from above, north at the far edge. Lengths are in `unit`.

    `grid` is the number of parts that each side is divided into, for markers placed by dice.
    """

    unit: Literal["in", "cm"] = "in"
    width: Size
    height: Size
    grid: Annotated[int, Field(ge=2, le=20)] | None = None
    features: Annotated[list[AnyFeature], Field(max_length=200)] = []


class Force(Model):
    """Miniatures of one profile in a scenario. `stats` override those of the profile, `traits` are
    added to its own; `terrain` is the terrain where the miniatures start.
    """

    profile: Reference
    count: Number = 1
    side: Id | None = None
    plan: Reference | None = None
    name: Text | None = None
    stats: dict[Key, RawStatValue | NotedSymbol] = {}
    traits: list[Reference] = []
    terrain: Id | None = None
    text: Text | None = None


def _tag(value: object) -> str:
    """The tag of a force: `data` or `words`.

    Misspelt keys also mean data, unless a language is among them: `{fr: …, sides: …}` is a text
    that YAML split at a comma.
    """
    if not isinstance(value, dict):
        return "data" if isinstance(value, Force) else "words"
    keys = set(map(str, value))
    near = {key for key in keys if get_close_matches(key, Force.model_fields, 1)}
    languages = {key for key in keys if Text.is_language(key)}
    known = keys & set(Force.model_fields)
    return "data" if known or (near - languages and not languages - near) else "words"


AnyForce = Annotated[
    Annotated[Force, Tag("data")] | Annotated[Text, Tag("words")], Discriminator(_tag)
]


class Tally(Model):
    """A computed number printed with a scenario, such as the number of cards the enemy draws."""

    label: Text
    count: Number


class Scenario(Model):
    """A scenario: its forces, its set-up, and the objectives of each side. It is played on a table
    with a `layout`, or on a hex `map`.
    """

    title: Text
    subtitle: Text | None = None
    intro: Text | None = None
    sides: dict[Id, Text] = {}
    forces: Annotated[list[AnyForce], Field(max_length=200)] = []
    tallies: Annotated[list[Tally], Field(max_length=20)] = []
    setup: list[Text] = []
    layout: Layout | None = None
    map: Id | None = None
    objectives: list[Text] = []
    rules: list[Text] = []
    tables: list[Reference] = []
    plans: list[Reference] = []
    ending: Text | None = None
    errata: list[Text] = []
