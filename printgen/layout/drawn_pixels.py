"""SVG drawings that WeasyPrint does not draw as a browser does, placed as pixels that resvg draws.

They have 600 dots per inch where they are printed. Their text is in the fonts of pages; it cannot
be selected.
"""

from __future__ import annotations

import hashlib
import io
from math import ceil, sqrt
from urllib.parse import urljoin
from xml.etree import ElementTree

import numpy as np
from PIL import Image
from weasyprint import DEFAULT_OPTIONS
from weasyprint.images import RasterImage
from weasyprint.logger import LOGGER

from printgen.content.limits import MAX_PIXELS
from printgen.layout.content_streams import is_low
from printgen.layout.drawings import KEPT, Drawing
from printgen.layout.plain_drawings import is_plain
from printgen.layout.resvg import drawn_pixels, layers
from printgen.layout.weasyprint import (
    ContentStream,
    SvgImage,
    scale_of,
    svg_address,
    svg_fetcher,
    svg_of,
    svg_root,
)
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.print_limits import DARK

# Dots per point of a page: 600 an inch.
_DOTS = 600 / 72

# Pixels of all pictures that are made to draw one.
_MOST = 120_000_000

# Where the addresses of pictures of content begin.
_CONTENT = f"{RESOURCE_BASE_URL}content/"


def is_of_content(image: SvgImage) -> bool:
    """Whether a drawing is a picture of content; others are parts of a theme, which may let them
    reach beyond their boxes.
    """
    return (svg_address(image) or "").startswith(_CONTENT)


def place_pixels(image: SvgImage, stream: ContentStream, width: float, height: float) -> bool:
    """Place the pixels of a drawing in a content stream, in a box of width x height (CSS pixels).
    False if WeasyPrint draws it: it can, or the drawing is a part of a page.
    """
    if not hasattr(image, "printgen_drawn"):
        root = svg_root(svg_of(image))
        plain = not (svg_address(image) or "").lower().endswith(".svg") or is_plain(root)
        # WeasyPrint changes the elements while it draws.
        image.printgen_drawn = b"" if plain else ElementTree.tostring(root)
        image.printgen_most = min(MAX_PIXELS, _MOST / layers(root))
    if not image.printgen_drawn or min(width, height) <= 0:
        return False
    across, down = scale_of(stream)
    dots = width * across * _DOTS, height * down * _DOTS
    share = min(1.0, sqrt(image.printgen_most / max(1.0, dots[0] * dots[1])))
    pixels = max(1, ceil(dots[0] * share)), max(1, ceil(dots[1] * share))
    key = f"{svg_address(image)} {width} {height} {pixels} {is_low()}".encode()
    digest = hashlib.sha256(image.printgen_drawn + key).hexdigest()[:24]
    drawing = KEPT.get(digest, lambda: _drawn(digest, image, (width, height), pixels))
    if drawing is None:
        return True
    with stream.stacked():
        stream.transform(width, 0, 0, -height, 0, height)
        stream.draw_x_object(stream.add_image(drawing, True, 1))
    return True


def _drawn(
    digest: str, image: SvgImage, size: tuple[float, float], pixels: tuple[int, int]
) -> Drawing | None:
    """The pixels of a drawing; None if it cannot be drawn, which is logged."""
    address = str(svg_address(image))

    def load(link: str) -> tuple[bytes, str] | None:
        url = urljoin(address, link)
        try:
            found = svg_fetcher(image).fetch(url)
            return found.read(), found.content_type
        except ValueError as error:
            LOGGER.error("Failed to load image at %r: %s", url, error)
            return None

    root = ElementTree.fromstring(image.printgen_drawn)  # noqa: S314 - written above
    try:
        content = drawn_pixels(root, size, pixels, load)
    except ValueError as error:
        LOGGER.error("Failed to render SVG image %r: %s", address, error)
        return None
    picture = _in_ink(Image.open(io.BytesIO(content)))
    form = RasterImage(picture, digest, b"", options=DEFAULT_OPTIONS).get_x_object(True, 1)
    for part in (form, form.extra.get("SMask")):
        if part is not None:
            part.stream = [part.stream[0].data]
    return Drawing(digest, form)


def _in_ink(picture: Image.Image) -> Image.Image:
    """Pixels as they are printed: dark ones are black in low ink; greys are one ink."""
    picture = picture.convert("RGBA")
    colours = np.array(picture)
    if is_low():
        colours[colours[..., :3].max(axis=2) <= 255 * DARK, :3] = 0
        picture = Image.fromarray(colours)
    if (colours[..., 3] == 255).all():
        picture = picture.convert("RGB")
    seen = colours[colours[..., 3] > 0]
    if (seen[:, 0] == seen[:, 1]).all() and (seen[:, 1] == seen[:, 2]).all():
        picture = picture.convert("LA" if picture.mode == "RGBA" else "L")
    return picture
