"""The place and the type of a part of a face: where it is, and how its words are set."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Colour, Key, Model
from printgen.content.models.game import FontFamily


class Region(NamedTuple):
    """A rectangle on a card: its distance from the left and the upper cut, and its size (mm)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The distance of its right side from the left cut (mm)."""
        return self.x + self.width

    @property
    def lower(self) -> float:
        """The distance of its lower side from the upper cut (mm)."""
        return self.y + self.height

    def common(self, other: Region) -> tuple[float, float]:
        """The width and the height (mm) of what two regions have in common; negative if they are
        apart.
        """
        across = min(self.right, other.right) - max(self.x, other.x)
        return across, min(self.lower, other.lower) - max(self.y, other.y)


# Cards are smaller than this (mm), and what can be seen in print is larger.
_MOST, _LEAST = 500.0, 1.0

_Number = Annotated[float, Field(ge=-_MOST, le=_MOST, strict=False)]


def _four(value: object) -> object:
    if isinstance(value, list) and len(value) != len(Region._fields):
        message = f"a place has four numbers, not {len(value)}"
        hint = "[left, top, width, height] in mm from the upper left corner of the card"
        raise PydanticCustomError("place", message, {"hint": hint})
    if isinstance(value, list) and any(isinstance(side, bool) for side in value):
        raise PydanticCustomError("place", "a place has numbers, not true and false")
    sides = value[2:] if isinstance(value, list) else []
    if any(isinstance(side, int | float) and side < _LEAST for side in sides):
        message = f"the width and the height of a place are at least {_LEAST:g} mm"
        raise PydanticCustomError("place", message)
    return value


_Place = Annotated[list[_Number], Field(min_length=4, max_length=4), BeforeValidator(_four)]

_POINTS = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,2})?)\s*(?:pt)?")
_SHARE = re.compile(r"([0-9]{1,3})\s*%")

# The smallest and the largest type that a part may ask for (pt).
_SMALLEST, _LARGEST = 5.5, 200.0


def _points(value: object) -> object:
    """A type size: a number, or such as `13 pt`."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    match = _POINTS.fullmatch(str(value).strip())
    size = float(match[1].replace(",", ".")) if match else 0.0
    if not _SMALLEST <= size <= _LARGEST:
        hint = f"such as 13 pt, from {_SMALLEST:g} to {_LARGEST:g} pt"
        raise PydanticCustomError("size", "expected a size of type", {"hint": hint})
    return size


def _opacity(value: object) -> object:
    """How much of what is behind a panel it hides, from 0 to 1."""
    match = _SHARE.fullmatch(value.strip()) if isinstance(value, str) else None
    if value == "none" or (match and int(match[1]) <= 100):
        return int(match[1]) / 100 if match else 0.0
    hint = "write `hug: true`" if value == "hug" else "such as 80 %, or `none`"
    raise PydanticCustomError("panel", "expected a percentage", {"hint": hint})


PointSize = Annotated[
    float, BeforeValidator(_points, json_schema_input_type=float | str), Field(strict=False)
]
Opacity = Annotated[float, BeforeValidator(_opacity, json_schema_input_type=str)]


class ValueColours(Model):
    """A colour for each value of a field."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Colour] = Field(init=False)

    by: Key
    """The field whose value chooses, or `kind` for the kind of the entry. Beside it, each value has
    its colour: `{by: type, fire: "#7c1d12", sea: "#1f4f7a"}`. Other values have that of the style.
    """

    @model_validator(mode="after")
    def _with_values(self) -> ValueColours:
        if not self.values:
            message, hint = "no value has a colour", 'such as {by: type, fire: "#7c1d12"}'
            raise PydanticCustomError("colours", message, {"hint": hint})
        return self

    @property
    def values(self) -> dict[str, str]:
        """The colour of each value."""
        return self.__pydantic_extra__ or {}


Shape = Literal["box", "pill", "circle"]


class ValueShapes(Model):
    """A shape for each value of a field."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Shape] = Field(init=False)

    by: Key
    """The field whose value chooses, or `kind` for the kind of the entry. Beside it, each value has
    its shape: `{by: type, fire: circle, sea: pill}`. Other values have a box, or in a corner a
    circle.
    """

    @property
    def values(self) -> dict[str, str]:
        """The shape of each value."""
        return {**(self.__pydantic_extra__ or {})}


