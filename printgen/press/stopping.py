"""Which problems of the content stop the build of some files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printgen.problems import Problem
from printgen.products.target import Target

# The output kinds that print chapters.
WITH_CHAPTERS = ("book", "screen")


def stopping(problems: Iterable[Problem], targets: Sequence[Target]) -> list[Problem]:
    """The errors that stop the build of targets: all but those in chapters of games of which no
    target prints chapters.
    """
    printed = {target.game for target in targets if target.output in WITH_CHAPTERS}
    errors = [problem for problem in problems if problem.severity == "error"]
    return [problem for problem in errors if _game_of_chapter(problem) in (None, *printed)]


def _game_of_chapter(problem: Problem) -> str | None:
    """The game in whose chapters a problem is; None for a problem elsewhere. A chapter that is
    missing is reported at the book.
    """
    parts = problem.position.file.split("/")
    inside = len(parts) > 2 and parts[0] == "content"
    if inside and (parts[2] == "chapters" or problem.code == "chapter-missing"):
        return parts[1]
    return None
