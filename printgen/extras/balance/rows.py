"""Wishes whose goals depend on one profile a row: the best changes of each row, for any numbers
that the rows share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.content.library import Library
from printgen.content.models.base import Model
from printgen.extras.balance.goals import Cell, study_of
from printgen.extras.balance.tunables import (
    Changes,
    Tunable,
    changed,
    combinations,
    is_allowed,
    size,
)
from printgen.rules.mechanic import Bounds, Changed, Outlook, RowsApart, Start, questions
from printgen.rules.resolve import ComputationError


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """The question of a study whose rows are apart."""

    rows: RowsApart[Model]
    question: Model

    @classmethod
    def of(cls, library: Library, game: str, study: str) -> RowQuestion | None:
        """The question of a study; None if its rows depend on each other."""
        value = study_of(library, game, study).value
        for name, kind in questions().items():
            question = getattr(value, name)
            if question is not None and kind.rows_apart and not getattr(question, "games", None):
                return cls(kind.rows_apart, question)
        return None


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to change the profile of a row, and what it brings to each study."""

    changes: Changes
    starts: dict[str, Start]


@dataclass(frozen=True, slots=True)
class Choice:
    """The best changes of a number of values: by how much goals are missed, then their size."""

    miss: float
    size: int
    changes: Changes

    @property
    def rank(self) -> tuple[float, int]:
        """What choices of equal numbers of changes are compared by."""
        return self.miss, self.size


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the goals: its cells, and the ways to change its profile, few changes first."""

    cells: tuple[Cell, ...]
    variants: tuple[Variant, ...]

    def choices(self, outlooks: dict[str, Outlook], most: int) -> list[Choice | None]:
        """The best variant of each number of changes, from 0."""
        found: list[Choice | None] = [None] * (most + 1)
        for variant in self.variants:
            count = len(variant.changes)
            if count > most:
                break
            miss = sum(
                cell.miss(outlooks[cell.source](variant.starts[cell.source], cell.column))
                for cell in self.cells
            )
            new, old = Choice(miss, size(variant.changes), variant.changes), found[count]
            if old is None or new.rank < old.rank:
                found[count] = new
        return found

    def least_changes(self, bounds: dict[str, Bounds], shared: int) -> int | None:
        """The fewest changes of the profile with which `shared` other changes might meet the goals;
        None if none can.
        """
        for variant in self.variants:
            if all(self._may_meet(cell, variant, bounds, shared) for cell in self.cells):
                return len(variant.changes)
        return None

    def _may_meet(
        self, cell: Cell, variant: Variant, bounds: dict[str, Bounds], shared: int
    ) -> bool:
        found = bounds[cell.source](variant.starts[cell.source], cell.column)
        if found is None:
            return True
        low, high = found[shared]
        return not (
            (cell.least is not None and high < cell.least - _ROUNDING)
            or (cell.most is not None and low > cell.most + _ROUNDING)
        )


# More than the rounding errors of bounds.
_ROUNDING = 1e-9


def rows_of(
    library: Library,
    game: str,
    asked: dict[str, RowQuestion],
    cells: Sequence[Cell],
    own: Sequence[Tunable],
) -> list[Row]:
    """The rows of the goals, each with all ways to change its profile that the game allows."""
    rows = []
    for key in dict.fromkeys(cell.row for cell in cells):
        mine = tuple(cell for cell in cells if cell.row == key)
        tunables = [each for each in own if each.id == key]
        variants = []
        for changes in combinations(tunables) if tunables else [{}]:
            variant = changed(library, changes)
            if changes and not is_allowed(variant, changes):
                continue
            try:
                starts = {
                    cell.source: asked[cell.source].rows.start(
                        variant, game, asked[cell.source].question, key
                    )
                    for cell in mine
                }
            except ComputationError:
                continue
            variants.append(Variant(changes, starts))
        rows.append(Row(mine, tuple(variants)))
    return rows


def together(rows: Sequence[list[Choice | None]], most: int) -> list[Choice | None]:
    """The best choices for all rows, by their number of changes in all, from 0."""
    best: list[Choice | None] = [Choice(0.0, 0, {}), *[None] * most]
    for row in rows:
        new: list[Choice | None] = [None] * (most + 1)
        for count, before in enumerate(best):
            for more, choice in enumerate(row[: most + 1 - count]):
                if before is None or choice is None:
                    continue
                both = Choice(
                    before.miss + choice.miss,
                    before.size + choice.size,
                    {**before.changes, **choice.changes},
                )
                known = new[count + more]
                if known is None or both.rank < known.rank:
                    new[count + more] = both
        best = new
    return best


def parts_of(library: Library, shared: Sequence[Tunable], most: int) -> list[Changed]:
    """Libraries with all changes of each part of the shared numbers."""
    parts: dict[tuple[str, ...], list[Tunable]] = {}
    for each in shared:
        parts.setdefault(each.part, []).append(each)
    return [
        Changed(len(changes), changed(library, changes))
        for tunables in parts.values()
        for changes in combinations(tunables)
        if 0 < len(changes) <= most
    ]
