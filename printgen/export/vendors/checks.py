"""Whether a file is what a printer of cards asks for, read from the file itself."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from printgen.export import ExportError
from printgen.export.faces import Face
from printgen.problems import Position, Problem, shorten

Pixels = np.ndarray[Any, np.dtype[np.uint8]]


PNG = b"\x89PNG\r\n\x1a\n"

# What counts as blank, and as not blank, of 255; how much of an edge may be blank beside a face
# that is not; and how far inside the cut that is looked at, in inches.
BLANK, FILLED = 250, 240

MOST_BLANK = 0.05

INSIDE = 0.01

# How far letters may reach out of the safe zone (mm): what fonts hold around a glyph.
REACH = 0.5


@dataclass(frozen=True, slots=True)
class FileSpec:
    """What a file must be: pixels across and down, dots an inch, pixels of bleed on each side."""

    width: int
    height: int
    dpi: int
    bleed: float


def refuse(where: Position, name: str, faults: list[str]) -> None:
    """Raise ExportError when a file has faults."""
    if faults:
        raise ExportError([Problem(where, "vendor-file", f"{name}: {fault}") for fault in faults])


def png_faults(data: bytes, spec: FileSpec) -> list[str]:
    """What is wrong with a PNG."""
    try:
        chunks = _chunks(data)
        header = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    except (ValueError, KeyError, struct.error) as error:
        return [f"is not a whole PNG ({error})"]
    faults = []
    width, height, depth, colour, *_ = header
    if (width, height) != (spec.width, spec.height):
        faults.append(f"has {width} x {height} pixels instead of {spec.width} x {spec.height}")
    if (depth, colour) != (8, 2) or b"tRNS" in chunks:
        faults.append("is not RGB with 8 bits and without transparency")
    per_metre = round(spec.dpi / 0.0254)
    if chunks.get(b"pHYs") != struct.pack(">IIB", per_metre, per_metre, 1):
        faults.append(f"does not state {spec.dpi} dpi")
    return faults or bleed_faults(_decoded(data), spec)


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG by name, the last of each; raises ValueError where it is damaged."""
    if not data.startswith(PNG):
        raise ValueError("no signature")
    found: dict[bytes, bytes] = {}
    at = len(PNG)
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(name + body) != check:
            raise ValueError(f"a damaged {name.decode('ascii', 'replace')}")
        found[name] = body
        at += 12 + length
    if b"IEND" not in found:
        raise ValueError("no end")
    return found


def _decoded(data: bytes) -> Pixels:
    from PIL import Image

    with Image.open(BytesIO(data), formats=("PNG",)) as image:
        return np.asarray(image)


def bleed_faults(pixels: Pixels, spec: FileSpec) -> list[str]:
    """Sides where the outermost pixels are blank though the face just inside the cut is not."""
    bleed = round(spec.bleed)
    inside = bleed + round(INSIDE * spec.dpi)
    faults = []
    for turns, side in enumerate(("top", "right", "bottom", "left")):
        # Each side in its turn becomes the top one.
        turned = np.rot90(pixels, turns)[:, bleed:-bleed]
        blank = (turned[0] >= BLANK).all(axis=1)
        filled = (turned[inside] < FILLED).any(axis=1)
        if (blank & filled).mean() > MOST_BLANK:
            faults.append(f"has no bleed at the {side}: draw its background to the edge of .face")
    return faults


def face_faults(face: Face) -> list[str]:
    """Words of a face in the zone that the vendor's cutter may take."""
    words = face.words_outside(face.cut.safe - REACH)
    if not words:
        return []
    return [f"'{shorten(words)}' is nearer to the cut than {face.cut.safe:.2f} mm"]
