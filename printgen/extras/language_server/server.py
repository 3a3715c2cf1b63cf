"""The language server: the projects of its client's files with the pictures of their cards, what it
does with each message, and how it is run.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import urlsplit

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from printgen.content.library import GameContent, Library
from printgen.content.models.products import FacesProduct
from printgen.content.pictures import trimmed
from printgen.extras.editing.files import edited
from printgen.extras.language_server.completion import (
    completions,
    described,
    in_quest,
    in_words,
    key_at,
)
from printgen.extras.language_server.edits import (
    Refused,
    Renaming,
    fixes,
    renamable,
    rename,
    rename_stat,
    stat_at,
    workspace_edit,
)
from printgen.extras.language_server.mentions import FACTS, Mention
from printgen.extras.language_server.names import (
    Name,
    Stat,
    entry_of,
    mention_at,
    named,
    names_at,
    places_of,
    references_to,
)
from printgen.extras.language_server.projects import (
    Checking,
    EditedProject,
    character_at,
    diagnostics,
    locations,
    span,
)
from printgen.extras.page_pictures.pdfium import CannotDraw
from printgen.extras.preview.jobs import PieceMissing, PieceWork, piece_work
from printgen.extras.preview.layouts import Layouts, open_layouts
from printgen.extras.preview.pieces import Piece
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


# Files beside the games, such as styles: a change of one concerns all games.
_WATCHED = "**/*"


# Names of editors that draw pictures in Markdown: VS Code, and those made of it.
_WITH_PICTURES = ("Visual Studio Code", "Code - OSS", "VSCodium", "Cursor", "Windsurf")


def register(server: Server) -> None:
    """Let a server answer its client."""
    for method, answer in _ANSWERS.items():
        server.feature(method)(answer)
    renaming = types.RenameOptions(prepare_provider=True)
    server.feature(types.TEXT_DOCUMENT_RENAME, renaming)(rename_at)
    completion = types.CompletionOptions(trigger_characters=[":", '"', "{", "=", "/", "#"])
    server.feature(types.TEXT_DOCUMENT_COMPLETION, completion)(_completion)
    fixing = types.CodeActionOptions([types.CodeActionKind.QuickFix])
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, fixing)(_code_action)


# --- changes --------------------------------------------------------------------------------------


def _initialize(server: Server, params: types.InitializeParams) -> None:
    client = params.client_info
    server.shows_pictures = client is not None and client.name.startswith(_WITH_PICTURES)


def _initialized(server: Server, params: types.InitializedParams) -> None:
    folders = server.workspace.folders or {}
    uris = [*folders] or [server.workspace.root_uri or ""]
    for uri in uris:
        _open_folder(server, uri)
    # Ask the client to tell changes of files that are not open, if it can.
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if not (watching and watching.dynamic_registration):
        return
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_WATCHED)])
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    registration = types.Registration("printgen-files", method, options)
    server.client_register_capability(types.RegistrationParams([registration]))


def _open_folder(server: Server, uri: str) -> None:
    path = path_of(uri)
    checking = server.of_path(path) if path and path.is_dir() else None
    if checking:
        checking.changed()


def _folders(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    for folder in params.event.added:
        _open_folder(server, folder.uri)
    for folder in params.event.removed:
        if path := path_of(folder.uri):
            server.forget(path.resolve())


def _edited(
    server: Server, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams
) -> None:
    uri = params.text_document.uri
    if found := server.of_uri(uri):
        checking, file = found
        checking.project.texts[file] = server.workspace.get_text_document(uri).source
        checking.changed()


def _closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    if found := server.of_uri(params.text_document.uri, known=True):
        checking, file = found
        checking.project.texts.pop(file, None)
        checking.changed()


def _files_changed(
    server: Server, params: types.DidSaveTextDocumentParams | types.DidChangeWatchedFilesParams
) -> None:
    if isinstance(params, types.DidSaveTextDocumentParams):
        uris = [params.text_document.uri]
    else:
        uris = [change.uri for change in params.changes]
    for uri in uris:
        if found := server.of_uri(uri, known=True):
            checking, file = found
            if file.startswith("out/"):
                continue
            if not file.endswith((".md", ".yaml", ".yml")) or not file.startswith("content/"):
                checking.project.forget()
                server.pictures_of(checking.project).forget()
            checking.changed()


# --- questions ------------------------------------------------------------------------------------


async def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    found = mention_of(server, params.text_document, params.position)
    if found is None:
        at = place_in_game(server, params.text_document, params.position)
        return key_at(at[0], at[2], params.position.line, at[3]) if at else None
    project, content, file, mention = found
    lang, library = project.language(file), project.library
    where = span(project.lines(file), mention.line, mention.start, mention.end)
    texts = []
    for name in named(library, content, mention):
        if entry := entry_of(library, name):
            words = described(library, name.kind, entry, lang)
            texts.append(words + await _picture(server, project, name, lang))
    if not texts:
        return None
    words = "\n\n---\n\n".join(texts)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, words), where)


async def _picture(server: Server, project: EditedProject, name: Name, lang: str) -> str:
    """The card of an entry in Markdown, if there is one: drawn, or as a link to a file."""
    text = server.client_capabilities.text_document
    formats = text.hover.content_format if text and text.hover else None
    if types.MarkupKind.Markdown not in (formats or ()):
        return ""
    pictures = server.pictures_of(project)
    picture = await pictures.of(project.library, name, lang)
    if picture is None:
        return ""
    if server.shows_pictures:
        data = base64.b64encode(picture).decode()
        return f"\n\n![{name.id}](data:image/jpeg;base64,{data})"
    return f"\n\n[{name.id}.jpg]({pictures.file(picture).as_uri()})"


def _definition(server: Server, params: types.DefinitionParams) -> list[types.Location]:
    found = mention_of(server, params.text_document, params.position)
    if found is None:
        return []
    project, content, _, mention = found
    return locations(project, places_of(project.library, content, mention))


def _references(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    at = place_in_game(server, params.text_document, params.position)
    if at is None:
        return []
    project, content, file, column = at
    mention = mention_at(project, file, params.position.line, column)
    names = names_at(project, content, file, params.position.line, mention)
    return references_to(project, names, params.context.include_declaration)


def _completion(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    at = place_in_game(server, params.text_document, params.position)
    if at is None:
        return []
    project, content, file, column = at
    line, lines = params.position.line, project.lines(file)
    chapter = project.language(file) if file.endswith(".md") else ""
    of_products = file.endswith("/products.yaml")
    before = lines[line][:column]
    words = in_words(project.library, content, before, chapter, of_products=of_products)
    if words is None and "quests" in content.added and file.split("/")[2:3] == ["quests"]:
        words = in_quest(content, lines, line, before)
    if words is not None:
        return words
    return completions(project.library, content, lines, line, column)


async def _code_action(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    found = server.of_uri(params.text_document.uri)
    if found is None:
        return []
    checking, file = found
    # The places of problems are those of the text that was checked.
    await checking.settled()
    workspace = server.client_capabilities.workspace
    able = workspace.workspace_edit if workspace else None
    return list(fixes(checking.project, file, params.range, able))


async def prepare_rename(
    server: Server, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Whether something at a place can be renamed. Raises JsonRpcInvalidParams with the reason."""
    _, subject, where = await _renamed(server, params.text_document, params.position)
    return types.PrepareRenamePlaceholder(where, subject.id)


