"""The pages of pieces as pictures, and the words at a point of a page."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages, end_drawing
from printgen.layout.assembly import assemble, font_programs
from printgen.layout.faces import Face
from printgen.paper import Size, mm_to_points
from printgen.project import Folders

# Pixels of the largest picture.
MAX_PIXELS = 16_000_000

# Without visible loss.
JPEG_QUALITY = 94

# Text lines around a point that help to find its paragraph.
LINES_AROUND = 2


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page of a PDF file. `size` (mm) is a part of it at the top left corner; None for all."""

    path: Path
    page: int
    size: Size | None

    @property
    def points(self) -> tuple[float, float] | None:
        """The size in points."""
        size = self.size
        return (mm_to_points(size.width), mm_to_points(size.height)) if size else None


class Rasteriser:
    """Draws the pages of a project, one after the other, in the background.

    The futures raise CannotDraw for a page that takes too much to draw.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders, self._thread = folders, ThreadPoolExecutor(1, "printgen-raster")

    def write_face(self, face: Face, path: Path) -> Future[int]:
        """Write a face as a PDF with one page."""
        return self._thread.submit(
            lambda: path.write_bytes(assemble([face], font_programs(self._folders)))
        )

    def sizes(self, path: Path) -> Future[list[Size]]:
        """The sizes of the pages of a PDF in mm."""
        return self._thread.submit(self._sizes, path)

    def picture(self, request: PageRequest, scale: float) -> Future[bytes]:
        """A page as JPEG, `scale` pixels per mm, or fewer for a page with too many pixels."""
        scale /= mm_to_points(1)
        return self._thread.submit(
            lambda: self._pages(request.path).call(
                pdfium.jpeg, request.page, request.points, scale, MAX_PIXELS, JPEG_QUALITY
            )
        )

    def lines_at(self, request: PageRequest, x: float, y: float) -> Future[Sequence[str]]:
        """The text lines around a point (mm from the top left corner): the nearest one first."""
        at, most = (mm_to_points(x), mm_to_points(y)), 1 + 2 * LINES_AROUND
        return self._thread.submit(
            lambda: self._pages(request.path).call(
                pdfium.lines_at, request.page, request.points, *at, most
            )
        )

    def end(self) -> None:
        """End the process as soon as it is idle."""
        self._thread.shutdown(cancel_futures=True)
        end_drawing(self._folders.root)

    def _pages(self, path: Path) -> DrawnPages:
        return DrawnPages(path, root=self._folders.root)

    def _sizes(self, path: Path) -> list[Size]:
        unit = mm_to_points(1)
        sizes = self._pages(path).call(pdfium.sizes)
        return [Size(width / unit, height / unit) for width, height in sizes]
