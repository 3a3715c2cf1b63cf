"""printgen: text to character cards, quest sheets, books and maps.

from printgen import Project
project = Project.find(".")
for problem in project.check():
    print(problem)
report = project.build(["zombstone/gunmen"])
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen.project import Folders, find_project

if TYPE_CHECKING:
    from printgen.content.library import Library
    from printgen.export import ExportReport
    from printgen.press.build import BuildReport
    from printgen.problems import Problem
    from printgen.products.target import Target
    from printgen.settings import Itch

__version__ = "0.1.0"


class Project:
    """A project, read once: its library, what is wrong with it, and what it can build."""

    def __init__(self, root: Path | str):
        # Imported here, so that `import printgen` costs nothing.
        from printgen.checks import check_library
        from printgen.content.load import load
        from printgen.mechanics.table import KINDS
        from printgen.problems import sort_problems
        from printgen.products import products_model

        self.folders = Folders(Path(root).resolve())
        self.library: Library
        self.library, problems = load(self.folders, KINDS, products_model())
        self.problems: list[Problem] = sort_problems([*problems, *check_library(self.library)])

    @classmethod
    def find(cls, start: Path | str = ".") -> Project:
        """The project that `start` lies in. Raises ProjectError when there is none."""
        return cls(find_project(Path(start)).root)

    def check(self) -> list[Problem]:
        """Everything that is wrong with the content, in reading order."""
        return self.problems

    def problems_of(self, game: str) -> list[Problem]:
        """What is wrong with a game and with what all games share; not what is in other games."""
        homes = {p: tuple(p.position.file.split("/")[:2]) for p in self.problems}
        return [p for p, home in homes.items() if home[0] != "content" or home[1:] in ((), (game,))]

    def targets(self, patterns: Iterable[str] = (), **variants: Any) -> list[Target]:
        """What can be built; see `printgen.press.targets.choose`."""
        from printgen.press.targets import all_targets, choose

        return choose(all_targets(self.library), patterns, **variants)

    def build(
        self, patterns: Iterable[str] = (), *, jobs: int = 2, options: Any = None, **variants: Any
    ) -> BuildReport:
        """Build the targets that match; with errors in the content, nothing."""
        from printgen.press.build import BuildReport, build
        from printgen.problems import has_errors

        if has_errors(self.problems):
            return BuildReport(problems=list(self.problems))
        return build(self.library, self.targets(patterns, **variants), options, jobs)

    def export_itch(self, game: str, itch: Itch | None = None, *, jobs: int = 2) -> ExportReport:
        """Make the bundle of a game for itch; with errors in the content, nothing."""
        from printgen.export import ExportReport
        from printgen.export.itch.bundle import export_itch
        from printgen.problems import has_errors

        if has_errors(self.problems):
            return ExportReport(problems=list(self.problems))
        return export_itch(self.library, game, itch, jobs)
