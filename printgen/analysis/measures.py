"""The unit in which a game measures."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Literal

from printgen.content.library import GameContent

Measure = Literal["in", "cm"]


def measure_of(content: GameContent) -> Measure | None:
    """The unit of most lengths among the stats and the facts of a game; None without any."""
    game = content.game
    groups = [line.stats for line in game.stat_lines.values()]
    groups += [kind.stats for kind in game.trait_kinds.values()]
    stats = chain.from_iterable(group.values() for group in groups)
    found = Counter[str](stat.unit for stat in stats if stat.type == "length")
    found.update(fact.parts[1] for fact in game.facts.values() if not fact.rule)
    counted = {"in": found["in"], "cm": found["cm"] + found["mm"]}
    unit: Measure = "in" if counted["in"] >= counted["cm"] else "cm"
    return unit if counted[unit] else None
