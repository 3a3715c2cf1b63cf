"""The live state of the preview: what pages want to see is laid out, drawn and sent.

All methods run in one event loop. The library is read in one thread and viewed in another, so that
an edited entry does not wait for the checks of the whole project.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from typing import TypeVar

from printgen.content.library import Library
from printgen.extras.page_pictures.pdfium import CannotDraw
from printgen.extras.preview.clients import Client, editor_url
from printgen.extras.preview.jobs import PieceMissing, piece_work
from printgen.extras.preview.layouts import Layout, Layouts
from printgen.extras.preview.pieces import Piece, Table, keep_hidden, product_of, shelf, table
from printgen.extras.preview.positions import piece_position
from printgen.extras.preview.records import Pictures, Record, Records, delete_files
from printgen.extras.preview.snapshot import Snapshot, is_checked, is_hidden
from printgen.problems import Problem, gather, in_order
from printgen.settings import Settings

# Pieces laid out at once.
AT_ONCE = 3

Result = TypeVar("Result")

log = logging.getLogger("printgen")

# In the place of the digest of a picture: its page takes too long to draw.
_UNDRAWN = ""


def _send_layout(client: Client, piece: Piece, record: Record) -> None:
    """Send a page the sizes of a piece's pages, and whether errors hide it, if they changed."""
    sizes = [(s.width, s.height) for s in record.visible.sizes] if record.visible else []
    state = {"piece": str(piece), "pages": sizes, "hidden": record.hidden}
    if client.layouts.get(piece) != state:
        client.layouts[piece] = state
        client.send("layout", state)


