"""Maps as pages and as figures: one drawing behind both, its words, its bytes, its counters."""

from __future__ import annotations

import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import ROOT, real
from PIL import Image

from printgen import Project
from printgen.analysis.maps.board_loader import board_of
from printgen.content.library import Library
from printgen.drawing.maps.page import draw_figure, draw_map, map_page
from printgen.drawing.maps.pdf_renderer import MissingGlyph, draw_scene
from printgen.drawing.maps.scene import TextItem
from printgen.imposition.printers_marks import SheetLabels
from printgen.layout.templates import environment
from printgen.paper import PAPERS, PlanError
from printgen.products.counters import counter_sheets
from printgen.views.maps import COLUMN, map_view, scene_view

GAME = "furia-cartese"
every_ink = pytest.mark.parametrize("ink", ["full", "low"])


@pytest.fixture(scope="module")
def library() -> Library:
    return Project(ROOT).library


def render(pdf: bytes, per_mm: float = 3) -> Any:
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[0].render(scale=per_mm * 25.4 / 72, rev_byteorder=True)
        return picture.to_numpy()[:, :, :3].astype(float)
    finally:
        document.close()


def words(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return " ".join(" ".join(p.get_textpage().get_text_range() for p in document).split())
    finally:
        document.close()


@pytest.mark.parametrize("name", ["la-bicocca", "ponte-pedaggio", "diagram-recoil"])
@every_ink
def test_the_figure_is_the_poster(library: Library, name: str, ink: str, tmp_path: Path) -> None:
    """The same scene by ReportLab, and as SVG in a page of WeasyPrint."""
    from weasyprint import HTML

    drawing = draw_figure(library, library.games[GAME].maps[name], "fr", ink, COLUMN)
    scene = drawing.scene
    # Texts have the fonts of the machine here: they are looked at elsewhere.
    for layer in scene.layers:
        layer.items = [item for item in layer.items if not isinstance(item, TextItem)]
    plain = draw_scene(scene, drawing.faces, drawing.palette)
    macros: Any = environment().get_template("_shared/map.html.j2").module
    svg = str(macros.hex_map({"id": "m", "alt": name, **scene_view(drawing)}))
    size = f"{scene.width:.4f}mm {scene.height:.4f}mm"
    style = f"<style>@page {{ size: {size}; margin: 0 }} body {{ margin: 0 }}</style>"
    inline = HTML(string=f"<html lang=fr>{style}<body>{svg}").write_pdf()
    one, other = render(plain), render(inline)
    high, wide = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    one, other = one[:high, :wide], other[:high, :wide]
    away = np.abs(one - other).max(axis=2)
    assert (away > 100).mean() < 0.001
    # ReportLab has its paths to a tenth of a point.
    assert away.mean() < 3
    assert (one < 128).any()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_words_of_a_map_stand_on_it(library: Library, lang: str) -> None:
    entry = library.games[GAME].maps["la-bicocca"]
    text = words(map_page(library, entry, lang, "full").pdf)
    for named in ("LA BICOCCA", "0101", "1312", "W1", "G3"):
        assert named in text
    assert ("17,32 mm" if lang == "fr" else "17.32 mm") in text
    assert ("marais" if lang == "fr" else "marsh") in text


def test_the_same_bytes(library: Library) -> None:
    entry = library.games[GAME].maps["poggio-secco"]
    again = Project(ROOT).library.games[GAME].maps["poggio-secco"]
    one = map_page(library, entry, "fr", "full").pdf
    assert one == map_page(Project(ROOT).library, again, "fr", "full").pdf


@every_ink
def test_fonts_are_embedded(library: Library, ink: str, tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    path.write_bytes(map_page(library, library.games[GAME].maps["la-bicocca"], "fr", ink).pdf)
    told = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout
    rows = told.splitlines()[2:]
    assert rows
    assert all(re.search(r"\byes\s+yes\b", row) for row in rows), told
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_low_ink_is_black_on_white(library: Library) -> None:
    entry = library.games[GAME].maps["la-bicocca"]
    low = render(map_page(library, entry, "fr", "low").pdf, 2)
    # No colour at all, and mostly white.
    assert (low.max(axis=2) - low.min(axis=2)).max() < 2
    assert (low.min(axis=2) > 200).mean() > 0.8
    full = render(map_page(library, entry, "fr", "full").pdf, 2)
    assert (full.max(axis=2) - full.min(axis=2)).max() > 100


@every_ink
def test_grounds_are_told_apart_without_colour(library: Library, ink: str) -> None:
    """Two hexes of different ground differ in what is drawn there."""
    entry = library.games[GAME].maps["ponte-pedaggio"]
    board = board_of(library, entry)
    drawing = draw_map(library, entry, "fr", "low")
    used: dict[str, set[str]] = {}
    forms = [i.form for layer in drawing.scene.layers for i in layer.items if hasattr(i, "form")]
    for name in set(board.ground.values()):
        kind = library.games[GAME].game.terrains[name].draw
        used[name] = {form.rstrip("0123456789") for form in forms if form.startswith(kind)}
    assert used["wood"]
    assert used["vineyard"]
    assert used["village"]


def test_what_no_font_has_is_told(library: Library, tmp_path: Path) -> None:
    root = real(tmp_path, GAME)
    path = root / "content" / GAME / "maps" / "poggio-secco.yaml"
    path.write_text(path.read_text().replace("Poggio Secco", "Poggio \U00012000", 1))
    project = Project(root)
    with pytest.raises(MissingGlyph, match="\U00012000"):
        map_page(project.library, project.library.games[GAME].maps["poggio-secco"], "fr", "full")


def test_half_hexes_make_a_rectangle(tmp_path: Path) -> None:
    root = real(tmp_path, GAME)
    path = root / "content" / GAME / "maps" / "poggio-secco.yaml"
    whole = Project(root).library
    before = draw_figure(whole, whole.games[GAME].maps["poggio-secco"], "fr", "low", COLUMN).scene
    path.write_text(path.read_text() + "borders: half\n")
    library = Project(root).library
    scene = draw_figure(
        library, library.games[GAME].maps["poggio-secco"], "fr", "low", COLUMN
    ).scene
    (frame,) = (layer for layer in scene.layers if layer.name == "frame")
    (outline,) = frame.items
    corners = {(round(c[1], 3), round(c[2], 3)) for c in outline.path if len(c) == 3}  # type: ignore[union-attr]
    assert len(corners) == 4
    (jagged,) = (layer for layer in before.layers if layer.name == "frame")
    assert len(jagged.items[0].path) > 40  # type: ignore[union-attr]


def test_a_map_of_100_000_hexes_is_built(tmp_path: Path) -> None:
    root = tmp_path
    game = root / "content" / "g"
    (game / "maps").mkdir(parents=True)
    (root / "printgen.yaml").write_text("# x\n")
    (game / "game.yaml").write_text(
        "title: G\nlanguages: [en]\nterrains:\n  easy: {label: Easy}\n"
        "  wood: {label: Wood, draw: wood}\n"
    )
    row = "....w" * 80
    lines = "".join(f"  {row}\n" for _ in range(250))
    text = f'title: M\nflat_to_flat: 5 mm\nlegend: {{".": easy, w: wood}}\ngrid: |\n{lines}'
    (game / "maps" / "m.yaml").write_text(text)
    project = Project(root)
    assert project.check() == []
    page = map_page(project.library, project.library.games["g"].maps["m"], "en", "low")
    assert len(page.pdf) < 6_000_000
    (game / "maps" / "m.yaml").write_text(text + f"  {row}\n")
    assert [p.code for p in Project(root).check()] == ["map-size"]


# --- counters --------------------------------------------------------------------------------


def sheets(library: Library) -> list[Any]:
    names = SheetLabels("T", "100 %", "front", "back", "fold", "cards")
    entry = library.games[GAME].maps["la-bicocca"]
    pdf = counter_sheets(library, entry, "en", "full", PAPERS["a4"], names)
    buffer = BytesIO()
    pdf.save(buffer)
    document = pypdfium2.PdfDocument(buffer.getvalue())
    try:
        return [
            page.render(scale=4 * 25.4 / 72, rev_byteorder=True).to_numpy()[:, :, :3].astype(float)
            for page in document
        ]
    finally:
        document.close()


def test_the_backs_of_counters_lie_behind_their_fronts(library: Library) -> None:
    front, back = sheets(library)
    # What is printed on the front covers what is printed on the back, turned over the long edge.
    inked = [(page.min(axis=2) < 252)[60:-80, 60:-60] for page in (front, back)]
    columns = [np.flatnonzero(page.sum(axis=0) > 40) for page in inked]
    rows = [np.flatnonzero(page.sum(axis=1) > 200) for page in inked]
    width = inked[0].shape[1]
    assert columns[0].min() == pytest.approx(width - 1 - columns[1].max(), abs=2)
    assert columns[0].max() == pytest.approx(width - 1 - columns[1].min(), abs=2)
    assert (rows[0].min(), rows[0].max()) == pytest.approx((rows[1].min(), rows[1].max()), abs=2)


def test_counters_fit_their_hexes(library: Library) -> None:
    board = board_of(library, library.games[GAME].maps["la-bicocca"])
    (front, _) = sheets(library)
    # The first row of counters, red from edge to edge, ends with the last of eight.
    red = (front[:, :, 0] > 120) & (front[:, :, 1] < 60)
    columns = np.flatnonzero(red.sum(axis=0) > 20)
    rows = np.flatnonzero(red.sum(axis=1) > 200)
    assert rows.size
    edge = (columns.max() - columns.min() + 1) / 4 / 8
    assert edge == pytest.approx(0.72 * board.geometry.flats, abs=0.5)


def test_counters_are_sound(library: Library, tmp_path: Path) -> None:
    names = SheetLabels("T", "100 %", "front", "back", "fold", "cards")
    entry = library.games[GAME].maps["la-bicocca"]
    pdf = counter_sheets(library, entry, "fr", "low", PAPERS["letter"], names)
    path = tmp_path / "c.pdf"
    pdf.save(path)
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    with pikepdf.open(path) as found:
        assert len(found.pages) == 2


# --- what does not fit, and what is left out ---------------------------------------------------


def changed(tmp_path: Path, name: str, *pairs: tuple[str, str]) -> Library:
    """The project with a map in which words are replaced."""
    root = real(tmp_path, GAME)
    path = root / "content" / GAME / "maps" / f"{name}.yaml"
    text = path.read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    return Project(root).library


def test_a_board_without_units(library: Library) -> None:
    entry = library.games[GAME].maps["la-bicocca"]
    text = words(map_page(library, entry, "fr", "full", units=False).pdf)
    assert "LA BICOCCA" in text
    assert "Winkelried" not in text
    assert "Winkelried" in words(map_page(library, entry, "fr", "full").pdf)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: {any: Poggio Secco}", f"title: {{any: {'Poggio ' * 40}}}"),
        ("Ruisseau de Malo", "Ruisseau de Malo " * 40),
    ],
)
def test_words_longer_than_the_map_are_told(tmp_path: Path, old: str, new: str) -> None:
    path = ROOT / "content" / GAME / "maps" / "poggio-secco.yaml"
    if old not in path.read_text():
        old = re.search(r"label: \{fr: \"?([^\",}]+)", path.read_text())[1]  # type: ignore[index]
        new = old + " et encore" * 60
    library = changed(tmp_path, "poggio-secco", (old, new))
    with pytest.raises(PlanError, match="too long for the map 'poggio-secco'"):
        map_page(library, library.games[GAME].maps["poggio-secco"], "fr", "full")


