"""How long studies take to compute, judged before they are: content may come from anybody, and no
question of it holds up a machine.

Efforts are milliseconds on a machine of 2020, counted from the sizes of a question: the same
everywhere, so that a study is accepted on every machine or on none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import StudyResult

# Of one question, and of all that a command computes.
MOST_ONE, MOST_ALL = 20_000, 60_000

# What every study takes: to compute something small, to set it as a table, to draw it.
LEAST = 20

# The rows of one table. Its columns are bounded by the questions.
MOST_ROWS = 60


@dataclass(frozen=True, slots=True)
class Computation:
    """What computes the answer to a question whose names are resolved.

    `parts` are the efforts of what it takes, by what they compute: studies that share a part
    compute it once.
    """

    compute: Callable[[], StudyResult]
    parts: Mapping[Hashable, float] = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self) -> StudyResult:
        return self.compute()


@dataclass
class Budget:
    """What a command may still compute."""

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
        effort = LEAST + sum(ms for part, ms in asked.parts.items() if part not in self.known)
        if effort > self.left:
            message = f"with the studies before it, this takes over {seconds(MOST_ALL)} to compute"
            raise ComputationError(message, hint="ask for less, or make a project of its own")
        self.left -= effort
        self.known |= set(asked.parts)


def seconds(effort: float) -> str:
    """An effort in words."""
    return f"{max(1, round(effort / 1000)):,} s"


def check_row_count(count: int, what: str, *path: str | int) -> None:
    """Raise ComputationError for more rows than a table may have."""
    if count > MOST_ROWS:
        message = f"one table shows {MOST_ROWS} {what} at most, not {count:,}"
        raise ComputationError(message, *path, hint=f"name some under `{path[-1]}`" if path else "")
