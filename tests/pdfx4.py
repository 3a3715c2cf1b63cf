"""The rules of PDF/X-4 (ISO 15930-7) for files in inks and greys, read from the bytes. No free
validator of PDF/X exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

OF_SCREENS = {"/AcroForm", "/AA", "/OpenAction", "/Names", "/Dests", "/Outlines", "/OCProperties"}
RGB = {Name.DeviceRGB, Name.CalRGB}
RGB_OPERATORS = {"rg", "RG"}
INFO = {"/Title": "dc:title", "/Creator": "xmp:CreatorTool", "/Producer": "pdf:Producer"}


def pdfx4_faults(path: Path) -> list[str]:
    """What a file does that PDF/X-4 forbids; colours are to be inks or greys."""
    with Pdf.open(path) as pdf:
        found = [*_document(path, pdf), *_intent(pdf), *_metadata(pdf)]
        for number, page in enumerate(pdf.pages, 1):
            found += [f"page {number}: {fault}" for fault in _page(page)]
        for item in pdf.objects:
            found += [f"object {item.objgen[0]}: {fault}" for fault in _object(item)]
    return found


def _document(path: Path, pdf: Pdf) -> Iterator[str]:
    if not path.read_bytes().startswith(b"%PDF-1.6\n"):
        yield "is not PDF 1.6"
    if pdf.is_encrypted:
        yield "is encrypted"
    if "/ID" not in pdf.trailer:
        yield "has no ID"
    for key in sorted(OF_SCREENS & set(pdf.Root.keys())):
        yield f"has {key}"


def _intent(pdf: Pdf) -> Iterator[str]:
    intents = [i for i in pdf.Root.get("/OutputIntents", []) if i.get("/S") == Name.GTS_PDFX]
    if len(intents) != 1:
        yield f"has {len(intents)} output intents"
        return
    profile = intents[0].DestOutputProfile
    data = profile.read_bytes()
    if (data[12:16], data[16:20], int(profile.N)) != (b"prtr", b"CMYK", 4):
        yield "has a profile that is not of a press with four inks"
    if int.from_bytes(data[:4], "big") != len(data):
        yield "has a damaged profile"
    if not str(intents[0].OutputConditionIdentifier):
        yield "has no printing condition"


def _metadata(pdf: Pdf) -> Iterator[str]:
    stream = pdf.Root.get("/Metadata")
    if stream is None or "/Filter" in stream:
        yield "has no plain metadata"
        return
    with pdf.open_metadata() as metadata:
        if metadata.get("pdfxid:GTS_PDFXVersion") != "PDF/X-4":
            yield "does not say that it is PDF/X-4"
        for key in ("xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"):
            if not metadata.get(key):
                yield f"has no {key}"
        for key, name in INFO.items():
            if not pdf.docinfo.get(key) or metadata.get(name) != str(pdf.docinfo[key]):
                yield f"has two values of {name}"
        for key, name in (("/CreationDate", "xmp:CreateDate"), ("/ModDate", "xmp:ModifyDate")):
            date = str(metadata.get(name, ""))
            if f"D:{date[:19].translate({45: '', 58: '', 84: ''})}Z" != str(pdf.docinfo.get(key)):
                yield f"has two values of {name}"
        if (pdf.docinfo.get("/Trapped"), metadata.get("pdf:Trapped")) != (Name("/False"), "False"):
            yield "does not say whether it is trapped"


def _page(page: pikepdf.Page) -> Iterator[str]:
    media, bleed, trim = (
        [float(side) for side in page.obj.get(key, [])]
        for key in ("/MediaBox", "/BleedBox", "/TrimBox")
    )
    if not (len(media) == len(bleed) == len(trim) == 4):
        yield "lacks a box"
    elif not all(_within(*pair) for pair in ((trim, bleed), (bleed, media))):
        yield "has boxes that are not one in another"
    for key in sorted({"/Annots", "/AA", "/ArtBox", "/PresSteps"} & set(page.obj.keys())):
        yield f"has {key}"
    yield from _operators(page.obj)


def _within(inner: list[float], outer: list[float]) -> bool:
    low = all(a >= b - 0.001 for a, b in zip(inner[:2], outer[:2], strict=True))
    return low and all(a <= b + 0.001 for a, b in zip(inner[2:], outer[2:], strict=True))


def _operators(drawn: Any) -> Iterator[str]:
    """The operators of a content stream that set an RGB colour, found by a parser."""
    for instruction in pikepdf.parse_content_stream(drawn):
        name = str(instruction.operator)
        if name in RGB_OPERATORS or (name in ("cs", "CS") and instruction.operands[0] in RGB):
            yield f"sets a colour by {name}"


def _object(item: Any) -> Iterator[str]:
    if isinstance(item, Stream):
        if "/LZWDecode" in str(item.get("/Filter", "")) or item.get("/Subtype") == Name.PS:
            yield "is a stream of a kind that is not allowed"
        if item.get("/Subtype") == Name.Form or item.get("/PatternType") == 1:
            yield from _operators(item)
    for part in written_in(item):
        if any(value in RGB for value in _names(part)):
            yield "is in RGB"
        if isinstance(part, Dictionary | Stream):
            yield from _dictionary(part)


def _dictionary(part: Any) -> Iterator[str]:
    for key in sorted({"/TR", "/TR2", "/HTP", "/JS", "/OPI"} & set(part.keys())):
        yield f"has {key}"
    if part.get("/Type") == Name.FontDescriptor and not (
        {"/FontFile", "/FontFile2", "/FontFile3"} & set(part.keys())
    ):
        yield "is a font that is not embedded"
    if part.get("/Subtype") in (Name.Type1, Name.TrueType) and "/FontDescriptor" not in part:
        yield "is a font that is not embedded"


def written_in(item: Any) -> Iterator[Any]:
    """An object and the objects that are written in it."""
    if not isinstance(item, Dictionary | Stream | Array):
        return
    yield item
    for value in [v for _, v in item.items()] if not isinstance(item, Array) else list(item):
        if isinstance(value, Dictionary | Array) and not value.is_indirect:
            yield from written_in(value)


def _names(part: Any) -> list[Any]:
    values = list(part) if isinstance(part, Array) else [value for _, value in part.items()]
    return [value for value in values if isinstance(value, Name)]
