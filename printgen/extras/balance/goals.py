"""The goals of a wish: cells of studies, their values, and by how much they are missed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.extras.balance.model import Goal, Wish
from printgen.extras.battles.results import win_shares
from printgen.problems import did_you_mean
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.studies import exact_answer, prepare
from printgen.rules.study_results import Unit, format_number

# The games of a scenario: the same for all changes, so that they are compared fairly.
GAMES, SEED = 2_000, 1881

# Values that differ by less are equal: rounding errors of long sums.
EXACT = 1e-12


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a study and its limits; `goal` is the number of its goal, from 0. Or it is the
    chance of a side of a scenario that is `played`.
    """

    goal: int
    source: str
    row: str
    column: str
    unit: Unit
    least: float | None
    most: float | None
    played: bool = False

    def miss(self, value: float | None) -> float:
        """How far a value is outside the limits; 0 within. A missing value misses by 1."""
        if value is None:
            return 1.0
        below = (self.least - value) if self.least is not None else 0.0
        above = (value - self.most) if self.most is not None else 0.0
        found = max(below, above, 0.0)
        return found if found > EXACT else 0.0

    @property
    def limits(self) -> str:
        """The limits in words."""
        least, most = self.limit(self.least), self.limit(self.most)
        if self.least is not None and self.most is not None:
            return f"{least} to {most}"
        return f"at least {least}" if self.most is None else f"at most {most}"

    def written(self, value: float | None, lang: str = "en") -> str:
        """A value of the cell as text."""
        return format_number(value, self.unit, lang, 1 if self.unit == "chance" else 2)

    def limit(self, value: float | None, lang: str = "en") -> str:
        """A limit as text, as short as it can be: `20%`, `2.5`."""
        return re.sub(r"[.,]0+(?!\d)|(?<=[.,][1-9])0(?!\d)", "", self.written(value, lang))


Values = Mapping[Cell, float | None]


def cells_of(library: Library, wish: Entry[Wish]) -> dict[Cell, float | None]:
    """The cells of all goals, with their values as the numbers are. Raises ComputationError."""
    found: dict[Cell, float | None] = {}
    for index in range(len(wish.value.goals)):
        found |= goal_cells(library, wish, index)
    return found


def goal_cells(library: Library, wish: Entry[Wish], index: int) -> dict[Cell, float | None]:
    """The cells of a goal, with their values as the numbers are. Raises ComputationError."""
    try:
        found = _of_goal(library, wish.game, index, wish.value.goals[index])
        _require_chances(found)
        return found
    except ComputationError as error:
        raise error.within("goals", index) from None


def _of_goal(library: Library, game: str, index: int, goal: Goal) -> dict[Cell, float | None]:
    if goal.scenario:
        return _of_sides(library, game, index, goal)
    result = exact_answer(library, study_of(library, game, goal.study or ""))
    rows = [series.key for series in result.series]
    columns = [str(column) for column in goal.columns]
    _require("row", goal.rows, rows)
    _require("column", columns, result.keys)
    return {
        Cell(index, goal.study or "", row, column, result.unit, goal.least, goal.most): _number(
            result.value(row, column)
        )
        for row in goal.rows or rows
        for column in columns or result.keys
    }


def _of_sides(library: Library, game: str, index: int, goal: Goal) -> dict[Cell, float | None]:
    name = goal.scenario or ""
    shares = library.remember(("win shares", game, name), lambda: _shares(library, game, name))
    _require("row", goal.rows, list(shares))
    return {
        Cell(index, name, side, "win", "chance", goal.least, goal.most, played=True): shares[side]
        for side in goal.rows or shares
    }


def _shares(library: Library, game: str, name: str) -> dict[str, float]:
    """The share of games that each side of a scenario wins. Raises ComputationError."""
    scenario = resolve_entry(library, "scenarios", game, name, "scenario")
    return win_shares(library, scenario, GAMES, SEED)


def _require_chances(cells: Iterable[Cell]) -> None:
    """Raise ComputationError for a limit of a chance that no chance can have."""
    for cell in cells:
        for name, limit in (("least", cell.least), ("most", cell.most)):
            if cell.unit == "chance" and limit is not None and not 0 <= limit <= 1:
                raise ComputationError(f"a chance is 0% to 100%, not {cell.limit(limit)}", name)


def _require(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Raise ComputationError for a name that is not known."""
    for place, name in enumerate(names):
        if name not in known:
            hint = did_you_mean(name, known)
            raise ComputationError(f"there is no {what} '{name}'", f"{what}s", place, hint=hint)


def study_of(library: Library, game: str, name: str) -> Entry[Study]:
    """The study of a goal. Raises ComputationError."""
    found: Entry[Study] = resolve_entry(library, "studies", game, name, "study")
    return found


def values_of(library: Library, game: str, cells: Iterable[Cell]) -> dict[Cell, float | None]:
    """The values of cells in a library with changes. Raises ComputationError."""
    cells = list(cells)
    studies = dict.fromkeys(cell.source for cell in cells if not cell.played)
    scenarios = dict.fromkeys(cell.source for cell in cells if cell.played)
    results = {name: prepare(library, study_of(library, game, name))() for name in studies}
    shares = {name: _shares(library, game, name) for name in scenarios}
    return {
        cell: shares[cell.source][cell.row]
        if cell.played
        else _number(results[cell.source].value(cell.row, cell.column))
        for cell in cells
    }


def _number(value: object) -> float | None:
    return None if value is None else float(value)  # type: ignore[arg-type]


def missed(values: Values) -> float:
    """By how much the goals are missed in all; 0 if they are met."""
    return sum(cell.miss(value) for cell, value in values.items())
