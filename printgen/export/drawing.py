"""Pages that an export cannot draw, as problems."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printgen.layout.pdfium import CannotDraw
from printgen.press.channel import ExportError
from printgen.problems import Position, Problem


@contextmanager
def drawing(where: Position) -> Iterator[None]:
    """Raise ExportError with a problem at a position for a page that cannot be drawn."""
    try:
        yield
    except CannotDraw as error:
        raise ExportError([Problem(where, "layout-limit", str(error))]) from error
