"""Layout with real workers: overflow, pictures, the template sandbox and limits."""

from __future__ import annotations

import http.client
import http.server
import pickle
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pypdfium2
import pytest
from helpers import (
    POINTS,
    built,
    messages,
    pictures,
    pixels,
    shared,
    starter,
    walk,
    words_in,
    written,
)
from PIL import Image

from printgen import Project
from printgen.imposition.plan import ImpositionOptions, impose
from printgen.layout import renderer as layout
from printgen.layout import worker
from printgen.paper import CARDS, PAPERS
from printgen.press.build import BuildReport
from printgen.problems import Position, Problem

PROFILE = """
name: {{any: {name}}}
story: {story}
stats:
  crew: {{move: 6", fight: 4+, nerve: 3, wounds: 1}}
traits: [{traits}]
{more}
"""


def profile(root: Path, name: str, story: str = "Brief.", traits: str = "", more: str = "") -> None:
    path = root / "content" / "fog" / "profiles" / f"{name.lower()}.yaml"
    path.write_text(PROFILE.format(name=name, story=story, traits=traits, more=more), "utf-8")


def picture(root: Path, name: str, width: int, height: int, mode: str = "RGB") -> None:
    """A picture of noise of a size in pixels, in the format of its name."""
    folder = root / "content" / "fog" / "images"
    folder.mkdir(exist_ok=True)
    noise = np.random.default_rng(7).integers(0, 255, (8, 8, len(mode)), dtype=np.uint8)
    image = Image.fromarray(noise, mode if mode != "RGB" else None)
    image.resize((width, height), Image.Resampling.BICUBIC).save(folder / name)


def products(root: Path, text: str) -> None:
    (root / "content" / "fog" / "products.yaml").write_text(text, "utf-8")


def about(problems: list[Problem], *words: str) -> list[Problem]:
    return [p for p in problems if all(word in str(p) for word in words)]


# --- overflow ---------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """The result of a build: its problems, and `out/` before and after."""

    problems: list[Problem]
    built: int
    before: dict[str, bytes]
    after: dict[str, bytes]
    hits: list[str]


def outcome_of(root: Path, build: Callable[[], BuildReport], hits: list[str]) -> None:
    """Build, and save the outcome beside the project."""
    before = written(root)
    report = build()
    found = Outcome(report.problems, len(report.built), before, written(root), list(hits))
    (root.parent / "outcome").write_bytes(pickle.dumps(tuple(found)))


def kept(folder: Path) -> Outcome:
    return Outcome(*pickle.loads((folder / "outcome").read_bytes()))


def make_faulty(folder: Path) -> None:
    """A deck whose cards have one fault each, built after a valid one."""
    folder.mkdir()
    root = starter(folder / "game")
    built(root, "fog/crew-cards", langs=["en"])
    long = " ".join(["She walks the harbour wall and counts the lamps."] * 40)
    profile(root, "Wordy", f'{{en: "{long}", fr: Courte.}}')
    profile(root, "Bavarde", f'{{fr: "{long}", en: Short.}}')
    profile(root, "Wide", "Donau" + "dampfschiff" * 12)
    profile(root, "Undead", '"Brains: \\U0001F9DF and more."')
    (root / "content" / "fog" / "traits" / "more.yaml").write_text(
        "entries:\n  rune: {name: {any: Rune}, kind: ability, text: 'Says \U0001318b.'}\n"
    )
    profile(root, "Runic", traits="rune")
    picture(root, "coarse.png", 224, 190)
    picture(root, "fair.png", 460, 390)
    profile(root, "Coarse", more="image: images/coarse.png")
    profile(root, "Fair", more="image: images/fair.png")
    outcome_of(root, lambda: Project(root).build(["fog/crew-cards"], jobs=2), [])


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return kept(shared(tmp_path_factory, "faulty", make_faulty))


def test_overflow_names_entry_face_and_language(faulty: Outcome) -> None:
    found = about(faulty.problems, "face-overflow")
    (wordy,) = about(found, "fog/wordy")
    assert "(fog/crew-cards, card-front, en)" in wordy.message
    assert wordy.severity == "error"
    assert wordy.position == Position("content/fog/profiles/wordy.yaml", 3, 13)
    assert "the minimum of 6.2 pt" in wordy.hint
    (bavarde,) = about(found, "fog/bavarde")
    assert "(fog/crew-cards, card-front, fr)" in bavarde.message


