"""What the language server does with each message of its client, and how it is run."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from typing import BinaryIO, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from printgen.extras.language_server.completion import (
    completions,
    described,
    in_quest,
    in_words,
    key_at,
)
from printgen.extras.language_server.edits import fixes, prepare_rename, rename_at
from printgen.extras.language_server.names import (
    Name,
    entry_of,
    mention_at,
    named,
    names_at,
    places_of,
    references_to,
)
from printgen.extras.language_server.projects import EditedProject, locations, span
from printgen.extras.language_server.server import Server, mention_of, path_of, place_in_game
from printgen.store import Store

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
    words = in_words(project.library, content, lines[line][:column], chapter)
    if words is None and "quests" in content.added and file.split("/")[2:3] == ["quests"]:
        words = in_quest(content, lines, line, lines[line][:column])
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

log = logging.getLogger("printgen")


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
