"""The colours of a picture in sRGB: its profile (ICC), or what a PNG or AVIF says of its gamma,
its primaries and its colour space.

They are called in a sealed process.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from PIL import ImageCms
    from PIL.Image import Image

# The start of a PNG.
PNG = b"\x89PNG\r\n\x1a\n"

# A white point and the primaries red, green and blue, as coordinates x and y (CIE 1931).
Primaries = tuple[float, ...]

_SRGB: Primaries = (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06)

# Primaries by their numbers in `cICP` (ITU-T H.273): BT.709, two of BT.470, SMPTE 170M, BT.2020,
# Display P3.
_SMPTE: Primaries = (0.3127, 0.3290, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070)
_PRIMARIES: dict[int, Primaries] = {
    1: _SRGB,
    4: (0.3100, 0.3160, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08),
    5: (0.3127, 0.3290, 0.64, 0.33, 0.29, 0.60, 0.15, 0.06),
    6: _SMPTE,
    7: _SMPTE,
    9: (0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046),
    12: (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
}

# The gammas of the transfer functions by their numbers there, 0 for the curve of sRGB; and those
# of HDR. Screens show video with a gamma of 2.4.
_GAMMAS = {**dict.fromkeys((1, 6, 7, 14, 15), 2.4), 4: 2.2, 5: 2.8, 8: 1.0, 13: 0.0}
_HDR = (16, 18)

# The gammas of a PNG (in 1/100000) that say no more than sRGB.
_USUAL_GAMMA = range(43183, 47728)

# Cone responses (Bradford), by which colours are adapted to another white.
_CONES = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))

# How an AVIF names its space, and the bytes that its boxes are in: pixels come after them.
_NUMBERS, _BOXES = b"colrnclx", 16_384

# Rows of pixels that are converted at once.
_ROWS = 256


def png_parts(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names of the parts (chunks) of a PNG; with their content, except for pixels."""
    at = len(PNG)
    while content.startswith(PNG) and at + 12 <= len(content):
        length, name = struct.unpack_from(">L4s", content, at)
        yield name, b"" if name == b"IDAT" else content[at + 8 : at + 8 + length]
        at += length + 12


def is_hdr(content: bytes) -> bool:
    """Whether a picture has the transfer function of HDR: colours beyond those of print."""
    code = _code(content)
    return bool(code) and code[1] in _HDR


def _code(content: bytes) -> bytes:
    """The numbers by which a PNG or AVIF names its space (ITU-T H.273): the primaries, the transfer
    function, the matrix, and 1 for the full range. Empty if it names none.
    """
    code = early_parts(content).get(b"cICP", b"")
    at = content.find(_NUMBERS, 0, _BOXES) if content[4:8] == b"ftyp" else -1
    if at >= 0 and content.find(b"colrprof", 0, _BOXES) < 0:
        # Each takes two bytes. Decoded pixels have the full range, and curves of video, as well as
        # what is not specified (2), are shown as sRGB.
        primaries, curve, matrix = content[at + 9 : at + 15 : 2]
        curve = 13 if curve in (1, 2, 6, 14, 15) else curve
        code = bytes((1 if primaries == 2 else primaries, curve, matrix, 1))
    return code if len(code) == 4 else b""


def early_parts(content: bytes) -> dict[bytes, bytes]:
    """The parts of a PNG before its pixels, by their names."""
    found = dict[bytes, bytes]()
    for name, body in png_parts(content):
        if name == b"IDAT":
            break
        found.setdefault(name, body)
    return found


class Colours:
    """How the colours of a picture become sRGB. `are_srgb` if they are so already."""

    def __init__(self, picture: Image, content: bytes):
        self._profile = picture.info.get("icc_profile") or b""
        parts = early_parts(content)
        self._space = _code_of(_code(content))
        if self._space:
            self._profile = b""
        elif not self._profile:
            self._space = _gamma_of(parts)
        self.are_srgb = self._space in (None, _PLAIN) and (
            not self._profile or _transform(self._profile, _plain_mode(picture.mode)) is None
        )

    def to_srgb(self, picture: Image) -> Image:
        """An L, RGB or CMYK picture as an RGB one; a grey one without a profile stays grey."""
        if self._space and self._space != _PLAIN:
            return _from_space(picture.convert("RGB"), *self._space)
        if self._profile and (transform := _transform(self._profile, picture.mode)):
            mode = transform.input_mode
            return transform.apply(picture if picture.mode == mode else picture.convert(mode))
        return picture if picture.mode == "L" else picture.convert("RGB")