def _by_value(value: object) -> str:
    return "by" if isinstance(value, dict | ValueColours | ValueShapes) else "one"


AnyColour = Annotated[
    Annotated[Colour, Tag("one")] | Annotated[ValueColours, Tag("by")], Discriminator(_by_value)
]
AnyShape = Annotated[
    Annotated[Shape, Tag("one")] | Annotated[ValueShapes, Tag("by")], Discriminator(_by_value)
]


class Placed(Model):
    """A part of a face with a place of its own, or with type of its own."""

    at: _Place | None = None
    """The place, `[left, top, width, height]`: the distance from the left and from the upper cut of
    the card, and the size (mm). What has a place leaves the order of the other parts.
    """

    @property
    def region(self) -> Region | None:
        """The place; None for a part without one."""
        return Region(*self.at) if self.at else None

    def scaled(self, across: float, down: float, grown: float) -> Self:
        """The part on a card scaled by these factors of width and height."""
        if not self.at:
            return self
        x, y, width, height = self.at
        place = [x * across, y * down, width * across, height * down]
        return self.model_copy(update={"at": [round(side, 3) for side in place]})


class Styled(Placed):
    """A part with words: its place, and how it is set."""

    align: Literal["left", "center", "right"] | None = None
    """The alignment of lines. Left out: that of the style; in a place, `words` and values are
    centred, and so is what is on a pill or a circle.
    """
    valign: Literal["top", "middle", "bottom"] | None = None
    """Where the words are in a place that is higher. Left out: `middle`; `top` for the body; with
    `hug`, `bottom` over a picture.
    """
    font: FontFamily | None = None
    """The font: a family of printgen, or of a file in the project's `fonts/`."""
    size: PointSize | None = None
    """The largest type (pt): words that do not fit are smaller. Left out: that of the style."""
    fit: Literal["line", "shrink"] | None = None
    """How words in a place get smaller: `line` keeps them on one line, `shrink` lets them take
    several. Left out: `shrink`.
    """
    colour: AnyColour | None = None
    """The colour of the words in full ink: one, or one for each value of a field."""
    turn: Literal[0, 90, 180, 270] = 0
    """How far the words are turned, clockwise: words turned by 90 read downwards, by 270
    upwards.
    """
    panel: Opacity | None = None
    """How much of what is behind the words is hidden, such as `80 %`. Left out: all of it with a
    `fill`, a `shape` or `hug`, and behind the words over a picture across the whole card; else
    nothing.
    """
    hug: bool = False
    """Whether what is behind the words is only as high as they are, in a place that is higher."""
    fill: AnyColour | None = None
    """The colour behind the words in full ink: one, or one for each value of a field. Left out:
    that of the paper of the style.
    """
    shape: AnyShape | None = None
    """The form of what is behind the words: one, or one for each value of a field. Left out: `box`;
    in a corner, `circle`.
    """

    def scaled(self, across: float, down: float, grown: float) -> Self:
        """The part on a card scaled by these factors of width and height; its type grows too."""
        part = super().scaled(across, down, grown)
        if not self.size:
            return part
        size = round(max(_SMALLEST, min(_LARGEST, self.size * grown)), 2)
        return part.model_copy(update={"size": size})

    # The keys that need a place.
    OF_PLACES: ClassVar[tuple[str, ...]] = (
        "valign", "fit", "turn", "panel", "hug", "fill", "shape",
    )  # fmt: skip


# The keys of parts with a place or type of their own, besides what is printed there.
PLACING_KEYS = frozenset(Styled.model_fields)
