"""The work to lay out a piece: a task for the workers, or a drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from printgen.content.library import Library
from printgen.content.models.products import FacesProduct
from printgen.extras.preview.pieces import Piece, card_item, product_of, target_of
from printgen.layout.jobs import Task
from printgen.paper import PlanError, Size
from printgen.products import kind_of
from printgen.products.card_faces import cut_of, designs, face_tasks, selected
from printgen.products.kind import PrintOptions
from printgen.products.target import Target


class PieceMissing(LookupError):
    """The library has no such piece."""


@dataclass(frozen=True, slots=True)
class PieceWork:
    """The work for a piece: either `task` is laid out, or `draw` makes the PDF in this process.

    `size` is that of its pages with bleed (mm), at their top left corner; None for whole pages.
    """

    size: Size | None = None
    task: Task | None = None
    draw: Callable[[], bytes] | None = None

    def makes_same_pages(self, other: PieceWork | None) -> bool:
        """Whether other work makes the same pages. What drawings show is unknown."""
        if self.task is None or other is None or other.task is None:
            return False
        return self.task.job == other.task.job


def piece_work(library: Library, piece: Piece, paper: str | None) -> PieceWork:
    """The work for a piece of a library; `paper` is the user's. Raises PieceMissing."""
    entry = product_of(library, piece.product_id)
    if entry is None:
        raise PieceMissing(str(piece))
    target = target_of(library, entry, piece.lang, piece.ink, paper)
    if target is None:
        raise PieceMissing(str(piece))
    product = entry.value
    if isinstance(product, FacesProduct):
        return _card_work(library, piece, target, product)
    kind = kind_of(product)
    if not kind.is_previewed or (kind.is_drawn and piece.item not in kind.drawings(product)):
        raise PieceMissing(str(piece))
    if kind.is_drawn:
        # Some drawings are editions of their own.
        more = {"editions": [piece.item]}
        sheet = target_of(library, entry, piece.lang, piece.ink, paper, **more) or target
        return PieceWork(draw=lambda: kind.draw(library, sheet, product, piece.item))
    try:
        tasks = list(kind.prepare(library, target, product, PrintOptions()).tasks())
    except PlanError as error:
        raise PieceMissing(str(error)) from error
    number = int(piece.item or "1") - 1 if piece.item.isdecimal() or not piece.item else -1
    if not 0 <= number < len(tasks):
        raise PieceMissing(str(piece))
    task = tasks[number]
    format = task.job.format
    return PieceWork(Size(format.width, format.height).grown(format.bleed), task)


def _card_work(library: Library, piece: Piece, target: Target, product: FacesProduct) -> PieceWork:
    """The work for one face of a card."""
    cards = selected(library, piece.game, product, target.lang)
    names = [card_item(card) for card in cards]
    sides = designs(library, library.games[piece.game], product)
    side = {"front": 0, "back": 1}.get(piece.side, len(sides))
    if piece.item not in names or side >= len(sides):
        raise PieceMissing(str(piece))
    number = names.index(piece.item)
    cut = cut_of(product)
    (task,) = face_tasks(library, target, cards[number : number + 1], sides[side], cut)
    return PieceWork(cut.size.grown(cut.bleed), task)
