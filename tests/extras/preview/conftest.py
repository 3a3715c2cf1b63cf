"""A preview of the starter, shared by the tests, with a map; and a page of it in the browser."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from fork_server import SERVER
from helpers import environment, starter

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request

_MAP = """
title: {fr: Le gué, en: The ford}
orientation: pointy-top
flat_to_flat: 20 mm
legend: {".": easy, w: wood}
grid: |
  . . w w .
  . w w . .
  . . . . .
"""
_TERRAINS = """
terrains:
  easy: {label: {fr: Terrain facile, en: Easy ground}}
  wood: {label: {fr: Bois, en: Wood}, draw: wood}
hexes: {facing: side}
"""
_PRODUCT = """
ford-map: {title: {fr: Le gué, en: The ford}, output: hexmap, map: ford}
"""

Answer = tuple[int, dict[str, str], bytes]


@dataclass(frozen=True)
class Preview:
    """A running preview. `address` opens it; the page is in the folder `home`, for `cookie`."""

    root: Path
    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """Its port."""
        port = urlsplit(self.address).port
        assert port
        return port

    @property
    def origin(self) -> str:
        """The origin of its page."""
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def home(self) -> str:
        """The path of its page."""
        return self._opened[0]

    @cached_property
    def cookie(self) -> str:
        """The name and the value of the cookie."""
        return self._opened[1]

    @cached_property
    def _opened(self) -> tuple[str, str]:
        """What the address answers: the path of the page, and the cookie."""
        status, headers, _ = self.request(urlsplit(self.address).path)
        assert status == 200
        return headers["refresh"].removeprefix("0; url="), headers["set-cookie"].split(";")[0]

    @property
    def url(self) -> str:
        """The address of its page, for a browser with the cookie."""
        return f"{self.origin}{self.home}"

    def let_in(self, page: Page) -> None:
        """Give a browser the cookie."""
        name, value = self.cookie.split("=")
        page.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def file(self, name: str) -> Path:
        """A file of the game."""
        return self.root / "content" / "fog" / name

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace a text in a file of the game."""
        path = self.file(name)
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def ask(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> Answer:
        """An answer to a browser with the cookie; paths begin at the page."""
        return self.request(self.home + path, method, body, **{"Cookie": self.cookie, **headers})

    def request(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> Answer:
        """The status, the headers and the body of an answer. `_` in names of headers is `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            own = {"Host": f"127.0.0.1:{self.port}"}
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.putrequest(method, path, skip_host=True)
            for name, value in {**own, **named}.items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body.encode())))
            connection.endheaders(body.encode() if body is not None else None)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()


@contextmanager
def serving(root: Path) -> Iterator[Preview]:
    """A preview of a project, ended by an interrupt."""
    process = subprocess.Popen(
        [*SERVER.command(), "-C", str(root), "serve", "--jobs", "1"],
        env=environment(root / "nobody-home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert re.match(r"http://127\.0\.0\.1:\d+/open/\w+ ", line), line
        yield Preview(root, line.split()[0], process)
    finally:
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=20)[0]
    assert (process.returncode, rest) == (0, "")


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """A preview of the starter and of a hex map."""
    root = starter(tmp_path_factory.mktemp("preview"))
    game = root / "content" / "fog"
    (game / "maps").mkdir(exist_ok=True)
    (game / "maps" / "ford.yaml").write_text(_MAP)
    for name, more in (("game.yaml", _TERRAINS), ("products.yaml", _PRODUCT)):
        (game / name).write_text((game / name).read_text("utf-8") + more, "utf-8")
    with serving(root) as running:
        yield running


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """A page of the browser, which tests use one after the other: a new one takes a second."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    # Pictures of one size, whether problems take a part of the window or not.
    context.add_init_script("localStorage.setItem('printgen-zoom-cards', '100')")
    yield context.new_page()
    context.close()


@pytest.fixture
def page(window: Page, preview: Preview) -> Iterator[Page]:
    """A page of the preview with an empty storage; errors of its scripts fail the test."""
    preview.let_in(window)
    wrong: list[str] = []

    def say(said: ConsoleMessage) -> None:
        if said.type == "error":
            wrong.append(said.text)

    def fail(error: Error) -> None:
        wrong.append(str(error))

    def ask(asked: Request) -> None:
        wrong.append(asked.url)

    window.set_viewport_size({"width": 1400, "height": 1800})
    window.emulate_media(color_scheme="light")
    window.on("console", say)
    window.on("pageerror", fail)
    window.on("request", ask)
    yield window
    for event, listener in (("console", say), ("pageerror", fail), ("request", ask)):
        window.remove_listener(event, listener)
    window.evaluate("localStorage.clear()")
    window.goto("about:blank")
    assert [what for what in wrong if not what.startswith(f"{preview.origin}/")] == []
