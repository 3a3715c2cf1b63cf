"""The private names of ReportLab that drawings write, and nothing else.

Each has a test in `tests/test_private_parts.py` that says what a new version has broken.
"""

from __future__ import annotations

from typing import cast

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject


def operators(drawn: Canvas | PDFPathObject) -> list[str]:
    """The PDF operators of a page or of a path; more may be added."""
    return cast(list[str], drawn._code)
