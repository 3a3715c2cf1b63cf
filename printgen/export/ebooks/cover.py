"""The cover of an e-book: the printed cover laid out at another size, as a JPEG."""

from __future__ import annotations

from io import BytesIO

from printgen.export import ExportError
from printgen.export.drawing import drawing
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import Engine, Job, JobSource, PageFormat, Task, lay_out
from printgen.problems import Position
from printgen.views.book import BookView

# Page width in mm, as in the printed book that the styles are written for.
WIDTH = 148.0

_JPEG_QUALITY = 88


def cover_picture(view: BookView, width: int, height: int, engine: Engine) -> bytes:
    """The cover as a JPEG of `width` x `height` pixels, from a book's view. Raises ExportError."""
    tall = WIDTH * height / width
    where = Position(f"content/{view['game']['id']}/game.yaml")
    format = PageFormat(
        "book",
        f"{view['theme']}/book-cover",
        view["lang"],
        "full",
        WIDTH,
        tall,
        bleed=3.0,
        safe=0.0,
        pages=1,
        accent=view["game"]["accent"],
        mood=view["game"]["mood"],
        product=view["title"],
    )
    (outcome,) = lay_out(engine, [Task(Job(format, view["title"], view), JobSource(where))])
    if outcome.failed:
        raise ExportError(outcome.problems)
    with drawing(where):
        picture = DrawnPages(outcome.result.pdf, "the cover").picture(
            0, width / (WIDTH / 25.4 * 72)
        )
    # Without its bleed.
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    picture = picture.crop((left, top, left + width, top + height))
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=_JPEG_QUALITY, optimize=True)
    return buffer.getvalue()
