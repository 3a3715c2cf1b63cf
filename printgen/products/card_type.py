"""The type of cards by recipe: the largest sizes of names, stats and words that fit the
whole deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from printgen.content.library import Entry, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile
from printgen.content.models.theme import Lettering, Style, Typeface
from printgen.paper import POINTS_PER_MM, Size
from printgen.products.target import Target
from printgen.rules.rosters import printed_entries
from printgen.typography.measure import text_width, title_type, typeface
from printgen.typography.text import say
from printgen.views.entries import RecipeView, recipe_view
from printgen.views.profiles import StatView, stat_block_views
from printgen.views.style import Look, OwnLettering, look_of, recipe_look

# --- the room that the words of a card by recipe take, measured in the fonts of the plain theme ---
#
# The measures are those of `recipe.html.j2` and `recipe-index.html.j2` with their styles.


_PT = 1 / POINTS_PER_MM

# Icons are about as wide as a capital letter; other markup is not printed.
_ICON, _TAG = re.compile(r"<img[^>]*>"), re.compile(r"<[^>]*>")

# Widths and heights are not exact: kerning and bold letters are not measured, icons may make a line
# higher, and words should not touch what is above them (mm).
_RESERVE, _SPARE = 1.03, 1.2

# Measures in mm: the width of the words of a small card, whose head is lower; the heights of values
# and their icons, and of a row of icons; the padding of the body, and that above the foot.
_SMALL_TITLE = 49.0
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
    head: bool


class CardWords(NamedTuple):
    """A card in its languages."""

    sides: tuple[Side, ...]
    pictured: bool

    @property
    def worded(self) -> bool:
        """Whether there are words in the body or at the foot."""
        return any(side.body or side.foot for side in self.sides)


def card_views(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe
) -> dict[tuple[str, str], list[RecipeView]]:
    """The cards of a deck by recipe in all its languages, by their kind and `game/id`."""

    def compute() -> dict[tuple[str, str], list[RecipeView]]:
        langs = product.languages or library.games[target.game].game.languages
        return {
            (each.kind, f"{each.entry.game}/{each.entry.id}"): [
                recipe_view(library, recipe, each.kind, each.entry, lang) for lang in langs
            ]
            for each in printed_entries(library, target.game, product)
        }

    return library.remember(("card-views", target.game, target.product, repr(recipe)), compute)


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
        has_head(view),
    )


def has_head(view: RecipeView) -> bool:
    """Whether a face has a head: without words, it is left out where a picture takes its room."""
    return bool(view["title"] or view["subtitle"] or view["corner"] or not view["picture"])


def _paragraph(html: str) -> Paragraph:
    return Paragraph(tuple(plain_words(html).split()), 'class="labelled"' in html)


def plain_words(html: str) -> str:
    """The words of HTML, with a letter in the place of each icon."""
    return unescape(_TAG.sub("", _ICON.sub("M", html)))


@dataclass(frozen=True, slots=True)
class Room:
    """The part of a card for text (mm), with the style of the card; `indexed` with an index in two
    corners.
    """

    width: float
    height: float
    style: Style
    indexed: bool

    @staticmethod
    def of(recipe: Recipe, area: Size, style: Style) -> Room:
        """The room of the cards of a recipe in a style."""
        around = 2 * style.inset
        return Room(area.width - around, area.height - around, style, bool(recipe.index))

    @property
    def shorter(self) -> float:
        """The shorter side of the card: words keep 3 mm from the cut, and the room for a frame."""
        return min(self.width, self.height) + 6.0 + 2 * self.style.inset

    def fits(self, card: CardWords, size: float, share: float) -> bool:
        """Whether a card fits with a body of a size (pt) and a picture of a share of the height."""
        if size > _LARGEST_WITH_FOOT and any(side.foot for side in card.sides):
            return False
        return all(self._height(side, card, size, share) <= self.height for side in card.sides)

    def _height(self, side: Side, card: CardWords, size: float, share: float) -> float:
        """The height (mm) of all that is on a card in one language."""
        shorter, width, style = self.shorter, self.width, self.style
        if self.indexed:
            picture = _INDEX_PICTURE * self.height * card.pictured
            own = _INDEX_TITLE * side.title + picture + _INDEX_SYMBOL * shorter * side.symbol
            width -= 2 * _INDEX * shorter
        else:
            small = self.width < _SMALL_TITLE
            height = style.head.small_height if small else style.head.height
            head = (height + style.head.above) * side.head
            width -= 2 * style.panel
            symbol = _SYMBOL * (self.height + 6.0) + _SYMBOL_PADDING
            own = head + (self.height - head) * share * card.pictured + symbol * side.symbol
        body_size, foot_size = size * style.text.scale * _PT, size * style.foot.scale * _PT
        lines = _lines(side.body, _face(style.text), body_size, width)
        gaps = _GAP * max(0, len(side.body) - 1)
        foot = _lines(side.foot, _face(style.foot), foot_size, width)
        return (
            own
            + _SPARE
            + _BODY
            + style.panel * (not self.indexed)
            + body_size * (lines * style.text.leading + gaps)
            + foot * foot_size * style.foot.leading
            + _FOOT * bool(side.foot)
            + (_STATS + _STAT_ICONS * side.stat_icons) * side.stats
            + _ICONS * side.icons
        )


def _face(lettering: Lettering) -> Typeface:
    """The typeface of a sort of words."""
    widths = lettering.widths if isinstance(lettering, OwnLettering) else {}
    return typeface(lettering.family, lettering.weight, lettering.italic, lettering.caps, widths)


def _lines(paragraphs: Iterable[Paragraph], face: Typeface, em: float, room: float) -> int:
    """The lines of paragraphs at a size (mm)."""
    em, lines = em * _RESERVE, 0
    space = text_width(" ", face, em)
    for paragraph in paragraphs:
        width = room - _INDENT * em * paragraph.labelled
        lines, used = lines + 1, 0.0
        for word in paragraph.words:
            wide = text_width(word, face, em)
            if used and used + space + wide > width:
                lines, used = lines + 1, wide
            else:
                used += wide + (space if used else 0)
    return lines


# --- the type of the stats on cards by recipe: one size for all cards of a deck -------------------


# The type sizes (pt) of labels and values, and those of stats that are alone on their card; the
# shares in which they shrink, down to labels of 5.6 pt.
_STAT_TYPE, _STAT_TYPE_ALONE = (8.0, 14.0), (11.0, 24.0)
_STAT_SHARES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)

# The padding of a cell (mm), in columns of equal and of different widths. Kerning and the figures
# of tables are not measured.
_EQUAL_PADDING, _OWN_PADDING, _STAT_RESERVE = 0.6, 2.0, 1.06

# The label and the value of each stat of a line.
_Row = tuple[tuple[str, str], ...]


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
        room = Room.of(recipe, area, look.style)
        cards = card_views(library, target, product, recipe).values()
        views = [view for card in cards for view in card]
        rows = {(_stat_row(view), are_alone(view) and not room.indexed) for view in views}
        beside = _INDEX * room.shorter if room.indexed else look.style.panel
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
    key = "stat-columns", target.game, target.product, repr(recipe), area
    return library.remember(key, compute)


def are_alone(view: RecipeView) -> bool:
    """Whether stats are in the middle of a face, in large type."""
    return not (view["body"] or view["picture"] or view["symbol"])


def _stat_row(view: RecipeView) -> _Row:
    return tuple((plain_words(each["label"]), plain_words(each["text"])) for each in view["stats"])


def _row_fits(row: _Row, alone: bool, columns: StatColumns, room: Room, wide: float) -> bool:
    """Whether a row of stats fits in `wide` mm. Labels of several words take several lines."""
    label, value = _STAT_TYPE_ALONE if alone else _STAT_TYPE
    em = columns.stat_share * _PT * _STAT_RESERVE
    style = room.style
    labels, values = _face(style.label), _face(style.figures)
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


# --- the type of the stats on cards of figures: one size for all cards of a deck ------------------
#
# The measures are those of `card-front.html.j2` of the plain theme with its styles.


# The largest type of labels on cards with an area for text at least this wide (mm), and on narrower
# ones; the smallest one; and the sizes of values as shares of that of labels.
_WIDE, _LARGEST_STATS, _NARROW, _SMALLEST = 60.0, 8.7, 7.8, 5.6
_VALUES = (1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2)

# What a stat has beside its words (mm), what is above and below the words of a row, and the share
# of a card that rows may take in height.
_PADDING, _ROW, _MOST = 0.8, 2.8, 0.5

# The stats that a card has in its head.
_BADGES = 3

# The stat lines of a card.
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
        sizes = [StatType(label, label * share) for label in labels for share in _VALUES]
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
    high = len(card) * (_ROW + (1.26 * size.label + 1.15 * size.value) * _PT)
    return high <= _MOST * area.height and all(
        _width(row, size, style) <= area.width for row in card
    )


def _width(row: _Row, size: StatType, style: Style) -> float:
    """The width (mm) of a stat line."""
    labels, values = _face(style.label), _face(style.figures)
    label_size, value_size = size.label * style.label.scale, size.value * style.figures.scale
    return sum(
        _PADDING
        + _STAT_RESERVE
        * _PT
        * max(text_width(label, labels, label_size), text_width(value, values, value_size))
        for label, value in row
    )


# --------------------------------------------------------------------------------------------------
# The type of the names on cards of figures: one size for all cards of a deck, unless a long name
# would make it too small.
#
# The measures are those of `card-front.html.j2` of the plain theme with its styles.


# The type of short names as a share of that of titles by recipe; the height (mm).
NAME_SHARE, _HEIGHT = 1.15, 6.4

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
        return min(near, default=NAME_SHARE * style.title_size)

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
    largest = NAME_SHARE * style.title_size
    return title_type(name, largest, room, _HEIGHT, style.title.model_dump()).size


# --------------------------------------------------------------------------------------------------
# The type of the body and the height of the picture that suit all cards of a deck, so that they
# look alike.
#
# They are found by measuring the words of all cards in all languages of the deck: the type is the
# largest in which the cards fit, with pictures and without. A text that is much longer than the
# others is set smaller, and its picture is lower.


# The sizes of bodies, in points. Long texts are set smaller than the last one, each by itself.
STEPS = (30.0, 27.0, 24.0, 21.5, 19.5, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.2, 10.4)

# What a long text needs: these are for the choice of a picture's height alone.
_SMALL = (9.6, 8.8, 8.0, 7.2, 6.4)

# The heights of pictures, as shares of the card below its head. With much text, pictures are lower.
SHARES = (0.64, 0.6, 0.56, 0.52, 0.48, 0.44, 0.4, 0.36, 0.32)

# The picture is as high as it can be with all texts in type of the first size (pt) or, if they
# never have it, with most of them in that size, in the second, and so on.
_WANTED = (11.2, 10.4, 8.8, 6.4)

# One card in six, and one in a small deck of at least three, may have a text that would make the
# others smaller by more than this, or too small. It is set smaller by itself.
_LONG, _LEAST, _GAIN = 6, 3, 1.3


class EvenType(NamedTuple):
    """The type size of a body (pt), and the height of the picture as a share of the card below its
    head.
    """

    size: float
    share: float


def even_types(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> dict[tuple[str, str], EvenType]:
    """The type of each card of a product, by its kind and `game/id`: that of all cards, in all
    languages, unless its words need a smaller one. `area` is the part of a card for text.
    """

    def compute() -> dict[tuple[str, str], EvenType]:
        look = recipe_look(library, library.games[target.game], product, recipe)
        room = Room.of(recipe, area, look.style)
        cards = {
            name: CardWords(tuple(map(_side, views)), any(view["picture"] for view in views))
            for name, views in card_views(library, target, product, recipe).items()
        }
        chosen = _for_deck(room, list(cards.values()), size)
        return {name: _for_card(room, card, chosen[card.pictured]) for name, card in cards.items()}

    size = recipe.size
    key = "even-type", target.game, target.product, repr(recipe), area
    return library.remember(key, compute)


def _for_deck(room: Room, cards: Sequence[CardWords], given: float | None) -> dict[bool, EvenType]:
    """The type of the cards with pictures (True) and of those without. It is the same, unless the
    texts of those without are all much longer.
    """
    sorts = {sort: [card for card in cards if card.pictured == sort] for sort in (True, False)}
    found = {sort: _choose(room, own, given) for sort, own in sorts.items()}
    pictured, plain = found[True], found[False]
    if plain.size * _GAIN >= pictured.size:
        pictured = pictured._replace(size=min(pictured.size, plain.size))
    return {True: pictured, False: plain._replace(size=min(pictured.size, plain.size))}


def _choose(room: Room, cards: Sequence[CardWords], given: float | None) -> EvenType:
    """The type that suits cards; `given` is the size that the recipe asks for."""
    worded = [card for card in cards if card.worded]
    if not worded:
        return EvenType(given or STEPS[0], SHARES[0])
    shares = SHARES if worded[0].pictured else SHARES[:1]
    long = max(len(worded) // _LONG, int(len(worded) >= _LEAST))
    fitting = {
        share: sorted(
            next((size for size in (*STEPS, *_SMALL) if room.fits(card, size, share)), 0.0)
            for card in worded
        )
        for share in shares
    }
    for share, sizes in fitting.items():
        least, usual = sizes[0], sizes[long]
        if least >= (given or _WANTED[0]) and usual <= _GAIN * least:
            return EvenType(given or least, share)
    for wanted in [given] if given else _WANTED:
        for share, sizes in fitting.items():
            usual = sizes[long]
            if usual >= wanted:
                return EvenType(given or max(usual, STEPS[-1]), share)
    return EvenType(given or STEPS[-1], shares[-1])


def _for_card(room: Room, card: CardWords, even: EvenType) -> EvenType:
    """The type of a card: the even one if it fits, else its own."""
    if not card.worded or room.fits(card, even.size, even.share):
        return even
    own = _choose(room, [card], None)
    return EvenType(min(even.size, own.size), min(even.share, own.share))
