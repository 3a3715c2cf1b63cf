"""Counters of the units on a map: size, bleed, duplex and bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import colours, pixels
from small_maps import tiny

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.extras.hex_maps.boards import board_of
from printgen.extras.hex_maps.context import COUNTER_SHARE, counter_edge
from printgen.extras.hex_maps.counters import (
    BLEED,
    GUTTER,
    LEAST_ON_COUNTERS,
    counter_faces,
    counter_plan,
    counter_scene,
    placed_name,
    shortened,
)
from printgen.extras.hex_maps.files import map_writer
from printgen.extras.hex_maps.model import HexMap, HexmapProduct
from printgen.extras.hex_maps.page import map_context
from printgen.extras.hex_maps.scene import Shape
from printgen.imposition.compose import DocumentInfo, compose
from printgen.imposition.plan import (
    ImpositionOptions,
    Placement,
    SheetLabels,
    SheetPlan,
    card_grid,
)
from printgen.imposition.printers_marks import draw_printers_marks
from printgen.paper import PAPERS, Size
from printgen.products.kind import PrintOptions
from printgen.typography.measure import text_width

GAME = "furia-cartese"
LABELS = SheetLabels("T", "100 %", "front", "back", "fold", "cards")
INFO = DocumentInfo("T", "A", "en")


@pytest.fixture
def library(demo_project: Project) -> Library:
    return demo_project.library


@pytest.fixture
def entry(library: Library) -> Entry[HexMap]:
    return library.games[GAME].of_kind("maps")["la-bicocca"]


def sheets(
    out: Path, library: Library, entry: Entry[HexMap], duplex: str = "long-edge", ink: str = "full"
) -> SheetPlan:
    """Write the sheets of a map's counters; their plan."""
    plan = counter_plan(library, entry, "en", PAPERS["a4"], duplex)
    marks = draw_printers_marks(plan, LABELS)
    compose(plan, marks, counter_faces(library, entry, "en", ink), BLEED, INFO, out)
    return plan


def colour(path: Path, page: int, x: float, y: float) -> list[int]:
    """The colour at a point (mm) of a page."""
    box = (x - 0.2, y - 0.2, x + 0.2, y + 0.2)
    return list(colours(path, page, 10, box).reshape(-1, 3).mean(axis=0).round().astype(int))


def test_counters_are_three_quarters_of_a_hex(library: Library, entry: Entry[HexMap]) -> None:
    plan = counter_plan(library, entry, "en", PAPERS["a4"])
    flats = board_of(library, entry).geometry.flats
    assert COUNTER_SHARE == 0.75
    assert {p.width for side in plan.sides for p in side.placements} == {0.75 * flats}


def test_every_unit_has_a_counter_with_two_sides(library: Library, entry: Entry[HexMap]) -> None:
    plan = counter_plan(library, entry, "en", PAPERS["a4"])
    count = len(entry.value.units)
    fronts, backs = ([p.face for p in side.placements] for side in plan.sides)
    assert fronts == list(range(count))
    assert backs == list(range(count, 2 * count))


@pytest.mark.parametrize("ink", ["full", "low"])
def test_colours_bleed_beyond_the_die_line(
    library: Library, entry: Entry[HexMap], tmp_path: Path, ink: str
) -> None:
    out = tmp_path / "c.pdf"
    plan = sheets(out, library, entry, ink=ink)
    first = plan.sides[0].placements[0]
    middle = first.y + first.height / 2
    # Inside the frame, and in the bleed on each side.
    inside = colour(out, 0, first.x + 0.6, middle)
    for x, y in (
        (first.x - BLEED + 0.4, middle),
        (first.x + first.width + BLEED - 0.4, middle),
        (first.x + first.width / 2 - 3, first.y - BLEED + 0.4),
        (first.x + first.width / 2 - 3, first.y + first.height + BLEED - 0.4),
    ):
        assert colour(out, 0, x, y) == inside != [255, 255, 255]
    assert colour(out, 0, first.x + first.width + GUTTER / 2, middle) == [255, 255, 255]


def mirrored(front: Placement, back: Placement, plan: SheetPlan) -> bool:
    """Whether a back is behind its front once the sheet is turned over its long edge."""
    return back.x == pytest.approx(plan.paper.width - front.x - front.width) and back.y == front.y


