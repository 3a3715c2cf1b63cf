"""The type of the stats on cards of figures: one size for all cards of a deck.

The measures are those of `card-front.html.j2` of the plain theme with its styles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printgen.analysis.decks import printed_entries
from printgen.content.library import Entry, Library
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile
from printgen.content.models.theme import Typeface
from printgen.paper import POINTS_PER_MM, Size
from printgen.products.card_words import plain_words
from printgen.products.target import Target
from printgen.typography.measure import text_width
from printgen.views.stats import StatView, stat_block_views

_PT = 1 / POINTS_PER_MM

# The largest type of labels on cards with an area for text at least this wide (mm), and on narrower
# ones; the smallest one; and the sizes of values as shares of that of labels.
_WIDE, _LARGEST, _NARROW, _SMALLEST = 60.0, 8.7, 7.8, 5.6
_VALUES = (1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2)

# What a stat has beside its words (mm), what is above and below the words of a row, and the share
# of a card that rows may take in height. Kerning and the figures of tables are not measured.
_PADDING, _ROW, _MOST, _RESERVE = 0.8, 2.8, 0.5, 1.06

# The stats that a card has in its head.
_BADGES = 3

# The label and the value of each stat of a line; the lines of a card.
_Row = tuple[tuple[str, str], ...]
_Card = tuple[_Row, ...]


class StatType(NamedTuple):
    """The type sizes (pt) of the labels and of the values of stats."""

    label: float
    value: float


def stat_type(library: Library, target: Target, product: FacesProduct, area: Size) -> StatType:
    """The largest type in which the stat lines of all figures of a deck fit, in all its languages.
    `area` is the part of a card for text (mm).
    """

    def compute() -> StatType:
        content = library.games[target.game]
        cards = {
            _rows(library, printed.entry, lang)
            for printed in printed_entries(library, target.game, product)
            if printed.kind == "profiles"
            for lang in product.languages or content.game.languages
        }
        return _largest(cards, area, content.game.mood == "classic")

    key = "stat-type", target.game, target.product, area
    return library.remember(key, compute)


def given_stats(library: Library, profile: Entry[Profile], lang: str) -> list[list[StatView]]:
    """The stat lines of a figure that have values."""
    blocks = stat_block_views(library, profile, lang)
    return [block["cells"] for key, block in blocks.items() if "/" in key and block["given"]]


def badges_of(given: Iterable[Iterable[StatView]]) -> list[StatView]:
    """The stats of stat lines that a card has in its head."""
    return [cell for cells in given for cell in cells if cell["badge"]][:_BADGES]


def _rows(library: Library, profile: Entry[Profile], lang: str) -> _Card:
    """The stat lines of a figure, without the stats in its head."""
    given = given_stats(library, profile, lang)
    badges = [cell["key"] for cell in badges_of(given)]
    rows = (
        tuple(
            (plain_words(cell["label"]), plain_words(cell["shown"]))
            for cell in cells
            if cell["key"] not in badges
        )
        for cells in given
    )
    return tuple(row for row in rows if row)


def _largest(cards: Iterable[_Card], area: Size, classic: bool) -> StatType:
    """The largest type in which cards fit; the smallest one if none does."""
    own = list(cards)
    largest = _LARGEST if area.width >= _WIDE else _NARROW
    sizes = [StatType(label, label * share) for label in _labels(largest) for share in _VALUES]
    return next(
        (size for size in sizes if all(_fits(c, size, area, classic) for c in own)), sizes[-1]
    )


def _labels(largest: float) -> Iterator[float]:
    while largest > _SMALLEST:
        yield largest
        largest *= 0.94
    yield _SMALLEST


def _fits(card: _Card, size: StatType, area: Size, classic: bool) -> bool:
    high = len(card) * (_ROW + (1.26 * size.label + 1.15 * size.value) * _PT)
    return high <= _MOST * area.height and all(
        _width(row, size, classic) <= area.width for row in card
    )


def _width(row: _Row, size: StatType, classic: bool) -> float:
    """The width (mm) of a stat line."""
    labels = Typeface(family="Source Sans 3", weight=600)
    values = Typeface(family="EB Garamond" if classic else "Source Sans 3", weight=600)
    return sum(
        _PADDING
        + _RESERVE
        * _PT
        * max(text_width(label, labels, size.label), text_width(value, values, size.value))
        for label, value in row
    )
