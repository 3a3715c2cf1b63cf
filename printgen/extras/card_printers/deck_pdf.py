"""A deck as one PDF for a card printer: PDF/X-1a:2003, on each page a CMYK image and text on top.

The text of a face is type, in vectors, unless something covers it or it is not opaque: then it
stays in the image. See `texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from printgen.content.library import Library
from printgen.extras.card_printers.checks import FileSpec, bleed_faults, face_faults, raise_faults
from printgen.extras.card_printers.inks import inks_of
from printgen.extras.card_printers.pdfx import VERSION, Shown, pdf_faults
from printgen.extras.card_printers.pictures import limited_jpeg
from printgen.extras.card_printers.text_layers import layers_of
from printgen.extras.card_printers.text_reading import Colour, written
from printgen.extras.card_printers.text_writing import adapt_font, text_face
from printgen.extras.exports.card_pictures import CardFace, CardFaces
from printgen.extras.exports.channels import Deck
from printgen.imposition.pdfx import INVERTED, describe, set_condition
from printgen.layout.assembly import assemble
from printgen.layout.faces import Face
from printgen.products.target import Target, author, deck_title

# US Web Coated (SWOP), the printing condition that DriveThruCards asks for.
CONDITION = "CGATS TR 001"

POINTS_PER_INCH = 72


@dataclass(slots=True)
class _Side:
    """A face in the PDF: its picture, what its pages show, and a face with its texts, if any; from
    these, the operators that show the texts, and their fonts.
    """

    picture: pikepdf.Object
    shown: Shown
    texts: Face | None
    content: bytes = b""
    fonts: Dictionary | None = None


def deck_pdf(
    library: Library, deck: Deck, lang: str, faces_of_cards: Iterable[CardFaces], spec: FileSpec
) -> bytes:
    """The deck as a PDF: the back and the front of each copy of each card.

    Equal faces share their images. Raises ExportError if the file fails its checks.
    """
    with Pdf.new() as pdf, ExitStack() as opened:
        maker = _SideMaker(pdf, spec)
        sides: list[_Side | None] = []
        for card, front, back in faces_of_cards:
            sides += [maker.side(back), maker.side(front)] * card.quantity
        _write_texts(pdf, maker.known.values(), maker.programs, opened)
        _add_pages(pdf, sides, spec)
        target = Target(deck.game, deck.id, "cards", lang, "", "full")
        describe(pdf, deck_title(library, target), author(library.games[deck.game], lang))
        pdf.docinfo["/GTS_PDFXVersion"] = VERSION
        set_condition(pdf, CONDITION, "US Web Coated (SWOP)")
        buffer = BytesIO()
        pdf.save(
            buffer,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    data = buffer.getvalue()
    shown = [side.shown if side else None for side in sides]
    raise_faults(deck.at(), "cards.pdf", pdf_faults(data, shown, spec))
    return data


class _SideMaker:
    """Makes the sides of a PDF. Equal faces are one side."""

    def __init__(self, pdf: Pdf, spec: FileSpec):
        self.pdf, self.spec = pdf, spec
        self.known: dict[bytes, _Side] = {}
        self.programs: Mapping[str, Path] = {}

    def side(self, face: CardFace | None) -> _Side | None:
        """The side of a face; None without a face."""
        if face is None:
            return None
        self.programs = face.programs
        key = face.face.form.digest
        if key not in self.known:
            self.known[key] = self._made(face)
        return self.known[key]

    def _made(self, face: CardFace) -> _Side:
        spec = self.spec
        layers = layers_of(face, spec.width, spec.height)
        faults = bleed_faults(np.asarray(layers.whole), spec) + face_faults(face)
        raise_faults(face.card.where, f"the {face.side} of {face.card.id}", faults)
        jpeg = limited_jpeg(layers.picture, layers.whole, spec.dpi)
        # The page has the size of the face.
        texts = text_face(face.face, layers.texts, _in_inks) if layers.texts else None
        return _Side(self._image(jpeg), Shown.of(layers), texts)

    def _image(self, jpeg: bytes) -> pikepdf.Object:
        stream = pikepdf.Stream(
            self.pdf,
            jpeg,
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=self.spec.width,
            Height=self.spec.height,
            ColorSpace=Name.DeviceCMYK,
            BitsPerComponent=8,
            Filter=Name.DCTDecode,
            Decode=[*INVERTED],
        )
        return self.pdf.make_indirect(stream)


def _in_inks(colour: Colour) -> bytes:
    return written(inks_of(colour)) + b" k"


def _boxes(spec: FileSpec) -> tuple[list[float], list[float]]:
    """The MediaBox and the TrimBox in points."""
    scale = POINTS_PER_INCH / spec.dpi
    width, height, bleed = spec.width * scale, spec.height * scale, spec.bleed * scale
    return [0, 0, width, height], [bleed, bleed, width - bleed, height - bleed]


def _write_texts(
    pdf: Pdf, sides: Iterable[_Side], programs: Mapping[str, Path], opened: ExitStack
) -> None:
    """Write the texts of sides, with one set of fonts. What is `opened` is needed until the PDF is
    saved.
    """
    with_texts = [(side, side.texts) for side in sides if side.texts]
    if not with_texts:
        return
    made = assemble((texts for _, texts in with_texts), programs)
    source = opened.enter_context(Pdf.open(BytesIO(made)))
    for (side, _), page in zip(with_texts, source.pages, strict=True):
        form = page.Resources.XObject.Face
        side.content = form.read_bytes()
        side.fonts = Dictionary(
            {name: pdf.copy_foreign(font) for name, font in form.Resources.Font.items()}
        )
        for font in side.fonts.values():
            adapt_font(font)


def _add_pages(pdf: Pdf, sides: Iterable[_Side | None], spec: FileSpec) -> None:
    """Add the pages of sides. Equal pages share their content."""
    media, trim = _boxes(spec)
    contents: dict[int, pikepdf.Object] = {}
    for side in sides:
        page = pdf.add_blank_page(page_size=(media[2], media[3])).obj
        page.MediaBox, page.BleedBox, page.TrimBox = Array(media), Array(media), Array(trim)
        if side is None:
            continue
        page.Resources = Dictionary(XObject=Dictionary(Face=side.picture))
        if side.fonts is not None:
            page.Resources.Font = side.fonts
        if id(side) not in contents:
            image = b"q %g 0 0 %g 0 0 cm /Face Do Q\n" % (media[2], media[3])
            contents[id(side)] = pdf.make_stream(image + side.content)
        page.Contents = contents[id(side)]
