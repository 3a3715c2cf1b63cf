"""The site: its links, what it asks for, its languages, its search, and how it reads."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

import pytest
from helpers import ROOT, shared
from tools import axe, axe_faults, nu

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

# Two pages that have between them all that the style sheet knows.
SEEN = ("en/index.html", "fr/tutorial/deck.html")
# Attributes whose addresses the browser loads by itself.
LOADED = {
    ("link", "href"),
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("form", "action"),
}


class Links(HTMLParser):
    """The anchors of a page, and its addresses with their tags and attributes."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.addresses: list[tuple[str, str, str]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src", "action") and value:
                self.addresses.append((tag, name, value))


def build(folder: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    done = subprocess.run(
        [*command, "--site-dir", str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "site", build)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Links]:
    return {path.relative_to(site).as_posix(): Links(path) for path in site.rglob("*.html")}


def broken(site: Path, pages: dict[str, Links]) -> Iterator[str]:
    """The links that lead to no file or to no anchor."""
    for name, page in pages.items():
        for _, _, address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            path = site / name
            if parts.path:
                path = (path.parent / unquote(parts.path)).resolve()
            found = pages.get(path.relative_to(site).as_posix()) if path.is_file() else None
            anchor = unquote(parts.fragment)
            if not path.is_file() or (anchor and (not found or anchor not in found.anchors)):
                yield f"{name}: {address}"


def test_every_link_leads_somewhere(site: Path, pages: dict[str, Links]) -> None:
    assert list(broken(site.resolve(), pages)) == []


def test_broken_links_are_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html"></a><a href="#y"></a>')
    page = {"a.html": Links(tmp_path / "a.html")}
    assert list(broken(tmp_path, page)) == ["a.html: b.html", "a.html: #y"]


def test_nothing_is_asked_of_other_machines(site: Path, pages: dict[str, Links]) -> None:
    loaded = [
        (name, address)
        for name, page in pages.items()
        for tag, attribute, address in page.addresses
        if (tag, attribute) in LOADED and urlsplit(address).netloc
    ]
    assert loaded == []
    style = (site / "style.css").read_text(encoding="utf-8")
    named = re.findall(r'url\("([^"]+)"\)', style)
    assert len(named) == 6 and all((site / name).is_file() for name in named)
    assert "http" not in style + (site / "search.js").read_text(encoding="utf-8")


def test_both_languages_have_the_same_pages(pages: dict[str, Links]) -> None:
    english = {name[3:] for name in pages if name.startswith("en/")}
    assert english == {name[3:] for name in pages if name.startswith("fr/")}
    for name, page in pages.items():
        if name != "index.html":
            other = {"en": "fr", "fr": "en"}[name[:2]]
            switches = [a for tag, _, a in page.addresses if tag == "link" and f"/{other}/" in a]
            assert switches == ["../" * name.count("/") + other + name[2:]]


def test_the_search_knows_every_page(site: Path, pages: dict[str, Links]) -> None:
    for lang in ("en", "fr"):
        script = (site / f"search-{lang}.js").read_text(encoding="utf-8")
        sections = json.loads(script.removeprefix("window.printgenSections=").removesuffix(";\n"))
        # The reference is in English only.
        assert {each["url"].partition("#")[0] for each in sections} == {
            name for name in pages if name.startswith((f"{lang}/", "en/reference/"))
        }
        for each in sections:
            page, _, anchor = each["url"].partition("#")
            assert not anchor or anchor in pages[page].anchors


def test_the_pages_are_valid(site: Path) -> None:
    assert nu([site / name for name in (*SEEN, "index.html")]) == []


@pytest.mark.parametrize("name", SEEN)
def test_a_phone_and_a_screen_reader(name: str, site: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((site / name).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.evaluate(axe())
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        # In the dark nothing but colours is another.
        found = axe_faults(page, *(["color-contrast"] if scheme == "dark" else []))
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
    page.close()


@pytest.mark.parametrize(
    "name", ["products", "markdown", "commands", "checks", "templates", "theme-files", "glossary"]
)
def test_the_reference_on_a_phone(name: str, site: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 375, "height": 800})
    page.goto((site / f"en/reference/{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    # No table has to be moved sideways.
    wide = "[...document.querySelectorAll('.wide')].filter(e => e.scrollWidth > e.clientWidth)"
    assert page.evaluate(f"{wide}.length") == 0
    page.close()


def test_a_search_on_the_disk(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "fr/index.html").as_uri())
    page.fill(".search input", "stat-range")
    page.wait_for_selector("#found a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/reference/checks.html#stat-range")
    page.close()


def test_the_first_page_leads_to_the_language_of_the_reader(site: Path, browser: Browser) -> None:
    for locale, lang in (("fr-CA", "fr"), ("de", "en")):
        page = browser.new_page(locale=locale)
        page.goto((site / "index.html").as_uri())
        page.wait_for_url(f"**/{lang}/index.html")
        page.close()
