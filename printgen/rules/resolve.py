"""References, facts of a game and counts of scenarios, from which studies and texts compute."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.game import Fact
from printgen.content.models.scenario import ActionPlan, Force, RosterForce, Scenario
from printgen.problems import Position, did_you_mean
from printgen.rules.check import Findings, one_of
from printgen.rules.expressions import ExpressionError, Names, evaluate, names, parse

Known = TypeVar("Known")


class ComputationError(ValueError):
    """A study, example or map cannot be computed. `path` leads to the cause in the entry.

    `silent` means that the cause is a fault of another entry and is reported there. `place` is that
    of a cause which only this entry makes a fault, in another entry.
    """

    def __init__(
        self,
        message: str,
        *path: str | int,
        hint: str = "",
        silent: bool = False,
        place: Position | None = None,
    ):
        super().__init__(message)
        self.place = place
        self.path: tuple[str | int, ...] = path
        self.hint = hint
        self.silent = silent

    def within(self, *path: str | int) -> ComputationError:
        """Prepend `path` to the error's path."""
        self.path = (*path, *self.path)
        return self


def unreadable(
    entry: AnyEntry,
    here: tuple[str | int, ...],
    reads: Iterable[Callable[[], object]],
    key: bool = False,
) -> Findings:
    """What cannot be read below the path `here` of an entry: the ComputationErrors that readers
    raise, but for those whose cause is reported elsewhere. `key`: at keys, not at their values.
    """
    for read in reads:
        try:
            read()
        except ComputationError as error:
            if not error.silent:
                yield entry.finding(str(error), *here, *error.path, hint=error.hint, key=key)


def resolve_entry(
    library: Library, kind: str, game: str, reference: str, *path: str | int
) -> Entry[Any]:
    """The entry that a reference in `game` names. Raises ComputationError."""
    entry = library.find(kind, game, reference)
    if entry is not None:
        return entry
    what = one_of(kind)
    if not library.lacks(kind, game, reference):
        raise ComputationError(f"the {what} '{reference}' has faults", *path, silent=True)
    hint = library.suggest(kind, game, reference)
    raise ComputationError(f"no {what} '{reference}'", *path, hint=hint)


def reference_to(content: GameContent, entry: Entry[Any]) -> str:
    """An entry of a game as quotes name it: `profile:zombie`, or `game` for the game itself."""
    for kind in content.kinds:
        if content.of_kind(kind).get(entry.id) is entry:
            return f"{one_of(kind)}:{entry.id}"
    return "game"


def resolve_name(known: Mapping[str, Known], name: str, what: str, *path: str | int) -> Known:
    """The item `name` of `known`. Raises ComputationError; `what` is the kind of item."""
    if name not in known:
        raise ComputationError(f"no {what} '{name}'", *path, hint=did_you_mean(name, known))
    return known[name]


# --- the computed counts of a scenario, for each number of players --------------------------------


# The name, in tallies, of the number of all miniatures whose forces are data or rosters.
TOTAL = "total"

# The maximum count of miniatures, a sanity check.
MAX_COUNT = 10_000


def forces(scenario: Scenario) -> Iterator[tuple[int, Force]]:
    """The forces written as data (not as text or rosters), with their index."""
    for index, force in enumerate(scenario.forces):
        if isinstance(force, Force):
            yield index, force


def roster_forces(scenario: Scenario) -> Iterator[tuple[int, RosterForce]]:
    """The rosters among the forces, with their index."""
    for index, force in enumerate(scenario.forces):
        if isinstance(force, RosterForce):
            yield index, force


@dataclass(frozen=True)
class Counts:
    """The counts of a scenario. They depend on at most one of the game's variables."""

    content: GameContent
    scenario: Scenario

    @cached_property
    def variable(self) -> str | None:
        """The variable that the counts depend on: the first one that they name."""
        counts = [force.count for _, force in forces(self.scenario)]
        for expression in counts + [tally.count for tally in self.scenario.tallies]:
            for name in names_in(expression):
                if name in self.content.game.variables:
                    return name
        return None

    @cached_property
    def values(self) -> list[int]:
        """The printed values of the variable; a single 0 when there is no variable."""
        return self.content.game.variables[self.variable].values if self.variable else [0]

    @cached_property
    def totals(self) -> list[int]:
        """The number of all miniatures, for each value. Raises ExpressionError."""
        columns = [
            [self._count(force.count, value, {}) for value in self.values]
            for _, force in forces(self.scenario)
        ]
        columns += [self._of_roster(force) for _, force in roster_forces(self.scenario)]
        return [sum(column) for column in zip(*columns, strict=True)] or [0] * len(self.values)

    def of(self, expression: int | str) -> list[int]:
        """The result of an expression for each value. Raises ExpressionError."""
        totals = self.totals if TOTAL in names_in(expression) else [0] * len(self.values)
        return [
            self._count(expression, value, {TOTAL: total})
            for value, total in zip(self.values, totals, strict=True)
        ]

    def _of_roster(self, force: RosterForce) -> list[int]:
        roster = self.content.rosters.get(force.roster)
        members = roster.value.members if roster else ()
        return [sum(member.count for member in members)] * len(self.values)

    def _count(self, expression: int | str, value: int, known: dict[str, int]) -> int:
        if isinstance(expression, int):
            return expression
        when = f" when {self.variable} is {value}" if self.variable else ""
        if self.variable:
            known = {**known, self.variable: value}
        try:
            number = int(evaluate(parse(expression), known))
        except ExpressionError as error:
            raise ExpressionError(f"{error}{when}") from None
        if not 0 <= number <= MAX_COUNT:
            raise ExpressionError(f"it comes to {number}{when}")
        return number


