"""Names of hexes and of places in them, as written.

Names of hexes are `0304` (column and row) or `C4`, as printed on the map. Clock hours name their
sides and corners: `0304/2` is the side or corner at two o'clock.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Short


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
            if _HOUR in pattern and re.fullmatch(_ANY_HOURS, str(value)):
                raise PydanticCustomError("like", "the hours of a hex go from 1 to 12")
            raise PydanticCustomError("like", "expected " + expected)
        return value

    return BeforeValidator(validate, json_schema_input_type=kind)


_NUMBER = r"[0-9]+(\.[0-9]+)? *(mm|cm|in)"


Length = Annotated[str, _matching(_NUMBER, "a number with its unit, such as 25 mm, 2.5 cm or 1 in")]


_HEX = r"([0-9]{4}|[0-9]{6}|[A-Z]{1,3}[0-9]{1,3})"


_HOUR = r"(1[0-2]|[1-9])"


# The same with any numbers as hours.
_ANY_HOURS = f"{_HEX}/[0-9]+(-[0-9]+)?"


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
    value = _digits_as_text(value)
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
