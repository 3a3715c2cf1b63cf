"""Text measurement in the fonts available to pages, and the size of titles that have to fit. Sizes
and widths are in mm.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from math import floor
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from unicodedata import category, combining, normalize

from printgen.content.models.base import Model
from printgen.content.models.theme import Lettering, MapTypeface, Typeface
from printgen.content.theme import font_folder
from printgen.content.unspaced import WIDE
from printgen.typography.fonts import (
    FontMeasures,
    capital_extents,
    family_of,
    font_families,
    font_stacks,
    style_texts,
)
from printgen.typography.language import all_articles

if TYPE_CHECKING:
    from PIL import ImageFont

    from printgen.content.library import Library
    from printgen.content.models.game import Game
    from printgen.project import Folders

# Fonts are measured at this size (pixels); advance widths are proportional to the size.
_EM = 200

# Widths as a share of the font size: the narrow no-break space, which few fonts have, and any
# character of an unknown font.
_NARROW_SPACE, _UNKNOWN = 0.12, 0.58

# Of the space beside a symbol, what is kept (em), and the most that is taken away (tenths).
_AIR, _MOST_BARE = 0.05, 6

NARROW = "\u202f"

# The smallest size that text is reduced to, as a share of its own size.
SMALLEST = 0.6

# The fallback families after every font.
FALLBACK = ("Source Sans 3", "Noto Sans Symbols 2", "DejaVu Sans", "Noto Emoji")


def font_stack(face: Typeface) -> str:
    """The font stack of a face, for an SVG attribute. It has no spaces after commas: WeasyPrint
    would read them as part of the name.
    """
    families = dict.fromkeys((face.family, *FALLBACK))
    return ",".join(f"'{name}'" if " " in name else name for name in families)


def apply_case(words: str, face: Typeface) -> str:
    """Words in upper case if the face is."""
    return words.upper() if face.upper else words


def text_width(words: str, face: Typeface, size: float | None = None) -> float:
    """The width (mm) of words in a face, at its own size or at `size`."""
    words, em = apply_case(words, face), face.size if size is None else size
    if isinstance(face, OwnTypeface):
        widths = (face.widths.get(each, _UNKNOWN) * _as_joined(each) for each in words)
        return em * sum(widths)
    font = _font(face.family, face.weight, face.italic)
    if font is None:
        return em * _UNKNOWN * len(words)
    if not words.isascii():
        others = [each for each in words if _is_of_another(each, face.family)]
        if others:
            left = "".join(each for each in words if not _is_of_another(each, face.family))
            return text_width(left, face, size) + em * sum(map(_width_of_another, others))
    spaces = words.count(NARROW)
    # Our fonts have no ideographs, kana and Hangul: these are as wide as they are high.
    own, squares = _SQUARE.subn("", words) if not words.isascii() else (words, 0)
    return em * (font.getlength(own.replace(NARROW, "")) / _EM + spaces * _NARROW_SPACE + squares)


# Letters within a word of a script whose letters are joined, as a share of their width alone: that
# of DejaVu Sans and of four families of Noto is 0.78 to 0.84.
_JOINED = re.compile("[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]")
_JOINED_SHARE = 0.82


@lru_cache(20_000)
def _as_joined(character: str) -> float:
    """The width of a character within words as a share of its width alone; 0 for a mark above or
    below a letter.
    """
    if character.isascii():
        return 1.0
    if category(character) == "Mn":
        return 0.0
    return _JOINED_SHARE if category(character)[0] == "L" and _JOINED.match(character) else 1.0


@lru_cache(20_000)
def _is_of_another(character: str, family: str) -> bool:
    """Whether a letter or a mark of letters is printed in another family, which has it."""
    return (
        not character.isascii()
        and category(character)[0] in "LM"
        and not _SQUARE.match(character)
        and ord(character) not in code_points(family)
    )


def _width_of_another(character: str) -> float:
    """The width (em) of a letter that is printed in a fallback family, or in one of the project."""
    glyph = _glyph(character)
    return (glyph.width if glyph else _UNKNOWN) * _as_joined(character)


def fitting_size(lines: Iterable[str], face: Typeface, room: float) -> float:
    """The face's size, reduced if necessary to fit the widest line into `room` (mm), but not below
    the share SMALLEST.
    """
    widest = max((text_width(line, face) for line in lines), default=0.0)
    return face.size * max(SMALLEST, min(1.0, room / widest)) if widest else face.size


def wrap_words(words: str, face: Typeface, room: float, most: int = 3) -> list[str]:
    """Words wrapped to lines of `room` (mm), in `most` lines at most. Words are never split."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer, face) <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class OwnTypeface(Typeface):
    """A typeface in a font of the project, with the widths of characters (em)."""

    widths: Mapping[str, float] = {}


