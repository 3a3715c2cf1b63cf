"""An editor for tests: a client of `printgen lsp` with a project on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from fork_server import SERVER
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.uris import to_fs_path

Result = TypeVar("Result")

# A client that changes several files at once, makes files and gives them new names.
ABLE = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True,
            resource_operations=[
                types.ResourceOperationKind.Create,
                types.ResourceOperationKind.Rename,
            ],
        )
    )
)

# Seconds that the server may take for an answer.
_PATIENCE = 60


class _Loop:
    """An event loop in a thread of its own: that of the browser's tests runs in the main thread."""

    def __init__(self) -> None:
        self._thread, self._runner = ThreadPoolExecutor(1), asyncio.Runner()

    def run(self, work: Coroutine[object, object, Result]) -> Result:
        """The result of a coroutine."""
        return self._thread.submit(self._runner.run, work).result()

    def close(self) -> None:
        """End the loop and its thread."""
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


def place(text: str, words: str, beyond: int = 0) -> types.Position:
    """The place of some words of a text, in UTF-16 units, and `beyond` units after their start."""
    before = text[: text.index(words)]
    line = before.rpartition("\n")[2]
    return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2 + beyond)


def edited(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits, with columns in UTF-16 units."""
    lines = text.split("\n")
    places = sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character))
    for edit in reversed(places):
        start, end = edit.range.start, edit.range.end
        before = lines[start.line].encode("utf-16-le")[: 2 * start.character]
        after = lines[end.line].encode("utf-16-le")[2 * end.character :]
        new = (before + edit.new_text.encode("utf-16-le") + after).decode("utf-16-le")
        lines[start.line : end.line + 1] = new.split("\n")
    return "\n".join(lines)


class Editor:
    """A client of a server of its own. Messages arrive while it waits for an answer."""

    def __init__(self, root: Path, loop: _Loop):
        self.root, self._loop = root, loop
        self.shown: dict[str, list[types.Diagnostic]] = {}
        self.log: list[str] = []
        self._versions: dict[str, int] = {}
        self.client = LanguageClient("tests", "1")

        def show(params: types.PublishDiagnosticsParams) -> None:
            self.shown[params.uri] = list(params.diagnostics)

        def log(params: types.LogMessageParams) -> None:
            self.log.append(params.message)

        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(show)
        self.client.feature(types.WINDOW_LOG_MESSAGE)(log)

    def ask(self, answer: Awaitable[Result]) -> Result:
        """The answer of the server."""

        async def wait() -> Result:
            return await asyncio.wait_for(answer, _PATIENCE)

        return self._loop.run(wait())

    def uri(self, file: str) -> str:
        """The address of a file of the project."""
        return (self.root / file).as_uri()

    def document(self, file: str) -> types.TextDocumentIdentifier:
        """A file of the project, in messages."""
        return types.TextDocumentIdentifier(self.uri(file))

    def type(self, file: str, text: str) -> None:
        """Replace the text of a file, which is opened with its text on the disk."""
        if file not in self._versions:
            on_disk = (self.root / file).read_text(encoding="utf-8", errors="replace")
            item = types.TextDocumentItem(self.uri(file), "text", 1, on_disk)
            self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        version = self._versions[file] = self._versions.get(file, 1) + 1
        document = types.VersionedTextDocumentIdentifier(version, self.uri(file))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    @property
    def pid(self) -> int:
        """The process of the server."""
        assert self.client._server is not None
        return self.client._server.pid

    def answers(self, file: str) -> None:
        """Wait until the newest texts are checked: the server answers then which fixes it has."""
        start = types.Position(0, 0)
        params = types.CodeActionParams(
            self.document(file), types.Range(start, start), types.CodeActionContext([])
        )
        self.ask(self.client.text_document_code_action_async(params))

    def close(self, file: str) -> None:
        """Close a file without saving it."""
        del self._versions[file]
        document = self.document(file)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def problems(self, file: str, *codes: str) -> list[types.Diagnostic]:
        """The problems of a file, as soon as they have these codes."""

        async def wait() -> list[types.Diagnostic]:
            while True:
                found = self.shown.get(self.uri(file))
                if found is not None and sorted(str(p.code) for p in found) == sorted(codes):
                    return found
                await asyncio.sleep(0.01)

        try:
            return self.ask(wait())
        except TimeoutError:
            raise AssertionError(self.shown, self.log) from None

    def checked(self, file: str) -> None:
        """Wait for a check of the project: an empty file has a problem, its own text has none."""
        text = (self.root / file).read_text(encoding="utf-8")
        self.type(file, "")
        self.problems(file, "yaml-documents")
        self.type(file, text)
        self.problems(file)

    def complete(self, file: str, at: types.Position) -> list[str]:
        """What may stand at a place."""
        params = types.CompletionParams(self.document(file), at)
        found = self.ask(self.client.text_document_completion_async(params))
        assert isinstance(found, list)
        return [item.label for item in found]

    def fixes(self, file: str, problem: types.Diagnostic) -> list[types.CodeAction]:
        """The quick fixes of a problem."""
        context = types.CodeActionContext([problem])
        params = types.CodeActionParams(self.document(file), problem.range, context)
        found = self.ask(self.client.text_document_code_action_async(params)) or ()
        return [each for each in found if isinstance(each, types.CodeAction)]

    def watched(self, file: str, kind: types.FileChangeType) -> None:
        """Tell that a file of the disk has changed."""
        change = types.FileEvent(self.uri(file), kind)
        params = types.DidChangeWatchedFilesParams([change])
        self.client.workspace_did_change_watched_files(params)

    def rename(self, file: str, at: types.Position, new: str) -> types.WorkspaceEdit:
        """The changes that give a new id to what is at a place."""
        params = types.RenameParams(self.document(file), at, new)
        found = self.ask(self.client.text_document_rename_async(params))
        assert found is not None
        return found

    def apply(self, edit: types.WorkspaceEdit, root: Path) -> None:
        """Make changes in a copy of the project at `root`."""

        def path_of(uri: str) -> Path:
            found = to_fs_path(uri)
            assert found is not None
            return root / Path(found).relative_to(self.root)

        for uri, plain in (edit.changes or {}).items():
            path = path_of(uri)
            path.write_bytes(edited(path.read_bytes().decode(), [*plain]).encode())
        for change in edit.document_changes or ():
            if isinstance(change, types.RenameFile):
                path_of(change.old_uri).rename(path_of(change.new_uri))
            elif isinstance(change, types.CreateFile):
                path_of(change.uri).touch()
            else:
                assert isinstance(change, types.TextDocumentEdit)
                path = path_of(change.text_document.uri)
                edits = [each for each in change.edits if isinstance(each, types.TextEdit)]
                path.write_bytes(edited(path.read_bytes().decode(), edits).encode())

    def _initialize(self, folders: list[Path], able: types.ClientCapabilities, name: str) -> None:
        opened = [types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders]
        client = types.ClientInfo(name)
        params = types.InitializeParams(able, client_info=client, workspace_folders=opened)
        self.ask(self.client.initialize_async(params))
        self.client.initialized(types.InitializedParams())


@contextmanager
def editing(
    root: Path,
    folders: list[Path] | None = None,
    able: types.ClientCapabilities | None = None,
    name: str = "tests",
    command: Sequence[str] = (),
) -> Iterator[Editor]:
    """An editor with these folders open, by default that of the project. `able` is what it can,
    `name` is its own. Its server is forked, unless a `command` starts it."""
    loop = _Loop()
    try:
        editor = Editor(root, loop)
        loop.run(editor.client.start_io(*(command or SERVER.command()), "lsp"))
        try:
            editor._initialize(
                [root] if folders is None else folders, able or types.ClientCapabilities(), name
            )
            yield editor
            editor.ask(editor.client.shutdown_async(None))
        finally:
            editor.client.exit(None)
            loop.run(editor.client.stop())
    finally:
        loop.close()
