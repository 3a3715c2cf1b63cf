"""The screenshots of a shop page: selects products and paints them on a table top."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

from PIL import Image

from printgen.content.library import Library
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.models.base import DEFAULT_ACCENT
from printgen.content.models.theme import ShopTheme
from printgen.content.pictures import contained
from printgen.content.theme import read_shop_theme, shop_picture_file, shop_theme_file
from printgen.extras.itch import scenes
from printgen.extras.itch.inventory import CardRegions, Inventory
from printgen.extras.itch.page_regions import PageRegion
from printgen.extras.itch.posters import png
from printgen.extras.itch.scenes import Backdrop
from printgen.extras.itch.stage import SIZE, paint_backdrop
from printgen.products.target import Target
from printgen.project import ProjectError
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.typography.labels import fill, labels
from printgen.typography.text import plain_words, say

MIN_SHOTS, MAX_SHOTS = 3, 5

# Number of items per image.
FAN, BACKS, DEALT, COUNTERS, SHEETS = 5, 2, 4, 16, 2

# Below this share of the median number of letters, a card is to be filled in. Such cards are shown
# only if fewer than MIN_FILLED others are left.
FILLED, MIN_FILLED = 0.6, 3

# The tables at the end of a book: the share of pages before them, and the weight of such a page.
APPENDIX_START, APPENDIX_WEIGHT = 0.7, 0.75

# Close-ups: visible part of the page (from, to), camera elevation and rotation in degrees.
CLOSE_UPS = (((0.0, 0.6), 42.0, -12.0), ((0.0, 1.0), 64.0, 24.0), ((0.1, 0.5), 36.0, 14.0))


@dataclass(frozen=True, slots=True)
class Screenshot:
    """An image of a shop page: its file name without suffix, its PNG and its alternative text."""

    name: str
    data: bytes
    alt: str


# A possible screenshot: the label of its alternative text, its placeholders, and its painter.
Shot = tuple[str, dict[str, str], Callable[[Backdrop], Image.Image]]


def screenshots(
    library: Library, game: str, lang: str, inventory: Inventory
) -> Iterator[Screenshot]:
    """MIN_SHOTS to MAX_SHOTS images of 1280 x 720 pixels; none if the inventory is empty."""
    content = library.games[game]
    look, _ = read_shop_theme(library.folders, shop_theme_file(library.folders, content.game.theme))
    backdrop = Backdrop(look, content.game.accent or DEFAULT_ACCENT)
    words = labels(library.folders, content.game.theme, lang)
    shots = _chosen(library, words, lang, inventory)
    own = list(_own(library, game, lang, look)) if shots else []
    made = ((plain_words(fill(words[key], **named)), paint) for key, named, paint in shots)
    ordered = [*islice(made, 1), *own, *made][:MAX_SHOTS]
    for number, (alt, paint) in enumerate(ordered, 1):
        yield Screenshot(f"screenshot-{number}", png(paint(backdrop)), alt)


def _own(
    library: Library, game: str, lang: str, look: ShopTheme
) -> Iterator[tuple[str, Callable[[Backdrop], Image.Image]]]:
    """The alternative texts and the painters of the theme's own pictures."""
    content = library.games[game]
    for picture in look.pictures:
        path = shop_picture_file(library.folders, content.game.theme, picture, lang)
        if path is not None:
            alt = plain_words(say(picture.alt, lang, content))
            yield alt, partial(_fitted, path=path)


