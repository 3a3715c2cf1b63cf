"""Decks as PDF/X: pages, boxes and colours."""

from __future__ import annotations

import re
from contextlib import closing
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import starter
from pikepdf import Name, Pdf
from PIL import Image
from runners import runner_of
from vendor_decks import deck, faces, files

from printgen import Project
from printgen.extras.card_printers.checks import FileSpec
from printgen.extras.card_printers.inks import inks_of, separated
from printgen.extras.card_printers.pdfx import THUMB, Shown, pdf_faults
from printgen.extras.card_printers.pictures import read_inks
from printgen.extras.card_printers.text_layers import layers_of
from printgen.extras.card_printers.vendors import built_in_vendors
from printgen.extras.exports.card_pictures import deck_faces

PAGE = FileSpec(825, 1125, 300, 37.5)


@pytest.fixture(scope="module")
def shown(project: Project) -> list[Shown]:
    """What the pages of the PDF show, in order."""
    cut = built_in_vendors()["drivethrucards"].cut("US Poker, 2.5 × 3.5 in")
    found = []
    with runner_of(project) as runner:
        for card, *sides in deck_faces(project.library, deck(project), "en", cut, runner):
            layers = [layers_of(side, 825, 1125) for side in sides if side]
            front, back = map(Shown.of, layers)
            found += [back, front] * card.quantity
    return found


def test_pages_alternate_backs_and_fronts(pdf: bytes, shown: list[Shown]) -> None:
    assert len(shown) == 12
    assert pdf_faults(pdf, shown, PAGE) == []
    # In the other order, every page has another text.
    pairs = zip(shown[::2], shown[1::2], strict=True)
    turned = [page for back, front in pairs for page in (front, back)]
    faults = pdf_faults(pdf, turned, PAGE)
    assert [f"page {number} has the wrong text" in faults for number in range(1, 13)] == [True] * 12
    assert pdf_faults(pdf, shown[:-1], PAGE) == ["has 12 pages, expected 11"]


def test_texts_in_other_places_are_reported(pdf: bytes, shown: list[Shown]) -> None:
    buffer = BytesIO()
    with Pdf.open(BytesIO(pdf)) as document:
        content = document.pages[1].Contents
        moved = re.sub(rb" (\d+)(\S* \S+ Tm)", rb" 1\1\2", content.read_bytes(), count=1)
        content.write(moved)
        document.save(
            buffer, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable
        )
    faults = pdf_faults(buffer.getvalue(), shown, PAGE)
    assert "page 2 does not show its text where the face does" in faults
    assert {fault for fault in faults if "page 2 " not in fault} == set()


def test_a_page_with_another_picture_is_reported(pdf: bytes, shown: list[Shown]) -> None:
    dark = Shown(np.zeros((THUMB[1], THUMB[0], 3), np.uint8), shown[0].letters)
    assert pdf_faults(pdf, [dark, *shown[1:]], PAGE) == ["page 1 shows the wrong face"]


def test_text_is_type_in_embedded_fonts(pdf: bytes) -> None:
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    assert "The Captain" in texts[1]
    assert "Once a turn, a" in texts[0]
    with Pdf.open(BytesIO(pdf)) as document:
        fonts = {
            (str(font.BaseFont), font.objgen)
            for page in document.pages
            for font in page.Resources.Font.values()
        }
        # All pages have one set of fonts.
        assert len({name for name, _ in fonts}) == len(fonts) > 1
        assert all(re.match("/[A-Z]{6}[+]", name) for name, _ in fonts)
        content = document.pages[1].Contents.read_bytes()
        # The title is white on a band; the rest is black, or a colour of the theme.
        assert b"\n0 0 0 1 k\n" in content
        assert b"\n0 0 0 0 k\n" in content
        assert not re.search(rb"\s(rg|g|RG|G|gs|Tr)\s", content)
        title = re.search(rb"\n0 0 0 0 k\nBT\n/\w+ [\d.]+ Tf\n\S+ 0 0 \S+ (\S+) (\S+) Tm", content)
        assert title
        assert float(title[1]) == 18


