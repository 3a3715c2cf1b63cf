"""Helpers of several tests: small projects, runs of the command, and the contents of PDF pages."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from known_games import known_project
from read_once import command_in_this_process

from printgen import Project
from printgen.extras.starters import new
from printgen.problems import Problem
from printgen.products import product_models, products_model
from printgen.project import FONTS
from printgen.rules.mechanic import KINDS

ROOT = Path(__file__).resolve().parent.parent
POINTS = 72 / 25.4
COMMAND = [sys.executable, "-m", "printgen"]

# A game with poker dice and two studies of them.
_HANDS = ("nothing", "pair", "two-pairs", "three", "full", "four", "five")
_RANKS = ", ".join(f"{hand}: {{label: {{any: {hand.title()}}}}}" for hand in _HANDS)
_POKER = f"""
scales:
  hands:
    label: {{fr: Mains, en: Hands}}
    ranks: {{{_RANKS}}}
poker: {{hands: hands, conflicts: blows, damage: damage, guts: two-pairs}}
"""
# The damage of a blow grows with the hand; the higher hand never loses.
_CELLS = ", ".join(
    f"{loser}: [{', '.join(str(won) if won >= lost else repr('*') for won in range(1, 7))}]"
    for lost, loser in enumerate(_HANDS)
)
_BLOWS = f"""
title: {{fr: Coups, en: Blows}}
matrix:
  scale: hands
  rows_label: {{fr: Vaincu, en: Loser}}
  columns_label: {{fr: Vainqueur, en: Winner}}
  rows: [{", ".join(_HANDS)}]
  columns: [{", ".join(_HANDS[1:])}]
  cells: {{{_CELLS}}}
"""
_STUDIES = """
entries:
  hands:
    title: {fr: "Toutes les mains", en: "Every hand"}
    note: {fr: "En jouant au mieux.", en: "Played for the best."}
    hands: {pots: [-1, 0, 1, 2, 3]}
    chart: lines
  guts:
    title: {fr: "Du cran", en: "Guts"}
    guts: {pots: [0, 1, 2, 3]}
"""

Box = tuple[float, float, float, float]


def starter(root: Path) -> Path:
    """The skirmish of `printgen new`."""
    for name, content in _starter_files(*product_models()).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


@cache
def _starter_files(*kinds: str) -> dict[str, bytes]:
    """The files of `printgen new` with these output kinds, whose schemas take time to make."""
    with tempfile.TemporaryDirectory() as folder:
        made = new.create(Path(folder), KINDS, products_model(), "skirmish", ("fr", "en"))
        return {name: (Path(folder) / name).read_bytes() for name in made}


def dice(root: Path) -> Path:
    """The starter with poker dice, two studies, and a chapter that shows them."""
    game = starter(root) / "content" / "fog"
    with (game / "game.yaml").open("a") as stream:
        stream.write(_POKER)
    (game / "tables" / "blows.yaml").write_text(_BLOWS)
    (game / "studies").mkdir(exist_ok=True)
    (game / "studies" / "odds.yaml").write_text(_STUDIES)
    shown = ":::{chart} hands\n\n:::{study} hands\n\n:::{chart} guts\n\n:::{study} guts\n"
    for lang, title in (("fr", "Chances"), ("en", "Odds")):
        (game / "chapters" / f"03-odds.{lang}.md").write_text(f"# {title}\n\n{shown}\nFinis.\n")
    return root


def real(root: Path, *games: str) -> Path:
    """A project with some of the demonstration games."""
    for game in games:
        shutil.copytree(ROOT / "content" / game, root / "content" / game)
    (root / "printgen.yaml").write_text("# games\n")
    return root


def shared(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that is made once per run, also when several processes run the tests."""
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = base / f"shared-{name}", base / f"shared-{name}.done"
    with (base / f"shared-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(folder)
            done.touch()
    return folder


def written(root: Path) -> dict[str, bytes]:
    """Every file of `out/` except the lock."""
    out = root / "out"
    paths = sorted(p for p in out.rglob("*") if p.is_file() and p.name != ".lock")
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in paths}


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment for the command without the user's settings."""
    return {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), **more}


