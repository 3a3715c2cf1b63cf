"""Whether a PDF for a printer of cards keeps the rules of PDF/X-1a:2003 that bear on it.

The rules are those of ISO 15930-4 for pages that hold one picture each. Nobody else is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

import numpy as np
import pikepdf
from pikepdf import Dictionary, Name, Pdf

from printgen.export.vendors.checks import FileSpec, Pixels

VERSION = "PDF/X-1a:2003"

MOST_INK = 240

POINTS_PER_INCH = 72

# A page small, to tell one from another; and how far two of the same may lie apart, of 255.
THUMB = (22, 30)

ALIKE = 6.0

# What the standard bans from a file, or from a picture.
BANNED = {"/AcroForm", "/AA", "/OpenAction", "/Names", "/Metadata", "/OCProperties"}

BANNED_ON_PAGES = {"/Annots", "/AA", "/CropBox", "/ArtBox", "/Group", "/UserUnit", "/Rotate"}

BANNED_IN_PICTURES = {"/SMask", "/Mask", "/Alternates", "/OPI", "/Metadata", "/Intent"}


def pdf_faults(data: bytes, thumbs: Sequence[Pixels | None], spec: FileSpec) -> list[str]:
    """What is wrong with the PDF of a deck. `thumbs` are its pages in order, THUMB pixels in RGB;
    None is a blank page."""
    try:
        with Pdf.open(BytesIO(data)) as pdf:
            faults = list(_document(pdf)) if data.startswith(b"%PDF-1.4") else ["is not PDF 1.4"]
            if len(pdf.pages) != len(thumbs):
                faults.append(f"has {len(pdf.pages)} pages instead of {len(thumbs)}")
            known: dict[tuple[int, int], tuple[Pixels, int]] = {}
            for number, (page, thumb) in enumerate(zip(pdf.pages, thumbs, strict=False), 1):
                faults += [f"page {number} {what}" for what in _page(page, thumb, spec, known)]
            return faults
    except pikepdf.PdfError as error:
        return [f"cannot be read ({error})"]


def _document(pdf: Pdf) -> Iterator[str]:
    if pdf.is_encrypted:
        yield "is encrypted"
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not pdf.docinfo.get(key):
            yield f"states no {key[1:]}"
    if pdf.docinfo.get("/GTS_PDFXVersion") != VERSION:
        yield f"does not call itself {VERSION}"
    if pdf.docinfo.get("/Trapped") not in (Name("/True"), Name("/False")):
        yield "does not say whether it is trapped"
    if "/ID" not in pdf.trailer:
        yield "has no ID"
    intents = [i for i in pdf.Root.get("/OutputIntents", []) if i.get("/S") == Name.GTS_PDFX]
    if len(intents) != 1 or not str(intents[0].get("/OutputConditionIdentifier", "")):
        yield "names no printing condition"
    elif str(intents[0].get("/RegistryName", "")) != "http://www.color.org":
        yield "names a printing condition of no registry"
    for key in sorted(BANNED & set(pdf.Root.keys())):
        yield f"holds {key}"
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == Name.Font:
            yield "holds a font"


def _page(
    page: pikepdf.Page,
    thumb: Pixels | None,
    spec: FileSpec,
    known: dict[tuple[int, int], tuple[Pixels, int]],
) -> Iterator[str]:
    scale = POINTS_PER_INCH / spec.dpi
    width, height, bleed = spec.width * scale, spec.height * scale, spec.bleed * scale
    cut = [bleed, bleed, width - bleed, height - bleed]
    for key, box in (
        ("/MediaBox", [0, 0, width, height]),
        ("/BleedBox", [0, 0, width, height]),
        ("/TrimBox", cut),
    ):
        found = [float(value) for value in page.obj.get(key, [])]
        if len(found) != 4 or max(abs(a - b) for a, b in zip(found, box, strict=True)) > 0.01:
            yield f"has the {key[1:]} {found} instead of {box}"
    for key in sorted(BANNED_ON_PAGES & set(page.obj.keys())):
        yield f"holds {key}"
    drawn = page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    pictures = [item for _, item in drawn.items() if item.get("/Subtype") == Name.Image]
    if len(pictures) != len(drawn) or len(pictures) != (thumb is not None):
        yield f"holds {len(drawn)} pictures or forms"
    elif thumb is not None:
        yield from _picture(pictures[0], thumb, spec, known)
        matrix = b"q %g 0 0 %g 0 0 cm" % (width, height)
        if not page.obj.Contents.read_bytes().strip().startswith(matrix):
            yield "is not filled by its picture"


def _picture(
    picture: pikepdf.Object,
    thumb: Pixels,
    spec: FileSpec,
    known: dict[tuple[int, int], tuple[Pixels, int]],
) -> Iterator[str]:
    if (int(picture.Width), int(picture.Height)) != (spec.width, spec.height):
        yield f"shows {picture.Width} x {picture.Height} pixels"
    if picture.ColorSpace != Name.DeviceCMYK or int(picture.BitsPerComponent) != 8:
        yield "is not in CMYK with 8 bits"
        return
    for key in sorted(BANNED_IN_PICTURES & set(picture.keys())):
        yield f"has a picture with {key}"
    if picture.objgen not in known:
        known[picture.objgen] = _seen(picture)
    small, ink = known[picture.objgen]
    if ink > MOST_INK:
        yield f"takes {ink} % of ink, more than {MOST_INK} %"
    if np.abs(small.astype(int) - thumb).mean() > ALIKE:
        yield "does not show the face that belongs there"


def _seen(picture: pikepdf.Object) -> tuple[Pixels, int]:
    """A picture as red, green and blue, small; and the most ink (%) that a pixel of it takes."""
    from PIL import Image

    with Image.open(BytesIO(picture.read_raw_bytes()), formats=("JPEG",)) as image:
        inks = np.asarray(image).astype(int)
    light = 255 - np.minimum(inks[:, :, :3] + inks[:, :, 3:], 255)
    small = Image.fromarray(light.astype(np.uint8)).resize(THUMB)
    return np.asarray(small), round(int(inks.sum(axis=2).max()) / 2.55)