def test_backs_are_behind_their_fronts(
    library: Library, entry: Entry[HexMap], tmp_path: Path
) -> None:
    plan = sheets(tmp_path / "c.pdf", library, entry)
    fronts, backs = (side.placements for side in plan.sides)
    assert all(mirrored(f, b, plan) for f, b in zip(fronts, backs, strict=True))
    # The inked area of the backs, mirrored, is that of the fronts.
    inked = [pixels(tmp_path / "c.pdf", page, 4) < 252 for page in (0, 1)]
    front, back = (page[40:400] for page in inked)
    assert (front == back[:, ::-1]).mean() > 0.9


def test_gutter_fold_prints_both_sides_on_one_page(
    library: Library, entry: Entry[HexMap], tmp_path: Path
) -> None:
    plan = sheets(tmp_path / "c.pdf", library, entry, "gutter-fold")
    (side,) = plan.sides
    count = len(entry.value.units)
    fronts, backs = side.placements[:count], side.placements[count:]
    assert side.fold == plan.paper.height / 2
    for front, back in zip(fronts, backs, strict=True):
        assert (front.turn, back.turn) == (0, 180)
        assert back.x == front.x
        assert back.y + back.height - side.fold == pytest.approx(side.fold - front.y)
    with pikepdf.open(tmp_path / "c.pdf") as pdf:
        assert len(pdf.pages) == 1


def product(root: Path) -> Project:
    """A project with one product: counters of two units on a map."""
    units = (
        'units: [{profile: pike, at: "0101", side: red, mark: A}, '
        '{profile: pike, at: "0202", side: red, mark: B}]\n'
    )
    tiny(root, "flat_to_flat: 20 mm\ncolumns: 4\nrows: 4\n")
    game = root / "content" / "g"
    (game / "profiles").mkdir()
    (game / "profiles" / "pike.yaml").write_text("name: Pike\n")
    with (game / "maps" / "m.yaml").open("a") as stream:
        stream.write("sides: {red: Red}\n" + units)
    (game / "products.yaml").write_text(
        "map: {title: Map, output: hexmap, map: m, editions: [counters], papers: [a4]}\n"
    )
    project = Project(root)
    assert [str(problem) for problem in project.check()] == []
    return project


@pytest.mark.parametrize("duplex", [None, "gutter-fold"])
def test_counters_have_the_same_bytes_in_each_build(tmp_path: Path, duplex: str | None) -> None:
    project = product(tmp_path)
    (target,) = project.targets(inks=["full"])
    written = []
    for number in range(2):
        out = tmp_path / f"{number}.pdf"
        options = PrintOptions((1.0, 0.5), duplex)
        library = Project(tmp_path).library
        value = library.games[target.game].products[target.product].value
        assert isinstance(value, HexmapProduct)
        map_writer(library, target, value, options)(out)
        written.append(out.read_bytes())
    assert written[0] == written[1]
    with pikepdf.open(tmp_path / "0.pdf") as pdf:
        assert len(pdf.pages) == (1 if duplex else 2)


def test_the_offset_moves_the_backs(library: Library, entry: Entry[HexMap], tmp_path: Path) -> None:
    plan = counter_plan(library, entry, "en", PAPERS["a4"])
    marks, faces = draw_printers_marks(plan, LABELS), counter_faces(library, entry, "en", "low")
    found = []
    for number, offset in enumerate([(0.0, 0.0), (2.0, 0.0)]):
        out = tmp_path / f"{number}.pdf"
        compose(plan, marks, faces, BLEED, INFO, out, offset)
        found.append([pixels(out, page, 5)[60:200, 60:-60] < 128 for page in (0, 1)])
    (front, back), (same, moved) = found
    assert np.array_equal(front, same)
    assert (back[:, :-10] == moved[:, 10:]).mean() > 0.99


def test_a_missing_glyph_of_a_counter_is_reported_at_the_unit(tmp_path: Path) -> None:
    product(tmp_path)
    path = tmp_path / "content" / "g" / "maps" / "m.yaml"
    path.write_text(path.read_text().replace("mark: B", "mark: B, name: The 𒀀"))
    project = Project(tmp_path)
    (problem,) = project.build(inks=["full"]).problems
    assert problem.position == project.library.games["g"].of_kind("maps")["m"].at(
        "units", 1, "name"
    )
    assert problem.code == "glyph-missing"
    assert problem.message == "no font has letters of the Cuneiform script"


