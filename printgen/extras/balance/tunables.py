"""The numbers of entries that a wish may change, libraries in which they are changed, and their
files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations as subsets
from itertools import product

from pydantic import BaseModel

from printgen.content.library import AnyEntry, Entry, Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.content.models.profile import Stat
from printgen.content.saving import save
from printgen.content.source import Path
from printgen.extras.balance.model import Change, Wish
from printgen.problems import Position, did_you_mean
from printgen.rules.constraints import broken
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.stat_values import stat_blocks_of

# --- the numbers of entries that a wish may change, and libraries in which they are changed -------


NUMBER = re.compile(r"[-+]?\d+")

# The parts of a pair, in their order.
_PARTS = ("sound", "wounded")

# Combinations of values of the numbers of one profile, or of one enemy.
MAX_COMBINATIONS = 5_000


@dataclass(frozen=True, slots=True)
class Tunable:
    """A whole number of an entry, at a path in it, that may change within limits. A value such as
    `1/0` has several numbers: `which` counts them from 0.
    """

    kind: str
    game: str
    id: str
    path: Path
    value: int
    low: int
    high: int
    which: int = 0

    def written(self, before: object, value: int) -> object:
        """The value of the entry with another number; `before` is the whole value."""
        if not isinstance(before, str):
            return value
        found = list(NUMBER.finditer(before))[self.which]
        return f"{before[: found.start()]}{value}{before[found.end() :]}"

    @property
    def part(self) -> tuple[str, ...]:
        """What the number is of: a profile, or a step of a quest."""
        step = (str(self.path[1]),) if self.kind == "quests" else ()
        return self.kind, self.game, self.id, *step

    @property
    def others(self) -> list[int]:
        """The other values, the nearest first."""
        found = (value for value in range(self.low, self.high + 1) if value != self.value)
        return sorted(found, key=lambda value: (abs(value - self.value), value))


# New values of numbers.
Changes = Mapping[Tunable, int]


def tunables_of(library: Library, wish: Entry[Wish]) -> list[Tunable]:
    """The numbers that a wish may change, in its order. Raises ComputationError."""
    found: dict[tuple[object, ...], Tunable] = {}
    for index in range(len(wish.value.may_change)):
        for each in change_tunables(library, wish, index):
            found.setdefault((each.kind, each.game, each.id, each.path, each.which), each)
    return list(found.values())


def change_tunables(library: Library, wish: Entry[Wish], index: int) -> list[Tunable]:
    """The numbers of one item of `may_change`. Raises ComputationError."""
    try:
        return list(_of_change(library, wish.game, wish.value.may_change[index]))
    except ComputationError as error:
        raise error.within("may_change", index) from None


def _of_change(library: Library, game: str, change: Change) -> Iterator[Tunable]:
    if change.quest:
        yield from _of_quest(library, game, change)
    for place, name in enumerate(change.profiles):
        profile = resolve_entry(library, "profiles", game, name, "profiles", place)
        name_of_stat = change.stat.partition(".")[0]
        blocks = [b for b in stat_blocks_of(library, profile) if name_of_stat in b.given]
        if not blocks:
            known = [key for b in stat_blocks_of(library, profile) for key in b.given]
            hint = did_you_mean(change.stat, known)
            raise ComputationError(f"'{name}' has no stat '{change.stat}'", "stat", hint=hint)
        block = blocks[0]
        value = block.given[name_of_stat]
        path = ("stats", block.reference, name_of_stat)
        stat = block.line.stats.get(name_of_stat)
        yield _tunable("profiles", profile, path, value, change, stat)


def _of_quest(library: Library, game: str, change: Change) -> Iterator[Tunable]:
    entry = resolve_entry(library, "quests", game, change.quest or "", "quest")
    # Imported here: a wish may be of a game without quests.
    from printgen.extras.quest.model import QuestRules

    rules = library.games[game].game.part(QuestRules)
    line = library.games[game].game.stat_lines.get(rules.enemy) if rules else None
    stat = line.stats.get(change.stat) if line else None
    steps = {row.step: index for index, row in enumerate(entry.value.steps) if row.enemy}
    for place, number in enumerate(change.steps):
        if number not in steps:
            raise ComputationError(f"step {number} has no enemy", "steps", place)
    for number in change.steps or steps:
        index = steps[number]
        enemy = entry.value.steps[index].enemy
        if change.stat not in enemy:
            hint = did_you_mean(change.stat, enemy)
            raise ComputationError(f"no enemy has '{change.stat}'", "stat", hint=hint)
        path = ("steps", index, "enemy", change.stat)
        yield _tunable("quests", entry, path, enemy[change.stat], change, stat)


def _tunable(
    kind: str, entry: AnyEntry, path: Path, raw: object, change: Change, stat: Stat | None
) -> Tunable:
    _, _, part = change.stat.partition(".")
    numbers = [int(number) for number in NUMBER.findall(str(raw))]
    if isinstance(raw, bool) or len(numbers) != (2 if part else 1) or "." in str(raw):
        expected = "a pair" if part else "a whole number"
        hint = f"`{path[-1]}.sound` or `{path[-1]}.wounded`" if len(numbers) == 2 else ""
        raise ComputationError(f"{path[-1]} of '{entry.id}' is not {expected}", "stat", hint=hint)
    which = _PARTS.index(part) if part else 0
    value = numbers[which]
    low, high = value + change.by[0], value + change.by[1]
    if stat and isinstance(stat.min, int):
        low = min(value, max(low, stat.min))
    if stat and isinstance(stat.max, int):
        high = max(value, min(high, stat.max))
    return Tunable(kind, entry.game, entry.id, path, value, low, high, which)


def stat_of(library: Library, tunable: Tunable) -> Stat | None:
    """The stat that a number is of, if it is declared."""
    content = library.games[tunable.game]
    if tunable.kind == "quests":
        from printgen.extras.quest.model import QuestRules

        rules = content.game.part(QuestRules)
        line = content.game.stat_lines.get(rules.enemy) if rules else None
    else:
        blocks = stat_blocks_of(library, content.profiles[tunable.id])
        line = next(block.line for block in blocks if block.reference == tunable.path[1])
    return line.stats.get(str(tunable.path[-1])) if line else None


def combinations(tunables: Sequence[Tunable]) -> list[dict[Tunable, int]]:
    """All ways to change some numbers, without those that do not change: few changes first, then
    small ones. Raises ComputationError if there are too many.
    """
    count = 1
    for each in tunables:
        count *= each.high - each.low + 1
    if count > MAX_COMBINATIONS:
        message = f"{count:,} combinations for '{tunables[0].id}', at most {MAX_COMBINATIONS:,}"
        raise ComputationError(message, "may_change", hint="narrower `by`")
    found = [
        {each: value for each, value in zip(tunables, values, strict=True) if value != each.value}
        for values in product(*([each.value, *each.others] for each in tunables))
    ]
    return sorted(found, key=lambda changes: (len(changes), size(changes)))


def whole_value(library: Library, tunable: Tunable) -> object:
    """The value that a number is in, such as `1/0`."""
    found: object = library.games[tunable.game].of_kind(tunable.kind)[tunable.id].value
    for key in tunable.path:
        found = getattr(found, str(key)) if isinstance(found, BaseModel) else found[key]  # type: ignore[index]
    return found


def size(changes: Changes) -> int:
    """How much is taken away and added in all."""
    return sum(abs(value - each.value) for each, value in changes.items())


def changed(library: Library, changes: Changes) -> Library:
    """A library with other numbers; what was computed of the old one is forgotten."""
    games = dict(library.games)
    for each, value in changes.items():
        if games[each.game] is library.games[each.game]:
            games[each.game] = copy(games[each.game])
        entry = games[each.game].of_kind(each.kind)[each.id]
        new = replace(
            entry, value=_with(entry.value, each.path, partial(each.written, value=value))
        )
        games[each.game].replace_entry(each.kind, new)
    return replace(library, games=games, memo={})


def _with(model: object, path: Path, change: Callable[[object], object]) -> object:
    """A copy of plain data or of a model, with the value at a path changed."""
    if not path:
        return change(model)
    first, *rest = path
    if isinstance(model, BaseModel):
        new = _with(getattr(model, str(first)), tuple(rest), change)
        return model.model_copy(update={str(first): new})
    if isinstance(model, dict):
        return {**model, first: _with(model[first], tuple(rest), change)}
    assert isinstance(model, list) and isinstance(first, int)
    return [*model[:first], _with(model[first], tuple(rest), change), *model[first + 1 :]]


def is_allowed(library: Library, parts: Iterable[Tunable]) -> bool:
    """Whether the profiles of some numbers hold the constraints of their games."""
    return next(broken_rules(library, parts), None) is None


def broken_rules(library: Library, parts: Iterable[Tunable]) -> Iterator[tuple[str, int]]:
    """The constraints that profiles of some numbers break: the game, and its number there."""
    for game, name in {(each.game, each.id) for each in parts if each.kind == "profiles"}:
        for block in stat_blocks_of(library, library.games[game].profiles[name]):
            for index, constraint in enumerate(library.games[block.game].game.constraints):
                if constraint.stat_line == block.line_id and broken(constraint.check, block):
                    yield block.game, index


def sets(tunables: Sequence[Tunable], number: int) -> Iterator[dict[Tunable, int]]:
    """All ways to change a given number of tunables, in a fixed order."""
    for some in subsets(tunables, number):
        for values in product(*(each.others for each in some)):
            yield dict(zip(some, values, strict=True))


# --- changes of numbers as changes of lines: what is before and after them, and writing them ------


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line of a file with a number before and after it is changed."""

    position: Position
    old: str
    new: str


