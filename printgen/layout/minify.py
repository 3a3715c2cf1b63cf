"""Content streams as WeasyPrint writes them, made shorter without changing a mark on the page."""

from __future__ import annotations

import re
from typing import Any

# A thousandth of a point is 0.00035 mm. Digits within names, as in `/a0.0705 gs`, are left alone;
# so are those of a matrix (`cm`), by which everything that follows is scaled.
_DECIMALS = re.compile(rb"(?<![\w./])(\d*\.\d\d\d)\d+(?!\d)(?![-\d. ]* cm\b)")

# In a TJ array: moves between glyphs, where most are nothing at all.
_MOVES = re.compile(rb">((?:-?[\d.]+(?:<>)?)+)<")

_TEXT = re.compile(rb"\[<.*?\] TJ")


def minify_streams(document: Any, pdf: Any) -> None:
    """Shorten every content stream of a PDF that is about to be written (a `finisher`)."""
    from weasyprint.pdf.stream import Stream

    for item in pdf.objects:
        if isinstance(item, Stream):
            item.stream = [shorten(b"\n".join(map(_bytes, item.stream)))]


def _bytes(part: Any) -> bytes:
    if isinstance(part, str):
        return part.encode()
    return part if isinstance(part, bytes) else bytes(part.data)


def shorten(content: bytes) -> bytes:
    """Numbers with three decimals, moves between glyphs added up and left out where they are 0."""
    return _DECIMALS.sub(rb"\1", _TEXT.sub(_shorten_text, content))


def _shorten_text(match: re.Match[bytes]) -> bytes:
    return _MOVES.sub(_add_up, match[0])


def _add_up(match: re.Match[bytes]) -> bytes:
    moves = match[1]
    if moves == b"0":
        return b""
    total = round(sum(map(float, moves.split(b"<>"))), 2)
    return b">%g<" % total if total else b""
