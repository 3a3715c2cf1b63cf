"""Checks of the `hex_battles:` section of game.yaml, and of the `battle:` of scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.extras.hex_battle.tables import (
    KEYS,
    BattleTables,
    cohesion_of,
    exits_of,
    side_of,
    zone_of,
)
from printgen.rules.boards import board_of
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError


@check("hex-battles-invalid")
def hex_battles_invalid(content: GameContent, library: Library) -> Findings:
    """The traits and the tables under `hex_battles:` exist, the tables have the values that battles
    need, and each number can be computed and is in its range. The sides, the zone, the hexes and
    the profile under `battle:` of a scenario exist.
    """
    rules, here, entry = content.game.hex_battles, "hex_battles", content.entry
    if rules is None:
        return
    for place, name in enumerate(rules.pursues):
        if library.lacks("traits", content.id, name):
            hint = library.suggest("traits", content.id, name)
            yield entry.finding(f"no trait '{name}'", here, "pursues", place, hint=hint)
    tables = BattleTables(library, content, rules)
    for error in _errors(tables):
        if not error.silent:
            yield entry.finding(str(error), here, *error.path, hint=error.hint)
    for scenario in content.scenarios.values():
        for error in _faults(library, tables, scenario):
            yield scenario.finding(str(error), *error.path, hint=error.hint)


def _errors(tables: BattleTables) -> Iterator[ComputationError]:
    """The faults of the rules of a game."""
    computed: tuple[Callable[[], object], ...] = (
        tables.cards,
        tables.losses,
        tables.steps,
        lambda: tables.limit(()),
        lambda: tables.recoil("", ()),
        lambda: tables.shelter(()),
        lambda: tables.troops(()),
        *(partial(tables.numbers.of, key) for key in KEYS),
    )
    for compute in computed:
        try:
            compute()
        except ComputationError as error:
            yield error


def _faults(
    library: Library, tables: BattleTables, scenario: Entry[Scenario]
) -> Iterator[ComputationError]:
    """The faults of how a battle begins and ends."""
    terms = scenario.value.battle
    if terms is None:
        return
    named = (terms.first, "first"), (terms.favours, "favours")
    held = ((terms.holds.side, "holds", "side"),) if terms.holds else ()
    gone = ((terms.leaves.side, "leaves", "side"),) if terms.leaves else ()
    for name, *path in (*named, *held, *gone):
        try:
            side_of(scenario.value, name, *path)
        except ComputationError as error:
            yield error
    try:
        cohesion_of(tables.numbers, terms)
    except ComputationError as error:
        yield error
    board = library.find("maps", scenario.game, scenario.value.map or "")
    for places in (zone_of, exits_of):
        try:
            if board is not None:
                places(scenario.value, terms, board_of(library, board))
        except ComputationError as error:
            yield error


CHECKS = (hex_battles_invalid,)
