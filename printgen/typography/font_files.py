"""What the font files of a project are, and what is wrong with them: judged once, before pages are
laid out with them.
"""

from __future__ import annotations

import logging
import struct
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from printgen.content.budget import end_when_time_is_up
from printgen.content.fingerprint import file_version
from printgen.content.results import kept_result
from printgen.project import Folders
from printgen.reading import read_regular
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.typography.fonts import MAX_FONT_BYTES, MAX_FONTS, own_fonts, shipped_families

# The first bytes of TrueType and OpenType fonts.
_SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")

# The tables that every font has, in the order in which they are read.
_NEEDED = ("head", "maxp", "hhea", "hmtx", "cmap", "name", "post", "OS/2")

# Where the outlines are: in one of these tables, or in pictures.
_OUTLINES = ("glyf", "CFF ", "CFF2", "CBDT", "sbix", "SVG ")


@dataclass(frozen=True, slots=True)
class FontFile:
    """What a font file of a project is: the names of its family; what is wrong with it, empty if it
    can be used; and whether it took too long to look at.
    """

    families: tuple[str, ...] = ()
    fault: str = ""
    is_slow: bool = False


def font_families(folders: Folders, store: Store) -> dict[str, str]:
    """The names of the font families available to pages, by their names in lower case."""
    own = (name for path in own_fonts(folders) for name in read_font(store, path).families)
    return {name.lower(): name for name in (*shipped_families(), *own)}


def read_font(store: Store, path: Path) -> FontFile:
    """What a font file is. The store keeps it until the file changes."""
    version = file_version(path)

    def lasts(font: FontFile) -> bool:
        # The next command finds the machine less busy, perhaps.
        return not font.is_slow

    parts = str(path), repr(version)
    return kept_result(store, "font", parts, lambda: _read(path, version), lasts)


@lru_cache(MAX_FONTS)
def _read(path: Path, version: tuple[int, ...]) -> FontFile:
    """What a font file is."""
    try:
        return decoded(path, examine_font, read_regular(path, MAX_FONT_BYTES))
    except OSError as error:
        return FontFile(fault=error.strerror or "it cannot be read")
    except CannotDecode as error:
        return FontFile(fault=f"it {error.reason}", is_slow=error.is_slow)
    finally:
        end_when_time_is_up()


# --- in the sealed process -------------------------------------------------------------------


def examine_font(content: bytes) -> FontFile:
    """What the content of a font file is."""
    return FontFile(tuple(_families(content)), _cut_off(content) or _damaged(content))


def _families(content: bytes) -> list[str]:
    import uharfbuzz

    names = uharfbuzz.OTNameIdPredefined
    try:
        face = uharfbuzz.Face(content)
        found = [face.get_name(n) for n in (names.FONT_FAMILY, names.TYPOGRAPHIC_FAMILY)]
    except (ValueError, RuntimeError):
        return []
    return [name for name in found if name]


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
