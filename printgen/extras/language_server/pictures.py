"""Pictures of cards for hovers: laid out by the runner, with the unsaved texts, in the background.

All methods run in the event loop.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from printgen.content.library import Library
from printgen.content.models.products import FacesProduct
from printgen.content.photos import trimmed
from printgen.extras.language_server.names import Name
from printgen.layout.pdfium import CannotDraw
from printgen.preview.jobs import PieceMissing, PieceWork, piece_work
from printgen.preview.layouts import Layouts, open_layouts
from printgen.preview.pieces import Piece
from printgen.products.card_faces import cut_of, selected
from printgen.project import MARKER, Folders
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.store.scratch import scratch_folder

# The width of pictures, in pixels; their most bytes: VS Code shows 100,000 characters of Markdown.
WIDTH, MAX_BYTES = 250, 60_000

# Seconds that a hover waits for a picture; pictures kept.
PATIENCE, MOST = 0.1, 100

log = logging.getLogger("printgen")


class CardPictures:
    """The pictures of the cards of a project. Processes start with the first picture."""

    def __init__(self, folders: Folders, store: Store):
        self._folders, self._store = folders, store
        self._opened = ExitStack()
        self._thread = ThreadPoolExecutor(1)
        self._layouts: Layouts | None = None
        self._scratch: Path | None = None
        # The last picture of each card: the work for it, and JPEG, None for one with faults.
        self._kept: OrderedDict[Piece, tuple[PieceWork, bytes | None]] = OrderedDict()
        self._known: dict[Piece, Library] = {}
        self._running: dict[Piece, asyncio.Task[None]] = {}

    async def of(self, library: Library, name: Name, lang: str) -> bytes | None:
        """The front of the card of an entry, as JPEG. None without a card, for a card with faults,
        and while it is made.
        """
        piece = piece_of(library, name, lang)
        if piece is None:
            return None
        if self._known.get(piece) is not library:
            if piece not in self._running:
                self._running[piece] = asyncio.create_task(self._make(library, piece))
            await asyncio.wait([self._running[piece]], timeout=PATIENCE)
        if self._known.get(piece) is not library:
            return None
        return self._kept[piece][1] if piece in self._kept else None

    def file(self, picture: bytes) -> Path:
        """A file with a picture, until the server ends."""
        if self._scratch is None:
            self._scratch = self._opened.enter_context(scratch_folder())
        path = self._scratch / f"{hashlib.sha256(picture).hexdigest()[:32]}.jpg"
        path.write_bytes(picture)
        return path

    def forget(self) -> None:
        """Look at styles, templates and pictures again."""
        self._known.clear()
        self._kept.clear()
        if self._layouts:
            self._layouts.refresh()

    def close(self) -> None:
        """End the processes."""
        self._opened.close()
        self._thread.shutdown(cancel_futures=True)

    async def _make(self, library: Library, piece: Piece) -> None:
        try:
            await self._update(library, piece)
        except (PieceMissing, CannotDraw):
            self._kept.pop(piece, None)
        except Exception:
            self._kept.pop(piece, None)
            log.exception("no picture of %s", piece)
        finally:
            self._known[piece] = library
            del self._running[piece]
            while len(self._kept) > MOST:
                self._known.pop(self._kept.popitem(last=False)[0], None)

    async def _update(self, library: Library, piece: Piece) -> None:
        """Lay out a card, unless its pages are those of the last picture."""
        loop = asyncio.get_running_loop()
        work = await loop.run_in_executor(self._thread, piece_work, library, piece, None)
        before = self._kept.get(piece)
        if before is None or not work.makes_same_pages(before[0]):
            self._kept[piece] = work, await self._picture(library, piece, work)
        self._kept.move_to_end(piece)

    async def _picture(self, library: Library, piece: Piece, work: PieceWork) -> bytes | None:
        if self._layouts is None:
            opened = open_layouts(self._folders, self._store, 1)
            self._layouts = self._opened.enter_context(opened)
        layout = (await self._layouts.lay_out(work, None)).layout
        if layout is None:
            return None
        product = library.games[piece.game].products[piece.product].value
        assert isinstance(product, FacesProduct)
        cut = cut_of(product)
        scale = WIDTH / cut.size.width
        drawn = await asyncio.wrap_future(self._layouts.rasteriser.picture(layout.pages[0], scale))
        for path in layout.files:
            path.unlink(missing_ok=True)
        # It comes from a process that a stranger's files may have taken over.
        own, edge = self._folders.root / MARKER, round(cut.bleed * scale)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._thread, lambda: decoded(own, trimmed, drawn, edge, MAX_BYTES)
            )
        except (OSError, ValueError, SyntaxError, CannotDecode):
            return None


def piece_of(library: Library, name: Name, lang: str) -> Piece | None:
    """The front of the first card with an entry, in a language if it is printed in it; None without
    a card.
    """
    entry = library.games[name.game].of_kind(name.kind).get(name.id)
    # Cards of its own game come first.
    for content in sorted(library.games.values(), key=lambda game: game.id != name.game):
        for product in content.products_of(FacesProduct):
            if name.kind not in product.value.kinds or entry is None:
                continue
            cards = selected(library, content.id, product.value)
            card = next((card for card in cards if card.entry is entry), None)
            if card:
                langs = product.value.languages or content.game.languages
                shown = lang if lang in langs else langs[0]
                item = f"{card.kind}/{card.name}"
                return Piece(content.id, product.id, shown, product.value.inks[0], item, "front")
    return None
