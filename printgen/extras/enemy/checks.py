"""Checks of the `enemy:` section of game.yaml."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from printgen.content.library import GameContent, Library
from printgen.extras.enemy.model import EnemyRules, EnemyScenario
from printgen.extras.enemy.rules import MOST, Reading, read_pack, read_shared
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError

_Reads = Iterator[Callable[[], object]]


@check("enemy-unknown")
def enemy_unknown(content: GameContent, library: Library) -> Findings:
    """What the `enemy:` section of game.yaml names exists: sides, suits, traits, profiles, plans
    and their actions, tables, studies, scenarios and their forces.
    """
    rules = content.game.part(EnemyRules)
    if rules is None:
        return
    sides = sorted({side for entry in content.scenarios.values() for side in entry.value.sides})
    named = [(rules.side, ("side",)), *((s, ("shared", "suits", s)) for s in _shared_sides(rules))]
    for side, path in named:
        if side not in sides:
            hint = did_you_mean(side, sides)
            message = f"no scenario has a side '{side}'"
            yield content.entry.finding(message, "enemy", *path, key=len(path) > 1, hint=hint)
    yield from _faults(content, _names(Reading(library, content, rules)))


@check("enemy-invalid")
def enemy_invalid(content: GameContent, library: Library) -> Findings:
    """The numbers and the dice of the `enemy:` section of game.yaml can be read and are in range.
    There is a `pack` or a `shared` pile, not both. The table `worth` has each rank of the pack, the
    table `lots` each number of figures from 2 on, and other tables have dice to roll.
    """
    rules = content.game.part(EnemyRules)
    if rules is None:
        return
    if rules.pack and rules.shared:
        message = "an enemy has a `pack` or a `shared` pile, not both"
        yield content.entry.finding(message, "enemy", "shared", key=True)
    yield from _faults(content, _readings(Reading(library, content, rules)))


def _faults(content: GameContent, reads: _Reads) -> Findings:
    """What cannot be read."""
    for read in reads:
        try:
            read()
        except ComputationError as error:
            if not error.silent:
                yield content.entry.finding(str(error), "enemy", *error.path, hint=error.hint)


def _shared_sides(rules: EnemyRules) -> list[str]:
    return list(rules.shared.suits) if rules.shared else []


def _names(reading: Reading) -> _Reads:
    """Readers of all that is named."""
    rules, entry = reading.rules, reading.entry
    if rules.pack:
        for place, trait in enumerate(rules.pack.bosses):
            yield partial(entry, "traits", trait, "pack", "bosses", place)
        for place, profile in enumerate(rules.pack.last_word):
            yield partial(entry, "profiles", profile, "pack", "last_word", place)
    if rules.lookout:
        yield partial(entry, "plans", rules.lookout, "lookout")
    for place, line in enumerate(rules.lines):
        yield partial(reading.line, place)
        for number, plan in enumerate(line.only):
            yield partial(entry, "plans", plan, "lines", place, "only", number)
    for name, scenario in rules.scenarios.items():
        yield partial(reading.scenario, name)
        if name in reading.content.scenarios:
            yield from _names_of_scenario(reading, name, scenario)


def _names_of_scenario(reading: Reading, name: str, rules: EnemyScenario) -> _Reads:
    for place, later in enumerate(rules.later):
        yield partial(reading.force, name, later.force, "later", place, "force")
    for place, force in enumerate(rules.early.forces if rules.early else ()):
        yield partial(reading.force, name, force, "early", "forces", place)
    if rules.rises:
        yield partial(reading.entry, "profiles", rules.rises, "scenarios", name, "rises")


def _readings(reading: Reading) -> _Reads:
    """Readers of all numbers, dice and tables."""
    rules = reading.rules
    if rules.pack:
        yield partial(read_pack, reading, rules.pack)
    if rules.shared:
        yield partial(read_shared, reading, rules.shared)
        if rules.shared.events:
            yield partial(reading.table, rules.shared.events, "shared", "events")
    if rules.random_move:
        yield partial(reading.table, rules.random_move, "random_move")
    for name, most in rules.limits.items():
        yield partial(reading.number, most, 1, MOST, "limits", name)
    for name, scenario in rules.scenarios.items():
        yield from _readings_of_scenario(reading, name, scenario)


def _readings_of_scenario(reading: Reading, name: str, rules: EnemyScenario) -> _Reads:
    here = ("scenarios", name)
    for place, later in enumerate(rules.later):
        if later.turn is not None:
            yield partial(reading.number, later.turn, 1, MOST, *here, "later", place, "turn")
    if rules.early:
        yield partial(reading.early, name, rules.early)
    yield partial(reading.search, name, rules)
    yield partial(reading.waves, name, rules)
    yield partial(reading.spots, name, rules)
    if rules.dice:
        yield partial(reading.grid_dice, name, rules.dice)
    if rules.guard:
        yield partial(reading.guard, name, rules.guard)
    if rules.events:
        yield partial(reading.table, rules.events, *here, "events")


CHECKS = (enemy_unknown, enemy_invalid)
