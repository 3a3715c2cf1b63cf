"""Names of hexes of maps, as written: `0304` (column and row) or `C4`, as printed on the map."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

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
