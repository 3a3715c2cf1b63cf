"""Checks of PDF/X files."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pikepdf
from pikepdf import Array, Name, Pdf
from PIL import Image

from printgen.export.vendors.checks import FileSpec
from printgen.export.vendors.pdfx import THUMB, pdf_faults

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
        return [f for f in pdf_faults(changed(pdf, change), [thumb] * 12, PAGE) if "page 1 " in f]

    assert "page 1 is not 8-bit CMYK" in repainted(None)
    assert any("% ink, more than 240 %" in fault for fault in repainted((255, 200, 200, 255)))
