"""Modifiers of a roll, from rows of a table and from special rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.table import Table
from printgen.content.models.trait import Trait
from printgen.mechanics.shared_models import Extra

# Columns of tables of modifiers, and of tables of ranges.
MOD, CASE, RANGE = "mod", "case", "range"


@dataclass(frozen=True, slots=True)
class Modifier:
    """The value of a modifier (`by`) and its source: a row of a table, or a special rule."""

    by: int
    row: tuple[Entry[Table], int] | None = None
    trait: Entry[Trait] | None = None


def extras(library: Library, game: str, given: list[Extra]) -> Iterator[Modifier]:
    """The modifiers of special rules. Raises ComputationError."""
    for number, extra in enumerate(given):
        trait = resolve_entry(library, "traits", game, extra.trait, "extra", number, "trait")
        yield Modifier(extra.by, trait=trait)
