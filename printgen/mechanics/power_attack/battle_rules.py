"""Scenarios as skirmishes of Power against Defence: `power_skirmish:` of game.yaml, and forces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.mechanics.battle import Battle, BattleRules, Outcomes, Play, kept, muster, open_table
from printgen.mechanics.deployment import ground, places
from printgen.mechanics.power_attack.fighter import Fighter, Skirmish
from printgen.mechanics.power_attack.recruits import Recruits
from printgen.mechanics.told import Told

# How far apart figures of a side start at most, in the unit of the table.
APART = 4.0


def knows(content: GameContent) -> bool:
    """Whether a game has the rules of these skirmishes."""
    return content.game.power_skirmish is not None


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    forces, rules = muster(library, scenario), content.game.power_skirmish
    if rules is None:
        raise ComputationError("the game has no skirmishes", hint=BATTLES.needs)
    recruits = Recruits(library, content.id, rules)
    field = ground(recruits.numbers, scenario.value.layout)
    placed = list(places(forces, field, recruits.numbers.of("base"), APART))
    kinds = [recruits.fighter(company) for company in forces.companies]
    fighters = tuple(kinds[number].at(*place) for number, place in placed)
    turns = rules.turns if scenario.value.turns is None else scenario.value.turns
    skirmish = _skirmish(recruits, fighters, recruits.numbers.within("turns", turns), players)
    return Battle(
        forces,
        tuple(number for number, _ in placed),
        skirmish.turns,
        tuple(_model(skirmish, field.gap)),
        tuple(_left_out(recruits.unplayed(forces))),
        partial(_play, library, skirmish),
    )


def _skirmish(
    recruits: Recruits, fighters: tuple[Fighter, ...], turns: int, players: tuple[Play, Play]
) -> Skirmish:
    """The numbers of a skirmish. Raises ComputationError."""
    numbers, rules = recruits.numbers, recruits.rules
    return Skirmish(
        fighters,
        turns,
        numbers.of("base"),
        recruits.sizes(),
        recruits.smaller(),
        recruits.far(),
        inch=numbers.of("inch"),
        aim=numbers.of("aim"),
        crowd=numbers.of("crowd"),
        nerve=numbers.of("nerve"),
        witness=numbers.of("witness"),
        panic_power=numbers.signed(rules.panic_power, "panic_power"),
        panic_defence=numbers.signed(rules.panic_defence, "panic_defence"),
        bet=numbers.of("bet"),
        players=players,
    )


def _play(library: Library, skirmish: Skirmish, games: int, seed: int) -> Outcomes:
    # Imported here: numpy is slow to import.
    from printgen.mechanics.power_attack.shootout import play

    return kept(library, play, skirmish, games, seed)


def _model(skirmish: Skirmish, gap: float) -> Iterator[str]:
    """What is played, as sentences."""
    yield Told(
        "told_power",
        "Exact: each attack takes life by the chances of the open-ended die that studies compute,"
        " with the modifiers of size, range, aim, numbers and panic. Losses and cards are drawn.",
    )
    yield open_table(gap)
    yield Told(
        "told_cards",
        "A turn: a card for each figure in play and two Jokers; a card activates the figure of its"
        " side that is nearest to an enemy, the second Joker ends the turn.",
    )
    yield Told(
        "told_activation",
        "A figure in contact, or with a target in range, gives up its move to aim, and makes all"
        " its attacks. Others move towards the nearest enemy, give up attacks that they cannot"
        " make to go further, and make those that they can. No figure shoots into contact. Greedy"
        " players take the target that is expected to lose the largest share of its life left;"
        " simple players the nearest.",
    )
    yield Told(
        "told_morale",
        "Figures test their morale when they lose life, when a friend falls near them, and in panic"
        " when they are activated. Heroism is bet on each deadly wound, and on nothing else.",
    )
    yield Told(
        "told_won",
        "A side wins when the other has no figure left. After turn {turns}, the side that has lost"
        " the smaller share of its life wins; equal shares are a draw.",
        turns=skirmish.turns,
    )


def _left_out(traits: list[str]) -> Iterator[str]:
    """What is not played, as sentences."""
    yield Told(
        "told_no_height",
        "The features of the plan (cover, lines of sight, difficult ground, height), and the"
        " objectives, special rules and ending of the scenario, which are words.",
    )
    yield Told("told_no_bets", "The reserve, special events, alert, and bets on moves and attacks.")
    yield Told(
        "told_no_blocking",
        "Figures do not block moves or shots. No figure leaves contact or keeps a distance.",
    )
    if traits:
        yield Told(
            "told_idle_texts",
            "Traits without effect here: {traits}. So are the texts of weapons.",
            traits=", ".join(traits),
        )


BATTLES = BattleRules(knows, "`power_skirmish:` in game.yaml", prepare)
