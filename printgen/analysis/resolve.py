"""What studies and worked examples name: what it is, or why nothing can be computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from printgen.content.library import Entry, Library
from printgen.problems import did_you_mean

Known = TypeVar("Known")


class ComputationError(ValueError):
    """Something that cannot be computed: `path` says where, within the study or the example.

    Silent when what it names has faults of its own, which are told where they stand.
    """

    def __init__(self, message: str, *path: str | int, hint: str = "", silent: bool = False):
        super().__init__(message)
        self.path: tuple[str | int, ...] = path
        self.hint = hint
        self.silent = silent

    def within(self, *path: str | int) -> ComputationError:
        """The same, told from further out: `path` leads to what `self.path` starts from."""
        self.path = (*path, *self.path)
        return self


def resolve_entry(
    library: Library, kind: str, game: str, reference: str, *path: str | int
) -> Entry[Any]:
    """The entry that is named within a game. Raises ComputationError."""
    entry = library.find(kind, game, reference)
    if entry is not None:
        return entry
    what = {"studies": "study"}.get(kind, kind.removesuffix("s"))
    if not library.lacks(kind, game, reference):
        raise ComputationError(f"the {what} '{reference}' has faults", *path, silent=True)
    hint = library.suggest(kind, game, reference)
    raise ComputationError(f"no {what} '{reference}'", *path, hint=hint)


def resolve_name(known: Mapping[str, Known], name: str, what: str, *path: str | int) -> Known:
    """The one of `known` that is named. Raises ComputationError, saying `what` there is none."""
    if name not in known:
        raise ComputationError(f"no {what} '{name}'", *path, hint=did_you_mean(name, known))
    return known[name]