@pytest.mark.parametrize("flats", [13.3, 15, 19, 25, 40])
@pytest.mark.parametrize("name", ["Pike", "Line infantry", "Cuirassiers", "Régiment de la Reine"])
def test_a_name_is_between_the_sign_and_the_frame(
    library: Library, entry: Entry[HexMap], flats: float, name: str
) -> None:
    face, edge = map_context(library, entry, "en")[0].look.words, counter_edge(flats)
    lines, size = placed_name(name, face, edge)
    # The block of the sign ends 0.142 of the edge below the middle, its line beyond that.
    assert lines[0][0] - 0.72 * size > 0.15 * edge
    assert lines[-1][0] + 0.22 * size < 0.44 * edge
    assert all(text_width(words, face, size) <= 0.81 * edge for _, words in lines)
    assert size >= LEAST_ON_COUNTERS


def test_a_long_name_is_abbreviated() -> None:
    assert shortened("Line infantry", lambda words: len(words) < 10) == "Line inf."
    assert shortened("Cuirassiers", lambda words: len(words) < 9) == "Cuirass."
    assert shortened("The old marshal", lambda words: len(words) < 9) == "Old mar."
    assert shortened("Pike", lambda words: len(words) < 2) == "Pik."
    assert shortened("Régiment de la Reine", lambda words: len(words) < 11) == "Rég. Rei."


def test_backs_have_a_band_in_the_colour_of_their_side(
    library: Library, entry: Entry[HexMap], tmp_path: Path
) -> None:
    plan = sheets(tmp_path / "full.pdf", library, entry)
    sheets(tmp_path / "low.pdf", library, entry, ink="low")
    for front, back in zip(*(side.placements for side in plan.sides), strict=True):
        y = front.y + front.height / 2
        outside = [colour(tmp_path / "full.pdf", n, p.x - 1, y) for n, p in ((0, front), (1, back))]
        assert outside[0] == outside[1]
        assert colour(tmp_path / "low.pdf", 1, back.x - 1, y) == [255, 255, 255]


@pytest.mark.sees("map-layout")
@pytest.mark.parametrize(
    ("flats", "name"),
    [("20", "The Free Hajduks of the Upper Varda Valley and Beyond"), ("9", "Old war dog van Orl")],
)
def test_a_name_that_is_too_long_is_reported_at_the_unit(
    tmp_path: Path, flats: str, name: str
) -> None:
    product(tmp_path)
    path = tmp_path / "content" / "g" / "maps" / "m.yaml"
    text = path.read_text().replace("flat_to_flat: 20", f"flat_to_flat: {flats}")
    path.write_text(text.replace("mark: B", f"mark: B, name: {name}"))
    project = Project(tmp_path)
    (problem,) = project.build(inks=["full"]).problems
    assert problem.position == project.library.games["g"].of_kind("maps")["m"].at(
        "units", 1, "name"
    )
    assert problem.code == "map-layout"
    assert problem.message.startswith(f"'{name[:30]}")
    assert problem.hint == "set a shorter `name:` of the unit on the map"


def test_the_back_has_the_numbers_of_a_worn_unit(tmp_path: Path) -> None:
    worn = '  worn: {strength: "max(1, strength - 1)"}\n'
    for name, more, back in (("plain", "", "3 · 2"), ("worn", worn, "3 · 1")):
        product(tmp_path / name)
        game = tmp_path / name / "content" / "g"
        stats = "stat_lines: {unit: {label: U, stats: {move: {label: M}, strength: {label: S}}}}\n"
        with (game / "game.yaml").open("a") as stream:
            stream.write(f"{stats}hexes:\n  facing: side\n  move: move\n  reach: strength\n{more}")
        (game / "profiles" / "pike.yaml").write_text(
            "name: Pike\nstats: {unit: {move: 3, strength: 2}}\n"
        )
        project = Project(tmp_path / name)
        assert project.check() == []
        built = project.build(inks=["low"])
        assert not built.problems
        (path,) = (tmp_path / name / "out").rglob("*.pdf")
        with pikepdf.open(path) as pdf:
            assert len(pdf.pages) == 2
        document = pypdfium2.PdfDocument(path)
        front, rear = (page.get_textpage().get_text_range() for page in document)
        document.close()
        assert front.count("3 · 2") == 2
        assert rear.count(back) == 2


