"""Texts that go on on further cards, because they do not fit on one in type that is large enough.

An entry has the same number of cards in all languages of its deck. The first one alone has the
picture, the stats and the icons, the last one the foot, and all have the title with their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.products.card_room import (
    LEGIBLE,
    SHARES,
    SMALL,
    SMALLEST,
    STEPS,
    WANTED,
    CardKey,
    Room,
    room_of,
    types_for,
)
from printgen.products.card_words import (
    CardWords,
    Paragraph,
    TextTable,
    card_views,
    card_words,
    measured,
    of_one_type,
    plain_words,
    side_of,
)
from printgen.typography.html_cuts import PART, SENTENCE, WORD, cut_html, html_cuts
from printgen.views.entries import RecipeView

# The most cards of a text.
_MOST_PARTS = 9

# The share of the room that a text that goes on may take: widths are not exact. With icons, some
# of which make their lines higher, it is smaller.
_RESERVE_OF_PARTS, _ICON_RESERVE = 0.96, 0.92

# The height of the picture of a card that goes on, as a share of the card below its head.
_SHARE_OF_PARTS = 0.44

# The least and the most letters of a card, as shares of those that it should have, for a text that
# is divided between paragraphs and items, after a sentence, and after a word.
_ENOUGH = {PART: (0.8, 1.25), SENTENCE: (0.65, 1.3), WORD: (0.0, 2.0)}


class Part(NamedTuple):
    """One of the cards of an entry: its number, from 1, and their count."""

    number: int
    of: int

    def named(self, name: str) -> str:
        """The name of a card, with its number among the cards of its entry."""
        return name if self.of == 1 else f"{name}\u00a0{self.number}/{self.of}"


ONLY_PART = Part(1, 1)


def card_parts(library: Library, game: str, product: FacesProduct) -> dict[tuple[str, str], int]:
    """The cards of a product whose texts go on on further cards, by their kind and `game/id`: the
    number of their cards.
    """

    found = dict[tuple[str, str], int]()
    for _, face in product.faces.recipes() if isinstance(product, CardsProduct) else ():
        for recipe in (face, *map(face.with_look, face.when)):
            for name, count in face_parts(library, game, product, recipe).counts.items():
                found[name] = max(count, found.get(name, 1))
    return found


class FaceParts(NamedTuple):
    """The numbers of the cards of the texts of one side that go on on further cards, and the type
    (pt) that these have, if possible.
    """

    counts: dict[tuple[str, str], int]
    size: float


def face_parts(library: Library, game: str, product: FacesProduct, recipe: Recipe) -> FaceParts:
    def compute() -> FaceParts:
        room = room_of(library, game, product, recipe)
        views = card_views(library, game, product, recipe)
        least = _least_type(room, recipe, views.values())
        counts = {name: _count_parts(room, recipe, sides, least) for name, sides in views.items()}
        size = max(least, min(LEGIBLE, recipe.body_size or LEGIBLE))
        return FaceParts({name: count for name, count in counts.items() if count > 1}, size)

    if "card" not in recipe.overlong:
        return FaceParts({}, SMALLEST)
    return library.remember(("face-parts", game, repr(product), repr(of_one_type(recipe))), compute)


def _least_type(room: Room, recipe: Recipe, cards: Iterable[Sequence[RecipeView]]) -> float:
    """The smallest type (pt) of a text that is on one card."""
    if "smaller" in recipe.overlong:
        return SMALLEST
    chosen = types_for(room, [card_words(views) for views in cards], recipe.body_size)
    return min(WANTED[0], *(even.size for even in chosen.values()))


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
    if max(map(room.filled, card.sides)) > _MOST_PARTS:
        return 1
    legible = max(least, min(LEGIBLE, recipe.body_size or LEGIBLE))
    for size in sorted({least, legible}, reverse=True):
        for count in range(2, _MOST_PARTS + 1):
            if all(_divide(room, recipe, view, count, size) for view in views):
                return count
    return 1


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

    parts, shown = face_parts(library, game, product, recipe), view.copy()
    if card[:2] in parts.counts:
        key = "card-bodies", game, repr(product), repr(recipe), card
        shown["body"] = library.remember(key, compute)[part.number - 1]
        if part.number > 1:
            shown["picture"] = shown["symbol"] = ""
            shown["stats"], shown["icons"] = [], []
            shown["placed_picture"] = ""
        if part.number < part.of:
            shown["foot"] = []
        shown["placed"] = _placed_on(part, shown["placed"])
    mark = Markup('<span class="part">{}/{}</span>').format(*part)
    if title := shown["placed"].get("title"):
        marked = Markup("{}\u00a0{}").format(title[0], mark)
        shown["placed"] = {**shown["placed"], "title": [marked]}
    elif shown["title"]:
        shown["title"] = Markup("{}\u00a0{}").format(shown["title"], mark)
    else:
        shown["foot"] = [*shown["foot"], mark]
    return shown


def _placed_on(part: Part, placed: dict[str, list[str]]) -> dict[str, list[str]]:
    """The parts with places of their own that one of the cards of an entry has."""
    wanted = {"title"}
    if part.number == 1:
        wanted |= placed.keys() - {"foot"}
    if part.number == part.of:
        wanted.add("foot")
    return {name: blocks for name, blocks in placed.items() if name in wanted}


def views_by_card(
    library: Library, game: str, product: FacesProduct, recipe: Recipe
) -> dict[CardKey, list[RecipeView]]:
    """The views of all cards with a recipe, in the languages of the deck."""
    parts = card_parts(library, game, product)
    langs = product.languages or library.games[game].game.languages
    return {
        (*name, number): [
            part_view(library, game, product, recipe, (*name, lang), view, Part(number, count))
            for view, lang in zip(views, langs, strict=True)
        ]
        for name, views in card_views(library, game, product, recipe).items()
        for count in [parts.get(name, 1)]
        for number in range(1, count + 1)
    }


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
    side, rest, bodies = side_of(view), view["body"], list[list[str]]()
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
