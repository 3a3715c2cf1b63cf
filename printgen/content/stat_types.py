"""Stat types: how their values are written and read, and their bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Annotated, Literal, Protocol

from pydantic import AfterValidator, Field
from pydantic.json_schema import JsonSchemaValue

from printgen.content.models.base import Model, Reference, Short, known_name, list_names
from printgen.content.models.text import Text

# A stat value as written; see `printgen.content.stat_types`.
RawStatValue = Annotated[int | str | float, Field(union_mode="left_to_right")]


class NotedSymbol(Model):
    """A symbol used as a stat value, explained by a note or a trait."""

    symbol: Short
    """The sign that is printed instead of a value; one of the `symbols` of the stat."""
    note: Text | None = None
    """What the sign means here, printed as a note."""
    trait: Reference | None = None
    """The trait that explains the sign."""


# --- stat types: one object per type, and the table that every other module reads -----------------
#
# To add a type, write its parser and add one row to STAT_TYPES. Model validation, JSON Schema,
# range checks, constraints, worked examples and table alignment need no change.


LengthUnit = Literal["in", "cm", "mm"]

_MM_PER_UNIT: dict[LengthUnit, Decimal] = {
    "in": Decimal("25.4"),
    "cm": Decimal(10),
    "mm": Decimal(1),
}

UNITS: dict[str, LengthUnit] = {'"': "in", "″": "in", "in": "in", "cm": "cm", "mm": "mm"}

MAX_WORD = 40

# A stat value as written in YAML.
RawStat = int | float | str | NotedSymbol

# A stat value in an expression: a whole number, or a pair (sound, wounded).
ExpressionValue = int | tuple[int, int]


class StatValueError(ValueError):
    """The value does not match its stat's type; the text is what was expected."""


class StatDeclaration(Protocol):
    """The fields of a declared stat that its type may read."""

    @property
    def type(self) -> str: ...
    @property
    def symbols(self) -> Sequence[str]: ...
    @property
    def options(self) -> Mapping[str, object]: ...
    @property
    def signed(self) -> bool: ...
    @property
    def min(self) -> int | None: ...
    @property
    def max(self) -> int | None: ...
    @property
    def unit(self) -> LengthUnit: ...


@dataclass(frozen=True, slots=True)
class StatValue:
    """A parsed stat value.

    `text` is printed. `numbers` are the whole numbers that templates and expressions read, in the
    unit as written. `measures` are compared with the stat's range; lengths are in mm.
    """

    text: str
    numbers: tuple[int, ...] = ()
    measures: tuple[Decimal, ...] = ()


def number_value(text: str, *numbers: int) -> StatValue:
    """A value whose numbers are also what its range is compared with."""
    return StatValue(text, numbers, tuple(map(Decimal, numbers)))


def _first_number(value: StatValue, options: Mapping[str, int]) -> ExpressionValue | None:
    return value.numbers[0] if value.numbers else None


def _plain_bound(bound: int, stat: StatDeclaration) -> tuple[Decimal, str]:
    return Decimal(bound), str(bound)


@dataclass(frozen=True, slots=True)
class StatType:
    """One stat type.

    `parse` raises StatValueError. `expression` is what expressions can do with the stat, and
    `expression_value` its value there; `options` number the choices of the stat line. `bound` gives
    a declared minimum or maximum as a measure and as text. `style` aligns table cells. `arithmetic`
    stats are added and compared in worked examples. `derivable` stats may be computed from others.
    `has_options` is None if a stat may have some, or none.
    """

    parse: Callable[[RawStat, StatDeclaration], StatValue]
    schema: Callable[[StatDeclaration], JsonSchemaValue]
    expression: Literal["number", "pair", "none"] = "number"
    expression_value: Callable[[StatValue, Mapping[str, int]], ExpressionValue | None] = (
        _first_number
    )
    bound: Callable[[int, StatDeclaration], tuple[Decimal, str]] = _plain_bound
    style: Literal["number", "words"] = "number"
    arithmetic: bool = False
    derivable: bool = False
    has_options: bool | None = False
    has_unit: bool = False


# A number with a fraction, after a dot or a comma.
_FRACTION = re.compile(r"-?[0-9]{1,7}[.,][0-9]{1,3}")

_WHOLE = re.compile(r"-?[0-9]{1,7}")


