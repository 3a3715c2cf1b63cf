"""The pictures of a shop page: its cover, its banner and its screenshots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from statistics import median

import numpy as np
from markupsafe import Markup
from PIL import Image, ImageFilter

from printgen.content.library import Library
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.models.base import DEFAULT_ACCENT
from printgen.content.pictures import contained
from printgen.extras.exports.channels import ExportError, drawing
from printgen.extras.itch import scenes
from printgen.extras.itch.inventory import CardRegions, Inventory, PageRegion
from printgen.extras.itch.scenes import SIZE, Backdrop, paint_backdrop
from printgen.extras.itch.theme import (
    ShopTheme,
    read_shop_theme,
    shop_picture_file,
    shop_theme_file,
)
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.layout.assembly import assemble, font_programs
from printgen.layout.jobs import Job, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.paper import POINTS_PER_MM
from printgen.products.target import Target
from printgen.project import RESOURCE_BASE_URL, TEMPLATE_SUFFIX, ProjectError, find_template_file
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.typography.labels import fill, labels
from printgen.typography.print_limits import contrast_with_white
from printgen.typography.text import plain_words, say
from printgen.views.game import game_view
from printgen.views.style import look_of


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of poster: its template, its size in pixels and the pixels per mm of the template.

    The shared template leaves room for products: `room` is the centre (x, y) and the height (mm).
    """

    name: str
    width: int
    height: int
    per_mm: int
    room: tuple[float, float, float]

    @property
    def template(self) -> str:
        """The template's name."""
        return f"itch-{self.name}"


COVER = Format("cover", 630, 500, 4, (117.0, 60.0, 61.0))

BANNER = Format("banner", 1920, 480, 8, (199.0, 29.5, 42.0))

# Rasterise at this scale, then reduce, so that thin strokes stay even.
SUPERSAMPLING = 3

# The theme's drawing on the shared templates.
DRAWING = "art/cover.svg"

# Maximum number of products beside the title, and their rotations in degrees by number.
MAX_REGIONS, TURNS = 3, ((), (0,), (-7, 7), (0, 14, -14))

# Horizontal and vertical shift per degree of rotation, as shares of the height.
SHIFT, SINK = 0.019, 0.003

# Maximum bytes of a PNG, its compression level (7 takes three times as long and saves 5 %), and the
# step between channel values if the PNG is too large.
MAX_BYTES, COMPRESSION, STEPS = 1_450_000, 5, (2, 4, 8)

# Minimum contrast ratio of white text on the accent colour.
MIN_CONTRAST = 3.0


def posters(
    library: Library,
    game: str,
    lang: str,
    inventory: Inventory,
    runner: JobRunner,
    formats: Sequence[Format] = (COVER, BANNER),
) -> dict[str, bytes]:
    """The posters of a game as PNGs by format name: its image in a shop's grid, and its banner. A
    theme without its own template gets the shared one, which shows products of the inventory.

    Raises ExportError if the text does not fit, a template fails or a page cannot be drawn.
    """
    shown: list[PageRegion] = []
    if not all(_has_own_template(library, game, format) for format in formats):
        shown = list(islice(_products(inventory), MAX_REGIONS))
    tasks = [_task(library, game, lang, format, bool(shown)) for format in formats]
    outcomes = lay_out(runner, tasks)
    results = {}
    for format, outcome in zip(formats, outcomes, strict=True):
        if outcome.failed or outcome.result.face is None:
            raise ExportError(outcome.problems)
        pdf = assemble([outcome.result.face], font_programs(library.folders))
        own = _has_own_template(library, game, format)
        size = SUPERSAMPLING * format.width, SUPERSAMPLING * format.height
        scale = SUPERSAMPLING * format.per_mm / POINTS_PER_MM
        with drawing(library.games[game].entry.at("title")):
            pages = DrawnPages(pdf, f"the {format.name}")
            large = pages.picture(0, scale).crop((0, 0, *size))
            _paste_fan(large, [] if own else shown, format)
        results[format.name] = png(large.reduce(SUPERSAMPLING))
    return results


def _products(inventory: Inventory) -> Iterator[PageRegion]:
    """The products to show beside a title: cards, then book pages, then sheets and maps."""
    for _, cards in inventory.decks:
        yield from (card[0] for card in cards)
    for _, regions in inventory.books:
        yield regions[0]
        yield from sorted(regions[3:], key=lambda region: -region.interest)
    yield from (region for _, region in inventory.sheets)
    yield from (region for _, region, _ in inventory.maps)


