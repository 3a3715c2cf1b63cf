"""Scenarios as skirmishes with poker dice: `poker: skirmish:` of game.yaml, forces and table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.mechanics.battle import Battle, BattleRules, Outcomes, Play, kept, muster, open_table
from printgen.mechanics.deployment import ground, places
from printgen.mechanics.poker_dice.fighter import Fighter, Skirmish
from printgen.mechanics.poker_dice.fighters import Recruits, unplayed_traits
from printgen.mechanics.poker_dice.rules import conflict_points, poker_of
from printgen.mechanics.told import Told


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
    recruits = Recruits(library, content.id, poker, rules)
    field = ground(recruits.numbers, scenario.value.layout)
    base, move = recruits.numbers.of("base"), recruits.numbers.of("move")
    placed = list(places(forces, field, base, move))
    kinds = [recruits.fighter(company) for company in forces.companies]
    fighters = tuple(kinds[number].at(*place) for number, place in placed)
    skirmish = _skirmish(recruits, scenario.value, fighters, field.size, players)
    return Battle(
        forces,
        tuple(number for number, _ in placed),
        skirmish.turns,
        tuple(_model(skirmish, field.gap)),
        tuple(_left_out(unplayed_traits(recruits, forces))),
        partial(_play, library, skirmish),
    )


def _skirmish(
    recruits: Recruits,
    scenario: Scenario,
    fighters: tuple[Fighter, ...],
    size: tuple[float, float],
    players: tuple[Play, Play],
) -> Skirmish:
    """The numbers of a skirmish. Raises ComputationError."""
    numbers, poker = recruits.numbers, recruits.poker
    turns = recruits.rules.turns if scenario.turns is None else scenario.turns
    return Skirmish(
        fighters,
        tuple(sorted(conflict_points(numbers.content).items())),
        poker.guts,
        turns=numbers.within("turns", turns),
        actions=numbers.of("actions"),
        move=numbers.of("move"),
        size=size,
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

    return kept(library, play, skirmish, games, seed)


def _model(skirmish: Skirmish, gap: float) -> Iterator[str]:
    """What is played, as sentences."""
    yield Told(
        "told_showdowns",
        "Exact: each attack has the chances of damage of the showdown that studies compute. Both"
        " sides reroll for the largest margin of damage; chance and initiative are drawn.",
    )
    yield open_table(gap)
    yield Told(
        "told_alternating",
        "A turn: even initiative, then the sides alternate, the figure nearest to an enemy first,"
        " with {actions} actions each. Wounded and slow figures move {slow} of them.",
        actions=skirmish.actions,
        slow=skirmish.slow_moves,
    )
    yield Told(
        "told_actions",
        "An action: fight an enemy in contact, or else shoot, or else move towards the nearest"
        " enemy. No figure shoots into contact. Greedy players take the attack that is expected to"
        " take the largest share of the life that its target has left; simple players attack the"
        " nearest enemy.",
    )
    yield Told(
        "told_replies",
        "The target of a shot shoots back if it gains more by that than by dodging. Without a"
        " firearm it dodges towards the nearest enemy, short of contact; with one it stays.",
    )
    yield Told(
        "told_nerve",
        "Figures test their nerve when they are wounded, when a star of their side dies, and"
        " against frightening enemies. Those that fail flee; those that fail again when they are"
        " activated are gone, as there is no cover.",
    )
    yield Told(
        "told_won_in_full",
        "A side wins when the other has no figure left. After turn {turns}, the side that has lost"
        " the smaller share of its life wins, figures out of play counting in full; equal shares"
        " are a draw.",
        turns=skirmish.turns,
    )


def _left_out(traits: list[str]) -> Iterator[str]:
    """What is not played, as sentences."""
    yield Told(
        "told_no_features",
        "The features of the plan (cover, lines of sight, difficult ground), and the objectives,"
        " special rules and ending of the scenario, which are words.",
    )
    yield Told("told_no_cards", "Inspiration cards and optional rules.")
    yield Told(
        "told_no_passing",
        "Figures do not block moves or shots. No figure leaves contact, keeps a distance or waits;"
        " a side never passes the first activation.",
    )
    if traits:
        listed = ", ".join(traits)
        yield Told("told_idle", "Traits without effect here: {traits}.", traits=listed)


BATTLES = BattleRules(knows, "`poker: skirmish:` in game.yaml", prepare)
