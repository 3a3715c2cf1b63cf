"""Projects as the editor has them: their lines, entries and problems, checked while one types."""

from __future__ import annotations

import asyncio
import logging
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import cache
from pathlib import Path

from lsprotocol import types

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.content.source import Source, read_source
from printgen.extras.editing.files import LINE_END, Edit
from printgen.press.checking import ProjectChecks
from printgen.problems import Position, Problem, gather, in_order
from printgen.products import products_model
from printgen.project import Folders
from printgen.quoting import for_terminal
from printgen.reading import read_regular
from printgen.rules.mechanic import KINDS
from printgen.store import Store

# What a problem is at: a quoted text, a directive, a link, marks, or a word.
_MARKED = re.compile(
    r""""[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|:::.*|"""
    r"""\]\([^)]*\)|\[[^\]]*\]\{[^}]*\}|[^\s,\[\]{}:#]+"""
)


def units(words: str) -> int:
    """The length of a text in UTF-16 units."""
    # Runs for each problem, also of a line of a million characters.
    return len(words.encode("utf-16-le", "surrogatepass")) // 2


def character_at(line: str, unit: int) -> int:
    """The index of the character at a UTF-16 unit of a line."""
    seen = 0
    for index, character in enumerate(line):
        if seen >= unit:
            return index
        seen += units(character)
    return len(line)


def span(lines: Sequence[str], line: int, start: int, end: int) -> types.Range:
    """The range of characters `start` to `end` of a line, all counted from 0."""
    words = lines[line] if line < len(lines) else ""
    return types.Range(
        types.Position(line, units(words[:start])), types.Position(line, units(words[:end]))
    )


def text_edits(text: str, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits of a text for a client."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]

    def position(at: int) -> types.Position:
        line = bisect_right(starts, at) - 1
        return types.Position(line, units(text[starts[line] : at]))

    return [
        types.TextEdit(types.Range(position(edit.start), position(edit.end)), edit.new or "")
        for edit in edits
    ]


def problem_range(lines: Sequence[str], place: Position) -> types.Range:
    """The range of what is at the place of a problem; a whole line for cells of spreadsheets."""
    number = min(max(place.line - 1, 0), max(len(lines) - 1, 0))
    line = lines[number] if lines else ""
    if place.cell:
        return span(lines, number, 0, len(line))
    start = min(max(place.column - 1, 0), len(line))
    found = _MARKED.match(line, start)
    end = found.end() if found else len(line)
    return span(lines, number, start, max(end, min(start + 1, len(line))))


# --- projects with unsaved texts ------------------------------------------------------------------


# The words of a theme, which may quote values of its game.
LABELS = "labels.yaml"


class EditedProject:
    """A project with the texts of its open files. `texts` are by file, as in positions.

    `check` runs in a thread; the others use the library of the last check that ended.
    """

    def __init__(self, folders: Folders, store: Store):
        self.folders, self._store = folders, store
        self.texts: dict[str, str] = {}
        self.library = Library(folders)
        self.problems: dict[str, list[Problem]] = {}
        self._files: dict[str, ReadFile] = {}
        self._checks, self._forget = ProjectChecks(folders, store, follow=True), False

    def name(self, path: Path) -> str:
        """The name of a file in positions."""
        return self.folders.relative(path)

    def path(self, file: str) -> Path:
        """The path of a file of the project."""
        return self.folders.root / file

    def text(self, file: str) -> str:
        """The text of a file, as the editor has it; empty if it cannot be read."""
        if file in self.texts:
            return self.texts[file].removeprefix("\ufeff")
        try:
            path = self.folders.inside(self.folders.root, file)
            content = read_regular(path, MAX_YAML_BYTES)[:MAX_YAML_BYTES]
        except OSError:
            return ""
        return content.decode("utf-8-sig", errors="replace")

    def lines(self, file: str) -> list[str]:
        """The lines of a file, as the editor has it; none if it is empty or cannot be read."""
        text = self.text(file)
        return LINE_END.split(text) if text else []

    def source(self, file: str) -> Source | None:
        """The data of a YAML file, as the editor has it; None if it cannot be read."""
        return read_source(file, "\n".join(self.lines(file)).encode("utf-8", "replace"))[0]

    def content(self, file: str) -> GameContent | None:
        """The game that a file belongs to, if it can be read; the first that uses some labels."""
        folder, *parts = file.split("/")
        games = self.library.games
        if folder == "templates" and parts[1:] == [LABELS]:
            return next((game for game in games.values() if game.game.theme == parts[0]), None)
        return games.get(parts[0]) if folder == "content" and parts[1:] else None

    def language(self, file: str) -> str:
        """The language of a chapter; that of plain texts for other files."""
        content = self.content(file)
        if content is None:
            return ""
        parts = file.split(".")
        known = len(parts) > 2 and parts[-1] == "md"
        return parts[-2] if known else content.first_language

    def forget(self) -> None:
        """Check all games next time: files beside them have changed."""
        self._forget = True

    def end(self) -> None:
        """End the process that checks the project."""
        self._checks.end()

    def check(self, texts: dict[str, str]) -> tuple[Library, dict[str, list[Problem]]]:
        """The entries and the problems by file, with `texts` instead of the files on the disk."""
        edits = {file: text.encode("utf-8", "replace") for file, text in texts.items()}
        forget, self._forget = self._forget, False
        checked, nothing_kept = self._checks.check(edits, forget), Store(None)
        library, _ = load(
            self.folders, KINDS, products_model(), nothing_kept, self._files, edits,
            checked.given_up,
        )  # fmt: skip
        library.store = self._store
        by_file: dict[str, list[Problem]] = {}
        for problem in in_order(gather(checked.problems)):
            by_file.setdefault(problem.position.file, []).append(problem)
        return library, by_file


# --- problems as editors show them ----------------------------------------------------------------


# The lines of a file, by its name.
Lines = Callable[[str], list[str]]

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def diagnostics(project: EditedProject, file: str) -> list[types.Diagnostic]:
    """The problems of a file at the last check."""
    # Read once: thousands of problems may be in one file.
    lines = cache(project.lines)
    return [_diagnostic(project, lines, problem) for problem in project.problems.get(file, ())]


def locations(project: EditedProject, places: Iterable[Position]) -> list[types.Location]:
    """The places of values, for the editor."""
    lines = cache(project.lines)
    return [_location(project, lines, place) for place in places]


def _location(project: EditedProject, lines: Lines, place: Position) -> types.Location:
    uri = project.path(place.file).as_uri()
    return types.Location(uri, problem_range(lines(place.file), place))


def _diagnostic(project: EditedProject, lines: Lines, problem: Problem) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(_location(project, lines, place), words)
        for place, words in ((problem.follows, "follows from this"), (problem.also, "see here"))
        if place
    ]
    return types.Diagnostic(
        problem_range(lines(problem.position.file), problem.position),
        for_terminal(problem.message + (f" ({problem.hint})" if problem.hint else "")),
        _SEVERITIES[problem.severity],
        problem.code,
        source="printgen",
        related_information=related or None,
    )


