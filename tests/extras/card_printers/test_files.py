"""Files for card printers: PNGs, card lists, sizes and errors."""

from __future__ import annotations

import csv
import re
import struct
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import messages, starter
from PIL import Image
from runners import runner_of
from vendor_decks import deck, faces, files

from printgen import Project
from printgen.content.models.faces import Faces
from printgen.extras.card_printers.files import size_for, vendor_files
from printgen.extras.card_printers.vendors import built_in_vendors
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
