"""The rules under `enemy:` of game.yaml with their numbers, tables and entries.

Everything that cannot be read raises ComputationError, with the path below `enemy:`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from printgen.analysis.facts import fact_number, fact_value
from printgen.analysis.resolve import ComputationError, resolve_entry, resolve_name
from printgen.analysis.roll_tables import parse_dice, parse_totals, rows_by_total
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.enemy import (
    EarlyPlan,
    EnemyRules,
    EnemyScenario,
    Guard,
)
from printgen.content.models.plan import ActionPlan
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.table import Table
from printgen.content.models.text import Text

# The greatest number of anything that is counted.
MOST = 100


class SearchStudy(Protocol):
    """What the play aid reads of a study with `search:`."""

    table: str
    markers: int
    things: dict[str, Text]
    rows: list[str]
    lots: bool


class WavesStudy(Protocol):
    """What the play aid reads of a study with `waves:`."""

    table: str
    comes: int
    force: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules under `enemy:` of a game."""

    library: Library
    content: GameContent
    rules: EnemyRules

    def number(self, wanted: int | str, least: int, most: int, *path: str | int) -> int:
        """A number, or that of an expression over facts, in its range."""
        try:
            found = fact_number(self.library, self.content, wanted)
        except ComputationError as error:
            raise error.within(*path) from None
        if not least <= found <= most:
            raise ComputationError(f"it comes to {found}", *path, hint=f"{least} to {most}")
        return found

    def words(self, fact: str, *path: str | int) -> str:
        """A value, or that of the fact with this name."""
        if fact not in self.content.game.facts:
            return fact
        try:
            return fact_value(self.library, self.content, fact)
        except ComputationError as error:
            raise error.within(*path) from None

    def dice(self, fact: str, *path: str | int) -> tuple[int, int]:
        """The number of dice, and their sides."""
        words = self.words(fact, *path)
        found = parse_dice(words)
        if found is None:
            raise ComputationError(f"'{words}' is not dice", *path, hint="such as D6")
        return found

    def entry(self, kind: str, name: str, *path: str | int) -> Entry[Model]:
        """An entry that the rules name."""
        return resolve_entry(self.library, kind, self.content.id, name, *path)

    def table(self, name: str, *path: str | int) -> Entry[Table]:
        """A table that is rolled on."""
        table: Entry[Table] = resolve_entry(self.library, "tables", self.content.id, name, *path)
        if not rows_by_total(table):
            raise ComputationError(f"no dice are rolled on the table '{name}'", *path)
        return table

    def line(self, place: int) -> None:
        """The action of a plan that `lines` names, and its limit."""
        line = self.rules.lines[place]
        plan: Entry[ActionPlan] = resolve_entry(
            self.library, "plans", self.content.id, line.plan, "lines", place, "plan"
        )
        if line.line > len(plan.value.actions):
            hint = f"'{line.plan}' has {len(plan.value.actions)}"
            raise ComputationError(f"no action {line.line}", "lines", place, "line", hint=hint)
        if line.limit:
            resolve_name(self.rules.limits, line.limit, "limit", "lines", place, "limit")

    def scenario(self, name: str) -> Entry[Scenario]:
        """A scenario that the rules name."""
        scenario: Entry[Scenario] = resolve_entry(
            self.library, "scenarios", self.content.id, name, "scenarios", name
        )
        return scenario

    def force(self, scenario: str, place: int, *path: str | int) -> Force:
        """A force of a scenario, by its number from 1."""
        forces = self.scenario(scenario).value.forces
        force = forces[place - 1] if place <= len(forces) else None
        if not isinstance(force, Force):
            hint = f"'{scenario}' has {len(forces)}"
            message = f"no force {place} with a profile"
            raise ComputationError(message, "scenarios", scenario, *path, hint=hint)
        return force

    def early(self, name: str, rules: EarlyPlan) -> int:
        """The number of the turns in which some forces do something else than their plan."""
        here = ("scenarios", name, "early")
        if rules.lookout and rules.lookout > len(rules.actions):
            hint = f"there are {len(rules.actions)}"
            raise ComputationError(f"no action {rules.lookout}", *here, "lookout", hint=hint)
        return self.number(rules.turns, 1, MOST, *here, "turns")

    def grid_dice(self, name: str, dice: str) -> int:
        """The sides of the two dice that place a marker in the grid of a scenario."""
        here = ("scenarios", name, "dice")
        count, sides = self.dice(dice, *here)
        layout = self.scenario(name).value.layout
        parts = layout.grid if layout else None
        if count != 2 or sides != parts:
            hint = f"2D{parts}" if parts else "the layout has no `grid`"
            message = f"{count}D{sides} do not fit the grid of '{name}'"
            raise ComputationError(message, *here, hint=hint)
        return sides

    def guard(self, name: str, rules: Guard) -> tuple[int, int]:
        """The sides of the die of each marker, and what it must come to."""
        here = ("scenarios", name, "guard")
        count, sides = self.dice(rules.die, *here, "die")
        return sides, self.number(rules.roll, 1, count * sides, *here, "roll")

    def search(self, name: str, rules: EnemyScenario) -> SearchStudy | None:
        """The study of what the markers of a scenario hide."""
        path = ("scenarios", name, "search")
        found = self._question("search", rules.search, *path)
        return cast("SearchStudy | None", found)

    def waves(self, name: str, rules: EnemyScenario) -> WavesStudy | None:
        """The study of the reserves of a scenario."""
        path = ("scenarios", name, "waves")
        found = cast("WavesStudy | None", self._question("waves", rules.waves, *path))
        if found is not None:
            if found.force is None:
                raise ComputationError(f"the study '{rules.waves}' has no `force`", *path)
            self.force(name, found.force, "waves")
        return found

    def _question(self, kind: str, name: str | None, *path: str | int) -> object:
        """The question of a study, whose table is rolled on."""
        if name is None:
            return None
        study = self.entry("studies", name, *path)
        asked = getattr(study.value, kind, None)
        if asked is None:
            raise ComputationError(f"the study '{name}' has no `{kind}:`", *path)
        self.table(asked.table, *path)
        return cast("object", asked)

    def spots(self, name: str, rules: EnemyScenario) -> list[int]:
        """The place (from 0) for each face of the die that places reserves; empty without."""
        if rules.spots is None:
            return []
        here = ("scenarios", name, "spots")
        count, sides = self.dice(rules.spots.die, *here, "die")
        found: list[tuple[int, int]] = []
        for place, spot in enumerate(rules.spots.places):
            words = self.words(spot.totals, *here, "places", place, "totals")
            totals = parse_totals(words.replace(" to ", "-"))
            if count != 1 or totals is None or totals.least is None or totals.most is None:
                path = (*here, "places", place, "totals")
                raise ComputationError(f"'{words}' is no result of one die", *path, hint="as 1-3")
            found += [(face, place) for face in range(totals.least, totals.most + 1)]
        if [face for face, _ in sorted(found)] != list(range(1, sides + 1)):
            message = f"the places do not have each result of the D{sides} once"
            raise ComputationError(message, *here, "places")
        return [place for _, place in sorted(found)]
