"""The type of the names and the stats on cards of figures: one size for all cards of a deck.

The measures are those of `card-front.html.j2` of the plain theme with its styles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from printgen.content.library import Entry, Library
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile
from printgen.content.models.theme import Style
from printgen.paper import Size
from printgen.products.card_heads import STAT_RESERVE, Row
from printgen.products.card_room import PT, face_of
from printgen.products.card_words import plain_words
from printgen.products.target import Target
from printgen.rules.rosters import printed_entries
from printgen.typography.measure import text_width, title_type
from printgen.typography.text import say
from printgen.views.profiles import StatView, stat_block_views
from printgen.views.style import Look, look_of

# --- stats ----------------------------------------------------------------------------------------


# The largest type of labels on cards with an area for text at least this wide (mm), and on narrower
# ones; the smallest one; and the sizes of values as shares of that of labels.
_WIDE, _LARGEST_STATS, _NARROW, _SMALLEST = 60.0, 8.7, 7.8, 5.6
_VALUES = (1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2)

# The same of cards with no more than one row.
_VALUES_OF_ONE_ROW = (2.4, 2.2, 2.0, *_VALUES)

# What a stat has beside its words (mm), what is above and below the words of a row, and the share
# of a card that rows may take in height.
_PADDING, _ROW, _MOST = 0.8, 2.8, 0.5

# The least size of values in equal columns, as a share of that of labels.
_LEAST_IN_EQUAL = 1.5

# The stats that a card has in its head.
_BADGES = 3

# The stat lines of a card.
_Card = tuple[Row, ...]


class StatType(NamedTuple):
    """The type sizes (pt) of the labels and of the values of stats, and whether their columns have
    one width.
    """

    label: float
    value: float
    equal: bool = False


def stat_type(library: Library, target: Target, product: FacesProduct, area: Size) -> StatType:
    """The largest type in which the stat lines of all figures of a deck fit, in all its languages.
    `area` is the part of a card for text (mm).
    """

    def compute() -> StatType:
        game = library.games[target.game].game
        cards = {
            _rows(library, printed.entry, lang)
            for printed in printed_entries(library, target.game, product)
            if printed.kind == "profiles"
            for lang in product.languages or game.languages
        }
        label = _LARGEST_STATS if area.width >= _WIDE else _NARROW
        labels = []
        while label > _SMALLEST:
            labels.append(label)
            label *= 0.94
        labels.append(_SMALLEST)
        shares = _VALUES_OF_ONE_ROW if all(len(card) < 2 for card in cards) else _VALUES
        # Equal columns are worth values that are a little smaller, but no smaller labels.
        sizes = [
            StatType(label, label * share, equal)
            for label in labels
            for equal in (True, False)
            for share in shares
            if not equal or share >= _LEAST_IN_EQUAL
        ]
        look = figure_look(library, target, product)
        fitting = (size for size in sizes if all(_fits(c, size, area, look.style) for c in cards))
        return next(fitting, sizes[-1])

    key = "stat-type", target.game, target.product, area
    return library.remember(key, compute)


def figure_look(library: Library, target: Target, product: FacesProduct) -> Look:
    """The look of the cards of figures: that of the theme of their template."""
    content = library.games[target.game]
    template = content.template(product.faces.front) if isinstance(product.faces.front, str) else ""
    return look_of(library, content, template.partition("/")[0])


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


def _fits(card: _Card, size: StatType, area: Size, style: Style) -> bool:
    high = len(card) * (_ROW + (1.26 * size.label + 1.15 * size.value) * PT)
    return high <= _MOST * area.height and all(
        _width(row, size, style) <= area.width for row in card
    )


def _width(row: Row, size: StatType, style: Style) -> float:
    """The width (mm) of a stat line."""
    labels, values = face_of(style.label), face_of(style.figures)
    label_size, value_size = size.label * style.label.scale, size.value * style.figures.scale
    cells = [
        _PADDING
        + STAT_RESERVE
        * PT
        * max(text_width(label, labels, label_size), text_width(value, values, value_size))
        for label, value in row
    ]
    return max(cells, default=0.0) * len(cells) if size.equal else sum(cells)


# --- names: one size, unless a long one would make it too small -----------------------------------


# The type of short names as a share of that of titles by recipe; the height (mm).
_NAME_SHARE, _HEIGHT = 1.085, 6.4

# A name that needs type smaller than this share of the largest is smaller alone.
_LEAST_NAME = 0.85


def figure_type(
    library: Library, target: Target, product: FacesProduct, area: Size
) -> dict[str, object]:
    """The type of the names and stats of a deck of figures, as templates see it."""
    stats = stat_type(library, target, product, area)
    return {
        "stat_type": stats._asdict(),
        "name_size": name_size(library, target, product, area),
    }


def name_size(library: Library, target: Target, product: FacesProduct, area: Size) -> float:
    """The type size (pt) of the names of a deck in the language of a target. A name that does not
    fit in it is smaller on its own card. `area` is the part of a card for text (mm).
    """

    def compute() -> float:
        figures = [
            each.entry
            for each in printed_entries(library, target.game, product)
            if each.kind == "profiles"
        ]
        style = figure_look(library, target, product).style
        sizes = [_own(library, each, target.lang, area, style) for each in figures]
        # The smallest of the sizes that are near the largest.
        near = (size for size in sizes if size >= _LEAST_NAME * max(sizes))
        return min(near, default=_NAME_SHARE * style.title_size)

    key = "name-size", target.game, target.product, target.lang, area
    return library.remember(key, compute)


def _own(library: Library, profile: Entry[Profile], lang: str, area: Size, style: Style) -> float:
    """The largest size in which the name of one figure fits, beside the stats in its head."""
    content = library.games[profile.game]
    name = say(profile.value.name, lang, content)
    room = area.width
    if any(stat.badge for line in content.game.stat_lines.values() for stat in line.stats.values()):
        for badge in badges_of(given_stats(library, profile, lang)):
            value, label = plain_words(badge["shown"]), plain_words(badge["label"])
            room -= max(7.0, 2.3 * len(value) + 1.5, 1.3 * len(label)) + 1.2
    largest = _NAME_SHARE * style.title_size
    return title_type(name, largest, room, _HEIGHT, style.title.model_dump()).size
