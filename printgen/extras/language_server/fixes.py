"""Quick fixes: the name that a problem suggests, in the place of the misspelt one; the translation
that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from lsprotocol import types

from printgen.content.library import GameContent
from printgen.content.markdown import Chapter
from printgen.extras.language_server.projects import EditedProject, character_at, diagnostics, span
from printgen.extras.language_server.translations import Missing, add_languages
from printgen.problems import Problem

_SUGGESTION = re.compile(r"did you mean '(.+)'\?")
_QUOTED = re.compile(r"'([^']+)'")

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
        lines, uri = project.lines(file), project.path(file).as_uri()
        if edit := _edit(lines, problem, there):
            changes = types.WorkspaceEdit(changes={uri: [edit]})
            yield _action(f"Replace with '{edit.new_text}'", changes, diagnostic, preferred=True)
        elif found := _missing_text(project, problem, lines):
            languages, edit = found
            changes = types.WorkspaceEdit(changes={uri: [edit]})
            yield _action(f"Add the text in {languages}, to translate", changes, diagnostic)
        elif created := _missing_chapters(project, problem, able):
            title, changes = created
            yield _action(title, changes, diagnostic)


def _action(
    title: str,
    changes: types.WorkspaceEdit,
    diagnostic: types.Diagnostic,
    preferred: bool | None = None,
) -> types.CodeAction:
    kind = types.CodeActionKind.QuickFix
    return types.CodeAction(
        title, kind, diagnostics=[diagnostic], is_preferred=preferred, edit=changes
    )


def _missing_text(
    project: EditedProject, problem: Problem, lines: list[str]
) -> tuple[str, types.TextEdit] | None:
    """The languages that a text of YAML lacks, and the edit that adds them."""
    place, found = problem.position, _NO_TEXT.fullmatch(problem.message)
    content = project.content(place.file)
    if not (found and content and place.file.endswith((".yaml", ".yml"))):
        return None
    at, languages = (place.line - 1, place.column - 1), found[2].split(", ")
    missing = Missing(at, languages, content.first_language, after_key=bool(found[1]))
    edit = add_languages(lines, missing)
    return (found[2], edit) if edit else None


def _missing_chapters(
    project: EditedProject, problem: Problem, able: types.WorkspaceEditClientCapabilities | None
) -> tuple[str, types.WorkspaceEdit] | None:
    """The title of the fix, and the changes that make the files of a chapter in the languages that
    it lacks, or those of all chapters of a book in a language without any.
    """
    content = project.content(problem.position.file)
    creates = able and able.document_changes and able.resource_operations
    if content is None or types.ResourceOperationKind.Create not in (creates or ()):
        return None
    if found := _NO_CHAPTER.fullmatch(problem.message):
        names, languages, what = [found[1]], found[2], "the chapter"
    elif found := _NO_CHAPTERS.fullmatch(problem.message):
        names = list(dict.fromkeys(name for name, _ in content.chapters))
        languages, what = found[1], "all chapters"
    else:
        return None
    wanted = languages.split(", ")
    changes = [each for name in names for each in new_chapters(project, content, name, wanted)]
    title = f"Add {what} in {languages}, to translate"
    return (title, types.WorkspaceEdit(document_changes=changes)) if changes else None


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


# --- missing translations of chapters: a new file with the headings of the first language ---------


def new_chapters(
    project: EditedProject, content: GameContent, name: str, languages: list[str]
) -> Iterator[types.CreateFile | types.TextDocumentEdit]:
    """The changes that make a chapter in other languages, from that of the first language."""
    written = {lang: each for (id, lang), each in content.chapters.items() if id == name}
    source = written.get(content.first_language, next(iter(written.values()), None))
    for lang in languages if source else ():
        assert source is not None
        folder, _, old = source.file.rpartition("/")
        path = project.path(f"{folder}/{old.removesuffix(f'.{source.lang}.md')}.{lang}.md")
        start = types.Position(0, 0)
        words = types.TextEdit(types.Range(start, start), _headings(project, source))
        yield types.CreateFile(
            path.as_uri(), options=types.CreateFileOptions(ignore_if_exists=True)
        )
        document = types.OptionalVersionedTextDocumentIdentifier(path.as_uri())
        yield types.TextDocumentEdit(document, [words])


def _headings(project: EditedProject, chapter: Chapter) -> str:
    """The headings of a chapter as they are written, with their ids."""
    lines = project.lines(chapter.file)
    numbers = (heading.position.line - 1 for heading in chapter.headings)
    return "\n\n".join(lines[number].strip() for number in numbers if number < len(lines)) + "\n"
