"""A deck as one PDF for a printer of cards: PDF/X-1a:2003, each page a picture in CMYK.

Colours are separated as ISO 32000 (10.4) describes, with the grey part of each wholly taken from
the inks and given to black: no press profile is needed, and no colour takes more than 200 % of ink.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from printgen.content.library import Library
from printgen.export.faces import CardFaces, Deck, Face
from printgen.export.vendors.checks import FileSpec, Pixels, bleed_faults, face_faults, refuse
from printgen.export.vendors.pdfx import THUMB, VERSION, pdf_faults
from printgen.products.target import Target
from printgen.products.titles import author, deck_title

if TYPE_CHECKING:
    from PIL.Image import Image


# The printing condition that the vendor names: US Web Coated (SWOP).
CONDITION = "CGATS TR 001"

POINTS_PER_INCH = 72

# The standard wants a date, and equal decks make equal files.
NO_TIME = "D:19800101000000Z"

QUALITY = 92


def deck_pdf(
    library: Library, deck: Deck, lang: str, faces_of_cards: Iterable[CardFaces], spec: FileSpec
) -> bytes:
    """The cards as pages: back, front, back, front, each as often as there are copies.

    Copies share their picture. Raises ExportError when the file is not as it must be.
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
    refuse(deck.at(), "cards.pdf", pdf_faults(data, thumbs, spec))
    return data


def separated(image: Image) -> Pixels:
    """Red, green and blue as cyan, magenta, yellow and black."""
    rgb = np.asarray(image)
    top = rgb.max(axis=2, keepdims=True)
    return np.concatenate([top - rgb, 255 - top], axis=2)


def _picture(
    pdf: Pdf, face: Face | None, spec: FileSpec
) -> tuple[pikepdf.Object | None, Pixels | None]:
    """A face as a picture in CMYK, and small; nothing for the back of cards without one."""
    from PIL import Image

    if face is None:
        return None, None
    image = face.image(spec.width, spec.height, face.cut.bleed)
    faults = bleed_faults(np.asarray(image), spec) + face_faults(face)
    refuse(face.card.where, f"the {face.side} of {face.card.id}", faults)
    buffer = BytesIO()
    cmyk = Image.frombytes("CMYK", image.size, separated(image).tobytes())
    cmyk.save(buffer, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
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
        # JPEG files hold inks the other way round.
        Decode=[1, 0] * 4,
    )
    return pdf.make_indirect(stream), np.asarray(image.resize(THUMB))


def _boxes(spec: FileSpec) -> tuple[list[float], list[float]]:
    """The page with its bleed, and the cut, in points."""
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
        pdf.docinfo[key] = NO_TIME
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
