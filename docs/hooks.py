"""What MkDocs does besides: fonts, the search index, the words of the theme, the other language."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent

# The fonts of the theme, in fonts/.
FONTS = (
    "eb-garamond/EBGaramond_400Regular.ttf",
    "eb-garamond/EBGaramond_400Regular_Italic.ttf",
    "eb-garamond/EBGaramond_600SemiBold.ttf",
    "source-sans-3/SourceSans3_400Regular.ttf",
    "source-sans-3/SourceSans3_400Regular_Italic.ttf",
    "source-sans-3/SourceSans3_600SemiBold.ttf",
)

WORDS = {
    "en": {
        "skip": "Skip to the text",
        "menu": "All pages",
        "here": "On this page",
        "search": "Search",
        "none": "Nothing found.",
        "previous": "Previous page",
        "next": "Next page",
        "other": "Français",
        "home": "Start page",
    },
    "fr": {
        "skip": "Aller au texte",
        "menu": "Toutes les pages",
        "here": "Sur cette page",
        "search": "Chercher",
        "none": "Aucun résultat.",
        "previous": "Page précédente",
        "next": "Page suivante",
        "other": "English",
        "home": "Accueil",
    },
}

# The longest text that a result of the search is found by.
MAX_WORDS = 500

_found: dict[str, list[dict[str, str]]] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Begin a build. A map for search engines would need the address of the site."""
    _found.clear()
    config.theme.static_templates.discard("sitemap.xml")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the fonts, and their licences."""
    if sitemap := files.get_file_from_path("sitemap.xml"):
        files.remove(sitemap)
    names = {*FONTS, *(f"{Path(name).parent}/OFL.txt" for name in FONTS)}
    for name in sorted(names):
        content = (ROOT / "fonts" / name).read_bytes()
        files.append(File.generated(config, f"fonts/{name}", content=content))
    return files


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """The language of the page, its words, its part of the navigation, and the other page."""
    lang, _, rest = page.url.partition("/")
    if lang not in WORDS:
        return context
    other = "fr" if lang == "en" else "en"
    here = next(item for item in nav.items if item.is_section and page in _pages(item))
    pages = _pages(here)
    place = pages.index(page)
    return context | {
        "lang": lang,
        "words": WORDS[lang],
        "chapters": here.children or [],
        "other": {"lang": other, "url": f"{other}/{rest}"},
        "before": pages[place - 1] if place else None,
        "after": pages[place + 1] if place + 1 < len(pages) else None,
    }


def _pages(item: Any) -> list[Page]:
    if item.is_page:
        return [item]
    return [page for child in item.children or [] for page in _pages(child)]


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make wide tables scroll by themselves; note what the search finds."""
    lang = page.url.partition("/")[0]
    if lang in WORDS:
        reader = _Sections(page.title or "")
        reader.feed(html)
        _found.setdefault(lang, []).extend(
            {
                "page": page.title or "",
                "title": title,
                "url": page.url + (f"#{anchor}" if anchor else ""),
                "text": re.sub(r"\s+", " ", "".join(words)).strip()[:MAX_WORDS],
            }
            for anchor, title, words in reader.sections
        )
    html = html.replace(" />", ">").replace("<img ", '<img loading="lazy" ')
    if lang == "fr":
        html = _french_spaces(html)
    html = re.sub(r"<table[^>]*>", r'<div class="wide" tabindex="0">\g<0>', html)
    return html.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')


# What French spaces are not changed in: code and tags.
_LITERAL = re.compile(r"(<pre.*?</pre>|<code.*?</code>|<[^>]+>)", re.DOTALL)


def _french_spaces(html: str) -> str:
    """No line breaks before the double marks of French, and inside its quotation marks."""
    parts = _LITERAL.split(html)
    words = (re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", each) for each in parts[::2])
    literal = [*parts[1::2], ""]
    return "".join(text + kept for text, kept in zip(words, literal, strict=True))


# Elements without words that somebody looks for: examples, the title, heads of tables.
_UNSEARCHED = ("pre", "h1", "thead")


class _Sections(HTMLParser):
    """The sections of a page: anchor, title, words. Examples in YAML are left out."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.sections: list[tuple[str, str, list[str]]] = [("", title, [])]
        self._title: list[str] | None = None
        self._anchor = ""
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("h2", "h3"):
            self._title, self._anchor = [], dict(attrs).get("id") or ""
        self._skipped += tag in _UNSEARCHED

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h2", "h3") and self._title is not None:
            self.sections.append((self._anchor, "".join(self._title), []))
            self._title = None
        self._skipped -= tag in _UNSEARCHED
        if tag in ("p", "td", "th", "li"):
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif not self._skipped:
            self.sections[-1][2].append(data)


def on_post_build(config: MkDocsConfig) -> None:
    """Write what the search finds, as scripts: a page on the disk can load no other data."""
    # The reference is in English only.
    _found["fr"] += [each for each in _found["en"] if each["url"].startswith("en/reference/")]
    for lang, sections in _found.items():
        path = Path(config.site_dir) / f"search-{lang}.js"
        data = json.dumps(sections, ensure_ascii=False, separators=(",", ":"))
        path.write_text(f"window.printgenSections={data};\n", encoding="utf-8")
