"""The language server: what clients ask and tell, over the projects of their files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from printgen.content.library import GameContent
from printgen.extras.language_server.hover import CardPictures
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import mention_at
from printgen.extras.language_server.projects import (
    Checking,
    EditedProject,
    character_at,
    diagnostics,
)
from printgen.project import ProjectError, find_project
from printgen.store import Store


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
        self._pictures: dict[Path, CardPictures] = {}
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
            project.texts = self._open_texts(project)
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

    def _open_texts(self, project: EditedProject) -> dict[str, str]:
        """The texts of the files of a project that the client has open."""
        paths = {uri: path_of(uri) for uri in self.workspace.text_documents}
        real = {uri: path.parent.resolve() / path.name for uri, path in paths.items() if path}
        return {
            project.name(path): self.workspace.get_text_document(uri).source
            for uri, path in real.items()
            if path.is_relative_to(project.folders.root)
        }

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
            if pictures := self._pictures.pop(root, None):
                pictures.close()

    def pictures_of(self, project: EditedProject) -> CardPictures:
        """The pictures of a project's cards."""
        root = project.folders.root
        if root not in self._pictures:
            self._pictures[root] = CardPictures(project.folders, self.store)
        return self._pictures[root]

    def close(self) -> None:
        """End the processes that make pictures."""
        for pictures in self._pictures.values():
            pictures.close()

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
