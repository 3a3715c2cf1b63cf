"""What is wrong with a font file: judged once, before pages are laid out with it."""

from __future__ import annotations

import logging
import struct
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from printgen.reading import read_whole
from printgen.typography.fonts import MAX_FONT_BYTES, MAX_FONTS

# The first bytes of TrueType and OpenType fonts.
_SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")

# The tables that every font has, in the order in which they are read.
_NEEDED = ("head", "maxp", "hhea", "hmtx", "cmap", "name", "post", "OS/2")

# Where the outlines are: in one of these tables, or in pictures.
_OUTLINES = ("glyf", "CFF ", "CFF2", "CBDT", "sbix", "SVG ")


@lru_cache(MAX_FONTS)
def font_fault(path: Path, changed: int) -> str:
    """What is wrong with a font file; empty if it can be used.

    `changed` is the time of its last change.
    """
    try:
        content = read_whole(path, MAX_FONT_BYTES)
    except OSError as error:
        return error.strerror or "it cannot be read"
    return _cut_off(content) or _damaged(content)


def _cut_off(content: bytes) -> str:
    """The table that a font lacks, or that ends beyond the end of the file."""
    if not content.startswith(_SIGNATURES) or len(content) < 12:
        return "it is no TrueType or OpenType font"
    (count,) = struct.unpack_from(">H", content, 4)
    if len(content) < 12 + 16 * count:
        return "it is cut off"
    tables = [struct.unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(count)]
    names = {str(tag, "latin-1") for tag, *_ in tables}
    for tag, _, start, length in tables:
        if start + length > len(content):
            return f"its table '{str(tag, 'latin-1')}' is cut off"
    if absent := [name for name in _NEEDED if name not in names]:
        return f"it has no table '{absent[0]}'"
    if not names.intersection(_OUTLINES) or ("glyf" in names) != ("loca" in names):
        return "it has no outlines"
    return ""


def _damaged(content: bytes) -> str:
    """The table that cannot be read."""
    from fontTools.ttLib import TTFont

    logger = logging.getLogger("fontTools")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    tag = ""
    try:
        with TTFont(BytesIO(content), lazy=True) as font:
            outlines = [each for each in ("loca", "CFF ", "CFF2") if each in font]
            for tag in (*_NEEDED, *outlines):
                font[tag]
            tag = "cmap"
            if not font.getBestCmap():
                return "it has no characters"
            # The outlines of one glyph are read: the others cost as much each.
            tag = outlines[0] if outlines else tag
            font.getGlyphSet()[font.getGlyphOrder()[0]].width  # noqa: B018
            if "loca" in font and max(font["loca"]) > font.reader.tables["glyf"].length:
                return "its table 'loca' is damaged"
    except Exception:
        # fontTools raises whatever the bytes lead it to: IndexError, struct.error, AssertionError…
        return f"its table '{tag}' is damaged" if tag else "it cannot be read"
    finally:
        logger.setLevel(level)
    return ""
