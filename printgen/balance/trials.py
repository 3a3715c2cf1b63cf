"""What is tried for a wish: numbers that its goals share, and the best other changes with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from printgen.analysis.resolve import ComputationError
from printgen.balance.goals import Cell, missed, values_of
from printgen.balance.rows import Asked, Choice, Row, parts_of, rows_of, together
from printgen.balance.tunables import Changes, Tunable, changed, is_allowed, tunables_of
from printgen.content.library import Entry, Library
from printgen.content.models.wish import Wish


class Trials(Protocol):
    """Trials of a wish. `shared` are the numbers that are tried in all combinations."""

    shared: Sequence[Tunable]

    def fewest(self, edits: int) -> dict[int, int]:
        """For each number of shared changes with which the goals might be met, the fewest other
        changes that this takes besides.
        """

    def choices(self, shared: Changes, most: int) -> list[Choice | None]:
        """With some shared changes, the best other ones by their number, from 0 to `most`."""


def trials_of(library: Library, wish: Entry[Wish], cells: Sequence[Cell]) -> Trials:
    """The trials of a wish. Raises ComputationError."""
    tunables = tunables_of(library, wish)
    names = dict.fromkeys(cell.source for cell in cells if not cell.played)
    asked = {name: Asked.of(library, wish.game, name) for name in names}
    apart = {name: each for name, each in asked.items() if each}
    if len(apart) < len(asked) or any(cell.played for cell in cells):
        return _Whole(library, wish.game, cells, tunables)
    own = [each for each in tunables if (each.kind, each.game) == ("profiles", wish.game)]
    shared = [each for each in tunables if each not in own]
    rows = rows_of(library, wish.game, apart, cells, own)
    return _Rows(library, wish.game, apart, rows, shared)


@dataclass
class _Rows:
    """Each row depends on its own profile, and on the shared numbers."""

    library: Library
    game: str
    asked: dict[str, Asked]
    rows: list[Row]
    shared: Sequence[Tunable]

    def fewest(self, edits: int) -> dict[int, int]:
        found = {0: 0}
        if not self.shared:
            return found
        parts = parts_of(self.library, self.shared, edits)
        bounds = {
            name: asked.rows.bounds(self.library, self.game, asked.question, parts, edits)
            for name, asked in self.asked.items()
        }
        for number in range(1, edits + 1):
            least = [row.least_changes(bounds, number) for row in self.rows]
            others = sum(filter(None, least))
            if None not in least and number + others <= edits:
                found[number] = others
        return found

    def choices(self, shared: Changes, most: int) -> list[Choice | None]:
        library = changed(self.library, shared) if shared else self.library
        if not is_allowed(library, shared):
            return []
        try:
            outlooks = {
                name: asked.rows.outlook(library, self.game, asked.question)
                for name, asked in self.asked.items()
            }
            return together([row.choices(outlooks, most) for row in self.rows], most)
        except ComputationError:
            return []


@dataclass
class _Whole:
    """Each number may change each value: whole studies are computed."""

    library: Library
    game: str
    cells: Sequence[Cell]
    shared: Sequence[Tunable]

    def fewest(self, edits: int) -> dict[int, int]:
        return dict.fromkeys(range(1, edits + 1), 0)

    def choices(self, shared: Changes, most: int) -> list[Choice | None]:
        library = changed(self.library, shared)
        if not is_allowed(library, shared):
            return []
        try:
            values = values_of(library, self.game, self.cells)
        except ComputationError:
            return []
        return [Choice(missed(values), 0, {})]
