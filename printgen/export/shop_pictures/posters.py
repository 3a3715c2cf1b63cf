"""The cover and the banner of a game's page in a shop, laid out by its theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from markupsafe import Markup
from PIL import Image, ImageColor, ImageFilter

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.export.shop_pictures.backdrops import ACCENT
from printgen.export.shop_pictures.inventory import Inventory, inventory_of
from printgen.export.shop_pictures.page_regions import PageRegion
from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.pool import lay_out
from printgen.paper import POINTS_PER_MM
from printgen.problems import has_errors
from printgen.products.target import Target
from printgen.project import RESOURCE_BASE_URL, TEMPLATE_SUFFIX, find_template_file
from printgen.typography.labels import labels
from printgen.views.game import game_view


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of poster: its template, its pixels, how many of them a millimetre of the template is,
    and the middle and the height (mm) of what lies aside of the name, where a theme has no poster
    of its own.
    """

    template: str
    width: int
    height: int
    per_mm: int
    aside: tuple[float, float, float]


COVER = Form("itch-cover", 630, 500, 4, (117.0, 60.0, 61.0))

BANNER = Form("itch-banner", 1920, 480, 8, (199.0, 29.5, 42.0))

# Rasterised so many times larger, then reduced: thin strokes of an engraving stay even.
FINER = 3

# The drawing of a theme that its plain poster shows.
ART = "art/cover.svg"

# Leaves aside of a name and their turns, by how many there are; how far (shares of their height, a
# degree of turn) they lie apart, and lower.
REGIONS, TURNS = 3, ((), (0,), (-7, 7), (0, 14, -14))

APART, SINK = 0.019, 0.003

# Bytes of a picture, how hard it is compressed (9 takes thrice as long for a hundredth), how many
# tones become one where it is larger.
LARGEST, SQUEEZE, COARSER = 1_450_000, 7, (2, 4, 8)

# Words on a colour are white where that is so many times lighter or darker than it.
LEGIBLE = 3.0


def cover(
    library: Library, game: str, lang: str, made: Sequence[tuple[Target, Path]] = ()
) -> bytes:
    """The picture of a game in the grid of a shop, a PNG of 630 x 500 pixels.

    A theme without a template for it gets a plain one, which shows some of what was made. Raises
    ExportError when the words do not fit, or the theme's template fails.
    """
    return _poster(library, game, lang, COVER, made)


def banner(
    library: Library, game: str, lang: str, made: Sequence[tuple[Target, Path]] = ()
) -> bytes:
    """The banner over a game's page, a PNG of 1920 x 480 pixels. Else as `cover`."""
    return _poster(library, game, lang, BANNER, made)


def _poster(
    library: Library, game: str, lang: str, form: Form, made: Sequence[tuple[Target, Path]]
) -> bytes:
    own = _own(library, game, form)
    regions = [] if own else list(_shown(inventory_of(library, game, lang, made)))[:REGIONS]
    batch = _batch(library, game, lang, form, own, bool(regions))
    (result,) = lay_out(library.folders, [batch])
    if has_errors(result.problems) or not result.parts:
        raise ExportError(result.problems)
    size = (FINER * form.width, FINER * form.height)
    document = pypdfium2.PdfDocument(result.parts[0].pdf)
    try:
        scale = FINER * form.per_mm / POINTS_PER_MM
        bitmap = document[0].render(scale=scale, rev_byteorder=True)
        large = bitmap.to_pil().convert("RGB").crop((0, 0, *size))
    finally:
        document.close()
    _lay_aside(large, regions, form)
    return png(large.reduce(FINER))


def _shown(inventory: Inventory) -> Iterator[PageRegion]:
    """What lies aside of a name, the most telling first: cards, else pages of a book, else sheets
    and maps."""
    for _, cards in inventory.decks:
        yield from (card[0] for card in cards)
    for _, regions in inventory.books:
        yield regions[0]
        yield from sorted(regions[3:], key=lambda region: -region.interest())
    yield from (region for _, region in inventory.sheets)
    yield from (chart for _, chart, _ in inventory.maps)


def _lay_aside(large: Image.Image, regions: list[PageRegion], form: Form) -> None:
    """Leaves in a fan, the first in the middle and on top, each with a shadow."""
    x, y, high = (FINER * form.per_mm * value for value in form.aside)
    for region, turn in reversed(list(zip(regions, TURNS[len(regions)], strict=True))):
        tall = high * (1 if region.height >= region.width else 0.7)
        picture = region.picture(tall / region.height)
        rim = round(tall / 12)
        room = Image.new("RGBA", (picture.width + 2 * rim, picture.height + 2 * rim))
        room.paste(picture, (rim, rim))
        turned = room.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        left = round(x - APART * turn * tall - turned.width / 2)
        top = round(y + abs(turn) * SINK * tall - turned.height / 2)
        mask = turned.getchannel("A")
        shade = mask.filter(ImageFilter.GaussianBlur(rim / 4)).point(lambda v: v * 6 // 10)
        large.paste((0, 0, 0), (left + rim // 5, top + rim // 4), shade)
        large.paste(turned.convert("RGB"), (left, top), mask)


def png(picture: Image.Image) -> bytes:
    """A picture as the bytes of a PNG, which is not too large for a shop: where it would be, it has
    fewer tones.
    """
    pixels = np.asarray(picture)
    for step in (1, *COARSER):
        buffer = BytesIO()
        kept = pixels // step * step + step // 2
        Image.fromarray(kept).save(buffer, "PNG", compress_level=SQUEEZE)
        if buffer.tell() <= LARGEST:
            break
    return buffer.getvalue()


def _own(library: Library, game: str, form: Form) -> bool:
    """Whether the theme of a game has a poster of its own."""
    name = f"{library.games[game].game.theme}/{form.template}{TEMPLATE_SUFFIX}"
    return find_template_file(library.folders, name) is not None


def _batch(
    library: Library, game: str, lang: str, form: Form, own: bool, room: bool
) -> LayoutBatch:
    """A poster as a face. `room` is left where regions are laid aside of the name."""
    content = library.games[game]
    theme = content.game.theme
    accent = content.game.accent or ACCENT
    drawn = find_template_file(library.folders, f"{theme}/{ART}")
    context: dict[str, Any] = {
        "game": game_view(content, lang),
        "labels": labels(library.folders, theme, lang),
        "lang": lang,
        "ink": "full",
        "room": room,
        "tone": "#ffffff" if _contrast(accent) >= LEGIBLE else "#1b1b1b",
        "art": Markup(f"{RESOURCE_BASE_URL}templates/{theme}/{ART}") if drawn else "",  # noqa: S704 - ours
    }
    where = content.entry.at("title")
    named = f"{game}/{form.template}"
    return LayoutBatch(
        f"{theme if own else '_shared'}/{form.template}",
        lang,
        "full",
        form.width / form.per_mm,
        form.height / form.per_mm,
        (FaceSource(named, where, where, context),),
        safe=0.0,
        accent=accent,
        product=named,
    )


def _contrast(colour: str) -> float:
    """How many times as light as a colour white is, by the formula of WCAG."""
    parts = [part / 255 for part in ImageColor.getrgb(colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    red, green, blue = linear
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
