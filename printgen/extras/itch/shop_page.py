"""The data of a shop page: the game, its downloads, printing instructions and credits.

All texts are plain, so the HTML page and the Markdown page have the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.exports.channels import (
    Channel,
    ChannelFile,
    ai_sentence,
    colon,
    how_to_print,
    plain_labels,
)
from printgen.layout.templates import shared_template
from printgen.paper import paper_size
from printgen.typography.fonts import families, font_credits
from printgen.typography.labels import fill
from printgen.typography.language import language
from printgen.typography.text import in_number, plain_words, say, with_decimal_mark

# The style sheets that use a theme's fonts.
STYLES = ("style.css", "book.css", "web.css")


@dataclass(slots=True)
class BuiltChannel:
    """A written channel: its files without content, the bytes of its ZIP, and the page count of
    each PDF by name.
    """

    channel: Channel
    files: list[ChannelFile] = field(default_factory=list)
    size: int = 0
    pages: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageImage:
    """An image of the page: its file name and its alternative text."""

    name: str
    alt: str


def shop_view(
    library: Library,
    game: str,
    lang: str,
    built: Sequence[BuiltChannel],
    pictures: dict[str, PageImage],
    screenshots: Sequence[PageImage],
) -> dict[str, object]:
    """What the templates of a game's shop page see in a language."""
    content = library.games[game]
    words = plain_labels(library, content, lang)
    shop = content.game.shop
    facts = {
        "shop_players": _plain(shop.players if shop else None, lang, content),
        "shop_needs": _plain(shop.needs if shop else None, lang, content),
        "shop_languages": ", ".join(words.get(f"lang_{n}", n) for n in content.game.languages),
        "shop_version": content.game.version or "",
    }
    styles = (f"{f}/{name}" for f in (*content.game.theme_folders, "_shared") for name in STYLES)
    channels = []
    for each in built:
        channel = each.channel
        key = f"channel_{channel.kind.replace('-', '_')}"
        if channel.vendor:
            how = words[f"channel_vendor_{channel.vendor.files}_how"]
            name = fill(words["channel_vendor"], vendor=channel.vendor.name)
        else:
            name, how = words[key], words[f"{key}_how"]
        channels.append({
            "id": channel.id,
            "name": name + (f" ({paper_label(channel.paper, words)})" if channel.paper else ""),
            "how": how,
            "size": size(each.size, lang),
            "count": len(each.files),
            "lines": _lines(library, game, lang, words, each),
        })  # fmt: skip
    return {
        "lang": lang,
        "labels": words,
        "colon": colon(lang),
        "title": _plain(content.game.title, lang, content),
        "short": _plain(shop.short if shop else content.game.subtitle, lang, content),
        "about": _blocks(shop.about, lang, content) if shop else [],
        "facts": [(words[name], value) for name, value in facts.items() if value],
        "tags": list(shop.tags) if shop else [],
        "channels": channels,
        "printing": how_to_print(words, [part for b in built for part in b.channel.printed]),
        "credits": [
            {
                "role": _plain(credit.role, lang, content),
                "name": _plain(credit.name, lang, content),
                "note": _plain(credit.note, lang, content),
            }
            for credit in content.game.credits
        ],
        "drawings": words.get("drawings_note", ""),
        "licence": _plain(content.game.licence, lang, content),
        "free": bool(shop and shop.free),
        "ai": ai_sentence(content, lang),
        "fonts": font_credits(families(library.folders, styles)),
        "pictures": pictures,
        "screenshots": list(screenshots),
    }


def _plain(text: Text | None, lang: str, content: GameContent) -> str:
    return plain_words(say(text, lang, content)) if text else ""


def write(name: str, view: Mapping[str, object]) -> bytes:
    """Fill the shared template `name`. Pages have single blank lines and no trailing spaces."""
    text = shared_template(name).render(view)
    if name.endswith(".sh.j2"):
        return text.encode()
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return ("\n".join(kept).strip() + "\n").encode()


def _blocks(text: Text, lang: str, content: GameContent) -> list[dict[str, object]]:
    """The paragraphs (of one part) and lists (a part per item) of a text. Blank lines separate
    blocks; items start with `- `.
    """
    key = text.language_for(lang, content.first_language)
    blocks: list[dict[str, object]] = []
    for block in text[key].strip().split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        listed = all(line.startswith("- ") for line in lines)
        parts = [line[2:] for line in lines] if listed else [" ".join(lines)]
        typeset = [say(Text({lang: part}), lang, content) for part in parts if part]
        blocks.append({"listed": listed, "parts": typeset})
    return blocks


def paper_label(paper: str, words: Mapping[str, str]) -> str:
    """The paper as readers know it: its name, or its size."""
    if paper.endswith("mm"):
        return str(paper_size(paper)).replace("x", "×")
    return words.get(f"paper_{paper}", paper.upper())


def _lines(
    library: Library, game: str, lang: str, words: dict[str, str], built: BuiltChannel
) -> list[str]:
    """A line per product of a channel, for its files in `lang` if there are any."""
    content = library.games[game]
    files_by_product: dict[str, list[ChannelFile]] = {}
    for file in built.files:
        if file.product and file.target:
            files_by_product.setdefault(file.product, []).append(file)
    lines = []
    for product, files in files_by_product.items():
        title = plain_words(say(content.products[product].value.title, lang, content))
        own = [file for file in files if file.lang == lang] or files
        parts = [title, *_extents(built, own, words, lang)]
        papers = dict.fromkeys(f.target.paper for f in own if f.target and f.target.on_paper)
        if len(papers) > 1:
            parts.append(", ".join(paper_label(paper, words) for paper in papers))
        if len({f.target.ink for f in own if f.target}) > 1:
            parts.append(words["shop_inks"])
        lines.append(" · ".join(parts))
    return lines


def _extents(
    built: BuiltChannel, files: list[ChannelFile], words: dict[str, str], lang: str
) -> Iterator[str]:
    """The page count of a product, once per edition."""
    counts: dict[str, list[int]] = {}
    for file in files:
        if file.target and file.name in built.pages:
            counts.setdefault(file.target.edition, []).append(built.pages[file.name])
    for edition, found in counts.items():
        # A booklet has sheets.
        folded = built.channel.kind == "booklet"
        count = -(-min(found) // 2) if folded else min(found)
        noun = in_number(words["shop_sheets" if folded else "shop_pages"], str(count), lang)
        extent = f"{count} {noun}"
        name = words.get(f"shop_{edition}")
        yield f"{name} ({extent})" if name else extent


def size(count: int, lang: str) -> str:
    """A file size in kB or MB, in the notation of a language."""
    kilobytes, megabytes = language(lang).bytes
    if count >= 1e6:
        return f"{with_decimal_mark(f'{count / 1e6:.1f}', lang)}\u00a0{megabytes}"
    return f"{max(1, round(count / 1e3))}\u00a0{kilobytes}"