async def rename_at(server: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    """The changes that rename what is at a place. Raises JsonRpcInvalidParams with the reason."""
    checking, subject, _ = await _renamed(server, params.text_document, params.position)
    project, workspace = checking.project, server.client_capabilities.workspace
    try:
        if isinstance(subject, Stat):
            done = rename_stat(project, subject, params.new_name)
        else:
            done = rename(project, subject, params.new_name)
        if isinstance(subject, Stat) or subject.kind == FACTS:
            await _refuse_problems(checking, done)
        able = workspace.workspace_edit if workspace else None
        return workspace_edit(project, done.edits, able, done.files)
    except Refused as reason:
        raise JsonRpcInvalidParams(str(reason)) from reason


async def _refuse_problems(checking: Checking, done: Renaming) -> None:
    """Raise Refused if a check finds more problems after a renaming than before: something names
    the old name where only a check sees it.
    """
    project = checking.project
    before = {(file, p.position.line, p.code) for file in project.problems
              for p in project.problems[file]}  # fmt: skip
    files = {edit.file for edit in done.edits}
    texts = {
        file: edited(project.text(file), (edit for edit in done.edits if edit.file == file))
        for file in files
    }
    after = await checking.problems_with({**project.texts, **texts})
    for file, problems in after.items():
        for problem in problems:
            if (file, problem.position.line, problem.code) not in before:
                place = f"{file}:{problem.position.line}"
                raise Refused(f"then {place} would be wrong: {problem.message}; rename by hand")


async def _renamed(
    server: Server, document: types.TextDocumentIdentifier, place: types.Position
) -> tuple[Checking, Name | Stat, types.Range]:
    """What is at a place that is to be renamed, and its range there, by the newest texts."""
    found = server.of_uri(document.uri)
    if found:
        await found[0].settled()
    at, place_of = mention_of(server, document, place), place_in_game(server, document, place)
    try:
        if found and place_of and (at is None or at[3].stat or at[3].of):
            project, content, file, column = place_of
            if stat := stat_at(project, content, file, place.line, column):
                return found[0], *stat
        if found is None or at is None:
            raise Refused("no id of this project is here")
        project, content, file, mention = at
        name = renamable(project, content, mention)
    except Refused as reason:
        raise JsonRpcInvalidParams(str(reason)) from reason
    start = mention.start if mention.spelt == "name" else mention.end - len(mention.id)
    return found[0], name, span(project.lines(file), mention.line, start, mention.end)


_ANSWERS: dict[str, Callable[..., object]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.TEXT_DOCUMENT_DID_OPEN: _edited,
    types.TEXT_DOCUMENT_DID_CHANGE: _edited,
    types.TEXT_DOCUMENT_DID_CLOSE: _closed,
    types.TEXT_DOCUMENT_DID_SAVE: _files_changed,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _files_changed,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _folders,
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_DEFINITION: _definition,
    types.TEXT_DOCUMENT_REFERENCES: _references,
    types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
}


# --- the messages of the client on stdin, and what is logged of faulty ones -----------------------


# Bytes of a line before a message, and of a message: a file of a project has fewer.
MAX_LINE, MAX_MESSAGE = 1000, 100_000_000

# What pygls logs of a message that it could not read.
_UNREADABLE = "Unable to handle message"


class Messages:
    """A stream that ends at a message which is too long to be one."""

    def __init__(self, stream: BinaryIO):
        self._stream = stream

    def readline(self) -> bytes:
        """The next line; empty at the end."""
        line = self._stream.readline(MAX_LINE)
        if len(line) < MAX_LINE:
            return line
        log.warning("printgen lsp ends: a line before a message is longer than %s bytes", MAX_LINE)
        return b""

    def read(self, size: int) -> bytes:
        """The next message; empty at the end."""
        if size <= MAX_MESSAGE:
            return self._stream.read(size)
        log.warning("printgen lsp ends: a message is longer than %s bytes", MAX_MESSAGE)
        return b""


class FaultFormatter(logging.Formatter):
    """Shows what is wrong with a message in one line. Faults of printgen keep their traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        error = record.exc_info[1] if record.exc_info else None
        words = record.getMessage().partition("\n")[0]
        if error is None:
            return words
        if words == _UNREADABLE or isinstance(error, JsonRpcException):
            return f"{words}: {error}".partition("\n")[0]
        return super().format(record)


# --- serve an editor on stdin and stdout ----------------------------------------------------------


class ClientLog(logging.Handler):
    """Shows the log of printgen in the client."""

    def __init__(self, server: Server):
        super().__init__(logging.WARNING)
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Tell the client a record."""
        self._server.say(self.format(record))


def serve(version: str, store: Store, stdin: BinaryIO) -> None:
    """Serve one client on stdin and stdout until it leaves."""
    server = Server(version, store)
    logging.getLogger("printgen").addHandler(ClientLog(server))
    # Clients keep what is on stderr: the faults of their messages.
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(FaultFormatter())
    faults = logging.getLogger("pygls")
    faults.addHandler(handler)
    faults.propagate = False
    register(server)
    try:
        server.start_io(cast(BinaryIO, Messages(stdin)))
    finally:
        for pictures in server.pictures.values():
            pictures.close()
