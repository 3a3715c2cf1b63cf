"""The search for the fewest changes that meet the goals of a wish.

Changes of few numbers come first, then small ones: the first set of changes that meets all goals is
the answer. Where the rows of the goals are apart, as heroes of a quest are, all numbers that they
share are tried, and the changes of each row are found on their own. Bounds for all changes of some
number spare those that cannot meet the goals: so the search may prove that there is no answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations as subsets
from itertools import product

from printgen.analysis.resolve import ComputationError
from printgen.balance.goals import Cell, Values, cells_of, missed, values_of
from printgen.balance.rows import Asked, Choice, Row, parts_of, rows_of, together
from printgen.balance.tunables import (
    Changes,
    Tunable,
    changed,
    is_allowed,
    size,
    tunables_of,
)
from printgen.content.library import Entry, Library
from printgen.content.models.wish import Wish

# Called with how many sets of changes are tried, and of how many.
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Answer:
    """The best changes found. `now` and `then` are the values of the goals before and after them.

    `proven`: no smaller set of changes is better, or none of at most `edits` meets the goals.
    """

    edits: int
    now: Values
    then: Values
    changes: Changes = field(default_factory=dict)
    tried: int = 0
    proven: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the goals are met with the changes."""
        return not missed(self.then)


@dataclass(slots=True)
class _Best:
    """The best set of changes so far."""

    miss: float
    count: int = 0
    size: int = 0
    changes: Changes = field(default_factory=dict)

    def offer(self, miss: float, count: int, size: int, changes: Changes) -> None:
        if self._rank(miss, count, size) < self._rank(self.miss, self.count, self.size):
            self.miss, self.count, self.size, self.changes = miss, count, size, changes

    @staticmethod
    def _rank(miss: float, count: int, size: int) -> tuple[float, int, int]:
        # Sums in another order differ by rounding.
        return round(miss, 12), count, size

    def room(self, edits: int) -> int:
        """The most changes that can still be better: as many only if smaller ones are possible."""
        if self.miss:
            return edits
        return min(edits, self.count if self.size > self.count else self.count - 1)


def balance(
    library: Library,
    wish: Entry[Wish],
    edits: int,
    seconds: float,
    progress: Progress | None = None,
) -> Answer:
    """The fewest changes that meet the goals of a wish, at most `edits`; else the nearest miss.

    Stops after `seconds`, and when it is interrupted, with the best so far. Raises
    ComputationError.
    """
    now = cells_of(library, wish)
    answer = Answer(edits, now, now, proven=True)
    if answer.is_met:
        return answer
    tunables = tunables_of(library, wish)
    search = _search_of(library, wish, list(now), tunables)
    best, deadline = _Best(missed(now)), time.monotonic() + seconds
    try:
        for tried, total in search.run(best, edits):
            answer.tried = tried
            if progress:
                progress(tried, total)
            if time.monotonic() > deadline:
                answer.proven = False
                break
    except KeyboardInterrupt:
        answer.proven = False
    answer.changes = best.changes
    answer.then = values_of(changed(library, best.changes), wish.game, now)
    return answer


@dataclass
class _Rows:
    """A search in which each row depends on its own profile, and on the shared numbers."""

    library: Library
    game: str
    asked: dict[str, Asked]
    rows: list[Row]
    shared: list[Tunable]

    def run(self, best: _Best, edits: int) -> Iterator[tuple[int, int]]:
        """Try all sets of changes, few shared ones first. Yields how many of how many are tried."""
        fewest = self._fewest(edits)
        total = sum(_count(self.shared, number) for number in fewest)
        tried = 0
        for number, others in fewest.items():
            if number and number + others > best.room(edits):
                continue
            for changes in _sets(self.shared, number):
                self._try(changes, best, edits)
                tried += 1
                yield tried, total

    def _fewest(self, edits: int) -> dict[int, int]:
        """For each number of shared changes with which the goals might be met, the fewest changes
        of profiles that this takes besides.
        """
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

    def _try(self, shared: Changes, best: _Best, edits: int) -> None:
        library = changed(self.library, shared) if shared else self.library
        room = best.room(edits) - len(shared)
        try:
            outlooks = {
                name: asked.rows.outlook(library, self.game, asked.question)
                for name, asked in self.asked.items()
            }
            choices = [row.choices(outlooks, room) for row in self.rows]
        except ComputationError:
            return
        for count, choice in enumerate(together(choices, room)):
            if choice:
                self._offer(best, shared, count, choice)

    def _offer(self, best: _Best, shared: Changes, count: int, choice: Choice) -> None:
        changes = {**shared, **choice.changes}
        best.offer(choice.miss, len(shared) + count, size(shared) + choice.size, changes)


@dataclass
class _Whole:
    """A search in which any number may change any value: whole studies are computed."""

    library: Library
    game: str
    cells: list[Cell]
    tunables: list[Tunable]

    def run(self, best: _Best, edits: int) -> Iterator[tuple[int, int]]:
        """Try all sets of changes, few first. Yields how many of how many are tried."""
        total = sum(_count(self.tunables, number) for number in range(1, edits + 1))
        tried = 0
        for number in range(1, edits + 1):
            if number > best.room(edits):
                return
            for changes in _sets(self.tunables, number):
                tried += 1
                yield tried, total
                library = changed(self.library, changes)
                if not is_allowed(library, changes):
                    continue
                try:
                    values = values_of(library, self.game, self.cells)
                except ComputationError:
                    continue
                best.offer(missed(values), number, size(changes), changes)


def _search_of(
    library: Library, wish: Entry[Wish], cells: list[Cell], tunables: list[Tunable]
) -> _Rows | _Whole:
    asked = {
        name: Asked.of(library, wish.game, name)
        for name in dict.fromkeys(cell.study for cell in cells)
    }
    apart = {name: each for name, each in asked.items() if each}
    if len(apart) < len(asked):
        return _Whole(library, wish.game, cells, tunables)
    own = [each for each in tunables if each.kind == "profiles"]
    rows = rows_of(library, wish.game, apart, cells, own)
    shared = [each for each in tunables if each.kind != "profiles"]
    return _Rows(library, wish.game, apart, rows, shared)


def _sets(tunables: Sequence[Tunable], number: int) -> Iterator[dict[Tunable, int]]:
    """All ways to change exactly so many of some numbers, in a fixed order."""
    for some in subsets(tunables, number):
        for values in product(*(each.others for each in some)):
            yield dict(zip(some, values, strict=True))


def _count(tunables: Sequence[Tunable], number: int) -> int:
    """How many sets `_sets` yields."""
    # The coefficients of the product of (1 + other values x).
    ways = [1, *[0] * number]
    for each in tunables:
        for at in range(number, 0, -1):
            ways[at] += ways[at - 1] * len(each.others)
    return ways[number]
