"""Resources of pages: pictures and forbidden requests."""

from __future__ import annotations

import http.client
import http.server
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from helpers import (
    built,
    messages,
    pictures,
    shared,
    starter,
    walk,
    written,
)
from layout_projects import (
    CANARY,
    Outcome,
    about,
    bomb,
    evil_project,
    kept,
    outcome_of,
    picture,
    profile,
)
from PIL import Image

from printgen import Project
from printgen.layout.files import Files
from printgen.layout.typesetter import Resources
from printgen.press.build import BuildReport
from printgen.project import INLINE_JPEG, RESOURCE_BASE_URL, Folders


def make_gallery(root: Path) -> None:
    starter(root)
    for suffix, mode in (("png", "RGB"), ("jpg", "RGB"), ("webp", "RGB"), ("rgba.png", "RGBA")):
        picture(root, f"fine.{suffix}", 760, 640, mode)
        profile(root, f"Fine-{suffix.replace('.', '-')}", more=f"image: images/fine.{suffix}")
    picture(root, "fair.jpg", 500, 420)
    profile(root, "Fair", more="image: images/fair.jpg")
    built(root, "fog/crew-cards", langs=["en"])


def test_pictures_of_every_format_are_printed(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = shared(tmp_path_factory, "gallery", make_gallery)
    assert pictures(root / "out" / "fog" / "crew-cards.en.a4.pdf") >= 5
    masks = [i for i in walk(root / "out/fog/crew-cards.en.a4.pdf") if "/SMask" in i]
    assert len(masks) == 1
    # Opaque pictures are embedded as JPEG.
    filters = [
        str(i.Filter)
        for i in walk(root / "out" / "fog" / "crew-cards.en.a4.pdf")
        if i.get("/Subtype") == "/Image"
    ]
    assert sum("DCT" in name for name in filters) == 4


def test_a_decompression_bomb_is_refused_by_its_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = starter(tmp_path / "game")
    bomb(root / "content" / "fog" / "images" / "bomb.png")
    profile(root, "Bomb", more="image: images/bomb.png")
    from PIL import PngImagePlugin

    def refuse(*_: object) -> None:
        raise AssertionError("a bomb was decoded")

    monkeypatch.setattr(PngImagePlugin.PngImageFile, "load", refuse)
    report = Project(root).build(langs=["en"], jobs=1)
    (problem,) = about(report.problems, "image-invalid")
    assert "13000" in str(problem) or "pixels" in str(problem)
    assert written(root) == {}


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("kind", ["bomb", "tga", "noise", "empty"])
def test_the_renderer_refuses_invalid_pictures(tmp_path: Path, kind: str) -> None:
    from printgen.content.pictures import prepare_picture

    path = tmp_path / "picture"
    if kind == "bomb":
        bomb(tmp_path / "bomb.png")
        content = (tmp_path / "bomb.png").read_bytes()
    elif kind == "tga":
        Image.new("L", (9, 9)).save(path, "TGA")
        content = path.read_bytes()
    else:
        content = b"" if kind == "empty" else b"\x89PNG\r\n\x1a\n" + bytes(range(200))
    with pytest.raises((ValueError, OSError, SyntaxError)):
        prepare_picture(content)


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_truncated_picture_is_reported(tmp_path: Path, suffix: str) -> None:
    root = starter(tmp_path / "game")
    picture(root, f"cut.{suffix}", 760, 640)
    path = root / "content" / "fog" / "images" / f"cut.{suffix}"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    profile(root, "Cut", more=f"image: images/cut.{suffix}")
    report = Project(root).build(["fog/crew-cards"], langs=["en"], jobs=1)
    assert about(report.problems, "cut")


# Forbidden resources. HTTP is a server that records requests, FILE a folder outside the project.
FETCHES = {
    "img-http": '<img src="HTTP/a.png">',
    "img-file": '<img src="FILE/canary.png">',
    "img-data": '<img src="data:image/png;base64,iVBORw0KGgo=">',
    "img-protocol": '<img src="//HOST/b.png">',
    "img-up": '<img src="https://printgen.invalid/content/../../canary.png">',
    "img-up-escaped": '<img src="https://printgen.invalid/content/%2e%2e/%2e%2e/canary.png">',
    "img-up-twice": '<img src="https://printgen.invalid/templates/evil/..%2F..%2F../canary.png">',
    "img-link": '<img src="link.png">',
    "img-link-full": '<img src="https://printgen.invalid/templates/evil/link.png?full">',
    "img-yaml": '<img src="https://printgen.invalid/content/fog/game.yaml">',
    "img-missing": '<img src="https://printgen.invalid/content/fog/images/none.png">',
    "img-bomb": '<img src="https://printgen.invalid/templates/evil/bomb.png">',
    "style-import": "<style>@import url(HTTP/c.css);</style>x",
    "style-import-file": "<style>@import url(FILE/canary.css);</style>x",
    "style-background": "<style>.sheet { background: url(HTTP/d.png) }</style>x",
    "style-background-file": "<style>.sheet { background: url(FILE/canary.png?style) }</style>x",
    "style-content": "<style>.sheet::before { content: url(HTTP/e.png) }</style>x",
    "style-list": "<style>li { list-style-image: url(HTTP/f.png) }</style><ul><li>x</ul>",
    "style-inline": '<p style="background-image: url(HTTP/g.png)">x</p>',
    "link-style": '<link rel="stylesheet" href="HTTP/h.css">x',
    "link-style-file": '<link rel="stylesheet" href="FILE/canary.css">x',
    "link-attachment": '<link rel="attachment" href="FILE/canary.txt">x',
    "link-attachment-http": '<link rel="attachment" href="HTTP/i.txt">x',
    "a-attachment": '<a rel="attachment" href="FILE/canary.txt">x</a>',
    "object": '<object data="HTTP/j.png"></object>x',
    "embed": '<embed src="FILE/canary.png?embed">x',
    "svg-image": '<svg width="9" height="9"><image href="HTTP/k.png" width="9" height="9"/></svg>x',
    "svg-image-file": '<svg width="9" height="9"><image href="FILE/canary.png?svg"'
    ' width="9" height="9"/></svg>x',
    "svg-file": '<img src="https://printgen.invalid/templates/evil/out.svg">x',
    "font-face": "<style>@font-face { font-family: Far; src: url(HTTP/m.ttf) }"
    ".sheet { font-family: Far, 'Source Sans 3' }</style>x",
}


# Elements that are ignored without a problem, and that fetch nothing.
IGNORED = {
    "svg-use": '<svg width="9" height="9"><use href="HTTP/l.svg#a"/></svg>x',
    "iframe": '<iframe src="HTTP/m.html"></iframe>x',
    "script": '<script src="HTTP/n.js"></script>x',
    "refresh": '<meta http-equiv="refresh" content="0; url=HTTP/o.html">x',
    "form": '<form action="HTTP/p"><input type="image" src="HTTP/q.png"></form>x',
}


class _Server(http.server.BaseHTTPRequestHandler):
    hits: list[str] = []

    def do_GET(self) -> None:
        self.hits.append(self.path)
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """A local server, and the paths requested from it."""
    _Server.hits = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Server) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}", _Server.hits
        finally:
            server.shutdown()
            thread.join()


