"""Scenarios as skirmishes with poker dice: figures as fighters, and what is played and left out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Trait
from printgen.content.models.scenario import Scenario
from printgen.content.stat_types import ExpressionValue
from printgen.extras.battles.battle import (
    Battle,
    BattleRules,
    Company,
    Muster,
    Outcomes,
    Play,
    Sentence,
    kept,
    muster,
    open_table,
)
from printgen.extras.battles.deployment import Numbers, ground, places
from printgen.extras.poker_dice.fighter import Encounter, Fighter
from printgen.extras.poker_dice.model import Poker, Skirmish
from printgen.extras.poker_dice.odds import FACES
from printgen.extras.poker_dice.rules import MAX_BASE, conflict_points, face_of, poker_of
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import stat_blocks_of

# The numbers of the rules, by key.
KEYS = (
    "turns", "actions", "move", "base", "table", "deployment", "dodge", "flight", "slow_moves",
)  # fmt: skip

# The dice of a first throw.
DICE = 5

# The most points of life of a figure: tables have a column for each.
MAX_LIFE = 100


class Recruits:
    """The fighters of a game's companies."""

    def __init__(self, library: Library, game: str, poker: Poker, rules: Skirmish):
        self.library, self.game, self.poker, self.rules = library, game, poker, rules
        self.numbers = Numbers(library, library.games[game], rules)

    def fighter(self, company: Company) -> Fighter:
        """A figure of a company, at no place. Raises ComputationError."""
        traits = self.traits(company)
        stats = self._stats(company)
        life = [self._number(stats, key, company) for key in self.rules.life]
        if not 1 <= sum(life) <= MAX_LIFE or min(life) < 0:
            hint = f"1 to {MAX_LIFE} points"
            message = f"'{company.profile.id}' has {sum(life)} points of life"
            raise ComputationError(message, "forces", hint=hint)
        blow, dice = self._blow(traits)
        turns = [self.poker.turns[name] for name in traits if name in self.poker.turns]
        hides = [self.poker.hides[name] for name in traits if name in self.poker.hides]
        slow = any(name in traits for name in self.rules.slow)
        return Fighter(
            company.side,
            (0.0, 0.0),
            self._pots(stats, company),
            (life[0], life[1] if len(life) > 1 else 0),
            self._shot(traits),
            blow,
            dice,
            face_of(self.library.games[self.game], self.poker, turns[0]) if turns else None,
            min(hides, default=FACES),
            self.numbers.of("slow_moves") if slow else self.numbers.of("actions"),
            star=any(name in traits for name in self.rules.stars),
            fearless=any(name in traits for name in self.rules.fearless),
            frightening=any(name in traits for name in self.rules.frightening),
        )

    def traits(self, company: Company) -> dict[str, Entry[Trait]]:
        """The traits of a company, also those that others bring, as this game names them."""
        return company.traits(self.library, self.game)

    def _stats(self, company: Company) -> dict[str, ExpressionValue]:
        """The stats of the first of its stat lines that has life."""
        force = company.force
        for block in stat_blocks_of(self.library, company.profile, force.stats, force.traits):
            if self.rules.life[0] in block.facts:
                return block.facts
        message = f"'{company.profile.id}' has no `{self.rules.life[0]}`"
        raise ComputationError(message, "forces", hint="a figure needs its stats to fight")

    def _number(self, stats: dict[str, ExpressionValue], key: str, company: Company) -> int:
        number = stats.get(key)
        if not isinstance(number, int):
            raise ComputationError(f"'{company.profile.id}' has no number `{key}`", "forces")
        return number

    def _pots(self, stats: dict[str, ExpressionValue], company: Company) -> tuple[int, int]:
        found = stats.get(self.poker.potential or "")
        if found is None:
            message = f"'{company.profile.id}' has no `{self.poker.potential}`"
            raise ComputationError(message, "forces")
        return (found, found) if isinstance(found, int) else found

    def _damage(self, trait: Entry[Trait]) -> int:
        value = trait.value.values.get(self.poker.damage)
        return value if isinstance(value, int) else 0

    def _shot(self, traits: dict[str, Entry[Trait]]) -> int | None:
        """The damage of the best firearm."""
        kind = self.rules.shoots
        found = [self._damage(trait) for trait in traits.values() if trait.value.kind == kind]
        return max(found, default=None)

    def _blow(self, traits: dict[str, Entry[Trait]]) -> tuple[int, int]:
        """The damage and the dice of the best close combat weapon."""
        kind, unarmed = self.rules.fights, self.rules.unarmed
        own = {name: trait for name, trait in traits.items() if trait.value.kind == kind}
        armed = [self._damage(trait) for name, trait in own.items() if name not in unarmed]
        if armed or not unarmed:
            return max(armed, default=0), DICE
        name = next((name for name in own if name in unarmed), next(iter(unarmed)))
        trait = self.library.find("traits", self.game, name)
        dice = DICE + self.numbers.signed(unarmed[name], "unarmed", name)
        return self._damage(trait) if trait else 0, min(max(1, dice), MAX_BASE)


