"""The models of hex maps and of what is printed of them, and the names of places on maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Colour, Id, Model, Reference, Short, UniqueList
from printgen.content.models.hexes import (
    HEX,
    HOUR,
    NAME,
    HexBlock,
    Orientation,
    digits_as_text,
    matching,
)
from printgen.content.models.products import EntryReference, Product, ValuePath
from printgen.content.models.text import Errata, Text, text_or
from printgen.paper import MM_BY_UNIT, PAPERS, MapEdition, page_size
from printgen.problems import did_you_mean

# --- sizes, and places in hexes -------------------------------------------------------------------
#
# Clock hours name the sides and corners of hexes: `0304/2` is the side or corner at two o'clock.

# The smallest and the largest size of a hex (mm from flat to flat).
SMALLEST, LARGEST = 4.0, 300.0

Length = Annotated[
    str,
    matching(
        r"[0-9]+(\.[0-9]+)? *(mm|cm|in)", "a number with its unit, such as 25 mm, 2.5 cm or 1 in"
    ),
]


def millimetres(length: str) -> float:
    """A length such as `1.5 in` in mm."""
    number, unit = length[:-2], length[-2:]
    return float(number) * MM_BY_UNIT[unit]


HexName = Annotated[str, matching(HEX, NAME)]

# A hex, or one of its sides or corners.
Stop = Annotated[
    str, matching(f"{HEX}(/{HOUR})?", f'{NAME}, or the place at an hour of it, such as "0304/2"')
]

_SIDES = 'sides of a hex at hours, such as "0304/2" or "0304/9-1"'

# A side, or several sides clockwise from one hour to another.
Sides = Annotated[str, matching(f"{HEX}/{HOUR}(-{HOUR})?", _SIDES)]

Hour = Annotated[int, Field(ge=1, le=12)]


# Which of them a unit may face, by the rules of the game and the orientation of the map.
_FACED = (
    "an hour of a clock: odd, 1 to 11, for a side of pointy-top hexes or a corner of flat-top "
    "ones; even, 2 to 12, for the others"
)


def _faced_hour(value: int) -> int:
    if not 1 <= value <= 12:
        context = {"message": f"'{value}' is out of range", "hint": _FACED}
        raise PydanticCustomError("facing", "{message}", context)
    return value


Facing = Annotated[
    int,
    AfterValidator(_faced_hour),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 12}),
]


# The most characters of a mark.
_MARK = 3


def _short_mark(value: object) -> object:
    """A mark as text, digits without quotes too. Says what is wrong with one that is too long."""
    value = digits_as_text(value)
    if isinstance(value, str) and len(value) > _MARK:
        raise PydanticCustomError(
            "like", "a mark has at most {most} characters; '{mark}' has {length}",
            {"most": _MARK, "mark": value, "length": len(value)},
        )  # fmt: skip
    return value


Mark = Annotated[
    Short,
    StringConstraints(max_length=_MARK),
    BeforeValidator(_short_mark, json_schema_input_type=Short | int),
]


# --- the models of hex maps: terrain, features and units ------------------------------------------


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
    """What it is drawn as."""
    label: Text | None = None
    """What the legend says about it."""
    through: Annotated[list[Stop], Field(min_length=2, max_length=500)]
    """The hexes that it goes through, in order: their centres, or a side or corner at an hour, such
    as `0304/2`.
    """


class Hexside(Model):
    """A feature between hexes, such as a wall, a ditch, or a bridge over a river. Control and
    recoil do not cross a side that cannot be crossed.
    """

    style: SideStyle
    """What it is drawn as."""
    cross: Cross | None = None
    """What it costs to cross: nothing, a whole move, or it cannot be crossed. Of several on a side,
    the last one counts.
    """
    label: Text | None = None
    """What the legend says about it."""
    sides: Annotated[list[Sides], Field(min_length=1, max_length=2000)]
    """The sides of hexes, such as `0304/2`, or several clockwise, such as `0304/9-1`."""


class Label(Model):
    """A name on the map."""

    text: Text
    """The name."""
    at: Stop
    """The hex, or the side or corner of it, where the middle of the name is."""
    size: Literal["small", "medium", "large"] = "medium"
    """The size of the type."""
    turn: Annotated[float, Field(ge=-180, le=180, strict=False)] = 0
    """How far the name is turned clockwise, in degrees."""
    spread: Annotated[float, Field(ge=0, le=3, strict=False)] = 0
    """How far its letters are apart; 0 is normal."""


class MapSide(Model):
    """A side with a colour of its own."""

    name: Text
    """The name of the side."""
    colour: Colour | None = None
    """The colour of its units, counters and zones. Left out: that of the theme for a side at its
    place in the list.
    """


AnySide = Annotated[
    Annotated[MapSide, Tag("data")] | Annotated[Text, Tag("words")],
    Discriminator(text_or(MapSide)),
]


class Zone(Model):
    """A group of hexes, such as the deployment zone of a side."""

    label: Text
    """What the legend says about it."""
    hexes: Annotated[list[HexBlock], Field(min_length=1, max_length=500)]
    """The hexes, or blocks of them such as `0101-0304`."""
    side: Id | None = None
    """The side that the zone belongs to, whose colour it has."""


class MapMarker(Model):
    """A point of interest, with a mark of one to three letters."""

    label: Text
    """What the legend says about it."""
    at: HexName
    """The hex."""
    mark: Mark
    """The one to three letters on it."""


class Unit(Model):
    """A unit on the map."""

    profile: Reference
    """The profile of the unit."""
    at: HexName
    """The hex."""
    facing: Facing | None = None
    """Where its front is, as a clock hour; 12 is up. Left out: it has no front."""
    side: Id | None = None
    """The side that it fights on, whose colour it has."""
    name: Text | None = None
    """A name of its own, instead of that of the profile."""
    mark: Mark | None = None
    """The one to three letters on it, by which shades name it."""
    traits: list[Reference] = []
    """Traits that it has besides those of the profile."""
    disordered: bool = False
    """Whether it starts in disorder."""


class ExtraCounter(Model):
    """A counter that is no unit, such as one for turns or for points."""

    name: Text
    """What it is, below its mark."""
    mark: Mark | None = None
    """The one to three letters or figures on it, in large type."""
    side: Id | None = None
    """The side whose colour it has. Left out: it is white."""
    back_name: Text | None = None
    """What its back is. Left out: what its front is."""
    back_mark: Mark | None = None
    """The mark on its back. Left out: that on its front."""
    back_side: Id | None = None
    """The side whose colour its back has. Left out: that of its front."""
    copies: Annotated[int, Field(ge=1, le=100)] = 1
    """The number of counters like this."""


class Shade(Model):
    """Shaded hexes computed by the rules of the game, such as the front of a unit or its range."""

    rule: ShadeRule
    """What is shaded, such as the front of a unit, what it sees, or where it can move."""
    units: Annotated[list[Mark], Field(min_length=1, max_length=20)]
    """The marks of the units that it is computed for."""
    label: Text
    """What the legend says about it."""
    by: Mark | None = None
    """The mark of the other unit of a recoil or a pursuit."""
    to: list[Hour] = []
    """The sides that a group crosses, as clock hours, one for each step."""
    points: Annotated[int, Field(ge=1, le=12)] | None = None
    """The movement points or the range, in hexes. Left out: those of the unit."""


class HexMap(Model):
    """A hex map: a text grid with its legend, or a size with lists of hexes, or both."""

    title: Text
    """The title of the map, in its margin."""
    subtitle: Text | None = None
    """A line below the title."""
    text: Text | None = None
    """A few sentences: below the titles of a map, below the legend in a chapter."""
    orientation: Orientation = "flat-top"
    """Whether hexes have a flat side or a point at the top."""
    offset: Offset | None = None
    """Which columns are half a hex lower, or which rows half a hex further to the right. Left out:
    the even ones.
    """
    flat_to_flat: Length | None = None
    """The size of a hex: from a flat side to the opposite one, such as `25 mm`."""
    side: Length | None = None
    """The size of a hex: the length of a side, instead of `flat_to_flat`."""
    columns: Annotated[int, Field(ge=1, le=999)] | None = None
    """The number of columns. Left out: that of the grid."""
    rows: Annotated[int, Field(ge=1, le=999)] | None = None
    """The number of rows. Left out: that of the grid."""
    grid: Annotated[str, StringConstraints(max_length=500_000)] | None = None
    """The map as text: a character for each hex, a line for each row."""
    legend: dict[str, Id] = {}
    """The terrain of each character of the grid."""
    ground: Id | None = None
    """The terrain of hexes that nothing else says. `none` is for hexes that do not exist."""
    hexes: dict[Id, list[HexBlock]] = {}
    """The hexes of each terrain, by their names, instead of a grid or over it."""
    coordinates: Literal["ccrr", "letters", "none"] = "ccrr"
    """How hexes are numbered: column and row in digits (`0304`), letters and digits (`C4`), or not
    at all.
    """
    borders: Literal["whole", "half"] = "whole"
    """Whether the map ends with whole hexes, or cuts those at its edges in half."""
    north: Hour | None = None
    """Where north is, as a clock hour; 12 is up. Left out: there is no north arrow."""
    sides: dict[Id, AnySide] = {}
    """The names of the sides, by id, or their names and colours. A side without a colour has that
    of the theme for its place in the order.
    """
    paths: Annotated[list[Path], Field(max_length=200)] = []
    """The roads and rivers."""
    hexsides: Annotated[list[Hexside], Field(max_length=200)] = []
    """What lies between hexes: walls, ditches, bridges."""
    labels: Annotated[list[Label], Field(max_length=500)] = []
    """The names on the map."""
    zones: Annotated[list[Zone], Field(max_length=50)] = []
    """Groups of hexes with a border around them."""
    units: Annotated[list[Unit], Field(max_length=1000)] = []
    """The units on the map."""
    counters: Annotated[list[ExtraCounter], Field(max_length=50)] = []
    """Counters that are printed with those of the units."""
    markers: Annotated[list[MapMarker], Field(max_length=500)] = []
    """The points of interest."""
    shades: Annotated[list[Shade], Field(max_length=50)] = []
    """Hexes that the rules of the game shade, such as the range of a unit."""
    within_call: UniqueList[Id] = []
    """The sides whose units must start in the command range of their general."""
    errata: Errata = []

    def side_name(self, side: str) -> Text | None:
        """The name of a side; None for one that the map does not have."""
        found = self.sides.get(side)
        return found.name if isinstance(found, MapSide) else found

    def side_colours(self, defaults: Sequence[str]) -> list[str]:
        """The colour of each side: its own, or the next of the defaults."""
        own = [side.colour if isinstance(side, MapSide) else None for side in self.sides.values()]
        return [one or defaults[number % len(defaults)] for number, one in enumerate(own)]


# --- the products of maps -------------------------------------------------------------------------


class HexmapProduct(Product):
    """A map at true size, as tiles to join, as one whole page, or as counters to cut out; or blank
    hexes.
    """

    output: Literal["hexmap"]
    """`hexmap`: a hex map, or blank hexes."""
    map: Reference | None = None
    """The map. Left out: `blank` hexes."""
    units: bool = True
    """Whether the units are on the map."""
    editions: UniqueList[MapEdition] = Field(default=["tiles", "whole"], min_length=1)
    """How the map is printed: as `tiles` to join, as one `whole` page, or as counters of its units
    to cut out.
    """
    overlap: Annotated[float, Field(ge=3, le=40, strict=False)] = 10.0
    """The strip that adjacent tiles have in common, for gluing (mm)."""
    page: Short | None = None
    """The page of the whole map, such as `a2` or `500 x 700 mm`. Left out: as large as the map."""
    blank: UniqueList[Length] = []
    """The sizes of blank hexes, from a flat side to the opposite one, one page for each."""
    orientation: Orientation = "flat-top"
    """Whether blank hexes have a flat side or a point at the top."""

    @model_validator(mode="after")
    def _one_or_the_other(self) -> HexmapProduct:
        if (self.map is None) == (not self.blank):
            both = "`map` and `blank` need separate products"
            raise PydanticCustomError("hexmap", both if self.blank else "give `map`, or `blank`")
        return self

    def wrong_sizes(self) -> Iterator[tuple[ValuePath, str, str]]:
        """The page, and the blank hexes."""
        try:
            page_size(self.page or "a4")
        except ValueError as error:
            hint = did_you_mean(self.page or "", PAPERS) or "known: " + ", ".join(PAPERS)
            yield ("page",), str(error), hint
        for index, length in enumerate(self.blank):
            if not SMALLEST <= millimetres(length) <= LARGEST:
                hint = f"expected {SMALLEST:g} to {LARGEST:g} mm"
                yield ("blank", index), f"'{length}' is out of range", hint

    def references(self) -> Iterator[EntryReference]:
        """The map."""
        if self.map:
            yield EntryReference(("maps",), self.map, ("map",))
