"""The interface of an output kind. Each kind is one module, announced in `printgen.products`.

`check` and `list` import all kinds: modules that write PDFs are imported where they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from printgen.content.library import Library
from printgen.content.models.products import Product
from printgen.imposition.plan import PrintChoice, SheetPlan
from printgen.layout.jobs import JobResult, Task
from printgen.products.target import Target


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The user's printer: `offset` (mm, right and down) moves the backs, `duplex` overrides the
    product's. `choice` is what is printed of decks.
    """

    offset: tuple[float, float] = (0.0, 0.0)
    duplex: str | None = None
    choice: PrintChoice = field(default_factory=PrintChoice)


@dataclass(frozen=True, slots=True)
class Variant:
    """An edition of a product on a paper. The file name of a target contains `name`.

    `paper` is empty where a page has the size of its content. Without `on_paper`, the page size
    does not depend on the paper that the user prints on.
    """

    name: str
    paper: str
    edition: str = ""
    on_paper: bool = True
    suffix: str = ".pdf"


@dataclass(frozen=True, slots=True)
class TargetBuild:
    """The work for one target: `tasks` makes `task_count` tasks to lay out, `compose` writes the
    file from their results, which come in the same order.

    Targets with equal `layout_key` have equal tasks, which are laid out once. `inputs` are all
    other values that the file depends on; equal values have equal representations. `cards` are
    the cards `game/id` with the face of each task of a deck. `plan` is that of the pages of pieces
    to cut.
    """

    target: Target
    layout_key: tuple[str, ...]
    task_count: int
    tasks: Callable[[], Iterable[Task]]
    compose: Callable[[Sequence[JobResult], Path], None]
    inputs: object
    cards: tuple[tuple[str, ...], ...] = ()
    plan: SheetPlan | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces to cut from the sheets of a target, such as its cards: their place on the sheets
    and the radius of their corners (mm). The backs of `two_sided` pieces follow all fronts.
    """

    plan: SheetPlan
    corner_radius: float
    two_sided: bool


P = TypeVar("P", bound=Product)


class ProductKind(Protocol[P]):
    """An output kind: the model of its products, their variants, and how to build them.

    The entries and templates of a product are `references()` and `templates()` of its model.
    """

    model: type[P]

    def variants(self, product: P) -> Iterable[Variant]:
        """The editions and papers of a product; those that share layouts follow each other."""

    def channel(self, product: P, target: Target) -> tuple[str, str]:
        """The upload channel of a target, and the channel's kind (see `export.channels`)."""

    def pieces(self, library: Library, target: Target, product: P) -> Pieces | None:
        """The pieces to cut from a target; None for pages that stay whole."""

    def prepare(
        self, library: Library, target: Target, product: P, options: PrintOptions
    ) -> TargetBuild:
        """The work for a target. Raises PlanError or PlacementError when it cannot be placed."""


def paper_variants(product: Product) -> Iterable[Variant]:
    """A variant per paper, without editions."""
    return [Variant(paper, paper) for paper in product.papers]
