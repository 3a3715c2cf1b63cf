"""The work to lay out a piece: a batch for the workers, or a drawing."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from printgen.content.library import Entry, Library
from printgen.content.models.products import CardsProduct, HexmapProduct, Product
from printgen.layout.batch import LayoutBatch
from printgen.paper import Size, card_size
from printgen.preview.pieces import Piece, product_of, target_of
from printgen.products import kind_of
from printgen.products.cards import Cut, batches, face_templates, selected
from printgen.products.kind import PrintOptions
from printgen.products.target import Target


class PieceMissing(LookupError):
    """The library has no such piece."""


@dataclass(frozen=True, slots=True)
class PieceJob:
    """The work for a piece. Equal keys make equal pages.

    `size` is that of its pages with bleed (mm), at their top left corner; None for whole pages.
    Either `batch` is laid out, or `draw` makes the PDF in this process.
    """

    key: str
    size: Size | None
    batch: LayoutBatch | None = None
    draw: Callable[[], bytes] | None = None


def piece_job(library: Library, piece: Piece, paper: str | None) -> PieceJob:
    """The work for a piece of a library; `paper` is the user's. Raises PieceMissing."""
    entry = product_of(library, piece.product_id)
    if entry is None:
        raise PieceMissing(str(piece))
    target = target_of(library, entry, piece.lang, piece.ink, paper)
    if target is None:
        raise PieceMissing(str(piece))
    product = entry.value
    if isinstance(product, CardsProduct):
        return _card_job(library, piece, target, product)
    if isinstance(product, HexmapProduct):
        return _map_job(library, piece, target, entry, product, paper)
    build = kind_of(product).prepare(library, target, product, PrintOptions())
    (batch,) = build.faces()
    return PieceJob(_key(batch), Size(batch.width, batch.height).grown(batch.bleed), batch)


def _card_job(library: Library, piece: Piece, target: Target, product: CardsProduct) -> PieceJob:
    """The work for one face of a card."""
    cards = selected(library, piece.game, product)
    names = [f"{kind}/{card.game}/{card.id}" for kind, card in cards]
    templates = face_templates(library.games[piece.game], product)
    side = {"front": 0, "back": 1}.get(piece.side, len(templates))
    if piece.item not in names or side >= len(templates):
        raise PieceMissing(str(piece))
    number = names.index(piece.item)
    cut = Cut(card_size(product.format), product.bleed)
    (batch,) = batches(library, target, cards[number : number + 1], templates[side], cut)
    face = batch.faces[0]
    face = replace(face, context={**face.context, "number": number})
    batch = replace(batch, faces=(face,))
    return PieceJob(_key(batch), cut.size.grown(cut.bleed), batch)


def _key(batch: LayoutBatch) -> str:
    """A digest of what a batch prints: all but the positions of its texts."""
    faces = tuple(face.context for face in batch.faces)
    printed = [getattr(batch, name) for name in batch.__slots__ if name != "faces"]
    return hashlib.sha256(pickle.dumps((printed, faces))).hexdigest()


# --- maps ------------------------------------------------------------------------------------


def _map_job(
    library: Library,
    piece: Piece,
    target: Target,
    entry: Entry[Product],
    product: HexmapProduct,
    paper: str | None,
) -> PieceJob:
    """The work for a map at true size, or for its counters or blank hexes on the user's paper."""
    if piece.item == "map":
        found = library.find("maps", piece.game, product.map or "")
        if found is None:
            raise PieceMissing(str(piece))
        return _drawn(lambda: _map(library, found, piece, product))
    if piece.item == "counters":
        sheet = target_of(library, entry, piece.lang, piece.ink, paper, editions=["counters"])
    else:
        sheet = target if piece.item == "blank" else None
    if sheet is None:
        raise PieceMissing(str(piece))
    return _drawn(lambda: _file(library, sheet, product))


def _drawn(draw: Callable[[], bytes]) -> PieceJob:
    """A drawing without a key, which is made anew for each library."""
    return PieceJob("", None, draw=draw)


def _map(library: Library, entry: Entry[Any], piece: Piece, product: HexmapProduct) -> bytes:
    from printgen.drawing.maps.page import map_page

    return map_page(library, entry, piece.lang, piece.ink, product.units).pdf


def _file(library: Library, target: Target, product: HexmapProduct) -> bytes:
    """The file of a target without faces."""
    build = kind_of(product).prepare(library, target, product, PrintOptions())
    with TemporaryDirectory(prefix="printgen-") as folder:
        path = Path(folder) / "page.pdf"
        build.compose((), path)
        return path.read_bytes()
