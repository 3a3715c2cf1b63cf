"""Which problems of the content stop the build of some files, and what an earlier build left in
`out/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printgen.content.library import Library
from printgen.press.staging import read_manifest
from printgen.problems import Problem
from printgen.products import product_kinds
from printgen.products.target import Target

# --- which problems of the content stop the build of some files -----------------------------------


def stopping(problems: Iterable[Problem], targets: Sequence[Target]) -> list[Problem]:
    """The errors that stop the build of targets: all but those in chapters of games of which no
    target prints chapters.
    """
    printed = {target.game for target in targets if product_kinds()[target.output].shows_chapters}
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


# --- files of earlier builds in `out/` that are of no product any more ----------------------------


# The files that a note names.
_NAMED = 3


def leftovers(library: Library) -> list[str]:
    """The paths of built files whose product, or whose game, is not in a library."""
    games = library.games.items()
    known = {f"{game}/{id}" for game, content in games for id in content.products}
    return [
        path
        for path, record in read_manifest(library.folders).items()
        if record.get("id") not in known and (library.folders.root / path).is_file()
    ]


def note_of_leftovers(library: Library) -> str:
    """A note of such files; empty if there are none."""
    paths = leftovers(library)
    if not paths:
        return ""
    rest = len(paths) - _NAMED
    more = f" and {rest} others" if rest > 1 else f", {paths[-1]}" if rest == 1 else ""
    verb = "is" if len(paths) == 1 else "are"
    clean = "printgen clean empties out/"
    return f"{', '.join(paths[:_NAMED])}{more} {verb} of no product any more ({clean})"
