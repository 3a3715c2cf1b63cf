"""Shared sheets that are fetched: against a server of this machine, with what servers do wrong."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner
from small_projects import write

from printgen import Project
from printgen.cli import main
from printgen.extras.spreadsheets import pulling
from printgen.extras.spreadsheets.pulling import file_address

ROWS = "id,Name,Cost\r\nlamp,Lamp,3\r\nrope,Rope,2\r\n"
PAGE = "<!DOCTYPE html><html><body>Sign in</body></html>"


class Sheets(BaseHTTPRequestHandler):
    """Answers by the path of a request. `asked` are the paths, `over` ends those that wait."""

    asked: list[str] = []
    rows = ROWS
    over = Event()

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/")
        self.asked.append(name)
        if name.startswith("to-"):
            where = {"to-rows": "/rows", "to-loop": "/to-loop", "to-file": "file:///etc/passwd"}
            where |= {"to-ftp": "ftp://127.0.0.1/x", "to-page": "/page"}
            self.send_response(302)
            self.send_header("Location", where[name])
            self.end_headers()
            return
        if name.isdigit():
            self.send_error(int(name))
            return
        if name == "wait":
            self.over.wait(20)
            return
        content = {"page": PAGE, "empty": " \n", "word": "PK\x03\x04word/"}.get(name, self.rows)
        self.send_response(200)
        if name == "short":
            self.send_header("Content-Length", "5000")
        self.end_headers()
        if name == "big":
            for _ in range(12):
                self.wfile.write(b"a,b\r\n" * 200_000)
            return
        if name == "slow":
            while not self.over.wait(0.02):
                self.wfile.write(b"a,b\r\n")
            return
        self.wfile.write(content.encode())

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    Sheets.asked, Sheets.rows, Sheets.over = [], ROWS, Event()
    with ThreadingHTTPServer(("127.0.0.1", 0), Sheets) as found:
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{found.server_port}"
        Sheets.over.set()
        found.shutdown()
        thread.join()


def game(root: Path, url: str, source: str = "cards.csv", content: str = "") -> Path:
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: Fog\nlanguages: [en]\n",
        "content/g/products.yaml": (
            f"cards:\n  output: cards\n  title: Cards\n  source: {source}\n  published: {url}\n"
            "  faces: {front: {title: name, corner: cost}}\n"
        ),
    }
    if content:
        files[f"content/g/{source}"] = content
    return write(root / "project", files)


def pull(root: Path, *targets: str) -> tuple[int, list[str]]:
    """The status of the command, and the lines of both its outputs."""
    found = CliRunner().invoke(main, ["-C", str(root), "sheet", "pull", *targets])
    more = [str(found.exception)] if found.exception else []
    return found.exit_code, found.output.splitlines() + more


@pytest.mark.spares("sheet-pull")
def test_a_sheet_is_fetched_and_its_changes_are_shown(server: str, tmp_path: Path) -> None:
    root = game(tmp_path, f"{server}/to-rows")
    file = root / "content/g/cards.csv"
    first = f"content/g/cards.csv  from {server}/to-rows"
    assert pull(root) == (0, [first, "  + lamp", "  + rope"])
    assert file.read_bytes() == ROWS.encode()
    assert Project(root).check() == []
    assert pull(root, "g") == (0, [first, "  nothing new"])
    Sheets.rows = "id,Name,Cost,Art\r\nlamp,Lamp,4,\r\nsail,Sail,1,s.png\r\nsail,Sail,2,\r\n"
    changed = ["  + column Art", "  ~ lamp: Cost '3' > '4'", "  + sail", "  + sail (2)", "  - rope"]
    assert pull(root, "g/cards") == (0, [first, *changed])
    Sheets.rows = "id,Name,Cost,Art\nlamp,Lamp,4,\nsail,Sail,1,s.png\nsail,Sail,2,\n"
    assert pull(root) == (0, [first, "  the same values, written otherwise"])
    Sheets.rows = "id,Name\n" + "".join(f"a{number},A\n" for number in range(60))
    assert pull(root)[1][-1] == "  and 25 more"


def test_a_json_file_is_fetched(server: str, tmp_path: Path) -> None:
    Sheets.rows = '[{"id": "lamp", "name": "Lamp"}]'
    root = game(tmp_path, f"{server}/rows", "cards.json")
    assert pull(root)[1][1:] == ["  + lamp"]
    Sheets.rows = '[{"id": "lamp", "name": "Light"}]'
    assert pull(root)[1][1:] == ["  ~ lamp: name 'Lamp' > 'Light'"]


@pytest.mark.sees("sheet-pull")
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("page", "that of a web page, not of a file (publish the sheet: File > Share"),
        ("to-page", "that of a web page"),
        ("401", "without signing in (publish the sheet"),
        ("404", "there is nothing at this address"),
        ("410", "no longer published"),
        ("429", "too many requests"),
        ("500", "the server answers 500"),
        ("to-loop", "leads on and on"),
        ("to-file", "an address that is not of the web"),
        ("to-ftp", "an address that is not of the web"),
        ("empty", "the file is empty"),
        ("word", "this is a Word file, not a CSV file"),
        ("big", "the file has more than 10 MB"),
        ("short", "the file was cut off on the way"),
        ("wait", "no answer in 0.2 seconds"),
        ("slow", "the file takes more than 0.3 seconds"),
    ],
)
def test_what_is_no_sheet_leaves_the_file_as_it_is(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, said: str
) -> None:
    monkeypatch.setattr(pulling, "_TIMEOUT", 0.2 if path == "wait" else 20)
    monkeypatch.setattr(pulling, "_WHOLE", 0.3 if path == "slow" else 120)
    root = game(tmp_path, f"{server}/{path}", content=ROWS)
    status, lines = pull(root)
    (problem,) = [line for line in lines if ": sheet-pull: " in line]
    assert status == 1
    assert problem.startswith("content/g/products.yaml:5:14: sheet-pull: ") and said in problem
    assert [each.name for each in (root / "content/g").iterdir() if each.is_file()].count(
        "cards.csv"
    ) == 1
    assert (root / "content/g/cards.csv").read_bytes() == ROWS.encode()
    assert len(list((root / "content/g").iterdir())) == 3
    assert len(Sheets.asked) <= 7


def test_no_server_and_a_wrong_certificate(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = game(tmp_path, "http://127.0.0.1:1/rows")
    assert "the server cannot be reached" in " ".join(pull(root)[1])
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    made = subprocess.run(
        [*command, "-subj", "/CN=localhost", "-keyout", key, "-out", certificate],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("openssl is missing")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with ThreadingHTTPServer(("127.0.0.1", 0), Sheets) as found:
        found.socket = context.wrap_socket(found.socket, server_side=True)
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        game(tmp_path, f"https://127.0.0.1:{found.server_port}/rows")
        said = " ".join(pull(root)[1])
        found.shutdown()
        thread.join()
    assert "the certificate of the server is not valid: self-signed certificate" in said


@pytest.mark.parametrize(
    "source", ["../cards.csv", "/etc/cards.csv", "cards.xlsx", "a/../cards.csv"]
)
def test_no_file_elsewhere_is_written(server: str, tmp_path: Path, source: str) -> None:
    status, lines = pull(game(tmp_path, f"{server}/rows", source))
    assert status == 1 and "cannot be renewed" in " ".join(lines)
    assert Sheets.asked == []


def test_a_link_that_leads_elsewhere_is_not_written(server: str, tmp_path: Path) -> None:
    root, other = game(tmp_path, f"{server}/rows"), tmp_path / "other.csv"
    other.write_text("a\n")
    (root / "content/g/cards.csv").symlink_to(other)
    status, lines = pull(root)
    assert status and "outside the project" in " ".join(lines)
    assert other.read_text() == "a\n"


def test_reading_a_game_asks_no_server(server: str, tmp_path: Path) -> None:
    assert Project(game(tmp_path, f"{server}/rows", content=ROWS)).check() == []
    assert Sheets.asked == []


def test_targets_without_an_address_are_named(server: str, tmp_path: Path) -> None:
    root = game(tmp_path, f"{server}/rows", content=ROWS)
    status, lines = pull(root, "g/card")
    assert status == 2 and "did you mean 'g/cards'?" in " ".join(lines)
    products = root / "content/g/products.yaml"
    products.write_text(products.read_text().replace(f"published: {server}/rows", "pages: x"))
    assert pull(root)[0] in (1, 2)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (
            "https://docs.google.com/spreadsheets/d/1aB-c_9/edit#gid=12",
            "https://docs.google.com/spreadsheets/d/1aB-c_9/export?gid=12&format=csv",
        ),
        (
            "https://docs.google.com/spreadsheets/d/1aB/edit?usp=sharing",
            "https://docs.google.com/spreadsheets/d/1aB/export?format=csv",
        ),
        (
            "https://docs.google.com/spreadsheets/d/1aB/edit?gid=7#gid=7",
            "https://docs.google.com/spreadsheets/d/1aB/export?gid=7&format=csv",
        ),
        (
            "https://docs.google.com/spreadsheets/d/e/2PACX-x/pubhtml?gid=3&single=true",
            "https://docs.google.com/spreadsheets/d/e/2PACX-x/pub?gid=3&single=true&output=csv",
        ),
        (
            "https://docs.google.com/spreadsheets/d/e/2PACX-x/pub?output=csv",
            "https://docs.google.com/spreadsheets/d/e/2PACX-x/pub?single=true&output=csv",
        ),
        ("https://example.org/spreadsheets/d/1/edit", "https://example.org/spreadsheets/d/1/edit"),
    ],
)
def test_addresses_of_google_sheets(url: str, address: str) -> None:
    assert file_address(url) == address
