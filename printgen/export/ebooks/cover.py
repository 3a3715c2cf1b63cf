"""The cover of an e-book: the printed cover laid out at another size, as a JPEG."""

from __future__ import annotations

from io import BytesIO

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.pool import lay_out
from printgen.problems import Position, has_errors
from printgen.views.book import BookView

# Page width in mm, as in the printed book that the styles are written for.
WIDTH = 148.0

_JPEG_QUALITY = 88


def cover_picture(library: Library, view: BookView, width: int, height: int) -> bytes:
    """The cover as a JPEG of `width` x `height` pixels, from a book's view. Raises ExportError."""
    tall = WIDTH * height / width
    where = Position(f"content/{view['game']['id']}/game.yaml")
    face = FaceSource(view["title"], where, where, view)
    batch = LayoutBatch(
        f"{view['theme']}/book-cover",
        view["lang"],
        "full",
        WIDTH,
        tall,
        (face,),
        bleed=3.0,
        safe=0.0,
        pages=1,
        accent=view["game"]["accent"],
        product=view["title"],
        book=True,
    )
    (result,) = lay_out(library.folders, [batch])
    if has_errors(result.problems):
        raise ExportError(result.problems)
    return _pixels(result.parts[0].pdf, width, height)


def _pixels(pdf: bytes, width: int, height: int) -> bytes:
    """The first page of a PDF as a JPEG, without its bleed."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        scale = width / (WIDTH / 25.4 * 72)
        picture = page.render(scale=scale).to_pil().convert("RGB")
    finally:
        document.close()
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    picture = picture.crop((left, top, left + width, top + height))
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=_JPEG_QUALITY, optimize=True)
    return buffer.getvalue()
