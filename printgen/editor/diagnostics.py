"""Problems as editors show them."""

from __future__ import annotations

from lsprotocol import types

from printgen.editor.lines import problem_range
from printgen.editor.projects import EditedProject
from printgen.problems import Position, Problem
from printgen.quoting import for_terminal

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def diagnostics(project: EditedProject, file: str) -> list[types.Diagnostic]:
    """The problems of a file at the last check."""
    lines = project.lines(file)
    return [_diagnostic(project, lines, problem) for problem in project.problems.get(file, ())]


def _diagnostic(project: EditedProject, lines: list[str], problem: Problem) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(location(project, place), words)
        for place, words in ((problem.follows, "follows from this"), (problem.also, "see here"))
        if place
    ]
    return types.Diagnostic(
        problem_range(lines, problem.position),
        for_terminal(problem.message + (f" ({problem.hint})" if problem.hint else "")),
        _SEVERITIES[problem.severity],
        problem.code,
        source="printgen",
        related_information=related or None,
    )


def location(project: EditedProject, place: Position) -> types.Location:
    """The place of a value, for the editor."""
    uri = project.path(place.file).as_uri()
    return types.Location(uri, problem_range(project.lines(place.file), place))
