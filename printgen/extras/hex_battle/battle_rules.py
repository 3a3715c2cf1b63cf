"""Scenarios as battles on hexes with cards: where units start, what is played, how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import BattleTerms, Scenario
from printgen.extras.battles.battle import (
    Battle,
    BattleRules,
    Company,
    Muster,
    Play,
    Sentence,
    muster,
    played,
)
from printgen.extras.hex_battle.engagement import (
    LOOSE,
    NEVER,
    WHOLE,
    Engagement,
    Hold,
    Leave,
    Soldiers,
    Terrain,
    engagement_steps,
)
from printgen.extras.hex_battle.examples import ARM, INFANTRY, LIFE
from printgen.extras.hex_battle.model import HexBattles
from printgen.extras.hex_battle.tables import BattleTables, cohesion_of, exits_of, side_of, zone_of
from printgen.extras.hex_maps.boards import Board, PlacedUnit, board_of, has_front, is_true
from printgen.extras.hex_maps.hexes import (
    Hex,
    Point,
    corner_at,
    distance,
    hour_of_corner,
    hour_of_side,
    side_at,
)
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.stat_values import stat_blocks_of

# --- the forces of a scenario as units on its map, by the tables and stats of the game ------------


CAVALRY = "cavalry"

ARMS = ("artillery", INFANTRY, CAVALRY)


def terrain_of(board: Board, hexes: list[Hex]) -> Terrain:
    """The map as plain data."""
    number = {hex: n for n, hex in enumerate(hexes)}
    costs = {"free": 0, "whole": WHOLE, "never": NEVER}
    enter: list[int] = []
    for hex in hexes:
        cost = board.terrain(hex).enter
        enter.append(cost if isinstance(cost, int) else costs[cost])
    assert board.rules is not None
    return Terrain(
        tuple((hex.q, hex.r) for hex in hexes),
        tuple(tuple(number.get(hex.next(side), -1) for side in range(6)) for hex in hexes),
        tuple(enter),
        tuple(tuple(costs[board.crossing(hex, side)] for side in range(6)) for hex in hexes),
        (0, 1) if board.rules.facing == "corner" else (-1, 0, 1),
    )


class Regiments:
    """Units by the rules of a game."""

    def __init__(self, library: Library, content: GameContent, rules: HexBattles, board: Board):
        self.library, self.content, self.rules, self.board = library, content, rules, board
        self.tables = BattleTables(library, content, rules)

    def unit(self, company: Company, hexes: list[Hex]) -> Soldiers:
        """A unit of a company, at no place; LOOSE if it has no front. Raises ComputationError."""
        force, traits = company.force, set(company.traits(self.library, self.content.id))
        for block in stat_blocks_of(self.library, company.profile, force.stats, force.traits):
            if isinstance(life := block.facts.get(LIFE), int):
                break
        else:
            raise ComputationError(f"'{company.profile.id}' has no number `{LIFE}`", "forces")
        facts, rules, board = dict(block.facts), self.board.rules, self.board
        assert rules is not None
        move, reach = (facts.get(key) if key else None for key in (rules.move, rules.reach))
        arm = next((arm for arm in ARMS if is_true(f"{ARM} == {arm}", facts)), "")
        barred = frozenset(
            number
            for number, hex in enumerate(hexes)
            if (bars := board.terrain(hex).bars) and is_true(bars, facts)
        )
        answer, cost = self.tables.troops(traits)
        return Soldiers(
            company.side,
            facing=0 if has_front(board, facts) else LOOSE,
            life=life,
            limit=self.tables.limit(traits),
            move=move if isinstance(move, int) else 0,
            reach=reach if isinstance(reach, int) else 0,
            mounted=arm == CAVALRY,
            fragile=arm == INFANTRY,
            barred=barred,
            recoil=self.tables.recoil(arm, traits),
            shelter=self.tables.shelter(traits),
            pursues=bool(traits & set(self.rules.pursues)),
            leads=rules.command is not None and rules.command.trait in traits,
            answer=answer,
            cost=cost,
        )


# --- where the units of a battle on hexes start: on the map, or in the zones of their sides -------


@dataclass
class Array:
    """The units of both sides at their places. `zoned` are the sides that start in a zone."""

    board: Board
    forces: Muster
    hexes: list[Hex]
    zoned: list[str] = field(default_factory=list)
    taken: set[Hex] = field(default_factory=set)

    def units(self, kinds: Sequence[Soldiers]) -> list[tuple[int, Soldiers]]:
        """The number of the company of each unit, and the unit at its place. `kinds` has a unit of
        each company. Raises ComputationError.
        """
        found: list[tuple[int, Soldiers]] = []
        for side in (0, 1):
            name = self.forces.sides[side]
            own = [(n, c) for n, c in enumerate(self.forces.companies) if c.side == side]
            if any(unit.unit.side == name for unit in self.board.units):
                found += self._on_map(own, kinds)
            else:
                self.zoned.append(name)
                found += self._in_zone(own, kinds, side)
        return sorted(found, key=lambda each: each[0])

    # --- on the map --------------------------------------------------------------------------

    def _on_map(
        self, companies: list[tuple[int, Company]], kinds: Sequence[Soldiers]
    ) -> Iterator[tuple[int, Soldiers]]:
        """The units of a side that the map places."""
        side = self.forces.sides[companies[0][1].side]
        waiting = [unit for unit in self.board.units if unit.unit.side == side]
        for number, company in companies:
            profile, traits = (company.profile.game, company.profile.id), company.force.traits
            mine = [
                unit
                for unit in waiting
                if (unit.profile.game, unit.profile.id) == profile
                and set(unit.unit.traits) == set(traits)
            ][: company.count]
            if len(mine) < company.count:
                message = (
                    f"the map '{self.board.entry.id}' has {len(mine)} of"
                    f" {company.count} '{company.profile.id}' of the side '{side}'"
                )
                hint = "the same profile, side and traits as the force"
                raise ComputationError(message, "forces", hint=hint)
            for unit in mine:
                waiting.remove(unit)
                yield number, kinds[number].placed(self.hexes.index(unit.at), self._faces(unit))
        if waiting:
            mark = waiting[0].unit.mark or waiting[0].unit.profile
            message = f"the unit '{mark}' of the map '{self.board.entry.id}' is in no force"
            raise ComputationError(message, "forces")

    def _faces(self, unit: PlacedUnit) -> int:
        """The direction of a unit of the map."""
        if unit.facing is None:
            return LOOSE
        assert self.board.rules is not None
        direction_at = corner_at if self.board.rules.facing == "corner" else side_at
        direction = direction_at(unit.facing, self.board.grid.orientation)
        if direction is None:
            mark = unit.unit.mark or unit.unit.profile
            message = f"the unit '{mark}' of the map cannot face {unit.facing} o'clock"
            raise ComputationError(message, "map")
        return direction

    # --- in zones ----------------------------------------------------------------------------

    def _zone(self, side: int) -> list[Hex]:
        """Where a side starts: its zones, or else its units."""
        name, board = self.forces.sides[side], self.board
        zones = zip(board.entry.value.zones, board.zones, strict=True)
        found = [hex for zone, hexes in zones if zone.side == name for hex in hexes]
        found = found or [unit.at for unit in board.units if unit.unit.side == name]
        if not found:
            message = (
                f"the map '{board.entry.id}' has neither units nor a zone of the side '{name}'"
            )
            raise ComputationError(message, "map", hint="`units:` or `zones:` with this `side`")
        return found

    def _in_zone(
        self, companies: list[tuple[int, Company]], kinds: Sequence[Soldiers], side: int
    ) -> Iterator[tuple[int, Soldiers]]:
        """The units of a side in its zone: on foot in the middle of the front, then cavalry, then
        artillery. Generals are in the second row, those with a terrain on it.
        """
        own, other = self._zone(side), self._zone(1 - side)
        middle = _centre(self.board, own)
        depth = {hex: min(distance(hex, foe) for foe in other) for hex in own}
        front = min(depth.values())
        way = _centre(self.board, other)
        facing = self._towards((way[0] - middle[0], way[1] - middle[1]))

        def rank(hex: Hex, leads: bool) -> tuple[int, float]:
            x, y = self.board.geometry.middle(hex)
            behind = depth[hex] if not leads or depth[hex] > front else front + 99
            return behind, (x - middle[0]) ** 2 + (y - middle[1]) ** 2

        def turn(each: tuple[int, Company]) -> tuple[bool, bool, bool, bool]:
            kind = kinds[each[0]]
            return each[1].force.terrain is None, not kind.leads, kind.move == 0, kind.mounted

        for number, company in sorted(companies, key=turn):
            kind, wanted = kinds[number], company.force.terrain
            able = {
                hex
                for hex in own
                if self.hexes.index(hex) not in kind.barred
                and self.board.terrain(hex).enter != "never"
                and wanted in (None, self.board.ground[hex])
            }
            for _ in range(company.count):
                free = [hex for hex in own if hex in able - self.taken]
                if not free:
                    message = f"no room for '{company.profile.id}' in the zone of its side"
                    raise ComputationError(message, "forces")
                hex = min(free, key=lambda hex: rank(hex, kind.leads))
                self.taken.add(hex)
                faces = LOOSE if kind.facing == LOOSE else facing
                yield number, kind.placed(self.hexes.index(hex), faces)

    def _towards(self, way: Point) -> int:
        """The direction that is nearest to a way on the map."""
        orientation, rules = self.board.grid.orientation, self.board.rules
        assert rules is not None
        hours = hour_of_corner if rules.facing == "corner" else hour_of_side
        middle = self.board.geometry.middle(self.hexes[0])

        def along(direction: int) -> float:
            at = self.board.geometry.at_hour(self.hexes[0], hours(direction, orientation))
            return (at[0] - middle[0]) * way[0] + (at[1] - middle[1]) * way[1]

        return max(range(6), key=along)


def _centre(board: Board, hexes: list[Hex]) -> Point:
    points = [board.geometry.middle(hex) for hex in hexes]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


_COMPARED = {
    ("cohesion",): "told_compared_cohesion",
    ("units",): "told_compared_units",
    ("cohesion", "units"): "told_compared_cohesion_first",
    ("units", "cohesion"): "told_compared_units_first",
}


def _model(rules: Engagement, sides: tuple[str, str], zoned: list[str]) -> Iterator[Sentence]:
    """What is played. `zoned` are the sides that start in their zones."""
    cards = {"draw": rules.cards.draw, "hand": rules.cards.hand}
    yield Sentence("told_hexes")
    if rules.first < 0:
        yield Sentence("told_card_turn_lot", **cards)
    else:
        yield Sentence("told_card_turn", first=sides[rules.first], **cards)
    if zoned:
        yield Sentence("told_deployed", names=", ".join(zoned))
    yield Sentence("told_greedy_cards")
    yield Sentence("told_simple_cards")
    yield Sentence("told_marches")
    yield Sentence("told_card_parries")
    yield Sentence("told_card_morale")
    yield Sentence("told_cohesion", cohesion=rules.cohesion)
    if rules.hold:
        yield Sentence("told_hold", side=sides[rules.hold.side], many=rules.hold.many)
    if rules.leave:
        both = {"side": sides[rules.leave.side], "other": sides[1 - rules.leave.side]}
        yield Sentence("told_leaves", after=", ".join(map(str, rules.leave.after)), **both)
        yield Sentence("told_leavers", **both)
    if rules.favours >= 0:
        yield Sentence("told_favoured", turns=rules.turns, side=sides[rules.favours])
    else:
        yield Sentence(_COMPARED[rules.compares], turns=rules.turns)


# --- scenarios as battles: `hex_battles:` of game.yaml, the map, and forces -----------------------


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    forces, rules = muster(library, scenario), content.game.part(HexBattles)
    assert rules is not None
    board = _board(library, scenario)
    regiments = Regiments(library, content, rules, board)
    hexes = list(board.ground)
    array = Array(board, forces, hexes)
    kinds = [regiments.unit(company, hexes) for company in forces.companies]
    placed = array.units(kinds)
    turns = rules.turns if scenario.value.turns is None else scenario.value.turns
    companies, units = (tuple(each) for each in zip(*placed, strict=True))
    tables, terms = regiments.tables, scenario.value.battle or BattleTerms()
    numbers, command = tables.numbers, board.rules.command if board.rules else None
    engagement = Engagement(
        terrain_of(board, hexes),
        units,
        numbers.within("turns", turns),
        tables.cards(),
        cohesion_of(numbers, terms),
        side_of(scenario.value, terms.first, "first"),
        side_of(scenario.value, terms.favours, "favours"),
        tuple(terms.compares),
        tables.losses(),
        numbers.of("shot"),
        numbers.of("disorder"),
        tables.steps(),
        command.near if command else -1,
        command.path if command else -1,
        numbers.of("courier"),
        players=players,
    )
    hold = leave = None
    if held := terms.holds:
        zone = set(zone_of(scenario.value, terms, board))
        some = [n for n, c in enumerate(forces.companies) if c.force.profile == held.profile]
        hold = Hold(
            side_of(scenario.value, held.side, "holds", "side"),
            frozenset(number for number, hex in enumerate(hexes) if hex in zone),
            held.units,
            frozenset(number for number, company in enumerate(companies) if company in some),
        )
    if gone := terms.leaves:
        exits = set(exits_of(scenario.value, terms, board))
        leave = Leave(
            side_of(scenario.value, gone.side, "leaves", "side"),
            frozenset(number for number, hex in enumerate(hexes) if hex in exits),
            tuple(sorted(gone.after)),
        )
    engagement = replace(engagement, hold=hold, leave=leave)
    return Battle(
        forces,
        companies,
        engagement.turns,
        tuple(_model(engagement, forces.sides, array.zoned)),
        tuple(map(Sentence, ("told_hex_words", "told_hex_choices", "told_hex_patience"))),
        partial(played, library, "printgen.extras.hex_battle.simulator:play", engagement),
        partial(engagement_steps, engagement),
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


BATTLES = BattleRules(
    lambda content: content.game.part(HexBattles) is not None,
    "`hex_battles:` in game.yaml",
    prepare,
)