def line_changes(library: Library, changes: Changes) -> list[LineChange]:
    """The lines that changes touch, in the order of files and lines. Cells of spreadsheets have no
    line of text: they are shown as their values.
    """
    found = {}
    for (file, line), edits in _by_line(library, changes).items():
        position = min((at for at, *_ in edits), key=lambda at: at.column)
        if position.cell:
            for at, each, value in edits:
                found[file, line, at.column] = LineChange(at, str(each.value), str(value))
            continue
        old = _lines(library, file)[line - 1]
        new = _edited(old, edits)
        found[file, line, 0] = LineChange(position, old.decode(), new.decode())
    return [found[key] for key in sorted(found)]


def write(library: Library, changes: Changes) -> list[Position]:
    """Write changes into the files: nothing else of them changes. Returns the positions of those
    that were not written, in spreadsheets. Raises OSError.
    """
    left, files = [], dict[str, list[bytes]]()
    for (file, line), edits in _by_line(library, changes).items():
        if edits[0][0].cell:
            left += [at for at, *_ in edits]
            continue
        lines = files.setdefault(file, _lines(library, file))
        lines[line - 1] = _edited(lines[line - 1], edits)
    for file, lines in files.items():
        save((library.folders.root / file).resolve(), b"".join(lines))
    return left


_Edits = list[tuple[Position, Tunable, int]]


def _by_line(library: Library, changes: Changes) -> dict[tuple[str, int], _Edits]:
    found: dict[tuple[str, int], _Edits] = {}
    for each, value in changes.items():
        at = library.games[each.game].of_kind(each.kind)[each.id].at(*each.path)
        found.setdefault((at.file, at.line), []).append((at, each, value))
    return found


def _lines(library: Library, file: str) -> list[bytes]:
    """The lines of a file, with their ends."""
    content = library.folders.read(file, MAX_TEXT_BYTES)
    return re.findall(rb"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z", content)


def _edited(line: bytes, edits: _Edits) -> bytes:
    """A line with other numbers at their columns, which count characters."""
    text = line.decode()
    # From the last to the first, so that columns and numbers stay where they are.
    for at, each, value in sorted(edits, key=lambda edit: (-edit[0].column, -edit[1].which)):
        found = list(NUMBER.finditer(text, at.column - 1))[each.which : each.which + 1]
        if not found or int(found[0][0]) != each.value:
            raise OSError(f"{at}: expected {each.value}; the file has changed")
        text = text[: found[0].start()] + str(value) + text[found[0].end() :]
    return text.encode()
