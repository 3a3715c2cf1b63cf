"""Products that are laid out together: no worker waits for the last face of a deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from printgen.layout.jobs import Engine, Outcome, Task, lay_out

T = TypeVar("T", covariant=True)

# Called with the number of laid-out tasks and their total.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Prepared(Generic[T]):
    """A product to lay out: its tasks, and what is made of their outcomes."""

    tasks: list[Task]
    finish: Callable[[list[Outcome]], T]


def lay_out_all(engine: Engine, products: Sequence[Prepared[T]], progress: Progress) -> list[T]:
    """What is made of the outcomes of each product, in order."""
    total = sum(len(product.tasks) for product in products)
    outcomes = lay_out(engine, (task for product in products for task in product.tasks))
    made, done = list[T](), 0
    for product in products:
        found = []
        for outcome in islice(outcomes, len(product.tasks)):
            found.append(outcome)
            done += 1
            progress(done, total)
        made.append(product.finish(found))
    return made
