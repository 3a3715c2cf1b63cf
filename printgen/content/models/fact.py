"""Facts: numbers of the rules that texts quote."""

from __future__ import annotations

import re

from pydantic import GetCoreSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

# A number with a unit: `4 in`, `-1`, `2.5 cm`.
_AMOUNT = re.compile(r'(-?[0-9]+(?:[.,][0-9]+)?)\s*(in|cm|mm|")?')

_MAX = 100


class Fact(str):
    """A number or die of the rules, with its unit, as in `4 in` and `D6`; or, after `=`, how it is
    computed from other facts, as in `= 2 * move`.
    """

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(cls.read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> JsonSchemaValue:
        return {"type": ["string", "number"], "maxLength": _MAX}

    @classmethod
    def read(cls, value: object) -> Fact:
        """A fact from YAML data. Raises PydanticCustomError for other values."""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise _no_fact(value)
        words = str(value).strip()
        if not words.removeprefix("="):
            raise PydanticCustomError("fact", "the fact is empty")
        if len(words) > _MAX:
            raise PydanticCustomError("fact", "the fact has more than 100 characters")
        return cls(words)

    @property
    def rule(self) -> str:
        """The expression that computes the fact; empty if it is given."""
        return self[1:].strip() if self.startswith("=") else ""

    @property
    def parts(self) -> tuple[str, str]:
        """The value and its unit; the unit is empty if there is none."""
        found = _AMOUNT.fullmatch(self)
        if found is None:
            return str(self), ""
        return found[1].replace(",", "."), "in" if found[2] == '"' else found[2] or ""


def _no_fact(value: object) -> PydanticCustomError:
    kinds = {bool: str(value).lower(), list: "a list", dict: "a mapping"}
    hint = f"found {kinds.get(type(value), str(value))}"
    message = "a fact is a number, a length, a die, a text or a formula: 4, 4 in, D6, = 2 * move"
    return PydanticCustomError("fact", message, {"hint": hint})
