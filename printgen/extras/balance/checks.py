"""Checks of wishes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.extras.balance.goals import Cell, cells_of, goal_cells, missed
from printgen.extras.balance.model import Wish
from printgen.extras.balance.tunables import change_tunables
from printgen.problems import Finding
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError

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
                outside = {cell: value for cell, value in cells.items() if cell.miss(value)}
                if outside:
                    yield _broken(wish, index, outside)


@check("wish-met", "warning")
def wish_met(content: GameContent, library: Library) -> Findings:
    """A wish with `unmet: true` misses its limits (a warning if the game meets it)."""
    for wish in content.of_kind("wishes").values():
        if wish.value.unmet:
            with suppress(ComputationError):  # reported by wish-invalid
                if not missed(cells_of(library, wish)):
                    yield wish.finding("the wish is met", "unmet", hint="remove `unmet`")


def _broken(wish: Entry[Wish], goal: int, outside: dict[Cell, float | None]) -> Finding:
    """What is reported of a goal: the values outside its limits."""
    words = [f"{cell.row} {cell.column} is {cell.written(v)}" for cell, v in outside.items()]
    more = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    limits = next(iter(outside)).limits
    message = f"the wish is {limits}, but {', '.join(words[:_LISTED])}{more}"
    hint = f"`printgen balance {wish.game}/{wish.id}` looks for changes"
    return wish.finding(message, "goals", goal, hint=hint)


CHECKS = (wish_invalid, wish_broken, wish_met)
