"""The search for the fewest changes that make a wish come true."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Protocol

from printgen.content.library import Entry, Library
from printgen.extras.balance.goals import Cell, Values, cells_of, missed, values_of
from printgen.extras.balance.model import Wish
from printgen.extras.balance.rows import Choice, Row, RowQuestion, parts_of, rows_of, together
from printgen.extras.balance.tunables import (
    Changes,
    Tunable,
    changed,
    is_allowed,
    sets,
    size,
    tunables_of,
)
from printgen.rules.resolve import ComputationError
from printgen.rules.workers import ParallelMap, Shipped, library_of

# --------------------------------------------------------------------------------------------------
# What is tried for a wish: numbers that its goals share, and the best other changes with them.


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
    asked = {name: RowQuestion.of(library, wish.game, name) for name in names}
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
    asked: dict[str, RowQuestion]
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


# --- the search for the fewest changes that meet the goals of a wish ------------------------------
#
# Changes of few numbers come first, then small ones: the first set of changes that meets all goals
# is the answer. Where the rows of the goals are apart, as heroes of a quest are, all numbers that
# they share are tried, and the changes of each row are found on their own. Bounds for all changes
# of some number spare those that cannot meet the goals: so the search may prove that there is no
# answer.


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


# Sets of changes of a call of a worker.
_BATCH = 40


def balance(
    library: Library,
    wish: Entry[Wish],
    edits: int,
    seconds: float,
    progress: Progress | None = None,
    spread: ParallelMap | None = None,
    anywhere: bool = False,
    tries: float = math.inf,
) -> Answer:
    """The fewest changes that meet the goals of a wish, at most `edits`; else the nearest miss.

    Stops after `seconds`, after some `tries`, and when it is interrupted, with the best so far.
    Without a limit of tries, the nearest miss is also looked for among what bounds rule out.
    `spread` tries sets of changes in other processes, also on other machines if `anywhere`. Raises
    ComputationError.
    """
    now = cells_of(library, wish)
    answer = Answer(edits, now, now, proven=True)
    if answer.is_met:
        return answer
    search = _Search(library, wish, edits, trials_of(library, wish, list(now)), _Best(missed(now)))
    if spread:
        shipped = Shipped.of(library.folders, library.mtime_fingerprint, anywhere)
        search.spread, search.shipped = spread, shipped
    deadline = time.monotonic() + seconds
    answer.proven = False
    with suppress(KeyboardInterrupt):
        answer.proven = _try_all(search, answer, deadline, tries, progress)
        if tries == math.inf:
            _try_nearer(search, deadline, progress)
    answer.changes = search.best.changes
    answer.then = values_of(changed(library, answer.changes), wish.game, now)
    return answer


def _try_all(
    search: _Search, answer: Answer, deadline: float, tries: float, progress: Progress | None
) -> bool:
    """Try all sets of changes. Whether the search came to its end."""
    for tried, total in search.run():
        answer.tried = tried
        if progress:
            progress(tried, total)
        if tried < total and (tried >= tries or time.monotonic() > deadline):
            return False
    return True


def _try_nearer(search: _Search, deadline: float, progress: Progress | None) -> None:
    """Look for the nearest miss until a time."""
    for tried, total in search.nearer():
        if progress:
            progress(tried, total)
        if time.monotonic() > deadline:
            return


@dataclass(frozen=True, slots=True)
class Batch:
    """Sets of changes of the shared numbers of a wish, for one call of a worker: for each change,
    the number of the tunable from 0, and its new value.
    """

    project: Shipped
    game: str
    wish: str
    edits: int
    sets: tuple[tuple[tuple[int, int], ...], ...]


def try_batch(batch: Batch) -> list[list[Choice | None]]:
    """The best changes with each set of a batch, in a worker. Raises ComputationError if the files
    are no longer those of the command.
    """
    trials = _known_trials(batch.project, batch.game, batch.wish)
    found = []
    for numbers in batch.sets:
        changes = {trials.shared[number]: value for number, value in numbers}
        found.append(trials.choices(changes, batch.edits - len(changes)))
    return found


@lru_cache(maxsize=1)
def _known_trials(project: Shipped, game: str, wish: str) -> Trials:
    """The trials of a wish, until the files of its project change."""
    library = library_of(project)
    entry = library.games[game].of_kind("wishes")[wish]
    return trials_of(library, entry, list(cells_of(library, entry)))


@dataclass
class _Search:
    library: Library
    wish: Entry[Wish]
    edits: int
    trials: Trials
    best: _Best
    spread: ParallelMap | None = None
    shipped: Shipped | None = None

    def run(self) -> Iterator[tuple[int, int]]:
        """Try all sets of changes, few shared ones first. Yields how many of how many are tried."""
        shared, edits = self.trials.shared, self.edits
        fewest = self.trials.fewest(edits)
        total, tried = sum(_count(shared, number) for number in fewest), 0
        for number, others in fewest.items():
            if number and number + others > self.best.room(edits):
                continue
            for changes, choices in self._tried(number):
                for count, choice in enumerate(choices):
                    if choice:
                        self.best.offer(choice.miss, number + count, size(changes) + choice.size,
                                        {**changes, **choice.changes})  # fmt: skip
                tried += 1
                yield tried, total

    def nearer(self) -> Iterator[tuple[int, int]]:
        """Improve what misses the goals by one change after the other: bounds may have ruled out
        all sets of changes before any was tried. Yields as `run`.
        """
        values = sum(len(each.others) for each in self.trials.shared)
        total, tried, miss = self.edits * values, 0, math.inf
        while self.best.miss and self.best.miss < miss:
            miss, base = self.best.miss, self.best.changes
            kept = {each: value for each, value in base.items() if each in self.trials.shared}
            if len(kept) == self.edits:
                return
            for each, value in ((e, v) for e in self.trials.shared for v in e.others):
                if each not in kept:
                    self._offer({**kept, each: value})
                    tried += 1
                    yield tried, total

    def _offer(self, changes: dict[Tunable, int]) -> None:
        """Try a set of changes of shared numbers, with the best other changes."""
        room = self.edits - len(changes)
        for count, choice in enumerate(self.trials.choices(changes, room)):
            if choice:
                self.best.offer(choice.miss, len(changes) + count, size(changes) + choice.size,
                                {**changes, **choice.changes})  # fmt: skip

    def _tried(self, number: int) -> Iterator[tuple[Changes, list[Choice | None]]]:
        """All sets of a number of changes, with the best other changes."""
        wanted = sets(self.trials.shared, number)
        if not (self.spread and self.shipped):
            for changes in wanted:
                yield changes, self.trials.choices(changes, self.best.room(self.edits) - number)
            return
        batches = list(self._batches(wanted))
        given = (changes for batch in batches for changes in batch.sets)
        found = (choices for done in self.spread(try_batch, batches) for choices in done)
        for numbers, choices in zip(given, found, strict=True):
            yield {self.trials.shared[n]: value for n, value in numbers}, choices

    def _batches(self, wanted: Iterator[dict[Tunable, int]]) -> Iterator[Batch]:
        assert self.shipped is not None
        places = {each: number for number, each in enumerate(self.trials.shared)}
        while some := tuple(islice(wanted, _BATCH)):
            numbers = tuple(tuple((places[t], v) for t, v in each.items()) for each in some)
            yield Batch(self.shipped, self.wish.game, self.wish.id, self.edits, numbers)


def _count(tunables: Sequence[Tunable], number: int) -> int:
    """How many sets `sets` yields."""
    # The coefficients of the product of (1 + other values x).
    ways = [1, *[0] * number]
    for each in tunables:
        for at in range(number, 0, -1):
            ways[at] += ways[at - 1] * len(each.others)
    return ways[number]
