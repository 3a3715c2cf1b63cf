"""PDF/X-4 (ISO 15930-7): the pages of a book for a print shop, in the inks of one condition."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf, String

from printgen.imposition.compose import DocumentInfo, save_pdf
from printgen.prepress.output import describe, set_condition
from printgen.prepress.recolour import separate
from printgen.prepress.separation import CONDITION, CONDITION_NAME, PROFILE

VERSION = "PDF/X-4"

# The fixed date of `output`, as metadata in XML has it.
_DATE = "1980-01-01T00:00:00Z"

# What is for readers on a screen: links, bookmarks, tags.
_OF_CATALOG = (
    "/Outlines", "/Names", "/Dests", "/OpenAction", "/AA", "/AcroForm", "/StructTreeRoot",
    "/MarkInfo", "/PageMode", "/PageLayout", "/Metadata", "/PageLabels", "/ViewerPreferences",
)  # fmt: skip
_OF_PAGES = ("/Annots", "/AA", "/StructParents", "/Tabs", "/CropBox", "/Thumb")

_NAME = re.compile(rb"/([^\s()<>\[\]{}/%]+)")


def write_pdfx(pdf: Pdf, info: DocumentInfo, out: Path) -> None:
    """Write a PDF whose pages have a trim box and a bleed box as PDF/X-4. It has nothing but the
    pages: no links, no bookmarks. Equal content gives equal bytes.
    """
    for page in pdf.pages:
        _drop(page.obj, _OF_PAGES)
        _list_own_drawings(page)
    _drop(pdf.Root, _OF_CATALOG)
    pdf.remove_unreferenced_resources()
    separate(pdf)
    pdf.Root.Lang = String(info.lang)
    set_condition(pdf, CONDITION, CONDITION_NAME, PROFILE.read_bytes())
    _describe(pdf, info)
    save_pdf(pdf, out, "1.6")


def _drop(holder: pikepdf.Object, keys: tuple[str, ...]) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def _list_own_drawings(page: Page) -> None:
    """Let a page list only the drawings that it names: pages share one list of all drawings, and
    qpdf reads each drawing of the list of each page.
    """
    resources = page.obj.get(Name.Resources, Dictionary())
    content = b"\n".join(part.read_bytes() for part in _contents(page))
    named = {name.decode("latin-1") for name in _NAME.findall(content)}
    # A name with other letters may be written in another way.
    own = {
        name: drawing
        for name, drawing in resources.get(Name.XObject, Dictionary()).items()
        if name[1:] in named or not name[1:].isalnum()
    }
    page.obj.Resources = Dictionary({**dict(resources.items()), "/XObject": Dictionary(own)})


def _contents(page: Page) -> list[pikepdf.Object]:
    """The content streams of a page."""
    contents = page.Contents
    return list(contents) if isinstance(contents, Array) else [contents]


def _describe(pdf: Pdf, info: DocumentInfo) -> None:
    """Write the metadata, in both of the forms that PDF has for them."""
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]
    describe(pdf, info.title, info.author)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = info.title
        metadata["dc:creator"] = [info.author]
        metadata["dc:format"] = "application/pdf"
        metadata["xmp:CreatorTool"] = "printgen"
        for name in ("CreateDate", "ModifyDate", "MetadataDate"):
            metadata[f"xmp:{name}"] = _DATE
        metadata["xmpMM:DocumentID"] = _document_id(pdf)
        metadata["xmpMM:RenditionClass"] = "default"
        metadata["xmpMM:VersionID"] = "1"
        metadata["pdf:Producer"] = "printgen"
        metadata["pdf:Trapped"] = "False"
        metadata["pdfxid:GTS_PDFXVersion"] = VERSION


def _document_id(pdf: Pdf) -> str:
    """An id that only files with equal pages share."""
    digest = sha256()
    for page in pdf.pages:
        for part in _contents(page):
            digest.update(part.read_raw_bytes())
    return f"uuid:{UUID(bytes=digest.digest()[:16])}"
