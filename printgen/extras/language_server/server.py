"""The language server: the projects of its clients' files, and the pictures of their cards."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from printgen.content.library import GameContent, Library
from printgen.content.models.products import FacesProduct
from printgen.content.pictures import trimmed
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import Name, entry_of, mention_at
from printgen.extras.language_server.projects import (
    Checking,
    EditedProject,
    character_at,
    diagnostics,
)
from printgen.layout.pdfium import CannotDraw
from printgen.preview.jobs import PieceMissing, PieceWork, piece_work
from printgen.preview.layouts import Layouts, open_layouts
from printgen.preview.pieces import Piece
from printgen.products.card_faces import cut_of, selected
from printgen.project import MARKER, Folders, ProjectError, find_project
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.store.scratch import scratch_folder

# --- pictures of cards, laid out with the unsaved texts in the background -------------------------


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
    entry = entry_of(library, name)
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


# --- the server -----------------------------------------------------------------------------------


def path_of(uri: str) -> Path | None:
    """The path of a file of this machine. None for other addresses, and for names of no file."""
    try:
        path = to_fs_path(uri) if uri.startswith("file:") and not urlsplit(uri).netloc else None
    except ValueError:
        return None
    return Path(path) if path and "\0" not in path and Path(path).is_absolute() else None


class Server(LanguageServer):
    """A language server with the projects of the open files and workspace folders, by root."""

    def __init__(self, version: str, store: Store):
        super().__init__("printgen", version)
        self.store = store
        self.projects: dict[Path, Checking] = {}
        self._threads = ThreadPoolExecutor(1)
        self.pictures: dict[Path, CardPictures] = {}
        # Whether the client draws pictures in Markdown, which no capability tells. Others show
        # their thousands of letters and digits.
        self.shows_pictures = False
        # What was said once.
        self._said: set[str] = set()

    def of_path(self, path: Path, known: bool = False) -> Checking | None:
        """The project of a file or a folder; None without one, which is logged. With `known`, only
        a project that was opened.
        """
        try:
            folders = find_project(path if path.is_dir() else path.parent)
        except (ProjectError, OSError) as error:
            if str(error) not in self._said:
                self._said.add(str(error))
                self.say(str(error))
            return None
        if folders.root not in self.projects:
            if known:
                return None
            project = EditedProject(folders, self.store)
            # The client may have files of the project open.
            for uri in self.workspace.text_documents:
                there = path_of(uri)
                real = there.parent.resolve() / there.name if there else None
                if real and real.is_relative_to(folders.root):
                    text = self.workspace.get_text_document(uri).source
                    project.texts[project.name(real)] = text
            self.projects[folders.root] = Checking(
                project, self._threads, lambda files: self.publish(project, files)
            )
        return self.projects[folders.root]

    def of_uri(self, uri: str, known: bool = False) -> tuple[Checking, str] | None:
        """The project of a file, and the name of the file in positions; None without one."""
        path = path_of(uri)
        checking = self.of_path(path, known) if path else None
        if path is None or checking is None:
            return None
        real = path.parent.resolve() / path.name
        return checking, checking.project.name(real)

    def forget(self, folder: Path) -> None:
        """Forget the projects of a folder that was closed, unless another open folder has them, and
        clear their problems.
        """
        left = [path.resolve() for uri in self.workspace.folders if (path := path_of(uri))]
        for root in [root for root in self.projects if _overlap(root, folder)]:
            if any(_overlap(root, other) for other in left):
                continue
            checking = self.projects.pop(root)
            checking.stop()
            project = checking.project
            shown, project.problems = {*project.problems}, {}
            self.publish(project, shown)
            if pictures := self.pictures.pop(root, None):
                pictures.close()

    def pictures_of(self, project: EditedProject) -> CardPictures:
        """The pictures of a project's cards."""
        root = project.folders.root
        if root not in self.pictures:
            self.pictures[root] = CardPictures(project.folders, self.store)
        return self.pictures[root]

    def publish(self, project: EditedProject, files: set[str]) -> None:
        """Show the problems of some files; those without any get an empty list."""
        for file in sorted(files):
            uri = project.path(file).as_uri()
            shown = types.PublishDiagnosticsParams(uri, diagnostics(project, file))
            self.text_document_publish_diagnostics(shown)

    def say(self, words: str) -> None:
        """Tell the client something for its log."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, words))


def _overlap(one: Path, other: Path) -> bool:
    """Whether one folder is the other, or within it."""
    return one.is_relative_to(other) or other.is_relative_to(one)


# --- the places that clients ask about ------------------------------------------------------------


def place_in_game(
    server: Server, document: types.TextDocumentIdentifier, place: types.Position
) -> tuple[EditedProject, GameContent, str, int] | None:
    """The project, the game, the file and the character of a place; None outside games."""
    found = server.of_uri(document.uri)
    if found is None:
        return None
    project, file = found[0].project, found[1]
    content, lines = project.content(file), project.lines(file)
    if content is None or place.line >= len(lines):
        return None
    return project, content, file, character_at(lines[place.line], place.character)


def mention_of(
    server: Server, document: types.TextDocumentIdentifier, place: types.Position
) -> tuple[EditedProject, GameContent, str, Mention] | None:
    """The project, the game, the file and the mention at a place; None without a mention."""
    at = place_in_game(server, document, place)
    if at is None:
        return None
    project, content, file, column = at
    mention = mention_at(project, file, place.line, column)
    return (project, content, file, mention) if mention else None
