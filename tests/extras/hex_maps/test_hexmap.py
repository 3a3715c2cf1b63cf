"""Maps and blank hexes as products: targets, builds and the contents of their pages."""

from __future__ import annotations

import re
import shutil
from math import sqrt
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import POINTS, Box, built, grey, messages, printgen, shared, words_in, written
from runners import runner_of
from sound_files import pdf_faults

from printgen import Project
from printgen.extras.hex_maps.map_page import map_page
from printgen.paper import FOOT, PAPERS, Size
from printgen.press.build import build
from printgen.press.targets import TargetError, Variants

GAME = """
title: {fr: Le pré, en: The meadow}
languages: [fr, en]
credits: [{name: {any: Nobody}, role: {any: Author}}]
terrains:
  easy: {label: {fr: pré, en: meadow}}
  wood: {label: {fr: bois, en: wood}, draw: wood}
"""
MAP = """
title: {fr: La clairière, en: The glade}
flat_to_flat: 30 mm
columns: 14
rows: 8
ground: easy
hexes: {wood: ["0302", "0303", "0403", "0905-1107"]}
"""
PRODUCTS = """
poster:
  title: {fr: Carte, en: Map}
  output: hexmap
  map: glade
large:
  title: {fr: Grande carte, en: Large map}
  output: hexmap
  map: glade
  editions: [whole]
  page: a2
blank:
  title: {fr: Hexagones, en: Hexes}
  output: hexmap
  blank: [15 mm, 1 in]
  inks: [full]
"""
A4, LETTER = PAPERS["a4"], PAPERS["letter"]


def make(root: Path, products: str = PRODUCTS, **files: str) -> Path:
    """A project with one game, one map and its products."""
    game = root / "content" / "glade"
    (game / "maps").mkdir(parents=True)
    (root / "printgen.yaml").write_text("# maps\n")
    (game / "game.yaml").write_text(GAME)
    (game / "maps" / "glade.yaml").write_text(files.get("map", MAP))
    (game / "products.yaml").write_text(products)
    return root


def make_built(root: Path) -> None:
    built(make(root), every=True)


