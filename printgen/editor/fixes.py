"""Quick fixes: the name that a problem suggests, in the place of the misspelt one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from lsprotocol import types

from printgen.editor.diagnostics import diagnostics
from printgen.editor.lines import character_at, span
from printgen.editor.projects import EditedProject
from printgen.problems import Problem

_SUGGESTION = re.compile(r"did you mean '(.+)'\?")
_QUOTED = re.compile(r"'([^']+)'")


def fixes(project: EditedProject, file: str, wanted: types.Range) -> Iterator[types.CodeAction]:
    """The quick fixes of the problems in a range of a file."""
    shown = diagnostics(project, file)
    for problem, diagnostic in zip(project.problems.get(file, ()), shown, strict=False):
        there = diagnostic.range
        if there.start.line > wanted.end.line or there.end.line < wanted.start.line:
            continue
        edit = _edit(project.lines(file), problem, there)
        if edit:
            uri = project.path(file).as_uri()
            yield types.CodeAction(
                f"Replace with '{edit.new_text}'",
                types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=True,
                edit=types.WorkspaceEdit(changes={uri: [edit]}),
            )


def _edit(lines: list[str], problem: Problem, there: types.Range) -> types.TextEdit | None:
    """The edit that replaces the misspelt name; None if its place is not known."""
    suggestion, number = _SUGGESTION.search(problem.hint), there.start.line
    if suggestion is None or number >= len(lines):
        return None
    line, new = lines[number], suggestion[1]
    start = character_at(line, there.start.character)
    for old in _QUOTED.findall(problem.message):
        found = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])").search(line, start)
        if found:
            begin, end = _part(old, new, found.start())
            return types.TextEdit(span(lines, number, begin, end), new)
    return None


def _part(old: str, new: str, start: int) -> tuple[int, int]:
    """The part of `game/id` that a suggested name replaces: the one that is like it."""
    home, slash, name = old.rpartition("/")
    if not slash or "/" in new:
        return start, start + len(old)
    if _likeness(home, new) > _likeness(name, new):
        return start, start + len(home)
    return start + len(home) + 1, start + len(old)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
