"""Small pictures of four flat patches, of all kinds that files of pictures have."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image, ImageCms

from printgen.extras.pdfx.pdfx import PROFILE

WIDTH, HEIGHT = 64, 48

PATCHES = (200, 40, 60), (40, 160, 80), (60, 80, 200), (128, 128, 128)

# The same as inks.
CMYK = (0, 200, 180, 20), (200, 0, 200, 0), (0, 0, 0, 128), (255, 200, 20, 40)


@cache
def picture(mode: str = "RGB") -> Image.Image:
    """The picture in a mode of Pillow."""
    made = Image.new("CMYK" if mode == "CMYK" else "RGB", (WIDTH, HEIGHT))
    for number, colour in enumerate(CMYK if mode == "CMYK" else PATCHES):
        left, top = WIDTH // 2 * (number % 2), HEIGHT // 2 * (number // 2)
        made.paste(colour, (left, top, left + WIDTH // 2, top + HEIGHT // 2))
    if mode == "P":
        return made.convert("P", palette=Image.Palette.ADAPTIVE, colors=8)
    return made if made.mode == mode else made.convert(mode)


def flat(mode: str, kind: str, **options: Any) -> bytes:
    """The picture as a file of a kind."""
    stream = BytesIO()
    picture(mode).save(stream, kind, **options)
    return stream.getvalue()


def patches(shown: Image.Image) -> list[tuple[int, ...]]:
    """The colours in the middle of the patches."""
    wide, high = shown.size
    places = [
        (wide // 4 + x * wide // 2, high // 4 + y * high // 2) for y in (0, 1) for x in (0, 1)
    ]
    return [colour_at(shown, *place) for place in places]


def colour_at(shown: Image.Image, x: int, y: int) -> tuple[int, ...]:
    """The red, green and blue of a pixel."""
    return tuple(shown.crop((x, y, x + 1, y + 1)).convert("RGB").tobytes())


# --- parts of PNGs --------------------------------------------------------------------------------


def chunk(name: bytes, body: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">L", len(body)) + name + body + struct.pack(">L", zlib.crc32(name + body))


def with_parts(png: bytes, *parts: bytes) -> bytes:
    """A PNG with more parts after its header."""
    return png[:33] + b"".join(parts) + png[33:]


def with_numbers(avif: bytes, primaries: int, curve: int) -> bytes:
    """An AVIF that names the primaries and the curve of its colours (ITU-T H.273)."""
    at = avif.index(b"colrnclx") + 8
    return avif[:at] + struct.pack(">HH", primaries, curve) + avif[at + 4 :]


# --- profiles -------------------------------------------------------------------------------------

_CONES = np.array(((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296)))
_D50 = np.array((0.9642, 1, 0.8249))

D65 = 0.3127, 0.3290


def _xyz(x: float, y: float) -> np.ndarray:
    return np.array((x / y, 1, (1 - x - y) / y))


def _fixed(value: float) -> bytes:
    return struct.pack(">l", round(value * 65536))


_STEPS = np.arange(1024) / 1023
SRGB_CURVE = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4)


def profile(
    curve: float | np.ndarray, *primaries: tuple[float, float], white: tuple[float, float] = D65
) -> bytes:
    """A profile (ICC 2) of a gamma or of values: of RGB with three primaries, of grey without."""
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">L", 5) + b"test\0" + bytes(78),
        b"wtpt": b"XYZ " + bytes(4) + b"".join(map(_fixed, _D50)),
        b"cprt": b"text" + bytes(4) + b"none\0",
    }
    values = [round(curve * 256)] if isinstance(curve, float) else np.rint(65535 * curve)
    packed = struct.pack(f">L{len(values)}H", len(values), *map(int, values))
    shape = b"curv" + bytes(4) + packed + bytes(-len(packed) % 4)
    if primaries:
        columns = np.array([_xyz(*each) for each in primaries]).T
        matrix = columns * np.linalg.solve(columns, _xyz(*white))
        adapted = np.diag((_CONES @ _D50) / (_CONES @ _xyz(*white))) @ _CONES
        matrix = np.linalg.solve(_CONES, adapted) @ matrix
        for number, name in enumerate((b"r", b"g", b"b")):
            column = b"".join(map(_fixed, matrix[:, number]))
            tags |= {name + b"XYZ": b"XYZ " + bytes(4) + column, name + b"TRC": shape}
    else:
        tags[b"kTRC"] = shape
    start, table, body = 132 + 12 * len(tags), struct.pack(">L", len(tags)), b""
    for name, tag in tags.items():
        table += name + struct.pack(">LL", start + len(body), len(tag))
        body += tag + bytes(-len(tag) % 4)
    space = b"RGB " if primaries else b"GRAY"
    header = struct.pack(">L", start + len(body)) + bytes(4) + b"\2\x20\0\0mntr" + space + b"XYZ "
    header += bytes(12) + b"acsp" + bytes(28) + b"".join(map(_fixed, _D50)) + bytes(48)
    return header + table + body


PROFILES = {
    "sRGB": ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
    "Adobe RGB": profile(2.19921875, (0.64, 0.33), (0.21, 0.71), (0.15, 0.06)),
    "Display P3": profile(SRGB_CURVE, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
    "ProPhoto": profile(
        1.8, (0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), white=(0.3457, 0.3585)
    ),
    "linear": profile(1.0, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
    "inks": PROFILE.read_bytes(),
}

GREYS = {f"gamma {gamma}": profile(gamma) for gamma in (1.0, 1.8, 2.2)}