def test_a_word_wider_than_its_box_overflows(faulty: Outcome) -> None:
    found = about(faulty.problems, "face-overflow", "fog/wide", "(fog/crew-cards, card-front, en)")
    assert len(found) == 1
    assert "overflows by" in found[0].message
    assert "dampfschiff" in found[0].message


def test_overflow_is_not_reported_for_other_faces(faulty: Outcome) -> None:
    assert not about(faulty.problems, "fog/captain")
    assert not about(faulty.problems, "card-back, en", "overflow")


def test_a_missing_glyph_names_character_and_entry(faulty: Outcome) -> None:
    found = about(faulty.problems, "glyph-missing")
    (undead, *_) = about(found, "fog/undead", "\U0001f9df", "U+1F9DF")
    assert undead.position == Position("content/fog/profiles/undead.yaml", 3, 8)
    (runic, *_) = about(found, "fog/runic", "\U0001318b", "U+1318B")
    assert runic.position == Position("content/fog/traits/more.yaml", 2, 50)
    # The same problem in both languages.
    assert len(set(found)) == 2
    assert {p.severity for p in found} == {"error"}


def test_a_coarse_picture_is_an_error_and_a_fair_one_a_warning(faulty: Outcome) -> None:
    found = about(faulty.problems, "image-resolution")
    coarse, fair = about(found, "fog/coarse"), about(found, "fog/fair")
    assert {p.severity for p in coarse} == {"error"}
    assert {p.severity for p in fair} == {"warning"}
    for problems, width in ((coarse, 224), (fair, 460)):
        (said,) = re.findall(r"(\d+) dpi", problems[0].message)
        # The picture is as wide as the safe area of a poker card, 57 mm.
        assert int(said) == pytest.approx(width / (57 / 25.4), abs=2)


def test_a_deck_with_errors_keeps_the_previous_files(faulty: Outcome) -> None:
    assert faulty.built == 0
    assert "fog/crew-cards.en.a4.pdf" in faulty.before
    assert faulty.after == faulty.before


# --- pictures ---------------------------------------------------------------------------------


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


