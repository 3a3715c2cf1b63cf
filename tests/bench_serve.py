"""`printgen serve`: the time from a saved edit to pixels in the browser."""

from __future__ import annotations

import signal
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from os import environ
from pathlib import Path

import bench_typst
import pypdfium2
from bench_copies import printgen, working_copy
from bench_decks import deck, edit
from bench_measures import COMMAND, Bar, Size, empty_cache, run, say
from playwright.sync_api import Page, sync_playwright
from tools import CHROMIUM_FLAGS, program

GUIDE, LANG = "zombstone/player-guide", "en"

# A chapter of the guide, a word of it that edits change, and words of its page.
CHAPTER, WORD = "zombstone/chapters/03-characters.en.md", "does not notice"
PHRASE = "does not notice"

# Seconds between edits.
PAUSE = 0.7

# The clock in ms when the first page that matches a selector shows another picture than now: when
# the picture is decoded and the next frame is drawn.
CHANGE = """(selector) => {
  const image = () => document.querySelector(selector + " img");
  const before = image().src;
  window.changed = new Promise((resolve) => {
    const look = () => {
      const now = image();
      if (!now || !now.src || now.src === before) return requestAnimationFrame(look);
      const drawn = () => requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
      now.decode().then(drawn, () => requestAnimationFrame(look));
    };
    look();
  });
}"""

# Whether the pictures of all pages in the window are there.
DRAWN = """() => {
  const inside = [...document.querySelectorAll("#desk .sheet")].filter((sheet) => {
    const box = sheet.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  });
  return inside.length && inside.every((sheet) => {
    const image = sheet.querySelector("img");
    return image.src && image.complete && image.naturalWidth;
  });
}"""


@contextmanager
def started(command: list[str], env: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Start a program that runs until it is interrupted."""
    with subprocess.Popen(
        command, env={**environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)


@contextmanager
def preview(command: list[str], env: Mapping[str, str], product: str) -> Iterator[Page]:
    """The browser at the preview of a product."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started([*command, "serve", "--port", str(port)], env) as server:
        assert server.stdout is not None
        while f":{port}" not in (line := server.stdout.readline()):
            if not line:
                raise SystemExit("printgen serve has ended")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=program("chromium"), args=CHROMIUM_FLAGS
            )
            page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
            page.goto(line.split()[0])
            page.wait_for_function("() => location.hash.length > 1")
            page.evaluate("product => { location.hash = product }", product)
            page.wait_for_function(DRAWN, timeout=300_000)
            yield page
            browser.close()


def seconds_to_pixels(
    page: Page, selector: str, change: Callable[[int], None], edits: int
) -> list[float]:
    """The seconds from each edit to the changed picture of the first page that matches."""
    page.locator(selector).first.scroll_into_view_if_needed()
    found = []
    for n in range(edits):
        page.wait_for_timeout(PAUSE * 1000)
        page.wait_for_function(DRAWN, timeout=300_000)
        page.evaluate(CHANGE, selector)
        start = time.time()
        change(n)
        found.append(page.evaluate("() => window.changed") / 1000 - start)
    return found


def seconds_to_file(path: Path, change: Callable[[int], None], edits: int) -> list[float]:
    """The seconds from each edit until a PDF is written again."""
    found = []
    for n in range(edits):
        time.sleep(PAUSE)
        before, start = path.stat().st_mtime_ns, time.time()
        change(n)
        while path.stat().st_mtime_ns == before or not _is_whole(path):
            time.sleep(0.001)
        found.append(time.time() - start)
    return found


def _is_whole(path: Path) -> bool:
    with path.open("rb") as pdf:
        size = pdf.seek(0, 2)
        pdf.seek(max(0, size - 16))
        return b"%%EOF" in pdf.read()


def bench_serve(size: Size) -> Iterator[Bar]:
    """An edited card of a deck in the browser and in Typst, and an edited word of a book."""
    cards = size.cards
    with deck(cards) as root, empty_cache() as env:

        def change(n: int) -> None:
            edit(root, 0, f"lanterns of house {next(numbers)}")

        numbers = count()
        with preview([*COMMAND, "-C", str(root)], env, "zombstone/deck") as page:
            taken = seconds_to_pixels(page, '[data-piece*="gunman-0000:front"]', change, size.edits)
        ours = statistics.median(taken)
        say(f"one card of {cards} edited, to pixels: {_times(taken)}")
        command, out = bench_typst.command(root, cards, "--watch")
        with started(command, {}) as watching:
            while not out.exists() or not _is_whole(out):
                if watching.poll() is not None:
                    raise SystemExit("Typst has ended")
                time.sleep(0.1)
            taken = seconds_to_file(out, change, size.edits)
        say(f"the same in Typst's watch, to its file: {_times(taken)}")
    yield Bar(f"serve, one card of {cards} edited, to pixels", 1000 * ours, 100, "ms")
    yield Bar(f"the same / Typst's watch of {cards} cards", ours / statistics.median(taken), 0.4)


def bench_guide(size: Size) -> Iterator[Bar]:
    """A word of a book edited, to its page in the browser, against the whole book."""
    with tempfile.TemporaryDirectory() as folder, empty_cache() as cache:
        ours = working_copy(Path(folder) / "ours")
        command, env = printgen(ours)
        command, env = [*command, "-C", str(ours)], {**env, **cache}
        cold = run([*command, "build", GUIDE, "--lang", LANG, "--jobs", "2"], env=env)
        say(f"{GUIDE} without a store: {cold.words()}")
        chapter = ours / "content" / CHAPTER
        text = chapter.read_text(encoding="utf-8")
        (out,) = (ours / "out" / "zombstone").glob(f"player-guide.{LANG}.*.pdf")
        selector = f'[data-piece*=":{LANG}:"][data-page="{_page_of(out)}"]'

        def change(n: int) -> None:
            chapter.write_text(text.replace(WORD, f"{WORD} {'abcdefghijklm'[n]}"), encoding="utf-8")

        with preview(command, env, GUIDE) as page:
            taken = seconds_to_pixels(page, selector, change, min(7, size.edits))
        say(f"a word of {GUIDE} edited, to pixels: {_times(taken)}")
    yield Bar(
        "serve, a word of the guide / the whole book cold",
        statistics.median(taken) / cold.seconds,
        0.06,
    )


def _page_of(path: Path) -> int:
    """The index of the page with PHRASE."""
    document = pypdfium2.PdfDocument(path)
    try:
        for number, page in enumerate(document):
            if PHRASE in " ".join(page.get_textpage().get_text_range().split()):
                return number
    finally:
        document.close()
    raise SystemExit(f"{path.name} does not have {PHRASE!r}")


def _times(taken: list[float]) -> str:
    ordered = sorted(1000 * seconds for seconds in taken)
    middle = statistics.median(ordered)
    return f"median {middle:.0f} ms of {len(taken)} edits, {ordered[0]:.0f} to {ordered[-1]:.0f} ms"
