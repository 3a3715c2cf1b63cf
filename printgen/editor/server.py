"""The language server: what clients ask and tell, over the projects of their files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from printgen.editor.checking import Checking
from printgen.editor.diagnostics import diagnostics
from printgen.editor.pictures import CardPictures
from printgen.editor.projects import EditedProject
from printgen.project import ProjectError, find_project
from printgen.store import Store


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

    def of_path(self, path: Path) -> Checking | None:
        """The project of a file or a folder; None without one, which is logged."""
        try:
            folders = find_project(path if path.is_dir() else path.parent)
        except (ProjectError, OSError) as error:
            if str(error) not in self._said:
                self._said.add(str(error))
                self.say(str(error))
            return None
        if folders.root not in self.projects:
            project = EditedProject(folders, self.store)
            self.projects[folders.root] = Checking(
                project, self._threads, lambda files: self.publish(project, files)
            )
        return self.projects[folders.root]

    def of_uri(self, uri: str) -> tuple[Checking, str] | None:
        """The project of a file, and the name of the file in positions; None without one."""
        path = to_fs_path(uri) if uri.startswith("file:") else None
        if path is None:
            return None
        checking = self.of_path(Path(path))
        if checking is None:
            return None
        real = Path(path).parent.resolve() / Path(path).name
        return checking, checking.project.name(real)

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
