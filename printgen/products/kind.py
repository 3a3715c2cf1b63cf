"""The interface of an output kind. Kinds are announced in `printgen.products`, or by an extra.

`check` and `list` import all kinds: modules that write PDFs are imported where they are used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, Protocol, TypeVar

from printgen.content.library import Entry, Library
from printgen.content.models.products import Product
from printgen.extra import load, named_parts
from printgen.geometry.outlines import Outline, Point
from printgen.imposition.plan import (
    Grid,
    ImpositionOptions,
    PieceShape,
    PrintChoice,
    SheetPlan,
    SheetSide,
)
from printgen.layout.jobs import JobResult, Task
from printgen.paper import Size
from printgen.problems import Position
from printgen.products.target import Target


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The user's printer: `offset` (mm, right and down) moves the backs, `duplex` overrides the
    product's. `choice` is what is printed of decks. A `draft` has what can be made. With `guides`,
    decks have lines over their faces.
    """

    offset: tuple[float, float] = (0.0, 0.0)
    duplex: str | None = None
    choice: PrintChoice = field(default_factory=PrintChoice)
    draft: bool = False
    guides: bool = False


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


class ProductKind(ABC, Generic[P]):
    """An output kind: the model of its products, their variants, and how to build them.

    The entries and templates of a product are `references()` and `templates()` of its model.
    """

    # The kind of upload channels that its files are in (see `channels` of `Extra`).
    uploads = "pieces"
    # Whether its pages show chapters, and whether a cutting machine can cut its sheets.
    shows_chapters: ClassVar[bool] = False
    is_cut: ClassVar[bool] = False
    # Whether the preview shows it, and each of its faces alone.
    is_previewed: ClassVar[bool] = True
    shows_faces: ClassVar[bool] = False
    # Whether it draws its pages itself, without tasks.
    is_drawn: ClassVar[bool] = False

    def variants(self, product: P) -> Iterable[Variant]:
        """The editions and papers of a product; those that share layouts follow each other. By
        default one per paper.
        """
        return [Variant(paper, paper) for paper in product.papers]

    def channel(self, product: P, target: Target) -> tuple[str, str]:
        """The upload channel of a target, and the channel's kind: by default one per paper."""
        return f"{self.uploads}-{target.paper_in_channels}", self.uploads

    def pieces(self, library: Library, target: Target, product: P) -> Pieces | None:
        """The pieces to cut from a target; None for pages that stay whole."""
        return None

    @abstractmethod
    def prepare(
        self, library: Library, target: Target, product: P, options: PrintOptions
    ) -> TargetBuild:
        """The work for a target. Raises PlanError or PlacementError when it cannot be placed."""

    def drawings(self, product: P) -> list[str]:
        """The names of the drawings that the preview shows, of a kind that `is_drawn`; those of
        editions are theirs.
        """
        return []

    def draw(self, library: Library, target: Target, product: P, name: str) -> bytes:
        """A drawing as PDF."""
        raise NotImplementedError

    def position_at(
        self, library: Library, product: Entry[P], lang: str, name: str, point: Point
    ) -> Position | None:
        """The position in the text of what a drawing shows at a point (mm), if anything."""
        return None


class Cutter(Protocol):
    """A cutting machine of an extra: how pieces are placed for it, what is printed on their sheets,
    and the files that it reads. All lengths are in mm.
    """

    name: str
    # The machine in messages, and the least distance between cuts.
    about: str
    gap: float
    # Whether it looks for a line around each piece, beyond which nothing is printed.
    outlined: bool

    def grid(self, paper: Size, options: ImpositionOptions) -> Grid:
        """The places for pieces on a sheet. Raises PlanError."""

    def impose(
        self,
        cards: Sequence[tuple[int, int | None]],
        paper: Size,
        options: ImpositionOptions,
        shapes: Sequence[PieceShape],
    ) -> SheetPlan:
        """The plan for cards given as (front face, back face or None), with their cuts. `shapes`
        are those of the fronts, by their faces. Raises PlanError.
        """

    def places(
        self, pieces: Sequence[tuple[Outline, Size]], paper: Size, bleed: float
    ) -> tuple[Size, list[Point]]:
        """The sheet, and the top left corner of each piece, which has a sheet alone. Raises
        PaperError.
        """

    def draw_marks(self, canvas: object, plan: SheetPlan, side: SheetSide, words: str) -> None:
        """Draw the marks of a side of a plan, and the words at its foot, on a canvas of
        ReportLab.
        """

    def files(self, plan: SheetPlan, target: Target, name: str) -> list[Target]:
        """The files for a plan; `name` begins their suffixes. Those that `build` changes have a
        `side`.
        """

    def build(self, work: TargetBuild) -> TargetBuild:
        """The work for a file about one side, from the work for its pages."""


def cutter_of(options: PrintOptions) -> Cutter | None:
    """The machine that the sheets of a build are for."""
    name = options.choice.cutter
    cutter: Cutter | None = load(named_parts("cutters")[name]) if name else None
    return cutter