class Live:
    """The state of a project in the preview."""

    def __init__(self, snapshot: Snapshot, layouts: Layouts, settings: Settings, views: Executor):
        self.snapshot, self.layouts, self.settings = snapshot, layouts, settings
        self.library: Library = snapshot.library
        self.folders = self.library.folders
        self.clients: set[Client] = set()
        self.records = Records()
        self.pictures = Pictures()
        self._views = views
        self._tables: dict[str, Table] = {}
        self._version = 0
        self._first: dict[Piece, None] = {}
        self._running: set[Piece] = set()
        self._again: set[Piece] = set()
        self._idle = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle.set()

    # --- pages -------------------------------------------------------------------------------

    def join(self, client: Client) -> None:
        """Send a new page the products and the problems."""
        self.clients.add(client)
        self._send_state(client)

    def leave(self, client: Client) -> None:
        """Forget a page."""
        self.clients.discard(client)
        client.close()

    def want(
        self, client: Client, product: str, scale: float, pages: Iterable[tuple[Piece, int]]
    ) -> None:
        """Show a page these pages of pieces, in this order, `scale` pixels per mm."""
        if scale != client.scale:
            client.pictures.clear()
        client.scale, client.wants = scale, dict.fromkeys(pages)
        if product != client.product:
            client.product = product
            self._send_table(client)
        for piece in dict.fromkeys(piece for piece, _ in client.wants):
            if self.records[piece].seen == self._version:
                self._later(self._show(piece, [client]))
        self._pump()

    def _send_state(self, client: Client) -> None:
        client.send_changed("shelf", {"games": shelf(self.library)})
        client.send_changed("problems", {"problems": self._problems()})
        self._send_table(client)

    def _problems(self) -> list[dict[str, str]]:
        laid_out = (p for record in self.records.values() for p in record.problems)
        editor = self.settings.editor
        return [
            {
                "text": str(problem),
                "place": str(problem.position),
                "severity": problem.severity,
                "url": editor_url(self.folders, editor, problem.position),
            }
            for problem in in_order(gather([*self.snapshot.problems, *laid_out]))
        ]

    def _send_table(self, client: Client) -> None:
        """Send the product on a page; with errors, keep what they hide."""
        name, found = client.product, None
        if not name:
            return
        entry = product_of(self.library, name)
        if entry is not None:
            found = table(self.library, entry, self.settings.paper)
        if name in self._tables and self.snapshot.faulty:
            old, faulty = self._tables[name], self.snapshot.faulty
            home = {
                f"content/{name.partition('/')[0]}/{file}"
                for file in ("game.yaml", "products.yaml")
            }
            if found is not None or home & faulty:
                found = keep_hidden(old, found, faulty)
        if found is None:
            self._tables.pop(name, None)
            client.send_changed("table", {"id": name, "missing": True})
            return
        self._tables[name] = found
        client.send_changed("table", dict(found))

    # --- pieces ------------------------------------------------------------------------------

    def _wanted(self) -> list[Piece]:
        """The pieces that pages show, edited ones first."""
        shown = dict.fromkeys(piece for client in self.clients for piece, _ in client.wants)
        return [piece for piece in self._first if piece in shown] + [
            piece for piece in shown if piece not in self._first
        ]

    def look_at(self, pieces: Iterable[Piece]) -> None:
        """Look at these pieces before all others, also if they are being laid out."""
        for piece in pieces:
            self.records[piece].seen = -1
            self._first[piece] = None
            if piece in self._running:
                self._again.add(piece)
        self._pump()

    def _pump(self) -> None:
        """Start to lay out the most wanted pieces."""
        for piece in self._wanted():
            if len(self._running) >= AT_ONCE:
                break
            if piece not in self._running and self.records[piece].seen != self._version:
                self._running.add(piece)
                self._later(self._update(piece))
        if self._running:
            self._idle.clear()
        else:
            self._idle.set()
            self._first.clear()
            self.records.forget(self._wanted())

    async def _update(self, piece: Piece) -> None:
        """Lay out a piece if it has changed, and show it."""
        record, version = self.records[piece], self._version
        try:
            await self._lay_out(piece, record)
        except Exception:
            # With errors, a view may fail in any way. Those of an edited text are found later.
            if self.library is self.snapshot.library:
                record.hidden = True
                if not self.snapshot.faulty:
                    log.exception("cannot show %s", piece)
        finally:
            self._running.discard(piece)
            record.seen = -1 if piece in self._again else version
            self._again.discard(piece)
        await self._show(piece, self.clients)
        self._pump()

    async def _lay_out(self, piece: Piece, record: Record) -> None:
        record.hidden = is_hidden(self.library, piece, self.snapshot.faulty)
        if record.hidden and record.layout:
            return
        checked = is_checked(self.snapshot.library, self.library, piece)
        try:
            work = await self._view(piece_work, self.library, piece, self.settings.paper)
        except PieceMissing:
            return
        old = {record.layout, record.sound}
        if record.failed or not work.makes_same_pages(record.work):
            found = await self.layouts.lay_out(work, record.layout)
            record.failed = found.layout is None
            record.layout, record.work = found.layout or record.layout, work
            record.faults, problems = found.faults, found.problems
        else:
            problems = []
        source = work.task.source if work.task else None
        problems += [p for fault in record.faults for p in source.problems(fault)] if source else []
        if record.problems != problems:
            record.problems = problems
            self.send_problems()
        record.hidden = record.hidden or record.failed
        if checked and not record.hidden:
            record.sound = record.layout
        kept = {record.layout, record.sound}
        delete_files(old - kept, kept)

    async def _show(self, piece: Piece, clients: Iterable[Client]) -> None:
        """Send the pages that show a piece its pictures, if they have changed."""
        record = self.records[piece]
        layout = record.visible
        for client in list(clients):
            pages = [page for wanted, page in client.wants if wanted == piece]
            if not pages:
                continue
            _send_layout(client, piece, record)
            for page in pages:
                if layout and page < len(layout.pages):
                    # A layout that is replaced meanwhile is deleted.
                    with suppress(FileNotFoundError):
                        await self._show_page(client, piece, record, layout, page)

    async def _show_page(
        self, client: Client, piece: Piece, record: Record, layout: Layout, page: int
    ) -> None:
        key = page, client.scale
        digest = layout.pictures.get(key)
        if digest == _UNDRAWN:
            return
        if digest is None or digest not in self.pictures:
            try:
                picture = await asyncio.wrap_future(
                    self.layouts.rasteriser.picture(layout.pages[page], client.scale)
                )
            except CannotDraw:
                layout.pictures[key] = _UNDRAWN
                message = f"page {page + 1} of {piece.product} takes too long to draw"
                hint = "draw it more simply: readers of PDFs take as long"
                where = piece_position(self.library, piece)
                if where:
                    record.problems.append(Problem(where, "layout-limit", message, hint))
                    self.send_problems()
                return
            digest = layout.pictures[key] = hashlib.sha256(picture).hexdigest()[:32]
            self.pictures.add(digest, picture)
        sent = client.pictures.get((piece, page)) == digest
        if sent or key[1] != client.scale or record.visible is not layout:
            return
        client.pictures[piece, page] = digest
        changed = record.shown.get(key, digest) != digest
        record.shown[key] = digest
        client.send(
            "picture", {"piece": str(piece), "page": page, "digest": digest, "changed": changed}
        )

    # --- the project -------------------------------------------------------------------------

    def forget_work(self) -> None:
        """Forget what pieces are made of: files that no key covers have changed."""
        for record in self.records.values():
            record.work = None

    def replace_library(self, library: Library) -> None:
        """Use a library that has not been checked."""
        self.library = library

    def replace_snapshot(self, snapshot: Snapshot) -> None:
        """Use a project that was read and checked, and look at all pieces again."""
        self.snapshot, self.library = snapshot, snapshot.library
        self._version += 1
        for client in self.clients:
            self._send_state(client)
            for piece in dict.fromkeys(piece for piece, _ in client.wants):
                # Dim what errors hide before anything is laid out.
                record = self.records[piece]
                record.hidden = record.failed or is_hidden(self.library, piece, snapshot.faulty)
                _send_layout(client, piece, record)
        self._pump()

    def send_problems(self) -> None:
        """Send the problems to all pages."""
        for client in self.clients:
            client.send_changed("problems", {"problems": self._problems()})

    async def settled(self, patience: float) -> None:
        """Wait until nothing is laid out, at most `patience` seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), patience)

    async def _view(self, function: Callable[..., Result], *arguments: object) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._views, function, *arguments)

    def _later(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
