"""Photos as browsers show them: upright, in sRGB, of all kinds of pixels."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pictures_of_kinds import (
    PATCHES,
    PROFILES,
    chunk,
    colour_at,
    flat,
    patches,
    with_numbers,
    with_parts,
)
from PIL import Image
from small_projects import write

from printgen import Project
from printgen.content.images import photo_size
from printgen.content.pictures import PictureFault, pixels, prepare_picture
from printgen.extras.ebooks.markup import for_screen

RED, GREEN, BLUE, GREY = PATCHES
PLAIN: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a PNG": ("RGB", "PNG", {}),
    "a palette": ("P", "PNG", {}),
    "transparency": ("RGBA", "PNG", {}),
    "a JPEG": ("RGB", "JPEG", {}),
    "a progressive JPEG": ("RGB", "JPEG", {"progressive": True}),
    "a WebP": ("RGB", "WEBP", {}),
    "a GIF": ("P", "GIF", {}),
    "a BMP": ("RGB", "BMP", {}),
    "a TIFF": ("RGB", "TIFF", {"compression": "tiff_lzw"}),
    "a TIFF of inks": ("CMYK", "TIFF", {}),
    "an AVIF": ("RGB", "AVIF", {"subsampling": "4:4:4"}),
    "a profile of sRGB": ("RGB", "PNG", {"icc_profile": PROFILES["sRGB"]}),
    "a damaged profile": ("RGB", "JPEG", {"icc_profile": b"garbage" * 40}),
    "a profile of other colours": ("L", "JPEG", {"icc_profile": PROFILES["inks"]}),
}


def colours(content: bytes) -> list[tuple[int, ...]]:
    """The colours in the middle of the four patches."""
    with Image.open(BytesIO(content)) as picture:
        return patches(picture.convert("RGB"))


def near(found: list[tuple[int, ...]], wanted: list[tuple[int, ...]]) -> bool:
    return all(
        abs(a - b) <= 3
        for f, w in zip(found, wanted, strict=True)
        for a, b in zip(f, w, strict=True)
    )


def test_pixels_of_all_kinds_have_their_colours() -> None:
    for name, (mode, kind, options) in PLAIN.items():
        own = {"quality": 98} if kind in ("JPEG", "WEBP", "AVIF") else {}
        content = flat(mode, kind, **own, **options)
        wanted = patches(flat_picture(mode))
        assert near(colours(prepare_picture(content)[0]), wanted), name


def flat_picture(mode: str) -> Image.Image:
    with Image.open(BytesIO(flat(mode, "TIFF"))) as picture:
        return picture.convert("RGB")


P3 = [(218, 0, 54), (0, 163, 69), (54, 81, 207), GREY]
LINEAR = [(229, 110, 133), (110, 208, 152), (133, 152, 229), (188, 188, 188)]
INKS = [(235, 50, 69), (55, 255, 55), (127, 127, 127), (0, 46, 198)]
ADOBE = [(233, 35, 58), (1, 161, 73), (45, 79, 205), (129, 129, 129)]
PNG = flat("RGB", "PNG")


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        # As Chromium shows them.
        (flat("RGB", "PNG", icc_profile=PROFILES["Adobe RGB"]), ADOBE),
        (flat("RGB", "WEBP", lossless=True, icc_profile=PROFILES["Display P3"]), P3),
        (flat("P", "PNG", icc_profile=PROFILES["linear"]), LINEAR),
        (with_parts(PNG, chunk(b"gAMA", (100_000).to_bytes(4, "big"))), LINEAR),
        (with_parts(PNG, chunk(b"gAMA", (45_455).to_bytes(4, "big"))), list(PATCHES)),
        (with_parts(PNG, chunk(b"cICP", bytes((12, 13, 0, 1)))), P3),
        (flat("CMYK", "JPEG", quality=98, subsampling=0), INKS),
    ],
    ids=["Adobe RGB", "Display P3", "linear", "gamma 1", "gamma 2.2", "cICP", "CMYK"],
)
def test_colours_of_another_space_become_srgb(
    content: bytes, wanted: list[tuple[int, ...]]
) -> None:
    assert near(colours(prepare_picture(content)[0]), wanted)
    # Maps, screens and pages show the same.
    size, raw = pixels(content)
    assert near(patches(Image.frombytes("RGB", size, raw)), wanted)
    assert near(colours(for_screen(content, 1600)[1]), wanted)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
def test_a_picture_that_lies_on_its_side_is_made_upright(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    content = flat("RGB", kind, exif=exif, **({} if kind in ("PNG", "TIFF") else {"quality": 98}))
    # It is stored with its top at the right.
    assert photo_size(content) == (48, 64)
    assert near(colours(prepare_picture(content)[0]), [BLUE, RED, GREY, GREEN])


def test_a_picture_that_is_upright_and_in_srgb_keeps_its_bytes() -> None:
    for content in (
        flat("RGB", "JPEG"),
        flat("L", "JPEG", progressive=True),
        flat("RGB", "JPEG", icc_profile=PROFILES["sRGB"]),
        flat("RGBA", "PNG"),
    ):
        assert prepare_picture(content)[0] is content


def test_a_grey_picture_of_16_bits_is_scaled() -> None:
    deep = Image.new("I;16", (8, 8), 0x8000)
    stream = BytesIO()
    deep.save(stream, "PNG")
    made, _ = prepare_picture(stream.getvalue())
    with Image.open(BytesIO(made)) as picture:
        assert near([colour_at(picture, 4, 4)], [GREY])


def test_texts_of_a_png_that_grow_without_end_are_left_out() -> None:
    bomb = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(80_000_000)))
    for mode in ("RGB", "RGBA"):
        content = with_parts(flat(mode, "PNG"), bomb)
        assert photo_size(content) == (64, 48)
        assert near(colours(prepare_picture(content)[0]), list(PATCHES))


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_a_grey_that_is_clear_is_so_in_all_depths(depth: int) -> None:
    # Each byte of a row has a grey that is clear; the other half is white.
    clear, white = 2**depth - 2, 2**depth - 1
    row = bytes([sum(clear << step for step in range(0, 8, depth))] * 4 + [0xFF] * 4)
    head = struct.pack(">LLBBBBB", 64 // depth, 8, depth, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head), chunk(b"tRNS", struct.pack(">H", clear))
    pixels = chunk(b"IDAT", zlib.compress((b"\0" + row) * 8))
    content = b"".join((b"\x89PNG\r\n\x1a\n", *parts, pixels, chunk(b"IEND", b"")))
    with Image.open(BytesIO(prepare_picture(content)[0])) as made:
        shown = made.convert("RGBA")
        wide = shown.width // 4
        alpha = shown.getchannel("A")
        assert [alpha.getpixel((x, 4)) for x in (wide, 3 * wide)] == [0, 255]
        assert near([colour_at(shown, 3 * wide, 4)], [(255,) * 3])
    assert white > clear


def test_a_jpeg_whose_colours_are_understood_in_two_ways_is_written_anew() -> None:
    """Readers of PDF heed the note of Adobe alone, browsers first that of JFIF."""
    plain, red = flat("RGB", "JPEG", quality=98), flat("RGB", "JPEG", quality=98, keep_rgb=True)
    note = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0"
    both = plain[:2] + note + b"\0" + plain[2:]
    at = red.index(note)
    neither = red[:at] + red[at + 16 :]
    for content in (both, neither):
        made, _ = prepare_picture(content)
        assert made is not content
        assert near(colours(made), list(PATCHES))
    for content in (plain, red):
        assert prepare_picture(content)[0] is content


def test_pixels_that_cannot_be_printed_say_so() -> None:
    hdr = with_parts(flat("RGB", "PNG"), chunk(b"cICP", bytes((9, 16, 0, 1))))
    hdr_too = with_numbers(flat("RGB", "AVIF"), 9, 18)
    masks = struct.pack("<4L", 0x7C00, 0x3E0, 0x1F, 0x8000)
    head = struct.pack("<LllHHLLllLL", 108, 2, 1, 1, 16, 3, 4, 0, 0, 0, 0) + masks + bytes(52)
    clear = b"BM" + struct.pack("<LLL", 126, 0, 122) + head + bytes(4)
    stream = BytesIO()
    Image.new("F", (8, 8)).save(stream, "TIFF")
    for content, reason in (
        (hdr, "HDR"),
        (hdr_too, "HDR"),
        (clear, "unusual kind"),
        (stream.getvalue(), "unusual kind"),
    ):
        fault = photo_size(content)
        assert isinstance(fault, PictureFault)
        assert reason in fault.reason
        with pytest.raises(ValueError, match=reason):
            prepare_picture(content)


def folder_of_pictures(root: Path) -> Path:
    """The folder of the pictures of a new game."""
    write(root, {"printgen.yaml": "", "content/g/game.yaml": "title: G\nlanguages: [en]\n"})
    images = root / "content/g/images"
    images.mkdir()
    return images


SEVERAL = "a.gif", "b.png", "c.webp", "d.tif"


@pytest.mark.sees("picture-first")
def test_the_first_picture_of_several_prints(tmp_path: Path) -> None:
    images = folder_of_pictures(tmp_path)
    first, second = (Image.new("RGB", (8, 8), colour) for colour in (RED, BLUE))
    for name in SEVERAL:
        first.save(images / name, save_all=True, append_images=[second])
        made, _ = prepare_picture((images / name).read_bytes())
        with Image.open(BytesIO(made)) as picture:
            assert near([colour_at(picture, 4, 4)], [RED])
    assert [(p.code, p.position.file) for p in Project(tmp_path).check()] == [
        ("picture-first", f"content/g/images/{name}") for name in SEVERAL
    ]


@pytest.mark.spares("picture-first")
def test_a_file_of_one_picture_has_no_others(tmp_path: Path) -> None:
    images = folder_of_pictures(tmp_path)
    for name in SEVERAL:
        Image.new("RGB", (8, 8), RED).save(images / name)
    assert Project(tmp_path).check() == []
