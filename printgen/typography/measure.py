"""How much room words take on a page, in the fonts that pages may use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.content.theme import Typeface, font_folder

if TYPE_CHECKING:
    from PIL import ImageFont


# Fonts are measured at this size (pixels): advance widths scale.
_EM = 200

# The narrow no-break space, which few fonts have, as a share of the size; and any character of a
# font that is not ours.
_NARROW_SPACE, _UNKNOWN = 0.12, 0.58

NARROW = "\u202f"

# The share of its size that words are reduced to at most where they do not fit.
SMALLEST = 0.6

# What stands behind every font.
FALLBACK = ("Source Sans 3", "Noto Sans Symbols 2", "DejaVu Sans")


def font_stack(face: Typeface) -> str:
    """The CSS font stack of a face, as an attribute of SVG: WeasyPrint takes spaces after the
    commas for a part of the name.
    """
    families = dict.fromkeys((face.family, *FALLBACK))
    return ",".join(f"'{name}'" if " " in name else name for name in families)


def apply_case(words: str, face: Typeface) -> str:
    """Words as a face prints them."""
    return words.upper() if face.upper else words


def text_width(words: str, face: Typeface, size: float | None = None) -> float:
    """How wide (mm) words are in a face, at its own size or another one."""
    words, em = apply_case(words, face), face.size if size is None else size
    font = _font(face.family, face.weight, face.italic)
    if font is None:
        return em * _UNKNOWN * len(words)
    spaces = words.count(NARROW)
    return em * (font.getlength(words.replace(NARROW, "")) / _EM + spaces * _NARROW_SPACE)


def fitting_size(lines: Iterable[str], face: Typeface, room: float) -> float:
    """The size at which the widest line is no wider than `room` (mm), if need be, but no smaller
    than a share of the face's own that can be read.
    """
    widest = max((text_width(line, face) for line in lines), default=0.0)
    return face.size * max(SMALLEST, min(1.0, room / widest)) if widest else face.size


def wrap_words(words: str, face: Typeface, room: float, most: int = 3) -> list[str]:
    """Words in lines no wider than `room` (mm) where that can be, in `most` lines at most."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer, face) <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def _font(family: str, weight: int, italic: bool) -> ImageFont.FreeTypeFont | None:
    path = font_file(family, weight, italic)
    if path is None:
        return None
    from PIL import ImageFont

    return ImageFont.truetype(str(path), _EM, layout_engine=ImageFont.Layout.BASIC)


@cache
def font_file(family: str, weight: int, italic: bool) -> Path | None:
    """The file of a family that is nearest in weight; None when the family is not ours."""
    found = [
        (("Italic" in path.stem) != italic, abs(_weight(path) - weight), path)
        for path in sorted(font_folder(family).glob("*.ttf"))
    ]
    return min(found)[2] if found else None


def _weight(path: Path) -> int:
    digits = "".join(filter(str.isdigit, path.stem.partition("_")[2]))
    return int(digits or 400)
