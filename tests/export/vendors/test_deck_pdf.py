"""Decks as PDF/X: pages, boxes and colours."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from engines import engine_of
from pikepdf import Name, Pdf
from PIL import Image
from vendor_decks import deck, faces, files

from printgen import Project
from printgen.export.faces import deck_faces
from printgen.export.vendors.catalogue import built_in_vendors
from printgen.export.vendors.checks import FileSpec
from printgen.export.vendors.inks import separated
from printgen.export.vendors.pdfx import THUMB, pdf_faults

PAGE = FileSpec(825, 1125, 300, 37.5)


def test_pages_alternate_backs_and_fronts(project: Project, pdf: bytes) -> None:
    vendor = built_in_vendors()["drivethrucards"]
    cut = vendor.cut("US Poker, 2.5 × 3.5 in")
    spec = []
    with engine_of(project) as engine:
        for card, *sides in deck_faces(project.library, deck(project), "en", cut, engine):
            small = [np.asarray(s.image(825, 1125, cut.bleed).resize(THUMB)) for s in sides if s]
            spec += [small[1], small[0]] * card.quantity
    assert len(spec) == 12
    assert pdf_faults(pdf, spec, PAGE) == []
    # In the other order, every page that is not white shows another face.
    turned = [
        page for back, front in zip(spec[::2], spec[1::2], strict=True) for page in (front, back)
    ]
    assert "page 1 shows the wrong face" in pdf_faults(pdf, turned, PAGE)
    assert pdf_faults(pdf, spec[:-1], PAGE) == ["has 12 pages, expected 11"]


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
