"""A face as a picture and the texts on top of it, which together look like the face."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pikepdf
from pikepdf import Dictionary, Name

from printgen.extras.card_printers.inks import DARK, inks_of
from printgen.extras.card_printers.text_reading import Colour, Split, Text, part_of, split, written
from printgen.extras.exports.card_pictures import CardFace
from printgen.extras.exports.channels import drawing
from printgen.layout import pdfium
from printgen.layout.assembly import assemble
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.faces import Face
from printgen.paper import mm_to_points

if TYPE_CHECKING:
    from PIL.Image import Image

# --- write texts as the content of a page, in colours of choice -----------------------------------


# Writes a colour as an operator.
Inked = Callable[[Colour], bytes]


def in_rgb(colour: Colour) -> bytes:
    """A colour as on the face."""
    return written(colour) + b" rg"


def in_inks(colour: Colour) -> bytes:
    """A colour in the inks of a press."""
    return written(inks_of(colour)) + b" k"


def text_face(face: Face, texts: Sequence[Text], inked: Inked) -> Face:
    """A face with texts of another face alone."""
    used = {text.font for text in texts}
    fonts = tuple(font for font in face.fonts if font.name in used)
    names = Dictionary({f"/{font.name}": Name(f"/@{at}") for at, font in enumerate(fonts)})
    dictionary = Dictionary(
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, face.width, face.height],
        Resources=Dictionary(Font=names),
    )
    lines = [b"q"]
    for clips, group in groupby(texts, key=lambda text: text.clips):
        lines += [b"q", *clips, *_shown(group, inked), b"Q"]
    content = b"\n".join([*lines, b"Q"])
    form = part_of(dictionary, [font.name for font in fonts], content)
    return Face(face.width, face.height, form, fonts)


def _shown(texts: Iterable[Text], inked: Inked) -> list[bytes]:
    lines, colour, font = list[bytes](), b"", b""
    for text in texts:
        before = colour, font
        colour = inked(text.colour)
        font = b"/%s %s Tf" % (text.font.encode(), written((text.size,)))
        lines += [colour] if colour != before[0] else []
        lines.append(b"BT")
        lines += [font] if font != before[1] else []
        # Not multiplied: other numbers would move glyphs to other pixels.
        lines += [written(text.matrix, 6) + b" Tm", text.shown.strip(), b"ET"]
    return lines


# --- fonts for PDF 1.4, which knows fewer kinds of font file --------------------------------------


def adapt_font(font: pikepdf.Object) -> None:
    """Replace the OpenType file of a composite font, which PDF 1.6 brought, by the outlines in it.
    TrueType files stay.
    """
    descendant = font.DescendantFonts[0]
    file = descendant.FontDescriptor.get("/FontFile3")
    if file is None or file.get("/Subtype") != Name.OpenType:
        return
    content = file.read_bytes()
    (count,) = struct.unpack_from(">H", content, 4)
    tables = (struct.unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(count))
    places = {tag: (start, length) for tag, _, start, length in tables}
    if b"CFF " not in places:
        raise ValueError("the font has no table CFF ")
    start, length = places[b"CFF "]
    file.write(content[start : start + length])
    file.Subtype = Name.CIDFontType0C
    if "/CIDToGIDMap" in descendant:
        del descendant.CIDToGIDMap


# --- the layers of a face -------------------------------------------------------------------------


# How much (of 255) a pixel of the face may differ from one of the picture with the texts on top.
# Faces with nothing over their texts differ by 1.
SAME = 8

# How often texts that differ are put back into the picture, before all are.
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Layers:
    """The image of a whole face; its picture, which is the whole face if all texts stay in it; the
    texts on top, and their letters and digits.
    """

    whole: Image
    picture: Image
    texts: tuple[Text, ...] = ()
    letters: str = ""


def layers_of(face: CardFace, width: int, height: int) -> Layers:
    """The layers of a face with its bleed, at a size in pixels.

    A text stays in the picture if the picture with the text on top is not what the face looks like:
    something covers the text.
    """
    whole = face.image(width, height, face.cut.bleed)
    left = set[int]()
    for _ in range(_TRIES):
        parts = split(face.face, left)
        if not parts.texts:
            break
        picture, together, letters = _drawn(face, parts, width, height)
        difference = np.asarray(whole).astype(np.int16) - np.asarray(together)
        wrong = np.abs(difference).max(axis=2) > SAME
        if not wrong.any():
            return Layers(whole, picture, parts.texts, letters)
        covered = {text.number for text in parts.texts if wrong[_pixels(face, text, whole)].any()}
        if not covered:
            break
        left |= covered
    return Layers(whole, whole)


def _drawn(face: CardFace, parts: Split, width: int, height: int) -> tuple[Image, Image, str]:
    """The picture, the picture with the texts on top, and the letters of the texts."""
    faces = [parts.picture, text_face(face.face, parts.texts, in_rgb)]
    pages = DrawnPages(assemble(faces, face.programs), face.card.id)
    picture, together = face.images(pages, [0, 1], width, height, face.cut.bleed)
    with drawing(face.card.where):
        return picture, together, letters_of(pages, 1)


def letters_of(pages: DrawnPages, number: int) -> str:
    """The letters and digits of a page. Raises CannotDraw."""
    return "".join(filter(str.isalnum, pages.call(pdfium.text, number)))


def _pixels(face: CardFace, text: Text, image: Image) -> tuple[slice, slice]:
    """The rows and columns of the pixels around a text."""
    size = face.cut.size.grown(face.cut.bleed)
    across = image.width / mm_to_points(size.width)
    down = image.height / mm_to_points(size.height)
    left, bottom, right, top = text.box
    rows = slice(max(0, int((face.top - top) * down)), max(0, int((face.top - bottom) * down) + 1))
    return rows, slice(int(max(0.0, left) * across), int(max(0.0, right) * across) + 1)


# --- where the texts of a face are seen, to find them on a finished page --------------------------
#
# The finished page has other colours than the face, but its texts change the same pixels.


Mask = npt.NDArray[np.bool_]

# How much (of 255) a text changes a pixel that it covers, and how much that changes in inks.
_CLEAR, _SEEN = 96, 24


@dataclass(frozen=True, slots=True)
class Marks:
    """The pixels that texts change clearly, and those that they leave as they are; eight a byte.

    Black pixels are not among the latter: they may be rich black, on which black text is seen.
    """

    width: int
    height: int
    covered: bytes
    free: bytes

    @classmethod
    def of(cls, picture: Image, whole: Image) -> Marks:
        """The marks of texts on a picture, which together are the whole."""
        change = _change(picture, whole)
        light = np.asarray(picture.convert("L")) > 2 * DARK
        free = np.packbits((change == 0) & light).tobytes()
        return cls(*picture.size, np.packbits(change > _CLEAR).tobytes(), free)

    def wrong_pixels(self, pages: DrawnPages, number: int) -> int:
        """The number of pixels at which the texts of a page are missing, or should not be. Raises
        CannotDraw.
        """
        together, picture = (
            pages.whole(number, self.width, self.height, texts) for texts in (True, False)
        )
        change = _change(picture, together).ravel()
        missing = self._mask(self.covered) & (change < _SEEN)
        return int((missing | (self._mask(self.free) & (change >= _SEEN))).sum())

    def _mask(self, packed: bytes) -> Mask:
        count = self.width * self.height
        return np.unpackbits(np.frombuffer(packed, np.uint8), count=count).astype(bool)


def _change(picture: Image, whole: Image) -> npt.NDArray[np.int16]:
    """How much each pixel of a picture changes."""
    red, green, blue = np.moveaxis(
        np.abs(np.asarray(picture).astype(np.int16) - np.asarray(whole)), 2, 0
    )
    result: npt.NDArray[np.int16] = np.maximum(np.maximum(red, green), blue)
    return result
