"""Battles: what a mechanic prepares of a scenario, and sentences on what is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.scenario import Force, RosterForce, Scenario
from printgen.content.models.text import Text
from printgen.extra import parts
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import ComputationError, Counts, resolve_entry
from printgen.rules.study_results import stored
from printgen.typography.labels import fill


class Sentence(str):
    """A sentence in English. `word` is its key in `labels.yaml`, `values` fill in both."""

    __slots__ = ("values", "word")

    word: str
    values: dict[str, object]

    def __new__(cls, word: str, text: str, **values: object) -> Sentence:
        """The sentence of a text with values in braces."""
        made = super().__new__(cls, fill(text, **values))
        made.word, made.values = word, values
        return made

    def by(self, words: Mapping[str, str]) -> str:
        """The sentence in the language of `words`."""
        return fill(words[self.word], **self.values)


# --------------------------------------------------------------------------------------------------
# Battles of two sides, whatever their mechanic: who fights, and what became of them in many games.
#
# A mechanic plays the battles of its games; it knows the rules. Here are the forces of a scenario,
# and the counts that reports are made of.


Rules = TypeVar("Rules")

# How a player decides.
Play = Literal["simple", "greedy"]

PLAYS: tuple[Play, ...] = ("greedy", "simple")

# The limits of battles: the time grows with the games, and with the square of the figures.
MAX_GAMES, MAX_FIGURES = 1_000_000, 60

# The time (ms) of a turn of one game on a table, by pair of figures; and that of finding the
# chances of the attacks between two forces.
TURN, PAIR = 0.002, 30.0


@dataclass(frozen=True)
class Company:
    """Figures of one profile on one side (0 or 1): a force of a scenario."""

    profile: Entry[Profile]
    side: int
    count: int
    force: Force

    def traits(self, library: Library, game: str) -> dict[str, Entry[Trait]]:
        """Its traits, also those that others bring, by their references in a game."""
        found = list(library.traits_of(self.profile))
        waiting = [(game, reference) for reference in self.force.traits]
        while waiting:
            trait: Entry[Trait] | None = library.find("traits", *waiting.pop())
            if trait and trait not in found:
                found.append(trait)
                waiting += [(trait.game, reference) for reference in trait.value.brings]
        return {
            trait.id if trait.game == game else f"{trait.game}/{trait.id}": trait for trait in found
        }


@dataclass(frozen=True)
class Muster:
    """The ids of both sides, and their forces in the order of the scenario."""

    sides: tuple[str, str]
    companies: tuple[Company, ...]


@dataclass(frozen=True)
class Outcomes:
    """Many games of one battle, counted.

    `lengths` has the games that ended in each turn, those that the limit ended among the last;
    `timed` counts these. `fallen` has a row per figure: how often each figure of the battle put it
    out of play. `fled` counts how often each figure fled for good, and `left` how often it left the
    map, where figures do.
    """

    games: int
    wins: tuple[int, int]
    draws: int
    lengths: tuple[int, ...]
    timed: int
    fallen: tuple[tuple[int, ...], ...]
    fled: tuple[int, ...]
    left: tuple[int, ...] = ()


@dataclass(frozen=True)
class Battle:
    """A battle that can be played: `play` takes a number of games and a seed.

    `companies` are numbered as in the muster, a number per figure. `turns` is the limit. `model`
    says what is played, and `left_out` what is not: in English, and in other languages if it is a
    `Sentence`. `cost` is about how long some games take, in ms, if it is not as usual on a table.
    """

    muster: Muster
    companies: tuple[int, ...]
    turns: int
    model: tuple[str, ...]
    left_out: tuple[str, ...]
    play: Callable[[int, int], Outcomes]
    cost: Callable[[int], float] | None = None


@dataclass(frozen=True, slots=True)
class BattleRules:
    """What a mechanic adds to `printgen simulate`.

    `knows` says whether a game has the rules, `needs` what it writes to have them. `prepare` takes
    the library, the scenario and the player of each side. It raises ComputationError.
    """

    knows: Callable[[GameContent], bool]
    needs: str
    prepare: Callable[[Library, Entry[Scenario], tuple[Play, Play]], Battle]


def kept(
    library: Library,
    play: Callable[[Rules, int, int], Outcomes],
    rules: Rules,
    games: int,
    seed: int,
) -> Outcomes:
    """The outcomes of battles by some rules, from the store if it has them. Raises
    ComputationError.
    """
    try:
        return stored(library.store, play, rules, games, seed)
    except ValueError as error:
        raise ComputationError(str(error)) from error


def estimated_cost(battle: Battle, games: int) -> float:
    """About how long many games of a battle take, in ms."""
    if battle.cost:
        return battle.cost(games)
    sides = [company.side for company in battle.muster.companies]
    chances = PAIR * sides.count(0) * sides.count(1)
    return chances + TURN * games * battle.turns * len(battle.companies) ** 2


def rules_of(content: GameContent) -> BattleRules:
    """The rules of battles of a game, from an extra. Raises ComputationError if it has none."""
    all_rules: list[BattleRules] = list(parts("battles"))
    for rules in all_rules:
        if rules.knows(content):
            return rules
    hint = " or ".join(rules.needs for rules in all_rules)
    raise ComputationError(f"'{content.id}' has no rules that battles are played by", hint=hint)


def open_table(gap: float) -> str:
    """How the sides start on an open table, `gap` apart, as a sentence."""
    return Sentence(
        "told_open_table",
        "The table is open. The sides start {gap} apart, at the front of their zones; figures of"
        " a side stand side by side. Lengths run from base to base.",
        gap=f"{gap:g}",
    )


def encounter(
    content: GameContent, first: tuple[str, ...], second: tuple[str, ...]
) -> Entry[Scenario]:
    """A scenario of nothing but two forces of profiles of a game, on its usual table."""
    sides = {"first": first, "second": second}
    scenario = Scenario(
        title=Text({"any": "Encounter"}),
        sides={side: Text({"any": side}) for side in sides},
        forces=[
            Force(profile=profile, count=profiles.count(profile), side=side)
            for side, profiles in sides.items()
            for profile in dict.fromkeys(profiles)
        ],
    )
    return Entry(content.id, "encounter", scenario, content.entry.source)


def muster(library: Library, scenario: Entry[Scenario]) -> Muster:
    """The forces of a scenario. Raises ComputationError unless they are figures of two sides."""
    value = scenario.value
    if not value.forces:
        hint = "`forces:` with profiles and sides"
        raise ComputationError(f"the scenario '{scenario.id}' has no forces", hint=hint)
    companies = tuple(
        _company(library, scenario, force, place) for place, force in enumerate(value.forces)
    )
    companies = tuple(company for company in companies if company.count)
    present = {company.side for company in companies}
    if present != {0, 1}:
        alone = [list(value.sides)[side] for side in present]
        told = f"only '{alone[0]}' has figures" if alone else "there are no figures"
        raise ComputationError(f"a battle needs figures on two sides: {told}", "forces")
    figures = sum(company.count for company in companies)
    if figures > MAX_FIGURES:
        most = max(companies, key=lambda company: company.count)
        path = "forces", value.forces.index(most.force), "count"
        message = f"{figures} figures are too many to be played"
        hint, place = f"{MAX_FIGURES} at most", scenario.at(*path)
        raise ComputationError(message, *path, hint=hint, place=place)
    first, second = value.sides
    return Muster((first, second), companies)


def _company(library: Library, scenario: Entry[Scenario], force: object, place: int) -> Company:
    """A force as figures. Raises ComputationError for words, rosters, and forces without a side."""
    path = ("forces", place)
    if isinstance(force, RosterForce):
        hint = "list its figures as forces with a `profile`"
        raise ComputationError(f"the roster '{force.roster}' cannot be played", *path, hint=hint)
    if not isinstance(force, Force):
        hint = "forces that are played have a `profile`, a `count` and a `side`"
        raise ComputationError("forces in words cannot be played", *path, hint=hint)
    sides = list(scenario.value.sides)
    if len(sides) != 2:
        raise ComputationError(f"a battle has two sides, not {len(sides)}", "sides")
    if force.side not in sides:
        hint = f"`side: {sides[0]}` or `side: {sides[1]}`"
        raise ComputationError(f"the force '{force.profile}' has no side", *path, hint=hint)
    profile = resolve_entry(library, "profiles", scenario.game, force.profile, *path, "profile")
    for reference in force.traits:
        resolve_entry(library, "traits", scenario.game, reference, *path, "traits")
    count = _count(library.games[scenario.game], scenario.value, force, path)
    return Company(profile, sides.index(force.side), count, force)


def _count(
    content: GameContent, scenario: Scenario, force: Force, path: tuple[str | int, ...]
) -> int:
    """The number of figures, for the first value of a variable. Raises ComputationError."""
    try:
        return Counts(content, scenario).of(force.count)[0]
    except ExpressionError as error:
        raise ComputationError(str(error), *path, "count", hint=error.hint) from error