def tiny(tmp_path: Path, more: str) -> tuple[Library, Any]:
    game = tmp_path / "content" / "g"
    (game / "maps").mkdir(parents=True)
    (tmp_path / "printgen.yaml").write_text("# x\n")
    (game / "game.yaml").write_text("title: G\nlanguages: [en]\nterrains:\n  easy: {label: Easy}\n")
    (game / "maps" / "m.yaml").write_text(f"title: M\nground: easy\n{more}")
    project = Project(tmp_path)
    assert project.check() == []
    return project.library, project.library.games["g"].maps["m"]


def test_a_small_map_has_room_for_its_words(tmp_path: Path) -> None:
    library, entry = tiny(tmp_path, "flat_to_flat: 4 mm\ncolumns: 1\nrows: 1\n")
    page = map_page(library, entry, "en", "full")
    document = pypdfium2.PdfDocument(page.pdf)
    text = document[0].get_textpage()
    for word in ("M", "Hexes: 4 mm from flat to flat, 2.31 mm a side", "Easy"):
        left, _, right, _ = text.get_charbox(text.get_text_range().index(word))
        assert 0 < left < right < page.size.width * 72 / 25.4
    document.close()


@pytest.mark.parametrize(("rows", "fits"), [(9, True), (45, True), (300, False)])
def test_a_tall_figure_fits_its_page_or_is_told(tmp_path: Path, rows: int, fits: bool) -> None:
    library, entry = tiny(tmp_path, f"flat_to_flat: 4 mm\ncolumns: 10\nrows: {rows}\n")
    if fits:
        assert float(map_view(library, entry, "en", "full")["height"]) <= COLUMN.height + 0.5
    else:
        with pytest.raises(PlanError, match="too tall"):
            map_view(library, entry, "en", "full")


