"""The ranges of stats."""

from __future__ import annotations

from printgen.content.stat_types import STAT_TYPES, StatDeclaration, StatValue


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
