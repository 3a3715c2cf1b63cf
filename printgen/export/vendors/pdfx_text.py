"""Checks of the text of a card printer's PDF: its fonts, and what draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pikepdf
from pikepdf import Dictionary, Name, Pdf

from printgen.export.vendors.pictures import MAX_INK

# The operators of a page. All of them mean the same in any order of nesting, and `k` is the only
# one that sets a colour.
OPERATORS = {
    *("q", "Q", "cm", "Do", "k", "BT", "ET", "Tf", "Tm", "Tj", "TJ"),
    *("m", "l", "c", "v", "y", "h", "re", "W", "W*", "n"),
}

# Keys of the resources of a page: no graphics states, patterns or colour spaces.
RESOURCES = {"/XObject", "/Font"}

# The kinds of font file in PDF 1.4 for composite fonts, by the kind of font.
_FILES = {"/CIDFontType2": "/FontFile2", "/CIDFontType0": "/FontFile3"}


def font_faults(pdf: Pdf) -> Iterator[str]:
    """The faults of the fonts of a PDF: all are composite, and embedded."""
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Dictionary) or item.get("/Type") != Name.Font:
            continue
        kind, name = str(item.get("/Subtype")), str(item.get("/BaseFont", "/?"))[1:]
        if kind == "/Type0":
            if item.get("/Encoding") != Name("/Identity-H"):
                yield f"contains the font {name} with an unknown encoding"
        elif kind not in _FILES:
            yield f"contains the font {name} of type {kind[1:]}"
        elif not _is_embedded(item, _FILES[kind]):
            yield f"contains the font {name} without its glyphs"


def _is_embedded(font: pikepdf.Object, key: str) -> bool:
    """Whether a font has a file of the right kind for PDF 1.4."""
    file = font.get("/FontDescriptor", Dictionary()).get(key)
    if not isinstance(file, pikepdf.Stream) or not file.read_bytes():
        return False
    return key == "/FontFile2" or file.get("/Subtype") == Name.CIDFontType0C


def content_faults(page: pikepdf.Object) -> Iterator[str]:
    """The faults of what draws a page: its operators, its colours and its fonts."""
    resources = page.get("/Resources", Dictionary())
    for key in sorted(set(resources.keys()) - RESOURCES):
        yield f"has resources of the kind {key}"
    fonts = resources.get("/Font", Dictionary())
    # Whether a colour is set, in each nested state.
    inked = [False]
    for step in pikepdf.parse_content_stream(page):
        operator = str(step.operator)
        if operator not in OPERATORS:
            yield f"draws with the operator {operator}"
        elif operator == "q":
            inked.append(inked[-1])
        elif operator == "Q" and len(inked) > 1:
            inked.pop()
        elif operator == "k":
            inked[-1] = True
            yield from _ink_faults([float(value) for value in step.operands])
        elif operator == "Tf" and str(step.operands[0]) not in fonts:
            yield f"has no font {step.operands[0]}"
        elif operator in ("Tj", "TJ") and not inked[-1]:
            yield "shows text without an ink"


def _ink_faults(inks: Sequence[float]) -> Iterator[str]:
    if len(inks) != 4 or min(inks) < 0 or max(inks) > 1:
        yield f"has the inks {inks}"
    elif sum(inks) * 100 > MAX_INK:
        yield f"has text in {sum(inks):.0%} ink, more than {MAX_INK} %"