@pytest.mark.sees("image-resolution")
def test_a_picture_of_200_dpi_is_built_with_a_warning(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    picture(root, "fair.jpg", 460, 390)
    profile(root, "Fair", more="image: images/fair.jpg")
    report = Project(root).build(["fog/crew-cards"], langs=["en"], jobs=1)
    assert len(report.built) == 1
    (problem,) = report.problems
    assert (problem.code, problem.severity) == ("image-resolution", "warning")
    assert re.search(r"20\d dpi", problem.message)


def bomb(path: Path) -> None:
    """A PNG of 169 megapixels and about 20 kB."""
    Image.new("1", (13000, 13000)).save(path, optimize=False)
    assert path.stat().st_size < 100_000


def test_a_decompression_bomb_is_refused_by_its_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = starter(tmp_path / "game")
    (root / "content" / "fog" / "images").mkdir()
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
@pytest.mark.parametrize("kind", ["bomb", "gif", "noise", "empty"])
def test_the_renderer_refuses_invalid_pictures(tmp_path: Path, kind: str) -> None:
    from printgen.layout.resources import prepare_picture

    path = tmp_path / "picture"
    if kind == "bomb":
        bomb(tmp_path / "bomb.png")
        content = (tmp_path / "bomb.png").read_bytes()
    elif kind == "gif":
        Image.new("L", (9, 9)).save(path, "GIF")
        content = path.read_bytes()
    else:
        content = b"" if kind == "empty" else b"\x89PNG\r\n\x1a\n" + bytes(range(200))
    with pytest.raises((ValueError, OSError, SyntaxError)):
        prepare_picture(content, "image/png")


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_truncated_picture_is_reported(tmp_path: Path, suffix: str) -> None:
    root = starter(tmp_path / "game")
    picture(root, f"cut.{suffix}", 760, 640)
    path = root / "content" / "fog" / "images" / f"cut.{suffix}"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    profile(root, "Cut", more=f"image: images/cut.{suffix}")
    report = Project(root).build(["fog/crew-cards"], langs=["en"], jobs=1)
    assert about(report.problems, "cut")


# --- templates of the project -----------------------------------------------------------------

NOWHERE = "127.0.0.1:9"
CANARY = "canary-5a2c-never-printed"

# Forbidden templates, and part of their message.
FORBIDDEN = {
    "classes": ("{{ ''.__class__.__mro__ }}", "is unsafe"),
    "classes-by-key": ("{{ ''['__class__'] }}", "__class__"),
    "classes-by-filter": ("{{ (game | attr('__class__')).__name__ }}", "template-error"),
    "classes-by-format": ("{{ '{0.__class__.__mro__}'.format(1) }}", "is unsafe"),
    "classes-by-map": ("{{ [1] | map(attribute='__class__') | join }}", "template-error"),
    "globals": ("{{ asset.__globals__ }}", "is unsafe"),
    "itself": ("{{ self.__init__.__globals__ }}", "is unsafe"),
    "cycler": ("{{ cycler('a', 'b') }}", "'cycler' is undefined"),
    "lipsum": ("{{ lipsum(5) }}", "'lipsum' is undefined"),
    "joiner": ("{{ joiner(',') }}", "'joiner' is undefined"),
    "long-range": ("{{ range(10**9) | length }}", "at most 1000"),
    "longer-range": ("{{ range(10**30) | length }}", "template-error"),
    "undefined": ("{{ nothing_of_the_kind }}", "'nothing_of_the_kind' is undefined"),
    "undefined-key": ("{{ game.nothing_here }}", "nothing_here"),
    "change": ("{% do game.clear() %}", "is unsafe"),
    "append": ("{% do traits.append(1) %}", "is unsafe"),
    "include-up": ("{% include '../../../../../etc/passwd' %}", "template-error"),
    "include-root": ("{% include '/etc/passwd' %}", "template-error"),
    "include-near": ("{% include '../canary.txt' %}", "template-error"),
    "include-unknown": ("{% include 'evil/none.html.j2' %}", "template-error"),
    "import-root": ("{% import CANARY as c %}{{ c }}", "template-error"),
    "extends-root": ("{% extends CANARY %}", "template-error"),
    "link-out": ("{% include 'evil/link.txt' %}", "template-error"),
    "no-asset": ("{{ asset('../../canary.txt') }}", "no file"),
    "link-asset": ("{{ asset('link.png') }}", "no file"),
    "include-itself": ("{% include 'evil/include-itself.html.j2' %}", "too much memory"),
    "too-much": ("{% for _ in range(900) %}{{ 'x' * 9000 }}{% endfor %}", "too much HTML"),
    "bad-shrink": ("{% set shrink = ['tall'] %}x", "template-error"),
}

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


def evil_project(folder: Path, bodies: dict[str, str], host: str) -> Path:
    """A project with a sheet for each template body."""
    root = starter(folder / "game")
    (folder / "canary.txt").write_text(CANARY)
    (folder / "canary.css").write_text(f".sheet::after {{ content: '{CANARY}' }}")
    Image.new("RGB", (40, 40), "red").save(folder / "canary.png")
    theme = root / "templates" / "evil"
    theme.mkdir(parents=True)
    (theme / "style.css").write_text(".sheet { font-family: 'Source Sans 3' }")
    (theme / "link.png").symlink_to(folder / "canary.png")
    (theme / "link.txt").symlink_to(folder / "canary.txt")
    bomb(theme / "bomb.png")
    (theme / "out.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        f'<image href="http://{host}/n.png" width="9" height="9"/></svg>'
    )
    lines = []
    for name, body in bodies.items():
        body = body.replace("HTTP", f"http://{host}").replace("HOST", host)
        body = body.replace("FILE", f"file://{folder}").replace("CANARY", f"'{folder}/canary.txt'")
        (theme / f"{name}.html.j2").write_text(body)
        lines.append(
            f"{name}:\n  title: {{any: x}}\n  output: sheet\n  template: evil/{name}\n"
            "  pages: 1\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n"
        )
    products(root, "".join(lines))
    return root


def make_forbidden(folder: Path) -> None:
    folder.mkdir()
    root = evil_project(folder, {name: body for name, (body, _) in FORBIDDEN.items()}, NOWHERE)
    project = Project(root)
    assert project.problems == []
    outcome_of(root, lambda: project.build(jobs=2), [])


@pytest.fixture(scope="module")
def forbidden(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return kept(shared(tmp_path_factory, "forbidden", make_forbidden))


@pytest.mark.parametrize("name", sorted(FORBIDDEN))
def test_forbidden_templates_are_errors(forbidden: Outcome, name: str) -> None:
    found = about(forbidden.problems, FORBIDDEN[name][1])
    found = [p for p in found if re.search(rf"\bfog/{name}(?![\w-])", p.message)]
    assert found, messages(forbidden.problems)
    assert {p.severity for p in found} == {"error"}
    assert found[0].position.file == "content/fog/products.yaml"


def test_a_template_error_names_its_line(forbidden: Outcome) -> None:
    (problem,) = about(forbidden.problems, "evil/undefined.html.j2")
    # The template has one line.
    assert "undefined.html.j2:1:" in problem.message


def test_forbidden_templates_disclose_and_build_nothing(forbidden: Outcome) -> None:
    assert CANARY not in str(messages(forbidden.problems))
    assert ":0:0:" not in str(messages(forbidden.problems))
    assert forbidden.built == 0
    assert forbidden.after == {}


def make_fetches(folder: Path) -> None:
    folder.mkdir()
    with listening() as (host, hits):
        root = evil_project(folder, {**FETCHES, **IGNORED}, host)
        outcome_of(root, lambda: Project(root).build(jobs=2), hits)


@pytest.fixture(scope="module")
def fetches(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return kept(shared(tmp_path_factory, "fetches", make_fetches))


@pytest.mark.parametrize("name", sorted(FETCHES))
def test_external_resources_are_errors(fetches: Outcome, name: str) -> None:
    found = [p for p in fetches.problems if f"evil/{name}:" in p.message]
    assert found, messages(fetches.problems)
    assert {(p.code, p.severity) for p in found} == {("render-warning", "error")}


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


def themed(root: Path, outside: Path, host: str) -> BuildReport:
    """Build with a style sheet that names external resources."""
    (root / "templates" / "evil" / "style.css").write_text(
        f"@import url(http://{host}/theme.css); @import url(file://{outside}/canary.css);"
        f"@font-face {{ font-family: F; src: url(http://{host}/f.ttf) }}"
        f"p {{ background: url(http://{host}/p.png); font-family: F, 'Source Sans 3' }}"
    )
    return Project(root).build(jobs=1)


@pytest.mark.spares("template-error")
@pytest.mark.spares("render-warning")
def test_a_template_of_the_project_is_used(tmp_path: Path) -> None:
    """Allowed: a template of the project with its picture and its include."""
    body = '{% include "evil/part.html.j2" %}<img src="{{ asset("dot.png") }}"> {{ game.title }}'
    bodies = {"page": body}
    root = evil_project(tmp_path, bodies, NOWHERE)
    (root / "templates" / "evil" / "part.html.j2").write_text("<p>Of {{ range(3) | join }}</p>")
    Image.new("RGB", (60, 60), "green").save(root / "templates" / "evil" / "dot.png")
    (path,) = built(root).glob("fog/*.pdf")
    assert "Of 012" in words_in(path, 0)
    assert "Fog and Compasses" in words_in(path, 0)
    assert pictures(path) == 1


@pytest.mark.parametrize(
    "body",
    [
        "{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}"
        "{% endfor %}{% endfor %}{% endfor %}x",
        "{% macro m() %}{% for a in range(999) %}{{ m() if false }}{% endfor %}{% endmacro %}"
        "{% for a in range(999) %}{% for b in range(999) %}{{ m() }}{% endfor %}{% endfor %}",
        "<p>x</p>" + "<div>" * 400 + "deep",
    ],
    ids=["loops", "macros", "deep"],
)
def test_layout_time_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.setattr(layout, "BATCH_TIMEOUT_SECONDS", 2)
    root = evil_project(tmp_path, {"slow": body}, NOWHERE)
    report = Project(root).build(jobs=1)
    (problem,) = report.problems
    assert problem.code == "layout-limit"
    assert "fog/slow" in problem.message
    assert written(root) == {}


@pytest.mark.sees("layout-limit")
def test_a_single_slow_operation_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "BATCH_TIMEOUT_SECONDS", 1)
    monkeypatch.setattr(layout, "GRACE_SECONDS", 1, raising=False)
    root = evil_project(tmp_path, {"power": "{{ (9**(9**8)) > 1 }}"}, NOWHERE)
    assert [p.code for p in Project(root).build(jobs=1).problems] == ["layout-limit"]


@pytest.mark.parametrize(
    "body",
    ["{{ 'x' * 10**10 }}", "{{ ('%' ~ 10**10 ~ 'd') % 1 }}", "{{ [0] * 10**10 }}"],
    ids=["repeat", "pad", "list"],
)
def test_layout_memory_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(worker, "MEMORY_LIMIT", 1024**3)
    root = evil_project(tmp_path, {"greedy": body}, NOWHERE)
    report = Project(root).build(jobs=1)
    assert [p.severity for p in report.problems] == ["error"]
    assert written(root) == {}


@pytest.mark.sees("face-overflow")
@pytest.mark.spares("layout-limit")
def test_a_sheet_with_too_many_pages_overflows(tmp_path: Path) -> None:
    bodies = {"long": "{% for n in range(200) %}<p>line {{ n }}</p>{% endfor %}"}
    root = evil_project(tmp_path, bodies, NOWHERE)
    report = Project(root).build(jobs=1)
    (problem,) = report.problems
    assert problem.code == "face-overflow"
    assert re.search(r"has \d+ pages; the maximum is 1", problem.message)


def test_a_missing_glyph_of_a_sheet_is_reported_at_its_text(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    path = root / "content/fog/scenarios/last-quay.yaml"
    path.write_text(
        path.read_text("utf-8").replace("There has been", "\U0001f9df has been"), "utf-8"
    )
    report = Project(root).build(["fog/quay"], langs=["en"], jobs=1)
    (problem,) = report.problems
    assert problem.code == "glyph-missing"
    assert problem.position == Position("content/fog/scenarios/last-quay.yaml", 5, 7)


@pytest.mark.spares("face-overflow")
def test_type_shrinks_only_as_far_as_needed(tmp_path: Path) -> None:
    """A longer story takes a smaller size of the template, without a problem."""
    root = starter(tmp_path / "game")
    sentence = "He climbs as he breathes: noisily, without a thought. "
    for name, count in (("Short", 1), ("Medium", 12)):
        profile(root, name, f'"{sentence * count}"')
    products(
        root,
        "deck:\n  title: {any: Deck}\n  output: cards\n  profiles: [short, medium]\n"
        "  faces: {front: plain/card-front}\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    (path,) = built(root).glob("fog/*.pdf")
    plan = impose([(0, None), (1, None)], PAPERS["a4"], ImpositionOptions(CARDS["poker"]))
    heights = []
    for p, count in zip(plan.sides[0].placements, (1, 12), strict=True):
        box = (p.x, p.y, p.x + p.width, p.y + p.height)
        assert words_in(path, 0, box).count("breathes") == count
        heights.append(letter_height(path, box, "climbs"))
    short, medium = heights
    # plain/card-front shrinks from 8.2 pt to 6.2 pt.
    assert 6.2 / 8.2 - 0.01 < medium / short < 0.99


def letter_height(path: Path, box: tuple[float, float, float, float], word: str) -> float:
    """The height (points) of the letters of a word in a box (mm) of the first page."""
    document = pypdfium2.PdfDocument(path)
    page = document[0]
    text, height = page.get_textpage(), page.get_height()
    left, top, right, bottom = (side * POINTS for side in box)
    finder = text.search(word)
    found: list[float] = []
    while hit := finder.get_next():
        x, low, _, high = text.get_charbox(hit[0], loose=True)
        if left <= x <= right and top <= height - high <= bottom:
            found.append(high - low)
    document.close()
    return found[0]


def test_equal_cards_are_drawn_alike(tmp_path: Path) -> None:
    """Two entries with the same text look the same, at any position of their batch."""
    root = starter(tmp_path / "game")
    for name in ("One", "Two"):
        profile(root, name, "Brief.")
        path = root / "content" / "fog" / "profiles" / f"{name.lower()}.yaml"
        path.write_text(path.read_text().replace(f"any: {name}", "any: Same"))
    products(
        root,
        "deck:\n  title: {any: Deck}\n  output: cards\n  profiles: [one, two]\n"
        "  faces: {front: plain/card-front}\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    (path,) = built(root).glob("fog/*.pdf")
    page = pixels(path, 0, 10)
    one = page[170:900, 120:720]
    two = page[170:900, 750:1350]
    assert one.std() > 20
    assert np.abs(one - two).mean() < 1