def test_shades_lie_over_each_other(library: Library) -> None:
    """A hex of two shades bears both hatchings, and one tint."""
    entry = library.games[GAME].maps["diagram-ditch"]
    board = board_of(library, entry)
    scene = draw_map(library, entry, "fr", "full").scene
    (layer,) = (layer for layer in scene.layers if layer.name == "shades")
    at: dict[tuple[float, float], list[str]] = {}
    for item in layer.items:
        at.setdefault((item.x, item.y), []).append(item.form)  # type: ignore[union-attr]
    many = [sorted(forms) for forms in at.values() if len(forms) > 2]
    assert ["shade-0-0", "shade-1-0", "tint-0-0"] in many
    assert len(at) < len(board.ground)


def test_a_size_in_inches_is_said_in_both(tmp_path: Path) -> None:
    library, entry = tiny(tmp_path, "flat_to_flat: 1.25 in\ncolumns: 4\nrows: 4\n")
    text = words(map_page(library, entry, "en", "full").pdf)
    assert "1.25″ (31.75 mm) from flat to flat" in text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "no picture"),
        (b"no picture at all", "not a picture"),
        (b"\xff\xd8\xff\xe0 cut off", "not a picture"),
        ("large", "pixels"),
    ],
)
def test_the_paper_of_maps_is_a_picture(
    tmp_path: Path, content: bytes | str | None, told: str
) -> None:
    library, _ = tiny(tmp_path, "flat_to_flat: 9 mm\ncolumns: 3\nrows: 3\n")
    theme = library.folders.root / "templates" / "plain"
    (theme / "img").mkdir(parents=True)
    (theme / "map.yaml").write_text("texture: img/paper.jpg\n")
    picture = theme / "img" / "paper.jpg"
    if content == "large":
        Image.new("L", (6000, 6000)).save(picture)
    elif isinstance(content, bytes):
        picture.write_bytes(content)
    (problem,) = Project(tmp_path).check()
    assert problem.code == "look-invalid"
    assert str(problem.position) == "templates/plain/map.yaml:1:1"
    assert told in problem.message


