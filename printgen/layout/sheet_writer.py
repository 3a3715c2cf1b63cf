"""Write the laid-out pages of a sheet as a PDF with marked content, and its structure beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import weasyprint.pdf

from printgen.layout.minify import minify_streams
from printgen.layout.tag_builder import TagBuilder, read_tags
from printgen.layout.tags import Tag
from printgen.layout.weasyprint_types import Document, PdfObject


def write_sheet(document: Document, lang: str) -> tuple[bytes, Tag]:
    """A PDF of the pages of a document in a language, and what they say.

    The structure is written into the file when its pages have their places on sheets.
    """
    builder = TagBuilder(lang)
    with _reading_into(builder):
        pdf = document.write_pdf(finisher=minify_streams, pdf_tags=True)
    return pdf, builder.tag()


@contextmanager
def _reading_into(builder: TagBuilder) -> Iterator[None]:
    """Read the marked contents of pages into a tree instead of WeasyPrint's own."""

    def read(
        pdf: object, document: Document, version: object, streams: Sequence[PdfObject]
    ) -> None:
        for page, stream in zip(document.pages, streams, strict=True):
            read_tags(page, stream, stream._tags, builder)

    before = weasyprint.pdf.add_tags
    weasyprint.pdf.add_tags = read
    try:
        yield
    finally:
        weasyprint.pdf.add_tags = before
