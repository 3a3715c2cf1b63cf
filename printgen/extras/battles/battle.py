"""Battles: the forces of a scenario, where they start, and what a mechanic prepares of them.

A mechanic plays the battles of its games; it knows the rules. Here is what all battles of two sides
share, and the counts that reports are made of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Literal, Self, TypeVar

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.scenario import Force, RosterForce, Scenario
from printgen.content.models.table_plan import Edge, Layout
from printgen.content.stat_types import ExpressionValue
from printgen.extra import Part, load, parts
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import ComputationError, Counts, fact_number, resolve_entry
from printgen.rules.stat_values import stat_blocks_of
from printgen.rules.study_results import stored
from printgen.typography.labels import fill, merged_labels

# How a player decides.
Play = Literal["simple", "greedy"]

PLAYS: tuple[Play, ...] = ("greedy", "simple")

# The limits of battles: the time grows with the games, and with the square of the figures.
MAX_GAMES, MAX_FIGURES = 1_000_000, 60

# Games of a batch that are played at once, times figures.
BATCH = 100_000

# The steps of a turn of one game on a table, by pair of figures; and those of finding the chances
# of the attacks between two forces.
TURN, PAIR = 2, 30_000


@dataclass(frozen=True)
class Company:
    """Figures of one profile on one side (0 or 1): a force of a scenario."""

    profile: Entry[Profile]
    side: int
    count: int
    force: Force

    def reference(self, game: str) -> str:
        """Its profile as a game names it."""
        own = self.profile.game == game
        return self.profile.id if own else f"{self.profile.game}/{self.profile.id}"

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


class Sentence:
    """A sentence on what is played: its key in `labels.yaml`, and values for the names in it."""

    def __init__(self, word: str, **values: object):
        self.word, self.values = word, values

    def by(self, words: Mapping[str, str]) -> str:
        """The sentence in the language of `words`."""
        return fill(words[self.word], **self.values)


def in_english(library: Library, content: GameContent, sentences: Iterable[Sentence]) -> list[str]:
    """Sentences in English, by the words of the theme of a game."""
    words = merged_labels(library.folders, content.game.theme)
    return [
        fill(text[text.language_for("en", "en")], **sentence.values)
        for sentence in sentences
        for text in (words[sentence.word],)
    ]


@dataclass(frozen=True)
class Battle:
    """A battle that can be played: `play` takes a number of games and a seed.

    `companies` are numbered as in the muster, a number per figure. `turns` is the limit. `model`
    says what is played, and `left_out` what is not. `steps` are those of some games, if they
    are not as usual on a table.
    """

    muster: Muster
    companies: tuple[int, ...]
    turns: int
    model: tuple[Sentence, ...]
    left_out: tuple[Sentence, ...]
    play: Callable[[int, int], Outcomes]
    steps: Callable[[int], float] | None = None


@dataclass(frozen=True, slots=True)
class BattleRules:
    """What a mechanic adds to `printgen simulate`.

    `knows` says whether a game has the rules, `needs` what it writes to have them. `prepare` takes
    the library, a scenario of such a game, and the player of each side. It raises ComputationError.
    """

    knows: Callable[[GameContent], bool]
    needs: str
    prepare: Callable[[Library, Entry[Scenario], tuple[Play, Play]], Battle]


def played(library: Library, play: Part, rules: object, games: int, seed: int) -> Outcomes:
    """The outcomes of battles by some rules, from the store if it has them. The function `play`
    is named as `module:name` and imported when it is used, as numpy is slow to import. Raises
    ComputationError.
    """
    try:
        outcomes: Outcomes = stored(library.store, load(play), rules, games, seed)
        return outcomes
    except ValueError as error:
        raise ComputationError(str(error)) from error


def battle_steps(battle: Battle, games: int) -> float:
    """The steps of many games of a battle."""
    if battle.steps:
        return battle.steps(games)
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


def win_shares(
    library: Library, scenario: Entry[Scenario], games: int, seed: int
) -> dict[str, float]:
    """The share of games that each side of a scenario wins, both played alike, by its id. Raises
    ComputationError.
    """
    rules = rules_of(library.games[scenario.game])
    battle = rules.prepare(library, scenario, (PLAYS[0], PLAYS[0]))
    wins = battle.play(games, seed).wins
    return {side: many / games for side, many in zip(battle.muster.sides, wins, strict=True)}


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
        found = f"only '{alone[0]}' has figures" if alone else "there are no figures"
        raise ComputationError(f"a battle needs figures on two sides: {found}", "forces")
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
    """A force as figures, their number that for the first value of a variable. Raises
    ComputationError for words, rosters, and forces without a side.
    """
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
    try:
        count = Counts(library.games[scenario.game], scenario.value).of(force.count)[0]
    except ExpressionError as error:
        raise ComputationError(str(error), *path, "count", hint=error.hint) from error
    return Company(profile, sides.index(force.side), count, force)


# --- the numbers of the rules, and where figures start on an open table ---------------------------


# The least value of numbers that are not 0 or more, and the greatest of all.
LEAST = {"turns": 1, "actions": 1, "move": 1, "table": 1, "packs": 1, "hand": 1, "cohesion": 1}
MOST = {"turns": 50, "actions": 10, "packs": 10, "jokers": 40, "hand": 20, "courier": 10}
GREATEST = 500

# The most points of life of a figure: tables have a column for each.
MAX_LIFE = 100


class Numbers:
    """The numbers of the rules of battles, from the facts of a game."""

    def __init__(self, library: Library, content: GameContent, rules: Model):
        self.library, self.content, self.rules = library, content, rules

    def of(self, key: str) -> int:
        """A number of the rules, in its range. Raises ComputationError."""
        return self.within(key, getattr(self.rules, key))

    def within(self, key: str, wanted: int | str) -> int:
        """A number in the place of the one at `key`. Raises ComputationError."""
        number = self.signed(wanted, key)
        least, most = LEAST.get(key, 0), MOST.get(key, GREATEST)
        if not least <= number <= most:
            message = f"`{key}` comes to {number}"
            raise ComputationError(message, key, hint=f"{least} to {most}")
        return number

    def signed(self, wanted: int | str, *path: str) -> int:
        """A number, or that of an expression over facts. Raises ComputationError."""
        try:
            return fact_number(self.library, self.content, wanted)
        except ComputationError as error:
            raise error.within(*path) from None


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure. `place` is the centre of its base, x and y, in the unit of the table."""

    side: int
    place: tuple[float, float]

    def at(self, x: float, y: float) -> Self:
        """The same figure at a place."""
        return replace(self, place=(x, y))


