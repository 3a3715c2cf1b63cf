"""Projects as the editor has them: files with unsaved texts, their entries and their problems."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.extras.language_server.lines import split_lines
from printgen.problems import Problem, gather, in_order
from printgen.products import products_model
from printgen.project import Folders
from printgen.reading import read_regular
from printgen.rules.incremental import CheckedGames
from printgen.rules.mechanic import KINDS
from printgen.store import Store

# The words of a theme, which may quote values of its game.
LABELS = "labels.yaml"


class EditedProject:
    """A project with the texts of its open files. `texts` are by file, as in positions.

    `check` runs in a thread; the others use the library of the last check that ended.
    """

    def __init__(self, folders: Folders, store: Store):
        self.folders, self._store = folders, store
        self.texts: dict[str, str] = {}
        self.library = Library(folders)
        self.problems: dict[str, list[Problem]] = {}
        self._files: dict[str, ReadFile] = {}
        self._checked = CheckedGames()

    def name(self, path: Path) -> str:
        """The name of a file in positions."""
        return self.folders.relative(path)

    def path(self, file: str) -> Path:
        """The path of a file of the project."""
        return self.folders.root / file

    def lines(self, file: str) -> list[str]:
        """The lines of a file, as the editor has it; none if it cannot be read."""
        if file in self.texts:
            return split_lines(self.texts[file])
        try:
            path = self.folders.inside(self.folders.root, file)
            content = read_regular(path, MAX_YAML_BYTES)[:MAX_YAML_BYTES]
        except OSError:
            return []
        return split_lines(content.decode("utf-8", errors="replace"))

    def content(self, file: str) -> GameContent | None:
        """The game that a file belongs to, if it can be read; the first that uses some labels."""
        folder, *parts = file.split("/")
        games = self.library.games
        if folder == "templates" and parts[1:] == [LABELS]:
            return next((game for game in games.values() if game.game.theme == parts[0]), None)
        return games.get(parts[0]) if folder == "content" and parts[1:] else None

    def language(self, file: str) -> str:
        """The language of a chapter; that of plain texts for other files."""
        content = self.content(file)
        if content is None:
            return ""
        parts = file.split(".")
        known = len(parts) > 2 and parts[-1] == "md"
        return parts[-2] if known else content.first_language

    def forget(self) -> None:
        """Check all games next time: files beside them have changed."""
        self._checked.forget()

    def check(
        self, texts: dict[str, str], outdated: Callable[[], bool]
    ) -> tuple[Library, dict[str, list[Problem]]]:
        """The entries and the problems by file, with `texts` instead of the files on the disk.

        Raises Outdated if newer texts came meanwhile.
        """
        edits = {file: text.encode("utf-8", "replace") for file, text in texts.items()}
        nothing_kept = Store(None)
        library, found = load(
            self.folders, KINDS, products_model(), nothing_kept, self._files, edits
        )
        library.store = self._store
        problems = [*found, *self._checked.check(library, outdated)]
        by_file: dict[str, list[Problem]] = {}
        for problem in in_order(gather(problems)):
            by_file.setdefault(problem.position.file, []).append(problem)
        return library, by_file
