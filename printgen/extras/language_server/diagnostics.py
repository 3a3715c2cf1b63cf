"""Problems as editors show them."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from printgen.extras.language_server.lines import problem_range
from printgen.extras.language_server.projects import EditedProject
from printgen.problems import Position, Problem
from printgen.quoting import for_terminal

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def diagnostics(project: EditedProject, file: str) -> list[types.Diagnostic]:
    """The problems of a file at the last check."""
    lines = _Lines(project)
    return [_diagnostic(lines, problem) for problem in project.problems.get(file, ())]


class _Lines(dict[str, list[str]]):
    """The lines of files, each read once: thousands of problems may be in one file."""

    def __init__(self, project: EditedProject):
        self._project = project

    def __missing__(self, file: str) -> list[str]:
        lines = self[file] = self._project.lines(file)
        return lines

    def location(self, place: Position) -> types.Location:
        """The place of a value, for the editor."""
        uri = self._project.path(place.file).as_uri()
        return types.Location(uri, problem_range(self[place.file], place))


def _diagnostic(lines: _Lines, problem: Problem) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(lines.location(place), words)
        for place, words in ((problem.follows, "follows from this"), (problem.also, "see here"))
        if place
    ]
    return types.Diagnostic(
        problem_range(lines[problem.position.file], problem.position),
        for_terminal(problem.message + (f" ({problem.hint})" if problem.hint else "")),
        _SEVERITIES[problem.severity],
        problem.code,
        source="printgen",
        related_information=related or None,
    )


def locations(project: EditedProject, places: Iterable[Position]) -> list[types.Location]:
    """The places of values, for the editor."""
    return list(map(_Lines(project).location, places))
