"""The computed counts of a scenario, for each value of the variable that they depend on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import ActionPlan, Force, RosterForce, Scenario
from printgen.rules.expressions import ExpressionError, evaluate, names, parse

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
        columns = [self._of_force(force) for _, force in forces(self.scenario)]
        columns += [self._of_roster(force) for _, force in roster_forces(self.scenario)]
        return [sum(column) for column in zip(*columns, strict=True)] or [0] * len(self.values)

    def of(self, expression: int | str) -> list[int]:
        """The result of an expression for each value. Raises ExpressionError."""
        totals = self.totals if TOTAL in names_in(expression) else [0] * len(self.values)
        return [
            self._count(expression, value, {TOTAL: total})
            for value, total in zip(self.values, totals, strict=True)
        ]

    def _of_force(self, force: Force) -> list[int]:
        return [self._count(force.count, value, {}) for value in self.values]

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
