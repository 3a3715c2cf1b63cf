"""`printgen lsp`: the processor time of the checks after a keystroke, in the largest demo game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from bench_measures import IMPORT, Bar, Size, median, run, say
from helpers import ROOT

from printgen.content.library import GameContent
from printgen.extras.language_server.projects import EditedProject
from printgen.project import Folders
from printgen.store import user_store


def bench_editor(size: Size) -> Iterator[Bar]:
    """Words typed into the longest chapter and into a profile. The bar of 150 ms is one of wall
    time; the ratio is to the processor time of `import weasyprint`.
    """
    project = EditedProject(Folders(ROOT), user_store())
    project.library, _ = project.check({})
    largest = max(project.library.games.values(), key=_size)
    chapters = [chapter.file for chapter in largest.chapters.values()]
    longest = max(chapters, key=lambda file: (ROOT / file).stat().st_size)
    profile = next(iter(largest.profiles.values())).source.file
    imported = median(run(IMPORT) for _ in range(size.repeats)).cpu
    for what, file in (("chapter", longest), ("profile", profile)):
        taken = _seconds(project, file, size.edits)
        say(f"checks after a keystroke in {file}: processor {taken * 1000:.0f} ms")
        yield Bar(f"lsp: an edited {what}, of import weasyprint", taken / imported, 0.25)


def _size(content: GameContent) -> int:
    files = {entry.source.file for entry in content.entries()}
    files |= {chapter.file for chapter in content.chapters.values()}
    return sum((ROOT / file).stat().st_size for file in files)


def _seconds(project: EditedProject, file: str, edits: int) -> float:
    """The median seconds of processor time from a new text of a file to its problems."""
    text, found = (ROOT / file).read_text(encoding="utf-8"), []
    for number in range(edits):
        # A longer sentence: the file stays sound.
        edited = {file: text.replace(". ", f" xyz{number}. ", 1)}
        start = time.process_time()
        project.library, problems = project.check(edited)
        found.append(time.process_time() - start)
        if edited[file] == text or any(each.severity == "error" for each in problems.get(file, ())):
            raise SystemExit(f"{file} is not edited, or faulty")
    return statistics.median(found)
