"""Follow a page of the site as its reader does: write files, run commands, see pictures."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from click.testing import CliRunner
from PIL import Image

from printgen.cli import main

DOCS = Path(__file__).resolve().parent

# Pages with steps, in both languages.
PAGES = ("tutorial/deck", "how-to/spreadsheet")


class Shown(NamedTuple):
    """What a picture shows: a page of a file in `out/`, or a part (x, y, width, height in mm)."""

    file: str
    page: int
    dpi: int
    box: tuple[float, float, float, float] | None = None


def _card(page: int, place: int) -> Shown:
    """A poker card by its place on a sheet of nine on A4."""
    row, column = divmod(place, 3)
    box = (10.5 + 63 * column, 14.25 + 88 * row, 63, 88)
    return Shown("storm/deck.{lang}.a4.pdf", page, 144, box)


# The pictures of the pages by name. {lang} is the language of the page.
PICTURES = {
    "deck-sheet": Shown("storm/deck.{lang}.a4.pdf", 0, 72),
    "deck-diver": _card(6, 1),
    "deck-diver-green": _card(6, 1),
    "spreadsheet-sheet": Shown("quiz/questions.{lang}.a4.pdf", 0, 100, (0, 8, 210, 110)),
}

_STEP = re.compile(
    r"^```(?P<kind>\w+)\n(?P<block>.*?)^```$|!\[[^]]*\]\(\.\./\.\./pictures/(?P<picture>[\w-]+)\.\w\w\.png\)",
    re.DOTALL | re.MULTILINE,
)
_FILE_ABOVE = re.compile(r"`([\w./-]+\.\w+)`[^`\n]*:\s*\Z")
_FILE_INSIDE = re.compile(r"# (content/\S+)\n")


class Failure(Exception):
    """A step of a page does not do what the page says."""


class Reader:
    """A reader of a page, in a folder that is empty at first."""

    def __init__(self, lang: str, folder: Path) -> None:
        self.lang = lang
        self.folder = folder
        self.said = ""
        self.status = 0

    def follow(self, text: str) -> Iterator[tuple[str, Image.Image]]:
        """Take all steps of a page. Yields each picture of it with its name.

        Raises Failure when a command fails, or says something else than the page.
        """
        for step in _STEP.finditer(text):
            if name := step["picture"]:
                self._succeeds()
                yield name, self.picture(PICTURES[name])
            elif step["kind"] == "sh":
                for line in step["block"].splitlines():
                    self._succeeds()
                    self.run(line)
            elif step["kind"] == "text":
                if step["block"].strip() not in self.said:
                    raise Failure(f"said:\n{self.said}\non the page:\n{step['block']}")
                self.status = 0
            else:
                self.write(step["block"], text[: step.start()])
        self._succeeds()

    def _succeeds(self) -> None:
        if self.status:
            raise Failure(self.said)

    def write(self, block: str, above: str) -> None:
        """Write a file: the one that its first line names, or the line above."""
        found = _FILE_INSIDE.match(block) or _FILE_ABOVE.search(above)
        if not found:
            raise Failure(f"a block without the name of its file:\n{block}")
        path = self.folder / found[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block, encoding="utf-8")

    def run(self, line: str) -> None:
        """Run a command. Raises Failure for one that a page cannot have."""
        program, *words = shlex.split(line, comments=True)
        if program == "cd":
            self.folder /= words[0]
        elif program == "printgen" and words[0] == "serve":
            self._serve(words)
        elif program == "printgen":
            if words[0] == "new":
                words[-1] = str(self.folder / words[-1])
            done = CliRunner().invoke(main, ["-C", str(self.folder), *words])
            self.said, self.status = done.output, done.exit_code
        else:
            raise Failure(f"no command of a page: {line}")

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
        with pypdfium2.PdfDocument(path) as document:
            found: Image.Image = document[shown.page].render(scale=shown.dpi / 72).to_pil()
        found = found.convert("RGB")
        if shown.box is None:
            return found
        left, top, width, height = (round(each * shown.dpi / 25.4) for each in shown.box)
        return found.crop((left, top, left + width, top + height))


def page_text(lang: str, page: str) -> str:
    """The Markdown of a page."""
    return (DOCS / lang / f"{page}.md").read_text(encoding="utf-8")


def picture_path(lang: str, name: str) -> Path:
    """The file of a picture."""
    return DOCS / "pictures" / f"{name}.{lang}.png"
