"""The cover of a book as a picture: the first page of the printed one, laid out at another size."""

from __future__ import annotations

from io import BytesIO

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.export.ebooks.ebook import View
from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.pool import lay_out
from printgen.problems import Position, has_errors

# How wide (mm) the page is laid out: as wide as the printed book, for which styles are written.
WIDTH = 148.0

_QUALITY = 88


def cover_picture(library: Library, view: View, width: int, height: int) -> bytes:
    """The cover as a JPEG of so many pixels. `view` is that of `book_view`. Raises ExportError."""
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
    """A page as a JPEG, its bleed cut off."""
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
    picture.save(buffer, "JPEG", quality=_QUALITY, optimize=True)
    return buffer.getvalue()
