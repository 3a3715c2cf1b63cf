"""Quick fixes: the suggested name in place of a misspelt one, and missing translations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from difflib import SequenceMatcher

from lsprotocol import types

from printgen.content.editing.files import Edit, span_edit
from printgen.content.editing.yaml_texts import Missing, copying_edits
from printgen.content.markdown import Chapter
from printgen.extras.language_server.projects import (
    EditedProject,
    character_at,
    diagnostics,
)
from printgen.extras.language_server.rename import Refused, workspace_edit
from printgen.problems import Problem

# --- quick fixes of problems ----------------------------------------------------------------------


_SUGGESTION = re.compile(r"did you mean '(.+)'\?")
_QUOTED = re.compile(r"'([^']+)'")

# The comment after the words of another language.
_NOTE = " # to translate"

# The messages of translation-missing and chapter-missing.
_NO_TEXT = re.compile(r"(?:no text|(the term) has no words) in (.+)")
_NO_CHAPTER = re.compile(r"no chapter '(.+)' in (.+)")
_NO_CHAPTERS = re.compile(r"the book has no chapter in (.+)")


def fixes(
    project: EditedProject,
    file: str,
    wanted: types.Range,
    able: types.WorkspaceEditClientCapabilities | None,
) -> Iterator[types.CodeAction]:
    """The quick fixes of the problems in a range of a file, for what a client can do."""
    shown = diagnostics(project, file)
    for problem, diagnostic in zip(project.problems.get(file, ()), shown, strict=False):
        there = diagnostic.range
        if there.start.line > wanted.end.line or there.end.line < wanted.start.line:
            continue
        edit = _edit(project, problem, there)
        title, edits = (f"Replace with '{edit.new}'", [edit]) if edit else ("", [])
        if not edits:
            title, edits = _missing(project, problem)
        if edits:
            with suppress(Refused):
                changes = workspace_edit(project, edits, able)
                yield types.CodeAction(
                    title, types.CodeActionKind.QuickFix, diagnostics=[diagnostic],
                    is_preferred=bool(edit) or None, edit=changes,
                )  # fmt: skip


def _missing(project: EditedProject, problem: Problem) -> tuple[str, list[Edit]]:
    """The title of the fix and the edits that add the languages that a text of YAML lacks; or that
    make the files of a chapter in the languages that it lacks, or those of all chapters of a book
    in a language without any, from those of the first language.
    """
    place = problem.position
    content = project.content(place.file)
    if content is None:
        return "", []
    if found := _NO_TEXT.fullmatch(problem.message):
        if not place.file.endswith((".yaml", ".yml")):
            return "", []
        at, languages = (place.line - 1, place.column - 1), found[2].split(", ")
        missing = Missing(at, languages, content.first_language, after_key=bool(found[1]))
        edits = copying_edits(place.file, project.text(place.file), missing, _NOTE)
        return f"Add the text in {found[2]}, to translate", edits
    if found := _NO_CHAPTER.fullmatch(problem.message):
        names, listed, what = [found[1]], found[2], "the chapter"
    elif found := _NO_CHAPTERS.fullmatch(problem.message):
        names = list(dict.fromkeys(name for name, _ in content.chapters))
        listed, what = found[1], "all chapters"
    else:
        return "", []
    edits = []
    for name in names:
        written = {lang: each for (id, lang), each in content.chapters.items() if id == name}
        source = written.get(content.first_language, next(iter(written.values()), None))
        for lang in listed.split(", ") if source else ():
            assert source is not None
            file = f"{source.file.removesuffix(f'.{source.lang}.md')}.{lang}.md"
            edits.append(Edit(file, 0, None, _headings(project, source)))
    return f"Add {what} in {listed}, to translate", edits


def _edit(project: EditedProject, problem: Problem, there: types.Range) -> Edit | None:
    """The edit that replaces the misspelt name; None if its place is not known."""
    suggestion, number = _SUGGESTION.search(problem.hint), there.start.line
    file = problem.position.file
    lines = project.lines(file)
    if suggestion is None or number >= len(lines):
        return None
    line, new = lines[number], suggestion[1]
    start = character_at(line, there.start.character)
    for old in _QUOTED.findall(problem.message):
        found = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])").search(line, start)
        if found:
            begin, end = _part(old, new, found.start())
            return span_edit(file, project.text(file), number, begin, end, new)
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


def _headings(project: EditedProject, chapter: Chapter) -> str:
    """The headings of a chapter as they are written, with their ids."""
    lines = project.lines(chapter.file)
    numbers = (heading.position.line - 1 for heading in chapter.headings)
    return "\n\n".join(lines[number].strip() for number in numbers if number < len(lines)) + "\n"
