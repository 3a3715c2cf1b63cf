"""Photos that are cut off or damaged, and drawings that take parts from elsewhere."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from printgen.content.drawings import FileLink, drawing_links
from printgen.content.images import photo_damage


@cache
def picture() -> Image.Image:
    """A small picture with noise, as photos have it."""
    return Image.frombytes("RGB", (120, 90), random.Random(1).randbytes(120 * 90 * 3))


def saved(kind: str, **options: Any) -> bytes:
    """The picture as a file of a kind."""
    stream = BytesIO()
    image = picture().convert(options.pop("mode", "RGB"))
    image.save(stream, kind, **options)
    return stream.getvalue()


WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("PNG", {}),
    ("PNG", {"mode": "P"}),
    ("PNG", {"mode": "RGBA", "dpi": (300, 300)}),
    ("WEBP", {}),
    ("WEBP", {"lossless": True}),
    ("JPEG", {}),
    ("JPEG", {"progressive": True}),
    ("JPEG", {"mode": "L"}),
    ("JPEG", {"mode": "CMYK", "subsampling": 2}),
    ("JPEG", {"restart_marker_blocks": 4}),
    ("JPEG", {"optimize": True, "comment": "a photo", "exif": b"Exif\0\0II*\0"}),
]


@pytest.mark.parametrize(("kind", "options"), WHOLE)
def test_whole_pictures_have_no_damage(kind: str, options: dict[str, Any]) -> None:
    whole = saved(kind, **options)
    assert photo_damage(whole) == ""
    assert photo_damage(whole + b"more of another program") == ""
    assert photo_damage(whole[: len(whole) * 2 // 3]) != ""


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_blocks": 4}])
def test_a_jpeg_that_lost_a_part_of_its_data(options: dict[str, Any]) -> None:
    whole = saved("JPEG", **options)
    middle, damaged = len(whole) * 2 // 3, "is damaged: a part of the picture cannot be read"
    wrong = (damaged, "lacks some of its scans")
    # It ends too early, lost a part, or has other bytes.
    assert photo_damage(whole[:middle] + b"\xff\xd9") in wrong
    assert photo_damage(whole[:middle] + whole[middle + 700 :]) in wrong
    assert photo_damage(whole[:middle] + bytes([0, 254] * 100) + whole[middle + 200 :]) != ""


def test_a_jpeg_without_some_of_its_scans() -> None:
    whole = saved("JPEG", progressive=True)
    starts = [at for at in range(len(whole)) if whole[at : at + 2] == b"\xff\xda"]
    assert len(starts) > 4
    for start, end in zip(starts, [*starts[1:], len(whole) - 2], strict=True):
        assert photo_damage(whole[:start] + whole[end:]) != ""
    assert photo_damage(whole[: starts[2]] + b"\xff\xd9") == "lacks some of its scans"


def test_a_jpeg_with_thousands_of_scans() -> None:
    """Each costs a reader as much as the whole picture, though it takes a few bytes."""
    whole = saved("JPEG", progressive=True)
    last = whole.rindex(b"\xff\xda")
    scan, end = whole[last:-2], whole[-2:]
    assert photo_damage(whole) == ""
    assert photo_damage(whole[:last] + scan * 1_000 + end) == "has more than 200 scans"


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG: names and contents."""
    at = 8
    while at < len(png):
        length, name = struct.unpack_from(">L4s", png, at)
        yield name, png[at + 8 : at + 8 + length]
        at += 12 + length


def test_a_png_with_a_wrong_checksum_or_pixels_that_cannot_be_read() -> None:
    whole = saved("PNG")
    for part in (b"IHDR", b"IDAT", b"IEND"):
        at = whole.index(part) + 6 if part != b"IEND" else len(whole) - 1
        damaged = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        expected = f"is damaged: its part '{part.decode()}' has a wrong checksum"
        assert photo_damage(damaged) == expected
    short = b"".join(
        struct.pack(">L", len(body)) + name + body + struct.pack(">L", zlib.crc32(name + body))
        for name, content in chunks(whole)
        for body in [content[: len(content) // 2] if name == b"IDAT" else content]
    )
    assert photo_damage(whole[:8] + short) != ""


def test_no_byte_of_a_photo_makes_it_raise() -> None:
    chance = random.Random(2)
    for kind, options in WHOLE:
        whole = saved(kind, **options)
        for _ in range(12):
            at = chance.randrange(len(whole))
            photo_damage(whole[:at] + chance.randbytes(3) + whole[at + 3 :])


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"\n>{}</svg>'
)


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [
        ('<image href="http://a.org/b.png"/>', "takes 'http://a.org/b.png' from elsewhere"),
        ('<image xlink:href="/etc/b.png"/>', "takes '/etc/b.png' from elsewhere"),
        (
            '<image href="data:image/png;base64,AA"/>',
            "has a picture inside it that is no PNG or JPEG",
        ),
        ('<use href="https://a.org/b.svg#c"/>', "takes 'https://a.org/b.svg#c' from elsewhere"),
        ('<use href="#c"/>', "repeats '#c', which it does not have"),
        ('<g fill="url(http://a.org#c)"/>', "takes 'http://a.org#c' from elsewhere"),
        ("<g style=\"fill: url('//a.org#c')\"/>", "takes '//a.org#c' from elsewhere"),
        ("<style>@import 'a.css';</style>", "imports another style sheet (@import)"),
        ("<style>@font-face { src: url(a.ttf) }</style>", "takes 'a.ttf' from elsewhere"),
    ],
)
def test_a_drawing_that_takes_a_part_from_elsewhere(drawn: str, reason: str) -> None:
    (fault,) = drawing_links(SVG.format(drawn).encode())
    assert not isinstance(fault, FileLink)
    assert (fault.reason, fault.line) == (reason, 2)


def test_a_drawing_that_has_all_its_parts() -> None:
    drawn = (
        '<a href="http://a.org"><g id="c" fill="url(#d)" filter="url(\'#e\')"/></a>'
        '<filter id="e"/><use href="#c"/>'
        '<style>.a { fill: url("#d") }</style>\n<image href="b%20c.png"/>'
    )
    assert drawing_links(SVG.format(drawn).encode()) == [FileLink("b c.png", 3)]
