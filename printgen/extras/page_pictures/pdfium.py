"""What the sealed process does with pages of PDFs: it draws them and reads their letters.

Pages are counted from 0. Boxes are left, bottom, right and top in points. Pictures are rows of
pixels without gaps, three bytes a pixel: blue, green, red.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING, TypeVar

from printgen.project import ProjectError

if TYPE_CHECKING:
    from pypdfium2 import PdfBitmap, PdfDocument, PdfPage, PdfTextPage

Result = TypeVar("Result")

Box = tuple[float, float, float, float]

# The width and height of a picture in pixels, and its rows.
Drawn = tuple[int, int, bytes]

# Documents kept open, and their bytes.
_MOST, _MOST_BYTES = 12, 200_000_000


class CannotDraw(ProjectError):
    """A page cannot be drawn or read, takes too much, or ends the process that does it."""


class Pdf:
    """An open document, and its page that was used last."""

    def __init__(self, content: bytes):
        import pypdfium2

        self.size = len(content)
        self.document: PdfDocument = pypdfium2.PdfDocument(content)
        self._last: tuple[int, PdfPage] | None = None

    def page(self, number: int) -> PdfPage:
        """A page, open until another one is."""
        if self._last and self._last[0] == number:
            return self._last[1]
        self.close_page()
        self._last = number, self.document[number]
        return self._last[1]

    def close_page(self) -> None:
        """Forget what was done to the page that is open."""
        if self._last:
            self._last[1].close()
            self._last = None


_open: OrderedDict[str, Pdf] = OrderedDict()


def with_pdf(
    key: str,
    content: bytes | None,
    function: Callable[..., Result],
    arguments: tuple[object, ...],
) -> tuple[bool, Result | None]:
    """Whether the document with a key is known, and the result of a function of it. Its content is
    needed if it is not known. Raises CannotDraw for what is no PDF.
    """
    import pypdfium2

    try:
        if key not in _open:
            if content is None:
                return False, None
            room = _MOST_BYTES - len(content)
            while _open and (len(_open) >= _MOST or sum(pdf.size for pdf in _open.values()) > room):
                forgotten = _open.popitem(last=False)[1]
                forgotten.close_page()
                forgotten.document.close()
            _open[key] = Pdf(content)
        _open.move_to_end(key)
        return True, function(_open[key], *arguments)
    except pypdfium2.PdfiumError as error:
        raise CannotDraw(str(error)) from None


# --- sizes -----------------------------------------------------------------------------------


def sizes(pdf: Pdf) -> list[tuple[float, float]]:
    """The widths and heights of all pages in points."""
    return [size(pdf, number) for number in range(len(pdf.document))]


def size(pdf: Pdf, number: int) -> tuple[float, float]:
    """The width and height of a page in points."""
    width, height = pdf.document.get_page_size(number)
    return width, height


def media(pdf: Pdf, number: int) -> Box:
    """The media box of a page."""
    left, bottom, right, top = pdf.page(number).get_mediabox()
    return left, bottom, right, top


def trims(pdf: Pdf) -> list[tuple[Box, Box]]:
    """The crop box and the trim box of all pages."""
    pages = map(pdf.page, range(len(pdf.document)))
    return [(page.get_cropbox(), page.get_trimbox()) for page in pages]


# --- pictures --------------------------------------------------------------------------------


def picture(pdf: Pdf, number: int, scale: float, crop: Box) -> Drawn:
    """A page with `scale` pixels per point, without `crop` at its edges."""
    bitmap = pdf.page(number).render(scale=scale, crop=crop)
    return bitmap.width, bitmap.height, bytes(bitmap.buffer)


def part(pdf: Pdf, numbers: Sequence[int], box: Box, width: int, height: int) -> list[bytes]:
    """A box of pages, each drawn on top of those before, in a size in pixels."""
    bitmap, found = _blank(width, height), []
    for number in numbers:
        page = pdf.page(number)
        media, crop = page.get_mediabox(), page.get_cropbox()
        page.set_mediabox(*box)
        page.set_cropbox(*box)
        found.append(_drawn(bitmap, page))
        page.set_mediabox(*media)
        page.set_cropbox(*crop)
    return found


def whole(pdf: Pdf, number: int, width: int, height: int, texts: bool) -> bytes:
    """A page in a size in pixels, with or without its texts."""
    import pypdfium2.raw as raw

    if texts:
        return _drawn(_blank(width, height), pdf.page(number))
    page = pdf.page(number)
    for item in [*page.get_objects(filter=(raw.FPDF_PAGEOBJ_TEXT,))]:
        page.remove_obj(item)
    found = _drawn(_blank(width, height), page)
    pdf.close_page()
    return found


def _blank(width: int, height: int) -> PdfBitmap:
    import pypdfium2
    import pypdfium2.raw as raw

    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    return bitmap


def _drawn(bitmap: PdfBitmap, page: PdfPage) -> bytes:
    """The rows of a bitmap after a page is drawn on it."""
    import pypdfium2.raw as raw

    # Unlike PdfPage.render, this takes the size in pixels, so no rounding occurs.
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, bitmap.width, bitmap.height, 0, 0)
    return bytes(bitmap.buffer)


def jpeg(
    pdf: Pdf, number: int, size: tuple[float, float] | None, scale: float, pixels: int, quality: int
) -> bytes:
    """A page as JPEG with `scale` pixels per point, or fewer if it would have more than `pixels`.
    `size` (points) is a part at its top left corner; None for all.
    """
    page = _cropped(pdf, number, size)
    width, height = page.get_size()
    scale = min(scale, (pixels / (width * height)) ** 0.5)
    bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
    stream = BytesIO()
    bitmap.to_pil().convert("RGB").save(stream, "JPEG", quality=quality, subsampling=0)
    return stream.getvalue()


def _cropped(pdf: Pdf, number: int, size: tuple[float, float] | None) -> PdfPage:
    page = pdf.page(number)
    if size is not None:
        left, _, _, top = page.get_mediabox()
        page.set_cropbox(left, top - size[1], left + size[0], top)
    return page


# --- letters ---------------------------------------------------------------------------------


def text(pdf: Pdf, number: int, box: Box | None = None) -> str:
    """The text of a page, or what is in a box of it."""
    with closing(pdf.page(number).get_textpage()) as found:
        return str(found.get_text_bounded(*box) if box else found.get_text_range())


def lines(pdf: Pdf, number: int) -> list[Box]:
    """The boxes of the lines of text of a page."""
    with closing(pdf.page(number).get_textpage()) as found:
        return _lines(found)


def _lines(found: PdfTextPage) -> list[Box]:
    return [found.get_rect(index) for index in range(found.count_rects())]


def words_and_start(pdf: Pdf, number: int) -> tuple[str, float, float]:
    """The words of a page, and the left edge and the top of its first letter."""
    with closing(pdf.page(number).get_textpage()) as found:
        words = found.get_text_range()
        boxes = (found.get_charbox(n) for n in range(found.count_chars()) if words.strip())
        left, _, _, top = next((box for box in boxes if box[0] != box[2]), (0.0, 0.0, 0.0, 0.0))
        return " ".join(words.split()), left, top


def letters_outside(pdf: Pdf, number: int, box: Box) -> str:
    """The letters and digits of a page that are not wholly in a box."""
    left, bottom, right, top = box
    outside = ""
    with closing(pdf.page(number).get_textpage()) as found:
        for index in range(found.count_chars()):
            character = found.get_text_range(index, 1)
            if not character.isalnum():
                continue
            x0, y0, x1, y1 = found.get_charbox(index)
            if x0 < left or x1 > right or y0 < bottom or y1 > top:
                outside += character
    return outside


def lines_at(
    pdf: Pdf, number: int, size: tuple[float, float] | None, x: float, y: float, most: int
) -> list[str]:
    """The lines of text around a point (points right of and below the top left corner of a page),
    the nearest first, and `most` at most. `size` is as for `jpeg`.
    """
    page = _cropped(pdf, number, size)
    left, _, _, top = page.get_cropbox()
    x, y = left + x, top - y
    with closing(page.get_textpage()) as found:
        nearest = sorted(_lines(found), key=lambda box: _distance(box, x, y))
        return [found.get_text_bounded(*box) for box in nearest[:most]]


def _distance(box: Box, x: float, y: float) -> float:
    """The squared distance of a point from a box; lines count more than columns."""
    left, bottom, right, top = box
    across = max(left - x, 0, x - right)
    along = max(bottom - y, 0, y - top)
    return across * across + 4 * along * along