def _parse_decimal(raw: RawStat, stat: StatDeclaration) -> StatValue:
    text = str(raw)
    if isinstance(raw, bool) or not (_FRACTION.fullmatch(text) or _WHOLE.fullmatch(text)):
        raise StatValueError("a number, such as 2.5")
    number = Decimal(text.replace(",", "."))
    shown = f"{number:f}".replace("-", "−")
    return StatValue(f"+{shown}" if stat.signed and number > 0 else shown, (), (number,))


def _decimal_schema(stat: StatDeclaration) -> JsonSchemaValue:
    return {
        "anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?[0-9]+([.,][0-9]+)?$"}]
    }


def _parse_integer(raw: RawStat, stat: StatDeclaration) -> StatValue:
    if isinstance(raw, bool) or not isinstance(raw, int):
        fraction = isinstance(raw, float) or _FRACTION.fullmatch(str(raw))
        raise StatValueError(
            f"a whole number{'; `type: decimal` has fractions' if fraction else ''}"
        )
    return number_value(f"+{int(raw)}" if stat.signed and raw > 0 else str(raw), raw)


def _integer_schema(stat: StatDeclaration) -> JsonSchemaValue:
    bounds = {"minimum": stat.min, "maximum": stat.max}
    return {"type": "integer"} | {key: bound for key, bound in bounds.items() if bound is not None}


def _written(pattern: str, expected: str, value: Callable[[re.Match[str]], StatValue]) -> StatType:
    """A type whose values are text that matches a pattern; `value` reads the match."""
    compiled = re.compile(pattern)

    def parse(raw: RawStat, stat: StatDeclaration) -> StatValue:
        match = compiled.fullmatch(str(raw))
        if match is None:
            raise StatValueError(expected)
        return value(match)

    def schema(stat: StatDeclaration) -> JsonSchemaValue:
        return {"type": "string", "pattern": f"^({pattern})$"}

    return StatType(parse, schema)


def _pair_value(value: StatValue, options: Mapping[str, int]) -> ExpressionValue | None:
    return (value.numbers[0], value.numbers[1]) if value.numbers else None


PAIR = replace(
    _written(
        r"(-?[0-9]{1,4})/(-?[0-9]{1,4})",
        "a pair sound/wounded, such as 3/1",
        lambda match: number_value(match[0], int(match[1]), int(match[2])),
    ),
    expression="pair",
    expression_value=_pair_value,
    arithmetic=True,
)

ROLL = _written(
    r"([0-9]{1,3})\+",
    "a roll, such as 6+",
    lambda match: number_value(match[0], int(match[1])),
)

DIE = _written(
    "([0-9]{0,2})[dD]([0-9]{1,3})",
    "dice, such as D8 or 2D6",
    lambda match: number_value(match[0].upper(), int(match[2])),
)


def _money_value(text: str, amount: str) -> StatValue:
    number = Decimal(amount.replace(",", "."))
    whole = number == number.to_integral_value()
    return StatValue(text, (int(number),) if whole else (), (number,))


MONEY = _written(
    r"([0-9]{1,7}(?:[.,][0-9]{2})?)\s?([$€£])|([$€£])\s?([0-9]{1,7}(?:[.,][0-9]{2})?)",
    "an amount of money, such as 10$ or 2.50 €",
    lambda match: _money_value(match[0].replace(",", "."), match[1] or match[4]),
)


def _length_value(match: re.Match[str]) -> StatValue:
    written, mark = match[1].replace(",", "."), match[2]
    number, unit = Decimal(written), UNITS[mark]
    text = written + ("″" if unit == "in" else f" {unit}")
    return StatValue(text, (int(number),), (number * _MM_PER_UNIT[unit],))


def _length_bound(bound: int, stat: StatDeclaration) -> tuple[Decimal, str]:
    return bound * _MM_PER_UNIT[stat.unit], f"{bound} {stat.unit}"


LENGTH = replace(
    _written(
        r"([0-9]{1,4}(?:[.,][0-9]{1,2})?)\s?(\"|″|in|cm|mm)",
        'a length, such as 4" or 10 cm',
        _length_value,
    ),
    bound=_length_bound,
    has_unit=True,
)


def _parse_word(raw: RawStat, stat: StatDeclaration) -> StatValue:
    # A number is a word, too, as it is written.
    if isinstance(raw, bool | NotedSymbol) or not 0 < len(str(raw)) <= MAX_WORD:
        raise StatValueError(f"1 to {MAX_WORD} characters of text")
    return StatValue(str(raw))


def _listed(names: Iterable[str]) -> str:
    return "one of " + ", ".join(names)


