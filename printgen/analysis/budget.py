"""A budget for computing studies, checked in advance: untrusted content must not block a machine.

Costs are milliseconds on a machine of 2020, estimated from the sizes of a question. They are the
same everywhere, so that a study is accepted on every machine or on none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import StudyResult

# Limits for one study, and for all studies of a command.
MOST_ONE, MOST_ALL = 20_000, 60_000

# The base cost of each study, for its table and its chart.
LEAST = 20

# Rows per table. Columns are limited by the models of questions.
MOST_ROWS = 60


@dataclass(frozen=True, slots=True)
class Computation:
    """The computation of a study whose references are resolved.

    `parts` are the costs of its parts; studies that share a part compute it once.
    """

    compute: Callable[[], StudyResult]
    parts: Mapping[Hashable, float] = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self) -> StudyResult:
        return self.compute()


@dataclass
class Budget:
    """The remaining budget of a command, in ms."""

    left: float = MOST_ALL
    known: set[Hashable] = field(default_factory=set)

    def take(self, asked: Computation) -> None:
        """Reserve the cost of a computation.

        Raises ComputationError when it exceeds the limit for one study, or what is left.
        """
        alone = sum(asked.parts.values())
        if alone > MOST_ONE:
            message = f"this takes some {seconds(alone)} to compute, {seconds(MOST_ONE)} at most"
            raise ComputationError(message, hint="ask for less")
        cost = LEAST + sum(ms for part, ms in asked.parts.items() if part not in self.known)
        if cost > self.left:
            message = f"with the studies before it, this takes over {seconds(MOST_ALL)} to compute"
            raise ComputationError(message, hint="ask for less, or make a project of its own")
        self.left -= cost
        self.known |= set(asked.parts)


def seconds(cost: float) -> str:
    """A cost as text."""
    return f"{max(1, round(cost / 1000)):,} s"


def check_row_count(count: int, what: str, *path: str | int) -> None:
    """Raise ComputationError when a table has too many rows."""
    if count > MOST_ROWS:
        message = f"too many {what} for one table: {count:,}, at most {MOST_ROWS}"
        raise ComputationError(message, *path, hint=f"name some under `{path[-1]}`" if path else "")