def test_pictures_have_no_text_which_is_sharp(pdf: bytes) -> None:
    with Pdf.open(BytesIO(pdf)) as document:
        picture = read_inks(document.pages[1].Resources.XObject.Face.read_raw_bytes())
    # The title is 18 points from the left, and in the upper quarter.
    title = picture[90:150, 60:500].astype(int)
    assert (title.max(axis=(0, 1)) - title.min(axis=(0, 1))).max() <= 8
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        dots = np.asarray(document[1].render(scale=1200 / 72).to_pil().convert("L")).astype(int)
    band = dots[360:600, 240:2000]
    light, dark = band.max(), band.min()
    between = (band > dark + (light - dark) * 0.15) & (band < dark + (light - dark) * 0.85)
    edges = (np.abs(np.diff(band > (light + dark) / 2, axis=1))).sum()
    # An edge is one or two pixels wide at 1200 dpi: one of a picture at 300 dpi, four or more.
    assert edges > 1000
    assert between.sum() < 2.5 * edges


def test_page_boxes_and_colour_space(pdf: bytes) -> None:
    assert pdf.startswith(b"%PDF-1.4")
    with Pdf.open(BytesIO(pdf)) as document:
        assert str(document.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert document.Root.OutputIntents[0].S == Name.GTS_PDFX
        for page in document.pages:
            assert [float(v) for v in page.MediaBox] == [0, 0, 198, 270]
            assert [float(v) for v in page.BleedBox] == [0, 0, 198, 270]
            assert [float(v) for v in page.TrimBox] == [9, 9, 189, 261]
            picture = page.Resources.XObject.Face
            assert picture.ColorSpace == Name.DeviceCMYK
            with Image.open(BytesIO(picture.read_raw_bytes())) as image:
                assert image.mode == "CMYK"
        # Three sailors share their two pictures.
        shared = [page.Resources.XObject.Face.objgen for page in document.pages]
        assert len(shared) == 12
        assert len(set(shared)) == 8


def test_colours_take_at_most_200_percent_ink() -> None:
    steps = np.arange(0, 256, 15, dtype=np.uint8)
    colours = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(1, -1, 3)
    inks = separated(Image.fromarray(colours)).astype(int)
    assert inks.sum(axis=2).max() == 510
    assert (255 - inks[..., :3] - inks[..., 3:] == colours).all()
    black, white = separated(Image.fromarray(np.array([[[0] * 3, [255] * 3]], np.uint8)))[0]
    assert (list(black), list(white)) == ([0, 0, 0, 255], [0, 0, 0, 0])


def test_inks_of_type() -> None:
    assert inks_of((0.0, 0.0, 0.0)) == (0, 0, 0, 1)
    # Nearly black, and brown, is black alone.
    assert inks_of((0.113, 0.074, 0.047)) == (0, 0, 0, 1)
    assert inks_of((1.0, 1.0, 1.0)) == (0, 0, 0, 0)
    assert inks_of((0.5, 0.5, 0.5)) == (0, 0, 0, 0.5)
    assert inks_of((0.5, 0.25, 0.0)) == (0, 0.25, 0.5, 0.5)


def test_a_card_without_a_back_has_a_blank_back_page(project: Project) -> None:
    made = files(
        project,
        "drivethrucards",
        faces=faces("plain/card-front", None),
        profiles=["captain"],
        quantities={},
    )
    with Pdf.open(BytesIO(made["cards.pdf"])) as document:
        assert [len(page.Resources.get("/XObject", {})) for page in document.pages] == [0, 1]


def test_text_that_is_not_opaque_stays_in_the_picture(tmp_path: Path) -> None:
    root = starter(tmp_path)
    theme = root / "templates" / "mine"
    theme.mkdir(parents=True)
    (theme / "pale.html.j2").write_text(
        '<div class="safe"><p>Sharp</p><p style="opacity: .5">Pale</p></div>'
    )
    one = {"faces": faces("mine/pale", None), "profiles": ["captain"], "quantities": {}}
    made = files(Project(root), "drivethrucards", **one)
    with closing(pypdfium2.PdfDocument(made["cards.pdf"])) as document:
        assert document[1].get_textpage().get_text_range() == "Sharp"
    with Pdf.open(BytesIO(made["cards.pdf"])) as document:
        picture = read_inks(document.pages[1].Resources.XObject.Face.read_raw_bytes())
    assert 100 < picture.max() < 200
