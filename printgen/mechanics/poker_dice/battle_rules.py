"""Scenarios as skirmishes with poker dice: `poker: skirmish:` of game.yaml, forces and table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from printgen.analysis.resolve import ComputationError
from printgen.analysis.stored import stored
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.content.models.table_plan import Edge, Layout
from printgen.mechanics.battle import Battle, BattleRules, Muster, Outcomes, Play, muster
from printgen.mechanics.poker_dice.fighter import Fighter, Skirmish
from printgen.mechanics.poker_dice.fighters import Recruits, unplayed_traits
from printgen.mechanics.poker_dice.rules import conflict_points, poker_of
from printgen.mechanics.poker_dice.skirmish_numbers import Numbers

# Opposite sides of a table.
_OPPOSITE: tuple[tuple[str, str], ...] = (("north", "south"), ("west", "east"))


def knows(content: GameContent) -> bool:
    """Whether a game has the rules of skirmishes."""
    return content.game.poker is not None and content.game.poker.skirmish is not None


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    poker, forces = poker_of(content), muster(library, scenario)
    rules = poker.skirmish
    if rules is None:
        raise ComputationError("the game has no skirmishes", hint=BATTLES.needs)
    numbers = Numbers(library, content, rules)
    recruits = Recruits(library, content.id, poker, numbers)
    ground = _ground(numbers, scenario.value.layout)
    skirmish = _skirmish(recruits, scenario.value, forces, ground, players)
    companies = [
        number
        for side in (0, 1)
        for number, company in enumerate(forces.companies)
        if company.side == side
        for _ in range(company.count)
    ]
    return Battle(
        forces,
        tuple(companies),
        skirmish.turns,
        tuple(_model(skirmish, ground.gap)),
        tuple(_left_out(unplayed_traits(recruits, forces))),
        partial(_play, library, skirmish),
    )


def _skirmish(
    recruits: Recruits,
    scenario: Scenario,
    forces: Muster,
    ground: Ground,
    players: tuple[Play, Play],
) -> Skirmish:
    """The numbers of a skirmish. Raises ComputationError."""
    numbers, poker = recruits.numbers, recruits.poker
    turns = recruits.rules.turns if scenario.turns is None else scenario.turns
    return Skirmish(
        tuple(_placed(recruits, forces, ground)),
        tuple(sorted(conflict_points(numbers.content).items())),
        poker.guts,
        turns=numbers.within("turns", turns),
        actions=numbers.of("actions"),
        move=numbers.of("move"),
        size=ground.size,
        base=numbers.of("base"),
        dodge=numbers.of("dodge"),
        flight=numbers.of("flight"),
        slow_moves=numbers.of("slow_moves"),
        return_fire=poker.return_fire,
        players=players,
    )


def _play(library: Library, skirmish: Skirmish, games: int, seed: int) -> Outcomes:
    # Imported here: numpy is slow to import.
    from printgen.mechanics.poker_dice.skirmish import play

    try:
        return stored(library.store, play, skirmish, games, seed)
    except ValueError as error:
        raise ComputationError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Ground:
    """The table: its size along the zones of deployment and across, and the depths of both."""

    size: tuple[float, float]
    depths: tuple[float, float]

    @property
    def gap(self) -> float:
        """The distance between the zones."""
        return self.size[1] - sum(self.depths)


def _ground(numbers: Numbers, layout: Layout | None) -> Ground:
    """The table of a scenario. Raises ComputationError."""
    usual = float(numbers.of("deployment"))
    if layout is None:
        side = float(numbers.of("table"))
        return _checked(Ground((side, side), (usual, usual)))
    zones = {
        feature.side: feature.depth
        for feature in layout.features
        if isinstance(feature, Edge) and feature.style == "zone"
    }
    for one, other in _OPPOSITE:
        if one in zones and other in zones:
            turned = one == "west"
            size = (layout.height, layout.width) if turned else (layout.width, layout.height)
            return _checked(Ground(size, (zones[one], zones[other])))
    return _checked(Ground((layout.width, layout.height), (usual, usual)))


def _checked(ground: Ground) -> Ground:
    if ground.gap <= 0:
        raise ComputationError("the zones of deployment leave no room between them", "layout")
    return ground


def _placed(recruits: Recruits, forces: Muster, ground: Ground) -> Iterator[Fighter]:
    """The fighters, side by side at the front of their zones, a move apart at most."""
    move, base = recruits.numbers.of("move"), recruits.numbers.of("base")
    fronts = ground.depths[0] - base / 2, ground.size[1] - ground.depths[1] + base / 2
    for side in (0, 1):
        companies = [company for company in forces.companies if company.side == side]
        many = sum(company.count for company in companies)
        apart = min(move, ground.size[0] / many)
        along = ground.size[0] / 2 - (many - 1) / 2 * apart
        for company in companies:
            fighter = recruits.fighter(company)
            for _ in range(company.count):
                yield fighter.at(along, fronts[side])
                along += apart


def _model(skirmish: Skirmish, gap: float) -> Iterator[str]:
    """What is played, as sentences."""
    yield (
        "Exact: each attack has the chances of damage of the showdown that studies compute. Both"
        " sides reroll for the largest margin of damage; chance and initiative are drawn."
    )
    yield (
        f"The table is open. The sides start {gap:g} apart, at the front of their zones; figures of"
        " a side stand side by side. Lengths run from base to base."
    )
    yield (
        "A turn: even initiative, then the sides alternate, the figure nearest to an enemy first,"
        f" with {skirmish.actions} actions each. Wounded and slow figures move"
        f" {skirmish.slow_moves} of them."
    )
    yield (
        "An action: fight an enemy in contact, or else shoot, or else move towards the nearest"
        " enemy. No figure shoots into contact. Greedy players take the attack that is expected to"
        " take the largest share of the life that its target has left; simple players attack the"
        " nearest enemy."
    )
    yield (
        "The target of a shot shoots back if it gains more by that than by dodging. Without a"
        " firearm it dodges towards the nearest enemy, short of contact; with one it stays."
    )
    yield (
        "Figures test their nerve when they are wounded, when a star of their side dies, and"
        " against frightening enemies. Those that fail flee; those that fail again when they are"
        " activated are gone, as there is no cover."
    )
    yield (
        f"A side wins when the other has nobody left. After turn {skirmish.turns}, the side that"
        " has lost less life wins, figures out of play counting in full; equal losses are a draw."
    )


def _left_out(traits: list[str]) -> Iterator[str]:
    """What is not played, as sentences."""
    yield (
        "The features of the plan (cover, lines of sight, difficult ground), and the objectives,"
        " special rules and ending of the scenario, which are words."
    )
    yield "Inspiration cards and optional rules."
    yield (
        "Figures do not block moves or shots. Nobody leaves contact, keeps a distance or waits; a"
        " side never passes the first activation."
    )
    if traits:
        yield f"Traits without effect here: {', '.join(traits)}."


BATTLES = BattleRules(knows, "`poker: skirmish:` in game.yaml", prepare)