def _fitted(backdrop: Backdrop, path: Path) -> Image.Image:
    """A picture from a file at the size of a screenshot, on the ground of the table."""
    try:
        picture = Image.frombytes(
            "RGB", *decoded(path, contained, read_whole(path, MAX_PICTURE_BYTES), SIZE)
        )
    except (OSError, ValueError, SyntaxError, CannotDecode) as error:
        raise ProjectError(f"cannot use the picture {path.name}: {error}") from error
    if picture.size == SIZE:
        return picture
    ground = paint_backdrop(backdrop.look, backdrop.accent, SIZE[0] / SIZE[1]).resize(SIZE)
    ground.paste(picture, ((SIZE[0] - picture.width) // 2, (SIZE[1] - picture.height) // 2))
    return ground


# --- selection -------------------------------------------------------------------------------


def _chosen(library: Library, words: dict[str, str], lang: str, inventory: Inventory) -> list[Shot]:
    """The shots to paint, best first. Products are repeated only to reach MIN_SHOTS."""
    titles = _Titles(library, lang)
    shots = list(_shots(titles, words, inventory))[:MAX_SHOTS]
    again = _closer(titles, inventory)
    while len(shots) < MIN_SHOTS and (more := next(again, None)) is not None:
        shots.append(more)
    return shots


class _Titles:
    """The titles of products in a language."""

    def __init__(self, library: Library, lang: str):
        self.library, self.lang = library, lang

    def of(self, target: Target) -> str:
        """The title of a product as plain text."""
        content = self.library.games[target.game]
        title = content.products[target.product].value.title
        return plain_words(say(title, self.lang, content))


def _shots(titles: _Titles, words: dict[str, str], inventory: Inventory) -> Iterator[Shot]:
    """One shot of each kind of product, what lies on the table first, then a second one if there is
    more of a kind.
    """
    books = [(target, regions, _spreads(regions, words)) for target, regions in inventory.books]
    decks = [(target, _varied(cards)) for target, cards in inventory.decks if cards]
    decks.sort(key=lambda deck: -_area(deck[1][0][0]))
    stacks = _stacks(inventory.sheets)
    yield from (
        _map_shot(titles.of(target), chart, few) for target, chart, few in inventory.maps[:1]
    )
    yield from (_fan_shot(titles.of(target), cards) for target, cards in decks[:1])
    for target, regions, found in books[:1]:
        if len(found) > 1:
            yield _cover_shot(titles.of(target), regions, found[1])
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


def _fan_shot(title: str, cards: list[CardRegions]) -> Shot:
    fronts = [card[0] for card in cards[:FAN]]
    others = [card[1] for card in cards[FAN:] + cards[:FAN] if len(card) > 1]
    backs = _different(others)[: max(1, min(BACKS, len(fronts) - 1))]
    return "shot_cards", {"title": title}, lambda t: scenes.fan(t, fronts, backs)


def _dealt_shot(title: str, cards: list[CardRegions]) -> Shot:
    pairs: list[tuple[PageRegion, ...]] = list(cards[:DEALT])
    backs = [pair[1] for pair in pairs if len(pair) > 1]
    if len(backs) > 1 and len(_different(backs)) == 1:
        # A row of equal backs shows nothing: more fronts instead.
        fronts = [card[0] for card in cards[: 2 * DEALT]]
        pairs = [tuple(fronts[at::DEALT]) for at in range(min(DEALT, len(fronts)))]
    return "shot_dealt", {"title": title}, lambda t: scenes.dealt(t, pairs)


def _map_shot(title: str, chart: PageRegion, counters: list[PageRegion]) -> Shot:
    # Counters are grouped by side: take evenly spaced ones.
    some = counters[:: max(1, len(counters) // COUNTERS)][:COUNTERS]
    key = "shot_map" if some else "shot_map_alone"
    return key, {"title": title}, lambda t: scenes.battlefield(t, chart, some)


def _sheets_shot(titles: _Titles, stack: list[tuple[Target, PageRegion]]) -> Shot:
    names = list(dict.fromkeys(titles.of(target) for target, _ in stack))
    named = {"titles": ", ".join(names)}
    return "shot_sheets", named, lambda t: scenes.sheets(t, [region for _, region in stack])


def _closer(titles: _Titles, inventory: Inventory) -> Iterator[Shot]:
    """Close-ups and repeated products, for games with few products."""
    for target, cards in inventory.decks:
        yield _dealt_shot(titles.of(target), cards)
    regions = [(target, region) for target, region, _ in inventory.maps] + inventory.sheets
    regions += [(target, each[number]) for target, each in inventory.books for number in (0, 1, 2)]
    regions += [(target, cards[0][0]) for target, cards in inventory.decks if cards]
    for part, height, turn in CLOSE_UPS:
        for target, region in regions[:1]:
            named = {"title": titles.of(target)}
            yield (
                "shot_close",
                named,
                partial(_close, region=region, part=part, view=(height, turn)),
            )


def _close(
    backdrop: Backdrop, region: PageRegion, part: tuple[float, float], view: tuple[float, float]
) -> Image.Image:
    return scenes.close(backdrop, region, part, *view)


# --- ranking ---------------------------------------------------------------------------------


def _spreads(regions: list[PageRegion], words: dict[str, str]) -> list[int]:
    """The left pages of the most interesting spreads, best first, spaced through the book.

    Skips cover, imprint, contents, errata and index.
    """
    plain = {plain_words(words[key]).casefold() for key in ("contents", "index", "errata")}
    scores: dict[int, float] = {}
    for at in range(1, len(regions) - 1, 2):
        two = regions[at : at + 2]
        if at == 1 or any(_heads(region) & plain for region in two):
            continue
        less, more = sorted(region.interest for region in two)
        weight = APPENDIX_WEIGHT if at > APPENDIX_START * len(regions) else 1.0
        scores[at] = weight * (more + 0.9 * less)
    found: list[int] = []
    apart = max(4, len(regions) // 6)
    for at in sorted(scores, key=lambda at: (-scores[at], at)):
        if all(abs(at - other) >= apart for other in found):
            found.append(at)
    return found


def _heads(region: PageRegion) -> set[str]:
    """The first lines of a page, which may contain its heading."""
    return {line.strip().casefold() for line in region.words().splitlines()[:6]}


def _area(region: PageRegion) -> float:
    return region.width * region.height


def _varied(cards: list[CardRegions]) -> list[CardRegions]:
    """Cards sorted by interest (rounded, so that similar cards keep their order).

    Leaves out cards to be filled in, unless fewer than MIN_FILLED are left.
    """
    letters = [sum(face.letters for face in card) for card in cards]
    enough = FILLED * median(letters) if letters else 0
    filled = [card for card, many in zip(cards, letters, strict=True) if many >= enough]
    kept = filled if len(filled) >= MIN_FILLED else cards
    return sorted(kept, key=lambda card: -round(card[0].interest, 2))


def _different(regions: list[PageRegion]) -> list[PageRegion]:
    """The regions that look different from those before."""
    found: list[PageRegion] = []
    for region in regions:
        if not any(region.looks_like(other) for other in found):
            found.append(region)
    return found


def _stacks(found: list[tuple[Target, PageRegion]]) -> list[list[tuple[Target, PageRegion]]]:
    """Groups of SHEETS sheets: the first pages of all products, then the second pages."""
    ranked = sorted(found, key=lambda each: (each[1].page, -round(each[1].interest, 2)))
    return [ranked[at : at + SHEETS] for at in range(0, len(ranked), SHEETS)]