def _plain_mode(mode: str) -> str:
    return {"1": "L", "L": "L", "LA": "L", "I;16": "L", "CMYK": "CMYK"}.get(mode, "RGB")


# --- profiles -------------------------------------------------------------------------------------


@lru_cache(4)
def _transform(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform | None:
    """The transformation of a profile to sRGB, for pictures of a mode; None for a profile that is
    sRGB, and, as browsers do, for one that is damaged or of other colours than the picture.
    """
    from PIL import Image, ImageCms

    with suppress(ImageCms.PyCMSError, OSError, ValueError, TypeError):
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        space = {"RGB ": "RGB", "GRAY": "L", "CMYK": "CMYK"}.get(source.profile.xcolor_space)
        if space is None or (space != mode and (space, mode) != ("RGB", "L")):
            return None
        srgb, intent = ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC
        found = ImageCms.buildTransform(source, srgb, space, "RGB", intent)
        if space != "RGB":
            return found
        steps = range(0, 256, 51)
        cube = bytes(value for r in steps for g in steps for b in steps for value in (r, g, b))
        probe = Image.frombytes("RGB", (len(cube) // 3, 1), cube)
        same = all(abs(a - b) < 2 for a, b in zip(cube, found.apply(probe).tobytes(), strict=True))
        return None if same else found
    return None


# --- what a PNG says of its colours ---------------------------------------------------------------


# The gamma of a PNG, 0 for the curve of sRGB, and its primaries.
_Space = tuple[float, Primaries]
_PLAIN: _Space = (0.0, _SRGB)


def _code_of(code: bytes) -> _Space | None:
    """The space of numbers; None for unknown ones, and for a range that is not full."""
    if not code or code[0] not in _PRIMARIES or code[1] not in _GAMMAS or code[3] != 1:
        return None
    return _GAMMAS[code[1]], _PRIMARIES[code[0]]


def _gamma_of(parts: Mapping[bytes, bytes]) -> _Space | None:
    """The space that a PNG gives by a gamma and primaries; None if they say no more than sRGB."""
    value = int.from_bytes(parts.get(b"gAMA", b""), "big")
    primaries = parts.get(b"cHRM", b"")
    if b"sRGB" in parts or not value:
        return None
    if len(primaries) != 32:
        return None if value in _USUAL_GAMMA else (100_000 / value, _SRGB)
    own = tuple(each / 100_000 for each in struct.unpack(">8L", primaries))
    (x1, y1), (x2, y2), (x3, y3) = own[2:4], own[4:6], own[6:]
    area = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
    return (100_000 / value, own) if all(own[1::2]) and abs(area) > 1e-6 else None


def _from_space(picture: Image, gamma: float, primaries: Primaries) -> Image:
    """An RGB picture of a gamma (0 for the curve of sRGB) and primaries, in sRGB."""
    import numpy as np
    from PIL import Image

    levels = np.arange(256) / 255
    curve = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    linear = levels**gamma if gamma else curve
    matrix = np.linalg.solve(_to_xyz(_SRGB), _to_xyz(primaries))
    steps = np.arange(65536) / 65535
    encoded = np.where(steps <= 0.0031308, 12.92 * steps, 1.055 * steps ** (1 / 2.4) - 0.055)
    written = np.rint(255 * encoded).astype(np.uint8)
    done = Image.new("RGB", picture.size)
    for top in range(0, picture.height, _ROWS):
        rows = picture.crop((0, top, picture.width, min(top + _ROWS, picture.height)))
        mixed = linear.astype(np.float32)[np.asarray(rows)] @ matrix.T.astype(np.float32)
        indexes = np.rint(np.clip(mixed, 0, 1) * 65535).astype(np.uint16)
        done.paste(Image.fromarray(written[indexes]), (0, top))
    return done


def _to_xyz(primaries: Primaries) -> np.ndarray:
    """The matrix from linear values of primaries to XYZ with the white of sRGB (Bradford)."""
    import numpy as np

    (white, *colours) = (
        np.array((x / y, 1, (1 - x - y) / y))
        for x, y in zip(primaries[::2], primaries[1::2], strict=True)
    )
    columns = np.array(colours).T
    matrix = columns * np.linalg.solve(columns, white)
    x, y = _SRGB[:2]
    cones = np.array(_CONES)
    scales = (cones @ np.array((x / y, 1, (1 - x - y) / y))) / (cones @ white)
    return np.linalg.solve(cones, scales[:, None] * (cones @ matrix))
