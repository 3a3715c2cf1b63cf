"""Wishes: their goals, the numbers that they may change, changed libraries and files, checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations as subsets
from itertools import islice, product
from math import prod

from pydantic import BaseModel

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.content.models.profile import Stat, StatLine
from printgen.content.models.study import Study
from printgen.content.source import Path
from printgen.extras.balance.model import Change, Goal, Wish
from printgen.extras.battles.battle import win_shares
from printgen.extras.editing.files import (
    LINE_END,
    Edit,
    EditError,
    apply,
    decoded,
    edited,
    line_start,
)
from printgen.problems import Finding, Position, did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.constraints import broken
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.stat_values import stat_blocks_of
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
        for cell in found:
            for name, limit in (("least", cell.least), ("most", cell.most)):
                if cell.unit == "chance" and limit is not None and not 0 <= limit <= 1:
                    raise ComputationError(f"a chance is 0% to 100%, not {cell.limit(limit)}", name)
        return found
    except ComputationError as error:
        raise error.within("goals", index) from None


def _of_goal(library: Library, game: str, index: int, goal: Goal) -> dict[Cell, float | None]:
    limits = goal.least, goal.most
    if goal.scenario:
        name = goal.scenario
        shares = library.remember(("win shares", game, name), lambda: _shares(library, game, name))
        _require("row", goal.rows, list(shares))
        return {
            Cell(index, name, side, "win", "chance", *limits, played=True): shares[side]
            for side in goal.rows or shares
        }
    name = goal.study or ""
    result = exact_answer(library, study_of(library, game, name))
    rows = [series.key for series in result.series]
    columns = [str(column) for column in goal.columns]
    _require("row", goal.rows, rows)
    _require("column", columns, result.keys)
    return {
        Cell(index, name, row, column, result.unit, *limits): _number(result.value(row, column))
        for row in goal.rows or rows
        for column in columns or result.keys
    }


def _shares(library: Library, game: str, name: str) -> dict[str, float]:
    """The share of games that each side of a scenario wins. Raises ComputationError."""
    scenario = resolve_entry(library, "scenarios", game, name, "scenario")
    return win_shares(library, scenario, GAMES, SEED)


def _require(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Raise ComputationError for a name that is not known."""
    for place, name in enumerate(names):
        if name not in known:
            hint = did_you_mean(name, known)
            raise ComputationError(f"there is no {what} '{name}'", f"{what}s", place, hint=hint)


def study_of(library: Library, game: str, name: str) -> Entry[Study]:
    """The study of a goal. Raises ComputationError."""
    return resolve_entry(library, "studies", game, name, "study")


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


# --- the checks of wishes -------------------------------------------------------------------------


# Values that a message lists.
_LISTED = 4


@check("wish-invalid")
def wish_invalid(content: GameContent, library: Library) -> Findings:
    """The goals of a wish name a study, and rows and columns of its answer. Numbers that may change
    are whole numbers of profiles, or of enemies of a quest.
    """
    for wish in content.of_kind("wishes").values():
        goals, changes = wish.value.goals, wish.value.may_change
        asked: list[Callable[[], object]] = [
            *(partial(goal_cells, library, wish, n) for n in range(len(goals))),
            *(partial(change_tunables, library, wish, n) for n in range(len(changes))),
        ]
        for ask in asked:
            try:
                ask()
            except ComputationError as error:
                if error.place:
                    yield Finding(error.place, f"the wish '{wish.id}': {error}", error.hint)
                elif not error.silent:
                    yield wish.finding(str(error), *error.path, hint=error.hint)


