"""The size of a title that has to fit into a narrow place, such as the head of a card."""

from __future__ import annotations

import re
from html import unescape
from math import floor
from typing import NamedTuple

from printgen.content.models.theme import Typeface
from printgen.typography.language import all_articles
from printgen.typography.measure import text_width

# Markup in a title, such as that of an icon.
_TAG = re.compile(r"<[^>]*>")

# 1 pt in mm.
_PT = 25.4 / 72

# Sizes are tried in steps of this share, down to the smallest (pt).
_STEP, _SMALLEST = 0.95, 6.4

# A title is set on one line down to the first share of its size, on two down to the second, then on
# a few.
_ONE_LINE, _TWO_LINES, _MOST_LINES = 0.82, 0.62, 4

# Small capitals are about as wide as capitals of this share; their letter spacing (em).
_SMALL_CAPS, _SPACING = 0.86, 0.035

# Widths are not exact: kerning is not measured.
_RESERVE = 1.03


class TitleType(NamedTuple):
    """The size of a title (pt), and its number of lines."""

    size: float
    lines: int


def title_type(
    title: str, largest: float, room: float, height: float, family: str, small_caps: bool = False
) -> TitleType:
    """The type of a title in semibold that fits into `room` by `height` (mm).

    It is the `largest` size (pt) on one line, or one a little smaller; if the title is longer,
    smaller on two lines, then on more. A title that fits at no size has the smallest one.
    """
    words, face = unescape(_TAG.sub("", title)), Typeface(family=family, weight=600)
    size = largest
    while True:
        lines = _lines(words, size, room, face, small_caps)
        share = size / largest
        most = 1 if share > _ONE_LINE else 2 if share > _TWO_LINES else _MOST_LINES
        if lines and lines <= most and lines * size * _PT <= height:
            return TitleType(size, lines)
        if size <= _SMALLEST:
            return TitleType(_SMALLEST, lines or 1)
        size = max(_SMALLEST, round(size * _STEP, 1))


def line_type(words: str, largest: float, smallest: float, room: float, family: str) -> float:
    """The size (pt) of words in regular type on one line of `room` (mm): the `largest`, reduced as
    far as necessary, but not below the `smallest`.
    """
    plain = unescape(_TAG.sub("", words))
    width = text_width(plain, Typeface(family=family, weight=400), largest * _PT * _RESERVE)
    return max(smallest, floor(10 * largest * min(1, room / width)) / 10) if width else largest


def initial(name: str) -> str:
    """The first letter of a name, without its article, as a capital; empty without a name."""
    words = unescape(_TAG.sub("", name)).replace("’", " ").replace("'", " ").split()
    named = [word for word in words if word.lower() not in all_articles()] or words
    return named[0][0].upper() if named else ""


def _lines(words: str, size: float, room: float, face: Typeface, small_caps: bool) -> int:
    """The lines of words at a size (pt), counted as far as matters; 0 if a word is too wide."""
    em, lines, used = size * _PT * _RESERVE, 1, 0.0
    space = _width(" ", em, face, small_caps)
    for word in words.split():
        width = _width(word, em, face, small_caps)
        if width > room:
            return 0
        if used and used + space + width > room:
            lines, used = lines + 1, width
            if lines > _MOST_LINES:
                break
        else:
            used += width + (space if used else 0)
    return lines


def _width(words: str, em: float, face: Typeface, small_caps: bool) -> float:
    """The width (mm) of words at a size (mm)."""
    if not small_caps:
        return text_width(words, face, em)
    low = "".join(filter(str.islower, words))
    high = "".join(each for each in words if not each.islower())
    letters = text_width(high, face, em) + _SMALL_CAPS * text_width(low.upper(), face, em)
    return letters + _SPACING * em * len(words)
