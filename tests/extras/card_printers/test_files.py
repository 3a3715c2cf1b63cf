"""Files of decks for card printers: PNGs and PDFs."""

from __future__ import annotations

import csv
import re
import struct
from contextlib import closing
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import messages, starter
from pikepdf import Name, Pdf
from PIL import Image
from runners import runner_of
from vendor_decks import deck, faces, files

from printgen import Project
from printgen.content.models.faces import Faces
from printgen.extras.card_printers.files import (
    THUMB,
    FileSpec,
    Shown,
    pdf_faults,
    size_for,
    vendor_files,
)
from printgen.extras.card_printers.inks import inks_of, read_inks, separated
from printgen.extras.card_printers.text_layers import layers_of
from printgen.extras.card_printers.vendors import built_in_vendors
from printgen.extras.exports.card_pictures import deck_faces
from printgen.extras.exports.channels import ExportError

FIRST = ["makeplayingcards", "the-game-crafter", "drivethrucards"]
CARDS = ["captain", "drowned", "harpooner", "sailor"]


def chunk(png: bytes, name: bytes) -> bytes:
    at = png.index(name)
    (length,) = struct.unpack(">I", png[at - 4 : at])
    return png[at + 4 : at + 4 + length]


# --- PNG --------------------------------------------------------------------------------------


def test_each_face_is_one_png_of_the_required_size(poker: dict[str, bytes]) -> None:
    pictures = {name: data for name, data in poker.items() if name.endswith(".png")}
    assert sorted(pictures) == sorted(
        f"{number:02}-{side}-{card}{'-x3' if card == 'sailor' else ''}.png"
        for number, card in enumerate(CARDS, 1)
        for side in ("front", "back")
    )
    for data in pictures.values():
        assert struct.unpack(">IIBB", chunk(data, b"IHDR")[:10]) == (822, 1122, 8, 2)
        assert struct.unpack(">IIB", chunk(data, b"pHYs")) == (11811, 11811, 1)
        with Image.open(BytesIO(data)) as image:
            dots = np.asarray(image)
            # The band of the plain theme bleeds at the top, over the full width.
            assert (dots[0, 0] == dots[0, 821]).all() and (dots[0, 0] == dots[40, 411]).all()
            assert dots[0, 0, :3].max() < 120


def test_600_dpi_doubles_the_pixels(project: Project) -> None:
    made = files(project, "the-game-crafter", 600, profiles=["captain"], quantities={})
    with Image.open(BytesIO(made["01-front-captain.png"])) as image:
        assert image.size == (1650, 2250)
        assert image.info["dpi"] == pytest.approx((600, 600), abs=0.01)
    assert "825 × 1125" in made["README.en.txt"].decode()


@pytest.mark.spares("vendor-file")
def test_the_trim_box_is_centred(tmp_path: Path) -> None:
    # The frame, which a card without a band has, is on the trim box: 37.5 pixels from each edge.
    template = tmp_path / "game/templates/plain/framed.html.j2"
    template.parent.mkdir(parents=True)
    template.write_text('<div class="trim frame"></div>')
    project = Project(starter(tmp_path / "game"))
    made = files(
        project,
        "the-game-crafter",
        profiles=["captain"],
        quantities={},
        faces=faces("framed", None),
    )
    with Image.open(BytesIO(made["01-front-captain.png"])) as image:
        grey = np.asarray(image.convert("L")).astype(int)
    line, column = grey[700], grey[:, 200]
    first, last = np.flatnonzero(line < 220)[[0, -1]]
    assert first in (37, 38)
    assert first + last == 824
    assert np.flatnonzero(column < 220)[-1] == 1124 - first


def test_the_card_list_has_the_number_of_copies(poker: dict[str, bytes]) -> None:
    rows = list(csv.DictReader(StringIO(poker["cards.csv"].decode("utf-8-sig"))))
    assert [row["copies"] for row in rows] == ["1", "1", "1", "3"]
    assert {row[side] for row in rows for side in ("front", "back")} == {
        name for name in poker if name.endswith(".png")
    }
    for lang, words in (("fr", "6 cartes en tout"), ("en", "6 cards in all")):
        text = poker[f"README.{lang}.txt"].decode()
        assert words in text
        assert "822 × 1122" in text
        assert "{" not in text


def test_equal_backs_share_one_file(project: Project, tmp_path: Path) -> None:
    root = starter(tmp_path / "one")
    theme = root / "templates" / "mine"
    theme.mkdir(parents=True)
    (theme / "same.html.j2").write_text('<p class="safe">The same</p>')
    own = Project(root)
    made = files(own, "makeplayingcards", faces=faces("plain/card-front", "mine/same"))
    assert [name for name in made if "back" in name] == ["01-back-captain.png"]
    rows = list(csv.DictReader(StringIO(made["cards.csv"].decode("utf-8-sig"))))
    assert {row["back"] for row in rows} == {"01-back-captain.png"}


