"""Profiles that a wish may change, but that the constraints of their games allow no change of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from printgen.balance.tunables import Changes, Tunable, broken_rules, changed, sets, tunables_of
from printgen.content.library import Entry, Library
from printgen.content.models.wish import Wish
from printgen.problems import Position

# More changes of a profile are not tried: then nothing is said of it.
_TRIED = 2_000


@dataclass(frozen=True, slots=True)
class Forbidding:
    """A constraint, and the profiles of which it forbids changes. With the others of the same
    profiles, it forbids all.
    """

    place: Position
    message: str
    check: str
    profiles: tuple[str, ...]


def forbidding(library: Library, wish: Entry[Wish], edits: int) -> list[Forbidding]:
    """The constraints that forbid all changes of a profile, up to `edits` of its numbers."""
    parts: dict[tuple[str, str], list[Tunable]] = {}
    for each in tunables_of(library, wish):
        if each.kind == "profiles" and each.others:
            parts.setdefault((each.game, each.id), []).append(each)
    found: dict[tuple[str, int], list[str]] = {}
    for (_, name), tunables in parts.items():
        for rule in _rules_against(library, tunables, edits):
            found.setdefault(rule, []).append(name)
    return [
        _forbidding(library, game, index, profiles)
        for (game, index), profiles in sorted(found.items())
    ]


def _rules_against(
    library: Library, tunables: Sequence[Tunable], edits: int
) -> set[tuple[str, int]]:
    """The constraints that all changes of one profile break: a few that forbid them together; none
    if a change is allowed, or if they are too many to try.
    """
    tried = list(islice(_changes(tunables, edits), _TRIED + 1))
    if len(tried) > _TRIED:
        return set()
    broken: list[set[tuple[str, int]]] = []
    for changes in tried:
        rules = set(broken_rules(changed(library, changes), changes))
        if not rules:
            return set()
        broken.append(rules)
    return _covering(broken)


def _changes(tunables: Sequence[Tunable], edits: int) -> Iterator[Changes]:
    for number in range(1, min(edits, len(tunables)) + 1):
        yield from sets(tunables, number)


def _covering(broken: list[set[tuple[str, int]]]) -> set[tuple[str, int]]:
    """Rules of which each set has one: always the one that most of the sets left have."""
    chosen: set[tuple[str, int]] = set()
    while left := [rules for rules in broken if not rules & chosen]:
        known = sorted(set().union(*left))
        chosen.add(max(known, key=lambda rule: sum(rule in rules for rules in left)))
    return chosen


def _forbidding(library: Library, game: str, index: int, profiles: list[str]) -> Forbidding:
    content = library.games[game]
    rule = content.game.constraints[index]
    message = rule.message[rule.message.language_for("en", content.first_language)]
    place = content.entry.at("constraints", index, "check")
    return Forbidding(place, message, rule.check, tuple(profiles))
