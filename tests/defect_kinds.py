"""Defects of print, class by class: what an author writes, or a theme does, that paper loses.

Those of texts change a text that a product prints. Those of files change pictures, products and
chapters of the starters. Those of themes change the style sheets of a project.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image

from printgen.project import TEMPLATES

# The media of products.
MEDIA = ("cards", "counters", "sheets", "maps", "books")


@dataclass(frozen=True, slots=True)
class Place:
    """A text that a product prints: its file, its line and column from 1, its words, and whether
    it is a name or a title.
    """

    file: str
    line: int
    column: int
    words: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Bench:
    """A starter or a game, and its product of each medium."""

    name: str
    products: Mapping[str, str]


BENCHES = (
    Bench("skirmish", {"cards": "fog/crew-cards", "sheets": "fog/quay", "books": "fog/rulebook"}),
    Bench("deck", {"cards": "storm/deck", "counters": "storm/tokens", "sheets": "storm/logbook",
                   "books": "storm/rules"}),
    Bench("hex", {"maps": "salt/board", "counters": "salt/counters", "sheets": "salt/battle",
                  "books": "salt/rules"}),
    Bench("furia-cartese", {"maps": "furia-cartese/map-la-bicocca",
                            "cards": "furia-cartese/unit-cards",
                            "sheets": "furia-cartese/army-sheet"}),
    Bench("un-jeu-de-figs", {"cards": "un-jeu-de-figs/profile-cards"}),
)  # fmt: skip

# --- texts -----------------------------------------------------------------------------------

Words = Callable[[str, random.Random], str]


def _beside(signs: Sequence[str], words: str, chance: random.Random) -> str:
    """Words with a sign after one of them."""
    parts = words.split(" ")
    at = chance.randrange(len(parts)) + 1
    return " ".join([*parts[:at], chance.choice(signs), *parts[at:]])


def _within(signs: Sequence[str], words: str, chance: random.Random) -> str:
    """Words with a sign after a letter of theirs."""
    letters = [n for n, letter in enumerate(words, 1) if letter.isalpha()] or [len(words)]
    at = chance.choice(letters)
    return words[:at] + chance.choice(signs) + words[at:]


def _instead(signs: Sequence[str], words: str, chance: random.Random) -> str:
    return chance.choice(signs)


def _endless(words: str, chance: random.Random) -> str:
    """A word that fits nowhere, or far too many words."""
    return words + (" " + "Wasserdampfmaschinenmeister" * 9 if chance.random() < 0.5 else
                    f" {words or 'words'}" * (3_000 // (len(words) + 1)))  # fmt: skip


TEXTS: dict[str, Words] = {
    "missing glyph": partial(_beside, ("𓆋𓆋", "漢字", "कखग", "ไทย", "ሀለ", "𓂀")),
    "invisible name": partial(
        _instead,
        (
            "\u200b",
            "\u2060",
            "\u200d",
            "\ufeff",
            "\u00ad",
            "\ufe0f",
            "\u3164",
            "\u2800",
            "\u200e",
            "**",
            "*\u200b*",
            "\u0301",
            "\u202e\u2800",
        ),
    ),
    "letters turned": partial(_within, ("\u202e", "\u202d", "\u2067", "\u200f", "\u061c")),
    "lost letter": partial(_within, ("\ufffd", "\ue000", "\uf8ff", "\U000f0000", "\ufff9")),
    "mojibake": partial(_beside, ("LÃ¼beck", "itâ€™s", "dÃ©jÃ ", "naÃ¯ve", "â€œno", "Â«no")),
    "half a flag or a boxed letter": partial(_beside, ("🇫", "a\u20e3", "🇬", "Z\u20e3")),
    "stacked accents": partial(_within, ("\u0301\u0302\u0303", "\u0316\u0321\u0347\u0301" * 5)),
    "control character": partial(_within, ("\u0007", "\u2028", "\u0085", "\u009f", "\u0000")),
    "more than fits": _endless,
}

RIGHT_TO_LEFT: dict[str, Words] = {
    "right-to-left text": partial(_instead, ("קפטן הספינה", "القبطان", "بندر عباس", "שלום")),
}


def written(words: str, before: str) -> str:
    """Words as they are written in YAML after a quotation mark, or in a spreadsheet or chapter."""
    if before != '"':
        return words
    return json.dumps(words, ensure_ascii=False)[1:-1]


# --- files -----------------------------------------------------------------------------------

Change = Callable[[Path], str]


def photo(width: int, height: int, kind: str = "JPEG", *, progressive: bool = False) -> bytes:
    """A picture of noise."""
    stream = BytesIO()
    noise = random.Random(width).randbytes(width * height * 3)
    Image.frombytes("RGB", (width, height), noise).save(stream, kind, progressive=progressive)
    return stream.getvalue()


def _cut(content: bytes) -> bytes:
    return content[: len(content) * 3 // 5]


def _hole(content: bytes) -> bytes:
    at = len(content) // 2
    return content[:at] + content[at + 2_000 :]


def _early_end(content: bytes) -> bytes:
    return content[: len(content) // 2] + b"\xff\xd9"


def _flipped(content: bytes) -> bytes:
    at = len(content) // 2
    return content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :]


PHOTOS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "60 pixels": ("jpg", lambda: photo(60, 51)),
    "150 pixels": ("png", lambda: photo(150, 126, "PNG")),
    "200 pixels": ("webp", lambda: photo(200, 168, "WEBP")),
    "JPEG cut off": ("jpg", lambda: _cut(photo(760, 640))),
    "JPEG with a hole": ("jpg", lambda: _hole(photo(760, 640))),
    "JPEG ends early": ("jpg", lambda: _early_end(photo(760, 640))),
    "scans cut off": ("jpg", lambda: _early_end(photo(760, 640, progressive=True))),
    "scans with a hole": ("jpg", lambda: _hole(photo(760, 640, progressive=True))),
    "PNG cut off": ("png", lambda: _cut(photo(760, 640, "PNG"))),
    "PNG with a wrong checksum": ("png", lambda: _flipped(photo(760, 640, "PNG"))),
    "WebP cut off": ("webp", lambda: _cut(photo(760, 640, "WEBP"))),
    "no picture": ("png", lambda: b"<html>404</html>"),
    "empty file": ("jpg", lambda: b""),
}

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">'
_BOX = '<path d="M9 9h70v70h-70z"/>'

DRAWINGS: dict[str, str] = {
    "imports a style sheet": f"{_HEAD}<style>@import url(a.css);</style>{_BOX}</svg>",
    "uses the network": f'{_HEAD}{_BOX}<use href="http://192.0.2.1/a.svg#a"/></svg>',
    "filled from the network": f'{_HEAD}<path d="M0 0h9v9z" fill="url(http://192.0.2.1#a)"/></svg>',
    "shows a lost picture": f'{_HEAD}{_BOX}<image href="lost.png" width="9" height="9"/></svg>',
    "shows what is outside": f'{_HEAD}{_BOX}<image href="/etc/a.png" width="9" height="9"/></svg>',
    "repeats a lost part": f'{_HEAD}{_BOX}<use href="#lost"/></svg>',
    "not closed": f"{_HEAD}{_BOX}<g></svg>",
    "draws nothing": f"{_HEAD}<defs>{_BOX}</defs></svg>",
    "has no size": f'<svg xmlns="http://www.w3.org/2000/svg">{_BOX}</svg>',
    "thin lines": f'{_HEAD}<path d="M9 9h70" stroke="#000" stroke-width="0.1"/></svg>',
    "small words": f'{_HEAD}{_BOX}<text x="9" y="9" font-size="2">words</text></svg>',
}

# Changes of `products.yaml` and of `game.yaml` of the deck: backs and pages that do not match.
BACKS: dict[str, tuple[str, str]] = {
    "no back of a kind": (
        "      events: {icon: sea, title: {fr: La Veille, en: Storm Watch}}\n",
        "",
    ),
    "an unknown icon": ("{icon: oil,", "{icon: oill,"),
    "a lost picture": ("{icon: oil,", "{picture: images/lost.png,"),
    "a back of no kind": ("      crew: {icon", "      crews: {icon"),
    "a lost deck": ("holds: deck", "holds: decks"),
    "an unknown field": ("body: text", "body: texts"),
    "an unknown size": ("shape: round\n  size: 20 mm", "shape: round\n  size: 20 miles"),
    "an unknown kind": ("entries: {supplies: all}", "entries: {supply: all}"),
    "too many tokens": ("size: 20 mm", "size: 900 mm"),
}

# Lines at the end of a chapter: parts of it that would be printed as typed, or not.
CHAPTERS: dict[str, str] = {
    "raw HTML": "Words <b>bold</b> words.",
    "a comment": "Words <!-- not printed --> words.",
    "an unknown directive": ":::{asides} A title",
    "an open directive": ":::{aside} A title\n\nWords.",
    "an unused footnote": "Words.\n\n[^lost]: A note that nothing names.",
    "a lost footnote": "Words.[^lost]",
    "a lost picture": ":::{figure} images/lost.png A picture",
    "a picture of Markdown": "Words ![A picture](images/lost.png) words.",
    "a lost entry": ":::{table} lost",
    "a lost reference": "See [](#lost).",
    "cells without a head": "| a | b |\n| --- | --- |\n| 1 | 2 | 3 |",
    "a table without a rule": "| a | b |\n| 1 | 2 |",
    "an open emphasis": "Words **bold words.",
    "an unknown icon": "Take {lampoil} and {x-y}.",
    "a heading without a space": "##Heading",
    "a heading that prints nothing": "## &#8203;",
    "a character reference": "Words &#x202E;turned.",
    "a wide table": "| " + " | ".join(["Wasserdampfmaschinenmeister"] * 9) + " |\n|" + " --- |" * 9,
    "an endless word": "`" + "x1" * 150 + "`",
}

# --- themes ----------------------------------------------------------------------------------

# What style sheets do to all words of an element.
TRICKS: dict[str, str] = {
    "white on white": "color: #fff !important; background: #fff !important",
    "transparent": "color: transparent !important",
    "opacity": "opacity: 0.02 !important",
    "size": "font-size: 0.5pt !important",
    "display": "display: none !important",
    "visibility": "visibility: hidden !important",
    "rotated out": "position: relative; transform: translateX(190mm) rotate(80deg) !important",
    "below the edge": "position: relative !important; top: 400mm !important",
    "cut": "height: 0 !important; overflow: hidden !important; display: block !important",
    "letters over letters": "letter-spacing: -0.5em !important",
    "lines over lines": "line-height: 0.02 !important; display: block !important",
    "black on black": "color: #000 !important; background: #000 !important",
}

# The elements whose words are hidden, with the style sheet of their theme.
ELEMENTS: dict[str, tuple[str, Sequence[str]]] = {
    "sheets": ("style.css", ("h1", "h2", "p")),
    "books": ("book.css", (".book .chapter h2", ".book .chapter p", ".book .chapter li")),
}


def own_theme(root: Path, theme: str = "plain") -> Path:
    """The folder of a theme of the project, with copies of the style sheets of printgen's."""
    folder = root / "templates" / theme
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("style.css", "book.css"):
        if (TEMPLATES / theme / name).exists():
            (folder / name).write_bytes((TEMPLATES / theme / name).read_bytes())
    return folder
