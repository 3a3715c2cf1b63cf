"""Make the PDF of a book fit to be archived (PDF/A-3u, ISO 19005-3): its colours are those of sRGB,
its links can be printed, and its pictures are shown as they are.
"""

from __future__ import annotations

from importlib.resources import files

import pydyf

from printgen.layout.minify import join_parts, minify_streams
from printgen.layout.weasyprint_types import Document, PdfFile, PdfObject

# The name of the colours in the registry of the ICC.
_COLOURS = "sRGB IEC61966-2.1"

_INKS = "/DeviceCMYK"

# The flag of an annotation that is printed.
_PRINTED = 4


def finish_archival(document: Document, pdf: PdfFile) -> None:
    """Minify the content streams of a PDF, and make it archival (a WeasyPrint `finisher`). A file
    with colours in four inks is not: they have no meaning beside those of sRGB.
    """
    minify_streams(document, pdf)
    for item in pdf.objects:
        if isinstance(item, dict) and item.get("Type") == "/Annot":
            item["F"] = _PRINTED
        extra = getattr(item, "extra", {})
        if extra.get("Subtype") == "/Image":
            extra["Interpolate"] = "false"
    if not any(map(_has_inks, pdf.objects)):
        _write_colours(pdf)


def _has_inks(item: PdfObject) -> bool:
    """Whether a picture or a content stream is in the four inks of offset printing."""
    from weasyprint.pdf.stream import Stream

    if getattr(item, "extra", {}).get("ColorSpace") == _INKS:
        return True
    return isinstance(item, Stream) and _INKS.encode() in join_parts(item.stream)


def _write_colours(pdf: PdfObject) -> None:
    """Write that the colours of a file are those of sRGB."""
    content = (files("weasyprint.pdf") / "sRGB2014.icc").read_bytes()
    profile = pydyf.Stream([content], pydyf.Dictionary({"N": 3}), compress=True)
    pdf.add_object(profile)
    intent = pydyf.Dictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFA1",
            "OutputConditionIdentifier": pydyf.String(_COLOURS),
            "Info": pydyf.String(_COLOURS),
            "DestOutputProfile": profile.reference,
        }
    )
    pdf.add_object(intent)
    pdf.catalog["OutputIntents"] = pydyf.Array([intent.reference])
