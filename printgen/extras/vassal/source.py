"""What a module is made of: a game in one language, the words of the module, and its pictures."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.exports.channels import drawing
from printgen.layout import pdfium
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import JobRunner
from printgen.paper import POINTS_PER_MM
from printgen.problems import Position
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image


# The labels of modules, without `vassal_` in front.
_WORDS = (
    "charts", "choose", "clone", "delete", "dice", "down", "draw", "empty", "field", "flip",
    "gather", "hand", "joker", "left", "map", "pack", "pieces", "ranks", "retire", "return",
    "right", "ruler", "shuffle", "side", "table", "turned", "up",
)  # fmt: skip

JPEG_QUALITY = 85

# The most colours of a PNG.
COLOURS = 256


@dataclass(slots=True)
class Pictures:
    """The pictures of a module by name. Equal ones are kept once, under the name of the first."""

    files: dict[str, bytes] = field(default_factory=dict)
    _names: dict[bytes, str] = field(default_factory=dict)

    def add(self, stem: str, image: Image, photo: bool = False) -> str:
        """Keep a picture and return its name: a JPEG of a `photo`, or else a PNG."""
        from PIL import Image as Images

        buffer = BytesIO()
        if photo:
            image.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, optimize=True)
        else:
            clear = image.mode == "RGBA"
            method = Images.Quantize.FASTOCTREE if clear else Images.Quantize.MEDIANCUT
            image.quantize(COLOURS, method).save(buffer, "PNG", compress_level=9)
        content = buffer.getvalue()
        digest = sha256(content).digest()
        if digest not in self._names:
            name = f"{stem}.{'jpg' if photo else 'png'}"
            if name in self.files:
                name = f"{len(self.files)}-{name}"
            self.files[name], self._names[digest] = content, name
        return self._names[digest]


@dataclass(slots=True)
class Source:
    """What all parts of a module are made of: a game in one language and the labels of modules, by
    their names without `vassal_`; the pictures so far, the number of pieces, and the
    names of decks.
    """

    library: Library
    content: GameContent
    lang: str
    runner: JobRunner
    words: dict[str, str] = field(init=False)
    pictures: Pictures = field(default_factory=Pictures)
    pieces: int = 0
    decks: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        labelled = labels(self.library.folders, self.content.game.theme, self.lang)
        self.words = {word: safe_name(plain_words(labelled[f"vassal_{word}"])) for word in _WORDS}

    def name(self, text: Text) -> str:
        """A text as a name in the module."""
        return safe_name(plain_words(say(text, self.lang, self.content)))

    def deck_name(self, title: str) -> str:
        """A name for a new deck that no other one has."""
        name, number = title, 2
        while name in self.decks:
            name, number = f"{title} {number}", number + 1
        self.decks.add(name)
        return name

    def next_number(self) -> int:
        """The number of the place of a new piece, from 1."""
        self.pieces += 1
        return self.pieces


def safe_name(text: str) -> str:
    """A name without control characters. VASSAL loses a backslash at the end of a name: a space
    follows it.
    """
    bare = "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)
    return f"{bare} " if bare.endswith("\\") else bare


def distinct(name: str, id: str, taken: set[str]) -> str:
    """A name that is not taken: if need be, with the id behind it. It is taken from now on."""
    name = f"{name} ({id})" if name in taken else name
    taken.add(name)
    return name


def page_images(pdf: bytes, where: Position, per_mm: float) -> Iterator[Image]:
    """The pages of a PDF with `per_mm` pixels per mm. Raises ExportError for one that cannot be
    drawn, with the position of what it shows.
    """
    pages = DrawnPages(pdf, "a page")
    with drawing(where):
        for number in range(len(pages.call(pdfium.sizes))):
            yield pages.picture(number, per_mm / POINTS_PER_MM)


def without_bleed(image: Image, bleed: float, per_mm: float, width: int, height: int) -> Image:
    """The part of a face inside of its bleed (mm), scaled to a size in pixels."""
    from PIL import Image as Images

    edge = bleed * per_mm
    box = (edge, edge, image.width - edge, image.height - edge)
    return image.resize((width, height), Images.Resampling.LANCZOS, box)
