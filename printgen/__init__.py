"""printgen: text to character cards, quest sheets, books and maps.

from printgen import Project
project = Project.find(".")
for problem in project.check():
    print(problem)
report = project.build(["zombstone/gunmen"])
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from printgen.project import Folders, ProjectError, find_project

if TYPE_CHECKING:
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

    def __init__(self, root: Path | str, store: Store | None = None):
        # Imported here to keep `import printgen` fast.
        from printgen.content.fingerprint import mtime_fingerprint
        from printgen.content.kept_problems import known_problems
        from printgen.store import Store

        self.folders = Folders(Path(root).resolve())
        self.store = store or Store(None)
        self._seen = mtime_fingerprint(self.folders) if self.store else ""
        self.problems: list[Problem] = known_problems(self.folders, self.store, self._find_problems)

    @classmethod
    def find(cls, start: Path | str = ".", store: Store | None = None) -> Project:
        """The project that contains `start`. Raises ProjectError when there is none."""
        return cls(find_project(Path(start)).root, store)

    @cached_property
    def library(self) -> Library:
        """The games. Raises ProjectError if the files have errors that `problems` lacks, because
        they changed after their problems were found.
        """
        from printgen.problems import has_errors

        library, problems = self._load()
        if library.mtime_fingerprint != self._seen:
            self.problems = _all_problems(library, problems)
            if has_errors(self.problems):
                raise ProjectError("a file was changed and has errors now: run printgen check")
        return library

    def _find_problems(self) -> list[Problem]:
        self.library, problems = self._load()
        return _all_problems(self.library, problems)

    def _load(self) -> tuple[Library, list[Problem]]:
        from printgen.content.load import load
        from printgen.products import products_model
        from printgen.rules.mechanic import KINDS

        return load(self.folders, KINDS, products_model(), self.store)

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
        from printgen.press.stopping import stopping

        failed = BuildReport(problems=list(self.problems))
        if stopping(self.problems, ()):
            return failed
        targets = self.targets(patterns, **variants)
        if stopping(self.problems, targets):
            return failed
        with open_runner(self.folders, jobs, self.store) as runner:
            return build(self.library, targets, runner, options, store=self.store)


def _all_problems(library: Library, problems: list[Problem]) -> list[Problem]:
    """The problems of a library, after those of its files, in reading order."""
    from printgen.problems import sort_problems
    from printgen.rules.checks import check_library

    return sort_problems([*problems, *check_library(library)])
