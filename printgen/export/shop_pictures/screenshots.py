"""Which pictures a shop shows of what was built, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PIL import Image

from printgen.content.library import Library
from printgen.content.theme import read_shop_theme, shop_theme_file
from printgen.export.shop_pictures import scenes
from printgen.export.shop_pictures.backdrops import ACCENT
from printgen.export.shop_pictures.inventory import Card, Inventory, inventory_of
from printgen.export.shop_pictures.page_regions import PageRegion
from printgen.export.shop_pictures.posters import png
from printgen.export.shop_pictures.scenes import Table
from printgen.products.target import Target
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

FEWEST, MOST = 3, 5

# How many cards and sheets a picture takes.
FAN, BACKS, DEALT, COUNTERS, SHEETS = 5, 3, 4, 16, 3

# From which share of a book on its tables and charts stand, and what a page counts there.
LATE = (0.7, 0.75)

# Views from nearer: from which share of a page to which, the height over the table, the turn.
CLOSER = (((0.0, 0.6), 42.0, -12.0), ((0.0, 1.0), 64.0, 24.0), ((0.1, 0.5), 36.0, 14.0))


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture of a shop's page: the name of its file, its PNG, and what it shows, in words."""

    name: str
    data: bytes
    alt: str


# A picture that can be made: the key and the words of its text, and what paints it.
Shot = tuple[str, dict[str, str], Callable[[Table], Image.Image]]


def screenshots(
    library: Library, game: str, lang: str, made: Sequence[tuple[Target, Path]]
) -> Iterator[Screenshot]:
    """Three to five pictures of a game's files in a language, 1280 x 720 pixels each; none where
    there is no file to show.
    """
    content = library.games[game]
    look, _ = read_shop_theme(library.folders, shop_theme_file(library.folders, content.game.theme))
    table = Table(look, content.game.accent or ACCENT)
    words = labels(library.folders, content.game.theme, lang)
    inventory = inventory_of(library, game, lang, made)
    for number, (key, named, paint) in enumerate(_chosen(library, words, lang, inventory), 1):
        alt = plain_words(words[key].format(**named))
        yield Screenshot(f"screenshot-{number}.png", png(paint(table)), alt)


# --- what is shown ---------------------------------------------------------------------------


def _chosen(library: Library, words: dict[str, str], lang: str, inventory: Inventory) -> list[Shot]:
    """The pictures to make, the most telling first. No region is shown twice, unless there would be
    fewer than three pictures."""
    titles = _Titles(library, lang)
    shots = list(_shots(titles, words, inventory))[:MOST]
    again = _closer(titles, inventory)
    while len(shots) < FEWEST and (more := next(again, None)) is not None:
        shots.append(more)
    return shots


class _Titles:
    """What products are called."""

    def __init__(self, library: Library, lang: str):
        self.library, self.lang = library, lang

    def of(self, target: Target) -> str:
        """The title of a product, as plain words."""
        content = self.library.games[target.game]
        title = content.products[target.product].value.title
        return plain_words(say(title, self.lang, content))


def _shots(titles: _Titles, words: dict[str, str], inventory: Inventory) -> Iterator[Shot]:
    """One picture of each kind of ware, then a second of what there is more of."""
    books = [(target, regions, _spreads(regions, words)) for target, regions in inventory.books]
    decks = [(target, _varied(cards)) for target, cards in inventory.decks if cards]
    decks.sort(key=lambda deck: -_area(deck[1][0][0]))
    stacks = _stacks(inventory.sheets)
    for target, regions, found in books[:1]:
        if len(found) > 1:
            yield _cover_shot(titles.of(target), regions, found[1])
    yield from (_fan_shot(titles.of(target), cards) for target, cards in decks[:1])
    yield from (
        _map_shot(titles.of(target), chart, few) for target, chart, few in inventory.maps[:1]
    )
    for _, regions, found in books[:1]:
        yield from (_spread_shot(regions, at) for at in found[:1])
    yield from (_sheets_shot(titles, stack) for stack in stacks[:1])
    for target, cards in decks[1:]:
        yield _dealt_shot(titles.of(target), cards)
    for _, regions, found in books:
        yield from (_spread_shot(regions, at) for at in found[2:3])
    yield from (_sheets_shot(titles, stack) for stack in stacks[1:])
    yield from (
        _map_shot(titles.of(target), chart, few) for target, chart, few in inventory.maps[1:]
    )


