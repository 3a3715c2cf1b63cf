"""What the bytes of a file are if they are no text: a Word file under the name of a chapter."""

from __future__ import annotations

import re

_SAVE = "save it as plain text in UTF-8"
_AGAIN = "save it as plain text, or as .xlsx"
_ANOTHER = "put the right file there"

# What a file begins with, what it is, and what to do.
_BEGINNINGS = (
    (b"%PDF-", "a PDF", "copy its text into a plain text file"),
    (b"{\\rtf", "an RTF file of a word processor", _SAVE),
    (b"\xd0\xcf\x11\xe0", "a file of an old version of Word or Excel", _AGAIN),
    (b"\x89PNG", "a picture (PNG)", _ANOTHER),
    (b"\xff\xd8\xff", "a picture (JPEG)", _ANOTHER),
    (b"GIF8", "a picture (GIF)", _ANOTHER),
    (b"RIFF", "a picture or a sound (RIFF)", _ANOTHER),
    (b"OTTO", "a font", "put it into fonts/"),
    (b"\0\1\0\0", "a font", "put it into fonts/"),
    (b"\x1f\x8b", "a packed file (gzip)", "unpack it"),
    (b"7z\xbc\xaf", "a packed file (7z)", "unpack it"),
    (b"Rar!", "a packed file (RAR)", "unpack it"),
    (b"bplist", "a binary property list", _SAVE),
    (b"version https://git-lfs", "the placeholder of a file in Git LFS", "run `git lfs pull`"),
    (b"\xff\xfe", "UTF-16 text", "save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text", "save it as UTF-8"),
)  # fmt: skip

# What a name of a part says of a packed file. The first part of OpenDocument is its kind.
_PACKED = (
    (b"word/", "a Word file", _SAVE),
    (b"xl/", "an Excel workbook", "give it the suffix .xlsx, or save it as CSV"),
    (b"ppt/", "a PowerPoint file", _SAVE),
    (b"opendocument.text", "a text of LibreOffice (ODT)", _SAVE),
    (b"opendocument.spreadsheet", "a LibreOffice workbook", "give it the suffix .ods"),
    (b"epub+zip", "an EPUB", "copy its text into a plain text file"),
    (b"Index/Document.iwa", "a file of Pages or Numbers", _SAVE),
)
_ZIP = b"PK\x03\x04"

_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
_STARTS = (_ZIP, *(start for start, *_ in _BEGINNINGS))

# The bytes at the beginning that are looked at.
_SEEN = 4_000


def other_kind(content: bytes) -> tuple[str, str] | None:
    """What a file is that is no UTF-8 text, and what to do; None for what may be such a text."""
    start = content.removeprefix(b"\xef\xbb\xbf")[:_SEEN]
    if start.startswith(_STARTS):
        packed = _PACKED if start.startswith(_ZIP) else ()
        for part, what, hint in packed:
            if part in content:
                return f"this is {what}", hint
        for beginning, what, hint in _BEGINNINGS:
            if start.startswith(beginning):
                return f"this is {what}", hint
        return "this is a packed file (ZIP)", "unpack it"
    if _PAGE.match(start):
        return "this is a web page (HTML)", "copy its text into a plain text file"
    # A single NUL in a text is reported at its place.
    if 10 * start.count(0) < len(start) or not start:
        return None
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) > len(start) / 4 and min(even, odd) < len(start) / 20:
        return "this is UTF-16 text", "save it as UTF-8"
    return "this is no text", _ANOTHER
