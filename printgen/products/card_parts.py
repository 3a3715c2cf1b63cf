"""Texts that go on on further cards, because they do not fit on one in type that is large enough.

An entry has the same number of cards in all languages of its deck. The first one alone has the
picture, the stats and the icons, the last one the foot, and all have the title with their number. A
foot that takes more than one card goes on, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from printgen.content.library import AnyEntry, Library
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
    card_views,
    card_words,
    measured,
    of_one_type,
    plain_words,
    side_of,
)
from printgen.rules.rows import recipes_of
from printgen.typography.html_cuts import PART, SENTENCE, WORD, cut_html, html_cuts
from printgen.views.entries import RecipeView

# The most cards of a text.
_MOST_PARTS = 9

# Why a text does not go on, after its smallest type.
_TOO_MANY = f"it would take more than {_MOST_PARTS} cards"
_BOTH_SIDES = "it would take more than both sides of its card"
_WHOLE = "it has no place to go on on a further card: a word, a line or a row is too large"

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


class Continued(NamedTuple):
    """A text that goes on: the number of its parts, each on a side of a card, and of its cards."""

    parts: int
    cards: int

    @property
    def behind(self) -> bool:
        """Whether it goes on on the backs of its cards."""
        return self.cards < self.parts

    def part(self, card: Part, *, behind: bool) -> Part | None:
        """The part of the text on the front of a card, or behind; None where there is none."""
        number = (1 + self.behind) * (card.number - 1) + 1 + (behind and self.behind)
        return Part(number, self.parts) if number <= self.parts else None


ON_ONE_SIDE = Continued(1, 1)


def continued_texts(
    library: Library, game: str, product: FacesProduct
) -> dict[tuple[str, str], Continued]:
    """The texts of a product that go on on the backs of their cards or on further cards, by the
    kind and the `game/id` of their cards.
    """
    found = dict[tuple[str, str], Continued]()
    for _, face in product.faces.recipes() if isinstance(product, CardsProduct) else ():
        for recipe in (face, *map(face.with_look, face.when)):
            sides = 2 if "back" in recipe.overlong and not product.faces.two_sided else 1
            for name, parts in face_parts(library, game, product, recipe).counts.items():
                found[name] = max(
                    Continued(parts, -(-parts // sides)), found.get(name, ON_ONE_SIDE)
                )
    return found


def continued_behind(library: Library, game: str, product: FacesProduct) -> bool:
    """Whether a text of a product goes on on the back of its card."""
    return any(each.behind for each in continued_texts(library, game, product).values())


def longest_side(
    library: Library, game: str, product: FacesProduct, kind: str, entry: AnyEntry
) -> Recipe | None:
    """The recipe of the side of an entry that takes most cards; None if none takes several."""
    name, found = (kind, f"{entry.game}/{entry.id}"), list[tuple[int, Recipe]]()
    for recipe in recipes_of(library, product.faces, kind, entry):
        found.append((face_parts(library, game, product, recipe).counts.get(name, 1), recipe))
    if not found:
        return None
    count, longest = max(found, key=lambda side: side[0])
    return longest if count > 1 else None


def kept_whole(
    library: Library, game: str, product: FacesProduct, recipe: Recipe, card: tuple[str, str]
) -> str:
    """Why the text of a card, by its kind and `game/id`, does not go on elsewhere, in words: empty
    if it does, or if it fits.
    """
    return face_parts(library, game, product, recipe).kept_whole.get(card, "")


class FaceParts(NamedTuple):
    """The numbers of the cards of the texts of one side that go on on further cards, and the type
    (pt) that these have, if possible; why other texts that are too long do not go on, in words.
    """

    counts: dict[tuple[str, str], int]
    size: float
    kept_whole: dict[tuple[str, str], str]


def face_parts(library: Library, game: str, product: FacesProduct, recipe: Recipe) -> FaceParts:
    def compute() -> FaceParts:
        room = room_of(library, game, product, recipe)
        views = card_views(library, game, product, recipe)
        least, most = _least_type(room, recipe, views.values()), _most_parts(product, recipe)
        found = {
            name: _count_parts(room, recipe, sides, least, most) for name, sides in views.items()
        }
        counts = {name: count for name, count in found.items() if isinstance(count, int)}
        size = max(least, min(LEGIBLE, recipe.body_size or LEGIBLE))
        return FaceParts(
            {name: count for name, count in counts.items() if count > 1},
            size,
            {name: reason for name, reason in found.items() if isinstance(reason, str)},
        )

    if _most_parts(product, recipe) == 1:
        return FaceParts({}, SMALLEST, {})
    return library.remember(("face-parts", game, repr(product), repr(of_one_type(recipe))), compute)


def _least_type(room: Room, recipe: Recipe, cards: Iterable[Sequence[RecipeView]]) -> float:
    """The smallest type (pt) of a text that is on one card."""
    if "smaller" in recipe.first_ways:
        return SMALLEST
    chosen = types_for(room, [card_words(views) for views in cards], recipe.body_size)
    return min(WANTED[0], *(even.size for even in chosen.values()))


def _most_parts(product: FacesProduct, recipe: Recipe) -> int:
    """The most parts of a text."""
    if "card" in recipe.overlong:
        return _MOST_PARTS
    return 2 if "back" in recipe.overlong and not product.faces.two_sided else 1


def _share(recipe: Recipe, share: float) -> float:
    """The height of a picture; none behind all else."""
    return 0.0 if recipe.picture and recipe.picture.fit == "full" else share


def _count_parts(
    room: Room, recipe: Recipe, views: Sequence[RecipeView], least: float, most: int
) -> int | str:
    """The number of parts, at most `most`, that a text has; for one that fits on no number of
    sides, why in words.
    """
    card = card_words(views)
    if not card.worded:
        return 1
    texts = [html for view in views for html in (*view["body"], *view["foot"])]
    icons = any("icon" in html for html in texts)
    room = replace(room, height=room.height * (_ICON_RESERVE if icons else _RESERVE_OF_PARTS))
    wide = room.in_columns if "column" in recipe.first_ways else None
    if any(each.fits(card, least, _share(recipe, SHARES[-1])) for each in (room, wide) if each):
        return 1
    too_many = _TOO_MANY if most == _MOST_PARTS else _BOTH_SIDES
    if max(map(room.filled, card.sides)) > most:
        return too_many
    legible = max(least, min(LEGIBLE, recipe.body_size or LEGIBLE))
    for size in sorted({least, legible}, reverse=True):
        for count in range(2, most + 1):
            if all(_divide(room, recipe, view, count, size) for view in views):
                return count
    more = all(_divide(room, recipe, view, 2 * _MOST_PARTS, least) for view in views)
    return too_many if more else _WHOLE


def part_view(
    library: Library,
    game: str,
    product: FacesProduct,
    recipe: Recipe,
    card: tuple[str, str, str],
    view: RecipeView,
    part: Part,
) -> RecipeView:
    """One of the parts of an entry, given its view, its kind, its `game/id` and its language. A
    side that fits on one card is the same on all of them.
    """
    if part.of == 1:
        return view

    def compute() -> list[_Text]:
        room = room_of(library, game, product, recipe)
        return _texts(room, recipe, view, part.of, parts.size)

    parts, shown = face_parts(library, game, product, recipe), view.copy()
    if card[:2] in parts.counts:
        key = "card-texts", game, repr(product), repr(recipe), card
        shown["body"], shown["foot"] = library.remember(key, compute)[part.number - 1]
        if part.number > 1:
            shown["picture"] = shown["symbol"] = ""
            shown["stats"], shown["icons"] = [], []
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


def blank_view(view: RecipeView) -> RecipeView:
    """The back of a card whose text does not go on: no words."""
    blank = view.copy()
    blank["title"] = blank["subtitle"] = blank["picture"] = blank["symbol"] = ""
    blank["index"], blank["corner"], blank["corner_labels"] = [], [], []
    blank["body"], blank["icons"], blank["foot"], blank["stats"] = [], [], [], []
    blank["placed"], blank["placed_picture"] = {}, ""
    return blank


def views_by_card(
    library: Library, game: str, product: FacesProduct, recipe: Recipe
) -> dict[CardKey, list[RecipeView]]:
    """The views of all cards with a recipe, in the languages of the deck. The parts of a text are
    numbered, on whatever side they are.
    """
    texts = continued_texts(library, game, product)
    langs = product.languages or library.games[game].game.languages
    return {
        (*name, number): [
            part_view(library, game, product, recipe, (*name, lang), view, Part(number, count))
            for view, lang in zip(views, langs, strict=True)
        ]
        for name, views in card_views(library, game, product, recipe).items()
        for count in [texts.get(name, ON_ONE_SIDE).parts]
        for number in range(1, count + 1)
    }


class _Text(NamedTuple):
    """The text of a card: the blocks of its body and of its foot."""

    body: list[str]
    foot: list[str]


def _texts(room: Room, recipe: Recipe, view: RecipeView, count: int, wanted: float) -> list[_Text]:
    """The texts of the cards of an entry, as even as the type allows that is `wanted` (pt)."""
    sizes = [*STEPS, *SMALL]
    large = [size for size in sizes if size >= wanted] or [wanted]
    ways = [(size, even) for some in (large, sizes) for even in (True, False) for size in some]
    found = (_divide(room, recipe, view, count, size, even=even) for size, even in ways)
    whole = [_Text([], []) for _ in range(count - 1)]
    return next(filter(None, found), [*whole, _Text(view["body"], view["foot"])])


def _divide(
    room: Room, recipe: Recipe, view: RecipeView, count: int, size: float, *, even: bool = False
) -> list[_Text]:
    """The texts of the cards of an entry in type of a size (pt); none if it takes more cards. An
    `even` text is not longer on the first cards than on the last one.
    """
    side, rest, texts = side_of(view), _Text(view["body"], view["foot"]), list[_Text]()
    share, pictured = _share(recipe, _SHARE_OF_PARTS), bool(view["picture"])

    def fits(text: _Text) -> bool:
        shown = side._replace(body=measured(text.body), foot=measured(text.foot))
        return room.fits(CardWords((shown,), pictured), size, share)

    # Whether the foot goes on, too: cards of words alone have most room.
    alone = side._replace(stats=False, stat_icons=False, icons=False, symbol=False, body=())
    foot_goes_on = not room.fits(CardWords((alone,), pictured=False), size, share)
    for left in range(count, 0, -1):
        if (not even or left == 1) and fits(rest):
            return [*texts, rest, *(_Text([], []) for _ in range(left - 1))]
        part, rest = _first_text(rest, fits, left if even else 0, foot_goes_on)
        if not (part.body or part.foot) or left == 1:
            return []
        texts.append(part)
        # The next cards have words alone.
        side = side._replace(stats=False, stat_icons=False, icons=False, symbol=False)
        pictured = False
    return []


def _first_text(
    text: _Text, fits: Callable[[_Text], bool], left: int, foot_goes_on: bool
) -> tuple[_Text, _Text]:
    """The text of a card and that of the next ones, as `_first_part`. The foot is on the last card,
    unless it goes on.
    """
    count = len(text.body)
    if not foot_goes_on:
        part, rest = _first_part(text.body, lambda body: fits(_Text([*body], [])), left)
        return _Text(part, []), _Text(rest, text.foot)

    def of(blocks: Sequence[str]) -> _Text:
        return _Text([*blocks[:count]], [*blocks[count:]])

    part, rest = _first_part([*text.body, *text.foot], lambda blocks: fits(of(blocks)), left)
    of_body = max(0, len(rest) - len(text.foot)) if len(part) <= count else 0
    return of(part), _Text(rest[:of_body], rest[of_body:])


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