@check("wish-broken", "warning")
def wish_broken(content: GameContent, library: Library) -> Findings:
    """The values of a wish are within its limits (a warning). `printgen balance` looks for changes
    of numbers that bring them there; `unmet: true` accepts the values as they are.
    """
    for wish in content.of_kind("wishes").values():
        if wish.value.unmet:
            continue
        for index in range(len(wish.value.goals)):
            with suppress(ComputationError):  # reported by wish-invalid
                cells = goal_cells(library, wish, index)
                outside = [(cell, value) for cell, value in cells.items() if cell.miss(value)]
                words = [f"{cell.row} {cell.column} is {cell.written(v)}" for cell, v in outside]
                if words:
                    more = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
                    limits, listed = outside[0][0].limits, ", ".join(words[:_LISTED])
                    hint = f"`printgen balance {wish.game}/{wish.id}` looks for changes"
                    message = f"the wish is {limits}, but {listed}{more}"
                    yield wish.finding(message, "goals", index, hint=hint)


@check("wish-met", "warning")
def wish_met(content: GameContent, library: Library) -> Findings:
    """A wish with `unmet: true` misses its limits (a warning if the game meets it)."""
    for wish in content.of_kind("wishes").values():
        if wish.value.unmet:
            with suppress(ComputationError):  # reported by wish-invalid
                if not missed(cells_of(library, wish)):
                    yield wish.finding("the wish is met", "unmet", hint="remove `unmet`")


CHECKS = (wish_invalid, wish_broken, wish_met)


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
    line = _enemy_line(library.games[game])
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
        line = _enemy_line(content)
    else:
        blocks = stat_blocks_of(library, content.profiles[tunable.id])
        line = next(block.line for block in blocks if block.reference == tunable.path[1])
    return line.stats.get(str(tunable.path[-1])) if line else None


def _enemy_line(content: GameContent) -> StatLine | None:
    """The stat line of the enemies of quests, if it is declared."""
    # Imported here: a wish may be of a game without quests.
    from printgen.extras.quest.model import QuestRules

    rules = content.game.part(QuestRules)
    return content.game.stat_lines.get(rules.enemy) if rules else None


def combinations(tunables: Sequence[Tunable]) -> list[dict[Tunable, int]]:
    """All ways to change some numbers, without those that do not change: few changes first, then
    small ones. Raises ComputationError if there are too many.
    """
    count = prod(each.high - each.low + 1 for each in tunables)
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
    edits, cells = _edits(library, changes)
    for at, each in cells:
        found[at.file, at.line, at.column] = LineChange(at, str(each.value), str(changes[each]))
    for file in {at.file for at, _ in edits}:
        text = _text(library, file)
        after = LINE_END.split(edited(text, (edit for at, edit in edits if at.file == file)))
        lines = LINE_END.split(text)
        for at in sorted(at for at, _ in edits if at.file == file):
            old, new = lines[at.line - 1], after[at.line - 1]
            found.setdefault((file, at.line, 0), LineChange(at, old, new))
    return [found[key] for key in sorted(found)]


def write(library: Library, changes: Changes) -> list[Position]:
    """Write changes into the files: nothing else of them changes. Returns the positions of those
    that were not written, in spreadsheets. Raises ProjectError.
    """
    edits, cells = _edits(library, changes)
    apply(library.folders, (edit for _, edit in edits))
    return [at for at, _ in cells]


def _edits(
    library: Library, changes: Changes
) -> tuple[list[tuple[Position, Edit]], list[tuple[Position, Tunable]]]:
    """The edits that make changes, and the changes of cells, with their positions."""
    edits, cells = [], []
    for each, value in changes.items():
        at = library.games[each.game].of_kind(each.kind)[each.id].at(*each.path)
        if at.cell:
            cells.append((at, each))
            continue
        text = _text(library, at.file)
        start = line_start(text, at.line - 1)
        numbers = NUMBER.finditer(LINE_END.split(text[start:], maxsplit=1)[0], at.column - 1)
        number = next(islice(numbers, each.which, None), None)
        if number is None or int(number[0]) != each.value:
            raise EditError(f"{at}: expected {each.value}; the file has changed")
        edits.append((at, Edit(at.file, start + number.start(), number[0], str(value))))
    return edits, cells


def _text(library: Library, file: str) -> str:
    return decoded(library.folders.read(file, MAX_TEXT_BYTES))
