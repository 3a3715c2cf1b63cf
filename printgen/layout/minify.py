"""Make WeasyPrint's content streams smaller without changing the appearance of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import itemgetter

from printgen.layout.weasyprint import BinaryPart, Document, PdfFile

# A thousandth of a point is 0.00035 mm. Digits in names (`/a0.0705 gs`) are kept, and those of a
# matrix (`cm`), because it scales everything that follows.
_DECIMALS = re.compile(rb"(?<![\w./])(\d*\.\d\d\d)\d+(?!\d)(?![-\d. ]* cm\b)")

# Adjustments between the glyphs of a TJ array; most are 0.
_ADJUSTMENTS = re.compile(rb">((?:-?[\d.]+(?:<>)?)+)<")

_TEXT = re.compile(rb"\[<.*?\] TJ")

# The beginning and the end of marked content, on lines of their own.
_MARK = re.compile(rb"^(?:/\w+\s+(?:<</MCID \d+>>\s+BDC|BMC)|EMC)(?:\n|\Z)", re.MULTILINE)


def minify_streams(document: Document, pdf: PdfFile) -> None:
    """Minify every content stream of a PDF before it is written (a WeasyPrint `finisher`)."""
    from weasyprint.pdf.stream import Stream

    for item in pdf.objects:
        if isinstance(item, Stream):
            item.stream = [minify_parts(item.stream)]


def minify_parts(parts: Iterable[str | bytes | BinaryPart]) -> bytes:
    """Minify a content stream that is given in parts."""
    return minify(join_parts(parts))


def join_parts(parts: Iterable[str | bytes | BinaryPart]) -> bytes:
    """A content stream that is given in parts."""
    return b"\n".join(map(_bytes, parts))


def without_marks(content: bytes) -> bytes:
    """A content stream without marked content: what it draws is the same."""
    return _MARK.sub(b"", content)


def _bytes(part: str | bytes | BinaryPart) -> bytes:
    if isinstance(part, str):
        return part.encode()
    return part if isinstance(part, bytes) else bytes(part.data)


def minify(content: bytes) -> bytes:
    """Truncate numbers to three decimals, merge glyph adjustments, drop those of 0."""
    # A template such as rb"\1" takes three times as long: Python expands it at each match.
    return _DECIMALS.sub(itemgetter(1), _TEXT.sub(_minify_text, content))


def _minify_text(match: re.Match[bytes]) -> bytes:
    return _ADJUSTMENTS.sub(_merge_adjustments, match[0])


def _merge_adjustments(match: re.Match[bytes]) -> bytes:
    moves = match[1]
    if moves == b"0":
        return b""
    total = round(sum(map(float, moves.split(b"<>"))), 2)
    return b">%g<" % total if total else b""
