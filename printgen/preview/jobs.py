"""The work to lay out a piece: a task for the workers, or a drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.models.page_products import HexmapProduct
from printgen.content.models.products import FacesProduct, Product
from printgen.layout.jobs import Task
from printgen.paper import PlanError, Size
from printgen.preview.pieces import Piece, card_item, product_of, target_of
from printgen.products import kind_of
from printgen.products.card_faces import cut_of, designs, face_tasks, selected
from printgen.products.kind import PrintOptions
from printgen.products.target import Target
from printgen.store.scratch import scratch_folder


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
    if isinstance(product, HexmapProduct):
        return _map_work(library, piece, target, entry, product, paper)
    if not kind_of(product).is_previewed:
        raise PieceMissing(str(piece))
    try:
        tasks = list(kind_of(product).prepare(library, target, product, PrintOptions()).tasks())
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


# --- maps ------------------------------------------------------------------------------------


def _map_work(
    library: Library,
    piece: Piece,
    target: Target,
    entry: Entry[Product],
    product: HexmapProduct,
    paper: str | None,
) -> PieceWork:
    """The work for a map at true size, or for its counters or blank hexes on the user's paper."""
    if piece.item == "map":
        found = library.find("maps", piece.game, product.map or "")
        if found is None:
            raise PieceMissing(str(piece))
        return PieceWork(draw=lambda: _map(library, found, piece, product))
    if piece.item == "counters":
        sheet = target_of(library, entry, piece.lang, piece.ink, paper, editions=["counters"])
    else:
        sheet = target if piece.item == "blank" else None
    if sheet is None:
        raise PieceMissing(str(piece))
    return PieceWork(draw=lambda: _file(library, sheet, product))


def _map(library: Library, entry: Entry[HexMap], piece: Piece, product: HexmapProduct) -> bytes:
    from printgen.drawing.maps.map_page import map_page

    return map_page(library, entry, piece.lang, piece.ink, product.units).pdf


def _file(library: Library, target: Target, product: HexmapProduct) -> bytes:
    """The file of a target without faces."""
    build = kind_of(product).prepare(library, target, product, PrintOptions())
    with scratch_folder() as folder:
        path = folder / "page.pdf"
        build.compose((), path)
        return path.read_bytes()
