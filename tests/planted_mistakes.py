"""Mistakes as authors make them, planted one at a time in the games, and whether `check` sees them.

The kinds of mistakes are in `mistake_kinds.py`; a seed chooses among their places. Run as a
program, it prints the share of mistakes that are found, and found at their very line, by kind:

    python tests/planted_mistakes.py [AT MOST OF EACH KIND] [-v] [WORDS OF A KIND]
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from mistake_kinds import MAKERS, Change, Changes

from printgen.content.library import Library
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.problems import Problem
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.checks import SoundProfiles, all_checks
from printgen.rules.mechanic import KINDS
from printgen.store import Store


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of a kind in files of a project: its changes, with paths below the project."""

    kind: str
    changes: Changes

    def __str__(self) -> str:
        places = (f"{change.file}:{change.line}: {change.lines}" for change in self.changes)
        return f"{self.kind}: {', '.join(places)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a mistake was found, and at its very line."""

    found: bool
    exact: bool


def plant(root: Path, seed: int, each: int) -> list[Mistake]:
    """Mistakes in the games below `root`: at most `each` of a kind, chosen by a seed."""
    chosen, games = list[Mistake](), sorted((root / "content").iterdir())
    for kind, make in MAKERS.items():
        found = [changes for game in games for changes in make(game)]
        for changes in random.Random(f"{seed} {kind}").sample(found, min(each, len(found))):
            below = (replace(change, file=change.file.relative_to(root)) for change in changes)
            chosen.append(Mistake(kind, tuple(below)))
    return chosen


class Bench:
    """A copy of the games, in which mistakes are planted and looked for."""

    def __init__(self, root: Path, store: Store | None = None):
        self.folders = Folders(root)
        self.files: dict[str, ReadFile] = {}
        # The answers of studies that a mistake does not concern.
        self.store = store or Store(root / "cache")
        self.before = {str(problem) for problem in self._problems("")}

    def verdict(self, mistake: Mistake) -> Verdict:
        """Plant a mistake, check, and take it back."""
        root = self.folders.root
        written = {change.file: (root / change.file).read_bytes() for change in mistake.changes}
        made = list[Path]()
        try:
            for change in mistake.changes:
                made += _make(root, change)
            game = mistake.changes[0].file.parts[1]
            new = [p for p in self._problems(game) if str(p) not in self.before]
        finally:
            for path in made:
                path.unlink()
            for file, content in written.items():
                (root / file).write_bytes(content)
        files = [str(path.relative_to(root)) for path in made]
        exact = any(_at(problem, mistake, files) for problem in new)
        return Verdict(bool(new), exact)

    def _problems(self, game: str) -> list[Problem]:
        """The problems after an edit of a game; those of all games without one."""
        library, problems = load(self.folders, KINDS, products_model(), self.store, self.files)
        return problems + _checked(library, game)


def _make(root: Path, change: Change) -> list[Path]:
    """Make a change. Returns the new files."""
    path = root / change.file
    if change.line:
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[change.line - 1 : change.line] = change.lines
        path.write_text("\n".join(lines), encoding="utf-8")
        return []
    if change.lines and not path.with_name(change.lines[0]).exists():
        return [path.rename(path.with_name(change.lines[0]))]
    path.unlink()
    return []


def _at(problem: Problem, mistake: Mistake, made: list[str]) -> bool:
    """Whether a problem is at a line that a mistake changes, or names it or a file that is gone.

    Where lines are lost, their neighbours are as good.
    """
    named = re.findall(r"(content/[^: ]+):([0-9]+)", str(problem))
    lines = {(file, int(line)) for file, line in named}
    for change in mistake.changes:
        if not change.line:
            gone, number = change.file.name.partition(".")[0], change.file.name[:2]
            if gone in str(problem) or f"chapter {number}" in problem.message:
                return True
            if problem.position.file in made:
                return True
        near = range(change.line, change.line + 1)
        if not change.lines:
            near = range(change.line - 4, change.line + 4)
        if change.line and any((str(change.file), line) in lines for line in near):
            return True
    return False


def _checked(library: Library, game: str) -> list[Problem]:
    """The problems of the games that an edit in a game may concern."""
    found, sound = list[Problem](), SoundProfiles(library)
    for content in library.games.values():
        if game in ("", "lotow", content.id):
            sound.without(content)
            for check in all_checks():
                found += check(content, library)
    return found


def games_copy(folder: Path) -> Path:
    """A copy of the games in a folder."""
    own = Path(__file__).parents[1]
    for name in ("content", "templates", "fonts"):
        shutil.copytree(own / name, folder / name)
    shutil.copy(own / "printgen.yaml", folder)
    return folder


def main() -> None:
    """Print the share of mistakes that are found, by kind."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    words = [word for word in sys.argv[1:] if not word.isdigit() and word != "-v"]
    with tempfile.TemporaryDirectory() as folder:
        root = games_copy(Path(folder))
        mistakes = plant(root, 1, *(numbers or [14]))
        bench, totals = Bench(root), [0, 0, 0]
        for kind in MAKERS:
            if not all(word in kind for word in words):
                continue
            verdicts = [(m, bench.verdict(m)) for m in mistakes if m.kind == kind]
            found = sum(verdict.found for _, verdict in verdicts)
            exact = sum(verdict.exact for _, verdict in verdicts)
            totals = [a + b for a, b in zip(totals, (len(verdicts), found, exact), strict=True)]
            print(f"{kind:40} {len(verdicts):4} {found:4} {exact:4}", flush=True)
            if "-v" in sys.argv:
                for mistake, verdict in verdicts:
                    if not verdict.exact:
                        print("    elsewhere" if verdict.found else "    missed", mistake)
        print(f"{'all':40} {totals[0]:4} {totals[1]:4} {totals[2]:4}")


if __name__ == "__main__":
    main()
