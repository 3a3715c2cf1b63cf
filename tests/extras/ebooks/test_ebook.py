"""Books as web pages: what they hold, that nothing runs in them, how they look on a phone."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from xml.etree.ElementTree import Element

import pytest
import tinyhtml5
from helpers import shared, starter
from runners import runner_of
from screen import NAMES, make, printed_words, words
from tools import axe, axe_faults, nu

from printgen import Project
from printgen.extras.ebooks import ebook
from printgen.extras.ebooks.ebook import web_book
from printgen.extras.exports.channels import ExportError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "screen-books", make)


@pytest.fixture(scope="module")
def trees(books: Path) -> dict[str, Element]:
    return {name: parsed(books / f"{name}.html") for name in NAMES}


def parsed(path: Path) -> Element:
    text = path.read_text(encoding="utf-8")
    found: Element = tinyhtml5.parse(text, namespace_html_elements=False)
    return found


@pytest.mark.slow
def test_the_pages_are_valid(books: Path) -> None:
    # The checker takes no note of `data:` among the sources of pictures.
    found = nu([books / f"{name}.html" for name in NAMES])
    assert [line for line in found if "blocked by “img-src”" not in line] == []


@pytest.mark.slow
def test_a_phone_and_a_screen_reader(books: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = (books / "dracula-america.html").as_uri()
    page.goto(address)
    assert [url for url in asked if not url.startswith("data:")] == [address]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.evaluate(axe())
    shades: dict[Literal["light", "dark"], str] = {
        "light": "rgb(242, 235, 218)",
        "dark": "rgb(17, 19, 29)",
    }
    for scheme, shade in shades.items():
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == shade
        # In the dark nothing but colours is another.
        found = axe_faults(page, *(["color-contrast"] if scheme == "dark" else []))
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
    page.close()


@pytest.mark.slow
def test_contents_and_switch_need_no_script(books: Path, browser: Browser) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, java_script_enabled=False, color_scheme="light"
    )
    page = context.new_page()
    page.goto((books / "fog.html").as_uri())
    contents = page.locator("#page_contents")
    assert not contents.is_visible()
    page.click(".nav-open")
    assert contents.is_visible()
    before = page.screenshot(clip={"x": 0, "y": 780, "width": 8, "height": 8})
    page.check("#page_light")
    assert page.screenshot(clip={"x": 0, "y": 780, "width": 8, "height": 8}) != before
    contents.get_by_role("link", name="The crew").click()
    assert not contents.is_visible()
    assert page.locator("#chapter_02-crew h2").first.is_visible()
    context.close()


def test_one_heading_a_chapter_and_no_level_left_out(trees: dict[str, Element]) -> None:
    for tree in trees.values():
        levels = [int(e.tag[1]) for e in tree.iter() if re.fullmatch("h[1-6]", str(e.tag))]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        for section in tree.iter("section"):
            heads = [e.tag for e in section.iter() if re.fullmatch("h[1-6]", str(e.tag))]
            assert heads[0] == "h2"
            assert heads.count("h2") == 1


def test_links_lead_somewhere_and_pictures_are_told(trees: dict[str, Element]) -> None:
    for tree in trees.values():
        ids = [e.attrib["id"] for e in tree.iter() if "id" in e.attrib]
        assert len(ids) == len(set(ids))
        links = [e.attrib["href"] for e in tree.iter("a")]
        assert len(links) > 10
        assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
        for image in tree.iter("img"):
            assert image.attrib["src"].startswith(("data:image/svg+xml;", "data:image/jpeg;"))
            assert "alt" in image.attrib
    tree = trees["dracula-america"]
    told = [e for e in tree.iter("img") if e.get("alt")]
    plans = [e for e in tree.iter("{http://www.w3.org/2000/svg}svg") if e.get("role") == "img"]
    assert len(told) >= 6
    assert len(plans) >= 3
    # The signs of a legend say their letter.
    said = [plan.attrib["aria-label"] for plan in plans if len(plan.attrib["aria-label"]) > 2]
    assert len(said) >= 5
    assert all(len(words) > 40 for words in said)
    for table in tree.iter("table"):
        assert next(table.iter("th"), None) is not None
        assert all(head.get("scope") for head in table.iter("th"))


def test_no_word_is_lost(books: Path, trees: dict[str, Element]) -> None:
    printed = printed_words(books, "dracula-america", "rules", "fr")
    chapters = {s.get("id", ""): s for s in trees["dracula-america"].iter("section")}
    assert len([name for name in chapters if name.startswith("chapter_")]) == 13
    for name, section in chapters.items():
        if name != "book_index":
            assert printed[name] - words(section) == {}, name


# --- strangers -------------------------------------------------------------------------------

HOSTILE = """
<script>document.title = 'owned'</script><style>body { display: none }</style>
<p onclick="alert(1)" id="page_contents" style="position: fixed; inset: 0; color: red;
  background: url(https://evil.example/x.png); width: 50%">{{ who.name }} stays</p>
<img src="https://evil.example/x.png" alt="far away" onerror="alert(1)">
<img src="data:image/svg+xml,<svg onload='alert(1)'/>" alt="own data">
<a href="javascript:alert(1)">script</a> <a href=" java&#10;script:alert(1)">broken</a>
<a href="https://good.example/page">outside</a> <a href="#nowhere">nowhere</a>
<iframe src="https://evil.example"></iframe><object data="x"></object><form action="/x">
<input name="q"><button>b</button></form><base href="https://evil.example/">
<svg viewBox="0 0 1 1" onload="alert(1)"><script>alert(1)</script><foreignObject><p>no</p>
</foreignObject><use href="https://evil.example/x.svg#a"/><image href="https://evil.example/i"/>
<rect width="1" height="1" fill="url(https://evil.example/f)"/><animate onbegin="alert(1)"/>
<a href="javascript:alert(1)"><text>t</text></a></svg>
</section></main><table><td colspan="100000">x
"""
STYLE = """
@import url(https://evil.example/a.css);
@font-face { font-family: "Far"; src: url(https://evil.example/f.woff) }
.profile { background: u\\72l(https://evil.example/b.png); color: rgb(1 2 3) }
.plan { background: image-set("https://evil.example/c.png" 1x) }
.box::after { content: "</style><script>alert(1)</script>" }
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = starter(tmp_path_factory.mktemp("hostile"))
    theme = root / "templates" / "plain"
    theme.mkdir(parents=True)
    (theme / "web-profile.html.j2").write_text("{% set who = piece.profile %}" + HOSTILE)
    (theme / "web.css").write_text(STYLE)
    return root


def rulebook(root: Path) -> bytes:
    """The English rulebook of the starter as a web page."""
    project = Project(root)
    with runner_of(project) as runner:
        return web_book(project.library, "fog", "rulebook", "en", runner)


def test_what_a_template_writes_is_made_harmless(hostile: Path, browser: Browser) -> None:
    html = rulebook(hostile).decode()
    assert "evil.example" not in html
    assert "alert(1)" not in html.replace("\\3c script>alert(1)", "")
    tree = tinyhtml5.parse(html, namespace_html_elements=False)
    names = {str(e.tag).rpartition("}")[2].lower() for e in tree.iter()}
    assert not names & {"script", "iframe", "object", "form", "button", "base", "foreignobject"}
    assert len(list(tree.iter("main"))) == 1
    for element in tree.iter():
        assert not [key for key in element.attrib if str(key).startswith("on")]
        style = element.get("style", "")
        assert "position" not in style
        assert "url" not in style
        assert not element.get("href", "").strip().startswith("java")
    links = {e.get("href") for e in tree.iter("a")}
    assert "https://good.example/page" in links
    assert "#nowhere" not in links
    page = browser.new_page()
    page.set_content(html)
    assert "owned" not in page.title()
    assert "stays" in page.locator("#chapter_02-crew").inner_text()
    assert "far away" in page.locator("#chapter_02-crew").inner_text()
    page.close()


@pytest.mark.spares("book-size")
def test_the_same_book_is_the_same_page(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (books / "fog.html").read_bytes()
    # A book of the maximum size is not too big.
    monkeypatch.setattr(ebook, "MAX_PAGE", len(before))
    assert rulebook(starter(tmp_path)) == before


@pytest.mark.sees("book-size")
def test_a_book_that_is_too_big(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ebook, "MAX_PAGE", 1_000)
    with pytest.raises(ExportError, match="book-size"):
        rulebook(starter(tmp_path))


@pytest.mark.sees("template-error")
def test_a_faulty_template_is_told(hostile: Path, tmp_path: Path) -> None:
    root = starter(tmp_path)
    theme = root / "templates" / "plain"
    theme.mkdir(parents=True)
    for text, message in (
        ("{{ nothing.here }}", "web-profile.html.j2:1:1: template-error: 'nothing' is undefined"),
        ("<div>" * 70, "nested more than 80 deep"),
        ('<img src="{{ asset("art/none.svg") }}">', "no file 'art/none.svg'"),
    ):
        (theme / "web-profile.html.j2").write_text(text)
        with pytest.raises(ExportError, match=re.escape(message)):
            rulebook(root)