@pytest.mark.parametrize(("count", "rows"), [(15, [8, 7]), (4, [4]), (30, [10, 10, 10])])
def test_the_rows_of_few_counters_are_nearly_equal(count: int, rows: list[int]) -> None:
    options = ImpositionOptions(Size(15, 15), BLEED, GUTTER)
    grid = card_grid(PAPERS["a4"], options).for_few(count)
    placed = [placement.y for placement in grid.places(range(count))]
    assert [placed.count(y) for y in sorted(set(placed))] == rows
    left, right = grid.x, grid.x + grid.columns * (15 + GUTTER) - GUTTER
    assert left == pytest.approx(grid.paper.width - right)


LOOSE = """sides: {red: Red, blue: Blue}
counters:
  - {name: Turn, mark: 1, back_mark: 5}
  - {name: Points, mark: "+2", side: blue, copies: 3}
units:
  - {profile: u, at: "0101", side: blue, mark: B1}
  - {profile: u, at: "0102", side: red, mark: R1}
"""


def loose(root: Path, mark: str = "1") -> tuple[Library, Entry[HexMap]]:
    """A map of the plain theme with a unit of each side and other counters, one with a mark."""
    folder = root / "content" / "g" / "profiles"
    folder.mkdir(parents=True)
    (folder / "u.yaml").write_text("entries: {u: {name: Guards}}\n")
    return tiny(
        root,
        f"flat_to_flat: 20 mm\ncolumns: 4\nrows: 4\n{LOOSE.replace('mark: 1', f'mark: {mark}')}",
    )


def test_each_side_is_a_block_and_other_counters_are_the_last_one(tmp_path: Path) -> None:
    library, entry = loose(tmp_path)
    front, back = counter_plan(library, entry, "en", PAPERS["a4"]).sides
    # The units, their backs, then the others and their backs: the red unit is the second one.
    assert [p.face for p in front.placements] == [1, 0, 4, 5, 5, 5]
    assert [p.face for p in back.placements] == [3, 2, 6, 7, 7, 7]
    tops = [p.y for p in front.placements]
    pitch = front.placements[0].height + GUTTER
    assert [round((top - tops[0]) / pitch, 6) for top in tops] == [0, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("sort", ["plain", "rule", "heavy", "stitched"])
@pytest.mark.parametrize("back", [False, True])
def test_no_line_of_a_style_is_near_the_cut(tmp_path: Path, sort: str, back: bool) -> None:
    context, _ = map_context(*loose(tmp_path), "en")
    context = replace(context, look=context.look.model_copy(update={"counters": sort}))
    edge = counter_edge(context.board.geometry.flats)
    scene = counter_scene(context, context.board.units[0], edge, back)
    shapes = [item for layer in scene.layers for item in layer.items if isinstance(item, Shape)]
    drawn = [shape for shape in shapes if not shape.stroke.startswith("cut")]
    heights = {abs(y) for shape in drawn for _, *xy in shape.path for y in xy[1::2]}
    assert not [y for y in heights if edge / 2 - 1.19 < y < edge / 2 + 0.5 * BLEED]


def test_counters_of_no_side_are_not_white_and_signs_are_as_large_as_figures(
    tmp_path: Path,
) -> None:
    library, entry = loose(tmp_path, mark="×")
    with pypdfium2.PdfDocument(counter_faces(library, entry, "en", "full")) as document:
        turn, points = (document[n].render(scale=10).to_pil().convert("L") for n in (4, 5))
        assert document[4].render().to_pil().convert("RGB").getpixel((2, 2)) != (255, 255, 255)
    # The rows with ink above the name.
    tall = []
    for page in (turn, points):
        ink = abs(np.asarray(page, int)[:310] - int(page.getpixel((2, 2)))) > 60
        tall.append(int(ink.any(axis=1).sum()))
    assert tall[0] == pytest.approx(tall[1], rel=0.15)


def test_large_figures_and_other_counters_are_written(tmp_path: Path) -> None:
    library, entry = loose(tmp_path)
    pdf = counter_faces(library, entry, "en", "full")
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.get_textpage().get_text_range().split() for page in document]
    assert pages[0] == ["B1", "Guards"]
    assert pages[2] == ["B1"]
    assert pages[4:] == [["Turn", "1"], ["Points", "+2"], ["Turn", "5"], ["Points", "+2"]]
