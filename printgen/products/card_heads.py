"""The heads and the stats of cards by recipe: titles and values of one size in a deck."""

from __future__ import annotations

import re
from math import inf
from typing import NamedTuple

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.content.models.theme import Lettering, Style, Typeface
from printgen.paper import Size
from printgen.products.card_parts import views_by_card
from printgen.products.card_room import (
    INDEX,
    PT,
    STAT_VALUES,
    CardKey,
    Room,
    face_of,
    growth,
    head_height,
    stats_higher,
)
from printgen.products.card_words import card_views, has_stats, of_one_type, plain_words
from printgen.products.target import Target
from printgen.rules.placing import flow_area
from printgen.typography.blocks import is_block
from printgen.typography.measure import (
    fitting_type,
    line_type,
    text_width,
    title_leading,
    title_type,
)
from printgen.views.entries import RecipeView
from printgen.views.style import OwnLettering, part_lettering, recipe_look

# --- the heads of cards by recipe: titles of one size, but for much longer ones -------------------


# The diameter of a disc in the corner with a label; what a label needs on both sides,
# and the distance of discs (mm). Values with more letters than this are on wider discs.
_LABELLED, _BESIDE_LABEL, _BETWEEN_DISCS, _ROUND = 5.8, 1.2, 2.0, 2

# The sizes of values on wide discs (pt): the largest in which all discs leave the title this share
# of the head. The space around values (mm); icons with the space beside them (em); widths are not
# exact.
_WIDE_DISC, _FOR_TITLE = (11.0, 10.2, 9.4, 8.6, 7.9, 7.2), 0.36
_IN_DISC, _ICON_ON_DISC, _DISC_RESERVE = 3.0, 1.25, 1.03

_ICON = re.compile(r'<img[^>]*>|<span class="icon[^>]*>[^<]*</span>')

# The largest value on a wide disc (pt), which is as high as others; the space beside a value on a
# round one (mm), and its largest type as a share of the diameter.
_LARGEST_WIDE, _IN_ROUND, _OF_ROUND = 14.0, 1.6, 0.85

# A title in the middle has room on both sides for the discs if they take no more than this share.
_MIDDLED = 0.3

# What a line below the title takes of the head, and what is kept free without one (mm).
_SUBTITLE, _NO_SUBTITLE = 3.2, 1.4

# The type of a line below the title, the smallest one (pt), the largest as a share of the height of
# the head, and the height of the line of a larger one as a share of its type.
_SUBTITLE_TYPE, _LEAST_SUBTITLE, _MOST_SUBTITLE, _LARGE_SUBTITLE = 8.5, 6.4, 0.4, 1.35

# A title that needs type smaller than this share of the largest is smaller alone. If one in the
# middle needed type smaller than the second, all titles of the deck are at the start of the line.
_LEAST_TITLE, _LEAST_MIDDLED = 0.76, 0.66

# Texts with fewer letters than this are short.
_SHORT = 140


class Disc(NamedTuple):
    """A value in the corner and its label; whether it is wide, its width, and its distance from the
    end of the head (mm); the type size of a wide one (pt), 0 for the usual one.
    """

    value: str
    label: str
    wide: bool
    width: float
    end: float
    size: float


class Heading(NamedTuple):
    """The head of a card: its height (mm); its discs, from right to left; what they take, and what
    is left for the title (mm); whether the title is in the middle of the card; its type size (pt),
    its lines, and their distance as a share of it; the type size of the line below it (pt), and the
    height that this takes (mm).
    """

    height: float
    discs: tuple[Disc, ...]
    taken: float
    room: float
    middled: bool
    size: float
    lines: int
    leading: float
    subtitle: float
    below_title: float


class _Parts(NamedTuple):
    """The largest type of the line below the title (pt), and its lettering; that of the values in
    the corner, 0 for the usual one, and their lettering.
    """

    subtitle: float
    foot: Lettering
    value: float
    figures: Lettering