@cache
def code_points(family: str) -> frozenset[int]:
    """The code points of a font of printgen in its regular cut; none of an unknown font."""
    from fontTools.ttLib import TTFont

    path = font_file(family, 400, italic=False)
    if path is None:
        return frozenset()
    with TTFont(path, lazy=True) as font:
        return frozenset(font.getBestCmap())


_SQUARE = re.compile(f"[{WIDE}\uac00-\ud7a3]")

# The parts of a word between which lines may break.
_PART = re.compile(f"[{WIDE}]|[^{WIDE}]+")


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A glyph in em: its advance width, and the bounds of its ink (left, low, right, high)."""

    width: float
    ink: tuple[float, float, float, float] | None


@cache
def _glyph(character: str) -> _Glyph | None:
    """The glyph of a character in the first fallback font with it; None if none has it."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.ttLib import TTFont

    family = next((each for each in FALLBACK if ord(character) in code_points(each)), "")
    path = font_file(family, 400, italic=False)
    if path is None:
        return None
    with TTFont(path, lazy=True) as font:
        glyphs, em = font.getGlyphSet(), font["head"].unitsPerEm
        pen, glyph = BoundsPen(glyphs), glyphs[font.getBestCmap()[ord(character)]]
        glyph.draw(pen)
        left, low, right, high = (edge / em for edge in pen.bounds or (0, 0, 0, 0))
        return _Glyph(glyph.width / em, (left, low, right, high) if pen.bounds else None)


def space_after(words: str) -> int:
    """The space of the last character itself on its right, in tenths of the type size, at most 6:
    symbols are often narrower than their width. It is that of the first fallback font with it.
    """
    glyph = _glyph(words[-1]) if words else None
    if glyph is None or glyph.ink is None:
        return 0
    return max(0, min(_MOST_BARE, int(10 * (glyph.width - glyph.ink[2] - _AIR))))


def ink_of(character: str) -> tuple[float, float]:
    """The longer side of the ink of a character (em), and how high the middle of its ink is above
    the baseline, in the first fallback font with it; zeros if none has it, or if it has no ink.
    """
    glyph = _glyph(character)
    if glyph is None or glyph.ink is None:
        return 0.0, 0.0
    left, low, right, high = glyph.ink
    return max(right - left, high - low), (low + high) / 2


@cache
def _font(family: str, weight: int, italic: bool) -> ImageFont.FreeTypeFont | None:
    path = font_file(family, weight, italic)
    if path is None:
        return None
    from PIL import ImageFont

    return ImageFont.truetype(str(path), _EM, layout_engine=ImageFont.Layout.BASIC)


@cache
def font_file(family: str, weight: int, italic: bool) -> Path | None:
    """The font file of a family closest in weight; None when printgen lacks the family."""
    folder = font_folder(family)
    found = [
        (("Italic" in path.stem) != italic, abs(_weight(path) - weight), path)
        for path in (sorted(folder.glob("*.ttf")) if folder else ())
    ]
    return min(found)[2] if found else None


