"""The cover and the banner of a shop page, laid out with the game's theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice

import numpy as np
from markupsafe import Markup
from PIL import Image, ImageFilter

from printgen.content.library import Library
from printgen.content.models.base import DEFAULT_ACCENT
from printgen.extras.exports.channels import ExportError, drawing
from printgen.extras.itch.inventory import Inventory
from printgen.extras.itch.page_regions import PageRegion
from printgen.layout.assembly import assemble
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import Job, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.paper import POINTS_PER_MM
from printgen.project import RESOURCE_BASE_URL, TEMPLATE_SUFFIX, find_template_file
from printgen.typography.labels import labels
from printgen.typography.print_limits import contrast_with_white
from printgen.views.game import game_view


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


def cover(
    library: Library, game: str, lang: str, runner: JobRunner, inventory: Inventory | None = None
) -> bytes:
    """The game's image in a shop's grid, a PNG of 630 x 500 pixels.

    A theme without a cover template gets the shared one, which shows products of the inventory.
    Raises ExportError if the text does not fit or the template fails.
    """
    return posters(library, game, lang, inventory or Inventory(), runner, (COVER,))["cover"]


def posters(
    library: Library,
    game: str,
    lang: str,
    inventory: Inventory,
    runner: JobRunner,
    formats: Sequence[Format] = (COVER, BANNER),
) -> dict[str, bytes]:
    """The posters of a game as PNGs by format name.

    Raises ExportError if the text does not fit, a template fails or a page cannot be drawn.
    """
    shown: list[PageRegion] = []
    if not all(_has_own_template(library, game, format) for format in formats):
        shown = list(islice(_products(inventory), MAX_REGIONS))
    tasks = [_task(library, game, lang, format, bool(shown)) for format in formats]
    outcomes = lay_out(runner, tasks)
    found = {}
    for format, outcome in zip(formats, outcomes, strict=True):
        if outcome.failed or outcome.result.face is None:
            raise ExportError(outcome.problems)
        pdf = assemble([outcome.result.face], font_programs(library.folders))
        own = _has_own_template(library, game, format)
        with drawing(library.games[game].entry.at("title")):
            found[format.name] = _paint(pdf, format, [] if own else shown)
    return found


def _paint(pdf: bytes, format: Format, regions: list[PageRegion]) -> bytes:
    """A laid-out poster as a PNG, with products beside the title."""
    size = (SUPERSAMPLING * format.width, SUPERSAMPLING * format.height)
    scale = SUPERSAMPLING * format.per_mm / POINTS_PER_MM
    large = DrawnPages(pdf, f"the {format.name}").picture(0, scale).crop((0, 0, *size))
    _paste_fan(large, regions, format)
    return png(large.reduce(SUPERSAMPLING))


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
    accent = content.game.accent or DEFAULT_ACCENT
    drawing = find_template_file(library.folders, f"{theme}/{DRAWING}")
    context = {
        "game": game_view(content, lang),
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
        mood=content.game.mood,
        product=name,
    )
    return Task(Job(page, name, context), JobSource(where))
