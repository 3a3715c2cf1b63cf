"""printgen: text to character cards, quest sheets, books and maps.

from printgen import Project
project = Project.find(".")
for problem in project.check():
    print(problem)
report = project.build(["zombstone/gunmen"])
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from printgen.project import Folders, ProjectError, find_project

if TYPE_CHECKING:
    from printgen.content.budget import GivenUp
    from printgen.content.kept_problems import Checked
    from printgen.content.library import Library
    from printgen.press.build import BuildReport
    from printgen.press.targets import Variants
    from printgen.problems import Problem
    from printgen.products.kind import PrintOptions
    from printgen.products.target import Target
    from printgen.store import Store

__version__ = "0.1.0"


class Project:
    """A project: its library, its problems and its targets.

    Files are read once: now, or when the library is needed if the store knows their problems.
    """

    def __init__(
        self,
        root: Path | str,
        store: Store | None = None,
        apart: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ):
        """Check a project; `apart`, in a process that ends when something takes too long. That
        calls `progress` with how many of all pictures are read.
        """
        # Imported here to keep `import printgen` fast.
        from printgen.content.fingerprint import mtime_fingerprint
        from printgen.content.kept_problems import known_check
        from printgen.store import Store

        self.folders = Folders(Path(root).resolve())
        self.store = store or Store(None)
        self._seen = mtime_fingerprint(self.folders) if self.store or apart else ""
        self._progress = progress
        check = self._check_apart if apart else self._check
        self._checked = known_check(self.folders, self.store, check)
        self.problems: list[Problem] = self._checked.problems

    @classmethod
    def find(cls, start: Path | str = ".", store: Store | None = None) -> Project:
        """The project that contains `start`. Raises ProjectError when there is none."""
        return cls(find_project(Path(start)).root, store)

    @property
    def games(self) -> Collection[str]:
        """The ids of the games."""
        return self._checked.games

    @property
    def broken(self) -> Collection[str]:
        """The folders of games that could not be read."""
        return self._checked.broken

    @cached_property
    def library(self) -> Library:
        """The games. Raises ProjectError if the files have errors that `problems` lacks, because
        they changed after their problems were found.
        """
        from printgen.problems import has_errors

        library, problems = self._load(self._checked.given_up)
        if library.mtime_fingerprint != self._seen:
            self.problems = _checked(library, problems).problems
            if has_errors(self.problems):
                raise ProjectError("a file was changed and has errors now: run printgen check")
        return library

    def _check(self) -> Checked:
        self.library, problems = self._load()
        return _checked(self.library, problems)

    def _check_apart(self) -> Checked:
        from printgen.press.checking import check_apart

        return check_apart(self.folders, self.store, self._progress)

    def _load(self, given_up: GivenUp | None = None) -> tuple[Library, list[Problem]]:
        from printgen.content.budget import NOTHING
        from printgen.content.load import load
        from printgen.products import products_model
        from printgen.rules.mechanic import KINDS

        models = KINDS, products_model()
        return load(self.folders, *models, self.store, given_up=given_up or NOTHING)

    def check(self) -> list[Problem]:
        """All problems of the content, in reading order."""
        return self.problems

    def problems_of(self, *games: str) -> list[Problem]:
        """The problems of some games and of parts that all games share."""
        homes = {p: p.position.file.split("/")[:2] for p in self.problems}
        return [p for p, home in homes.items() if home[0] != "content" or {*home[1:]} <= {*games}]

    def targets(self, patterns: Iterable[str] = (), **variants: Unpack[Variants]) -> list[Target]:
        """The targets that match; see `printgen.press.targets.find_targets`."""
        from printgen.press.targets import find_targets

        return find_targets(self.library, patterns, **variants)

    def build(
        self,
        patterns: Iterable[str] = (),
        *,
        jobs: int = 2,
        options: PrintOptions | None = None,
        **variants: Unpack[Variants],
    ) -> BuildReport:
        """Build the targets that match; nothing if the content that they print has errors."""
        from printgen.layout.runners import open_runner
        from printgen.press.build import BuildReport, build
        from printgen.press.targets import stopping

        failed = BuildReport(problems=list(self.problems))
        if stopping(self.problems, ()):
            return failed
        targets = self.targets(patterns, **variants)
        if stopping(self.problems, targets):
            return failed
        with open_runner(self.folders, jobs, self.store) as runner:
            return build(self.library, targets, runner, options, store=self.store)


def _checked(library: Library, problems: list[Problem]) -> Checked:
    """A library that was read with some problems, checked."""
    from printgen.content.kept_problems import Checked
    from printgen.rules.checks import check_library

    return Checked.of(library, [*problems, *check_library(library)])
