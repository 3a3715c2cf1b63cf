"""Fonts embedded in self-contained pages."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from printgen.quoting import for_css
from printgen.typography.fonts import own_characters

# Family, weight, italic, and font file.
Cut = tuple[str, int, bool, Path]


def lacking(path: Path, characters: str) -> str:
    """The characters missing from a font."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        return "".join(c for c in characters if ord(c) not in font.getBestCmap())


def font_faces(cuts: Iterable[Cut], characters: str) -> str:
    """`@font-face` rules that embed the characters of a page in each cut. Deterministic."""
    return "\n".join(
        f"@font-face {{ font-family: {for_css(family)}; font-weight: {weight}; "
        f"font-style: {'italic' if italic else 'normal'}; "
        f"src: url(data:font/woff;base64,{_woff_base64(family, path, characters)}) }}"
        for family, weight, italic, path in cuts
    )


def _woff_base64(family: str, path: Path, characters: str) -> str:
    # WOFF halves the size; WOFF 2 is smaller still, but needs another library.
    return b64encode(subset(path, own_characters(family, characters), "woff")).decode()


@lru_cache(maxsize=32)
def subset(path: Path, characters: str, flavor: str | None = None) -> bytes:
    """A font reduced to some characters, as TTF or in a compressed `flavor`. Deterministic."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.layout_features = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
    options.hinting = False
    options.drop_tables = [*options.drop_tables, "FFTM"]
    options.notdef_outline = True
    # A lazy font reads only the lookups of the layout features above.
    with TTFont(path, recalcTimestamp=False, lazy=True) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        font.flavor = flavor
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()