def test_too_many_hexes_named_are_refused_at_once(tmp_path: Path) -> None:
    blocks = ", ".join(['"001001-300300"'] * 400)
    tiny(tmp_path, "flat_to_flat: 5 mm\ncolumns: 300\nrows: 300\n")
    path = tmp_path / "content" / "g" / "maps" / "m.yaml"
    path.write_text(path.read_text() + f"zones: [{{label: All, hexes: [{blocks}]}}]\n")
    (problem,) = Project(tmp_path).check()
    assert problem.code == "map-size"
    assert "1,000,000" in problem.message


def test_a_book_with_a_map_that_fits_no_page_is_told(tmp_path: Path) -> None:
    """Drawn while others are laid out: told at the product, and nothing is written."""
    tiny(tmp_path, "flat_to_flat: 9 mm\ncolumns: 3\nrows: 300\n")
    game = tmp_path / "content" / "g"
    (game / "chapters").mkdir()
    (game / "chapters" / "01-a.en.md").write_text("# A\n\n:::{map} m\n")
    (game / "products.yaml").write_text("book: {title: Book, output: book}\n")
    report = Project(tmp_path).build()
    assert [(p.code, p.message) for p in report.problems] == [
        ("product-paper", "the map 'm' is too tall for a page with its legend")
    ]
    assert report.built == []
    assert list((tmp_path / "out").rglob("*.pdf")) == []
