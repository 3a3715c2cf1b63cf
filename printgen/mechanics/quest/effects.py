"""The effects of steps on counters."""

from __future__ import annotations

import re

from printgen.content.models.playing_cards import Counter

_EFFECT = re.compile(r"([+-])([0-9]{1,3})\s*(\S+)")


def read_effect(effect: str, counters: dict[str, Counter]) -> tuple[str, int] | None:
    """The counter and the change that an effect such as `+1♡` or `-2 armour` states, or None."""
    match = _EFFECT.fullmatch(effect.strip())
    if match is None:
        return None
    for name, counter in counters.items():
        if match[3] in (counter.symbol, name):
            return name, int(match[1] + match[2])
    return None