@pytest.mark.parametrize(
    ("back", "name"),
    [
        ({"common_backs": {"profiles": {"title": "Crew"}}}, "back-profiles.png"),
        ({"common_back": {"title": "Crew"}}, "back.png"),
    ],
)
def test_common_backs_are_named_after_the_kind(
    project: Project, back: dict[str, Any], name: str
) -> None:
    common = Faces.model_validate({"front": "plain/card-front", **back})
    made = files(project, "makeplayingcards", faces=common)
    assert [each for each in made if "back" in each] == [name]
    rows = list(csv.DictReader(StringIO(made["cards.csv"].decode("utf-8-sig"))))
    assert {row["back"] for row in rows} == {name}


@pytest.mark.parametrize("vendor", ["makeplayingcards", "drivethrucards"])
def test_files_are_reproducible(project: Project, vendor: str) -> None:
    one: dict[str, Any] = {"profiles": ["captain"], "quantities": {}}
    assert files(project, vendor, **one) == files(project, vendor, **one)


def test_spreadsheet_formulas_in_names_are_escaped(project: Project, tmp_path: Path) -> None:
    root = starter(tmp_path / "sums")
    captain = root / "content" / "fog" / "profiles" / "captain.yaml"
    text = captain.read_text()
    captain.write_text(
        "\n".join(
            "name: '=1+1'" if line.startswith("name:") else line for line in text.splitlines()
        )
    )
    made = files(Project(root), "makeplayingcards", profiles=["captain"], quantities={})
    assert "'=1+1" in made["cards.csv"].decode("utf-8-sig")


# --- sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "vendors"),
    [
        ("poker", [*FIRST, "printer-studio"]),
        ("2.5 x 3.5 in", [*FIRST, "printer-studio"]),
        ("tarot", [*FIRST, "printer-studio"]),
        ("square", [*FIRST, "printer-studio"]),
        ("mini-us", ["makeplayingcards", "the-game-crafter", "printer-studio"]),
        ("3.5 x 5.5 in", ["the-game-crafter", "drivethrucards"]),
        ("domino", ["makeplayingcards", "the-game-crafter"]),
        ("mini", []),
        ("45 x 45 mm", []),
        ("88 x 63 mm", []),
    ],
)
def test_vendors_of_each_card_format(project: Project, format: str, vendors: list[str]) -> None:
    known, cards = built_in_vendors(), deck(project, format=format)
    assert [id for id, vendor in known.items() if size_for(vendor, cards)] == vendors
    for name in set(known) - set(vendors):
        with runner_of(project) as runner, pytest.raises(ValueError, match="has no cards of"):
            next(vendor_files(project.library, cards, "en", runner, known[name]))


def test_a_size_is_chosen_by_the_name_that_the_vendor_gives_it(project: Project) -> None:
    metric = files(project, "makeplayingcards", size="63 x 88", profiles=["captain"], quantities={})
    with Image.open(BytesIO(metric["01-front-captain.png"])) as image:
        assert image.size == (816, 1110)
    readme = metric["README.en.txt"].decode()
    assert "Choose this size at MakePlayingCards: 63 × 88 mm." in readme
    assert "Do not choose 2.5 × 3.5 inches" in readme
    assert "not compared" not in readme


def test_figures_that_were_not_verified_are_marked(project: Project) -> None:
    made = files(project, "printer-studio", size="63 x 88", profiles=["captain"], quantities={})
    assert "not compared with Printer Studio’s own template" in made["README.en.txt"].decode()
    assert "n’ont pas été comparées au gabarit de Printer Studio" in made["README.fr.txt"].decode()


@pytest.mark.sees("vendor-file")
def test_templates_without_bleed_or_safe_margins_are_refused(tmp_path: Path) -> None:
    root = starter(tmp_path)
    theme = root / "templates" / "mine"
    theme.mkdir(parents=True)
    (theme / "style.css").write_text(
        ".trim { background: #803020 } .low { position: absolute; left: 3.4mm; top: 3.4mm }"
    )
    (theme / "bare.html.j2").write_text('<div class="trim"></div>')
    (theme / "edge.html.j2").write_text('<p class="low">Lost</p>')
    own = Project(root)
    for template, words in (("bare", "has no bleed at the top"), ("edge", "'Lost' is less than")):
        with pytest.raises(ExportError, match=words) as caught:
            files(own, "makeplayingcards", faces=faces(f"mine/{template}", None))
        assert {problem.code for problem in caught.value.problems} == {"vendor-file"}
        assert caught.value.problems[0].position.file.endswith("captain.yaml")


def test_overflow_is_reported_for_every_card(tmp_path: Path) -> None:
    root = starter(tmp_path)
    for name in ("captain", "sailor"):
        path = root / "content" / "fog" / "profiles" / f"{name}.yaml"
        words = "very " * 400 + "long"
        long = f"epithet: {{fr: {words}, en: {words}}}"
        path.write_text(re.sub("(?m)^epithet: .*", long, path.read_text()))
    own = Project(root)
    assert messages(own.problems) == []
    with pytest.raises(ExportError) as caught:
        files(own, "makeplayingcards")
    assert {problem.code for problem in caught.value.problems} == {"face-overflow"}
    told = "\n".join(messages(caught.value.problems))
    assert "fog/captain" in told
    assert "fog/sailor" in told


# --- Decks as PDF/X: pages, boxes and colours -----------------------------------------------------


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
