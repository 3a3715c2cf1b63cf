"""Paper beneath a map: a picture, drawn with enough pixels for print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL.Image import Image, frombytes
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.photos import pixels, sound_jpeg
from printgen.project import ProjectError
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded, is_shipped

# Pixels per inch that a print shop asks for.
DENSITY = 200
# By how much (mm) halves overlap, so that no line of bare paper shows between them.
_OVERLAP = 1.0
_FORM = "paper-texture"


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one copy of a picture covers in one direction: `start` to `end` (mm) of the page.

    The picture begins at `origin` and is `length` long. A negative length mirrors it.
    """

    start: float
    end: float
    origin: float
    length: float


def copies(side: float, pixels: int) -> list[Stretch]:
    """How a side of a page (mm) is covered by a number of pixels.

    A picture with enough pixels is stretched over the side. Others are drawn from both
    ends, once mirrored, so that both copies meet alike in the middle and the ends of the side
    are ends of the picture.
    """
    natural = pixels / DENSITY * 25.4
    if side <= natural:
        return [Stretch(0, side, 0, side)]
    half = side / 2
    length = max(natural, half + _OVERLAP)
    return [Stretch(0, half + _OVERLAP, 0, length), Stretch(half, side, side, -length)]


def is_turned(page: tuple[float, float], picture: tuple[int, int]) -> bool:
    """Whether a picture without enough pixels lies the other way round than its page."""
    enough = all(len(copies(*pair)) == 1 for pair in zip(page, picture, strict=True))
    return not enough and (page[0] > page[1]) != (picture[0] > picture[1])


class PaperTexture:
    """A picture of paper in a PDF, which has it once."""

    def __init__(self, canvas: Canvas, path: Path):
        """Add the picture to the PDF, before its first page."""
        picture = ImageReader(_picture(path))
        self.canvas, self.size = canvas, picture.getSize()
        canvas.beginForm(_FORM, 0, 0, 1, 1)
        canvas.drawImage(picture, 0, 0, 1, 1)
        canvas.endForm()

    def draw(self, width: float, height: float) -> None:
        """Cover a page of this size (mm). The origin of the canvas is at its top left corner."""
        turned = is_turned((width, height), self.size)
        across, down = reversed(self.size) if turned else self.size
        for x, y in product(copies(width, across), copies(height, down)):
            self._draw_copy(x, y, turned)

    def _draw_copy(self, x: Stretch, y: Stretch, turned: bool) -> None:
        canvas = self.canvas
        canvas.saveState()
        outline = canvas.beginPath()
        outline.rect(*_points(x.start, -y.end, x.end - x.start, y.end - y.start))
        canvas.clipPath(outline, stroke=0, fill=0)
        # The picture is a square of 1 x 1 whose top is at 1.
        wide, high, left, top = _points(x.length, y.length, x.origin, -y.origin)
        if turned:
            canvas.transform(0, -high, -wide, 0, left + wide, top)
        else:
            canvas.transform(wide, 0, 0, high, left, top - high)
        canvas.doForm(_FORM)
        canvas.restoreState()


def _picture(path: Path) -> Image | BytesIO | str:
    """What ReportLab reads a picture from. That of a project was decoded in a sealed process: it is
    its pixels, or a JPEG without faults. Raises ProjectError for a picture that has some.
    """
    if is_shipped(path):
        return str(path)
    try:
        content = read_whole(path, MAX_PICTURE_BYTES)
        if content.startswith(b"\xff\xd8"):
            return BytesIO(decoded(path, sound_jpeg, content))
        return frombytes("RGB", *decoded(path, pixels, content))
    except (OSError, ValueError, SyntaxError, CannotDecode) as error:
        raise ProjectError(f"cannot use the paper texture {path.name}: {error}") from error


def _points(*lengths: float) -> Iterator[float]:
    return (length * mm for length in lengths)
