"""Styles of strangers, opened in a browser: whatever they try, nothing is asked for."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import aid_pages
import pytest
from helpers import real, starter
from hostile_styles import ATTRIBUTES, styles
from runners import runner_of

import printgen
from printgen import Project
from printgen.content.styles import safe_style
from printgen.extras.ebooks.ebook import epub, web_book
from printgen.extras.ebooks.markup import write
from printgen.layout.sanitize import sanitize_svg
from printgen.project import TEMPLATES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

GAME = "furia-cartese"

# Elements for the styles, which have the address as their title.
ELEMENTS = """([address, number]) => {
  for (let n = 0; n < number; n += 1) {
    const made = document.createElement("div");
    Object.assign(made, {id: `v${n}`, title: `${address}/${n}`, textContent: "x"});
    document.body.append(made);
  }
}"""

# What a browser has read of a style sheet, without fonts.
RULES = """(css) => {
  const sheet = new CSSStyleSheet();
  const read = (rules) => [...rules].filter((rule) => !(rule instanceof CSSFontFaceRule)).map(
    (rule) => rule instanceof CSSStyleRule ? rule.cssText : [
      rule.name, rule.conditionText, rule.keyText, rule.style?.cssText, read(rule.cssRules ?? []),
    ]);
  sheet.replaceSync(css);
  return read(sheet.cssRules);
}"""


@dataclass
class Far:
    """A server on this machine, and the paths that it was asked for."""

    address: str = ""
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def far() -> Iterator[Far]:
    found = Far()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(browser: Browser, far: Far) -> Iterator[Page]:
    """A page whose policy forbids nothing, so that only the styles can be the reason."""
    far.asked.clear()
    context = browser.new_context(bypass_csp=True)
    yield context.new_page()
    context.close()


def asked(page: Page, far: Far, address: str) -> list[str]:
    """What a file asks for besides itself, with an element for each style."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    page.goto(address)
    page.evaluate(ELEMENTS, [far.address, len(styles(far.address))])
    # Two frames: what the styles need has been asked for.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_load_state("networkidle")
    folder = address.rpartition("/")[0]
    return [url for url in found if not url.startswith((folder, "data:", "blob:"))] + far.asked


def bare(folder: Path, sheets: list[str], body: str = "") -> str:
    """The address of a page with each sheet in an element of its own."""
    elements = "\n".join(f"<style>{sheet}</style>" for sheet in sheets)
    file = folder / "bare.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{elements}<body>{body}", "utf-8")
    return file.as_uri()


def test_a_browser_would_ask(page: Page, far: Far, tmp_path: Path) -> None:
    found = asked(page, far, bare(tmp_path, styles(far.address)))
    assert len({path for path in far.asked if path.strip("/").isdecimal()}) > 60, found


def test_styles_ask_for_nothing(page: Page, far: Far, tmp_path: Path) -> None:
    sheets = [safe_style(style, lambda address: None).css for style in styles(far.address)]
    assert asked(page, far, bare(tmp_path, sheets)) == []
    sheets = [safe_style(style, str).css for style in styles(far.address)]
    assert [url for url in asked(page, far, bare(tmp_path, sheets)) if far.address in url] == []


def test_drawings_ask_for_nothing(page: Page, far: Far, tmp_path: Path) -> None:
    shapes = "".join(f"<rect width='9' height='9' {each}/>" for each in ATTRIBUTES)
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{shapes}</svg>"
    drawing = sanitize_svg(fromstring(svg.replace("FAR", far.address)))
    assert drawing is not None
    written = write([drawing], xml=True)
    assert len(list(drawing)) == len(ATTRIBUTES)
    assert far.address not in written
    assert asked(page, far, bare(tmp_path, [], written)) == []


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory, far: Far) -> Path:
    """A web book, an e-book and a play aid of themes with all styles."""
    root = starter(tmp_path_factory.mktemp("styles"))
    real(root, GAME)
    # What is open takes the rest with it: it comes last.
    sheets = sorted(styles(far.address), key=lambda sheet: sheet.count("}") < sheet.count("{"))
    sheet = "\n".join(sheets)
    for theme, names in (("plain", ("web.css", "epub.css")), (GAME, ("aid.css",))):
        for name in names:
            (root / "templates" / theme).mkdir(parents=True, exist_ok=True)
            (root / "templates" / theme / name).write_text(sheet, "utf-8")
    project = Project(root)
    with runner_of(project) as runner:
        page = web_book(project.library, "fog", "rulebook", "en", runner)
        book = epub(project.library, "fog", "rulebook", "en", runner)
    (root / "web.html").write_bytes(page)
    zipfile.ZipFile(BytesIO(book)).extractall(root / "epub")
    aid = aid_pages.made(root, GAME)
    assert aid is not None
    (root / "aid.html").write_bytes(aid)
    return root


def test_books_and_play_aids_ask_for_nothing(page: Page, far: Far, books: Path) -> None:
    chapter = next((books / "epub").rglob("*crew*.xhtml"))
    for file in (books / "web.html", books / "aid.html", chapter):
        # The files of an e-book are in folders beside each other.
        root = f"{books.as_uri()}/"
        assert [url for url in asked(page, far, file.as_uri()) if not url.startswith(root)] == []


def test_the_styles_of_themes_stay_the_same(page: Page) -> None:
    names = {"epub.css", "web.css", "aid.css", "quest.css"}
    extras = Path(printgen.__file__).parent / "extras"
    files = [path for path in TEMPLATES.rglob("*.css") if path.name in names]
    # The page of the preview has the fonts of its own folder.
    files += (path for path in extras.glob("*/web/*.css") if path.parts[-3] != "preview")
    assert len(files) > 30
    for file in files:
        style = file.read_text("utf-8")
        safe = safe_style(style, str)
        assert safe.refused == [], file
        assert page.evaluate(RULES, safe.css) == page.evaluate(RULES, style), file
