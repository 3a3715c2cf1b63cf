"""Checks of files for card printers: PNGs, PDFs, and problems in the words of the deck."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Name, Pdf
from PIL import Image

from printgen.extras.card_printers.files import (
    THUMB,
    FileSpec,
    Shown,
    bleed_faults,
    named_faults,
    pdf_faults,
    png_bytes,
    png_faults,
)
from printgen.extras.card_printers.text_layers import Layers
from printgen.extras.card_printers.vendors import built_in_vendors
from printgen.extras.exports.card_pictures import DeckCard
from printgen.extras.exports.channels import ExportError
from printgen.problems import Position, Problem

POKER = FileSpec(822, 1122, 300, 36)


def painted(width: int = 822, height: int = 1122, mode: str = "RGB", white: int = 0) -> Image.Image:
    image = Image.new("RGB", (width, height), "#ffffff")
    image.paste("#402010", (white, white, width - white, height - white))
    return image.convert(mode)


def test_invalid_pngs_are_reported(poker: dict[str, bytes]) -> None:
    assert png_faults(png_bytes(painted(), 300), POKER) == []
    assert png_faults(poker["01-front-captain.png"], POKER) == []
    (size,) = png_faults(png_bytes(painted(821), 300), POKER)
    assert size == "is 821 x 1122 pixels, expected 822 x 1122"
    (dpi,) = png_faults(png_bytes(painted(), 299), POKER)
    assert dpi == "does not state 300 dpi"
    for mode in ("RGBA", "L", "P"):
        assert any(
            "RGB" in fault for fault in png_faults(png_bytes(painted(mode=mode), 300), POKER)
        )
    whole = png_bytes(painted(), 300)
    for broken in (whole[:-30], whole[:-40] + b"\0" + whole[-39:], b"", b"GIF89a"):
        assert "complete PNG" in png_faults(broken, POKER)[0]


def test_missing_bleed_is_reported() -> None:
    faults = png_faults(png_bytes(painted(white=36), 300), POKER)
    assert [fault.split(":")[0] for fault in faults] == [
        f"has no bleed at the {side}" for side in ("top", "right", "bottom", "left")
    ]
    right = np.asarray(painted()).copy()
    right[:, 800:] = 255
    assert [fault.split(":")[0] for fault in bleed_faults(right, POKER)] == [
        "has no bleed at the right"
    ]
    # A white face needs no bleed.
    assert bleed_faults(np.full((1122, 822, 3), 255, np.uint8), POKER) == []


# --- Problems of card printers' files in the words of the deck ------------------------------------


PRODUCTS = Position("content/well/products.yaml", 2, 3)

VENDOR = built_in_vendors()["drivethrucards"]

CARDS = [
    DeckCard(number, name, Position("content/well/rooms.yaml", number), name, "", copies)
    for number, (name, copies) in enumerate([("mouth", 2), ("bell", 1)], start=1)
]


def told(*problems: Problem) -> list[str]:
    with pytest.raises(ExportError) as error, named_faults(VENDOR, "en", CARDS):
        raise ExportError(list(problems))
    return [str(problem) for problem in error.value.problems]


def of_file(message: str) -> Problem:
    return Problem(PRODUCTS, "vendor-file", message)


def test_a_page_is_named_after_its_card_once_for_all_copies() -> None:
    ink = "uses 243 % ink, more than 240 %"
    found = told(*(of_file(f"cards.pdf: page {number} {ink}") for number in (2, 4, 5)))
    assert found == [
        "content/well/rooms.yaml:1:1: vendor-file: DriveThruCards (en): the front of 'mouth' "
        f"{ink} (lighten its darkest colours)",
        "content/well/rooms.yaml:2:1: vendor-file: DriveThruCards (en): the back of 'bell' "
        f"{ink} (lighten its darkest colours)",
    ]


def test_other_faults_of_files_have_the_name_of_the_printer() -> None:
    place = "content/well/products.yaml:2:3: vendor-file"
    for message in ("cards.pdf: is not PDF 1.4", "cards.pdf: page 99 is odd"):
        assert told(of_file(message)) == [f"{place}: DriveThruCards (en): {message}"]


def test_faults_of_the_layout_are_left_alone() -> None:
    overflow = Problem(PRODUCTS, "face-overflow", "mouth overflows")
    assert told(overflow) == [str(overflow)]


# --- Checks of PDF/X files ------------------------------------------------------------------------


PAGE = FileSpec(825, 1125, 300, 37.5)


def changed(pdf: bytes, change: Any) -> bytes:
    buffer = BytesIO()
    with Pdf.open(BytesIO(pdf)) as document:
        change(document)
        document.save(
            buffer, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable
        )
    return buffer.getvalue()


def test_invalid_pdfs_are_reported(pdf: bytes) -> None:
    blank = [None] * 12

    def faults(change: Any) -> set[str]:
        usual = set(pdf_faults(pdf, blank, PAGE))
        return set(pdf_faults(changed(pdf, change), blank, PAGE)) - usual

    def trim(document: Pdf) -> None:
        document.pages[2].TrimBox = Array([0, 0, 198, 270])

    def cropped(document: Pdf) -> None:
        document.pages[0].CropBox = Array([9, 9, 189, 261])

    def unnamed(document: Pdf) -> None:
        del document.docinfo["/GTS_PDFXVersion"]
        del document.Root.OutputIntents

    def script(document: Pdf) -> None:
        document.Root.OpenAction = pikepdf.Dictionary(S=Name.JavaScript, JS="1")

    assert any(f.startswith("page 3 has TrimBox [0.0, 0.0") for f in faults(trim))
    assert faults(cropped) == {"page 1 contains /CropBox"}
    assert faults(unnamed) == {"does not declare PDF/X-1a:2003", "has no output condition"}
    assert faults(script) == {"contains /OpenAction"}
    assert pdf_faults(b"%PDF-1.4 nothing", blank, PAGE)[0].startswith("cannot be read")
    assert "is not PDF 1.4" in pdf_faults(pdf.replace(b"1.4", b"1.7", 1), blank, PAGE)


def test_rgb_and_excess_ink_are_reported(pdf: bytes) -> None:
    def repainted(inks: tuple[int, ...] | None) -> list[str]:
        def change(document: Pdf) -> None:
            picture = document.pages[0].Resources.XObject.Face
            if inks is None:
                picture.ColorSpace = Name.DeviceRGB
                return
            buffer = BytesIO()
            Image.new("CMYK", (825, 1125), inks).save(buffer, "JPEG")
            picture.write(buffer.getvalue(), filter=Name.DCTDecode)

        thumb = np.zeros((THUMB[1], THUMB[0], 3), np.uint8)
        found = pdf_faults(changed(pdf, change), [Shown(thumb)] * 12, PAGE)
        return [fault for fault in found if "page 1 " in fault]

    assert "page 1 is not 8-bit CMYK" in repainted(None)
    assert any("% ink, more than 240 %" in fault for fault in repainted((255, 200, 200, 255)))


def test_faults_of_text_are_reported(pdf: bytes) -> None:
    blank = [None] * 12

    def faults(old: bytes, new: bytes) -> set[str]:
        def change(document: Pdf) -> None:
            content = document.pages[1].Contents
            assert old in content.read_bytes()
            content.write(content.read_bytes().replace(old, new))

        found = set(pdf_faults(changed(pdf, change), blank, PAGE))
        return found - set(pdf_faults(pdf, blank, PAGE))

    assert faults(b"0 0 0 1 k", b"0 0 0 1 k") == set()
    assert faults(b"0 0 0 1 k", b".8 .8 .8 1 k") == {"page 2 has text in 340% ink, more than 240 %"}
    assert faults(b"0 0 0 1 k", b"0 0 0 2 k") == {"page 2 has the inks [0.0, 0.0, 0.0, 2.0]"}
    assert faults(b"0 0 0 1 k", b"0 0 0 rg") == {"page 2 draws with the operator rg"}
    assert faults(b"0 0 0 1 k", b"/a gs") == {"page 2 draws with the operator gs"}
    assert faults(b"0 0 0 0 k", b"") == {"page 2 shows text without an ink"}
    assert any("has no font /Another" in fault for fault in faults(b"Tf", b"Tf /Another 9 Tf"))


def test_resources_other_than_images_and_fonts_are_reported(pdf: bytes) -> None:
    def change(document: Pdf) -> None:
        document.pages[1].Resources.ExtGState = pikepdf.Dictionary(a=pikepdf.Dictionary(ca=0.5))

    found = pdf_faults(changed(pdf, change), [None] * 12, PAGE)
    assert "page 2 has resources of the kind /ExtGState" in found


def test_fonts_without_glyphs_are_reported(pdf: bytes) -> None:
    def change(document: Pdf) -> None:
        for font in document.pages[1].Resources.Font.values():
            del font.DescendantFonts[0].FontDescriptor.FontFile2

    found = pdf_faults(changed(pdf, change), [None] * 12, PAGE)
    assert any(f.startswith("contains the font") and "without its glyphs" in f for f in found)


def test_a_dark_face_is_expected_in_black() -> None:
    dark = Image.new("RGB", (825, 1125), "#11131d")
    assert (Shown.of(Layers(dark, dark)).thumb == 0).all()
    assert Shown.of(Layers(dark, dark)).marks is None
