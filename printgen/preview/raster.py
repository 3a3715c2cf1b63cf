"""A process that turns pages of PDFs into pictures, and finds the words at a point of a page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.layout.faces import Face
from printgen.layout.pool import Pool
from printgen.paper import Size, mm_to_points
from printgen.project import Folders
from printgen.store import Store

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

# Documents kept open; pixels of the largest picture.
OPEN_DOCUMENTS, MAX_PIXELS = 12, 16_000_000

# Seconds for a call: viewers of PDFs take as long for such a page, or longer.
SECONDS = 20.0

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


class Rasteriser:
    """The process, started when it is first used. The files that it writes are in `output`.

    The futures raise WorkerDied for a page that takes more than SECONDS to draw.
    """

    def __init__(self, folders: Folders, store: Store, output: Path) -> None:
        self._folders, self._pool = folders, Pool(folders, 1, store, output)

    def write_face(self, face: Face, path: Path) -> Future[None]:
        """Write a face as a PDF with one page."""
        return self._pool.submit(_write_face, self._folders, face, path, seconds=SECONDS)

    def sizes(self, path: Path) -> Future[list[Size]]:
        """The sizes of the pages of a PDF in mm."""
        return self._pool.submit(_sizes, path, seconds=SECONDS)

    def picture(self, request: PageRequest, scale: float) -> Future[bytes]:
        """A page as JPEG, `scale` pixels per mm, or fewer for a page with too many pixels."""
        return self._pool.submit(_picture, request, scale, seconds=SECONDS)

    def lines_at(self, request: PageRequest, x: float, y: float) -> Future[Sequence[str]]:
        """The text lines around a point (mm from the top left corner): the nearest one first."""
        return self._pool.submit(_lines_at, request, x, y, seconds=SECONDS)

    def end(self) -> None:
        """End the process."""
        self._pool.end()


# --- in the process --------------------------------------------------------------------------

_documents: OrderedDict[Path, PdfDocument] = OrderedDict()


def _document(path: Path) -> PdfDocument:
    """A document, kept open. Files never change; their paths are not used again."""
    import pypdfium2

    if path not in _documents:
        while len(_documents) >= OPEN_DOCUMENTS:
            _documents.popitem(last=False)[1].close()
        _documents[path] = pypdfium2.PdfDocument(path.read_bytes())
    _documents.move_to_end(path)
    return _documents[path]


def _write_face(folders: Folders, face: Face, path: Path) -> None:
    from printgen.layout.assembly import assemble
    from printgen.layout.font_programs import font_programs

    path.write_bytes(assemble([face], font_programs(folders)))


def _sizes(path: Path) -> list[Size]:
    document, unit = _document(path), mm_to_points(1)
    sizes = [document.get_page_size(index) for index in range(len(document))]
    return [Size(width / unit, height / unit) for width, height in sizes]


def _cropped(request: PageRequest) -> PdfPage:
    page = _document(request.path)[request.page]
    if request.size is not None:
        left, _, _, top = page.get_mediabox()
        right, bottom = (
            left + mm_to_points(request.size.width),
            top - mm_to_points(request.size.height),
        )
        page.set_cropbox(left, bottom, right, top)
    return page


def _picture(request: PageRequest, scale: float) -> bytes:
    with closing(_cropped(request)) as page:
        width, height = page.get_size()
        scale = min(scale / mm_to_points(1), (MAX_PIXELS / (width * height)) ** 0.5)
        bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
        stream = BytesIO()
        # PNG takes as long as drawing the page.
        image = bitmap.to_pil().convert("RGB")
        image.save(stream, "JPEG", quality=JPEG_QUALITY, subsampling=0)
        return stream.getvalue()


def _lines_at(request: PageRequest, x: float, y: float) -> list[str]:
    with closing(_cropped(request)) as page:
        left, _, _, top = page.get_cropbox()
        x, y = left + mm_to_points(x), top - mm_to_points(y)
        with closing(page.get_textpage()) as text:
            rectangles = [text.get_rect(index) for index in range(text.count_rects())]
            nearest = sorted(rectangles, key=lambda box: _distance(box, x, y))
            return [text.get_text_bounded(*box) for box in nearest[: 1 + 2 * LINES_AROUND]]


def _distance(box: tuple[float, float, float, float], x: float, y: float) -> float:
    """The squared distance of a point from a box; lines count more than columns."""
    left, bottom, right, top = box
    across = max(left - x, 0, x - right)
    along = max(bottom - y, 0, y - top)
    return across * across + 4 * along * along
