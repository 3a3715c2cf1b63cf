"""Write texts as the content of a page, in colours of choice, with their fonts."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import pikepdf
from pikepdf import Dictionary, Name

from printgen.extras.card_printers.text_reading import Colour, Text, part_of, written
from printgen.layout.faces import Face

# --- write texts as the content of a page, in colours of choice -----------------------------------


# Writes a colour as an operator.
Inked = Callable[[Colour], bytes]


def in_rgb(colour: Colour) -> bytes:
    """A colour as on the face."""
    return written(colour) + b" rg"


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
    content = text_content(texts, inked)
    form = part_of(dictionary, [font.name for font in fonts], content)
    return Face(face.width, face.height, form, fonts)


def text_content(texts: Sequence[Text], inked: Inked) -> bytes:
    """The operators that show texts."""
    lines = [b"q"]
    for clips, group in groupby(texts, key=lambda text: text.clips):
        lines += [b"q", *clips, *_shown(group, inked), b"Q"]
    return b"\n".join([*lines, b"Q"])


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
    file.write(_table(file.read_bytes(), b"CFF "))
    file.Subtype = Name.CIDFontType0C
    if "/CIDToGIDMap" in descendant:
        del descendant.CIDToGIDMap


def _table(font: bytes, name: bytes) -> bytes:
    """A table of an OpenType file."""
    (count,) = struct.unpack_from(">H", font, 4)
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sLLL", font, at)
        if tag == name:
            return font[start : start + length]
    raise ValueError(f"the font has no table {name.decode()}")
