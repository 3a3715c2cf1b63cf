"""Card faces that are written as content streams, to be split into pictures and texts."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path

from printgen.extras.exports.card_pictures import CardFace, DeckCard
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.layout.assembly import Advances, assemble, program_digest
from printgen.layout.faces import Face, FaceFont, Part, pack_glyphs
from printgen.paper import Size, mm_to_points
from printgen.problems import Position
from printgen.products.card_faces import Cut
from printgen.project import FONTS

FONT = "ABCDEF"

RYE = FONTS / "rye" / "Rye_400Regular.ttf"

CUT = Cut(Size(20.0, 20.0), 2.0, 2.0)

SIDE = mm_to_points(24.0)

# Pixels of a side, at 300 dpi.
PIXELS = 283

# The glyphs of a text.
GLYPHS = (40, 50, 60, 70)

SHOWN = b"[<0028>-20<00320033>] TJ"


def words(x: float, y: float) -> bytes:
    """A text of 12 points at a place."""
    return b"BT /%s 12 Tf 1 0 0 1 %g %g Tm %s ET\n" % (FONT.encode(), x, y, SHOWN)


def form(content: bytes, extra: bytes = b"", *links: Part | str) -> Part:
    """A form with a content; `extra` are its resources but the font, with @ for links."""
    stream = zlib.compress(content)
    font = b"/Font <</%s @>>" % FONT.encode()
    source = (
        b"<</Type /XObject/Subtype /Form/BBox [0 0 %g %g]/Resources <<%s%s>>"
        b"/Filter /FlateDecode/Length %d>>" % (SIDE, SIDE, font, extra, len(stream))
    )
    return Part.of(source.split(b"@"), [FONT, *links], stream)


def face(content: bytes, extra: bytes = b"", *links: Part | str, program: Path = RYE) -> Face:
    """A face with a content, as of `form`."""
    data = program.read_bytes()
    widths = Advances(data, {})
    glyphs = pack_glyphs((g, widths[g], chr(g)) for g in range(40, 71) if g in widths)
    font = FaceFont(FONT, f"{FONT}+Rye", program_digest(data), (), False, glyphs)
    return Face(SIDE, SIDE, form(content, extra, *links), (font,))


def programs(program: Path = RYE) -> Mapping[str, Path]:
    """The font files of faces."""
    return {program_digest(program.read_bytes()): program}


def card_face(content: Face) -> CardFace:
    """A face of a card."""
    card = DeckCard(1, "card", Position("card.yaml"), "Card", "", 1)
    pages = DrawnPages(assemble([content], programs()), "a card")
    return CardFace(card, "front", CUT, pages, 0, content, programs())
