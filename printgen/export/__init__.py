"""Release files: itch bundle, card-printer files, virtual tables, e-books, quest player."""

from __future__ import annotations

from dataclasses import dataclass, field

from printgen.problems import Problem


class ExportError(Exception):
    """An export that fails because of its content, with the problems to report."""

    def __init__(self, problems: list[Problem]):
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class NothingToExport(Exception):
    """The game has nothing of the requested kind."""


@dataclass(slots=True)
class ExportReport:
    """The exported files (path from the project: size in bytes) and the problems found.

    If a problem is an error, no file was replaced.
    """

    files: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