def _parse_choice(raw: RawStat, stat: StatDeclaration) -> StatValue:
    if raw not in stat.options:
        raise StatValueError(_listed(stat.options))
    return StatValue(str(raw))


YES, NO = "yes", "no"

# Answers as people write them, also into the boxes to tick of spreadsheet programs.
_YES_WORDS = "yes y x ✓ ✔ ☑ true on 1 oui o vrai ja j wahr sí si да 是"
_NO_WORDS = "no n - – ✗ ✘ ☐ false off 0 non faux nein falsch нет 否"
_ANSWERS = {
    **dict.fromkeys(_YES_WORDS.split(), YES),
    **dict.fromkeys(_NO_WORDS.split(), NO),
}


def _parse_answer(raw: RawStat, stat: StatDeclaration) -> StatValue:
    found = _ANSWERS.get(str(raw).strip().casefold())
    if found is None:
        raise StatValueError("yes or no, such as x or true")
    return StatValue(found, (int(found == YES),))


INTEGER = StatType(_parse_integer, _integer_schema, arithmetic=True, derivable=True)

DECIMAL = StatType(_parse_decimal, _decimal_schema, expression="none")

WORD = StatType(
    _parse_word,
    lambda stat: {"type": "string", "pattern": f"^.{{1,{MAX_WORD}}}$"},
    expression="none",
    style="words",
)

CHOICE = StatType(
    _parse_choice,
    lambda stat: {"enum": list(stat.options)},
    expression_value=lambda value, options: options.get(value.text),
    style="words",
    has_options=True,
)

YES_NO = StatType(
    _parse_answer,
    lambda stat: {"type": ["string", "boolean", "integer"]},
    expression_value=lambda value, options: options.get(value.text, value.numbers[0]),
    style="words",
    has_options=None,
)

STAT_TYPES: dict[str, StatType] = {
    "integer": INTEGER,
    "decimal": DECIMAL,
    "pair": PAIR,
    "roll": ROLL,
    "die": DIE,
    "length": LENGTH,
    "money": MONEY,
    "word": WORD,
    "choice": CHOICE,
    "yes-no": YES_NO,
}


def parse_stat(stat: StatDeclaration, raw: RawStat) -> StatValue:
    """Parse a value of a stat: one of its symbols, or a value of its type.

    Raises StatValueError.
    """
    if isinstance(raw, NotedSymbol):
        if raw.symbol not in stat.symbols:
            raise StatValueError(
                "one of " + ", ".join(stat.symbols) if stat.symbols else "no symbol"
            )
        return StatValue(raw.symbol)
    if isinstance(raw, str) and raw in stat.symbols:
        return StatValue(raw)
    value = STAT_TYPES[stat.type].parse(raw, stat)
    if any(number < 0 for number in value.numbers):
        return replace(value, text=value.text.replace("-", "−"))
    return value


# The name of a stat type, checked when a model is validated.
StatTypeName = Annotated[
    str,
    AfterValidator(partial(known_name, STAT_TYPES)),
    Field(json_schema_extra=partial(list_names, STAT_TYPES)),
]


# What is written before and after a bound of a stat as a value, by the type of the stat.
_AS_VALUE = {
    "integer": ("", ""),
    "decimal": ("", ""),
    "roll": ("", "+"),
    "die": ("D", ""),
    "length": ("", ""),
}


def bound_exceeded(stat: StatDeclaration, value: StatValue) -> str:
    """The bound of a stat that a value exceeds, such as `at most 10`; empty within the range.

    Lengths are compared in mm; a minimum or maximum without `unit` is in inches.
    """
    bound_of = STAT_TYPES[stat.type].bound
    if stat.min is not None:
        least, text = bound_of(stat.min, stat)
        if any(measure < least for measure in value.measures):
            return f"at least {text}"
    if stat.max is not None:
        most, text = bound_of(stat.max, stat)
        if any(measure > most for measure in value.measures):
            return f"at most {text}"
    return ""


def expected_values(stat: StatDeclaration, error: StatValueError) -> str:
    """What was expected of a value that is none of its stat's type: with the range of the stat, if
    it has a whole one, instead of an example.
    """
    what, _, _ = str(error).partition(", such as ")
    written, (least, most) = _AS_VALUE.get(stat.type), (stat.min, stat.max)
    if not written or ";" in what or least is None or most is None or least > most:
        return str(error)
    bound_of = STAT_TYPES[stat.type].bound
    first, last = (bound_of(bound, stat)[1].join(written) for bound in (least, most))
    return f"{what}, {first} to {last}"
