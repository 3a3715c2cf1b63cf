"""The ranges of stats in words."""

from __future__ import annotations

from printgen.content.stat_types import STAT_TYPES, StatDeclaration, StatValue, StatValueError

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
