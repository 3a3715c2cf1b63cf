"""Whether laid-out faces look the same: equal drawings do, others are compared as pixels.

What is cut off is not compared: a wider bleed changes no card.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.content.results import result_key
from printgen.layout.assembly import assemble, untagged
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.faces import Face
from printgen.paper import MM_BY_UNIT, mm_to_points
from printgen.products.card_faces import Cut
from printgen.project import INLINE_JPEG
from printgen.store import Store

if TYPE_CHECKING:
    from PIL.Image import Image

# Faces that differ here differ in print, too: most different pairs are found at once.
ROUGH_DPI = 60

# What a printer shows.
FINE_DPI = 300

# Faces that are drawn from one PDF.
_TOGETHER = 9


@dataclass(frozen=True, slots=True)
class Side:
    """A laid-out side of a card. `digest` is that of its drawing; `programs` are font files by
    digest.
    """

    digest: str
    face: Face
    cut: Cut
    programs: Mapping[str, Path]


# What two sides share that look the same.
Picture = tuple[str, str]


class Pictures:
    """Tells which sides look the same."""

    def __init__(self, store: Store):
        self._store = store

    def compare(self, sides: Iterable[Side]) -> dict[str, Picture]:
        """The picture of each of some sides, by the digest of its drawing."""
        known = {side.digest: side for side in sides}
        rough = self._drawn(list(known.values()), ROUGH_DPI)
        alike: dict[str, list[Side]] = defaultdict(list)
        for side in known.values():
            alike[rough[side.digest]].append(side)
        near = [side for group in alike.values() if len(group) > 1 for side in group]
        fine = self._drawn(near, FINE_DPI)
        return {name: (rough[name], fine.get(name, "")) for name in known}

    def _drawn(self, sides: Sequence[Side], dpi: int) -> dict[str, str]:
        """The digests of the pixels of sides, by the digests of their drawings."""
        keys = {side.digest: self._key(side, dpi) for side in sides}
        found = {name: self._store.read("result", key) for name, key in keys.items()}
        made = {name: value.decode() for name, value in found.items() if value is not None}
        missing = iter([side for side in sides if side.digest not in made])
        while some := list(islice(missing, _TOGETHER)):
            for side, pixels in zip(some, _pixels(some, dpi), strict=True):
                made[side.digest] = pixels
                self._store.write("result", keys[side.digest], pixels.encode())
        return made

    def _key(self, side: Side, dpi: int) -> str:
        # The digest of a drawing does not say how large its page is.
        size = repr((side.face.width, side.face.height))
        return result_key(self._store, "pixels", side.digest, size, repr(side.cut), str(dpi))


def thumbnails(sides: Sequence[Side], dpi: Callable[[Side], float]) -> Iterator[bytes]:
    """Small pictures of sides, as JPEG files, in the resolution of each (of the printed card)."""
    for start in range(0, len(sides), _TOGETHER):
        for image in _images(sides[start : start + _TOGETHER], dpi):
            buffer = BytesIO()
            image.save(buffer, "JPEG", quality=82)
            yield buffer.getvalue()


def jpeg_address(picture: bytes) -> str:
    """A small picture as an address."""
    return INLINE_JPEG + b64encode(picture).decode()


def _pixels(sides: Sequence[Side], dpi: int) -> Iterator[str]:
    """The digest of the pixels within the cut of each side, and of their number."""
    for image in _images(sides, lambda _: dpi):
        made = hashlib.sha256(f"{image.width} x {image.height}".encode())
        made.update(image.tobytes("raw", "BGR"))
        yield made.hexdigest()[:40]


def _images(sides: Sequence[Side], dpi: Callable[[Side], float]) -> Iterator[Image]:
    """Each side within the cut, in its resolution."""
    programs = {name: path for side in sides for name, path in side.programs.items()}
    pdf = assemble([untagged(side.face) for side in sides], programs)
    pages = DrawnPages(pdf, "a card")
    for number, side in enumerate(sides):
        size, sharp = side.cut.size, dpi(side)
        left, top = mm_to_points(side.cut.bleed), side.face.height - mm_to_points(side.cut.bleed)
        box = left, top - mm_to_points(size.height), left + mm_to_points(size.width), top
        pixels = (round(edge * sharp / MM_BY_UNIT["in"]) for edge in (size.width, size.height))
        yield from pages.part([number], box, *pixels)
