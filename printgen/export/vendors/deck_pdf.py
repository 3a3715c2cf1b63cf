"""A deck as one PDF for a card printer: PDF/X-1a:2003, one CMYK image per page.

RGB is converted to CMYK as in ISO 32000-1, 10.3.4, with full grey-component replacement: no press
profile is needed, and total ink never exceeds 200 %. Blacks are in black ink, see `blacks`.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from printgen.content.library import Library
from printgen.export.faces import CardFace, CardFaces, Deck
from printgen.export.vendors.blacks import with_blacks
from printgen.export.vendors.checks import FileSpec, Pixels, bleed_faults, face_faults, raise_faults
from printgen.export.vendors.pdfx import THUMB, VERSION, pdf_faults
from printgen.products.target import Target
from printgen.products.titles import author, deck_title

if TYPE_CHECKING:
    from PIL.Image import Image


# US Web Coated (SWOP), the printing condition that DriveThruCards asks for.
CONDITION = "CGATS TR 001"

POINTS_PER_INCH = 72

# PDF/X requires dates; a fixed one keeps the bytes reproducible.
FIXED_DATE = "D:19800101000000Z"

JPEG_QUALITY = 92


def deck_pdf(
    library: Library, deck: Deck, lang: str, faces_of_cards: Iterable[CardFaces], spec: FileSpec
) -> bytes:
    """The deck as a PDF: the back and the front of each copy of each card.

    Copies share their images. Raises ExportError if the file fails its checks.
    """
    thumbs: list[Pixels | None] = []
    with Pdf.new() as pdf:
        for card, front, back in faces_of_cards:
            pictures = [_picture(pdf, face, spec) for face in (back, front)]
            for _ in range(card.quantity):
                for picture, thumb in pictures:
                    _add_page(pdf, picture, spec)
                    thumbs.append(thumb)
        target = Target(deck.game, deck.id, "cards", lang, "", "full")
        _describe(pdf, deck_title(library, target), author(library.games[deck.game], lang))
        buffer = BytesIO()
        pdf.save(
            buffer,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    data = buffer.getvalue()
    raise_faults(deck.at(), "cards.pdf", pdf_faults(data, thumbs, spec))
    return data


def separated(image: Image) -> Pixels:
    """An RGB image as CMYK values, with the grey component moved to black."""
    rgb = np.asarray(image)
    # Much faster than the maximum along an axis.
    top = np.maximum(np.maximum(rgb[..., 0], rgb[..., 1]), rgb[..., 2])[..., np.newaxis]
    return np.concatenate([top - rgb, 255 - top], axis=2)


def _picture(
    pdf: Pdf, face: CardFace | None, spec: FileSpec
) -> tuple[pikepdf.Object | None, Pixels | None]:
    """A face as a CMYK image, with its thumbnail in RGB; (None, None) without a face."""
    from PIL import Image

    if face is None:
        return None, None
    image = face.image(spec.width, spec.height, face.cut.bleed)
    faults = bleed_faults(np.asarray(image), spec) + face_faults(face)
    raise_faults(face.card.where, f"the {face.side} of {face.card.id}", faults)
    buffer = BytesIO()
    inks = with_blacks(separated(image), image, spec.dpi)
    cmyk = Image.frombytes("CMYK", image.size, inks.tobytes())
    cmyk.save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=True)
    stream = pikepdf.Stream(
        pdf,
        buffer.getvalue(),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=spec.width,
        Height=spec.height,
        ColorSpace=Name.DeviceCMYK,
        BitsPerComponent=8,
        Filter=Name.DCTDecode,
        # CMYK JPEGs store inverted values.
        Decode=[1, 0] * 4,
    )
    return pdf.make_indirect(stream), np.asarray(image.resize(THUMB))


def _boxes(spec: FileSpec) -> tuple[list[float], list[float]]:
    """The MediaBox and the TrimBox in points."""
    scale = POINTS_PER_INCH / spec.dpi
    width, height, bleed = spec.width * scale, spec.height * scale, spec.bleed * scale
    return [0, 0, width, height], [bleed, bleed, width - bleed, height - bleed]


def _add_page(pdf: Pdf, picture: pikepdf.Object | None, spec: FileSpec) -> None:
    media, trim = _boxes(spec)
    page = pdf.add_blank_page(page_size=(media[2], media[3]))
    page.obj.MediaBox, page.obj.BleedBox, page.obj.TrimBox = Array(media), Array(media), Array(trim)
    if picture is not None:
        page.obj.Resources = Dictionary(XObject=Dictionary(Face=picture))
        page.obj.Contents = pdf.make_stream(b"q %g 0 0 %g 0 0 cm /Face Do Q" % (media[2], media[3]))


def _describe(pdf: Pdf, title: str, names: str) -> None:
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Author"] = names
    for key in ("/Creator", "/Producer"):
        pdf.docinfo[key] = "printgen"
    for key in ("/CreationDate", "/ModDate"):
        pdf.docinfo[key] = FIXED_DATE
    pdf.docinfo["/Trapped"] = Name("/False")
    pdf.docinfo["/GTS_PDFXVersion"] = VERSION
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(CONDITION),
        OutputCondition=String("US Web Coated (SWOP)"),
        RegistryName=String("http://www.color.org"),
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
