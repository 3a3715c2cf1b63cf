"""What drafts print in the place of a missing picture: a grey field with its name and the size
that it needs; and on a face that does not fit, a red frame.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import PurePosixPath
from xml.etree import ElementTree

from weasyprint.images import SVGImage

from printgen.layout.jobs import ART_SIZE, Fault, PageFormat
from printgen.layout.weasyprint import ContentStream
from printgen.paper import mm_to_points
from printgen.project import resource_name
from printgen.quoting import for_xml

_LOGGER = logging.getLogger("weasyprint")

_SIZE = re.compile(r"art (?P<width>[0-9.]+) (?P<height>[0-9.]+) (?P<file>.+)", re.DOTALL)

# Millimetres in a CSS pixel.
_MM = 25.4 / 96

# The width of a letter in ems, about; the largest type and the smallest that is drawn (px).
_LETTER, _LARGEST, _SMALLEST = 0.56, 13.0, 4.0

# The width of the frame of a face that does not fit, and the side of its corner (mm).
_FRAME, _CORNER = 0.8, 7.0


class StandIn:
    """The stand-in of a picture that is missing. Has the interface of WeasyPrint's pictures."""

    def __init__(self, name: str, context: object):
        self.name, self._context = name, context

    def get_intrinsic_size(self, resolution: object, font_size: object) -> tuple[None, None, None]:
        """No size: it fills its place."""
        return None, None, None

    def draw(self, stream: ContentStream, width: float, height: float, style: object) -> None:
        """Draw the field (px), and log the size that the picture needs."""
        _LOGGER.warning("art %.1f %.1f %s", width * _MM, height * _MM, self.name)
        drawn = ElementTree.fromstring(_field(self.name, width, height))  # noqa: S314 - our own
        SVGImage(drawn, "", None, self._context).draw(stream, width, height, style)


def _field(name: str, width: float, height: float) -> str:
    """The drawing of a stand-in (px)."""
    lines = [PurePosixPath(name).name, f"{width * _MM:.0f} × {height * _MM:.0f} mm"]
    room = width * 0.9 / (_LETTER * max(map(len, lines)))
    size = min(_LARGEST, room, height / (len(lines) + 1) / 1.3)
    middle, tops = f'x="{width / 2}"', (height / 2 + (n - 0.2) * size * 1.3 for n in range(2))
    words = "".join(
        f'<text {middle} y="{top}">{for_xml(line, quotes=False)}</text>'
        for top, line in zip(tops, lines, strict=True)
    )
    written = f'<g font-size="{size}" fill="#333" text-anchor="middle">{words}</g>'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
      width="{width}" height="{height}" font-family="Source Sans 3">
      <rect width="{width}" height="{height}" fill="#ddd"/>
      <path d="M0 0 L{width} {height} M{width} 0 L0 {height}" stroke="#fff"/>
      <rect x="1" y="1" width="{max(0.0, width - 2)}" height="{max(0.0, height - 2)}" fill="none"
        stroke="#888" stroke-width="1" stroke-dasharray="4 3"/>
      {written if size >= _SMALLEST else ""}</svg>"""


def with_stand_ins(
    load: Callable[..., object], is_missing: Callable[[str], bool]
) -> Callable[..., object]:
    """WeasyPrint's function that loads pictures, with stand-ins for those that are missing or that
    cannot be read.
    """

    def loaded(url: str, **more: object) -> object:
        name = resource_name(url)
        own = name.startswith("content/")
        picture = None if own and is_missing(name) else load(url=url, **more)
        # The file as games name it, without `content/GAME/`.
        return picture or (StandIn(name.split("/", 2)[2], more.get("context")) if own else None)

    return loaded


def art_fault(message: str) -> Fault | None:
    """What a logged message says of a missing picture; None for another message."""
    found = _SIZE.fullmatch(message)
    if not found:
        return None
    size = f"{found['width']} {found['height']}"
    return Fault(ART_SIZE, found["file"], size, "warning", ("picture", found["file"]))


def frame_operators(format: PageFormat) -> bytes:
    """The frame of a face that does not fit: a red line inside the trim and a corner with an
    exclamation mark, in a stream whose y axis points down.
    """
    width, height = format.width, format.height
    inner = f"{_FRAME / 2} {_FRAME / 2} {width - _FRAME} {height - _FRAME} re"
    corner = f"{width} {height - _CORNER} m {width} {height} l {width - _CORNER} {height} l h"
    x, y = width - 0.33 * _CORNER, height - 0.5 * _CORNER
    mark = f"{x} {y} 0.7 1.7 re {x} {y + 2.1} 0.7 0.7 re"
    scale = mm_to_points(1)
    move = mm_to_points(format.bleed)
    drawn = f"0.85 0 0 RG 0.85 0 0 rg {_FRAME} w {inner} S {corner} f 1 g {mark} f"
    place = f"{scale:.6f} 0 0 {scale:.6f} {move:.3f} {move:.3f} cm"
    return f"/Artifact BMC\nq\n{place}\n{drawn}\nQ\nEMC".encode()
