"""Colours as the four inks of a printing condition: sRGB is separated by an ICC profile.

Greys stay greys, which a press prints in black ink alone.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageCms

from printgen.typography.print_limits import DARK

PROFILE = Path(__file__).with_name("coated-fogra39.icc")

# The printing condition of the profile, by its name in the registry of the ICC.
CONDITION, CONDITION_NAME = "FOGRA39", "Coated FOGRA39 (ISO 12647-2:2004)"

# Largest total of the four inks (percent) that the profile makes.
MAX_INK = 300

Inks = tuple[float, float, float, float]


@cache
def _transform() -> ImageCms.ImageCmsTransform:
    """From sRGB to inks: relative colours, so that white is the paper, with black point."""
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(PROFILE.read_bytes())),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def separated_picture(picture: Image.Image) -> Image.Image:
    """An RGB picture as CMYK."""
    done = ImageCms.applyTransform(picture, _transform())
    assert done is not None
    return done


@cache
def separated_colour(red: float, green: float, blue: float) -> Inks:
    """The inks (0 to 1) of a colour whose channels are between 0 and 1. Dark colours, such as those
    of text, are black ink alone.
    """
    if max(red, green, blue) <= DARK:
        return 0.0, 0.0, 0.0, 1.0
    channels = tuple(round(255 * min(max(value, 0.0), 1.0)) for value in (red, green, blue))
    inks = separated_picture(Image.new("RGB", (1, 1), channels)).getpixel((0, 0))
    assert isinstance(inks, tuple)
    cyan, magenta, yellow, black = (value / 255 for value in inks)
    return cyan, magenta, yellow, black
