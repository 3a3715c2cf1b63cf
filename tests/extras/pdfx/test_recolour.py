"""All colours that WeasyPrint writes, as inks."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pikepdf
import pytest
import weasyprint
from helpers import words_in
from pdfx4 import pdfx4_faults, written_in
from PIL import Image

from printgen.extras.pdfx.pdfx import separated_colour, write_pdfx
from printgen.imposition.compose import DocumentInfo

MASKED = """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
<mask id="m"><rect width="40" height="20" fill="#c04020"/></mask>
<linearGradient id="g"><stop offset="0" stop-color="#c02020"/>
<stop offset=".4" stop-color="#20c020"/><stop offset="1" stop-color="#2020c0"/></linearGradient>
<rect width="40" height="40" fill="url(#g)" mask="url(#m)"/></svg>"""

STYLE = "@page {size: 100mm 60mm} div {width: 20mm; height: 9mm}"

PIECES = {
    "fill": "<div style='background: #c02020'></div>",
    "stroke": "<div style='border: 2pt dashed #20a0c0'></div>",
    "text": "<p style='color: #c02020'>A (red) 1 0 0 rg word</p>",
    "gradient": "<div style='background: linear-gradient(#c02020, #20c020 30%, #2020c0)'></div>",
    "fading": "<div style='background: linear-gradient(#c02020, transparent)'></div>",
    "radial": "<div style='background: radial-gradient(#c02020, #2020c0)'></div>",
    "opacity": "<div style='opacity: .5'><b style='color: #20a0c0'>half</b></div>",
    "multiply": "<div style='mix-blend-mode: multiply; background: #20a0c0'></div>",
    "svg": f"<img src='data:image/svg+xml,{quote(MASKED)}'>",
    "photo": "<img style='width: 9mm' src='photo.jpg'>",
    "drawing": "<img style='width: 9mm' src='drawing.png'>",
    "pattern": "<div style='background: url(photo.jpg) 0 0 / 3mm'></div>",
}


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    Image.linear_gradient("L").convert("RGB").save(folder / "photo.jpg")
    Image.new("RGBA", (30, 30), (200, 40, 40, 128)).save(folder / "drawing.png")
    return folder


def laid_out(body: str, folder: Path) -> bytes:
    html = weasyprint.HTML(string=f"<style>{STYLE}</style>{body}", base_url=f"{folder}/")
    pdf: bytes = html.write_pdf()
    return pdf


def pressed(body: str, folder: Path, out: Path) -> Path:
    """The body as PDF/X."""
    with pikepdf.open(BytesIO(laid_out(body, folder))) as pdf:
        for page in pdf.pages:
            page.trimbox = page.bleedbox = page.mediabox
        write_pdfx(pdf, DocumentInfo("T", "A", "en"), out)
    return out


def dictionaries(pdf: pikepdf.Pdf, key: str) -> list[Any]:
    """The dictionaries of a file that have a key."""
    parts = [part for item in pdf.objects for part in written_in(item)]
    return [part for part in parts if isinstance(part, pikepdf.Dictionary) and key in part]


@pytest.mark.parametrize("piece", PIECES)
def test_no_colour_is_rgb(piece: str, pictures: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.pdf"
    before.write_bytes(laid_out(PIECES[piece], pictures))
    assert any("RGB" in fault or "sets a colour" in fault for fault in pdfx4_faults(before))
    assert pdfx4_faults(pressed(PIECES[piece], pictures, tmp_path / "x.pdf")) == []


def test_texts_that_look_like_operators_stay(pictures: Path, tmp_path: Path) -> None:
    pdf = pressed(PIECES["text"], pictures, tmp_path / "x.pdf")
    assert "A (red) 1 0 0 rg word" in words_in(pdf, 0)


def test_a_gradient_ends_in_its_inks(pictures: Path, tmp_path: Path) -> None:
    path = pressed(PIECES["gradient"], pictures, tmp_path / "x.pdf")
    with pikepdf.open(path) as pdf:
        (shading,) = dictionaries(pdf, "/ShadingType")
        ends = [
            [float(value) for value in function[key]]
            for function in shading.Function.Functions
            for key in ("/C0", "/C1")
        ]
    red, green, blue = (
        list(separated_colour(*colour))
        for colour in ((192 / 255, 32 / 255, 32 / 255), (32 / 255, 192 / 255, 32 / 255),
                       (32 / 255, 32 / 255, 192 / 255))
    )  # fmt: skip
    assert ends == [pytest.approx(each, abs=0.001) for each in (red, green, green, blue)]


def test_a_mask_keeps_its_luminosity(pictures: Path, tmp_path: Path) -> None:
    path = pressed(PIECES["svg"], pictures, tmp_path / "x.pdf")
    with pikepdf.open(path) as pdf:
        (state,) = dictionaries(pdf, "/SMask")
        mask = state.SMask.G
        assert pikepdf.Name.DeviceGray == mask.Group.CS
        grey = 0.3 * 0xC0 / 255 + 0.59 * 0x40 / 255 + 0.11 * 0x20 / 255
        assert b"%.4g g" % grey in mask.read_bytes()


def test_a_transparent_picture_keeps_its_mask(pictures: Path, tmp_path: Path) -> None:
    path = pressed(PIECES["drawing"], pictures, tmp_path / "x.pdf")
    with pikepdf.open(path) as pdf:
        (image,) = [i for i in pdf.objects if isinstance(i, pikepdf.Stream) and "/SMask" in i]
        assert image.ColorSpace == pikepdf.Name.DeviceCMYK
        assert set(image.SMask.read_bytes()) == {128}
        inks = [round(255 * value) for value in separated_colour(200 / 255, 40 / 255, 40 / 255)]
        assert image.read_bytes()[:4] == bytes(inks)
