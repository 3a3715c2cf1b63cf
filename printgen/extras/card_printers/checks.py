"""Checks of a card printer's files, read back from the finished file, and their faults as
problems.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO

import numpy as np
import numpy.typing as npt

from printgen.extras.card_printers.vendors import Vendor
from printgen.extras.exports.card_pictures import CardFace, DeckCard
from printgen.extras.exports.channels import ExportError
from printgen.problems import Position, Problem, shorten

Pixels = npt.NDArray[np.uint8]


PNG = b"\x89PNG\r\n\x1a\n"

# The minimum channel value (0 to 255) of a blank pixel; a filled pixel has one below FILLED.
BLANK, FILLED = 250, 240

# Maximum share of an edge that may be blank next to filled pixels.
MAX_BLANK_SHARE = 0.05

# Distance inside the trim line at which the face is sampled, in inches.
SAMPLE_INSET = 0.01

# Tolerance (mm) for characters at the safe zone: the side bearings of a glyph.
GLYPH_MARGIN = 0.5


@dataclass(frozen=True, slots=True)
class FileSpec:
    """The required width and height in pixels, resolution, and bleed in pixels on each side."""

    width: int
    height: int
    dpi: int
    bleed: float


def raise_faults(where: Position, name: str, faults: list[str]) -> None:
    """Raise ExportError if a file has faults."""
    if faults:
        raise ExportError([Problem(where, "vendor-file", f"{name}: {fault}") for fault in faults])


def png_faults(data: bytes, spec: FileSpec) -> list[str]:
    """The faults of a PNG."""
    try:
        chunks = _chunks(data)
        header = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    except (ValueError, KeyError, struct.error) as error:
        return [f"is not a complete PNG ({error})"]
    faults = []
    width, height, depth, colour, *_ = header
    if (width, height) != (spec.width, spec.height):
        faults.append(f"is {width} x {height} pixels, expected {spec.width} x {spec.height}")
    if (depth, colour) != (8, 2) or b"tRNS" in chunks:
        faults.append("is not 8-bit RGB without transparency")
    per_metre = round(spec.dpi / 0.0254)
    if chunks.get(b"pHYs") != struct.pack(">IIB", per_metre, per_metre, 1):
        faults.append(f"does not state {spec.dpi} dpi")
    return faults or bleed_faults(_decoded(data), spec)


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG by name (the last of each). Raises ValueError if the file is damaged."""
    if not data.startswith(PNG):
        raise ValueError("no PNG signature")
    found: dict[bytes, bytes] = {}
    at = len(PNG)
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(name + body) != check:
            raise ValueError(f"damaged chunk {name.decode('ascii', 'replace')}")
        found[name] = body
        at += 12 + length
    if b"IEND" not in found:
        raise ValueError("no IEND chunk")
    return found


def _decoded(data: bytes) -> Pixels:
    from PIL import Image

    with Image.open(BytesIO(data), formats=("PNG",)) as image:
        return np.asarray(image)


def bleed_faults(pixels: Pixels, spec: FileSpec) -> list[str]:
    """The sides with blank outermost pixels next to a filled face inside the trim line."""
    bleed = round(spec.bleed)
    inside = bleed + round(SAMPLE_INSET * spec.dpi)
    faults = []
    for turns, side in enumerate(("top", "right", "bottom", "left")):
        # Rotate each side to the top.
        turned = np.rot90(pixels, turns)[:, bleed:-bleed]
        blank = (turned[0] >= BLANK).all(axis=1)
        filled = (turned[inside] < FILLED).any(axis=1)
        if (blank & filled).mean() > MAX_BLANK_SHARE:
            faults.append(f"has no bleed at the {side}: extend the background to the edge of .face")
    return faults


def face_faults(face: CardFace) -> list[str]:
    """Text of a face outside the safe zone."""
    words = face.words_outside(face.cut.safe - GLYPH_MARGIN)
    if not words:
        return []
    return [f"'{shorten(words)}' is less than {face.cut.safe:.2f} mm from the trim line"]


# --------------------------------------------------------------------------------------------------
# What is wrong with a card printer's file, in the words of the deck: printer, language, card.


# A fault of a page of the PDF: see `deck_pdf`.
_OF_PAGE = re.compile(r"cards\.pdf: page ([0-9]+) (.+)")

_HINTS = {"% ink": "lighten its darkest colours"}


@contextmanager
def named_faults(vendor: Vendor, lang: str, cards: Sequence[DeckCard]) -> Iterator[None]:
    """Name the printer and the language in the problems of an export, and the cards of pages."""
    try:
        yield
    except ExportError as error:
        # Copies of a card have the same fault.
        found = dict.fromkeys(
            _named(each, f"{vendor.name} ({lang})", cards) for each in error.problems
        )
        raise ExportError(list(found)) from error


def _named(problem: Problem, name: str, cards: Sequence[DeckCard]) -> Problem:
    """A fault of a file with its name before it; the faults of a layout as they are."""
    if problem.code != "vendor-file":
        return problem
    found = _of_card(problem, cards)
    return replace(found, message=f"{name}: {found.message}")


def _of_card(problem: Problem, cards: Sequence[DeckCard]) -> Problem:
    """A problem of a page of the PDF as one of its card: each copy has a back, then a front."""
    page = _OF_PAGE.fullmatch(problem.message)
    pages = [card for card in cards for _ in range(card.quantity)] if page else []
    number = int(page[1]) - 1 if page else 0
    if page is None or number // 2 >= len(pages):
        return problem
    card, side = pages[number // 2], "front" if number % 2 else "back"
    hint = next((hint for words, hint in _HINTS.items() if words in page[2]), problem.hint)
    message = f"the {side} of '{card.id}' {page[2]}"
    return replace(problem, position=card.where, message=message, hint=hint)