def make_fetches(folder: Path) -> None:
    folder.mkdir()
    with listening() as (host, hits):
        root = evil_project(folder, {**FETCHES, **IGNORED}, host)
        outcome_of(root, lambda: Project(root).build(jobs=2), hits)


@pytest.fixture(scope="module")
def fetches(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return kept(shared(tmp_path_factory, "fetches", make_fetches))


# Pictures of content are named themselves: one that is there, and those that are not.
PICTURES = {
    "img-bomb": ("the picture 'templates/evil/bomb.png'", "render-warning"),
    "img-missing": ("no picture 'images/none.png'", "image-missing"),
    "img-up": ("no picture '../canary.png'", "image-missing"),
    "img-up-escaped": ("no picture '../canary.png'", "image-missing"),
}


@pytest.mark.parametrize("name", sorted(FETCHES))
def test_external_resources_are_errors(fetches: Outcome, name: str) -> None:
    picture, code = PICTURES.get(name, (f"evil/{name}:", "render-warning"))
    found = [p for p in fetches.problems if picture in p.message]
    assert found, messages(fetches.problems)
    assert {(p.code, p.severity) for p in found} == {(code, "error")}


def test_pages_send_no_requests_and_build_nothing(fetches: Outcome) -> None:
    assert fetches.hits == []
    assert fetches.built == 0
    assert fetches.after == {}
    assert CANARY not in str(messages(fetches.problems))


def test_the_test_server_records_requests() -> None:
    """Requests to the server of the other tests would be recorded."""
    with listening() as (host, hits):
        connection = http.client.HTTPConnection(host, timeout=10)
        connection.request("GET", "/a.png")
        assert connection.getresponse().status == 404
        connection.close()
        assert hits == ["/a.png"]


def test_a_style_sheet_of_a_theme_sends_no_requests(tmp_path: Path) -> None:
    with listening() as (host, hits):
        root = evil_project(tmp_path, {"page": "<p>words</p>"}, host)
        report = themed(root, tmp_path, host)
        assert hits == []
    assert about(report.problems, "render-warning", "theme.css")
    assert about(report.problems, "render-warning", "canary.css")
    assert report.built == []


def test_a_fault_in_a_style_sheet_is_at_its_line(tmp_path: Path) -> None:
    with listening() as (host, _):
        root = evil_project(tmp_path, {"page": "<p>words</p>"}, host)
    style = root / "templates" / "evil" / "style.css"
    style.write_text("p { color: red }\np { fnt-size: 3mm}\n")
    (problem,) = Project(root).build(jobs=1).problems
    place = problem.position
    assert (place.file, place.line, place.column) == ("templates/evil/style.css", 2, 5)
    assert problem.message == "Ignored `fnt-size: 3mm`, unknown property."


def themed(root: Path, outside: Path, host: str) -> BuildReport:
    """Build with a style sheet that names external resources."""
    (root / "templates" / "evil" / "style.css").write_text(
        f"@import url(http://{host}/theme.css); @import url(file://{outside}/canary.css);"
        f"@font-face {{ font-family: F; src: url(http://{host}/f.ttf) }}"
        f"p {{ background: url(http://{host}/p.png); font-family: F, 'Source Sans 3' }}"
    )
    return Project(root).build(jobs=1)


def test_a_drawing_of_a_theme_that_repeats_its_parts_too_often_is_refused(tmp_path: Path) -> None:
    uses = [f'<use href="#g{number}"/>' * 20 for number in range(8)]
    groups = "".join(f'<g id="g{number}">{each}</g>' for number, each in enumerate(uses, 1))
    bomb = f'<svg viewBox="0 0 1 1"><defs><path id="g0" d="M0 0h1"/>{groups}</defs></svg>'
    path = tmp_path / "templates" / "plain" / "bomb.svg"
    path.parent.mkdir(parents=True)
    path.write_text(bomb.replace("</svg>", '<use href="#g8"/></svg>'))
    resources = Resources(Files(Folders(tmp_path)))
    with pytest.raises(ValueError, match=r"bomb\.svg repeats its parts too often"):
        resources.fetch(f"{RESOURCE_BASE_URL}templates/plain/bomb.svg")


def test_a_drawing_of_a_theme_that_imports_a_style_sheet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "templates" / "plain" / "styled.svg"
    path.parent.mkdir(parents=True)
    path.write_text('<svg viewBox="0 0 1 1"><style>@import "a.css";</style></svg>')
    resources = Resources(Files(Folders(tmp_path)))
    with pytest.raises(ValueError, match=r"styled\.svg imports another style sheet"):
        resources.fetch(f"{RESOURCE_BASE_URL}templates/plain/styled.svg")


def test_a_picture_may_be_in_its_url(tmp_path: Path) -> None:
    resources = Resources(Files(Folders(tmp_path)))
    jpeg, png = BytesIO(), BytesIO()
    Image.new("RGB", (30, 20)).save(jpeg, "JPEG")
    Image.new("RGB", (30, 20)).save(png, "PNG")
    found = resources.fetch(INLINE_JPEG + b64encode(jpeg.getvalue()).decode())
    assert found.read() == jpeg.getvalue()
    for content in (png.getvalue(), jpeg.getvalue()[:-20], b"<svg/>", b""):
        with pytest.raises(ValueError, match="picture"):
            resources.fetch(INLINE_JPEG + b64encode(content).decode())
    for url in (f"{INLINE_JPEG}%%%", "data:image/svg+xml,<svg/>", "data:text/css,p{}"):
        with pytest.raises(ValueError):
            resources.fetch(url)