def headings(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> dict[CardKey, Heading]:
    """The heads of the cards with a recipe in the language of a target."""

    def compute() -> dict[CardKey, Heading]:
        number = (product.languages or library.games[target.game].game.languages).index(target.lang)
        style = recipe_look(library, library.games[target.game], product, recipe).style
        cards = views_by_card(library, target.game, product, recipe)
        views = {key: sides[number] for key, sides in cards.items()}
        title = recipe.styled_in("title")
        largest = (title.size if title else None) or growth(area) * style.title_size
        room = flow_area(recipe, area)
        titled = [view for view in views.values() if view["title"]]
        parts = _Parts(
            recipe.flow_size("subtitle") or _SUBTITLE_TYPE,
            part_lettering(library, recipe, style, "subtitle"),
            recipe.flow_size("corner") or 0.0,
            part_lettering(library, recipe, style, "corner"),
        )

        def heads(middled: bool) -> dict[CardKey, Heading]:
            sizes = [_heading(view, style, room, largest, middled, parts).size for view in titled]
            even = min((s for s in sizes if s >= _LEAST_TITLE * max(sizes)), default=largest)
            return {
                name: _heading(view, style, room, even, middled, parts)
                for name, view in views.items()
            }

        # All titles of a deck have one axis.
        asked = title.align if title and not title.at else None
        in_middle = heads(True) if (asked or style.head.align) == "center" else {}
        if in_middle and asked:
            return in_middle
        inside = room.width - 2 * style.inset
        if in_middle and all(
            head.taken <= _MIDDLED * inside and head.size >= _LEAST_MIDDLED * largest
            for head in in_middle.values()
        ):
            return in_middle
        return heads(False)

    key = "headings", target.game, target.product, target.lang, repr(of_one_type(recipe)), area
    return library.remember(key, compute)


def _heading(
    view: RecipeView, style: Style, area: Size, largest: float, middled: bool, parts: _Parts
) -> Heading:
    inside = area.width - 2 * style.inset
    most = inside - 2 * style.head.padding - style.head.border
    most *= 1 - _FOR_TITLE * bool(view["title"])
    for size in _wide_sizes(parts.value):
        discs = _discs(view, style, size, parts)
        taken = sum(disc.width + _BETWEEN_DISCS for disc in discs)
        if taken <= most:
            break
    room = inside - 2 * style.head.padding - style.head.border - taken
    height = head_height(style, inside, growth(area))
    room -= taken * middled
    subtitle = _subtitle_type(view["subtitle"], parts, room, height)
    below = max(_SUBTITLE, _LARGE_SUBTITLE * PT * subtitle * (parts.subtitle > _SUBTITLE_TYPE))
    high = height - style.head.border - (below if view["subtitle"] else _NO_SUBTITLE)
    lettering = style.title.model_dump()
    leading = title_leading(view["title"], lettering)
    size, lines = title_type(view["title"], largest, room, high, lettering, leading=leading)
    return Heading(
        height, tuple(discs), taken, room, middled, size, lines, leading, subtitle, below
    )


def _subtitle_type(words: str, parts: _Parts, room: float, height: float) -> float:
    """The type (pt) of the line below a title, in `room` (mm) of a head of a height (mm)."""
    largest, least = min(parts.subtitle, _MOST_SUBTITLE * height / PT), _LEAST_SUBTITLE
    if isinstance(parts.foot, OwnLettering):
        line = fitting_type(
            [plain_words(words)], largest, room, inf, parts.foot, 1.0, one_line=True
        )
        return line.size
    return line_type(words, largest, min(least, largest), room, parts.foot.family)


def _wide_sizes(value: float) -> list[float]:
    """The sizes of values on wide discs (pt), with the largest that the recipe asks for."""
    if not value:
        return [*_WIDE_DISC]
    largest = min(value, _LARGEST_WIDE)
    return [largest, *(size for size in _WIDE_DISC if size < largest)]


def _round_size(value: str, wanted: float, diameter: float, face: Typeface) -> float:
    """The type (pt) of a value on a round disc of a diameter (mm), as large as the recipe asks for
    if it fits: values of one and of two figures have one size.
    """
    widest = max(text_width(words, face, 1.0) for words in (plain_words(value), "0" * _ROUND))
    most = (diameter - _IN_ROUND) / (widest * _DISC_RESERVE), _OF_ROUND * diameter
    return round(min(wanted, *(each / PT for each in most)), 1)


def _discs(view: RecipeView, style: Style, size: float, parts: _Parts) -> list[Disc]:
    """The discs in the corner, from right to left, with the values of wide ones in a size (pt)."""
    discs, end = list[Disc](), style.head.padding
    face, em = face_of(parts.figures), size * PT * _DISC_RESERVE
    for value, label in zip(view["corner"], view["corner_labels"], strict=True):
        words, icons = _ICON.subn("", value)
        words = plain_words(words)
        wide, width = len(words) + 2 * icons > _ROUND, _LABELLED if label else style.head.corner
        if wide:
            shown = text_width(words, face, em) + icons * _ICON_ON_DISC * em
            width = max(width, shown + _IN_DISC)
        width += _BESIDE_LABEL if label else 0.0
        given = size if wide and (parts.value or size < _WIDE_DISC[0]) else 0.0
        if parts.value and not wide:
            given = _round_size(words, parts.value, width - _BESIDE_LABEL * bool(label), face)
        discs.append(Disc(value, label, wide, width, end, given))
        end += width + _BETWEEN_DISCS
    return discs


# --- the alignment of the bodies of cards by recipe: one for all cards of a deck ------------------


def bodies_are_centred(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe
) -> bool:
    """Whether the bodies of the cards of a deck are in the middle: as the recipe says, or in a
    style whose titles are, if all texts in all languages of the deck are short, without lists,
    tables and headings.
    """

    def compute() -> bool:
        look = recipe_look(library, library.games[target.game], product, recipe)
        cards = card_views(library, target.game, product, recipe).values()
        bodies = [view["body"] for card in cards for view in card]
        return look.style.head.align == "center" and all(
            sum(map(len, map(plain_words, body))) < _SHORT and not any(map(is_block, body))
            for body in bodies
        )

    if recipe.body_align:
        return recipe.body_align == "center"
    key = "centred-bodies", target.game, target.product, repr(of_one_type(recipe))
    return library.remember(key, compute)


# --- the type of the stats on cards by recipe: one size for all cards of a deck -------------------


# The type sizes (pt) of labels and values, and those of stats that are alone on their card; the
# shares in which they shrink, down to labels of 5.6 pt, which none are smaller than.
_STAT_TYPE, _STAT_TYPE_ALONE = (8.0, STAT_VALUES), (11.0, 24.0)
_STAT_SHARES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
_LEAST_LABEL, _MORE_SHARES = 5.6, (0.62, 0.54, 0.46, 0.4)

# The padding of a cell (mm), in columns of equal and of different widths. Kerning and the figures
# of tables are not measured.
_EQUAL_PADDING, _OWN_PADDING, STAT_RESERVE = 0.6, 2.0, 1.06

# The label and the value of each stat of a line.
Row = tuple[tuple[str, str], ...]


class StatColumns(NamedTuple):
    """How the stats of a deck are set: the share of their usual type, and whether their columns
    have one width. Where a word is too wide for that, columns are as wide as their words. The usual
    type (pt) of labels and values, and of those alone on their card; and how much higher than usual
    a row is (mm).
    """

    stat_share: float
    equal_columns: bool
    stat_type: tuple[float, float] = _STAT_TYPE
    stat_type_alone: tuple[float, float] = _STAT_TYPE_ALONE
    stats_higher: float = 0.0


def stat_columns(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> StatColumns:
    """The largest type in which the stats of all cards of a deck fit, in all its languages."""

    def compute() -> StatColumns:
        look = recipe_look(library, library.games[target.game], product, recipe)
        room = Room.of_card(recipe, area, look.style)
        cards = card_views(library, target.game, product, recipe).values()
        views = [view for card in cards for view in card if has_stats(view)]
        rows = {(_stat_row(view), _are_alone(view) and not room.indexed) for view in views}
        beside = INDEX * room.shorter if room.indexed else look.style.panel
        wide = room.width - 2 * beside
        size = recipe.flow_size("stats")
        shares: tuple[float, ...] = _STAT_SHARES
        usual, alone = _STAT_TYPE, _STAT_TYPE_ALONE
        if size:
            shares = tuple(
                share for share in (*shares, *_MORE_SHARES) if share == 1.0 or share * size >= 8.0
            )
            usual, alone = ((size * sort[0] / sort[1], size) for sort in (usual, alone))
        types = usual, alone, stats_higher(recipe)
        choices = [StatColumns(share, same, *types) for same in (True, False) for share in shares]
        # Equal columns are worth type that is a little smaller.
        choices.sort(key=lambda each: -each.stat_share - 0.15 * each.equal_columns)
        fitting = (
            each for each in choices if all(_row_fits(*row, each, room, wide) for row in rows)
        )
        return next(fitting, choices[-1])

    if not recipe.stats:
        return StatColumns(1.0, True)
    key = "stat-columns", target.game, target.product, repr(of_one_type(recipe)), area
    return library.remember(key, compute)


def _are_alone(view: RecipeView) -> bool:
    """Whether stats are in the middle of a face, in large type."""
    return not (view["body"] or view["picture"] or view["symbol"])


def _stat_row(view: RecipeView) -> Row:
    return tuple((plain_words(each["label"]), plain_words(each["text"])) for each in view["stats"])


def _row_fits(row: Row, alone: bool, columns: StatColumns, room: Room, wide: float) -> bool:
    """Whether a row of stats fits in `wide` mm. Labels of several words take several lines."""
    label, value = columns.stat_type_alone if alone else columns.stat_type
    label = max(label, _LEAST_LABEL / columns.stat_share)
    em = columns.stat_share * PT * STAT_RESERVE
    style = room.style
    labels, values = face_of(style.label), face_of(style.figures)
    label, value = label * style.label.scale, value * style.figures.scale
    cells = [
        (_EQUAL_PADDING if columns.equal_columns else _OWN_PADDING)
        + max(
            text_width(shown, values, value * em),
            *(text_width(word, labels, label * em) for word in words.split() or [""]),
        )
        for words, shown in row
    ]
    return (max(cells, default=0.0) * len(cells) if columns.equal_columns else sum(cells)) <= wide
