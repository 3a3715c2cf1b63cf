"""The benches of `defects.py`: starters and games in which defects are planted, and looked for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from defect_kinds import (
    Bench,
    Place,
    written,
)
from helpers import all_words_in, real

from printgen import Project
from printgen.content.models.text import texts
from printgen.layout.fitting import letters_of
from printgen.layout.jobs import JobRunner
from printgen.layout.runners import local_runner
from printgen.press.build import build
from printgen.press.targets import stopping
from printgen.problems import Problem
from printgen.project import STARTERS

LANG, INK = "en", "full"


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect: its class, its medium, its bench, what it is, how it is planted, and the files or
    the line at which it must be named.
    """

    kind: str
    medium: str
    bench: Bench
    name: str
    plant: Callable[[Path], None]
    files: tuple[str, ...]
    line: int = 0
    place: Place | None = None

    def is_named(self, problems: Sequence[Problem]) -> bool:
        """Whether a problem is at the place of the defect."""
        return any(
            problem.position.file.startswith(self.files) and self.line in (0, problem.position.line)
            for problem in problems
        )

    def __str__(self) -> str:
        return f"{self.kind}, {self.medium} of {self.bench.name}: {self.name}"


@dataclass
class Ground:
    """The project of a bench, its runner, and what its products print."""

    bench: Bench
    root: Path
    runner: JobRunner
    printed: dict[str, str] = field(default_factory=dict)

    def problems(self, medium: str) -> list[Problem]:
        """The problems of the project and of its product, built as the command does."""
        project = Project(self.root)
        if stopping(project.problems, ()):
            return project.problems
        product = self.bench.products[medium]
        targets = project.targets([product], langs=[LANG], inks=[INK], papers=["a4"])
        if stopping(project.problems, targets):
            return project.problems
        report = build(project.library, targets, self.runner)
        return [*project.problems, *report.problems]

    def learn(self) -> None:
        """Build the sound products, and keep their words."""
        for medium in self.bench.products:
            wrong = [each for each in self.problems(medium) if each.severity == "error"]
            assert not wrong, wrong
            self.printed[medium] = self.words(medium)
            shutil.rmtree(self.root / "out")

    def places(self, medium: str) -> list[Place]:
        """The texts that a product prints, and that are on a line of their file, in order."""
        printed, found = self.printed[medium], dict[tuple[str, int, int], Place]()
        library = Project(self.root).library
        game = self.bench.products[medium].partition("/")[0]
        for entry in library.games[game].entries():
            for path, text in texts(entry.value):
                for lang, words in text.items():
                    letters = letters_of(words)
                    if lang in (LANG, "any", "") and letters and letters in printed:
                        at = entry.at(*path, *([lang] if lang else []))
                        place = Place(
                            at.file, at.line, at.column, words, path[-1] in ("name", "title")
                        )
                        if line_of(self.root, place) is not None:
                            found[at.file, at.line, at.column] = place
        for chapter in sorted((self.root / "content" / game / "chapters").glob(f"*.{LANG}.md")):
            for number, line in enumerate(chapter.read_text("utf-8").split("\n"), start=1):
                words = letters_of(line)
                if medium == "books" and line[:1].isalpha() and words and words in printed:
                    file = chapter.relative_to(self.root).as_posix()
                    found[file, number, 1] = Place(file, number, 1, line)
        return [found[at] for at in sorted(found)]

    def try_defects(self, defects: Sequence[Defect], *, built: bool = True) -> list[Problem]:
        """Plant defects, look for problems in a check or a build, and take them back."""
        with self.restored():
            for defect in defects:
                defect.plant(self.root)
            return self.problems(defects[0].medium) if built else Project(self.root).problems

    def prints(self, place: Place, medium: str) -> bool:
        """Whether the product prints the text of a place, rather than equal words of another."""
        with self.restored():
            write(place, f"{place.words} Xylophone", self.root)
            wrong = [each for each in self.problems(medium) if each.severity == "error"]
            return bool(wrong) or "xylophone" in self.words(medium)

    def words(self, medium: str) -> str:
        """The letters of the files of a product."""
        game, _, name = self.bench.products[medium].partition("/")
        files = (self.root / "out" / game).glob(f"{name}*.pdf")
        return letters_of(" ".join(map(all_words_in, files)))

    @contextmanager
    def restored(self) -> Iterator[None]:
        """Take back what was changed in the project at the end."""
        before = {path: path.read_bytes() for path in self._files()}
        try:
            yield
        finally:
            shutil.rmtree(self.root / "out", ignore_errors=True)
            for path in self._files() - before.keys():
                path.unlink()
            for path, content in before.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.exists() or path.read_bytes() != content:
                    path.write_bytes(content)

    def _files(self) -> set[Path]:
        return {path for path in self.root.rglob("*") if path.is_file()}


def line_of(root: Path, place: Place) -> tuple[list[str], int, str] | None:
    """The lines of a file, where the words of a place are in theirs, and the quotation mark before
    them; None if they are not written on one line.
    """
    lines = (root / place.file).read_text("utf-8").split("\n")
    line = lines[place.line - 1] if place.line <= len(lines) else ""
    is_sheet = place.file.endswith((".csv", ".md"))
    start = 0 if is_sheet else place.column - 1
    at = line.find(place.words, start, None if is_sheet else start + 1 + len(place.words))
    before = "" if is_sheet else line[at - 1 : at] if at > start else " "
    return (lines, at, before) if at >= 0 and before != "'" else None


def write(place: Place, words: str, root: Path) -> None:
    """Write other words at a place."""
    found = line_of(root, place)
    assert found is not None
    lines, at, before = found
    line = lines[place.line - 1]
    new = written(words, '"' if before else "")
    new = f'"{new}"' if before == " " else new
    lines[place.line - 1] = line[:at] + new + line[at + len(place.words) :]
    (root / place.file).write_text("\n".join(lines), "utf-8")


def project_of(bench: Bench, folder: Path) -> Path:
    """A copy of a starter or a game."""
    if (STARTERS / bench.name).is_dir():
        return Path(shutil.copytree(STARTERS / bench.name, folder))
    return real(folder, bench.name)


@contextmanager
def grounds(bench: Bench) -> Iterator[Ground]:
    """A copy of a bench that was built once, with a warm runner."""
    with tempfile.TemporaryDirectory(prefix="printgen-defects-") as folder:
        root = project_of(bench, Path(folder).resolve() / "game")
        with local_runner(Project(root).folders, 1) as runner:
            ground = Ground(bench, root, runner)
            ground.learn()
            yield ground
