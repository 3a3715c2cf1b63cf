"""The type of cards by recipe: the largest sizes of names, stats and words that fit the
whole deck.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape
from math import inf, sqrt
from typing import NamedTuple

from markupsafe import Markup

from printgen.content.library import Entry, Library
from printgen.content.models.faces import Faces, Recipe
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.profile import Profile
from printgen.content.models.theme import Lettering, Style, Typeface
from printgen.paper import POINTS_PER_MM, Size
from printgen.products.target import Target
from printgen.rules.rosters import PrintedEntry, printed_entries
from printgen.rules.rows import recipes_of
from printgen.typography.blocks import is_block
from printgen.typography.html_cuts import PART, SENTENCE, WORD, cut_html, html_cuts
from printgen.typography.measure import line_width, text_width, title_type, typeface
from printgen.typography.text import say
from printgen.views.entries import RecipeView, recipe_view
from printgen.views.placing import inner_size, is_over_picture, opacity_of
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

# The head and the title grow with cards that are larger than this (mm²), up to this share.
_USUAL_AREA, _MOST_GROWN = 6000.0, 1.6

# What a panel over a picture takes of the height and of the width of words (mm).
_OVER, _BESIDE_OVER = 3.0, 1.6

# The largest body (pt) over a picture, of which it leaves as much as it can.
_LARGEST_OVER = 10.4

# The largest body (pt) above a foot, whose type grows with it.
_LARGEST_WITH_FOOT = 18.0

# The gap between paragraphs, and the indent of a labelled one, in em.
_GAP, _INDENT = 0.45, 1.3

# The same of lists, rules, headings and tables, whose measures are in `_shared/style.css`: the gap
# and the indent of items, the gaps above a rule and a heading, and what is above and below the
# words of a row and beside those of a cell.
_ITEM_GAP, _ITEM_INDENT, _RULE_GAP, _HEADING_GAP = 0.2, 1.1, 0.75, 0.6
_ROW_PADDING, _CELL_PADDING = 0.36, 1.05

# A symbol takes this share of the height of its card, and the padding above it in mm.
_SYMBOL, _SYMBOL_PADDING = 0.74 * _PT, 4.0

# With an index in two corners: the share of the shorter side that each takes, the share of the
# picture, that of a symbol, and the height of a title.
_INDEX, _INDEX_PICTURE, _INDEX_SYMBOL, _INDEX_TITLE = 0.165, 0.6, 0.75 * _PT, 6.0


class Paragraph(NamedTuple):
    """The words of a paragraph or of an item, its indent but for the first line, or of all lines of
    an item, and the gap above it, in em. One without words is a rule.
    """

    words: tuple[str, ...]
    indent: float = 0.0
    gap: float = _GAP


class TextTable(NamedTuple):
    """A table of a text: the words of the cells of each row, and the gap above it in em."""

    rows: tuple[tuple[tuple[str, ...], ...], ...]
    gap: float = _GAP


class Side(NamedTuple):
    """The words of a card in one language, and how much else is on it."""

    body: tuple[Paragraph | TextTable, ...]
    foot: tuple[Paragraph | TextTable, ...]
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
    library: Library, game: str, product: FacesProduct, recipe: Recipe
) -> dict[tuple[str, str], list[RecipeView]]:
    """The cards of a deck with a recipe, in all its languages, by their kind and `game/id`. Cards
    that differ in colour only count as having it.
    """
    wanted = repr(_of_one_type(recipe))

    def compute() -> dict[tuple[str, str], list[RecipeView]]:
        langs = product.languages or library.games[game].game.languages
        return {
            (each.kind, f"{each.entry.game}/{each.entry.id}"): [
                recipe_view(library, recipe, each.kind, each.entry, lang) for lang in langs
            ]
            for each in _cards_by_recipe(library, game, product).get(wanted, ())
        }

    return library.remember(("card-views", game, repr(product), wanted), compute)


def _cards_by_recipe(
    library: Library, game: str, product: FacesProduct
) -> dict[str, list[PrintedEntry]]:
    """The cards of a deck by the recipes of their faces."""

    def compute() -> dict[str, list[PrintedEntry]]:
        found = dict[str, list[PrintedEntry]]()
        for each in printed_entries(library, game, product):
            recipes = recipes_of(library, product.faces, each.kind, each.entry)
            for recipe in {repr(_of_one_type(recipe)) for recipe in recipes}:
                found.setdefault(recipe, []).append(each)
        return found

    return library.remember(("cards-by-recipe", game, repr(product)), compute)


def _of_one_type(recipe: Recipe) -> Recipe:
    """A recipe without what has no part in the size of the type, and without its looks."""
    return recipe.model_copy(update={"band": None, "when": []})


def _side(view: RecipeView) -> Side:
    drawn = [part for stat in view["stats"] for part in (stat["label"], stat["text"])]
    return Side(
        measured(view["body"]),
        measured(view["foot"]),
        has_stats(view),
        any('class="icon' in part for part in drawn),
        bool(view["icons"]),
        bool(view["symbol"] and not view["picture"] and view["body"]),
        bool(view["title"]),
        view["headed"],
    )


def has_stats(view: RecipeView) -> bool:
    """Whether a face has stats that have no place of their own."""
    return bool(view["stats"]) and view["stats_place"] != "own"


def measured(blocks: Iterable[str]) -> tuple[Paragraph | TextTable, ...]:
    """The words of blocks, to be measured."""
    return tuple(each for html in blocks for each in _measured(html))


_ITEMS, _ROWS, _CELLS = re.compile(r"<(/?)(ul|ol|li)\b"), re.compile("<tr>"), re.compile("<t[hd]")


def _measured(html: str) -> Iterator[Paragraph | TextTable]:
    if not is_block(html):
        yield Paragraph(_words(html), _INDENT if 'class="labelled"' in html else 0.0)
    elif html.startswith("<table"):
        rows = _ROWS.split(html)[1:]
        yield TextTable(tuple(tuple(_words(f"<td{c}") for c in _CELLS.split(r)[1:]) for r in rows))
    elif html.startswith("<hr"):
        yield Paragraph((), gap=_RULE_GAP)
    elif html.startswith("<p"):
        yield Paragraph(_words(html), gap=_HEADING_GAP)
    else:
        depth, gap = 0, _GAP
        _, *parts = _ITEMS.split(html)
        for end, name, rest in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            if name != "li":
                depth += -1 if end else 1
            elif not end:
                yield Paragraph(_words(f"<li{rest}"), depth * _ITEM_INDENT, gap)
                gap = _ITEM_GAP


def _words(html: str) -> tuple[str, ...]:
    return tuple(plain_words(html.replace("<br>", " ")).split())


def plain_words(html: str) -> str:
    """The words of HTML, with a letter in the place of each icon."""
    return unescape(_TAG.sub("", _ICON.sub("M", html)))


@dataclass(frozen=True, slots=True)
class Room:
    """The part of a card for text (mm), with the style of the card, the share by which its head and
    its title are larger than on a poker card, and the largest type (pt) of a body below a title;
    `over` with words over a picture, `indexed` with an index in two corners; `own` is the place of
    the body alone.
    """

    width: float
    height: float
    style: Style
    grown: float
    largest: float
    over: bool
    indexed: bool
    own: bool = False

    @staticmethod
    def of(recipe: Recipe, area: Size, style: Style) -> Room:
        """The room of the words of the cards of a recipe in a style: the place of the body, if it
        has one of its own.
        """
        room, body = Room.of_card(recipe, area, style), recipe.styled_in("body")
        if body is None or body.region is None:
            return room
        opacity = opacity_of(recipe, style, "body", body)
        inner = inner_size(body.region, body, "body", opacity)
        over = is_over_picture(recipe, body)
        usual = min(room.grown * style.title_size, _LARGEST_OVER if over else inf)
        largest = recipe.body_size or usual
        return replace(
            room,
            width=inner.width,
            height=inner.height,
            largest=largest,
            over=False,
            indexed=False,
            own=True,
        )

    @staticmethod
    def of_card(recipe: Recipe, area: Size, style: Style) -> Room:
        """The room of all words of the cards of a recipe in a style."""
        around, grown = 2 * style.inset, growth(area)
        # Rules are no larger than the name above them, unless the recipe says so.
        over = bool(recipe.picture and recipe.picture.fit == "full")
        largest = recipe.body_size or min(grown * style.title_size, _LARGEST_OVER if over else inf)
        width, height = area.width - around, area.height - around
        return Room(width, height, style, grown, largest, over, bool(recipe.index))

    @property
    def shorter(self) -> float:
        """The shorter side of the card: words keep 3 mm from the cut, and the room for a frame."""
        return min(self.width, self.height) + 6.0 + 2 * self.style.inset

    def fits(self, card: CardWords, size: float, share: float) -> bool:
        """Whether a card fits with a body of a size (pt) and a picture of a share of the height."""
        if self.own:
            heights = [self._body_height(side, size) for side in card.sides]
            return size <= self.largest and max(heights, default=0.0) <= self.height
        if size > _LARGEST_WITH_FOOT and any(side.foot for side in card.sides):
            return False
        named = not self.indexed and any(side.title for side in card.sides)
        if (named or self.over) and size > self.largest:
            return False
        return all(self._height(side, card, size, share) <= self.height for side in card.sides)

    def filled(self, side: Side) -> float:
        """The number of cards that the words of a card fill at least, in the smallest type."""
        text = self.style.text
        em = SMALLEST * text.scale * _PT
        return _text_height(side.body, _face(text), em, self.width, 1.0) / self.height

    def _body_height(self, side: Side, size: float) -> float:
        """The height (mm) of a body in a place of its own, in one language."""
        text = self.style.text
        em = size * text.scale * _PT
        return _text_height(side.body, _face(text), em, self.width, text.leading)

    def _height(self, side: Side, card: CardWords, size: float, share: float) -> float:
        """The height (mm) of all that is on a card in one language."""
        width, style = self.width, self.style
        if self.indexed:
            picture = _INDEX_PICTURE * self.height * card.pictured
            own = _INDEX_TITLE * side.title + picture + _INDEX_SYMBOL * self.shorter * side.symbol
            width -= 2 * _INDEX * self.shorter
        else:
            placed = card.pictured or style.head.place == "top"
            height = head_height(style, self.width, self.grown)
            head = (height + style.head.above * placed) * side.head
            symbol = _SYMBOL * (self.height + 6.0) + _SYMBOL_PADDING
            own = head + symbol * side.symbol
            if card.pictured and self.over:
                # The panel of the words, and the distance from the title.
                own += _OVER
                width -= _BESIDE_OVER
            else:
                own += (self.height - head) * share * card.pictured + style.panel
                width -= 2 * style.panel
        body_size, foot_size = size * style.text.scale * _PT, size * style.foot.scale * _PT
        body = _text_height(side.body, _face(style.text), body_size, width, style.text.leading)
        foot = _text_height(
            side.foot, _face(style.foot), foot_size, width, style.foot.leading, gap=0.0
        )
        return (
            own
            + _SPARE
            + _BODY
            + body
            + foot
            + _FOOT * bool(side.foot)
            + (_STATS + _STAT_ICONS * side.stat_icons) * side.stats
            + _ICONS * side.icons
        )


def growth(area: Size) -> float:
    """The share by which the head and the title of a card are larger than on a poker card, given
    the part of the card for text (mm).
    """
    size = (area.width + 6.0) * (area.height + 6.0)
    return max(1.0, min(_MOST_GROWN, sqrt(size / _USUAL_AREA)))


def head_height(style: Style, width: float, grown: float) -> float:
    """The height (mm) of the head of a card whose words have a width (mm)."""
    return style.head.small_height if width < _SMALL_TITLE else style.head.height * grown


def _face(lettering: Lettering) -> Typeface:
    """The typeface of a sort of words."""
    widths = lettering.widths if isinstance(lettering, OwnLettering) else {}
    return typeface(lettering.family, lettering.weight, lettering.italic, lettering.caps, widths)


def _text_height(
    parts: Sequence[Paragraph | TextTable],
    face: Typeface,
    em: float,
    room: float,
    leading: float,
    gap: float | None = None,
) -> float:
    """The height (mm) of text at a size (mm); `gap` is that between its paragraphs, if theirs is
    none.
    """
    lines, gaps = 0, 0.0
    for number, part in enumerate(parts):
        if number:
            gaps += part.gap if gap is None or part.gap != _GAP else gap
        if isinstance(part, TextTable):
            lines += _table_lines(part, face, em * _RESERVE, room)
            gaps += _ROW_PADDING * len(part.rows)
        else:
            lines += _lines(part.words, face, em * _RESERVE, room - part.indent * em * _RESERVE)
    return em * (lines * leading + gaps)


@lru_cache(50_000)
def _share_of_em(word: str, family: str, weight: int, italic: bool, upper: bool) -> float:
    """The width of a word as a share of its type size: words are measured in many sizes."""
    face = Typeface(family=family, weight=weight, italic=italic, upper=upper)
    return text_width(word, face, 1.0)


def _word_width(word: str, face: Typeface, em: float) -> float:
    return em * _share_of_em(word, face.family, face.weight, face.italic, face.upper)


def _lines(words: Sequence[str], face: Typeface, em: float, room: float) -> int:
    """The lines of words at a size (mm)."""
    space = _word_width(" ", face, em)
    lines, used = int(bool(words)), 0.0
    for word in words:
        wide = _word_width(word, face, em)
        if used and used + space + wide > room:
            lines, used = lines + 1, wide
        else:
            used += wide + (space if used else 0)
    return lines


def _table_lines(table: TextTable, face: Typeface, em: float, room: float) -> int:
    """The lines of a table: its columns have the width of their longest word, and share what is
    left by what their words need.
    """
    count = max((len(row) for row in table.rows), default=0)
    columns = [[row[n] for row in table.rows if n < len(row)] for n in range(count)]
    space = _word_width(" ", face, em)
    widths = [
        [[_word_width(word, face, em) for word in cell] for cell in column] for column in columns
    ]
    least = [max((max(cell, default=0.0) for cell in column), default=0.0) for column in widths]
    most = [
        max((sum(cell) + space * max(0, len(cell) - 1) for cell in column), default=0.0)
        for column in widths
    ]
    wanted = sum(most) - sum(least)
    left = max(0.0, room - _CELL_PADDING * em * count - sum(least))
    share = min(1.0, left / wanted) if wanted else 0.0
    rooms = [low + (high - low) * share + 1e-6 for low, high in zip(least, most, strict=True)]
    return sum(
        max((_lines(cell, face, em, rooms[n]) for n, cell in enumerate(row)), default=1)
        for row in table.rows
    )


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
        parts = card_parts(library, target.game, product)
        views = {
            (*name, n): part_of(
                library, target, product, recipe, name, sides[number], n, parts.get(name, 1)
            )
            for name, sides in card_views(library, target.game, product, recipe).items()
            for n in range(1, parts.get(name, 1) + 1)
        }
        title = recipe.styled_in("title")
        largest = (title.size if title else None) or growth(area) * style.title_size
        titled = [view for view in views.values() if view["title"]]
        sizes = [_heading(view, style, area, largest).size for view in titled]
        even = min((s for s in sizes if s >= _LEAST_TITLE * max(sizes)), default=largest)
        return {name: _heading(view, style, area, even) for name, view in views.items()}

    key = "headings", target.game, target.product, target.lang, repr(_of_one_type(recipe)), area
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
        room = Room.of_card(recipe, area, look.style)
        cards = card_views(library, target.game, product, recipe).values()
        views = [view for card in cards for view in card]
        views = [view for view in views if has_stats(view)]
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
    key = "stat-columns", target.game, target.product, repr(_of_one_type(recipe)), area
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
NAME_SHARE, _HEIGHT = 1.085, 6.4

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


# The sizes of bodies, in points, and those of long texts.
STEPS = (30.0, 27.0, 24.0, 21.5, 19.5, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.2, 10.4)
SMALL = (9.6, 9.2, 8.8, 8.4, 8.0, 7.6, 7.2, 6.8, 6.4)

# The heights of pictures, as shares of the card below its head. With much text, pictures are lower.
SHARES = (0.64, 0.6, 0.56, 0.52, 0.48, 0.44, 0.4, 0.36, 0.32)

# The picture is as high as it can be with all texts in type of the first size (pt) or, if they
# never have it, with most of them in that size, in the second, and so on.
_WANTED = (9.6, 8.8, 8.0, 7.6, 6.4)

# One card in six, and one in a small deck of at least three, may have a text that would make the
# others smaller by more than this, or too small. It is set smaller by itself.
_LONG, _LEAST, _GAIN = 6, 3, 1.3

# The most that the type of a deck is larger than that of its long texts, and the size (pt) of long
# texts that all can read.
_APART, LEGIBLE = 1.5, 7.2


class EvenType(NamedTuple):
    """The type size of a body (pt), and the height of the picture as a share of the card below its
    head.
    """

    size: float
    share: float


class DeckType(NamedTuple):
    """The type of each card of a deck, by its kind, its `game/id` and the number of its part; and
    the card whose text makes all long texts smaller, if any is.
    """

    types: dict[CardKey, EvenType]
    longest: CardKey | None = None


def deck_type(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> DeckType:
    """The type of the cards of a product with a recipe, in all languages: one for all, unless some
    words need a smaller one. `area` is the part of a card for text.
    """

    def compute() -> DeckType:
        look = recipe_look(library, library.games[target.game], product, recipe)
        chosen = _chosen_types(library, target, product, recipe, area)
        own = min(each.size for each in chosen.values())
        for other, usual in () if recipe.body_size else _other_looks(product.faces, recipe):
            least = min(
                each.size for each in _chosen_types(library, target, product, other, area).values()
            )
            # The words of a look are no larger than those of the cards without one, and looks whose
            # type is about as large have the same.
            if usual or least * _GAIN >= own:
                chosen = {
                    pictured: each._replace(size=min(each.size, least))
                    for pictured, each in chosen.items()
                }
        cards, continued = _deck_words(library, target.game, product, recipe)
        return _two_sizes(Room.of(recipe, area, look.style), cards | continued, chosen)

    key = "deck-type", target.game, target.product, repr(_of_one_type(recipe)), area
    return library.remember(key, compute)


def _deck_words(
    library: Library, game: str, product: FacesProduct, recipe: Recipe
) -> tuple[dict[CardKey, CardWords], dict[CardKey, CardWords]]:
    """The words of the cards with a recipe: of texts on one card, and of those that go on."""
    parts = card_parts(library, game, product)
    langs = product.languages or library.games[game].game.languages
    cards, continued = dict[CardKey, CardWords](), dict[CardKey, CardWords]()
    for name, views in card_views(library, game, product, recipe).items():
        count = parts.get(name, 1)
        for number in range(1, count + 1):
            part = Part(number, count)
            shown = [
                part_view(library, game, product, recipe, (*name, lang), view, part)
                for view, lang in zip(views, langs, strict=True)
            ]
            (continued if count > 1 else cards)[*name, number] = card_words(shown)
    return cards, continued


def _chosen_types(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> dict[bool, EvenType]:
    """The type that suits the cards with a recipe by themselves: of those with pictures (True) and
    of those without.
    """

    def compute() -> dict[bool, EvenType]:
        look = recipe_look(library, library.games[target.game], product, recipe)
        room = Room.of(recipe, area, look.style)
        # Texts that go on on further cards are no measure for the others.
        cards, continued = _deck_words(library, target.game, product, recipe)
        chosen = _for_deck(room, [*(cards or continued).values()], recipe.body_size)
        if continued and "smaller" not in recipe.overlong:
            size = _face_parts(library, target.game, product, recipe).size
            chosen = {sort: even._replace(size=size) for sort, even in chosen.items()}
        return chosen

    key = "chosen-type", target.game, target.product, repr(_of_one_type(recipe)), area
    return library.remember(key, compute)


def _other_looks(faces: Faces, recipe: Recipe) -> Iterator[tuple[Recipe, bool]]:
    """The other recipes of the cards of a deck whose size of type is not given, each with whether
    it is that of the cards without a look.
    """
    wanted = repr(_of_one_type(recipe))
    for _, face in faces.recipes():
        looks = {repr(_of_one_type(each)): each for each in (face, *map(face.with_look, face.when))}
        if wanted in looks:
            for name, other in looks.items():
                if name != wanted and not other.size:
                    yield other, other is face


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
            next((size for size in (*STEPS, *SMALL) if room.fits(card, size, share)), 0.0)
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
                return EvenType(given or usual, share)
    return EvenType(given or SMALLEST, shares[-1])


def _two_sizes(
    room: Room, cards: Mapping[CardKey, CardWords], chosen: Mapping[bool, EvenType]
) -> DeckType:
    """The types of cards: the even one, or one smaller size for all texts that do not fit in it."""

    def own_types(types: Mapping[CardKey, EvenType]) -> dict[CardKey, EvenType]:
        return {
            name: _choose(room, [card], None)
            for name, card in cards.items()
            if card.worded and not room.fits(card, types[name].size, types[name].share)
        }

    types = {name: chosen[card.pictured] for name, card in cards.items()}
    largest = max((even.size for even in types.values()), default=0.0)
    # A text that does not fit in any type is no measure for the others.
    own = {name: each for name, each in own_types(types).items() if room.fits(cards[name], *each)}
    longest = min(own, key=lambda name: own[name].size, default=None)
    size = min((even.size for even in (*types.values(), *own.values())), default=0.0)
    # The two are near each other, unless the larger one is that of usual rules.
    most = max(size * _APART, STEPS[-1])
    near = max((step for step in STEPS if step <= most), default=largest)
    types = {name: even._replace(size=min(even.size, near)) for name, even in types.items()}
    long = {name[:2] for name in own_types(types)}
    for name, even in types.items():
        # All cards of a text have one size.
        if name[:2] in long:
            shares = (share for share in SHARES if share <= even.share)
            fitting = (share for share in shares if room.fits(cards[name], size, share))
            types[name] = EvenType(size, next(fitting, SHARES[-1]))
        elif even.size < min(largest, near):
            types[name] = even._replace(size=size)
    return DeckType(types, longest)


# --------------------------------------------------------------------------------------------------
# Texts that go on on further cards, because they do not fit on one in type that is large enough.
#
# An entry has the same number of cards in all languages of its deck. The first one alone has the
# picture, the stats and the icons, the last one the foot, and all have the title with their number.


# The most cards of a text, and the smallest type of a text (pt).
MOST_PARTS, SMALLEST = 9, 6.4

# The share of the room that a text that goes on may take: widths are not exact. With icons, some
# of which make their lines higher, it is smaller.
_RESERVE_OF_PARTS, _ICON_RESERVE = 0.96, 0.92

# The height of the picture of a card that goes on, as a share of the card below its head.
_SHARE_OF_PARTS = 0.44

# The least and the most letters of a card, as shares of those that it should have, for a text that
# is divided between paragraphs and items, after a sentence, and after a word.
_ENOUGH = {PART: (0.8, 1.25), SENTENCE: (0.65, 1.3), WORD: (0.0, 2.0)}

# The kind of a card, its `game/id`, and the number of its part, from 1.
CardKey = tuple[str, str, int]


class Part(NamedTuple):
    """One of the cards of an entry: its number, from 1, and their count."""

    number: int
    of: int

    def named(self, name: str) -> str:
        """The name of a card, with its number among the cards of its entry."""
        return name if self.of == 1 else f"{name}\u00a0{self.number}/{self.of}"


ONLY_PART = Part(1, 1)


def card_words(views: Sequence[RecipeView]) -> CardWords:
    """A card in its languages."""
    return CardWords(tuple(map(_side, views)), any(view["picture"] for view in views))


def room_of(library: Library, game: str, product: FacesProduct, recipe: Recipe) -> Room:
    """The room of the cards of a product, at the size that it gives them."""
    size, margins = product.trim, 2 * product.safe
    area = Size(size.width - margins, size.height - margins)
    return Room.of(recipe, area, recipe_look(library, library.games[game], product, recipe).style)


def card_parts(library: Library, game: str, product: FacesProduct) -> dict[tuple[str, str], int]:
    """The cards of a product whose texts go on on further cards, by their kind and `game/id`: the
    number of their cards.
    """

    found = dict[tuple[str, str], int]()
    for _, face in product.faces.recipes() if isinstance(product, CardsProduct) else ():
        for recipe in (face, *map(face.with_look, face.when)):
            for name, count in _face_parts(library, game, product, recipe).counts.items():
                found[name] = max(count, found.get(name, 1))
    return found


class _FaceParts(NamedTuple):
    """The numbers of the cards of the texts of one side that go on on further cards, and the type
    (pt) that these have, if possible.
    """

    counts: dict[tuple[str, str], int]
    size: float


def _face_parts(library: Library, game: str, product: FacesProduct, recipe: Recipe) -> _FaceParts:
    def compute() -> _FaceParts:
        room = room_of(library, game, product, recipe)
        views = card_views(library, game, product, recipe)
        least = _least_type(room, recipe, views.values())
        counts = {name: _count_parts(room, recipe, sides, least) for name, sides in views.items()}
        size = max(least, min(LEGIBLE, recipe.body_size or LEGIBLE))
        return _FaceParts({name: count for name, count in counts.items() if count > 1}, size)

    if "card" not in recipe.overlong:
        return _FaceParts({}, SMALLEST)
    return library.remember(
        ("face-parts", game, repr(product), repr(_of_one_type(recipe))), compute
    )


def _least_type(room: Room, recipe: Recipe, cards: Iterable[Sequence[RecipeView]]) -> float:
    """The smallest type (pt) of a text that is on one card."""
    if "smaller" in recipe.overlong:
        return SMALLEST
    chosen = _for_deck(room, [card_words(views) for views in cards], recipe.body_size)
    return min(_WANTED[0], *(even.size for even in chosen.values()))


def _share(recipe: Recipe, share: float) -> float:
    """The height of a picture; none behind all else."""
    return 0.0 if recipe.picture and recipe.picture.fit == "full" else share


def _count_parts(room: Room, recipe: Recipe, views: Sequence[RecipeView], least: float) -> int:
    """The number of cards that a text takes; 1 for one that fits, or that fits on no number."""
    card = card_words(views)
    if not any(side.body for side in card.sides):
        return 1
    icons = any("icon" in html for view in views for html in view["body"])
    room = replace(room, height=room.height * (_ICON_RESERVE if icons else _RESERVE_OF_PARTS))
    if room.fits(card, least, _share(recipe, SHARES[-1])):
        return 1
    if max(map(room.filled, card.sides)) > MOST_PARTS:
        return 1
    for size in sorted(
        {least, max(least, min(LEGIBLE, recipe.body_size or LEGIBLE))}, reverse=True
    ):
        for count in range(2, MOST_PARTS + 1):
            if all(_divide(room, recipe, view, count, size) for view in views):
                return count
    return 1


def part_of(
    library: Library,
    target: Target,
    product: FacesProduct,
    recipe: Recipe,
    name: tuple[str, str],
    view: RecipeView,
    number: int,
    count: int,
) -> RecipeView:
    """One of the cards of an entry in the language of a target, by its number of `count`."""
    card, part = (*name, target.lang), Part(number, count)
    return part_view(library, target.game, product, recipe, card, view, part)


def part_view(
    library: Library,
    game: str,
    product: FacesProduct,
    recipe: Recipe,
    card: tuple[str, str, str],
    view: RecipeView,
    part: Part,
) -> RecipeView:
    """One of the cards of an entry, given its view, its kind, its `game/id` and its language. A
    side that fits on one card is the same on all of them.
    """
    if part.of == 1:
        return view

    def compute() -> list[list[str]]:
        room = room_of(library, game, product, recipe)
        return _bodies(room, recipe, view, part.of, parts.size)

    parts, shown = _face_parts(library, game, product, recipe), view.copy()
    if card[:2] in parts.counts:
        key = "card-bodies", game, repr(product), repr(recipe), card
        shown["body"] = library.remember(key, compute)[part.number - 1]
        if part.number > 1:
            shown["picture"] = shown["symbol"] = ""
            shown["stats"], shown["icons"] = [], []
            shown["placed_picture"] = ""
        kept = {"title", *(["foot"] if part.number == part.of else [])}
        if part.number == 1:
            kept |= shown["placed"].keys() - {"foot"}
        shown["placed"] = {name: of for name, of in shown["placed"].items() if name in kept}
        if part.number < part.of:
            shown["foot"] = []
    mark = Markup('<span class="part">{}/{}</span>').format(*part)
    if title := shown["placed"].get("title"):
        marked = Markup("{}\u00a0{}").format(title[0], mark)
        shown["placed"] = {**shown["placed"], "title": [marked]}
    elif shown["title"]:
        shown["title"] = Markup("{}\u00a0{}").format(shown["title"], mark)
    else:
        shown["foot"] = [*shown["foot"], mark]
    return shown


def _bodies(
    room: Room, recipe: Recipe, view: RecipeView, count: int, wanted: float
) -> list[list[str]]:
    """The bodies of the cards of a text, as even as the type allows that is `wanted` (pt)."""
    sizes = [*STEPS, *SMALL]
    large = [size for size in sizes if size >= wanted] or [wanted]
    ways = [(size, even) for some in (large, sizes) for even in (True, False) for size in some]
    found = (_divide(room, recipe, view, count, size, even=even) for size, even in ways)
    return next(filter(None, found), [view["body"]] + [[]] * (count - 1))


def _divide(
    room: Room, recipe: Recipe, view: RecipeView, count: int, size: float, *, even: bool = False
) -> list[list[str]]:
    """The bodies of the cards of a text in type of a size (pt); none if it takes more cards. An
    `even` text is not longer on the first cards than on the last one.
    """
    side, rest, bodies = _side(view), view["body"], list[list[str]]()
    share, pictured = _share(recipe, _SHARE_OF_PARTS), bool(view["picture"])

    def fits(body: Sequence[str], foot: Sequence[Paragraph | TextTable] = ()) -> bool:
        shown = side._replace(body=measured(body), foot=tuple(foot))
        return room.fits(CardWords((shown,), pictured), size, share)

    foot = side.foot
    for left in range(count, 0, -1):
        if (not even or left == 1) and fits(rest, foot):
            return [*bodies, rest, *([] for _ in range(left - 1))]
        part, rest = _first_part(rest, fits, left if even else 0)
        if not part or left == 1:
            return []
        bodies.append(part)
        # The next cards have words alone.
        side = side._replace(stats=False, stat_icons=False, icons=False, symbol=False)
        pictured = False
    return []


def _first_part(
    blocks: Sequence[str], fits: Callable[[Sequence[str]], bool], left: int
) -> tuple[list[str], list[str]]:
    """The blocks of a card and those of the next ones: as many as fit, or about as many as on each
    of the cards that are `left`. The first are none if nothing fits.
    """
    places = [*_places(blocks)]
    low, high = 0, len(places)
    while low < high:
        middle = (low + high) // 2
        if fits(_before(blocks, places[middle])):
            low = middle + 1
        else:
            high = middle
    fitting = places[:low]
    if not fitting:
        return [], [*blocks]
    most = float(fitting[-1].letters)
    if left:
        most = min(most, sum(len(plain_words(html)) for html in blocks) / left)
    for rank, (least, more) in _ENOUGH.items():
        better = [
            place
            for place in fitting
            if place.rank <= rank and least * most <= place.letters <= more * most
        ]
        if better:
            chosen = min(better, key=lambda place: abs(place.letters - most))
            return _before(blocks, chosen), _after(blocks, chosen)
    return _before(blocks, fitting[-1]), _after(blocks, fitting[-1])


class _Place(NamedTuple):
    """A place where a text may go on on the next card: in which block and where in it, the end if
    it is 0, how good it is, and the letters before it.
    """

    block: int
    at: int
    rank: int
    letters: int


def _places(blocks: Sequence[str]) -> Iterator[_Place]:
    letters = 0
    for number, html in enumerate(blocks):
        for cut in html_cuts(html):
            yield _Place(number, cut.at, cut.rank, letters + len(plain_words(html[: cut.at])))
        letters += len(plain_words(html))
        # What announces the next block stays with it.
        if number + 1 < len(blocks) and not _announces(html):
            yield _Place(number, 0, PART, letters)


def _announces(html: str) -> bool:
    return html.startswith(("<hr", "<p")) or plain_words(html).rstrip().endswith(":")


def _before(blocks: Sequence[str], place: _Place) -> list[str]:
    number, at, *_ = place
    return [*blocks[:number], cut_html(blocks[number], at)[0] if at else blocks[number]]


def _after(blocks: Sequence[str], place: _Place) -> list[str]:
    """The blocks after a place. A card does not begin with a rule."""
    number, at, *_ = place
    rest = [*blocks[number + 1 :]]
    while rest and not at and rest[0].startswith("<hr"):
        del rest[0]
    return [cut_html(blocks[number], at)[1], *rest] if at else rest
