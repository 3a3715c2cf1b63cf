"""Who gets into the preview."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from extras.preview.conftest import Preview, serving
from helpers import starter

from printgen.cli import main
from printgen.extras.preview import callers, guard
from printgen.extras.preview.commands import file_that_opens

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ANOTHER_USER = Path(__file__).with_name("another_user.py")

as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can act as another user")


def another_user(
    preview: Preview, requests: list[tuple[str, str, str, dict[str, str]]], *files: Path
) -> Any:
    """What the user 65534 gets: answers to requests (host, method, path, headers), the files that
    it can read, and the processes that show it the secret.
    """
    asked = {
        "port": preview.port,
        "requests": requests,
        "files": [str(path) for path in files],
        "word": preview.address.rpartition("/")[2],
    }
    done = subprocess.run(
        [sys.executable, ANOTHER_USER],
        input=json.dumps(asked), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@as_root
def test_another_user_of_the_machine_gets_nothing(preview: Preview) -> None:
    secret, door = preview.address.rpartition("/")[2], urlsplit(preview.address).path
    # Another user can have read the address in the list of processes, but not the path of the page.
    own = {
        "Host": f"127.0.0.1:{preview.port}",
        "Origin": preview.origin,
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-For": "127.0.0.1",
        "Cookie": f"printgen={secret}; printgen-{preview.port}={secret}",
        "X-Printgen-Token": secret,
    }
    paths = {
        "GET": [
            "/", "/open", "/open/", "/open/x", door, door.upper(), f"/{secret}/",
            f"{door}/assets/main.js", "/assets/main.js", "/events?client=12345678",
            f"/picture/{'0' * 32}.jpg", "/pdf/out/fog/quay.en.a4.pdf", "//", "/%2e%2e/",
            f"/{'0' * 32}/", "/favicon.ico",
        ],
        "HEAD": ["/", door],
        "POST": ["/print", "/where", "/want", door],
    }  # fmt: skip
    requests = [
        ("127.0.0.1", method, path, headers)
        for method, tried in paths.items()
        for path in tried
        for headers in ({"Host": own["Host"]}, own)
    ]
    # The page itself, whose path the other user does not know.
    home = preview.home
    requests += [
        ("127.0.0.1", "GET", path, {**own, "Cookie": cookie})
        for path in (home, f"{home}events?client=12345678", f"{home}assets/main.js")
        for cookie in ("", "printgen=", "printgen=x", f"x={secret}")
    ]
    found = another_user(preview, requests)
    refusal = guard.REFUSAL.read_text("utf-8").encode().decode("latin-1")
    for request, answer in zip(requests, found["answers"], strict=True):
        assert answer == [403, "" if request[1] == "HEAD" else refusal], request
    assert found["processes"] == []


@as_root
def test_another_user_is_seen_behind_a_socket_of_ipv6(preview: Preview) -> None:
    door, own = urlsplit(preview.address).path, {"Host": f"127.0.0.1:{preview.port}"}
    found = another_user(preview, [("::ffff:127.0.0.1", "GET", door, own)])
    assert [status for status, _ in found["answers"]] == [403]


@as_root
def test_another_user_cannot_read_the_file_that_opens_the_page(preview: Preview) -> None:
    with file_that_opens(preview.address) as address:
        file = Path(urlsplit(address).path)
        assert preview.address in file.read_text("utf-8")
        assert file.stat().st_mode & 0o777 == 0o600
        assert another_user(preview, [], file)["files"] == []
    assert not file.parent.exists()


@pytest.mark.parametrize("known", [True, False])
def test_the_browser_is_given_no_secret_that_opens_the_page_to_others(
    known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, opened = "http://127.0.0.1:1/open/secret", []

    def serve(*arguments: object) -> None:
        announce = arguments[-1]
        assert callable(announce)
        announce(address)

    def look(url: str) -> None:
        path = Path(urlsplit(url).path)
        opened.append((url, path.read_text("utf-8") if path.is_file() else ""))

    monkeypatch.setattr("printgen.extras.preview.serve.serve", serve)
    monkeypatch.setattr(callers, "has_tables", lambda: known)
    monkeypatch.setattr(webbrowser, "open", look)
    done = CliRunner().invoke(main, ["-C", str(starter(tmp_path)), "serve", "--open"])
    assert (done.exit_code, done.output) == (0, f"{address}  (Ctrl-C ends)\n")
    ((url, content),) = opened
    assert (url == address) == known
    # Without the system's word on who connects, the address is in a file alone.
    assert (f"0; url={address}" in content) == ("secret" not in url)


# --- in a browser -----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_address_opens_the_page_in_any_browser_as_often_as_wanted(
    browser: Browser, preview: Preview, tmp_path: Path
) -> None:
    # A file as `serve --open` makes it: a page of another site, to the browser.
    file = tmp_path / "opens.html"
    file.write_text(f'<meta http-equiv="refresh" content="0; url={preview.address}">')
    for _ in range(2):
        context = browser.new_context()
        page = context.new_page()
        for address in (preview.address, file.as_uri()):
            page.goto(address, wait_until="commit")
            page.locator(".sheet.drawn").first.wait_for()
            # Neither the address bar nor the history has the secret.
            secret = preview.address.rpartition("/")[2]
            assert secret not in page.url
            page.go_back()
            assert secret not in page.url
        context.close()


def test_a_browser_without_the_cookie_sees_what_to_do(browser: Browser, preview: Preview) -> None:
    page = browser.new_page()
    for path in ("/", "/open/older", preview.home, "/0123456789abcdef/#fog/crew-cards"):
        answer = page.goto(f"{preview.origin}{path}")
        assert answer
        assert answer.status == 403
        assert "address that the terminal shows" in page.locator("h1").inner_text()
        assert "grid" in page.evaluate("getComputedStyle(document.body).display")
    page.close()


@pytest.fixture
def neighbour() -> Iterator[tuple[str, list[str]]]:
    """Another server on this machine: its address, and the headers that it gets."""
    got: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            got.append(str(self.headers))
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Neighbour</title>")

        def log_message(self, format: str, *arguments: object) -> None:
            """Be silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", got
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_another_server_of_the_machine_gets_neither_the_cookie_nor_pictures(
    browser: Browser, preview: Preview, neighbour: tuple[str, list[str]]
) -> None:
    address, got = neighbour
    context = browser.new_context()
    page = context.new_page()
    page.goto(preview.address, wait_until="commit")
    page.locator(".sheet.drawn").first.wait_for()
    picture = page.locator(".sheet.drawn img").first.evaluate("image => image.src")
    # Browsers send cookies to every port of a host.
    page.goto(address)
    page.reload()
    assert len(got) >= 2
    secrets = (preview.address.rpartition("/")[2], preview.home.strip("/"))
    assert not any(secret in headers for headers in got for secret in secrets)
    # Not even with the path of the page.
    use = """(source) => new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve("loaded");
      image.onerror = () => resolve("refused");
      image.src = source;
    })"""
    assert page.evaluate(use, picture) == "refused"
    ask = """([source, method]) => fetch(source, {method, mode: "no-cors", credentials: "include"})
      .then((answer) => answer.type, () => "refused")"""
    events = f"{preview.url}events?client=12345678"
    assert page.evaluate(ask, [events, "GET"]) == "refused"
    listen = """(source) => new Promise((resolve) => {
      const events = new EventSource(source, {withCredentials: true});
      events.onopen = () => resolve("open");
      events.onerror = () => resolve("refused");
    })"""
    assert page.evaluate(listen, events) == "refused"
    context.close()


def test_the_cookie_of_another_preview_is_no_use(preview: Preview, tmp_path: Path) -> None:
    with serving(starter(tmp_path)) as other:
        assert other.ask("")[0] == 200
        assert other.ask("", Cookie=preview.cookie)[0] == 403
        assert preview.ask("", Cookie=f"{other.cookie}; {preview.cookie}")[0] == 200
