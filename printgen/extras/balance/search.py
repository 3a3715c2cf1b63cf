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
from printgen.content.models.base import Model
from printgen.extras.balance.model import Wish
from printgen.extras.balance.wishes import (
    Cell,
    Changes,
    Tunable,
    Values,
    cells_of,
    changed,
    combinations,
    is_allowed,
    missed,
    sets,
    size,
    study_of,
    tunables_of,
    values_of,
)
from printgen.rules.mechanic import Bounds, Changed, Outlook, RowsApart, Start, questions
from printgen.rules.resolve import ComputationError
from printgen.rules.workers import ParallelMap, Shipped, library_of

# --- rows that depend on one profile each: their best changes, for any numbers that they share ----


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

    def beats(self, other: Choice | None) -> bool:
        """Whether it is better than another one of as many changes, or there is no other."""
        return other is None or (self.miss, self.size) < (other.miss, other.size)


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
            new = Choice(miss, size(variant.changes), variant.changes)
            if new.beats(found[count]):
                found[count] = new
        return found

    def least_changes(self, bounds: dict[str, Bounds], shared: int) -> int | None:
        """The fewest changes of the profile with which `shared` other changes might meet the goals;
        None if none can.
        """

        def may_meet(cell: Cell, variant: Variant) -> bool:
            found = bounds[cell.source](variant.starts[cell.source], cell.column)
            low, high = found[shared] if found else (-math.inf, math.inf)
            above = cell.least is None or high >= cell.least - _ROUNDING
            return above and (cell.most is None or low <= cell.most + _ROUNDING)

        for variant in self.variants:
            if all(may_meet(cell, variant) for cell in self.cells):
                return len(variant.changes)
        return None


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
                changes = {**before.changes, **choice.changes}
                both = Choice(before.miss + choice.miss, before.size + choice.size, changes)
                if both.beats(new[count + more]):
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
        # Sums in another order differ by rounding.
        known = round(self.miss, 12), self.count, self.size
        if (round(miss, 12), count, size) < known:
            self.miss, self.count, self.size, self.changes = miss, count, size, changes

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

    def ends(steps: Iterator[tuple[int, int]], counts: bool) -> bool:
        """Whether some steps of the search come to their end."""
        for tried, total in steps:
            answer.tried = tried if counts else answer.tried
            if progress:
                progress(tried, total)
            late = time.monotonic() > deadline or (counts and tries <= tried)
            if late and tried < total:
                return False
        return True

    with suppress(KeyboardInterrupt):
        answer.proven = ends(search.run(), counts=True)
        if tries == math.inf:
            ends(search.nearer(), counts=False)
    answer.changes = search.best.changes
    answer.then = values_of(changed(library, answer.changes), wish.game, now)
    return answer


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
                self._offer(changes, choices)
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
                    changes = {**kept, each: value}
                    self._offer(changes, self.trials.choices(changes, self.edits - len(changes)))
                    tried += 1
                    yield tried, total

    def _offer(self, changes: Changes, choices: list[Choice | None]) -> None:
        """Offer changes of shared numbers, with the best other ones by their number."""
        for count, choice in enumerate(choices):
            if choice:
                both = {**changes, **choice.changes}
                total = size(changes) + choice.size
                self.best.offer(choice.miss, len(changes) + count, total, both)

    def _tried(self, number: int) -> Iterator[tuple[Changes, list[Choice | None]]]:
        """All sets of a number of changes, with the best other changes."""
        wanted = iter(sets(self.trials.shared, number))
        if not (self.spread and self.shipped):
            for changes in wanted:
                yield changes, self.trials.choices(changes, self.best.room(self.edits) - number)
            return
        places, batches = {each: n for n, each in enumerate(self.trials.shared)}, list[Batch]()
        while some := tuple(islice(wanted, _BATCH)):
            numbered = tuple(tuple((places[t], v) for t, v in each.items()) for each in some)
            wish = self.wish.game, self.wish.id
            batches.append(Batch(self.shipped, *wish, self.edits, numbered))
        given = (changes for batch in batches for changes in batch.sets)
        found = (choices for done in self.spread(try_batch, batches) for choices in done)
        for numbers, choices in zip(given, found, strict=True):
            yield {self.trials.shared[n]: value for n, value in numbers}, choices


def _count(tunables: Sequence[Tunable], number: int) -> int:
    """How many sets `sets` yields."""
    # The coefficients of the product of (1 + other values x).
    ways = [1, *[0] * number]
    for each in tunables:
        for at in range(number, 0, -1):
            ways[at] += ways[at - 1] * len(each.others)
    return ways[number]