def unplayed_traits(recruits: Recruits, muster: Muster) -> list[str]:
    """The traits of the figures that have no effect, and bring none."""
    poker, rules = recruits.poker, recruits.rules
    known = {
        *poker.turns, *poker.hides, *rules.slow, *rules.stars, *rules.fearless,
        *rules.frightening, *rules.unarmed,
    }  # fmt: skip
    found = {}
    for company in muster.companies:
        for name, trait in recruits.traits(company).items():
            weapon = trait.value.kind in (rules.shoots, rules.fights)
            if name not in known and not weapon and not trait.value.brings:
                found[name] = trait
    return sorted(name for name, trait in found.items() if trait.game == recruits.game)


# --------------------------------------------------------------------------------------------------
# Scenarios as skirmishes with poker dice: `poker: skirmish:` of game.yaml, forces and table.


def knows(content: GameContent) -> bool:
    """Whether a game has the rules of skirmishes."""
    poker = content.game.part(Poker)
    return poker is not None and poker.skirmish is not None


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
) -> Encounter:
    """The numbers of a skirmish. Raises ComputationError."""
    numbers, poker = recruits.numbers, recruits.poker
    turns = recruits.rules.turns if scenario.turns is None else scenario.turns
    return Encounter(
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


def _play(library: Library, skirmish: Encounter, games: int, seed: int) -> Outcomes:
    # Imported here: numpy is slow to import.
    from printgen.extras.poker_dice.skirmish import play

    return kept(library, play, skirmish, games, seed)


def _model(skirmish: Encounter, gap: float) -> Iterator[str]:
    """What is played, as sentences."""
    yield Sentence(
        "told_showdowns",
        "Exact: each attack has the chances of damage of the showdown that studies compute. Both"
        " sides reroll for the largest margin of damage; chance and initiative are drawn.",
    )
    yield open_table(gap)
    yield Sentence(
        "told_alternating",
        "A turn: even initiative, then the sides alternate, the figure nearest to an enemy first,"
        " with {actions} actions each. Wounded and slow figures move {slow} of them.",
        actions=skirmish.actions,
        slow=skirmish.slow_moves,
    )
    yield Sentence(
        "told_actions",
        "An action: fight an enemy in contact, or else shoot, or else move towards the nearest"
        " enemy. No figure shoots into contact. Greedy players take the attack that is expected to"
        " take the largest share of the life that its target has left; simple players attack the"
        " nearest enemy.",
    )
    yield Sentence(
        "told_replies",
        "The target of a shot shoots back if it gains more by that than by dodging. Without a"
        " firearm it dodges towards the nearest enemy, short of contact; with one it stays.",
    )
    yield Sentence(
        "told_nerve",
        "Figures test their nerve when they are wounded, when a star of their side dies, and"
        " against frightening enemies. Those that fail flee; those that fail again when they are"
        " activated are gone, as there is no cover.",
    )
    yield Sentence(
        "told_won_in_full",
        "A side wins when the other has no figure left. After turn {turns}, the side that has lost"
        " the smaller share of its life wins, figures out of play counting in full; equal shares"
        " are a draw.",
        turns=skirmish.turns,
    )


def _left_out(traits: list[str]) -> Iterator[str]:
    """What is not played, as sentences."""
    yield Sentence(
        "told_no_features",
        "The features of the plan (cover, lines of sight, difficult ground), and the objectives,"
        " special rules and ending of the scenario, which are words.",
    )
    yield Sentence("told_no_cards", "Inspiration cards and optional rules.")
    yield Sentence(
        "told_no_passing",
        "Figures do not block moves or shots. No figure leaves contact, keeps a distance or waits;"
        " a side never passes the first activation.",
    )
    if traits:
        listed = ", ".join(traits)
        yield Sentence("told_idle", "Traits without effect here: {traits}.", traits=listed)


BATTLES = BattleRules(knows, "`poker: skirmish:` in game.yaml", prepare)