def _paste_fan(large: Image.Image, regions: list[PageRegion], format: Format) -> None:
    """Paste regions as a fan with shadows; the first one is in the middle and on top."""
    x, y, high = (SUPERSAMPLING * format.per_mm * value for value in format.room)
    for region, turn in reversed(list(zip(regions, TURNS[len(regions)], strict=True))):
        tall = high * (1 if region.height >= region.width else 0.7)
        picture = region.picture(tall / region.height)
        rim = round(tall / 12)
        room = Image.new("RGBA", (picture.width + 2 * rim, picture.height + 2 * rim))
        room.paste(picture, (rim, rim))
        turned = room.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        left = round(x - SHIFT * turn * tall - turned.width / 2)
        top = round(y + abs(turn) * SINK * tall - turned.height / 2)
        mask = turned.getchannel("A")
        shade = mask.filter(ImageFilter.GaussianBlur(rim / 4)).point(lambda v: v * 6 // 10)
        large.paste((0, 0, 0), (left + rim // 5, top + rim // 4), shade)
        large.paste(turned.convert("RGB"), (left, top), mask)


def png(picture: Image.Image) -> bytes:
    """An image as a PNG of at most MAX_BYTES, if need be with fewer tones."""
    pixels = np.asarray(picture)
    for step in (1, *STEPS):
        buffer = BytesIO()
        kept = pixels // step * step + step // 2
        Image.fromarray(kept).save(buffer, "PNG", compress_level=COMPRESSION)
        if buffer.tell() <= MAX_BYTES:
            break
    return buffer.getvalue()


def _has_own_template(library: Library, game: str, format: Format) -> bool:
    """Whether the game's theme has its own template for a poster."""
    name = f"{library.games[game].game.theme}/{format.template}{TEMPLATE_SUFFIX}"
    return find_template_file(library.folders, name) is not None


def _task(library: Library, game: str, lang: str, format: Format, room: bool) -> Task:
    """The task of a poster. With `room`, the shared template leaves room for products."""
    content = library.games[game]
    theme = content.game.theme
    own = _has_own_template(library, game, format)
    look = look_of(library, content, theme)
    accent = look.accent or DEFAULT_ACCENT
    drawing = find_template_file(library.folders, f"{theme}/{DRAWING}")
    context = {
        "game": {**game_view(content, lang), "accent": accent},
        "style": look.style.model_dump(),
        "labels": labels(library.folders, theme, lang),
        "lang": lang,
        "ink": "full",
        "room": room and not own,
        "tone": "#ffffff" if contrast_with_white(accent) >= MIN_CONTRAST else "#1b1b1b",
        "art": Markup(f"{RESOURCE_BASE_URL}templates/{theme}/{DRAWING}") if drawing else "",  # noqa: S704 - ours
    }
    where = content.entry.at("title")
    name = f"{game}/{format.template}"
    page = PageFormat(
        "face",
        f"{theme if own else '_shared'}/{format.template}",
        lang,
        "full",
        format.width / format.per_mm,
        format.height / format.per_mm,
        safe=0.0,
        accent=accent,
        style=content.game.style,
        product=name,
    )
    return Task(Job(page, name, context), JobSource(where))


# --- screenshots: products on a table top ---------------------------------------------------------


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

    def title_of(target: Target) -> str:
        """The title of the product of a target as plain text."""
        home = library.games[target.game]
        return plain_words(say(home.products[target.product].value.title, target.lang, home))

    # The best come first. Products are repeated only to have enough.
    shots = list(_shots(title_of, words, inventory))[:MAX_SHOTS]
    shots += islice(_closer(title_of, inventory), max(0, MIN_SHOTS - len(shots)))
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


# The title of a product.
Titles = Callable[[Target], str]


def _shots(title: Titles, words: dict[str, str], inventory: Inventory) -> Iterator[Shot]:
    """One shot of each kind of product, what lies on the table first, then a second one if there is
    more of a kind.
    """
    books = [(target, regions, _spreads(regions, words)) for target, regions in inventory.books]
    decks = [(target, _varied(cards)) for target, cards in inventory.decks if cards]
    decks.sort(key=lambda deck: -deck[1][0][0].width * deck[1][0][0].height)
    # The first pages of all products, then the second pages.
    ranked = sorted(inventory.sheets, key=lambda each: (each[1].page, -round(each[1].interest, 2)))
    stacks = [ranked[at : at + SHEETS] for at in range(0, len(ranked), SHEETS)]
    yield from (_map_shot(title(target), chart, few) for target, chart, few in inventory.maps[:1])
    for target, cards in decks[:1]:
        fronts = [card[0] for card in cards[:FAN]]
        others = [card[1] for card in cards[FAN:] + cards[:FAN] if len(card) > 1]
        backs = _different(others)[: max(1, min(BACKS, len(fronts) - 1))]
        paint = partial(scenes.fan, fronts=fronts, backs=backs)
        yield "shot_cards", {"title": title(target)}, paint
    for target, regions, found in books[:1]:
        if len(found) > 1:
            at = found[1]
            named = {"title": title(target), "left": str(at + 1), "right": str(at + 2)}
            yield (
                "shot_cover",
                named,
                partial(
                    scenes.cover,
                    front=regions[0],
                    left=regions[at],
                    right=regions[at + 1],
                    pages=len(regions),
                ),
            )
    for _, regions, found in books[:1]:
        yield from (_spread_shot(regions, at) for at in found[:1])
    yield from (_sheets_shot(title, stack) for stack in stacks[:1])
    for target, cards in decks[1:]:
        yield _dealt_shot(title(target), cards)
    for _, regions, found in books:
        yield from (_spread_shot(regions, at) for at in found[2:3])
    yield from (_sheets_shot(title, stack) for stack in stacks[1:])
    yield from (_map_shot(title(target), chart, few) for target, chart, few in inventory.maps[1:])


def _spread_shot(regions: list[PageRegion], at: int) -> Shot:
    left, right = regions[at], regions[at + 1]
    named = {"left": str(at + 1), "right": str(at + 2)}
    return "shot_spread", named, lambda t: scenes.spread(t, left, right, len(regions))


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


def _sheets_shot(title: Titles, stack: list[tuple[Target, PageRegion]]) -> Shot:
    names = list(dict.fromkeys(title(target) for target, _ in stack))
    named = {"titles": ", ".join(names)}
    return "shot_sheets", named, lambda t: scenes.sheets(t, [region for _, region in stack])


def _closer(title: Titles, inventory: Inventory) -> Iterator[Shot]:
    """Close-ups and repeated products, for games with few products."""
    for target, cards in inventory.decks:
        yield _dealt_shot(title(target), cards)
    regions = [(target, region) for target, region, _ in inventory.maps] + inventory.sheets
    regions += [(target, each[number]) for target, each in inventory.books for number in (0, 1, 2)]
    regions += [(target, cards[0][0]) for target, cards in inventory.decks if cards]
    for part, height, turn in CLOSE_UPS:
        for target, region in regions[:1]:
            close = partial(scenes.close, region=region, part=part, height=height, turn=turn)
            yield "shot_close", {"title": title(target)}, close


def _spreads(regions: list[PageRegion], words: dict[str, str]) -> list[int]:
    """The left pages of the most interesting spreads, best first, spaced through the book.

    Skips cover, imprint, contents, errata and index.
    """
    plain = {plain_words(words[key]).casefold() for key in ("contents", "index", "errata")}
    scores: dict[int, float] = {}
    for at in range(1, len(regions) - 1, 2):
        two = regions[at : at + 2]
        # The first lines of a page may contain its heading.
        lines = (line for region in two for line in region.words().splitlines()[:6])
        if at == 1 or plain & {line.strip().casefold() for line in lines}:
            continue
        less, more = sorted(region.interest for region in two)
        weight = APPENDIX_WEIGHT if at > APPENDIX_START * len(regions) else 1.0
        scores[at] = weight * (more + 0.9 * less)
    result: list[int] = []
    apart = max(4, len(regions) // 6)
    for at in sorted(scores, key=lambda at: (-scores[at], at)):
        if all(abs(at - other) >= apart for other in result):
            result.append(at)
    return result


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
    result: list[PageRegion] = []
    for region in regions:
        if not any(region.looks_like(other) for other in result):
            result.append(region)
    return result
