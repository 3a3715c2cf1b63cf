"""The room that the words of a card by recipe take, and the largest type that fits in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import SAFE, FacesProduct
from printgen.content.models.theme import Lettering, Style, Typeface
from printgen.paper import POINTS_PER_MM, Size, type_growth
from printgen.products.card_words import (
    GAP,
    CardWords,
    Paragraph,
    Side,
    TextTable,
    plain_words,
)
from printgen.rules.placing import flow_area, is_over_picture, least_size, opacity_of
from printgen.typography.measure import OwnTypeface, cap_height, text_width, typeface
from printgen.views.style import OwnLettering, recipe_look

# --- the room that words take, measured in the fonts of the plain theme ---------------------------
#
# The measures are those of `recipe.html.j2` and `recipe-index.html.j2` with their styles.


PT = 1 / POINTS_PER_MM

# Widths and heights are not exact: kerning and bold letters are not measured, icons may make a line
# higher, and words should not touch what is above them (mm).
_RESERVE, _SPARE = 1.03, 1.2

# Measures in mm: the width of the words of a small card, whose head is lower; the heights of values
# and their icons, and of a row of icons; the padding of the body, and that above the foot.
_SMALL_TITLE = 49.0
_STATS, _STAT_ICONS, _ICONS, _BODY, _FOOT = 11.6, 1.6, 8.6, 3.0, 1.4

# The values of a row of stats (pt); what the labels and the values of larger ones take, as a share
# of the type of the values.
STAT_VALUES, _STAT_LINES = 14.0, 1.78

# A foot whose size the recipe gives keeps it above bodies of this size (pt); the least one (pt).
FOOT_STAYS, LEAST_FOOT = 8.0, 5.6

# What a column of stats takes of the width of words (mm).
_SIDE = 13.5

# What a panel over a picture takes of the height and of the width of words (mm).
_OVER, _BESIDE_OVER = 3.0, 1.6

# The largest body (pt) over a picture, of which it leaves as much as it can.
_LARGEST_OVER = 10.4

# The largest body (pt) above a foot, whose type grows with it.
_LARGEST_WITH_FOOT = 18.0

# What is above and below the words of a row of a table and beside those of a cell (em).
_ROW_PADDING, _CELL_PADDING = 0.36, 1.05

# A symbol takes this share of the height of its card, and the padding above it in mm.
_SYMBOL, _SYMBOL_PADDING = 0.74 * PT, 4.0

# With an index in two corners: the share of the shorter side that each takes, the share of the
# picture, that of a symbol, and the height of a title.
INDEX, _INDEX_PICTURE, _INDEX_SYMBOL, _INDEX_TITLE = 0.165, 0.6, 0.75 * PT, 6.0


# The distance of columns, and the least width of one (mm).
COLUMN_GAP, LEAST_COLUMN = 4.0, 32.0

# The lines of a drop cap where a style has none, and the space beside it (em).
_CAP_LINES, _BESIDE_CAP = 2, 0.12


@dataclass(frozen=True, slots=True)
class DropCap:
    """The first letter of a body, in the font of titles: its lines, its type size and the distance
    of its foot below the first line (em).
    """

    lines: int
    size: float
    below: float
    face: Typeface

    @staticmethod
    def of(recipe: Recipe, style: Style) -> DropCap | None:
        """The drop cap of a recipe in a style, if it has one."""
        asked = recipe.drop_cap
        lines = style.drop_cap if asked is None or asked is True else int(asked)
        lines = lines or (_CAP_LINES if asked is True else 0)
        if lines < 2:
            return None
        face, text = face_of(style.title), face_of(style.text)
        below = (lines - 1) * style.text.leading
        size = (below + cap_height(text)) / cap_height(face)
        return DropCap(lines, round(size, 3), round(below, 3), face)

    @property
    def measures(self) -> dict[str, float]:
        """What templates see: the type size (em), the height (em), which is a little less than that
        of its lines, and its distance below the first line, in its own size (em).
        """
        high = self.below * self.lines / (self.lines - 1) - 0.2
        return {"size": self.size, "high": round(high, 3), "down": round(self.below / self.size, 3)}

    def width(self, letter: str, em: float) -> float:
        """The width (mm) that a letter takes of lines in a type of a size (mm)."""
        return em * (_word_width(letter, self.face, self.size) + _BESIDE_CAP)


@dataclass(frozen=True, slots=True)
class Room:
    """The part of a card for text (mm), with the style of the card, the share by which its head and
    its title are larger than on a poker card, and the largest type (pt) of a body below a title;
    `over` with words over a picture, `indexed` with an index in two corners. The body has
    `columns`, and may begin with a drop `cap`. `own` is the place of the body alone; `stats` is
    where the stats are, and `higher` how much higher than usual (mm). The recipe may give the type
    of the `foot` (pt), else 0, and the largest one of the `symbol`.
    """

    width: float
    height: float
    style: Style
    grown: float
    largest: float
    over: bool
    indexed: bool
    columns: int = 1
    cap: DropCap | None = None
    own: bool = False
    stats: str = "bottom"
    foot: float = 0.0
    higher: float = 0.0
    symbol: float = inf

    @staticmethod
    def of(recipe: Recipe, area: Size, style: Style) -> Room:
        """The room of the words of the cards of a recipe in a style: the place of the body, if it
        has one of its own.
        """
        room, body = Room.of_card(recipe, area, style), recipe.styled_in("body")
        if body is None or body.region is None:
            return room
        inner = least_size(body.region, body, "body", opacity_of(recipe, style, "body", body))
        over = is_over_picture(recipe, body)
        usual = min(room.grown * style.title_size, _LARGEST_OVER if over else inf)
        return replace(
            room,
            width=inner.width,
            height=inner.height,
            largest=recipe.body_size or usual,
            over=False,
            indexed=False,
            own=True,
        )

    @staticmethod
    def of_card(recipe: Recipe, area: Size, style: Style) -> Room:
        """The room of all words of the cards of a recipe in a style."""
        around, grown = 2 * style.inset, growth(area)
        area = flow_area(recipe, area)
        # Rules are no larger than the name above them, unless the recipe says so.
        over = bool(recipe.picture and recipe.picture.fit == "full")
        largest = recipe.body_size or min(grown * style.title_size, _LARGEST_OVER if over else inf)
        width, height = area.width - around, area.height - around
        indexed, cap = bool(recipe.index), DropCap.of(recipe, style)
        columns = 1 if indexed else recipe.columns
        foot, symbol = recipe.flow_size("foot"), recipe.flow_size("symbol")
        room = Room(width, height, style, grown, largest, over, indexed, columns, cap)
        return replace(
            room,
            stats=recipe.stats_place,
            foot=foot or 0.0,
            higher=stats_higher(recipe),
            symbol=symbol or inf,
        )

    @property
    def in_columns(self) -> Room | None:
        """The room with a body in two columns; None if it has two, or is too narrow."""
        column = (self.width - 2 * self.style.panel * (not self.own) - COLUMN_GAP) / 2
        if self.columns > 1 or self.indexed or column < LEAST_COLUMN:
            return None
        return replace(self, columns=2)

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

    def sinks_cap(self, body: Sequence[str], size: float) -> bool:
        """Whether the first paragraph of a body has as many lines as its drop cap, in a type of a
        size (pt).
        """
        cap, text = self.cap, self.style.text
        if not cap or not body:
            return False
        em = size * text.scale * PT
        width = self.width - 2 * self.style.panel * (not self.own) - (self.columns - 1) * COLUMN_GAP
        words = plain_words(body[0]).split()
        return _lines(words, face_of(text), em, width / self.columns) >= cap.lines

    def foot_size(self, size: float) -> float:
        """The type (pt) of the foot below a body in a type of a size (pt). One that the recipe
        gives stays until the body is small.
        """
        if not self.foot:
            return size * self.style.foot.scale
        return max(min(self.foot, LEAST_FOOT), self.foot * min(1.0, size / FOOT_STAYS))

    def filled(self, side: Side) -> float:
        """The number of cards that the words of a card fill at least, in the smallest type."""
        heights = (
            _text_height(parts, face_of(text), size * PT, self.width, 1.0, gap)
            for parts, text, size, gap in (
                (side.body, self.style.text, SMALLEST * self.style.text.scale, None),
                (side.foot, self.style.foot, self.foot_size(SMALLEST), 0.0),
            )
        )
        return sum(heights) / self.height

    def _body_height(self, side: Side, size: float) -> float:
        """The height (mm) of a body in a place of its own, in one language."""
        text = self.style.text
        em = size * text.scale * PT
        return _text_height(
            side.body,
            face_of(text),
            em,
            self.width,
            text.leading,
            columns=self.columns,
            cap=self.cap,
        )

    def _height(self, side: Side, card: CardWords, size: float, share: float) -> float:
        """The height (mm) of all that is on a card in one language."""
        width, style = self.width, self.style
        stats = (_STATS + _STAT_ICONS * side.stat_icons + self.higher) * side.stats
        beside = self.stats == "side" and side.stats
        if self.indexed:
            picture = _INDEX_PICTURE * self.height * card.pictured
            symbol = min(_INDEX_SYMBOL * self.shorter, self.symbol * PT)
            own = _INDEX_TITLE * side.title + picture + symbol * side.symbol
            width -= 2 * INDEX * self.shorter
        else:
            placed = card.pictured or style.head.place == "top"
            height = head_height(style, self.width, self.grown)
            head = (height + style.head.above * placed) * side.head
            symbol = min(_SYMBOL * (self.height + 6.0), self.symbol * PT) + _SYMBOL_PADDING
            own = head + symbol * side.symbol
            if card.pictured and self.over:
                # The panel of the words, and the distance from the title.
                own += _OVER
                width -= _BESIDE_OVER
            else:
                head += stats * (self.stats == "top")
                own += (self.height - head) * share * card.pictured + style.panel
                width -= 2 * style.panel + _SIDE * (beside and not card.pictured)
        body_size, foot_size = size * style.text.scale * PT, self.foot_size(size) * PT
        body = _text_height(
            side.body,
            face_of(style.text),
            body_size,
            width,
            style.text.leading,
            columns=self.columns,
            cap=self.cap,
        )
        foot = _text_height(
            side.foot, face_of(style.foot), foot_size, width, style.foot.leading, gap=0.0
        )
        return (
            own
            + _SPARE
            + _BODY
            + body
            + foot
            + _FOOT * bool(side.foot)
            + stats * (not beside)
            + _ICONS * side.icons
        )


def stats_higher(recipe: Recipe) -> float:
    """How much higher a row of stats is than usual (mm), as their largest type is."""
    return _STAT_LINES * PT * max(0.0, (recipe.flow_size("stats") or 0.0) - STAT_VALUES)


def room_of(library: Library, game: str, product: FacesProduct, recipe: Recipe) -> Room:
    """The room of the cards of a product, at the size that it gives them."""
    size, margins = product.trim, 2 * product.safe
    area = Size(size.width - margins, size.height - margins)
    return Room.of(recipe, area, recipe_look(library, library.games[game], product, recipe).style)


def growth(area: Size) -> float:
    """The share by which the head and the title of a card are larger than on a poker card, given
    the part of the card for text (mm).
    """
    return type_growth(area.grown(SAFE))


def head_height(style: Style, width: float, grown: float) -> float:
    """The height (mm) of the head of a card whose words have a width (mm)."""
    return style.head.small_height if width < _SMALL_TITLE else style.head.height * grown


def face_of(lettering: Lettering) -> Typeface:
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
    columns: int = 1,
    cap: DropCap | None = None,
) -> float:
    """The height (mm) of text at a size (mm); `gap` is that between its paragraphs, if theirs is
    none.
    """
    lines, gaps = 0, 0.0
    if columns > 1:
        room = (room - (columns - 1) * COLUMN_GAP) / columns
    for number, part in enumerate(parts):
        if number:
            gaps += part.gap if gap is None or part.gap != GAP else gap
        if isinstance(part, TextTable):
            lines += _table_lines(part, face, em * _RESERVE, room)
            gaps += _ROW_PADDING * len(part.rows)
        else:
            sunk = (cap.lines, cap.width(part.cap, em)) if cap and part.cap else (0, 0.0)
            inside = room - part.indent * em * _RESERVE
            lines += max(sunk[0], _lines(part.words, face, em * _RESERVE, inside, sunk))
    # Columns are not exactly as long as each other: paragraphs are cut between lines.
    spare = leading if columns > 1 and lines > 1 else 0.0
    return em * ((lines * leading + gaps) / columns + spare)


@dataclass(frozen=True, slots=True, eq=False)
class _Own:
    """The widths of the characters of a font of the project, to look up by their identity."""

    widths: Mapping[str, float]

    def __hash__(self) -> int:
        return id(self.widths)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Own) and self.widths is other.widths


@lru_cache(50_000)
def _share_of_em(
    word: str, family: str, weight: int, italic: bool, upper: bool, own: _Own | None
) -> float:
    """The width of a word as a share of its type size: words are measured in many sizes."""
    face = Typeface(family=family, weight=weight, italic=italic, upper=upper)
    if own:
        face = OwnTypeface.model_construct(**face.model_dump(), widths=own.widths)
    return text_width(word, face, 1.0)


def _word_width(word: str, face: Typeface, em: float) -> float:
    own = _Own(face.widths) if isinstance(face, OwnTypeface) else None
    return em * _share_of_em(word, face.family, face.weight, face.italic, face.upper, own)


def _lines(
    words: Sequence[str],
    face: Typeface,
    em: float,
    room: float,
    sunk: tuple[int, float] = (0, 0.0),
) -> int:
    """The lines of words at a size (mm); the first lines, by their number, are shorter by what is
    `sunk` in them (mm).
    """
    space = _word_width(" ", face, em)
    lines, used = int(bool(words)), 0.0
    for word in words:
        wide = _word_width(word, face, em)
        if used and used + space + wide > room - (sunk[1] if lines <= sunk[0] else 0.0):
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


# --- the type of cards: the largest that suits most of them ---------------------------------------


# The sizes of bodies, in points, and those of long texts.
STEPS = (30.0, 27.0, 24.0, 21.5, 19.5, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.2, 10.4)
SMALL = (9.6, 9.2, 8.8, 8.4, 8.0, 7.6, 7.2, 6.8, 6.4)

# The heights of pictures, as shares of the card below its head. With much text, pictures are lower.
SHARES = (0.64, 0.6, 0.56, 0.52, 0.48, 0.44, 0.4, 0.36, 0.32)

# The picture is as high as it can be with all texts in type of the first size (pt) or, if they
# never have it, with most of them in that size, in the second, and so on.
WANTED = (9.6, 8.8, 8.0, 7.6, 6.4)

# One card in six, and one in a small deck of at least three, may have a text that would make the
# others smaller by more than this, or too small. It is set smaller by itself.
_LONG, _LEAST, GAIN = 6, 3, 1.3

# The smallest type of a text, and the type of long texts that all can read (pt).
SMALLEST, LEGIBLE = 6.4, 7.2


# The kind of a card, its `game/id`, and the number of its part, from 1.
CardKey = tuple[str, str, int]


class EvenType(NamedTuple):
    """The type size of a body (pt), the height of the picture as a share of the card below its
    head, and the columns of the body.
    """

    size: float
    share: float
    columns: int = 1


def types_for(room: Room, cards: Sequence[CardWords], given: float | None) -> dict[bool, EvenType]:
    """The type of the cards with pictures (True) and of those without. It is the same, unless the
    texts of those without are all much longer.
    """
    sorts = {sort: [card for card in cards if card.pictured == sort] for sort in (True, False)}
    found = {sort: chosen_type(room, own, given) for sort, own in sorts.items()}
    pictured, plain = found[True], found[False]
    if plain.size * GAIN >= pictured.size:
        pictured = pictured._replace(size=min(pictured.size, plain.size))
    return {True: pictured, False: plain._replace(size=min(pictured.size, plain.size))}


def chosen_type(room: Room, cards: Sequence[CardWords], given: float | None) -> EvenType:
    """The type that suits cards; `given` is the size that the recipe asks for."""
    worded = [card for card in cards if card.worded]
    if not worded:
        return EvenType(given or STEPS[0], SHARES[0])
    shares = SHARES if worded[0].pictured else SHARES[:1]
    # A text that fits in no type is no measure for the others.
    worded = [card for card in worded if room.fits(card, SMALL[-1], shares[-1])] or worded
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
        if least >= (given or WANTED[0]) and usual <= GAIN * least:
            return EvenType(given or least, share)
    for wanted in [given] if given else WANTED:
        for share, sizes in fitting.items():
            usual = sizes[long]
            if usual >= wanted:
                return EvenType(given or usual, share)
    return EvenType(given or SMALLEST, shares[-1])
