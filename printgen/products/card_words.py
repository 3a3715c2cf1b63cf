"""The room that the words of a card by recipe take, measured in the fonts of the plain theme.

The measures are those of `recipe.html.j2` and `recipe-index.html.j2` with their styles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from printgen.content.models.faces import Recipe
from printgen.content.models.theme import Typeface
from printgen.paper import POINTS_PER_MM, Size
from printgen.typography.measure import text_width
from printgen.views.faces import RecipeView

_PT = 1 / POINTS_PER_MM

# Icons are about as wide as a capital letter; other markup is not printed.
_ICON, _TAG = re.compile(r"<img[^>]*>"), re.compile(r"<[^>]*>")

# Widths and heights are not exact: kerning and bold letters are not measured, icons may make a line
# higher, and words should not touch what is above them (mm).
_RESERVE, _SPARE = 1.03, 1.2

# Heights in mm: the head of a card and of a small one, which is narrower than this; values and
# their icons; a row of icons; the padding of the body, and that above the foot.
_HEAD, _SMALL_HEAD, _SMALL = 10.5, 8.5, 49.0
_STATS, _STAT_ICONS, _ICONS, _BODY, _FOOT = 11.6, 1.6, 8.6, 3.0, 1.4

# The largest body (pt) above a foot, whose type grows with it.
_LARGEST_WITH_FOOT = 18.0

# The gap between paragraphs, and the indent of a labelled one, in em.
_GAP, _INDENT = 0.45, 1.3

# A symbol takes this share of the height of its card, and the padding above it in mm.
_SYMBOL, _SYMBOL_PADDING = 0.74 * _PT, 4.0

# With an index in two corners: the share of the shorter side that each takes, the share of the
# picture, that of a symbol, and the height of a title.
_INDEX, _INDEX_PICTURE, _INDEX_SYMBOL, _INDEX_TITLE = 0.165, 0.6, 0.75 * _PT, 6.0


class Paragraph(NamedTuple):
    """The words of a paragraph, and whether it begins with a label."""

    words: tuple[str, ...]
    labelled: bool


class Side(NamedTuple):
    """The words of a card in one language, and how much else is on it."""

    body: tuple[Paragraph, ...]
    foot: tuple[Paragraph, ...]
    stats: bool
    stat_icons: bool
    icons: bool
    symbol: bool
    title: bool


class CardWords(NamedTuple):
    """A card in its languages."""

    sides: tuple[Side, ...]
    pictured: bool

    @property
    def worded(self) -> bool:
        """Whether there are words in the body or at the foot."""
        return any(side.body or side.foot for side in self.sides)


def card_words(views: Sequence[RecipeView]) -> CardWords:
    """The words of a card from its views in all languages."""
    return CardWords(tuple(map(_side, views)), any(view["picture"] for view in views))


def _side(view: RecipeView) -> Side:
    drawn = [part for stat in view["stats"] for part in (stat["label"], stat["text"])]
    return Side(
        tuple(map(_paragraph, view["body"])),
        tuple(map(_paragraph, view["foot"])),
        bool(view["stats"]),
        any('class="icon' in part for part in drawn),
        bool(view["icons"]),
        bool(view["symbol"] and not view["picture"] and view["body"]),
        bool(view["title"]),
    )


def _paragraph(html: str) -> Paragraph:
    return Paragraph(tuple(plain_words(html).split()), 'class="labelled"' in html)


def plain_words(html: str) -> str:
    """The words of HTML, with a letter in the place of each icon."""
    return unescape(_TAG.sub("", _ICON.sub("M", html)))


@dataclass(frozen=True, slots=True)
class Room:
    """The part of a card for text (mm), with the typefaces of its body and its foot, and their
    share of the type size; `indexed` with an index in two corners.
    """

    width: float
    height: float
    body: Typeface
    foot: Typeface
    body_share: float
    foot_share: float
    body_leading: float
    indexed: bool

    @staticmethod
    def of(recipe: Recipe, area: Size, classic: bool) -> Room:
        """The room of the cards of a recipe, in the classic mood of the plain theme or another."""
        family = "EB Garamond" if classic else "Source Sans 3"
        body, foot = Typeface(family=family), Typeface(family=family, italic=True)
        shares = (1.1, 1.0, 1.2) if classic else (1.0, 0.86, 1.26)
        return Room(area.width, area.height, body, foot, *shares, bool(recipe.index))

    def fits(self, card: CardWords, size: float, share: float) -> bool:
        """Whether a card fits with a body of a size (pt) and a picture of a share of the height."""
        if size > _LARGEST_WITH_FOOT and any(side.foot for side in card.sides):
            return False
        return all(self._height(side, card, size, share) <= self.height for side in card.sides)

    def _height(self, side: Side, card: CardWords, size: float, share: float) -> float:
        """The height (mm) of all that is on a card in one language."""
        own = self._indexed_head(side, card) if self.indexed else self._head(side, card, share)
        width = self._width()
        body_size, foot_size = size * self.body_share * _PT, size * self.foot_share * _PT
        lines = _lines(side.body, self.body, body_size, width)
        gaps = _GAP * max(0, len(side.body) - 1)
        foot = _lines(side.foot, self.foot, foot_size, width)
        return (
            own
            + _SPARE
            + _BODY
            + body_size * (lines * self.body_leading + gaps)
            + foot * foot_size * 1.26
            + _FOOT * bool(side.foot)
            + (_STATS + _STAT_ICONS * side.stat_icons) * side.stats
            + _ICONS * side.icons
        )

    def _width(self) -> float:
        return self.width - 2 * _INDEX * self._shorter() if self.indexed else self.width

    def _shorter(self) -> float:
        """The shorter side of the card: the text keeps 3 mm from its edges."""
        return min(self.width, self.height) + 6.0

    def _head(self, side: Side, card: CardWords, share: float) -> float:
        head = _SMALL_HEAD if self.width < _SMALL else _HEAD
        symbol = _SYMBOL * (self.height + 6.0) + _SYMBOL_PADDING
        return head + (self.height - head) * share * card.pictured + symbol * side.symbol

    def _indexed_head(self, side: Side, card: CardWords) -> float:
        picture = _INDEX_PICTURE * self.height * card.pictured
        return _INDEX_TITLE * side.title + picture + _INDEX_SYMBOL * self._shorter() * side.symbol


def _lines(paragraphs: Iterable[Paragraph], face: Typeface, em: float, room: float) -> int:
    """The lines of paragraphs at a size (mm)."""
    return sum(_lines_of(each, face, em * _RESERVE, room) for each in paragraphs)


def _lines_of(paragraph: Paragraph, face: Typeface, em: float, room: float) -> int:
    room -= _INDENT * em * paragraph.labelled
    space, lines, used = text_width(" ", face, em), 1, 0.0
    for word in paragraph.words:
        width = text_width(word, face, em)
        if used and used + space + width > room:
            lines, used = lines + 1, width
        else:
            used += width + (space if used else 0)
    return lines