@cache
def shipped_measures(family: str, weight: int, italic: bool) -> FontMeasures:
    """The measures of the cut of a family of printgen that is nearest, without widths."""
    from fontTools.ttLib import TTFont

    path = font_file(family, weight, italic)
    if path is None:
        return FontMeasures(weight, italic)
    with TTFont(path, lazy=True) as font:
        x_height = getattr(font["OS/2"], "sxHeight", 0) / font["head"].unitsPerEm
        extents = capital_extents(font)
    return FontMeasures(_weight(path), "Italic" in path.stem, x_height, extents=extents)


# The height of capitals (em) of a font of the project.
_CAP_HEIGHT = 0.68


def cap_height(face: Typeface) -> float:
    """The height of the capitals of a face (em)."""
    return _cap_height(face.family, face.weight, face.italic)


@cache
def _cap_height(family: str, weight: int, italic: bool) -> float:
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.ttLib import TTFont

    path = font_file(family, weight, italic)
    if path is None:
        return _CAP_HEIGHT
    # What a file says of this height is not always so.
    with TTFont(path, lazy=True) as font:
        glyphs = font.getGlyphSet()
        pen = BoundsPen(glyphs)
        glyphs[font.getBestCmap()[ord("H")]].draw(pen)
        high: float = pen.bounds[3] if pen.bounds else 0.0
        return high / font["head"].unitsPerEm or _CAP_HEIGHT


def _weight(path: Path) -> int:
    digits = "".join(filter(str.isdigit, path.stem.partition("_")[2]))
    return int(digits or 400)


AnyLook = TypeVar("AnyLook", bound=Model)

# The typefaces of maps that are those of titles.
_OF_TITLES = ("title", "names")

# How much larger or smaller type in another family is at most, so that it looks as large.
_LEAST_SCALED, _MOST_SCALED = 0.85, 1.25


def in_fonts(look: AnyLook, library: Library, game: Game) -> AnyLook:
    """The look of a chart or a map with the fonts that a game names, as far as printgen has them,
    in the nearest weight and at a size that looks the same; on maps, `title_font` is also that of
    names of places. Fonts of a project are not used: maps are drawn with fonts of printgen alone.
    """
    families = font_families(library.folders, library.store)
    changed: dict[str, Typeface] = {}
    for key in type(look).model_fields:
        face = getattr(look, key)
        of_title = isinstance(face, MapTypeface) and key in _OF_TITLES
        named = (game.title_font if of_title else game.font) or ""
        family = families.get(named.lower(), family_of(named))
        if not isinstance(face, Typeface) or font_file(family, face.weight, face.italic) is None:
            continue
        usual, own = (
            shipped_measures(name, face.weight, face.italic) for name in (face.family, family)
        )
        both = usual.x_height > 0 and own.x_height > 0
        share = (usual.x_height / own.x_height) ** 0.5 if both else 1.0
        size = face.size * min(_MOST_SCALED, max(_LEAST_SCALED, share))
        weight = min(900, max(100, round(own.weight, -2)))
        changed[key] = face.model_copy(
            update={"family": family, "weight": weight, "size": round(size, 2)}
        )
    return look.model_copy(update=changed) if changed else look


# --- the font families that a document needs, of those that its style sheets name -----------------


# The last character that all fonts have.
_ASCII = 126


