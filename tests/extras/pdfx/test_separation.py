"""Colours as inks."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures_of_kinds import flat
from pikepdf import Name, Pdf
from PIL import Image, ImageCms

from printgen.content.pictures import prepare_picture, shown_for_inks
from printgen.extras.pdfx.pdfx import (
    MAX_INK,
    PROFILE,
    separate,
    separated_colour,
    separated_picture,
)

CHANNEL = st.floats(0, 1)


def seen(inks: Image.Image) -> np.ndarray:
    """A picture in inks as it looks in print, in sRGB: the other direction of the profile."""
    back = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(PROFILE.read_bytes())),
        ImageCms.createProfile("sRGB"),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    done = ImageCms.applyTransform(inks, back)
    assert done is not None
    return np.asarray(done).astype(int)


def test_white_is_the_paper() -> None:
    assert separated_colour(1, 1, 1) == (0, 0, 0, 0)


@given(*3 * [st.floats(0, 0.25)])
def test_dark_colours_are_black_ink_alone(red: float, green: float, blue: float) -> None:
    assert separated_colour(red, green, blue) == (0, 0, 0, 1)


@given(CHANNEL, CHANNEL, CHANNEL)
def test_the_total_ink_is_limited(red: float, green: float, blue: float) -> None:
    assert 100 * sum(separated_colour(red, green, blue)) <= MAX_INK


def test_pictures_have_the_inks_of_their_colours() -> None:
    steps = np.linspace(70, 255, 6).round().astype(np.uint8)
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(1, -1, 3)
    inks = np.asarray(separated_picture(Image.fromarray(grid)))[0] / 255
    colours = [separated_colour(*(value / 255 for value in rgb)) for rgb in grid[0].tolist()]
    assert inks == pytest.approx(np.array(colours))
    assert 100 * inks.sum(axis=1).max() <= MAX_INK


@pytest.mark.parametrize(
    "colour",
    [(239, 222, 186), (247, 238, 216), (150, 50, 40), (74, 51, 34), (120, 140, 90), (90, 90, 140)],
)
def test_the_print_looks_like_the_colour(colour: tuple[int, int, int]) -> None:
    shown = seen(separated_picture(Image.new("RGB", (1, 1), colour)))[0, 0]
    assert np.abs(shown - colour).max() <= 8


def test_a_picture_that_has_inks_keeps_them() -> None:
    inked = flat("CMYK", "JPEG", quality=95)
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = flat("CMYK", "JPEG", quality=95, exif=exif)
    assert shown_for_inks(turned) == shown_for_inks(flat("RGB", "JPEG")) == b""
    pdf = Pdf.new()
    for content in (inked, turned):
        shown, _ = prepare_picture(content)
        image = pdf.make_stream(shown, Subtype=Name.Image, ColorSpace=Name.DeviceRGB)
        image.Filter = Name.DCTDecode
        pdf.Root[f"/{len(pdf.objects)}"] = image
    separate(pdf, {shown_for_inks(inked): inked})
    one, other = (each for each in pdf.objects if each.get("/Subtype") == Name.Image)
    assert one.read_raw_bytes() == inked
    assert one.ColorSpace == other.ColorSpace == Name.DeviceCMYK
    assert one.Decode == other.Decode == [1, 0] * 4
    # What is turned has the inks of its colours.
    assert other.read_raw_bytes() != turned
