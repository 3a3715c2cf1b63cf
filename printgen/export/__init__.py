"""What people get: bundles for a shop, files for printers, tables on a screen, pages to read."""

from __future__ import annotations

from dataclasses import dataclass, field

from printgen.problems import Problem


class ExportError(Exception):
    """Something that cannot be made of the content, or is not as it must be."""

    def __init__(self, problems: list[Problem]):
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class NothingToExport(Exception):
    """A game has nothing of what is asked for."""


@dataclass(slots=True)
class ExportReport:
    """What came of an export: each file from the project with its size, and what is wrong. With an
    error, what was there before is there still.
    """

    files: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