def printed_families(
    folders: Folders,
    styles: Iterable[str],
    texts: object,
    variables: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> set[str]:
    """The font families named in style sheets, also by `variables`, without the fallback families
    that no character needs. `texts` are mappings and lists with all texts that are printed.
    """
    read = list(style_texts(folders, styles))
    stacks = [stack for style in read for stack in font_stacks(style, variables)]
    first = {stack[0] for stack in stacks}
    needed = _fallbacks(_characters(texts).union(*read))
    named = {name for stack in stacks for name in stack}
    printed = {n for n in named if n in first or n in needed or n not in FALLBACK[1:]}
    # Every page falls back to the last family, whether or not a stack names it.
    return printed | needed.intersection(FALLBACK[-1:])


def _characters(texts: object) -> set[str]:
    """The characters of all texts in mappings and lists; JSON is faster than a walk."""
    return set(json.dumps(texts, ensure_ascii=False, skipkeys=True, default=lambda _: ""))


def _fallbacks(used: set[str]) -> set[str]:
    """The fallback families that characters are printed in if the first of them lacks them."""
    left, found = {ord(c) for c in used if c.isprintable() and ord(c) > _ASCII}, set[str]()
    for family in FALLBACK:
        had = left & code_points(family)
        if had:
            found.add(family)
        left -= had
    return found


# --- the size of a title that has to fit into a narrow place --------------------------------------


# Markup in a title, such as that of an icon.
_TAG = re.compile(r"<[^>]*>")

# 1 pt in mm.
_PT = 25.4 / 72

# Sizes are tried in steps of this share, down to the smallest (pt).
_STEP, _SMALLEST = 0.95, 6.4

# The smallest type of words in a place of their own (pt).
_SMALLEST_PLACED = 5.6

# Small capitals that a font lacks are drawn as capitals of this share of the type.
_DRAWN_CAPS = 0.7

# A title is set on one line down to the first share of its size, on two down to the second, then on
# a few.
_ONE_LINE, _TWO_LINES, _MOST_LINES = 0.82, 0.62, 4

# Small capitals are about as wide as capitals of this share; their letter spacing (em).
_SMALL_CAPS, _SPACING = 0.86, 0.035

# Widths are not exact: kerning is not measured.
_RESERVE = 1.03


# The lettering of a style as templates see it: the fields of the model `Lettering`, and the widths
# of its letters if its font is one of the project.
StyledLettering = Mapping[str, Any]


class TitleType(NamedTuple):
    """The size of a title (pt), and its number of lines."""

    size: float
    lines: int


# What accents and the foot of a Q keep from the letters of another line, and how far a Q may be
# below its line (em).
_BETWEEN_LINES, _BELOW = 0.12, 0.1

# The class of marks above letters in Unicode.
_ABOVE = 230


def title_leading(title: str, lettering: StyledLettering) -> float:
    """The distance of the lines of a title as a share of its type size: 1, or more where accents or
    a Q would touch another line.
    """
    words = unescape(_TAG.sub("", title))
    shown = words.upper() if lettering["caps"] != "none" else words
    capitals = [normalize("NFD", each) for each in shown if each.isupper()]
    family, weight, italic = (lettering[key] for key in ("family", "weight", "italic"))
    accented = any(len(each) > 1 and combining(each[1]) == _ABOVE for each in capitals)
    low = "Q" in capitals
    if not (accented or low):
        return 1.0
    rise, fall, above = lettering.get("extents") or shipped_measures(family, weight, italic).extents
    between = (rise + fall * low + _BETWEEN_LINES) * accented
    # Half of what lines are lower than the letters of a font is taken from below.
    below = (2 * (fall - _BELOW) + above) * low
    return round(max(1.0, between, below), 2)


def title_type(
    title: str,
    largest: float,
    room: float,
    height: float,
    lettering: StyledLettering | str,
    small_caps: bool = False,
    leading: float = 1.0,
) -> TitleType:
    """The type of a title that fits into `room` by `height` (mm), in the lettering of a style or in
    the semibold of a family; `leading` is the distance of lines as a share of the type size.

    It is the `largest` size (pt) on one line, or one a little smaller; if the title is longer,
    smaller on two lines, then on more. A title that fits at no size has the smallest one.
    """
    words, spacing = unescape(_TAG.sub("", title)), 0.0
    if isinstance(lettering, str):
        face = Typeface(family=lettering, weight=600)
    else:
        family, weight, italic, caps = (
            lettering[key] for key in ("family", "weight", "italic", "caps")
        )
        face = typeface(family, weight, italic, caps, lettering.get("widths", {}))
        small_caps, spacing = lettering["caps"] == "small", lettering["tracking"]
    smallest = _smallest(_SMALLEST, face, small_caps)
    size = largest
    while True:
        lines = _lines(words, size, room, face, small_caps, spacing)
        share = size / largest
        most = 1 if share > _ONE_LINE else 2 if share > _TWO_LINES else _MOST_LINES
        if lines and lines <= most and lines * size * leading * _PT <= height:
            return TitleType(size, lines)
        if size <= smallest:
            return TitleType(smallest, lines or 1)
        size = max(smallest, round(size * _STEP, 1))


def smallest_placed(lettering: Lettering) -> float:
    """The smallest type (pt) of words in a lettering that have a place of their own."""
    face = typeface(lettering.family, lettering.weight, lettering.italic, lettering.caps, {})
    return _smallest(_SMALLEST_PLACED, face, lettering.caps == "small")


def _smallest(usual: float, face: Typeface, small_caps: bool) -> float:
    """The smallest type (pt) in a typeface: small capitals that it lacks are smaller."""
    if not small_caps or _has_small_caps(face.family):
        return usual
    return round(_SMALLEST_PLACED / _DRAWN_CAPS, 1)


@cache
def _has_small_caps(family: str) -> bool:
    """Whether a font of printgen has small capitals; those of other fonts are not known."""
    from fontTools.ttLib import TTFont

    path = font_file(family, 400, italic=False)
    if path is None:
        return False
    with TTFont(path, lazy=True) as font:
        features = font["GSUB"].table.FeatureList.FeatureRecord if "GSUB" in font else ()
        return any(feature.FeatureTag == "smcp" for feature in features)


def fitting_type(
    paragraphs: Sequence[str],
    largest: float,
    room: float,
    height: float,
    lettering: Lettering,
    leading: float,
    *,
    one_line: bool = False,
) -> TitleType:
    """The type of words that fit into `room` by `height` (mm): the `largest` size (pt) or one a
    little smaller, if each paragraph is then on one line; else the largest in which all lines fit.
    Words that fit at no size have the smallest one.
    """
    family, weight, italic, caps = (
        lettering.family,
        lettering.weight,
        lettering.italic,
        lettering.caps,
    )
    face = typeface(family, weight, italic, caps, getattr(lettering, "widths", {}))
    small_caps, spacing = caps == "small", lettering.tracking

    def lines_at(size: float) -> int:
        """The lines of all paragraphs at a size; 0 if they do not fit."""
        counts = [_lines(p, size, room, face, small_caps, spacing, most=99) for p in paragraphs]
        fits = all(counts) and sum(counts) * size * leading * _PT <= height
        return sum(counts) if fits else 0

    smallest = smallest_placed(lettering)
    sizes = [max(largest, smallest)]
    while sizes[-1] > smallest:
        sizes.append(max(smallest, round(sizes[-1] * _STEP, 1)))
    counts = {size: lines_at(size) for size in sizes}
    least = 0.0 if one_line else _ONE_LINE * largest
    alone = (s for s, lines in counts.items() if lines == len(paragraphs) and s >= least)
    wrapped = () if one_line else (s for s, lines in counts.items() if lines)
    size = next(alone, None) or next(iter(wrapped), sizes[-1])
    return TitleType(size, counts[size] or len(paragraphs))


def typeface(
    family: str, weight: int, italic: bool, caps: str, widths: Mapping[str, float]
) -> Typeface:
    """The typeface of the lettering of a style; with `widths`, a font of the project."""
    usual = Typeface(weight=weight, italic=italic, upper=caps == "all")
    if widths:
        fields = {**usual.model_dump(), "family": family, "widths": widths}
        return OwnTypeface.model_construct(**fields)
    return usual.model_copy(update={"family": family})


# Words on up to this many lines are balanced, in the middle and on the left; more lines keep the
# edge of a paragraph.
_MOST_BALANCED, _MOST_ON_THE_LEFT = 4, 3

# An icon in words, which is about as wide as a capital letter.
_ICON = re.compile(r"<img[^>]*>")

# Bold letters in words are wider than measured.
_BOLD, _IS_BOLD = 1.03, re.compile(r"<(?:b|strong)\b|class=\"keyword\"")


def even_width(
    words: str, size: float, room: float, lettering: StyledLettering, *, on_left: bool = False
) -> float:
    """The width (mm) that makes the few lines of HTML about as long as each other, without one more
    than in a `room` (mm): the last one is no single word. It is set in a style's lettering, at a
    size (pt) before its scale, in the middle or `on_left`.
    """
    family, weight, italic, caps = (
        lettering[key] for key in ("family", "weight", "italic", "caps")
    )
    face = typeface(family, weight, italic, caps, lettering.get("widths", {}))
    plain = unescape(_TAG.sub("", _ICON.sub("M", words)))
    size *= lettering["scale"] * (_BOLD if _IS_BOLD.search(words) else 1)

    def lines(width: float, reserve: float) -> int:
        own = size / _RESERVE * reserve
        return _lines(plain, own, width, face, caps == "small", lettering["tracking"])

    # Words that may be on fewer lines are not narrowed to more.
    count = lines(room, 1.0)
    if "<br" in words or not 1 < count <= (_MOST_ON_THE_LEFT if on_left else _MOST_BALANCED):
        return room
    low, high = room / count * 0.8, room
    while high - low > 0.3:
        middle = (low + high) / 2
        if 0 < lines(middle, _RESERVE) <= count:
            high = middle
        else:
            low = middle
    return min(room, high + 0.3)


def line_type(words: str, largest: float, smallest: float, room: float, family: str) -> float:
    """The size (pt) of words in regular type on one line of `room` (mm): the `largest`, reduced as
    far as necessary, but not below the `smallest`.
    """
    plain = unescape(_TAG.sub("", words))
    width = text_width(plain, Typeface(family=family, weight=400), largest * _PT * _RESERVE)
    return max(smallest, floor(10 * largest * min(1, room / width)) / 10) if width else largest


def line_width(words: str, size: float, family: str) -> float:
    """The width (mm) of words in semibold on one line, at a size (pt). Pictures in them, such as
    icons, are as wide as high.
    """
    plain, em = unescape(_TAG.sub("", words)), size * _PT * _RESERVE
    width = text_width(plain, Typeface(family=family, weight=600), em)
    return width + words.count("<img") * em


def initial(name: str) -> str:
    """The first letter of a name, without its article, as a capital; empty without a name."""
    words = unescape(_TAG.sub("", name)).replace("’", " ").replace("'", " ").split()
    named = [word for word in words if word.lower() not in all_articles()] or words
    return named[0][0].upper() if named else ""


def _lines(
    words: str,
    size: float,
    room: float,
    face: Typeface,
    small_caps: bool,
    spacing: float,
    *,
    most: int = _MOST_LINES,
) -> int:
    """The lines of words at a size (pt), counted as far as matters; 0 if a word is too wide."""
    em, lines, used = size * _PT * _RESERVE, 1, 0.0
    space = _width(" ", em, face, small_caps)
    spacing = 0.0 if small_caps else spacing * em
    for part, gap in ((p, space * first) for w in _SPACES.split(words) for p, first in _broken(w)):
        width = _width(part, em, face, small_caps) + spacing * len(part)
        if width > room:
            return 0
        if used and used + gap + width > room:
            lines, used = lines + 1, width
            if lines > most:
                break
        else:
            used += width + (gap if used else 0)
    return lines


# Lines break at these spaces, not at those that keep words together.
_SPACES = re.compile(r"[ \t\n\r]+")


def _broken(word: str) -> list[tuple[str, bool]]:
    """The parts of a word between which lines may break, and whether each is the first."""
    if word.isascii():
        return [(word, True)]
    return [(part, not at) for at, part in enumerate(_PART.findall(word))]


def _width(words: str, em: float, face: Typeface, small_caps: bool) -> float:
    """The width (mm) of words at a size (mm)."""
    if not small_caps:
        return text_width(words, face, em)
    low = "".join(filter(str.islower, words))
    high = "".join(each for each in words if not each.islower())
    letters = text_width(high, face, em) + _SMALL_CAPS * text_width(low.upper(), face, em)
    return letters + _SPACING * em * len(words)
