"""A computing budget for studies, checked in advance: untrusted content must not block a machine.

Costs are in milliseconds on a machine of 2020, estimated from the size of the study. They do not
depend on the actual machine, so that every machine accepts the same studies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import StudyResult

# Limits (ms) for one study, and for all studies of a command.
MAX_ONE, MAX_ALL = 20_000, 60_000

# The base cost (ms) of each study, for its table and its chart.
LEAST = 20

# Rows per table. Columns are limited by the models of questions.
MAX_ROWS = 60


@dataclass(frozen=True, slots=True)
class Computation:
    """The computation of a study whose references are resolved.

    `parts` are the costs (ms) of its parts; studies that share a part compute it once. `trial`
    computes little, and raises the ComputationErrors that only show then.
    """

    compute: Callable[[], StudyResult]
    parts: Mapping[Hashable, float] = field(default_factory=lambda: MappingProxyType({}))
    trial: Callable[[], None] = lambda: None

    def __call__(self) -> StudyResult:
        return self.compute()


@dataclass
class Budget:
    """The remaining budget of a command, in ms."""

    left: float = MAX_ALL
    known: set[Hashable] = field(default_factory=set)

    def take(self, asked: Computation) -> None:
        """Reserve the cost of a computation.

        Raises ComputationError when the cost exceeds the limit for one study, or the remaining
        budget.
        """
        total = sum(asked.parts.values())
        if total > MAX_ONE:
            message = (
                f"this takes about {seconds(total)} to compute; the limit is {seconds(MAX_ONE)}"
            )
            raise ComputationError(message, hint="ask for less")
        cost = LEAST + sum(ms for part, ms in asked.parts.items() if part not in self.known)
        if cost > self.left:
            message = f"this and the studies before it take more than {seconds(MAX_ALL)} to compute"
            raise ComputationError(message, hint="ask for less, or move it to a separate project")
        self.left -= cost
        self.known |= set(asked.parts)


def seconds(cost: float) -> str:
    """A cost (ms) as text, in seconds."""
    return f"{max(1, round(cost / 1000)):,} s"


def check_row_count(count: int, what: str, *path: str | int) -> None:
    """Raise ComputationError when a table has too many rows."""
    if count > MAX_ROWS:
        message = f"too many {what} for one table: {count:,}, at most {MAX_ROWS}"
        raise ComputationError(message, *path, hint=f"name some under `{path[-1]}`" if path else "")
