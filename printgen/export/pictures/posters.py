"""The cover and the banner of a game's page in a shop, laid out by its theme."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pypdfium2
from markupsafe import Markup
from PIL import Image

from printgen.build import lay_out
from printgen.library import Library
from printgen.outputs.views import game_view, labels
from printgen.problems import Problem, has_errors
from printgen.project import TEMPLATE_SUFFIX, find_template_file
from printgen.render.addresses import BASE
from printgen.render.batch import Batch, Face

# Pixels across and down, and how many of them a millimetre of the template is.
COVER, BANNER = (630, 500, 4), (1920, 480, 8)
# Rasterised so many times larger, then reduced: thin strokes of an engraving stay even.
FINER = 3


class PictureError(Exception):
    """A picture that cannot be made from what the game says; `problems` tell why."""

    def __init__(self, problems: list[Problem]):
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def cover(library: Library, game: str, lang: str) -> bytes:
    """The picture of a game in the grid of a shop, a PNG of 630 x 500 pixels.

    Raises PictureError when its words do not fit, or the theme's template fails.
    """
    return _poster(library, game, lang, "itch-cover", COVER)


def banner(library: Library, game: str, lang: str) -> bytes:
    """The banner over a game's page, a PNG of 1920 x 480 pixels. Raises PictureError."""
    return _poster(library, game, lang, "itch-banner", BANNER)


def _poster(library: Library, game: str, lang: str, name: str, form: tuple[int, int, int]) -> bytes:
    width, height, per_mm = form
    batch = _batch(library, game, lang, name, width / per_mm, height / per_mm)
    (result,) = lay_out(library.folders, [batch])
    if has_errors(result.problems) or not result.parts:
        raise PictureError(result.problems)
    document = pypdfium2.PdfDocument(result.parts[0].pdf)
    try:
        scale = FINER * per_mm * 25.4 / 72
        bitmap = document[0].render(scale=scale, rev_byteorder=True)
        large = bitmap.to_pil().convert("RGB").crop((0, 0, FINER * width, FINER * height))
    finally:
        document.close()
    return png(large.reduce(FINER))


def png(picture: Image.Image) -> bytes:
    """A picture as the bytes of a PNG."""
    buffer = BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _batch(library: Library, game: str, lang: str, name: str, width: float, height: float) -> Batch:
    """A poster as a face, by the theme's own template where it has one."""
    content = library.games[game]
    theme = content.game.theme
    own = find_template_file(library.folders, f"{theme}/{name}{TEMPLATE_SUFFIX}")
    art = "art/cover.svg"
    drawn = find_template_file(library.folders, f"{theme}/{art}")
    context: dict[str, Any] = {
        "game": game_view(content, lang),
        "labels": labels(library.folders, theme, lang),
        "lang": lang,
        "ink": "full",
        "art": Markup(f"{BASE}templates/{theme}/{art}") if drawn else "",  # noqa: S704 - ours
    }
    where = content.entry.at("title")
    return Batch(
        f"{theme if own else '_shared'}/{name}",
        lang,
        "full",
        width,
        height,
        (Face(f"{game}/{name}", where, where, context),),
        safe=0.0,
        accent=content.game.accent,
        product=f"{game}/{name}",
    )
