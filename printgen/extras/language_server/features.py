"""What the language server does with each message of its client."""

from __future__ import annotations

import base64

from lsprotocol import types

from printgen.extras.language_server.completion import completions, in_quest, in_words
from printgen.extras.language_server.diagnostics import locations
from printgen.extras.language_server.fixes import fixes
from printgen.extras.language_server.hover import described, key_at
from printgen.extras.language_server.lines import span
from printgen.extras.language_server.names import Name, entry_of, mention_at, named, places_of
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.references import names_at, references_to
from printgen.extras.language_server.requested_places import mention_of, place_in_game
from printgen.extras.language_server.server import Server, path_of
from printgen.extras.language_server.stat_rename import prepare_rename, rename_at

# Files beside the games, such as styles: a change of one concerns all games.
_WATCHED = "**/*"


# Names of editors that draw pictures in Markdown: VS Code, and those made of it.
_WITH_PICTURES = ("Visual Studio Code", "Code - OSS", "VSCodium", "Cursor", "Windsurf")


def register(server: Server) -> None:
    """Let a server answer its client."""
    _register_changes(server)
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    server.feature(types.TEXT_DOCUMENT_DEFINITION)(_definition)
    server.feature(types.TEXT_DOCUMENT_REFERENCES)(_references)
    server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))(
        rename_at
    )
    server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(prepare_rename)
    server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[":", '"', "{", "=", "/", "#"]),
    )(_completion)
    server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix]),
    )(_code_action)


def _register_changes(server: Server) -> None:
    server.feature(types.INITIALIZE)(_initialize)
    server.feature(types.INITIALIZED)(_initialized)
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(_opened)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(_changed)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(_closed)
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(_saved)
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(_watched)
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(_folders)


# --- changes ----------------------------------------------------------------------------------


def _initialize(server: Server, params: types.InitializeParams) -> None:
    client = params.client_info
    server.shows_pictures = client is not None and client.name.startswith(_WITH_PICTURES)


def _initialized(server: Server, params: types.InitializedParams) -> None:
    folders = server.workspace.folders or {}
    uris = [*folders] or [server.workspace.root_uri or ""]
    for uri in uris:
        _open_folder(server, uri)
    _watch(server)


def _watch(server: Server) -> None:
    """Ask the client to tell changes of files that are not open, if it can."""
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


def _opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    _read_text(server, params.text_document.uri)


def _changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    _read_text(server, params.text_document.uri)


def _read_text(server: Server, uri: str) -> None:
    if found := server.of_uri(uri):
        checking, file = found
        checking.project.texts[file] = server.workspace.get_text_document(uri).source
        checking.changed()


def _closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    if found := server.of_uri(params.text_document.uri, known=True):
        checking, file = found
        checking.project.texts.pop(file, None)
        checking.changed()


def _saved(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    _files_changed(server, [params.text_document.uri])


def _watched(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    _files_changed(server, [change.uri for change in params.changes])


def _files_changed(server: Server, uris: list[str]) -> None:
    for uri in uris:
        if found := server.of_uri(uri, known=True):
            checking, file = found
            if file.startswith("out/"):
                continue
            if not file.endswith((".md", ".yaml", ".yml")) or not file.startswith("content/"):
                checking.project.forget()
                server.pictures_of(checking.project).forget()
            checking.changed()


# --- questions --------------------------------------------------------------------------------


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
    places = places_of(project.library, content, mention)
    return locations(project, places)


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
