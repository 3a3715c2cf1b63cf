"""The pictures of a module: pages and faces as PNG or JPEG, each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from printgen.extras.exports.channels import drawing
from printgen.layout import pdfium
from printgen.layout.drawn_pages import DrawnPages
from printgen.paper import POINTS_PER_MM
from printgen.problems import Position

if TYPE_CHECKING:
    from PIL.Image import Image

JPEG_QUALITY = 85

# The most colours of a PNG.
COLOURS = 256


@dataclass(slots=True)
class Pictures:
    """The pictures of a module by name. Equal ones are kept once, under the name of the first."""

    files: dict[str, bytes] = field(default_factory=dict)
    _names: dict[bytes, str] = field(default_factory=dict)

    def add(self, stem: str, image: Image, photo: bool = False) -> str:
        """Keep a picture and return its name: a JPEG of a `photo`, or else a PNG."""
        content = _jpeg(image) if photo else _png(image)
        digest = sha256(content).digest()
        if digest not in self._names:
            name = f"{stem}.{'jpg' if photo else 'png'}"
            if name in self.files:
                name = f"{len(self.files)}-{name}"
            self.files[name], self._names[digest] = content, name
        return self._names[digest]


def page_images(pdf: bytes, where: Position, per_mm: float) -> Iterator[Image]:
    """The pages of a PDF with `per_mm` pixels per mm. Raises ExportError for one that cannot be
    drawn, with the position of what it shows.
    """
    pages = DrawnPages(pdf, "a page")
    with drawing(where):
        for number in range(len(pages.call(pdfium.sizes))):
            yield pages.picture(number, per_mm / POINTS_PER_MM)


def without_bleed(image: Image, bleed: float, per_mm: float, width: int, height: int) -> Image:
    """The part of a face inside of its bleed (mm), scaled to a size in pixels."""
    from PIL import Image as Images

    edge = bleed * per_mm
    box = (edge, edge, image.width - edge, image.height - edge)
    return image.resize((width, height), Images.Resampling.LANCZOS, box)


def rounded(image: Image, radius: float) -> Image:
    """A picture with round corners (pixels)."""
    from PIL import Image as Images
    from PIL import ImageDraw

    mask = Images.new("L", (4 * image.width, 4 * image.height))
    corners = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corners, 4 * radius, fill=255)
    found = image.convert("RGBA")
    found.putalpha(mask.reduce(4))
    return found


def _png(image: Image) -> bytes:
    from PIL import Image as Images

    method = Images.Quantize.FASTOCTREE if image.mode == "RGBA" else Images.Quantize.MEDIANCUT
    buffer = BytesIO()
    image.quantize(COLOURS, method).save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()


def _jpeg(image: Image) -> bytes:
    buffer = BytesIO()
    image.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, optimize=True)
    return buffer.getvalue()
