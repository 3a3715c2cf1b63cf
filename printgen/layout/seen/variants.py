"""Two variants of a PDF: without its text, and with nothing but its text, in black and uncut.

What differs between a page and its variant without text is what can be seen of the text; the text
alone is what there is to see.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

from printgen.layout.weasyprint import PdfObject

# Text objects. WeasyPrint writes letters in hexadecimal strings: no string contains an operator.
_TEXT = re.compile(rb"(?<!\S)BT\s.*?(?<!\S)ET(?!\S)", re.DOTALL)

# What moves text: the graphics stack, matrices and forms.
_KEPT = re.compile(
    rb"(?<!\S)(?:BT\s.*?(?<!\S)ET|[qQ]|(?:[-+.\d]+\s+){6}cm|/[^\s/]+\s+Do)(?!\S)", re.DOTALL
)

# What gives text its colour, or hides it (`3 Tr`).
_LOOKS = re.compile(
    rb"(?<!\S)(?:(?:[-+.\d]+\s+)*(?:[gG]|rg|RG|k|K|sc|SC)|/\S+\s+(?:gs|cs|CS)"
    rb"|(?:[-+.\d]+\s+)*/\S+\s+(?:scn|SCN)|(?:[-+.\d]+\s+)+(?:scn|SCN)|3\s+Tr)(?!\S)"
)

# Forms cut what they draw to their box: here, to one that holds everything (points).
_EVERYWHERE = [-20_000, -20_000, 20_000, 20_000]


def without_text(content: bytes) -> bytes:
    """A content stream without its text."""
    return _TEXT.sub(b"", content)


def text_alone(content: bytes) -> bytes:
    """A content stream with its text, in black, and the forms that it draws; nothing is clipped."""
    return b"\n".join(_LOOKS.sub(b"", found[0]) for found in _KEPT.finditer(content))


def variants(pdf: bytes) -> tuple[bytes, bytes]:
    """A PDF without its text, and its text alone."""
    return _changed(pdf, without_text, uncut=False), _changed(pdf, text_alone, uncut=True)


def _changed(pdf: bytes, change: Callable[[bytes], bytes], uncut: bool) -> bytes:
    """A PDF with other content streams; `uncut` without pictures and the limits of forms."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            if "/Contents" in page:
                page.contents_coalesce()
                page.Contents.write(change(page.Contents.read_bytes()))
        for item in document.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
                item.write(change(item.read_bytes()))
                if uncut:
                    item.BBox = pikepdf.Array(_EVERYWHERE)
            elif uncut and isinstance(item, pikepdf.Dictionary) and "/XObject" in item:
                _drop_pictures(item["/XObject"])
        written = BytesIO()
        document.save(written, compress_streams=False)
        return written.getvalue()


def _drop_pictures(drawn: PdfObject) -> None:
    """Take the pictures from what a page or a form may draw."""
    for name, item in list(drawn.items()):
        if item.get("/Subtype") == "/Image":
            del drawn[name]
