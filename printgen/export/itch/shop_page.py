"""The words of a shop's page: what a game is, what one gets, how to print it, who made it.

Everything is plain text, for a page of HTML and one of Markdown say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from printgen.content.library import GameContent, Library
from printgen.content.models import Text
from printgen.export.channels import Channel, ChannelFile, how_to_print, plain_labels
from printgen.layout.templates import environment
from printgen.typography.fonts import families, font_credits
from printgen.typography.text import plain_words, say
from printgen.typography.typeset import NARROW

View = dict[str, Any]


# The sheets of style that a theme prints with.
STYLES = ("style.css", "book.css", "web.css")

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")

# Emphasis on its way from HTML to Markdown: signs that no text has.
_EMPHASIS = re.compile("</?(em|strong)>")

_STARS = {"em": "\ue000", "strong": "\ue001"}

_SHOWN = {0xE000: "*", 0xE001: "**"}


@dataclass(slots=True)
class BuiltChannel:
    """A channel as it was made: its files without their content, the bytes of its zip, and the
    pages of those files that have pages, by name.
    """

    channel: Channel
    files: list[ChannelFile] = field(default_factory=list)
    size: int = 0
    pages: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageImage:
    """A picture of the page: its file, and what it shows."""

    name: str
    alt: str


def shop_view(
    library: Library,
    game: str,
    lang: str,
    filled: Sequence[BuiltChannel],
    pictures: dict[str, PageImage],
    screenshots: Sequence[PageImage],
) -> View:
    """What the templates of a shop's page see."""
    content = library.games[game]
    words = plain_labels(library, content, lang)
    shop = content.game.shop
    languages = [words.get(f"lang_{name}", name) for name in content.game.languages]

    def said(text: Text | None) -> str:
        return plain_words(say(text, lang, content)) if text else ""

    return {
        "lang": lang,
        "labels": words,
        "colon": NARROW + ":" if lang.split("-")[0] == "fr" else ":",
        "title": said(content.game.title),
        "short": said(shop.short) if shop else said(content.game.subtitle),
        "about": _blocks(shop.about, lang, content) if shop else [],
        "facts": [
            (words[name], value)
            for name, value in (
                ("shop_players", said(shop.players) if shop else ""),
                ("shop_needs", said(shop.needs) if shop else ""),
                ("shop_languages", ", ".join(languages)),
                ("shop_version", content.game.version or ""),
            )
            if value
        ],
        "tags": list(shop.tags) if shop else [],
        "channels": [_channel(library, game, lang, words, each) for each in filled],
        "printing": how_to_print(words, (each.channel.kind for each in filled)),
        "credits": [
            {"role": said(c.role), "name": said(c.name), "note": said(c.note)}
            for c in content.game.credits
        ],
        "drawings": words.get("drawings_note", ""),
        "licence": said(content.game.licence),
        "free": bool(shop and shop.free),
        "ai": said(shop.ai) if shop else "",
        "fonts": font_credits(families(library.folders, _styles(content))),
        "pictures": pictures,
        "screenshots": screenshots,
    }


def write(name: str, view: View) -> bytes:
    """A page of the shop from its view, by the template `name`."""
    text = environment().get_template(f"_shared/{name}").render(view)
    lines = [line.rstrip() for line in text.splitlines()]
    # One blank line between blocks is what Markdown needs; templates leave more.
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return ("\n".join(kept).strip() + "\n").encode()


def escaped(value: Any) -> Any:
    """A view with its texts as Markdown that shows them as they are; labels are Markdown. Of HTML
    the emphasis stays.
    """
    if isinstance(value, dict):
        return {key: item if key == "labels" else escaped(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [escaped(item) for item in value]
    if isinstance(value, Markup):
        stars = _EMPHASIS.sub(lambda tag: _STARS[tag[1]], value)
        return _escape(plain_words(stars)).translate(_SHOWN)
    return _escape(value) if isinstance(value, str) else value


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _styles(content: GameContent) -> Iterable[str]:
    return (f"{folder}/{name}" for folder in (content.game.theme, "_shared") for name in STYLES)


def _blocks(text: Text, lang: str, content: GameContent) -> list[View]:
    """Paragraphs and lists of a text: blank lines between them, `- ` before items."""
    key = text.language_for(lang, content.first_language)
    blocks: list[View] = []
    for block in text[key].strip().split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        listed = all(line.startswith("- ") for line in lines)
        parts = [line[2:] for line in lines] if listed else [" ".join(lines)]
        said = [say(Text({lang: part}), lang, content) for part in parts if part]
        blocks.append({"listed": listed, "parts": said})
    return blocks


# --- what one gets ---------------------------------------------------------------------------


def _channel(
    library: Library, game: str, lang: str, words: dict[str, str], filled: BuiltChannel
) -> View:
    """A channel: what it is called, what it is good for, what is in it."""
    kind = f"channel_{filled.channel.kind.replace('-', '_')}"
    paper = filled.channel.id.removeprefix(filled.channel.kind).strip("-")
    named = f" ({words.get(f'paper_{paper}', paper.upper())})" if paper else ""
    return {
        "id": filled.channel.id,
        "name": words[kind] + named,
        "how": words[f"{kind}_how"],
        "size": size(filled.size, lang),
        "count": len(filled.files),
        "lines": _lines(library, game, lang, words, filled),
    }


def _lines(
    library: Library, game: str, lang: str, words: dict[str, str], filled: BuiltChannel
) -> list[str]:
    """A line for each product of a channel, in the language of the page where it has it."""
    content = library.games[game]
    found: dict[str, list[ChannelFile]] = {}
    for file in filled.files:
        if file.product and file.target:
            found.setdefault(file.product, []).append(file)
    lines = []
    for product, files in found.items():
        title = plain_words(say(content.products[product].value.title, lang, content))
        own = [file for file in files if file.lang == lang] or files
        told = [title, *_extents(filled, own, words)]
        papers = dict.fromkeys(p.target.paper for p in own if p.target and p.target.on_paper)
        if len(papers) > 1:
            told.append(", ".join(words.get(f"paper_{p}", p.upper()) for p in papers))
        if len({p.target.ink for p in own if p.target}) > 1:
            told.append(words["shop_inks"])
        lines.append(" · ".join(told))
    return lines


def _extents(
    filled: BuiltChannel, files: list[ChannelFile], words: dict[str, str]
) -> Iterator[str]:
    """How long something is: once for each edition of a map."""
    counts: dict[str, list[int]] = {}
    for file in files:
        if file.target and file.name in filled.pages:
            counts.setdefault(file.target.edition, []).append(filled.pages[file.name])
    for edition, found in counts.items():
        extent = _extent(filled.channel.kind, min(found), words)
        named = words.get(f"shop_{edition}")
        yield f"{named} ({extent})" if named else extent


def _extent(kind: str, count: int, words: dict[str, str]) -> str:
    """So many pages, or sheets of paper to be folded."""
    folded = kind == "booklet"
    count = -(-count // 2) if folded else count
    one, many = words["shop_sheets" if folded else "shop_pages"].split("|")
    return f"{count} {one if count == 1 else many}"


def size(count: int, lang: str) -> str:
    """Bytes as people read them, in their language."""
    french = lang.split("-")[0] == "fr"
    unit = ("Mo", "ko") if french else ("MB", "kB")
    if count >= 1e6:
        number = f"{count / 1e6:.1f}"
        return f"{number.replace('.', ',') if french else number}\u00a0{unit[0]}"
    return f"{max(1, round(count / 1e3))}\u00a0{unit[1]}"
