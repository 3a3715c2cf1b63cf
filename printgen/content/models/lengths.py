"""Lengths of pieces, read as mm: a number, or text such as `25 mm`, `2.5 cm` or `1 in`."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.paper import MM_BY_UNIT

_LENGTH = re.compile(r"([0-9]+(?:[.,][0-9]+)?)\s*(mm|cm|in)?")


def millimetres(smallest: float, largest: float) -> BeforeValidator:
    """A validator of lengths from `smallest` to `largest` mm, both included."""

    def read(value: object) -> object:
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        match = _LENGTH.fullmatch(str(value).strip()) if plain or isinstance(value, str) else None
        if match is None:
            message = "expected a length, such as 25 mm, 2.5 cm or 1 in"
            raise PydanticCustomError("length", message)
        length = float(match[1].replace(",", ".")) * MM_BY_UNIT[match[2] or "mm"]
        if not smallest <= length <= largest:
            context = {"value": str(value), "hint": f"{smallest:g} to {largest:g} mm"}
            raise PydanticCustomError("length", "'{value}' is out of range", context)
        return length

    number = Annotated[float, Field(ge=smallest, le=largest)]
    return BeforeValidator(read, json_schema_input_type=number | str)