@command_in_this_process()
def run_command(
    *words: str, cwd: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, without colours; a separate process takes a second."""
    from printgen.cli import run

    streams = BytesIO(), BytesIO()
    out, err = (TextIOWrapper(stream, "utf-8", write_through=True) for stream in streams)
    code: str | int | None = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(cwd)
        patch.setattr("sys.argv", ["printgen", *words])
        for name in ("NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        try:
            run()
        except SystemExit as ended:
            code = ended.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(
        list(words), code, streams[0].getvalue().decode(), streams[1].getvalue().decode()
    )


def printgen(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command on a project, in this process."""
    home = str(root / "nobody-home")
    env = {"HOME": home, "XDG_CONFIG_HOME": home}
    return run_command("-C", str(root), *arguments, cwd=root, env=env)


def printgen_process(root: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command on a project, in a separate process."""
    words = [*COMMAND, "-C", str(root), *arguments]
    surroundings = environment(root / "nobody-home", **env)
    return subprocess.run(words, capture_output=True, text=True, env=surroundings, timeout=100)


def messages(problems: Iterable[Problem]) -> list[str]:
    """Problems as they are printed."""
    return [str(problem) for problem in problems]


def built(project: Path | Project, *patterns: str, **options: Any) -> Path:
    """Build a project, which must have no error; returns its `out/`."""
    project = project if isinstance(project, Project) else Project(project)
    report = project.build(patterns, **{"jobs": 1, **options})
    assert [p for p in report.problems if p.severity == "error"] == []
    assert report.built
    project.library.store.finish()
    return project.folders.out


# The products that tests read without changing their game: A4, full ink.
STORED = {
    ("dracula-america", "fr"): ("awakening", "enemy-cards"),
    ("dracula-america", "en"): ("sinews-of-war",),
    ("furia-cartese", "fr"): ("army-sheet", "counters"),
    ("un-jeu-de-figs", "fr"): ("profile-cards", "reference"),
}


def restore(copy: Path, original: Path) -> Path:
    """Make the sources of a project equal to those of another one."""
    for folder in ("content", "templates"):
        shutil.rmtree(copy / folder)
        shutil.copytree(original / folder, copy / folder)
    return copy


def query_store(folder: Path, words: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query of the database of a cache folder, which no command uses."""
    path = folder / "printgen-2" / "store.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(words, values).fetchall()


def spoil_store(folder: Path, *kinds: str, deleted: bool = False) -> None:
    """Delete all values of some kinds in the database of a cache folder, or change a byte."""
    change = (
        "DELETE FROM content"
        if deleted
        else (
            "UPDATE content SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'00' AS BLOB)"
        )
    )
    for kind in kinds:
        chosen = "id IN (SELECT id FROM entry WHERE kind = ?)"
        assert query_store(folder, f"SELECT id FROM content WHERE {chosen}", kind)
        query_store(folder, f"{change} WHERE {chosen}", kind)


class Store:
    """The products of a run: each is built once, whichever tests and processes read it."""

    def __init__(self, factory: pytest.TempPathFactory):
        self.factory = factory

    def starter(self) -> Path:
        """The starter with its default products, built without problems."""

        def make(root: Path) -> None:
            assert Project(starter(root)).build(jobs=1).problems == []

        return shared(self.factory, "starter", make)

    def product(self, game: str, product: str, lang: str) -> Path:
        """The PDF of a product of STORED. All products of a game and language are one build."""
        names = [f"{game}/{name}" for name in STORED[game, lang]]

        def make(root: Path) -> None:
            built(
                known_project(real(root, game)), *names, langs=[lang], inks=["full"], papers=["a4"]
            )

        root = shared(self.factory, f"{game}-{lang}", make)
        return root / "out" / game / f"{product}.{lang}.a4.pdf"


# --- pages -----------------------------------------------------------------------------------


def pixels(path: Path, page: int, per_mm: float, box: Box | None = None) -> np.ndarray:
    """A page as an array of grey levels (0 is black), `per_mm` pixels per mm."""
    return grey(colours(path, page, per_mm, box))


def grey(image: np.ndarray) -> np.ndarray:
    """The mean of red, green and blue; much faster than `mean(axis=2)`."""
    levels: np.ndarray = (image[:, :, 0] + image[:, :, 1] + image[:, :, 2]) / 3
    return levels


def darkest(image: np.ndarray) -> np.ndarray:
    """The least of red, green and blue; much faster than `min(axis=2)`."""
    found: np.ndarray = np.minimum(np.minimum(image[:, :, 0], image[:, :, 1]), image[:, :, 2])
    return found


def lightest(image: np.ndarray) -> np.ndarray:
    """The greatest of red, green and blue; much faster than `max(axis=2)`."""
    found: np.ndarray = np.maximum(np.maximum(image[:, :, 0], image[:, :, 1]), image[:, :, 2])
    return found


def near(image: np.ndarray, colour: Sequence[int], within: int) -> np.ndarray:
    """The dots whose red, green and blue differ from those of a colour by less than `within`."""
    red, green, blue = (abs(image[:, :, n] - part) < within for n, part in enumerate(colour))
    found: np.ndarray = red & green & blue
    return found


def colours(path: Path, page: int, per_mm: float, box: Box | None = None) -> np.ndarray:
    """A page, or a box of it (left, top, right, bottom in mm), as red, green and blue."""
    document = pypdfium2.PdfDocument(path)
    try:
        sheet, crop = document[page], (0.0, 0.0, 0.0, 0.0)
        if box is not None:
            left, top, right, bottom = (side * POINTS for side in box)
            width, height = sheet.get_size()
            crop = (left, height - bottom, width - right, top)
        bitmap = sheet.render(scale=per_mm / POINTS, rev_byteorder=True, crop=crop)
        # Signed, for differences; 16 bits, because whole pages have millions of pixels.
        found: np.ndarray = bitmap.to_numpy().astype(np.int16)[:, :, :3]
        return found
    finally:
        document.close()


def words_in(path: Path, page: int, box: Box | None = None) -> str:
    """The text of a page, or of a box of it in mm from the top left: left, top, right, bottom."""
    document = pypdfium2.PdfDocument(path)
    try:
        text = document[page].get_textpage()
        if box is None:
            return str(text.get_text_range())
        height = document[page].get_height()
        left, top, right, bottom = (side * POINTS for side in box)
        return str(text.get_text_bounded(left, height - bottom, right, height - top))
    finally:
        document.close()


def all_words_in(path: Path) -> str:
    """The text of all pages."""
    with pikepdf.open(path) as pdf:
        count = len(pdf.pages)
    return " ".join(words_in(path, page) for page in range(count))


def page_sizes(path: Path) -> list[tuple[int, int]]:
    """The width and height of each page in mm, the shorter side first."""
    with pikepdf.open(path) as pdf:
        sides = [sorted(float(v) / POINTS for v in page.mediabox[2:]) for page in pdf.pages]
    return [(round(short), round(long)) for short, long in sides]


def without_markup(words: object) -> str:
    """Text without markup, spaces and hyphens, which line breaks change."""
    bare = re.sub(r"<[^>]+>|[\s\u00ad\u2010\ufffe\uffff-]", "", str(words))
    return bare.replace("&#39;", "'").lower()


def squeezed(text: str) -> str:
    """Text without spaces, to compare text that is broken into lines."""
    return "".join(text.split())


def walk(path: Path) -> Iterator[pikepdf.Object]:
    """The dictionaries and streams of a PDF."""
    with pikepdf.open(path) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                yield item


def pictures(path: Path) -> int:
    """The number of images in a PDF."""
    return sum(item.get("/Subtype") == "/Image" for item in walk(path))


def wrong_letters(path: Path) -> list[tuple[str, str]]:
    """Glyphs in a PDF whose outlines differ from those of the font file: (font, glyph) pairs."""
    from fontTools.ttLib import TTFont

    ours = {}
    for file in FONTS.rglob("*.ttf"):
        with TTFont(file, lazy=True) as font:
            ours[_postscript(font)] = file
    wrong = []
    with pikepdf.open(path) as pdf:
        for item in pdf.objects:
            if not isinstance(item, pikepdf.Dictionary) or item.get("/CIDToGIDMap") is None:
                continue
            with TTFont(BytesIO(item.FontDescriptor.FontFile2.read_bytes())) as font:
                name = _postscript(font)
                with TTFont(ours[name]) as own:
                    for glyph in glyphs_of(item.W):
                        if _drawn(font, glyph) != _drawn(own, glyph):
                            wrong.append((name, own.getGlyphName(glyph)))
    return wrong


def glyphs_of(widths: pikepdf.Object) -> list[int]:
    """The glyphs in the `W` array of a font: each first id, and an array of widths."""
    runs = list(widths)
    starts = zip(map(int, runs[::2]), runs[1::2], strict=True)
    return [first + at for first, run in starts for at in range(len(run))]


def _postscript(font: Any) -> str:
    return str(font["name"].getDebugName(6))


def _drawn(font: Any, glyph: int) -> Any:
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getGlyphName(glyph)].draw(pen)
    return pen.value