# --- checks in a thread, when typing rests --------------------------------------------------------


# Seconds without a keystroke before the checks start.
QUIET = 0.03

log = logging.getLogger("printgen")


class Checking:
    """Checks a project after each change; `publish` shows the problems of some files.

    All methods run in the event loop.
    """

    def __init__(
        self, project: EditedProject, threads: Executor, publish: Callable[[set[str]], None]
    ):
        self.project = project
        self._threads, self._publish = threads, publish
        self._version, self._stopped = 0, False
        self._task: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Check the project soon: it has changed."""
        self._version += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Check and publish nothing any more."""
        self._version += 1
        self._stopped = True
        self.project.end()

    async def settled(self) -> None:
        """Wait until the newest texts are checked."""
        if self._task:
            await asyncio.shield(self._task)

    async def problems_with(self, texts: dict[str, str]) -> dict[str, list[Problem]]:
        """The problems by file if the project had these texts. Nothing is shown."""
        loop, project = asyncio.get_running_loop(), self.project
        _, result = await loop.run_in_executor(self._threads, project.check, texts)
        return result

    async def _run(self) -> None:
        done = -1
        while done != self._version and not self._stopped:
            version = self._version
            await asyncio.sleep(QUIET)
            if version == self._version and await self._check(version):
                done = version

    async def _check(self, version: int) -> bool:
        """Check the project; whether this version of it need not be checked again."""
        project, texts = self.project, dict(self.project.texts)

        loop = asyncio.get_running_loop()
        try:
            library, problems = await loop.run_in_executor(self._threads, project.check, texts)
        except Exception:
            # The editor goes on with what was known before.
            log.exception("the checks failed")
            project.forget()
            return True
        if version != self._version:
            return False
        files = {*project.problems, *problems}
        project.library, project.problems = library, problems
        self._publish(files)
        return True
