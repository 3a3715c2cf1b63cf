"""A canvas of ReportLab whose marks are decoration, but for the words that are meant to be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reportlab.pdfgen.canvas import Canvas

from printgen.drawing.reportlab_parts import operators

_DECORATION, _END = "/Artifact BMC", "EMC"


class MarkedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that marks its content. `reading()` is around words that are read."""

    _read = 0

    @contextmanager
    def reading(self, name: str = "P") -> Iterator[None]:
        """Draw words that make an element of structure, such as a paragraph."""
        self.addLiteral(f"{_END}\n/{name} <</MCID {self._read}>> BDC")
        self._read += 1
        yield
        self.addLiteral(f"{_END}\n{_DECORATION}")

    def showPage(self) -> None:
        """End the page."""
        operators(self).insert(0, _DECORATION)
        operators(self).append(_END)
        self._read = 0
        super().showPage()