def _cover_shot(title: str, regions: list[PageRegion], at: int) -> Shot:
    front, left, right = regions[0], regions[at], regions[at + 1]
    named = {"title": title, "left": str(at + 1), "right": str(at + 2)}
    return "shot_cover", named, lambda t: scenes.cover(t, front, left, right, len(regions))


def _spread_shot(regions: list[PageRegion], at: int) -> Shot:
    left, right = regions[at], regions[at + 1]
    named = {"left": str(at + 1), "right": str(at + 2)}
    return "shot_spread", named, lambda t: scenes.spread(t, left, right, len(regions))


def _fan_shot(title: str, cards: list[Card]) -> Shot:
    fronts = [card[0] for card in cards[:FAN]]
    others = [card[1] for card in cards[FAN:] + cards[:FAN] if len(card) > 1]
    backs = others[: max(1, min(BACKS, len(fronts) - 1))]
    return "shot_cards", {"title": title}, lambda t: scenes.fan(t, fronts, backs)


def _dealt_shot(title: str, cards: list[Card]) -> Shot:
    return "shot_dealt", {"title": title}, lambda t: scenes.dealt(t, cards[:DEALT])


def _map_shot(title: str, chart: PageRegion, counters: list[PageRegion]) -> Shot:
    # Some of each side: they follow each other by sides.
    some = counters[:: max(1, len(counters) // COUNTERS)][:COUNTERS]
    key = "shot_map" if some else "shot_map_alone"
    return key, {"title": title}, lambda t: scenes.battlefield(t, chart, some)


def _sheets_shot(titles: _Titles, stack: list[tuple[Target, PageRegion]]) -> Shot:
    names = list(dict.fromkeys(titles.of(target) for target, _ in stack))
    named = {"titles": ", ".join(names)}
    return "shot_sheets", named, lambda t: scenes.sheets(t, [region for _, region in stack])


def _closer(titles: _Titles, inventory: Inventory) -> Iterator[Shot]:
    """What there is, again and from nearer."""
    for target, cards in inventory.decks:
        yield _dealt_shot(titles.of(target), cards)
    regions = [(target, region) for target, region, _ in inventory.maps] + inventory.sheets
    regions += [(target, each[number]) for target, each in inventory.books for number in (0, 1, 2)]
    regions += [(target, cards[0][0]) for target, cards in inventory.decks if cards]
    for part, height, turn in CLOSER:
        for target, region in regions[:1]:
            named = {"title": titles.of(target)}
            yield (
                "shot_close",
                named,
                partial(_close, region=region, part=part, view=(height, turn)),
            )


def _close(
    table: Table, region: PageRegion, part: tuple[float, float], view: tuple[float, float]
) -> Image.Image:
    return scenes.close(table, region, part, *view)


# --- which of them ---------------------------------------------------------------------------


def _spreads(regions: list[PageRegion], words: dict[str, str]) -> list[int]:
    """The left pages of spreads with much to see, the best first, each in another part of the book.

    Covers, the imprint, the contents, the errata and the index have no part in this.
    """
    plain = {plain_words(words[key]).casefold() for key in ("contents", "index", "errata")}
    scores: dict[int, float] = {}
    for at in range(1, len(regions) - 1, 2):
        two = regions[at : at + 2]
        if at == 1 or any(_heads(region) & plain for region in two):
            continue
        less, more = sorted(region.interest() for region in two)
        late = LATE[1] if at > LATE[0] * len(regions) else 1.0
        scores[at] = late * (more + 0.9 * less)
    found: list[int] = []
    apart = max(4, len(regions) // 6)
    for at in sorted(scores, key=lambda at: (-scores[at], at)):
        if all(abs(at - other) >= apart for other in found):
            found.append(at)
    return found


def _heads(region: PageRegion) -> set[str]:
    """The lines of a page that may name it."""
    return {line.strip().casefold() for line in region.words().splitlines()[:6]}


def _area(region: PageRegion) -> float:
    return region.width * region.height


def _varied(cards: list[Card]) -> list[Card]:
    """The cards with most to see first; those that look the same count as one."""
    return sorted(cards, key=lambda card: -round(card[0].interest(), 2))


def _stacks(found: list[tuple[Target, PageRegion]]) -> list[list[tuple[Target, PageRegion]]]:
    """Sheets by threes: the first pages of all products, then the second ones."""
    ranked = sorted(found, key=lambda each: (each[1].page, -round(each[1].interest(), 2)))
    return [ranked[at : at + SHEETS] for at in range(0, len(ranked), SHEETS)]
