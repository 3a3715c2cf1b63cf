"""The values of tables: columns for computation, which are not printed."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.table import Table, TableValue
from printgen.problems import did_you_mean


@dataclass(frozen=True, slots=True)
class ValueRow:
    """The values of one row (from 0). `path` leads to the reference to the table."""

    table: Entry[Table]
    index: int
    path: tuple[str | int, ...]

    def number(self, column: str) -> int | None:
        """A whole number, None if missing. Raises ComputationError for any other value."""
        value = self._value(column)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self._error(column, "a whole number")

    def flag(self, column: str) -> bool:
        """A boolean, False if missing. Raises ComputationError for any other value."""
        value = self._value(column)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise self._error(column, "true or false")

    def ids(self, column: str) -> list[str]:
        """A list of ids, possibly empty. Raises ComputationError for any other value."""
        value = self._value(column)
        if value is None or isinstance(value, list):
            return value or []
        # YAML reads an id of digits only as a number.
        if isinstance(value, bool):
            raise self._error(column, "an id")
        return [str(value)]

    def id(self, column: str) -> str:
        """An id, empty if missing. Raises ComputationError for any other value."""
        found = self.ids(column)
        if len(found) > 1:
            raise self._error(column, "a single id")
        return found[0] if found else ""

    def _value(self, column: str) -> TableValue:
        values = self.table.value.values.get(column)
        return values[self.index] if values else None

    def _error(self, column: str, kind: str) -> ComputationError:
        where = f"row {self.index + 1} of '{self.table.id}'"
        return ComputationError(f"the value '{column}' of {where} is not {kind}", *self.path)


def table_values(
    library: Library, game: str, reference: str, columns: tuple[str, ...], *path: str | int
) -> list[ValueRow]:
    """The rows of a table that has at least these value columns. Raises ComputationError."""
    table: Entry[Table] = resolve_entry(library, "tables", game, reference, *path)
    known = table.value.values
    for column in columns:
        if column not in known:
            message = f"the table '{reference}' has no values '{column}'"
            raise ComputationError(message, *path, hint=did_you_mean(column, known))
    if any(len(values) != len(table.value.rows) for values in known.values()):
        raise ComputationError("invalid table", *path, silent=True)
    return [ValueRow(table, index, path) for index in range(len(table.value.rows))]
