"""The row of a card printer: its file format, its card sizes and its upload steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.content.models.text import Text
from printgen.paper import Size
from printgen.products.card_faces import Cut

# The resolution that `Vendor` figures are given at.
VENDOR_DPI = 300

FileFormat = Literal["png", "pdf"]


@dataclass(frozen=True, slots=True)
class Vendor:
    """A card printer. `bleed` and `safe` are pixels on each side of the trim line at VENDOR_DPI.

    `sizes` maps the vendor's name of a card size to the width and height of a file in pixels,
    bleed included. `steps` tell how to order; they may use the placeholders of a vendor README.
    A vendor with `only_300` rejects other resolutions.
    """

    id: str
    name: str
    file_format: FileFormat
    bleed: float
    safe: float
    sizes: dict[str, tuple[int, int]]
    steps: tuple[Text, ...]
    only_300: bool = False

    def pixels(self, size: str, dpi: int) -> tuple[int, int]:
        """The width and height of a file at a resolution."""
        width, height = self.sizes[size]
        return width * dpi // VENDOR_DPI, height * dpi // VENDOR_DPI

    def cut(self, size: str) -> Cut:
        """The trim size, bleed and safe margin in mm."""
        width, height = self.sizes[size]
        trim = Size(_mm(width - 2 * self.bleed), _mm(height - 2 * self.bleed))
        return Cut(trim, _mm(self.bleed), _mm(self.safe))


def _mm(pixels: float) -> float:
    return round(pixels * 25.4 / VENDOR_DPI, 4)
