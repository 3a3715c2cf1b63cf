"""The heroes of quests: profiles with life and armour.

Fights by cards use the stats and counters with these ids.
"""

from __future__ import annotations

from collections.abc import Sequence

from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.content.stat_types import StatValueError
from printgen.rules.resolve import ComputationError, resolve_name
from printgen.rules.stat_values import stat_blocks_of

LIFE, ARMOUR = "life", "armour"

# Life and armour.
Start = tuple[int, int]

Heroes = dict[str, tuple[Entry[Profile], Start]]


def starting(library: Library, profile: Entry[Profile]) -> Start | None:
    """The starting (life, armour) of a profile; None unless it has both."""
    for block in stat_blocks_of(library, profile):
        if {LIFE, ARMOUR} <= set(block.line.stats) and {LIFE, ARMOUR} <= set(block.values):
            try:
                life, armour = (block.value(key).numbers[0] for key in (LIFE, ARMOUR))
            except (StatValueError, IndexError):
                return None
            return life, armour
    return None


def select_heroes(library: Library, game: str, names: Sequence[str], *path: str | int) -> Heroes:
    """The named heroes of a game, or all of them, by id. A hero has life and armour.

    Raises ComputationError, with `path` and the index of the name.
    """
    content = library.games[game]
    starts = {name: starting(library, profile) for name, profile in content.profiles.items()}
    known = {name: (content.profiles[name], start) for name, start in starts.items() if start}
    for place, name in enumerate(names):
        resolve_name(known, name, "hero", *path, place)
    if not known:
        raise ComputationError(f"no profile of '{game}' has `{LIFE}` and `{ARMOUR}`")
    heroes = {name: known[name] for name in names or known}
    counters = content.game.counters
    most = {key: counters[key].max if key in counters else 0 for key in (LIFE, ARMOUR)}
    for name, (_, (life, armour)) in heroes.items():
        if not (1 <= life <= most[LIFE] and 0 <= armour <= most[ARMOUR]):
            raise ComputationError(f"'{name}' starts with more or less than its counters hold")
    return heroes
