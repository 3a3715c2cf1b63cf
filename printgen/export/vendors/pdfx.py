"""Checks of a card printer's PDF against the rules of PDF/X-1a:2003 that apply to it.

The rules are those of ISO 15930-4 for pages that show one image each. No external validator is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

import numpy as np
import pikepdf
from pikepdf import Dictionary, Name, Pdf

from printgen.export.vendors.checks import FileSpec, Pixels

VERSION = "PDF/X-1a:2003"

# Maximum total ink in percent.
MAX_INK = 240

POINTS_PER_INCH = 72

# Thumbnail size in pixels, to tell pages apart.
THUMB = (22, 30)

# Maximum mean difference (of 255) between two thumbnails of one face.
MAX_DIFFERENCE = 6.0

# Keys that the standard forbids in the catalogue, in pages and in images.
BANNED = {"/AcroForm", "/AA", "/OpenAction", "/Names", "/Metadata", "/OCProperties"}

BANNED_ON_PAGES = {"/Annots", "/AA", "/CropBox", "/ArtBox", "/Group", "/UserUnit", "/Rotate"}

BANNED_IN_IMAGES = {"/SMask", "/Mask", "/Alternates", "/OPI", "/Metadata", "/Intent"}


def pdf_faults(data: bytes, thumbs: Sequence[Pixels | None], spec: FileSpec) -> list[str]:
    """The faults of a deck's PDF. `thumbs` are the RGB thumbnails of its pages; None is blank."""
    try:
        with Pdf.open(BytesIO(data)) as pdf:
            faults = list(_document(pdf)) if data.startswith(b"%PDF-1.4") else ["is not PDF 1.4"]
            if len(pdf.pages) != len(thumbs):
                faults.append(f"has {len(pdf.pages)} pages, expected {len(thumbs)}")
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
            yield f"has no {key[1:]}"
    if pdf.docinfo.get("/GTS_PDFXVersion") != VERSION:
        yield f"does not declare {VERSION}"
    if pdf.docinfo.get("/Trapped") not in (Name("/True"), Name("/False")):
        yield "has no valid Trapped key"
    if "/ID" not in pdf.trailer:
        yield "has no ID"
    intents = [i for i in pdf.Root.get("/OutputIntents", []) if i.get("/S") == Name.GTS_PDFX]
    if len(intents) != 1 or not str(intents[0].get("/OutputConditionIdentifier", "")):
        yield "has no output condition"
    elif str(intents[0].get("/RegistryName", "")) != "http://www.color.org":
        yield "has an output condition without a registry"
    for key in sorted(BANNED & set(pdf.Root.keys())):
        yield f"contains {key}"
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == Name.Font:
            yield "contains a font"


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
            yield f"has {key[1:]} {found}, expected {box}"
    for key in sorted(BANNED_ON_PAGES & set(page.obj.keys())):
        yield f"contains {key}"
    drawn = page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    images = [item for _, item in drawn.items() if item.get("/Subtype") == Name.Image]
    if len(images) != len(drawn) or len(images) != (thumb is not None):
        yield f"contains {len(drawn)} images or forms"
    elif thumb is not None:
        yield from _image(images[0], thumb, spec, known)
        matrix = b"q %g 0 0 %g 0 0 cm" % (width, height)
        if not page.obj.Contents.read_bytes().strip().startswith(matrix):
            yield "is not filled by its image"


def _image(
    image: pikepdf.Object,
    thumb: Pixels,
    spec: FileSpec,
    known: dict[tuple[int, int], tuple[Pixels, int]],
) -> Iterator[str]:
    if (int(image.Width), int(image.Height)) != (spec.width, spec.height):
        yield f"has an image of {image.Width} x {image.Height} pixels"
    if image.ColorSpace != Name.DeviceCMYK or int(image.BitsPerComponent) != 8:
        yield "is not 8-bit CMYK"
        return
    for key in sorted(BANNED_IN_IMAGES & set(image.keys())):
        yield f"has an image with {key}"
    if image.objgen not in known:
        known[image.objgen] = _thumbnail(image)
    small, ink = known[image.objgen]
    if ink > MAX_INK:
        yield f"uses {ink} % ink, more than {MAX_INK} %"
    if np.abs(small.astype(int) - thumb).mean() > MAX_DIFFERENCE:
        yield "shows the wrong face"


def _thumbnail(image: pikepdf.Object) -> tuple[Pixels, int]:
    """The RGB thumbnail of a CMYK image, and the maximum total ink of a pixel in percent."""
    from PIL import Image

    with Image.open(BytesIO(image.read_raw_bytes()), formats=("JPEG",)) as opened:
        inks = np.asarray(opened).astype(int)
    light = 255 - np.minimum(inks[:, :, :3] + inks[:, :, 3:], 255)
    small = Image.fromarray(light.astype(np.uint8)).resize(THUMB)
    return np.asarray(small), round(int(inks.sum(axis=2).max()) / 2.55)