@pytest.fixture(scope="module")
def glade(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, with everything built."""
    return shared(tmp_path_factory, "glade", make_built)


def out(root: Path, name: str) -> Path:
    return root / "out" / "glade" / f"{name}.pdf"


def rendered(path: Path, page: int, scale: int) -> np.ndarray:
    """A page as colours, exactly `scale` pixels per mm."""
    document = pypdfium2.PdfDocument(path)
    try:
        bitmap = document[page].render(scale=(scale - 1e-4) / POINTS, rev_byteorder=True)
        found: np.ndarray = bitmap.to_numpy()[:, :, :3].astype(np.int16)
        return found
    finally:
        document.close()


def sizes(path: Path) -> list[Size]:
    with pikepdf.open(path) as pdf:
        boxes = [[float(v) / POINTS for v in page.mediabox] for page in pdf.pages]
    assert all(box[:2] == [0, 0] for box in boxes)
    return [Size(round(box[2], 2), round(box[3], 2)) for box in boxes]


# --- targets ----------------------------------------------------------------------------------


def paths(project: Project, *patterns: str, **options: Unpack[Variants]) -> set[str]:
    found = project.targets(patterns, **options)
    return {t.path.removeprefix("out/glade/").removesuffix(".pdf") for t in found}


def test_targets_by_edition_and_paper(glade: Path) -> None:
    project = Project(glade)
    assert paths(project, langs=["fr"]) == {"poster.fr.tiles.a4", "large.fr.whole", "blank.fr.a4"}
    assert paths(project, "glade/poster", langs=["fr"], every=True) == {
        f"poster.fr.{form}{ink}"
        for form in ("tiles.a4", "tiles.letter", "whole")
        for ink in ("", ".low-ink")
    }
    for options, expected in (
        ({"papers": ["letter"]}, {"poster.en.tiles.letter", "blank.en.letter"}),
        ({"papers": ["a2"]}, {"large.en.whole", "poster.en.tiles.a2", "blank.en.a2"}),
        ({"editions": ["whole"]}, {"poster.en.whole", "large.en.whole"}),
        ({"editions": ["tiles"]}, {"poster.en.tiles.a4"}),
        ({"at_hand": "letter"}, {"poster.en.tiles.letter", "large.en.whole", "blank.en.letter"}),
        # Naming both editions chooses both.
        (
            {"editions": ["whole", "tiles"], "papers": ["letter"]},
            {"poster.en.whole", "poster.en.tiles.letter", "large.en.whole"},
        ),
    ):
        assert paths(project, langs=["en"], **options) == expected
    (own,) = {t.paper for t in project.targets(["glade/poster"], editions=["whole"])}
    (named,) = {t.paper for t in project.targets(["glade/large"], editions=["whole"])}
    assert (own, named) == ("", "a2")


def test_a_map_may_be_on_any_paper(glade: Path) -> None:
    (target,) = Project(glade).targets(
        ["glade/poster"], papers=["33 x 48 cm"], editions=["tiles"], langs=["en"]
    )
    assert target.path == "out/glade/poster.en.tiles.330x480mm.pdf"


def test_an_unknown_paper_is_refused(glade: Path) -> None:
    with pytest.raises(TargetError) as caught:
        Project(glade).targets(["glade/poster"], papers=["leter"])
    assert caught.value.args == ("no paper 'leter'", "did you mean 'letter'?")


# --- what is built ----------------------------------------------------------------------------


def test_every_file_is_a_valid_pdf_with_metadata(glade: Path) -> None:
    files = sorted((glade / "out" / "glade").glob("*.pdf"))
    assert len(files) == 2 * (2 * 3 + 2 + 2)
    for path in files:
        assert pdf_faults(path) == ""
        with pikepdf.open(path) as pdf:
            lang = path.name.split(".")[1]
            assert str(pdf.Root.Lang) == lang
            assert str(pdf.docinfo["/Title"]).startswith({"fr": "Le pré", "en": "The m"}[lang])
            assert pdf.docinfo["/Author"] == "Nobody"


@pytest.mark.parametrize("name", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_sizes_and_text_of_tiles(glade: Path, name: str, lang: str) -> None:
    path, paper = out(glade, f"poster.{lang}.tiles.{name}"), PAPERS[name]
    whole = sizes(out(glade, f"poster.{lang}.whole"))
    found = sizes(path)
    assert set(found) in ({paper}, {paper.turned()})
    width, height = found[0].width - 20, found[0].height - 10 - FOOT
    columns = -(-(whole[0].width - 10) // (width - 10))
    rows = -(-(whole[0].height - 10) // (height - 10))
    assert len(found) == columns * rows + 1 > 4
    plan = " ".join(words_in(path, 0).split())
    sheets = {"fr": "Plan d’assemblage · {} feuilles", "en": "How it goes together · {} sheets"}
    assert sheets[lang].format(len(found) - 1) in plan
    assert {"fr": "Imprimez toutes", "en": "Print every sheet"}[lang] in plan
    assert {"fr": "La clairière", "en": "The glade"}[lang] in plan
    for page in range(len(found)):
        words = " ".join(words_in(path, page).split())
        assert {"fr": "Imprimer à 100 %", "en": "Print at 100%"}[lang] in words
        assert f"{page + 1}/{len(found)}" in words


def test_tiles_show_parts_of_the_whole_map(glade: Path) -> None:
    """Compare each sheet with its part of the whole map."""
    from printgen.extras.hex_maps.tiling import tile_poster

    project, scale = Project(glade), 10
    (entry,) = project.library.games["glade"].of_kind("maps").values()
    size = map_page(project.library, entry, "fr", "full").size
    poster = tile_poster(size, A4, 10)
    whole = grey(rendered(out(glade, "poster.fr.whole"), 0, scale))
    assert whole.std() > 10
    for number, tile in enumerate(poster.tiles, start=1):
        sheet = grey(rendered(out(glade, "poster.fr.tiles.a4"), number, scale))
        shown = poster.visible_part(tile)
        x, y = round(poster.frame.x * scale) + 20, round(poster.frame.y * scale) + 20
        left, top = round(shown.x * scale) + 20, round(shown.y * scale) + 20
        high, wide = int(shown.height * scale) - 40, int(shown.width * scale) - 40
        one = blurred(sheet[y : y + high, x : x + wide])

        def apart(
            right: int, down: int, one: np.ndarray = one, box: Box = (left, top, wide, high)
        ) -> float:
            left, top, wide, high = box
            other = whole[top + down :, left + right :][:high, :wide]
            return float(np.abs(one - blurred(other)).mean())

        # Rounding may move the picture by one pixel (0.1 mm).
        near = min(apart(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1))
        far = min(apart(5, 0), apart(-5, 0), apart(0, 5), apart(0, -5))
        assert near < 1.0
        assert far > 2.5 * near


def blurred(image: np.ndarray) -> np.ndarray:
    """Grey levels at a third of their size."""
    high, wide = (side // 3 * 3 for side in image.shape)
    parts = [image[row:high:3, column:wide:3] for row in range(3) for column in range(3)]
    found: np.ndarray = np.add.reduce(parts) / len(parts)
    return found


def test_the_whole_map_has_its_true_size(glade: Path) -> None:
    project = Project(glade)
    (entry,) = project.library.games["glade"].of_kind("maps").values()
    page = map_page(project.library, entry, "fr", "full")
    (own,) = sizes(out(glade, "poster.fr.whole"))
    assert (own.width, own.height) == pytest.approx((page.size.width, page.size.height), abs=0.01)
    # Fourteen columns of hexes of 30 mm and margins.
    assert 14 * 30 * sqrt(3) / 2 < own.width < 14 * 30 * sqrt(3) / 2 + 40
    assert sizes(out(glade, "large.fr.whole")) == [Size(594, 420)]
    assert "Imprimer à 100" in words_in(out(glade, "large.fr.whole"), 0)


@pytest.mark.spares("product-paper")
def test_maps_need_no_layout_workers(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    project = Project(make(tmp_path))
    chosen = project.targets(langs=["fr"])
    with runner_of(project) as runner:
        report = build(
            project.library, chosen, runner, progress=lambda *counts: told.append(counts)
        )
    assert [str(p) for p in report.problems] == []
    assert {item.target.id for item in report.built} == {
        "glade/poster", "glade/large", "glade/blank",
    }  # fmt: skip
    assert told == []


def test_the_same_bytes_each_time(glade: Path, tmp_path: Path) -> None:
    root = make(tmp_path)
    built(root, every=True)
    before, after = written(glade), written(root)
    assert before == after
    assert len(before) > 20


# --- targets that cannot be built -------------------------------------------------------------


def problems(root: Path, **options: Any) -> list[str]:
    report = Project(root).build(**options)
    assert report.built == []
    assert not list((root / "out").rglob("*.pdf"))
    return messages(report.problems)


def test_a_page_too_small_for_the_map_is_reported(tmp_path: Path) -> None:
    root = make(tmp_path, PRODUCTS.replace("page: a2", "page: a3"))
    found = problems(root, langs=["fr"])
    assert len(found) == 1
    assert re.search(
        r"products.yaml:6:1: product-paper: the map is [0-9.]+ x [0-9.]+ mm, and the page "
        r"297 x 420 mm: name a larger `page`, or print it on tiles",
        found[0],
    )


def test_too_many_sheets_are_reported(tmp_path: Path) -> None:
    products = "poster: {title: {any: P}, output: hexmap, map: glade, papers: [a5], overlap: 40}\n"
    large = "title: {any: G}\nflat_to_flat: 300 mm\ncolumns: 15\nrows: 12\nground: easy\n"
    found = problems(make(tmp_path, products, map=large), langs=["fr"])
    assert len(found) == 1
    assert re.search(r"product-paper: the map takes [0-9,]+ sheets of 148 x 210 mm; 400", found[0])


def test_a_missing_glyph_of_a_map_is_reported(tmp_path: Path) -> None:
    root = make(tmp_path, map=MAP.replace("The glade", "The glade \U0001d15e"))
    found = problems(root, langs=["en"], patterns=["glade/poster"])
    assert len(found) == 1
    assert "maps/glade.yaml:2:8: " in found[0]
    assert "glyph-missing: no font has the character '\U0001d15e' (U+1D15E)" in found[0]


def test_a_missing_glyph_of_a_title_is_reported(tmp_path: Path) -> None:
    root = make(tmp_path, PRODUCTS.replace("en: Map", "en: 地図"))
    found = problems(root, langs=["en"], patterns=["glade/poster"])
    assert len(found) == 1
    assert "no font has letters of the Chinese script" in found[0]


def test_nothing_is_built_if_one_product_fails(tmp_path: Path) -> None:
    root = make(tmp_path, PRODUCTS.replace("15 mm", "250 mm"))
    found = problems(root, langs=["fr"])
    assert ["hexes of 250 mm do not fit on paper of 210 x 297 mm" in one for one in found] == [True]


def test_maps_are_built_and_listed_by_the_command(tmp_path: Path) -> None:
    done = printgen(make(tmp_path), "build", "glade/poster", "--lang", "en", "--paper", "letter")
    assert done.returncode == 0, done.stderr
    assert "poster.en.tiles.letter.pdf" in done.stdout
    shutil.rmtree(tmp_path / "out")
    done = printgen(tmp_path, "list", "targets")
    assert re.search(r"glade/poster +glade +hexmap +fr +a4 +full +tiles", done.stdout)


# --- blank hexes ------------------------------------------------------------------------------


def test_blank_hexes_have_the_size_of_their_label(glade: Path) -> None:
    path = out(glade, "blank.fr.a4")
    for page, flats in ((0, 15.0), (1, 25.4)):
        image, scale = grey(rendered(path, page, 20)), 20
        words = words_in(path, page)
        assert {15.0: "15 mm", 25.4: "25,4 mm"}[flats] in words
        assert ("1″" in words) == (page == 1)
        # Above the ruler, the dark rows are those of the horizontal sides.
        rows = (image[: -round(FOOT * scale)] < 160).mean(axis=1)
        level = np.flatnonzero(rows > 0.15)
        groups = np.split(level, np.flatnonzero(np.diff(level) > 1) + 1)
        middles = [float(group.mean()) / scale for group in groups]
        assert len(middles) > 10
        # Neighbouring columns are offset by half a hex.
        assert np.diff(middles) == pytest.approx(flats / 2, abs=0.06)


def test_low_ink_is_lighter(tmp_path: Path) -> None:
    root = make(tmp_path, PRODUCTS.replace("inks: [full]", "inks: [full, low]"))
    built(root, "glade/blank", langs=["fr"], every=True)
    full, low = (rendered(out(root, f"blank.fr.a4{ink}"), 0, 10) for ink in ("", ".low-ink"))
    assert full.shape == low.shape
    assert (255 - low).sum() < 0.7 * (255 - full).sum()
    assert (low < 200).any()
