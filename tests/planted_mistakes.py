"""Mistakes as authors make them, planted one at a time in the games, and whether `check` sees them.

Each kind of mistake is a generator of edits of a file: the line (from 0) and the new lines for it.
The edits are found by patterns; a seed chooses among them. Run as a program, it prints the share
of mistakes that are found, and found at their very line, by kind.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from printgen.checks import CHECKS
from printgen.checks.sound_profiles import SoundProfiles
from printgen.content.library import Library
from printgen.content.load import load
from printgen.content.read_files import ReadFile
from printgen.mechanics.table import KINDS
from printgen.problems import Problem
from printgen.products import products_model
from printgen.project import Folders

# A line (from 0) and the lines that replace it.
Edit = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of a kind in a file of a project, at a line (from 1)."""

    kind: str
    file: str
    line: int
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind}: {self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a mistake was found, and at its very line."""

    found: bool
    exact: bool


MAKERS: dict[str, tuple[str, Callable[[list[str]], Iterator[Edit]]]] = {}


def _maker(files: str) -> Callable[[Callable[[list[str]], Iterator[Edit]]], None]:
    """Register a generator of edits for the files of a glob pattern, below the folder of a game."""

    def register(make: Callable[[list[str]], Iterator[Edit]]) -> None:
        MAKERS[make.__name__.strip("_").replace("_", " ")] = files, make

    return register


def _replaced(
    lines: list[str], pattern: str, new: Callable[[re.Match[str]], str]
) -> Iterator[Edit]:
    """Edits that change the first match of a pattern in each line that has one."""
    compiled = re.compile(pattern)
    for number, line in enumerate(lines):
        if found := compiled.search(line):
            changed = line[: found.start()] + new(found) + line[found.end() :]
            if changed != line:
                yield number, [changed]


def _one_more(found: re.Match[str]) -> str:
    return str(int(found[0]) + 1)


_DIGITS = r"(?<![\w#{=.:/-])[0-9]{1,2}(?![\w}.:/-]|\.)"


@_maker("chapters/*.en.md")
def _number_in_one_language(lines: list[str]) -> Iterator[Edit]:
    for number, new in _replaced(lines, _DIGITS, _one_more):
        if not lines[number].startswith((":::", "|")):
            yield number, new


@_maker("t*/*.yaml")
def _number_in_one_text(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\ben: \")([^\"]*?)([0-9]+)", _last_group_more)


def _last_group_more(found: re.Match[str]) -> str:
    return f"{found[1]}{int(found[2]) + 1}"


_WORDS = {
    "two": "three",
    "three": "four",
    "four": "five",
    "six": "five",
    "deux": "trois",
    "trois": "quatre",
}


@_maker("chapters/*.md")
def _number_word_in_one_language(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, rf"\b({'|'.join(_WORDS)})\b", lambda found: _WORDS[found[0]])


@_maker("t*/*.yaml")
def _text_in_the_wrong_language(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines[:-1]):
        first = re.fullmatch(r"(\s*)fr: (\".{25,}\")", line)
        second = re.fullmatch(r"\s*en: (\".*\")", lines[number + 1])
        if first and second:
            yield number, [f"{first[1]}fr: {second[1]}"]


@_maker("chapters/*.fr.md")
def _heading_removed(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if line.startswith("##"):
            yield number, []


@_maker("chapters/*.en.md")
def _heading_of_another_level(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^## ", lambda found: "### ")


@_maker("chapters/*.en.md")
def _heading_id_changed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^#+ .*\{#[a-z]+", lambda found: found[0] + "s")


@_maker("chapters/*.en.md")
def _paragraph_lost(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        alone = not lines[number - 1] and not "".join(lines[number + 1 : number + 2])
        if number and alone and re.match(r"[A-Z][a-z]", line):
            yield number, []


@_maker("chapters/*.en.md")
def _index_term_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"\[([^\]]+)\]\{\.term[^}]*\}", lambda found: found[1])


@_maker("chapters/*.fr.md")
def _reference_changed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\]\()#[a-z-]+", lambda found: "#index")


@_maker("chapters/*.md")
def _reference_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"\[([^\]]+)\]\([#a-z][^)]*\)", lambda found: found[1])


@_maker("chapters/*.en.md")
def _wrong_unit_in_one_language(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=[0-9] )inch(es)?|(?<=[0-9])″", lambda found: "cm")


@_maker("t*/*.yaml")
def _wrong_unit_in_one_text(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=[0-9] )inch(es)?\b", lambda found: "cm")


@_maker("chapters/*.md")
def _mark_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"[)»”]", lambda found: "")


@_maker("chapters/*.md")
def _strong_unclosed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\w)\*\*", lambda found: "")


@_maker("*/*.yaml")
def _quote_lost(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=\w)[)»”]", lambda found: "")


@_maker("chapters/*.md")
def _attribute_unclosed(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(\{\.(?:term|odds)[^}]*)\}", lambda found: found[1])


@_maker("tables/*.yaml")
def _row_lost(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.match(r"  - \S.*[}\]]$", line):
            yield number, []


@_maker("tables/*.yaml")
def _row_twice(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.match(r"  - \S.*[}\]]$", line):
            yield number, [line, line]


@_maker("game.yaml")
def _licence_removed(lines: list[str]) -> Iterator[Edit]:
    for number, line in enumerate(lines):
        if re.match(r"(licence|credits):", line):
            yield number, [f"x-{line}"]


@_maker("chapters/*.md")
def _odds_off_by_one(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(
        lines,
        r"\[([^\]]*?)([0-9]+)( ?%[^\]]*\]\{\.odds)",
        lambda m: f"[{m[1]}{int(m[2]) + 1}{m[3]}",
    )


@_maker("scenarios/*.yaml")
def _figure_moved(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(shape: figure, at: \[)[0-9.]+", lambda found: found[1] + "999")


@_maker("scenarios/*.yaml")
def _figure_on_another(lines: list[str]) -> Iterator[Edit]:
    place = re.compile(r"shape: figure, at: (\[[^\]]*\])")
    for number, line in enumerate(lines[1:], 1):
        before, here = place.search(lines[number - 1]), place.search(line)
        if before and here:
            yield number, [line.replace(here[1], before[1])]


@_maker("products.yaml")
def _quantity_of_another(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^    [a-z-]+(?=: [0-9]+$)", lambda found: found[0] + "s")


@_maker("profiles/*.yaml")
def _stat_out_of_range(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=: )[0-9](?=[,}]|$)", lambda found: "99")


@_maker("*s/*.yaml")
def _reference_misspelt(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"(?<=profile: )[a-z-]+", lambda found: found[0][:-1])


@_maker("maps/*.yaml")
def _map_key_misspelt(lines: list[str]) -> Iterator[Edit]:
    yield from _replaced(lines, r"^([a-z]{4,})(?=:)", lambda found: found[0][:-2] + found[0][-1])


def plant(root: Path, seed: int, each: int) -> list[Mistake]:
    """Mistakes in the games below `root`: at most `each` of a kind, chosen by a seed."""
    chosen, content = list[Mistake](), root / "content"
    for kind, (files, make) in MAKERS.items():
        found = [
            Mistake(kind, str(path.relative_to(root)), line + 1, tuple(new))
            for path in sorted(content.glob(f"*/{files}"))
            for line, new in make(path.read_text(encoding="utf-8").split("\n"))
        ]
        chosen += random.Random(f"{seed} {kind}").sample(found, min(each, len(found)))
    return chosen


class Bench:
    """A copy of the games, in which mistakes are planted and looked for."""

    def __init__(self, root: Path):
        self.folders = Folders(root)
        self.files: dict[str, ReadFile] = {}
        self.before = {str(problem) for problem in self._problems("")}

    def verdict(self, mistake: Mistake) -> Verdict:
        """Plant a mistake, check, and take it back."""
        path = self.folders.root / mistake.file
        written = path.read_text(encoding="utf-8")
        lines = written.split("\n")
        lines[mistake.line - 1 : mistake.line] = mistake.lines
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            new = [p for p in self._problems(mistake.file) if str(p) not in self.before]
        finally:
            path.write_text(written, encoding="utf-8")
        exact = any((p.position.file, p.position.line) == (mistake.file, mistake.line) for p in new)
        return Verdict(bool(new), exact)

    def _problems(self, file: str) -> list[Problem]:
        """The problems after an edit of a file; of all games without one."""
        library, problems = load(self.folders, KINDS, products_model(), None, self.files)
        return problems + _checked(library, file.split("/")[1] if file else "")


def _checked(library: Library, game: str) -> list[Problem]:
    """The problems of the games that an edit in a game may concern."""
    found, sound = list[Problem](), SoundProfiles(library)
    for content in library.games.values():
        if game in ("", "lotow", content.id):
            sound.without(content)
            for check in CHECKS:
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
    each = int(sys.argv[1]) if len(sys.argv) > 1 else 14
    with tempfile.TemporaryDirectory() as folder:
        root = games_copy(Path(folder))
        bench, totals = Bench(root), [0, 0, 0]
        results: dict[str, list[tuple[Mistake, Verdict]]] = {}
        for mistake in plant(root, 1, each):
            results.setdefault(mistake.kind, []).append((mistake, bench.verdict(mistake)))
        for kind, verdicts in results.items():
            found = sum(verdict.found for _, verdict in verdicts)
            exact = sum(verdict.exact for _, verdict in verdicts)
            totals = [a + b for a, b in zip(totals, (len(verdicts), found, exact), strict=True)]
            print(f"{kind:32} {len(verdicts):4} {found:4} {exact:4}")
            if "-v" in sys.argv:
                print(*(f"    missed {m}: {m.lines}" for m, v in verdicts if not v.found), sep="\n")
        print(f"{'all':32} {totals[0]:4} {totals[1]:4} {totals[2]:4}")


if __name__ == "__main__":
    main()
