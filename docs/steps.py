"""Follow a page of the site as its reader does: write files, run commands, see pictures."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import yaml
from blocks import FILES, UNTRIED, Failure, FileBlock, file_block, parts
from click.testing import CliRunner
from PIL import Image

from printgen.cli import main
from printgen.settings import read_settings

DOCS = Path(__file__).resolve().parent

# Pages that are written by programs, from code and cases with tests of their own.
WRITTEN = ("reference", "gallery.md")


# Commands of printgen, without those that never end or need other machines.
TRIABLE = re.compile(r"^printgen (?!lsp|.*--watch|.*--cluster).*", re.MULTILINE)
SETTINGS = "~/.config/printgen/settings.yaml"


class Shown(NamedTuple):
    """What a picture shows: a page of a file in `out/`, whole or a part of it.

    `file` is a PDF or a picture; `page` counts from 1; `box` is x, y, width and height in mm, and
    `card` the place of a poker card on a sheet of nine on A4, from 1. A picture in `out/` is made
    `width` pixels wide. With `last`, the picture is of what the page has made at its end: it is
    above the steps.
    """

    file: str
    page: int = 1
    dpi: int = 100
    box: tuple[float, float, float, float] | None = None
    card: int = 0
    width: int = 600
    last: bool = False

    def part(self) -> tuple[float, float, float, float] | None:
        """The part of the page, in mm."""
        if not self.card:
            return self.box
        row, column = divmod(self.card - 1, 3)
        return (10.5 + 63 * column, 14.25 + 88 * row, 63, 88)


class Plan(NamedTuple):
    """What docs/steps.yaml says about a page: the page that it goes on from, and its pictures.

    `tested` are the languages whose page the tests follow: a slow page is tested in one. `make
    docs` follows both.
    """

    after: str = ""
    pictures: dict[str, Shown] = {}
    tested: tuple[str, ...] = ("en", "fr")


def _plans() -> dict[str, Plan]:
    said = yaml.safe_load((DOCS / "steps.yaml").read_text(encoding="utf-8"))
    return {
        page: Plan(
            about.get("after", ""),
            {name: Shown(**shown) for name, shown in about.get("pictures", {}).items()},
            tuple(about.get("tested", ("en", "fr"))),
        )
        for page, about in said.items()
    }


PLANS = _plans()


def _pages() -> list[str]:
    found = (path.relative_to(DOCS / "en") for path in (DOCS / "en").rglob("*.md"))
    return sorted(path.with_suffix("").as_posix() for path in found if path.parts[0] not in WRITTEN)


# Pages with steps, in both languages, and those that the tests follow.
PAGES = _pages()
TESTED = [(page, lang) for page in PAGES for lang in PLANS.get(page, Plan()).tested]


class Reader:
    """A reader of a page. `home` is their folder: empty at first, or with an earlier project."""

    def __init__(self, lang: str, home: Path, place: str = ".") -> None:
        self.lang = lang
        self.home = home
        self.folder = home / place
        self.said = ""
        self.status = 0
        self.unchecked = False

    def follow(self, text: str, pictures: dict[str, Shown]) -> dict[str, Image.Image]:
        """Take all steps of a page. Gives its pictures.

        Raises Failure when a command fails, or says something else than the page.
        """
        seen, last = {}, []
        for part in parts(text):
            if part.kind == "text":
                self._compare(part.text)
                continue
            self._succeeds()
            if part.kind == "picture" and pictures[part.text].last:
                last.append(part.text)
            elif part.kind == "picture":
                seen[part.text] = self.picture(pictures[part.text])
            elif part.kind == "sh":
                for line in part.text.splitlines():
                    self._succeeds()
                    self.run(line)
            elif part.kind in FILES:
                self.write(file_block(part))
            elif part.kind not in UNTRIED:
                raise Failure(f"a block of an unknown kind: {part.kind}")
            elif found := TRIABLE.search(part.text):
                raise Failure(f"this can be tried: {found[0]}")
        self._succeeds()
        if self.unchecked:
            self.run("printgen check")
            self._compare("no problems")
        return seen | {name: self.picture(pictures[name]) for name in last}

    def write(self, block: FileBlock) -> None:
        """Write or change a file. The user's settings must be right, too."""
        path = self._path(block.path)
        before = path.read_text(encoding="utf-8") if path.is_file() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.applied(before), encoding="utf-8")
        if path != self._path(SETTINGS):
            self.unchecked = True
        elif problems := read_settings(path)[1]:
            raise Failure(str(problems))

    def _succeeds(self) -> None:
        if self.status:
            raise Failure(self.said)

    def _compare(self, block: str) -> None:
        """Find the lines of a block in what was said; a line `…` stands for any others."""
        rest = self.said
        for piece in block.strip().split("\n…\n"):
            _, found, rest = rest.partition(piece.strip("…\n"))
            if not found:
                raise Failure(f"said:\n{self.said}\non the page:\n{block}")
        self.status = 0

    def _path(self, name: str) -> Path:
        """The file of a name: in the home of the reader, or where the terminal is."""
        base = self.home if name.startswith("~/") else self.folder
        path = (base / name.removeprefix("~/")).resolve()
        if not path.is_relative_to(self.home.resolve()):
            raise Failure(f"outside: {name}")
        return path

    def run(self, line: str) -> None:
        """Run a command. Raises Failure for one that a page cannot have."""
        words = shlex.split(line, comments=True)
        if not words:
            return
        program, *words = words
        if program == "cd":
            self.folder = self._path(words[0])
        elif program == "mv":
            self._path(words[0]).rename(self._path(words[1]))
        elif program == "mkdir":
            self._path(words[0]).mkdir()
        elif program in ("printgen", ".venv/bin/printgen"):
            self._printgen(words)
        elif program == "git":
            self._git(words)
        else:
            raise Failure(f"no command of a page: {line}")

    def _git(self, words: list[str]) -> None:
        """Run git as somebody, with no settings of the machine."""
        named = ["-c", "user.name=Reader", "-c", "user.email=reader@example.org"]
        env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        command = ["git", *named, *words]
        done = subprocess.run(  # noqa: S603
            command, cwd=self.folder, env=env, capture_output=True, text=True
        )
        self.said, self.status = done.stdout + done.stderr, done.returncode

    def _printgen(self, words: list[str]) -> None:
        if words[0] == "serve":
            self._serve(words)
            return
        target = None
        if len(words) > 2 and words[-2] in (">", ">>"):
            *words, _, target = words
        words = [str(self._path(word)) if word.startswith("~/") else word for word in words]
        env = {"XDG_CONFIG_HOME": str(self.home / ".config")}
        with contextlib.chdir(self.folder):
            done = CliRunner().invoke(main, words, env=env)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        self.said, self.status = done.output, done.exit_code
        self.unchecked = False
        if target:
            self._path(target).parent.mkdir(parents=True, exist_ok=True)
            self._path(target).write_text(done.stdout, encoding="utf-8")

    def _serve(self, words: list[str]) -> None:
        """Start the preview, and end it as soon as it says where it is."""
        command = [sys.executable, "-m", "printgen", *words]
        # Whatever opens pages on this machine does nothing.
        quiet = {**os.environ, "BROWSER": "true"}
        with subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, text=True, cwd=self.folder, env=quiet
        ) as server:
            assert server.stdout is not None
            self.said = server.stdout.readline()
            server.send_signal(signal.SIGINT)
        self.status = not self.said.startswith("http://127.0.0.1:")

    def picture(self, shown: Shown) -> Image.Image:
        """A picture of what was built last."""
        path = self.folder / "out" / shown.file.format(lang=self.lang)
        if path.suffix != ".pdf":
            with Image.open(path) as image:
                height = round(image.height * shown.width / image.width)
                return image.convert("RGB").resize((shown.width, height))
        with pypdfium2.PdfDocument(path) as document:
            found: Image.Image = document[shown.page - 1].render(scale=shown.dpi / 72).to_pil()
        found = found.convert("RGB")
        if (part := shown.part()) is None:
            return found
        left, top, width, height = (round(each * shown.dpi / 25.4) for each in part)
        return found.crop((left, top, left + width, top + height))


def follow(lang: str, page: str, folder: Path, earlier: Callable[[str], Path]) -> None:
    """Follow a page: `folder` gets the reader's home and the pictures.

    `earlier` gives the folder of another page that was followed, from which this one goes on.
    """
    plan = PLANS.get(page, Plan())
    home, place = folder / "home", "."
    folder.mkdir(parents=True)
    if plan.after:
        before = earlier(plan.after)
        shutil.copytree(before / "home", home)
        place = (before / "place").read_text(encoding="utf-8")
    else:
        home.mkdir()
    reader = Reader(lang, home, place)
    (folder / "pictures").mkdir()
    for name, picture in reader.follow(page_text(lang, page), plan.pictures).items():
        picture.save(folder / "pictures" / f"{name}.png", optimize=True)
    ended = reader.folder.relative_to(home).as_posix()
    (folder / "place").write_text(ended, encoding="utf-8")


def page_text(lang: str, page: str) -> str:
    """The Markdown of a page."""
    return (DOCS / lang / f"{page}.md").read_text(encoding="utf-8")


def picture_path(lang: str, name: str) -> Path:
    """The file of a picture."""
    return DOCS / "pictures" / f"{name}.{lang}.png"