Kind = TypeVar("Kind", bound=Figure)


@dataclass(frozen=True, slots=True)
class Deployed(Generic[Kind]):
    """Figures at their places: those of side 0 first. `companies` has the number of each one's
    company. The table has a `size` along the zones of deployment and across, and a `gap` between
    the zones.
    """

    companies: tuple[int, ...]
    figures: tuple[Kind, ...]
    size: tuple[float, float]
    gap: float


class Recruits(ABC, Generic[Kind]):
    """The figures of a game's companies, by the rules of battles on an open table."""

    def __init__(self, library: Library, content: GameContent, rules: Model):
        self.library, self.content = library, content
        self.numbers = Numbers(library, content, rules)

    @abstractmethod
    def fighter(self, company: Company) -> Kind:
        """A figure of a company, at no place. Raises ComputationError."""

    def traits(self, company: Company) -> dict[str, Entry[Trait]]:
        """The traits of a company, also those that others bring, as this game names them."""
        return company.traits(self.library, self.content.id)

    def stats(self, company: Company, life: str) -> Mapping[str, ExpressionValue]:
        """The stats of the first of its stat lines that has life. Raises ComputationError."""
        force = company.force
        for block in stat_blocks_of(self.library, company.profile, force.stats, force.traits):
            if life in block.facts:
                return block.facts
        hint = "a figure needs its stats to fight"
        raise ComputationError(f"'{company.profile.id}' has no `{life}`", "forces", hint=hint)

    def require_life(self, company: Company, *life: int) -> None:
        """Raise ComputationError for too few or too many points of life."""
        if not 1 <= sum(life) <= MAX_LIFE or min(life) < 0:
            hint = f"1 to {MAX_LIFE} points"
            message = f"'{company.profile.id}' has {sum(life)} points of life"
            raise ComputationError(message, "forces", hint=hint)

    def turns(self, scenario: Scenario, usual: int | str) -> int:
        """The limit of turns of a scenario. Raises ComputationError."""
        return self.numbers.within("turns", usual if scenario.turns is None else scenario.turns)

    def deployed(self, scenario: Scenario, forces: Muster, apart: float) -> Deployed[Kind]:
        """The figures side by side at the fronts of their zones, `apart` at most. Raises
        ComputationError.
        """
        size, depths = self._table(scenario.layout)
        gap = size[1] - sum(depths)
        if gap <= 0:
            raise ComputationError("the zones of deployment leave no room between them", "layout")
        base = self.numbers.of("base")
        kinds = [self.fighter(company) for company in forces.companies]
        companies, figures = list[int](), list[Kind]()
        for side, front in enumerate((depths[0] - base / 2, size[1] - depths[1] + base / 2)):
            own = [
                n for n, c in enumerate(forces.companies) if c.side == side for _ in range(c.count)
            ]
            step = min(apart, size[0] / len(own))
            start = size[0] / 2 - (len(own) - 1) / 2 * step
            companies += own
            figures += [kinds[n].at(start + place * step, front) for place, n in enumerate(own)]
        return Deployed(tuple(companies), tuple(figures), size, gap)

    def _table(self, layout: Layout | None) -> tuple[tuple[float, float], tuple[float, float]]:
        """The size of the table along the zones of deployment and across, and the depths of both.
        What a scenario lacks are the `table` and `deployment` of the rules.
        """
        usual = float(self.numbers.of("deployment"))
        if layout is None:
            side = float(self.numbers.of("table"))
            return (side, side), (usual, usual)
        zones = {
            feature.side: feature.depth
            for feature in layout.features
            if isinstance(feature, Edge) and feature.style == "zone"
        }
        if "north" in zones and "south" in zones:
            return (layout.width, layout.height), (zones["north"], zones["south"])
        if "west" in zones and "east" in zones:
            return (layout.height, layout.width), (zones["west"], zones["east"])
        return (layout.width, layout.height), (usual, usual)
