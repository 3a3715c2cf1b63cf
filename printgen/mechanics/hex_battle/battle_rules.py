"""Scenarios as battles on hexes with cards: `hex_battles:` of game.yaml, the map, and forces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from printgen.analysis.maps.board import Board
from printgen.analysis.maps.board_loader import board_of
from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hex_battles import BattleTerms
from printgen.content.models.scenario import Scenario
from printgen.geometry.hexes import Hex
from printgen.mechanics.battle import Battle, BattleRules, Muster, Outcomes, Play, kept, muster
from printgen.mechanics.hex_battle.array import Array
from printgen.mechanics.hex_battle.engagement import Engagement, Hold, Soldiers
from printgen.mechanics.hex_battle.regiments import Regiments, terrain_of
from printgen.problems import did_you_mean


def knows(content: GameContent) -> bool:
    """Whether a game has the rules of these battles."""
    return content.game.hex_battles is not None


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    forces, rules = muster(library, scenario), content.game.hex_battles
    if rules is None:
        raise ComputationError("the game has no battles", hint=BATTLES.needs)
    board = _board(library, scenario)
    regiments = Regiments(library, content, rules, board)
    hexes = list(board.ground)
    array = Array(board, forces, hexes)
    kinds = [regiments.unit(company, hexes) for company in forces.companies]
    placed = array.units(kinds)
    turns = rules.turns if scenario.value.turns is None else scenario.value.turns
    companies, units = (tuple(each) for each in zip(*placed, strict=True))
    hold = _hold(regiments, scenario.value, forces, companies, hexes)
    engagement = replace(
        _engagement(regiments, scenario.value, units, hexes, turns), hold=hold, players=players
    )
    return Battle(
        forces,
        companies,
        engagement.turns,
        tuple(_model(engagement, array.zoned, forces.sides)),
        tuple(_left_out()),
        partial(_play, library, engagement),
    )


def _board(library: Library, scenario: Entry[Scenario]) -> Board:
    """The map of a scenario. Raises ComputationError."""
    wanted = scenario.value.map
    if wanted is None:
        hint = "`map:` with the id of a hex map"
        raise ComputationError(f"the scenario '{scenario.id}' has no map", hint=hint)
    board = board_of(library, resolve_entry(library, "maps", scenario.game, wanted, "map"))
    if board.faults:
        raise ComputationError(f"the map '{wanted}': {board.faults[0].message}", "map")
    if board.rules is None:
        raise ComputationError("the game has no rules of hex maps", hint="`hexes:` in game.yaml")
    return board


def _engagement(
    regiments: Regiments,
    scenario: Scenario,
    units: tuple[Soldiers, ...],
    hexes: list[Hex],
    turns: int | str,
) -> Engagement:
    """The numbers of a battle. Raises ComputationError."""
    numbers, terms = regiments.numbers, scenario.battle or BattleTerms()
    rules = regiments.board.rules
    command = rules.command if rules else None
    steps = regiments.steps()
    cohesion = numbers.of("cohesion")
    if terms.cohesion is not None:
        cohesion = numbers.within("cohesion", terms.cohesion)
    return Engagement(
        terrain_of(regiments.board, hexes),
        units,
        numbers.within("turns", turns),
        regiments.cards(),
        cohesion,
        _side(scenario, terms.first, "first"),
        _side(scenario, terms.favours, "favours"),
        tuple(terms.compares),
        regiments.losses(),
        numbers.of("shot"),
        numbers.of("disorder"),
        steps,
        command.near if command else -1,
        command.path if command else -1,
        numbers.of("courier"),
    )


def _hold(
    regiments: Regiments,
    scenario: Scenario,
    forces: Muster,
    companies: tuple[int, ...],
    hexes: list[Hex],
) -> Hold | None:
    """What a side wins by holding. Raises ComputationError."""
    wanted, zones = scenario.battle and scenario.battle.holds, regiments.board.zones
    if not wanted:
        return None
    if wanted.zone > len(zones):
        hint = f"the map has {len(zones)}"
        raise ComputationError(f"no zone {wanted.zone}", "battle", "holds", "zone", hint=hint)
    some = [
        number
        for number, place in enumerate(companies)
        if forces.companies[place].force.profile == wanted.profile
    ]
    if wanted.profile and not some:
        message = f"no force of '{wanted.profile}'"
        raise ComputationError(message, "battle", "holds", "profile")
    number = {hex: n for n, hex in enumerate(hexes)}
    return Hold(
        _side(scenario, wanted.side, "holds", "side"),
        frozenset(number[hex] for hex in zones[wanted.zone - 1]),
        wanted.units,
        frozenset(some),
    )


def _side(scenario: Scenario, name: str | None, *path: str) -> int:
    """The number of a side, -1 for None. Raises ComputationError."""
    sides = list(scenario.sides)
    if name is None:
        return -1
    if name not in sides:
        hint = did_you_mean(name, sides)
        raise ComputationError(f"no side '{name}'", "battle", *path, hint=hint)
    return sides.index(name)


def _play(library: Library, engagement: Engagement, games: int, seed: int) -> Outcomes:
    # Imported here: numpy is slow to import.
    from printgen.mechanics.hex_battle.clash import play

    return kept(library, play, engagement, games, seed)


def _model(engagement: Engagement, zoned: list[str], sides: tuple[str, str]) -> Iterator[str]:
    """What is played, as sentences."""
    yield "The hexes, terrain, hexsides, units, fronts and cards are those of the game."


def _left_out() -> Iterator[str]:
    """What is not played, as sentences."""
    yield "The objectives, special rules and ending of the scenario, which are words."


BATTLES = BattleRules(knows, "`hex_battles:` in game.yaml", prepare)
