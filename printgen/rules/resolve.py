"""Resolve the references of studies and worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from printgen.content.library import Entry, GameContent, Library
from printgen.problems import Position, did_you_mean

Known = TypeVar("Known")


class ComputationError(ValueError):
    """A study, example or map cannot be computed. `path` leads to the cause in the entry.

    `silent` means that the cause is a fault of another entry and is reported there. `place` is that
    of a cause which only this entry makes a fault, in another entry.
    """

    def __init__(
        self,
        message: str,
        *path: str | int,
        hint: str = "",
        silent: bool = False,
        place: Position | None = None,
    ):
        super().__init__(message)
        self.place = place
        self.path: tuple[str | int, ...] = path
        self.hint = hint
        self.silent = silent

    def within(self, *path: str | int) -> ComputationError:
        """Prepend `path` to the error's path."""
        self.path = (*path, *self.path)
        return self


def resolve_entry(
    library: Library, kind: str, game: str, reference: str, *path: str | int
) -> Entry[Any]:
    """The entry that a reference in `game` names. Raises ComputationError."""
    entry = library.find(kind, game, reference)
    if entry is not None:
        return entry
    what = _one_of(kind)
    if not library.lacks(kind, game, reference):
        raise ComputationError(f"the {what} '{reference}' has faults", *path, silent=True)
    hint = library.suggest(kind, game, reference)
    raise ComputationError(f"no {what} '{reference}'", *path, hint=hint)


def reference_to(content: GameContent, entry: Entry[Any]) -> str:
    """An entry of a game as quotes name it: `profile:zombie`, or `game` for the game itself."""
    for kind in content.kinds:
        if content.of_kind(kind).get(entry.id) is entry:
            return f"{_one_of(kind)}:{entry.id}"
    return "game"


def _one_of(kind: str) -> str:
    return {"studies": "study"}.get(kind, kind.removesuffix("s"))


def resolve_name(known: Mapping[str, Known], name: str, what: str, *path: str | int) -> Known:
    """The item `name` of `known`. Raises ComputationError; `what` is the kind of item."""
    if name not in known:
        raise ComputationError(f"no {what} '{name}'", *path, hint=did_you_mean(name, known))
    return known[name]
