"""Scenarios as battles on hexes with cards: `hex_battles:` of game.yaml, the map, and forces."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hex_battles import BattleTerms
from printgen.content.models.scenario import Scenario
from printgen.extras.battles.battle import Battle, BattleRules, Muster, Outcomes, Play, kept, muster
from printgen.extras.hex_battle.engagement import Engagement, Hold, Leave, Soldiers
from printgen.extras.hex_battle.initial_positions import Array, Regiments, terrain_of
from printgen.extras.hex_battle.tables import cohesion_of, exits_of, side_of, zone_of
from printgen.extras.hex_battle.words import left_out, model
from printgen.geometry.hexes import Hex
from printgen.rules.boards import Board, board_of
from printgen.rules.resolve import ComputationError, resolve_entry


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
    engagement = replace(
        _engagement(regiments, scenario.value, units, hexes, turns),
        hold=_hold(regiments, scenario.value, forces, companies, hexes),
        leave=_leave(board, scenario.value, hexes),
        players=players,
    )
    return Battle(
        forces,
        companies,
        engagement.turns,
        tuple(model(engagement, forces.sides, array.zoned)),
        tuple(left_out(engagement)),
        partial(_play, library, engagement),
        partial(_cost, engagement),
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
    tables, terms = regiments.tables, scenario.battle or BattleTerms()
    rules = regiments.board.rules
    command = rules.command if rules else None
    numbers = tables.numbers
    return Engagement(
        terrain_of(regiments.board, hexes),
        units,
        numbers.within("turns", turns),
        tables.cards(),
        cohesion_of(numbers, terms),
        side_of(scenario, terms.first, "first"),
        side_of(scenario, terms.favours, "favours"),
        tuple(terms.compares),
        tables.losses(),
        numbers.of("shot"),
        numbers.of("disorder"),
        tables.steps(),
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
    terms = scenario.battle
    if terms is None or terms.holds is None:
        return None
    zone, wanted = set(zone_of(scenario, terms, regiments.board)), terms.holds
    return Hold(
        side_of(scenario, wanted.side, "holds", "side"),
        frozenset(number for number, hex in enumerate(hexes) if hex in zone),
        wanted.units,
        frozenset(
            number
            for number, place in enumerate(companies)
            if forces.companies[place].force.profile == wanted.profile
        ),
    )


def _leave(board: Board, scenario: Scenario, hexes: list[Hex]) -> Leave | None:
    """Where the units of a side leave the map. Raises ComputationError."""
    terms = scenario.battle
    if terms is None or terms.leaves is None:
        return None
    there = set(exits_of(scenario, terms, board))
    return Leave(
        side_of(scenario, terms.leaves.side, "leaves", "side"),
        frozenset(number for number, hex in enumerate(hexes) if hex in there),
        tuple(sorted(terms.leaves.after)),
    )


def _play(library: Library, engagement: Engagement, games: int, seed: int) -> Outcomes:
    # Imported here: numpy is slow to import.
    from printgen.extras.hex_battle.simulator import play

    return kept(library, play, engagement, games, seed)


def _cost(engagement: Engagement, games: int) -> float:
    from printgen.extras.hex_battle.costs import estimated_cost

    return estimated_cost(engagement, games)


BATTLES = BattleRules(knows, "`hex_battles:` in game.yaml", prepare)
