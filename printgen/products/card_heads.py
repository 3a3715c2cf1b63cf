"""The heads and the stats of cards by recipe: titles and values of one size in a deck."""

from __future__ import annotations

from typing import NamedTuple

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.content.models.theme import Style
from printgen.paper import Size
from printgen.products.card_parts import views_by_card
from printgen.products.card_room import INDEX, PT, CardKey, Room, face_of, growth, head_height
from printgen.products.card_words import card_views, has_stats, of_one_type, plain_words
from printgen.products.target import Target
from printgen.typography.measure import line_width, text_width, title_type
from printgen.views.entries import RecipeView
from printgen.views.placing import flow_area
from printgen.views.style import recipe_look

# --- the heads of cards by recipe: titles of one size, but for much longer ones -------------------


# The diameter of a disc in the corner, and of one with a label; what a label needs on both sides,
# and the distance of discs (mm). Values with more letters than this are on wider discs.
_DISC, _LABELLED, _BESIDE_LABEL, _BETWEEN_DISCS, _ROUND = 7.0, 5.8, 1.2, 2.0, 2

# The type of values on wide discs (pt), and the space around them (mm).
_WIDE_DISC, _IN_DISC = 11.0, 3.0

# A title in the middle has room on both sides for the discs if they take no more than this share.
_MIDDLED = 0.3

# What a line below the title takes of the head, and what is kept free without one (mm).
_SUBTITLE, _NO_SUBTITLE = 3.2, 1.4

# A title that needs type smaller than this share of the largest is smaller alone.
_LEAST_TITLE = 0.82


class Disc(NamedTuple):
    """A value in the corner and its label; whether it is wide, its width, and its distance from the
    end of the head (mm).
    """

    value: str
    label: str
    wide: bool
    width: float
    end: float


class Heading(NamedTuple):
    """The head of a card: its height (mm); its discs, from right to left; what they take, and what
    is left for the title (mm); whether the title is in the middle of the card; its type size (pt),
    and its lines.
    """

    height: float
    discs: tuple[Disc, ...]
    taken: float
    room: float
    middled: bool
    size: float
    lines: int


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
        sizes = [_heading(view, style, room, largest).size for view in titled]
        even = min((s for s in sizes if s >= _LEAST_TITLE * max(sizes)), default=largest)
        return {name: _heading(view, style, room, even) for name, view in views.items()}

    key = "headings", target.game, target.product, target.lang, repr(of_one_type(recipe)), area
    return library.remember(key, compute)


def _heading(view: RecipeView, style: Style, area: Size, largest: float) -> Heading:
    discs, taken = list[Disc](), 0.0
    for value, label in zip(view["corner"], view["corner_labels"], strict=True):
        icons = value.count("<img") + value.count('<span class="icon')
        wide, least = len(plain_words(value)) + icons > _ROUND, _LABELLED if label else _DISC
        width = least
        if wide:
            width = max(least, line_width(value, _WIDE_DISC, style.figures.family) + _IN_DISC)
        width += _BESIDE_LABEL if label else 0.0
        discs.append(Disc(value, label, wide, width, taken + style.head.padding))
        taken += width + _BETWEEN_DISCS
    inside = area.width - 2 * style.inset
    middled = style.head.align == "center" and taken <= _MIDDLED * inside
    room = inside - 2 * style.head.padding - style.head.border - taken
    height = head_height(style, inside, growth(area))
    high = height - style.head.border - (_SUBTITLE if view["subtitle"] else _NO_SUBTITLE)
    lettering = style.title.model_dump()
    fitting = title_type(view["title"], largest, room - taken * middled, high, lettering)
    if middled and fitting.size < _LEAST_TITLE * largest:
        # It is in the middle of what the discs leave.
        middled, fitting = False, title_type(view["title"], largest, room, high, lettering)
    room -= taken * middled
    return Heading(height, tuple(discs), taken, room, middled, fitting.size, fitting.lines)


# --- the type of the stats on cards by recipe: one size for all cards of a deck -------------------


# The type sizes (pt) of labels and values, and those of stats that are alone on their card; the
# shares in which they shrink, down to labels of 5.6 pt.
_STAT_TYPE, _STAT_TYPE_ALONE = (8.0, 14.0), (11.0, 24.0)
_STAT_SHARES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)

# The padding of a cell (mm), in columns of equal and of different widths. Kerning and the figures
# of tables are not measured.
_EQUAL_PADDING, _OWN_PADDING, STAT_RESERVE = 0.6, 2.0, 1.06

# The label and the value of each stat of a line.
Row = tuple[tuple[str, str], ...]


class StatColumns(NamedTuple):
    """How the stats of a deck are set: the share of their usual type, and whether their columns
    have one width. Where a word is too wide for that, columns are as wide as their words.
    """

    stat_share: float
    equal_columns: bool


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
        choices = [StatColumns(size, equal) for equal in (True, False) for size in _STAT_SHARES]
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
    label, value = _STAT_TYPE_ALONE if alone else _STAT_TYPE
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