@lru_cache(256)
def names_in(expression: int | str) -> tuple[str, ...]:
    """The names in an expression; none when it is invalid."""
    try:
        return () if isinstance(expression, int) else tuple(names(parse(expression)))
    except ExpressionError:
        return ()


def plan_of(library: Library, game: str, force: Force) -> Entry[ActionPlan] | None:
    """The action plan of a force: its own, or else that of its profile, perhaps in another game."""
    if force.plan:
        return library.find("plans", game, force.plan)
    profile = library.find("profiles", game, force.profile)
    plan = profile.value.plan if profile else None
    return library.find("plans", profile.game, plan) if profile and plan else None


# --- the facts of a game: given, or computed from other facts -------------------------------------


def fact_value(library: Library, content: GameContent, name: str) -> str:
    """A fact of a game, as text with its unit. Raises ComputationError."""
    facts = library.remember(("facts", content.id), lambda: _Facts(content.game.facts))
    value, unit = facts.value(name)
    return f"{value} {unit}".strip()


def fact_number(library: Library, content: GameContent, wanted: int | str) -> int:
    """A whole number, or that of an expression over the facts of a game, without its unit.

    Raises ComputationError.
    """
    if isinstance(wanted, int):
        return wanted
    facts = library.remember(("facts", content.id), lambda: _Facts(content.game.facts))
    try:
        tree = parse(wanted)
        return evaluate(tree, {name: facts.number(name) for name in names(tree)})
    except ExpressionError as error:
        raise ComputationError(str(error), hint=error.hint) from error


# The value of a fact and its unit.
_FactValue = tuple[str, str]


@dataclass
class _Facts:
    """The facts of a game, each computed once."""

    given: dict[str, Fact]
    computed: dict[str, _FactValue | ComputationError] = field(default_factory=dict)

    def value(self, name: str) -> _FactValue:
        """The value of a fact. Raises ComputationError."""
        # The facts that wait for the last one: a long chain would be too deep for recursion.
        path = [] if name in self.computed else [name]
        while path:
            missing = (each for each in self._uses(path[-1]) if each not in self.computed)
            following = next((each for each in missing if each not in path), None)
            if following:
                path.append(following)
            else:
                last = path.pop()
                self.computed[last] = self._compute(last)
        return self._known(name)

    def number(self, name: str) -> int:
        """The value of a fact that is a whole number. Raises ComputationError."""
        if name not in self.given:
            raise ComputationError(f"no fact '{name}'", hint=did_you_mean(name, self.given))
        return _whole(name, self.value(name)[0])

    def _uses(self, name: str) -> list[str]:
        """The facts that a fact is computed from; none if it is given, or invalid."""
        try:
            rule = self.given[name].rule
            return [each for each in names(parse(rule)) if each in self.given] if rule else []
        except ExpressionError:
            return []

    def _compute(self, name: str) -> _FactValue | ComputationError:
        fact = self.given[name]
        if not fact.rule:
            return fact.parts
        try:
            tree = parse(fact.rule)
            used = {other: self._used(other) for other in names(tree)}
            units = {unit for _, unit in used.values() if unit}
            numbers: Names = {other: _whole(other, value) for other, (value, _) in used.items()}
            return str(evaluate(tree, numbers)), units.pop() if len(units) == 1 else ""
        except ExpressionError as error:
            return ComputationError(str(error), hint=error.hint)
        except ComputationError as error:
            return error

    def _used(self, name: str) -> _FactValue:
        if name not in self.given:
            raise ComputationError(f"no fact '{name}'", hint=did_you_mean(name, self.given))
        return self._known(name)

    def _known(self, name: str) -> _FactValue:
        found = self.computed.get(name, ComputationError(f"'{name}' is computed from itself"))
        if isinstance(found, ComputationError):
            # A new one: those who ask add the path of what asked.
            raise ComputationError(str(found), hint=found.hint)
        return found


def _whole(name: str, value: str) -> int:
    if not value.removeprefix("-").isdecimal():
        raise ComputationError(f"'{name}' is {value}, not a whole number")
    return int(value)
