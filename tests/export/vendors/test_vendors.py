"""Files for card printers: the size, resolution and bleed that each requires, or errors."""

from __future__ import annotations

import csv
import re
import struct
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from helpers import messages, starter
from pikepdf import Array, Name, Pdf
from PIL import Image

from printgen import Project
from printgen.export import ExportError
from printgen.export.faces import deck_faces, file_name
from printgen.export.vendors import VENDORS
from printgen.export.vendors.checks import FileSpec, bleed_faults, png_faults
from printgen.export.vendors.deck_pdf import separated
from printgen.export.vendors.files import png_bytes, size_for, vendor_files, vendors_for
from printgen.export.vendors.pdfx import THUMB, pdf_faults

CARDS = ["captain", "drowned", "harpooner", "sailor"]
POKER = FileSpec(822, 1122, 300, 36)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(starter(tmp_path_factory.mktemp("starter")))


def deck(project: Project, **changes: Any) -> Any:
    """The starter's crew cards with changed fields."""
    entry = project.library.games["fog"].products["crew-cards"]
    if changes:
        entry = type(entry)(**{**vars(entry), "value": entry.value.model_copy(update=changes)})
    return entry


def files(project: Project, vendor: str, dpi: int = 300, **changes: Any) -> dict[str, bytes]:
    made = list(vendor_files(project.library, deck(project, **changes), "en", vendor, dpi))
    assert len(dict(made)) == len(made)
    return dict(made)


@pytest.fixture(scope="module")
def poker(project: Project) -> dict[str, bytes]:
    """All files for MakePlayingCards."""
    return files(project, "makeplayingcards")


@pytest.fixture(scope="module")
def pdf(project: Project) -> bytes:
    return files(project, "drivethrucards")["cards.pdf"]


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
def test_the_trim_box_is_centred(project: Project) -> None:
    # The frame of the plain theme is on the trim box: 37.5 pixels from each edge, rounded.
    made = files(project, "the-game-crafter", profiles=["captain"], quantities={})
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


def faces(front: str, back: str | None) -> Any:
    from printgen.content.models.products import Faces

    return Faces(front=front, back=back)


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
        ("poker", ["makeplayingcards", "the-game-crafter", "drivethrucards"]),
        ("2.5 x 3.5 in", ["makeplayingcards", "the-game-crafter", "drivethrucards"]),
        ("tarot", ["makeplayingcards", "the-game-crafter"]),
        ("square", ["the-game-crafter"]),
        ("mini-us", ["the-game-crafter"]),
        ("mini", []),
        ("45 x 45 mm", []),
        ("88 x 63 mm", []),
    ],
)
def test_vendors_of_each_card_format(project: Project, format: str, vendors: list[str]) -> None:
    assert vendors_for(deck(project, format=format)) == vendors
    for name in set(VENDORS) - set(vendors):
        with pytest.raises(ValueError, match="has no cards of"):
            next(vendor_files(project.library, deck(project, format=format), "en", name))


def test_trim_sizes_are_in_mm(project: Project) -> None:
    cut = VENDORS["makeplayingcards"].cut("Poker, 2.5 × 3.5 in")
    assert (cut.size.width, cut.size.height, cut.bleed) == (63.5, 88.9, 3.048)
    tarot = VENDORS["the-game-crafter"]
    name = size_for(tarot, deck(project, format="tarot"))
    assert name == "Tarot Deck"
    assert str(tarot.cut(name).size) == "69.85 x 120.65 mm"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("doc-holliday", "doc-holliday"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\0\n", "c-windows"),
        ("Œil d’été ☠", "il-d-ete"),
        ("☠☠", "card"),
        ("x" * 500, "x" * 60),
        ("-rf", "rf"),
    ],
)
def test_file_names_are_safe(text: str, name: str) -> None:
    assert file_name(text) == name


# --- checks -----------------------------------------------------------------------------------


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


# --- PDF --------------------------------------------------------------------------------------

PAGE = FileSpec(825, 1125, 300, 37.5)


def test_pages_alternate_backs_and_fronts(project: Project, pdf: bytes) -> None:
    vendor = VENDORS["drivethrucards"]
    cut = vendor.cut("US Poker, 2.5 × 3.5 in")
    spec = []
    for card, *sides in deck_faces(project.library, deck(project), "en", cut):
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
