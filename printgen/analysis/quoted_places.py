"""The places of the values that texts quote."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from printgen.analysis.quoted_values import SEPARATORS, keys_in, kinds_in, quoted_entries, step_into
from printgen.content.library import Library
from printgen.content.models.profile import Profile
from printgen.content.models.table import Table
from printgen.content.models.trait import Trait
from printgen.content.quotes import Quote
from printgen.problems import Position


def place_of_value(library: Library, game: str, quote: Quote) -> Position:
    """The place of the value that a quote is of, or of the key nearest above it."""
    content = library.games[game]
    path = [part for part in SEPARATORS.split(quote.stat) if part]
    entry = next(quoted_entries(library, content, quote.of), content.entry)
    if quote.of in content.game.facts and not path:
        return content.entry.at("facts", quote.of)
    if entry is content.entry and quote.of in kinds_in(library, content):
        return entry.at("kinds", quote.of)
    if isinstance(entry.value, Profile):
        lines = [name for name, stats in entry.value.stats.items() if path[0] in stats]
        path = ["stats", *lines[:1], *path] if lines else path
    if isinstance(entry.value, Trait) and path[0] in entry.value.values:
        path = ["values", *path]
    return entry.at(*_written(entry.value, path))


def _written(value: object, path: Sequence[str]) -> list[str | int]:
    """The path of a value as its file has it, with the items of lists by their index, from 0."""
    if isinstance(value, Table) and value.matrix and path[0] in value.matrix.cells:
        columns = value.matrix.columns
        return ["matrix", "cells", path[0], *map(columns.index, set(path[1:2]) & set(columns))]
    written: list[str | int] = []
    for part in path:
        if isinstance(value, list):
            known = keys_in(value)
            number = (
                known.index(part) if part in known else int(part) - 1 if part.isdecimal() else -1
            )
            written.append(number)
        else:
            field = type(value).model_fields.get(part) if isinstance(value, BaseModel) else None
            written.append((field and field.alias) or part)
        value, _ = step_into(value, part)
    return written
