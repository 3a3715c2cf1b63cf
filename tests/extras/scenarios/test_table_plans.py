"""Table plans: positions and sizes of drawn features, and their legend."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pikepdf
import pytest
import yaml
from helpers import built, colours, messages, pixels, shared, starter, words_in
from jinja2 import Template

from printgen import Project
from printgen.content.models.table_plan import AreaStyle, Layout, LineStyle, TokenStyle
from printgen.extras.scenarios.views import table_plan_view, table_plan_words
from printgen.layout.files import Files
from printgen.layout.templates import environment
from printgen.project import TEMPLATES, Folders
from printgen.typography.labels import labels

SVG = "{http://www.w3.org/2000/svg}"
Feature = dict[str, Any]
CALL = (
    "{% from '_shared/layout.html.j2' import table_plan with context %}"
    "{{ table_plan(layout, **options) }}"
)
USUAL = "table_plan(scenario.layout, best.mm or 86)"
AREAS, LINES, TOKENS = get_args(AreaStyle), get_args(LineStyle), get_args(TokenStyle)
LABELS = {
    "table_plan": "Plan",
    "eg_cover_light": "light",
    "eg_cover_heavy": "heavy",
    "eg_cover_none": "open",
    "no_sight": "hidden",
    "cover_near": "too close",
}
# The minimum distance (mm) of the middle of a letter's disc from the frame.
DISC = 2.0


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(shared(tmp_path_factory, "layouts", starter))


def view_of(
    project: Project, features: list[Feature], lang: str = "en", **size: Any
) -> dict[str, Any]:
    """The view of a table plan; features without a label get different labels."""
    named = [{"label": f"No. {n}"} | feature for n, feature in enumerate(features)]
    for feature in named:
        if feature["shape"] in ("distance", "fire") and str(feature["label"]).startswith("No. "):
            del feature["label"]
    layout = Layout.model_validate({"width": 48, "height": 36, **size, "features": named})
    view = table_plan_view(layout, project.library.games["fog"], lang)
    return {"id": "layout_test", **view}


@cache
def template_of(folders: Folders) -> Template:
    """The template of all plans: it takes much longer to compile than to fill."""
    return environment(Files(folders)).from_string(CALL)


def drawn(project: Project, view: dict[str, Any], ink: str = "full", **options: Any) -> Element:
    """The HTML of a table plan."""
    words = {"labels": LABELS, "ink": ink}
    template = template_of(project.folders)
    return ElementTree.fromstring(template.render(layout=view, options=options, **words))


def plan(project: Project, features: list[Feature], **size: Any) -> Element:
    return drawn(project, view_of(project, features, **size))


def numbers(element: Element, *names: str) -> list[float]:
    return [float(element.get(name, "")) for name in names]


def frame(figure: Element) -> list[float]:
    (box,) = figure.iterfind(f".//{SVG}rect[@class='frame']")
    return numbers(box, "width", "height")


def areas(figure: Element) -> list[Element]:
    return list(figure.iterfind(f".//{SVG}g[@class='areas']")).pop().findall("*")


def discs(figure: Element) -> list[tuple[Any, ...]]:
    """The letters on the table, and the positions of their discs."""
    children = list(figure.iterfind(f".//{SVG}svg[@class='table-plan']")).pop().findall("*")
    return [
        (children[n + 1].text or "", *numbers(child, "cx", "cy"))
        for n, child in enumerate(children)
        if child.get("class") == "disc"
    ]


def tokens(figure: Element) -> list[Element]:
    """Markers and figures with their arrows: the elements after the frame and the letters."""
    children = list(figure.iterfind(f".//{SVG}svg[@class='table-plan']")).pop().findall("*")
    after = next(n for n, child in enumerate(children) if child.get("class") == "frame") + 1
    shapes = [child for child in children[after:] if child.tag != f"{SVG}text"]
    return [child for child in shapes if child.get("class") != "disc"]


def turned(element: Element, x: float, y: float) -> tuple[float, float]:
    """A point transformed by the element's `rotate(angle x y)`."""
    if "transform" not in element.attrib:
        return x, y
    angle, about, below = map(float, element.get("transform", "")[len("rotate(") : -1].split())
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    right, down = x - about, y - below
    return about + cosine * right - sine * down, below + sine * right + cosine * down


def corners(element: Element) -> list[tuple[float, float]]:
    x, y, width, height = numbers(element, "x", "y", "width", "height")
    wanted = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return [turned(element, *corner) for corner in wanted]


def near(found: Any, wanted: Any) -> bool:
    return bool(found == pytest.approx(wanted, abs=1e-6))


# --- positions --------------------------------------------------------------------------------


def somewhere(dice: random.Random, wide: float, high: float) -> list[float]:
    return [round(dice.uniform(0, wide), 2), round(dice.uniform(0, high), 2)]


@pytest.mark.parametrize("seed", range(5))
def test_positions_of_areas(project: Project, seed: int) -> None:
    dice = random.Random(seed)
    wide, high = dice.choice([(48, 36), (24, 56), (100, 100), (7.5, 3.2)])
    rectangles, circles, lines = [], [], []
    for _ in range(10):
        at, small = somewhere(dice, wide, high), min(wide, high) / 4
        turn = dice.choice([0, 90, -30, 217.5])
        size = [round(dice.uniform(0.2, small), 2), round(dice.uniform(0.2, small), 2)]
        rectangles.append({"shape": "rectangle", "at": at, "size": size, "turn": turn})
        circles.append({"shape": "circle", "at": at, "radius": size[0]})
        points = [somewhere(dice, wide, high) for _ in range(dice.randint(2, 6))]
        lines.append({"shape": "line", "points": points, "width": size[0], "style": "wall"})
    features: list[Feature] = [{"style": "road", **f} for f in (*rectangles, *circles, *lines)]
    figure = plan(project, features, width=wide, height=high)
    scale = frame(figure)[0] / wide
    assert near(frame(figure)[1], high * scale)
    for feature, element in zip(features, areas(figure), strict=True):
        if feature["shape"] == "line":
            steps = element.get("d", "").replace("M", "L").split("L")[1:]
            found = [float(number) for step in steps for number in step.split()]
            assert near(found, [number * scale for point in feature["points"] for number in point])
            continue
        x, y = (number * scale for number in feature["at"])
        if feature["shape"] == "circle":
            assert near(numbers(element, "cx", "cy", "r"), [x, y, feature["radius"] * scale])
            continue
        # Corners as complex numbers: multiplication turns clockwise where y points down.
        spin = complex(math.cos(a := math.radians(feature["turn"])), math.sin(a))
        half = [number * scale / 2 for number in feature["size"]]
        signs = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        wanted = [complex(x, y) + spin * complex(i * half[0], j * half[1]) for i, j in signs]
        assert near([complex(*corner) for corner in corners(element)], wanted)


def test_edges_are_strips_along_their_sides(project: Project) -> None:
    sides = ["north", "east", "south", "west"]
    features: list[Feature] = [
        {"shape": "edge", "side": s, "depth": 6, "style": "zone"} for s in sides
    ]
    figure = plan(project, features)
    wide, high = frame(figure)
    deep = 6 * wide / 48
    found = [numbers(element, "x", "y", "width", "height") for element in areas(figure)]
    assert near(found[0], [0, 0, wide, deep])
    assert near(found[1], [wide - deep, 0, deep, high])
    assert near(found[2], [0, high - deep, wide, deep])
    assert near(found[3], [0, 0, deep, high])


@pytest.mark.parametrize("facing", [0, 45, 90, 180, 233, 270, -90, 360])
def test_facing_is_clockwise_from_the_far_edge(project: Project, facing: float) -> None:
    figure = plan(project, [{"shape": "figure", "at": [12, 9], "facing": facing}])
    scale = frame(figure)[0] / 48
    beak, body = tokens(figure)
    assert near(numbers(body, "cx", "cy"), [12 * scale, 9 * scale])
    x, y = map(float, beak.get("d", "").split("L")[1].split())
    tip = turned(beak, x, y)
    angle = math.radians(facing)
    assert near(tip, [12 * scale + 3.3 * math.sin(angle), 9 * scale - 3.3 * math.cos(angle)])


def test_figures_without_facing_have_no_arrow(project: Project) -> None:
    figure = plan(project, [{"shape": "figure", "at": [12, 9]}])
    assert [element.tag for element in tokens(figure)] == [f"{SVG}circle"]


def test_positions_of_markers(project: Project) -> None:
    places: list[list[float]] = [[0, 0], [48, 36], [10, 20.5]]
    figure = plan(project, [{"shape": "marker", "at": at, "mark": "?"} for at in places])
    scale = frame(figure)[0] / 48
    for (x, y), element in zip(places, tokens(figure), strict=True):
        middle = [sum(number) / 4 for number in zip(*corners(element), strict=True)]
        assert near(middle, [x * scale, y * scale])


def test_the_pdf_matches_the_plan(project: Project, tmp_path: Path) -> None:
    """In the rendered PDF, walls are black and nothing is painted outside the frame."""
    import weasyprint

    walls: list[Feature] = [
        {"shape": "rectangle", "at": [0, 2], "size": [6, 2], "style": "wall", "label": "W"},
        {"shape": "rectangle", "at": [5, 6], "size": [6, 0.8], "turn": 30, "style": "wall"},
        {"shape": "circle", "at": [10, 10], "radius": 2, "style": "wall"},
        {"shape": "line", "points": [[9, 0], [9, 3]], "width": 0.1, "style": "water"},
    ]
    figure = drawn(project, view_of(project, walls, width=10, height=10), mm=100)
    html = ElementTree.tostring(figure, encoding="unicode").replace("ns0:", "")
    style = "<style>@page { size: 140mm 140mm; margin: 0 } body { margin: 0 }</style>"
    weasyprint.HTML(string=style + html).write_pdf(tmp_path / "plan.pdf")
    page = pixels(tmp_path / "plan.pdf", 0, 4)
    left = (140 - 110) / 2 + 5

    def dark(x: float, y: float) -> bool:
        """Whether a position on the table, in its units, is black."""
        return bool(page[round((5 + y * 10) * 4), round((left + x * 10) * 4)] < 100)

    assert dark(1, 2)
    assert dark(9.5, 9.2)
    turn = math.radians(30)
    for far in (-2.8, 2.8):
        assert dark(5 + far * math.cos(turn), 6 + far * math.sin(turn))
        assert not dark(5 + far * math.cos(turn), 6 - far * math.sin(turn))
    assert any(dark(9 + off / 100, 2.7) for off in range(-8, 9))
    # Outside the frame.
    assert not dark(-0.2, 2)
    assert not dark(10.2, 9.2)
    assert not dark(9.2, 10.2)


# --- sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tall", [60, 130, 200])
@pytest.mark.parametrize("wide, high", [(24, 56), (36, 36), (56, 24), (1, 1000), (1000, 1)])
def test_drawings_fit_their_maximum_size(
    project: Project, wide: float, high: float, tall: int
) -> None:
    figure = drawn(project, view_of(project, [], width=wide, height=high), mm=86, tall=tall)
    (svg,) = figure.iterfind(f".//{SVG}svg")
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    # Below it is its size, in a line of 4 mm.
    assert width <= 86 + 10 + 1e-6
    assert height + 4 <= tall + 1e-6
    assert near(frame(figure)[0] / wide, frame(figure)[1] / high)
    assert near(frame(figure)[0], 86) or near(height + 4, tall)


def short(root: Path) -> Path:
    """The starter game, whose book has one chapter."""
    starter(root)
    for path in (root / "content/fog/chapters").glob("01-*.md"):
        path.unlink()
    return root


def with_plan(root: Path, table: str, call: str = "") -> Path:
    """The starter game, whose book has one chapter and a scenario with a table of that size; with
    a `call`, the project has its own template with that call of the plan's macro."""
    short(root)
    scenario = root / "content/fog/scenarios/last-quay.yaml"
    text = scenario.read_text(encoding="utf-8")
    scenario.write_text(text.replace("width: 36\n  height: 36", table), encoding="utf-8")
    chapter = root / "content/fog/chapters/02-crew.en.md"
    chapter.write_text("# The quay\n\n:::{scenario} last-quay\n")
    if call:
        own = root / "templates/plain/book-scenario.html.j2"
        own.parent.mkdir(parents=True)
        template = (TEMPLATES / "_shared/book-scenario.html.j2").read_text(encoding="utf-8")
        assert USUAL in template
        own.write_text(template.replace(USUAL, call), encoding="utf-8")
    return root


def test_a_tall_plan_fits_its_page(tmp_path: Path) -> None:
    out = built(with_plan(tmp_path, "width: 36\n  height: 84"), "fog/rulebook", langs=["en"])
    path = next(out.glob("fog/*.pdf"))
    page = next(n for n in range(50) if "36″ × 84″" in words_in(path, n))
    assert "Warehouse" in words_in(path, page)


def test_a_plan_cut_off_by_the_page_is_reported(tmp_path: Path) -> None:
    call = "table_plan(scenario.layout, 100, tall=400)"
    root = with_plan(tmp_path, "width: 36\n  height: 84", call)
    report = Project(root).build(["fog/rulebook"], langs=["en"], jobs=1)
    told = [m for m in messages(report.problems) if "face-overflow" in m]
    assert len(told) == 1
    assert "36″ × 84″" in told[0]


# --- styles -----------------------------------------------------------------------------------


def painted(element: Element) -> tuple[str, ...]:
    keys = ("fill", "stroke", "stroke-width", "stroke-dasharray")
    return tuple(element.get(key, "") for key in keys)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("shape", ["rectangle", "circle", "edge"])
def test_styles_of_areas_differ(project: Project, shape: str, ink: str) -> None:
    where = {"at": [9, 9], "size": [6, 6]} if shape == "rectangle" else {"at": [9, 9], "radius": 4}
    where = {"side": "north", "depth": 5} if shape == "edge" else where
    view = view_of(project, [{"shape": shape, **where, "style": style} for style in AREAS])
    looks = {painted(element) for element in areas(drawn(project, view, ink))}
    assert len(looks) == len(AREAS)
    assert not any(fill == outline == "none" for fill, outline, *_ in looks)


def test_styles_of_lines_differ(project: Project) -> None:
    looks = []
    for style in LINES:
        line = {"shape": "line", "points": [[1, 1], [9, 9]], "width": 3, "style": style}
        looks.append([painted(element) for element in areas(plan(project, [line]))])
    assert len({tuple(look) for look in looks}) == len(LINES)


@pytest.mark.parametrize("shape", ["marker", "figure"])
def test_styles_of_tokens_differ(project: Project, shape: str) -> None:
    looks = []
    for style in TOKENS:
        token = {"shape": shape, "at": [9, 9], "mark": "A", "style": style}
        looks.append([painted(element) for element in tokens(plan(project, [token]))])
    assert len({tuple(look) for look in looks}) == len(TOKENS)


@pytest.mark.parametrize("style", LINES)
def test_thin_lines_have_a_minimum_width(project: Project, style: str) -> None:
    line = {"shape": "line", "points": [[1, 1], [30, 30]], "width": 0.1, "style": style}
    strokes = [numbers(e, "stroke-width")[0] for e in areas(plan(project, [line]))]
    assert min(strokes) >= 0.5
    # A road has an outline on both sides.
    assert style == "wall" or strokes[0] - strokes[1] == pytest.approx(0.5)


def test_no_stroke_is_negative_on_a_large_table(project: Project) -> None:
    features: list[Feature] = [
        {"shape": "line", "points": [[0, 0], [9, 9]], "width": 0.1, "style": "road"},
        {"shape": "circle", "at": [5, 5], "radius": 0.1, "style": "wood"},
        {"shape": "rectangle", "at": [5, 5], "size": [0.1, 0.1], "style": "building"},
    ]
    figure = plan(project, features, width=1000, height=900, unit="cm", grid=20)
    for element in figure.iter():
        for key in ("width", "height", "r", "stroke-width"):
            assert float(element.get(key, 1)) > 0


def test_areas_are_cut_at_the_edge_of_the_table(project: Project) -> None:
    figure = plan(project, [{"shape": "circle", "at": [0, 0], "radius": 9, "style": "wood"}])
    (group,) = figure.iterfind(f".//{SVG}g")
    assert group.get("clip-path") == "url(#layout_test_table)"
    (clip,) = figure.iterfind(f".//{SVG}clipPath[@id='layout_test_table']/{SVG}rect")
    assert numbers(clip, "x", "y", "width", "height") == [0, 0, *frame(figure)]


def test_ids_are_unique_and_references_resolve(project: Project) -> None:
    styles = [{"shape": "circle", "at": [9, 9], "radius": 3, "style": style} for style in AREAS]
    figure = plan(project, styles)
    ids = [element.get("id") for element in figure.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    values = [value for element in figure.iter() for value in element.attrib.values()]
    wanted = {value[5:-1] for value in values if value.startswith("url(#")}
    assert wanted
    assert wanted <= set(ids)


def test_font_stacks_have_no_space_after_commas(project: Project) -> None:
    for svg in plan(project, [{"shape": "marker", "at": [9, 9], "mark": "?"}]).iter(f"{SVG}svg"):
        stack = svg.get("style", "").partition("font-family: ")[2].partition(";")[0]
        assert stack
        assert ", " not in stack


# --- letters and legend -----------------------------------------------------------------------


def test_letters_continue_after_z(project: Project) -> None:
    square = {"shape": "rectangle", "at": [9, 9], "size": [3, 3], "style": "building"}
    view = view_of(project, [square] * 60)
    letters = [entry["letter"] for entry in view["legend"]]
    assert letters[:3] == ["A", "B", "C"]
    assert letters[25:29] == ["Z", "AA", "AB", "AC"]
    assert letters[51:54] == ["AZ", "BA", "BB"]
    assert len(set(letters)) == 60
    assert [letter for letter, *_ in discs(drawn(project, view))] == letters


def test_equal_areas_share_a_letter(project: Project) -> None:
    house = {"shape": "rectangle", "at": [9, 9], "size": [3, 3], "style": "building", "label": "H"}
    tower = {"shape": "circle", "at": [20, 9], "radius": 3, "style": "building", "label": "H"}
    ruin = {**house, "style": "rough"}
    view = view_of(project, [house, tower, ruin])
    assert [feature["letter"] for feature in view["features"]] == ["A", "A", "B"]
    assert [entry["letter"] for entry in view["legend"]] == ["A", "B"]


def test_only_the_first_part_of_a_wall_has_a_letter(project: Project) -> None:
    wall = {"shape": "line", "points": [[1, 1], [9, 1]], "width": 1, "style": "wall", "label": "W"}
    view = view_of(project, [wall, wall, wall])
    assert [feature["letter"] for feature in view["features"]] == ["A", "", ""]


def test_what_has_no_label_is_drawn_and_not_explained(project: Project) -> None:
    wood: Feature = {"shape": "circle", "at": [9, 9], "radius": 3, "style": "wood"}
    hut: Feature = {"shape": "rectangle", "at": [30, 9], "size": [3, 3], "style": "building"}
    boss: Feature = {"shape": "figure", "at": [20, 20], "mark": "W", "style": "boss"}
    bare: list[Feature] = [{**each, "label": None} for each in (wood, hut, boss)]
    view = view_of(project, [*bare, {**wood, "at": [40, 9], "label": "Grove"}])
    assert [feature["letter"] for feature in view["features"]] == ["", "", "", "A"]
    assert [entry["label"] for entry in view["legend"]] == ["Grove"]
    figure = drawn(project, view)
    assert (len(areas(figure)), len(tokens(figure))) == (3, 2)
    assert [letter for letter, *_ in discs(figure)] == ["A"]
    alone = drawn(project, view_of(project, bare))
    assert alone.findall(".//p[@class='legend-line']") == []
    words = table_plan_words(view, "en", labels(project.folders, "plain", "en"))  # type: ignore[arg-type]
    assert (
        "Wood: circle" in words and "W, Enemy leader: at" in words and "A, Grove: circle" in words
    )


@pytest.mark.parametrize(("unit", "widths"), [("in", [3, 3, 0.5, 2]), ("cm", [8, 8, 1, 2])])
def test_a_line_has_the_usual_width_of_its_style(
    project: Project, unit: str, widths: list[float]
) -> None:
    line: Feature = {"shape": "line", "points": [[1, 9], [30, 9]]}
    lines = [{**line, "style": style} for style in ("road", "water", "wall")]
    view = view_of(project, [*lines, {**line, "style": "road", "width": 2}], unit=unit)
    assert [feature["width"] for feature in view["features"]] == widths


@pytest.mark.parametrize("style", [*AREAS, *TOKENS])
def test_each_style_has_a_name_in_words(project: Project, style: str) -> None:
    for lang in ("en", "fr"):
        assert labels(project.folders, "plain", lang)[f"alt_style_{style}"]


@pytest.mark.parametrize("shape", ["marker", "figure"])
def test_the_legend_has_every_mark_and_one_line_for_one_label(project: Project, shape: str) -> None:
    marks = ["A", "B", "A", 1, "C"]
    features: list[Feature] = [
        {"shape": shape, "at": [9, 9], "mark": m, "label": "Clue"} for m in marks
    ]
    view = view_of(project, features)
    assert [entry["marks"] for entry in view["legend"]] == [["A", "B", "1", "C"]]
    lines = drawn(project, view).findall(".//p[@class='legend-line']")
    signs = [[t.text for t in line.iter(f"{SVG}text")] for line in lines]
    assert signs == [["A", "B", "1", "C"]]


def test_the_legend_drops_the_marks_of_targets_only_where_several_share_an_entry(
    project: Project,
) -> None:
    def foe(mark: str, label: str) -> Feature:
        return {"shape": "figure", "at": [9, 9], "mark": mark, "style": "boss", "label": label}

    hero: Feature = {"shape": "figure", "at": [9, 30], "mark": "H", "label": "Hero"}
    fires: list[Feature] = [{"shape": "fire", "from": "H", "to": mark} for mark in "JKL"]
    view = view_of(project, [hero, foe("J", "Jack"), foe("K", "Guard"), foe("L", "Guard"), *fires])
    assert [entry["mark"] for entry in view["legend"]] == ["H", "J", ""]


def test_features_that_look_different_have_separate_legend_lines(project: Project) -> None:
    one: Feature = {"style": "objective", "label": "Prize"}
    features: list[Feature] = [
        {"shape": "marker", "at": [9, 9], "mark": "P", **one},
        {"shape": "circle", "at": [9, 9], "radius": 4, **one},
        {"shape": "figure", "at": [9, 9], "mark": "P", **one},
        {"shape": "figure", "at": [9, 9], **one},
    ]
    view = view_of(project, features)
    assert [entry["letter"] for entry in view["legend"]] == ["", "A", "", ""]
    assert [feature["letter"] for feature in view["features"]] == ["", "A", "", ""]


def at_the_border() -> Iterator[Feature]:
    for at in ([0, 0], [48, 0], [0, 36], [48, 36], [24, 1]):
        yield {"shape": "rectangle", "at": at, "size": [6, 6], "style": "building"}
        yield {"shape": "circle", "at": at, "radius": 8, "style": "wood"}
    for side in ("north", "east", "south", "west"):
        yield {"shape": "edge", "side": side, "depth": 0.1, "style": "zone"}
        yield {"shape": "edge", "side": side, "depth": 36, "style": "cliff"}
    yield {"shape": "line", "points": [[0, 0], [48, 0]], "width": 2, "style": "road"}


@pytest.mark.parametrize("mm", [40, 86, 200])
def test_letters_are_inside_the_frame(project: Project, mm: int) -> None:
    features = list(at_the_border())
    figure = drawn(project, view_of(project, features), mm=mm)
    wide, high = frame(figure)
    assert len(discs(figure)) == len(features)
    for letter, x, y in discs(figure):
        assert DISC <= x <= wide - DISC, letter
        assert DISC <= y <= high - DISC, letter


def test_a_letter_is_centred_on_a_narrow_table(project: Project) -> None:
    edge = {"shape": "edge", "side": "north", "depth": 9, "style": "zone"}
    figure = plan(project, [edge], width=1, height=100)
    ((_, x, _),) = discs(figure)
    assert near(x, frame(figure)[0] / 2)


@pytest.mark.parametrize("mm", [74, 100])
@pytest.mark.parametrize(
    "area",
    [
        {"shape": "rectangle", "at": [24, 18], "size": [9, 6], "turn": 20, "style": "building"},
        {"shape": "rectangle", "at": [24, 18], "size": [2, 1], "style": "wall"},
        {"shape": "circle", "at": [24, 18], "radius": 2.5, "style": "objective"},
        {"shape": "circle", "at": [24, 18], "radius": 12, "style": "wood"},
        {"shape": "edge", "side": "west", "depth": 6, "style": "zone"},
        {"shape": "line", "points": [[24, 0], [24, 36]], "width": 8, "style": "road"},
    ],
    ids=["house", "crate", "well", "wood", "zone", "road"],
)
def test_letters_avoid_tokens(project: Project, area: Feature, mm: int) -> None:
    """Repeatedly place a token where the letter is: the letter moves away each time."""
    features: list[Feature] = [area]
    for _ in range(4):
        view = view_of(project, features)
        figure = drawn(project, view, mm=mm)
        scale = frame(figure)[0] / 48
        ((_, x, y),) = discs(figure)
        for token in features[1:]:
            right, down = (number * scale for number in token["at"])
            assert math.hypot(x - right, y - down) >= 2 + 1.9
        features.append({"shape": "figure", "at": [x / scale, y / scale]})


PLANS = [
    path
    for path in sorted((TEMPLATES.parent / "content").glob("*/scenarios/*.yaml"))
    if "\nlayout:" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_letters_of_the_games_plans_are_not_covered(project: Project, path: Path) -> None:
    layout = yaml.safe_load(path.read_text(encoding="utf-8"))["layout"]
    figure = drawn(project, view_of(project, **layout), mm=76)
    scale = frame(figure)[0] / layout["width"]
    placed = [(x, y) for _, x, y in discs(figure)]
    # Figures and markers have their own letters.
    assert placed or all("mark" in f or f["shape"] == "distance" for f in layout["features"])
    taken = [
        [n * scale for n in f["at"]] for f in layout["features"] if "facing" in f or "mark" in f
    ]
    for n, letter in enumerate(placed):
        assert all(math.dist(letter, token) >= 3.8 for token in taken)
        assert all(math.dist(letter, other) >= 4 for other in placed[:n])


@pytest.mark.parametrize("seed", range(4))
def test_letters_do_not_overlap(project: Project, seed: int) -> None:
    dice = random.Random(seed)
    squares = [
        {"shape": "rectangle", "at": at, "size": [6, 5], "style": "building"}
        for at in (somewhere(dice, 48, 36) for _ in range(12))
    ]
    placed = [(x, y) for _, x, y in discs(drawn(project, view_of(project, squares)))]
    assert all(math.dist(a, b) >= 4 for n, a in enumerate(placed) for b in placed[:n])


def test_the_legend_lists_every_feature(project: Project) -> None:
    content = project.library.games["fog"]
    layout = content.scenarios["last-quay"].value.layout
    assert layout is not None
    view = table_plan_view(layout, content, "en")
    figure = drawn(project, {"id": "layout_x", **view})
    lines = figure.findall(".//p[@class='legend-line']")
    assert len(lines) == len(view["legend"])
    named = {(f["label"], f["style"], f.get("mark")) for f in view["legend"]}
    assert named == {(f["label"], f["style"], f.get("mark")) for f in view["features"]}
    letters = {entry["letter"] for entry in view["legend"]} - {""}
    assert {letter for letter, *_ in discs(figure)} == letters


# --- distances, arcs, lines of fire -----------------------------------------------------------


def texts(element: Element) -> list[str]:
    return ["".join(part.itertext()) for part in element.iter(f"{SVG}text")]


def legend_words(figure: Element) -> list[str]:
    lines = figure.findall(".//p[@class='legend-line']")
    return [" ".join((line[0].tail or "").split() + words_after(line)) for line in lines]


def words_after(line: Element) -> list[str]:
    """The words after the symbol of a line of the legend."""
    return [
        word for part in line[1:] for word in ("".join(part.itertext()) + (part.tail or "")).split()
    ]


@pytest.mark.parametrize(
    "unit, to, lang, wanted",
    [
        ("in", [15, 4], "en", "12″"),
        ("in", [3, 6.5], "en", "2.5″"),
        ("in", [6, 8], "fr", "5″"),
        # The game measures in inches.
        ("cm", [10.62, 4], "fr", "3″"),
        ("cm", [4, 5], "en", "0.6″"),
    ],
)
def test_a_distance_shows_its_length_in_the_unit_of_the_game(
    project: Project, unit: str, to: list[float], lang: str, wanted: str
) -> None:
    distance = {"shape": "distance", "from": [3, 4], "to": to}
    figure = drawn(project, view_of(project, [distance], lang, unit=unit))
    assert wanted in texts(figure)
    scale = frame(figure)[0] / 48
    (line,) = figure.iterfind(f".//{SVG}path[@class='distance']")
    found = [float(n) for n in line.get("d", "").replace("M", "").replace("L", "").split()]
    assert near(found, [n * scale for n in (3, 4, *to)])


@pytest.mark.parametrize(("unit", "wanted"), [("cm", "7.6\u00a0cm"), ("in", "3″")])
def test_a_distance_may_have_a_unit_of_its_own(project: Project, unit: str, wanted: str) -> None:
    distance = {"shape": "distance", "from": [3, 4], "to": [10.62, 4], "unit": unit}
    assert wanted in texts(drawn(project, view_of(project, [distance], unit="cm")))


def test_a_distance_between_tokens_ends_at_their_edges(project: Project) -> None:
    features: list[Feature] = [
        {"shape": "figure", "at": [10, 9], "mark": "A"},
        {"shape": "figure", "at": [40, 9], "mark": "B"},
        {"shape": "distance", "from": "A", "to": "B"},
    ]
    figure = plan(project, features)
    assert "30″" in texts(figure)
    scale = frame(figure)[0] / 48
    (line,) = figure.iterfind(f".//{SVG}path[@class='distance']")
    x, _, right, _ = map(float, line.get("d", "").replace("M", "").replace("L", "").split())
    assert 1.9 < x - 10 * scale < 3
    assert 1.9 < 40 * scale - right < 3


@pytest.mark.parametrize("length", [0.5, 2, 5, 30])
@pytest.mark.parametrize("way", [(1, 0), (0, 1), (0.6, 0.8)])
def test_the_label_of_a_distance_leaves_both_arrows_visible(
    project: Project, length: float, way: tuple[float, float]
) -> None:
    to = [9 + length * way[0], 3 + length * way[1]]
    figure = plan(project, [{"shape": "distance", "from": [9, 3], "to": to}])
    scale = frame(figure)[0] / 48
    (plate,) = figure.iterfind(f".//{SVG}rect[@class='plate']")
    x, y, wide, high = numbers(plate, "x", "y", "width", "height")
    for right, down in ((9, 3), to):
        across = max(x - right * scale, right * scale - x - wide)
        below = max(y - down * scale, down * scale - y - high)
        assert max(across, below) > 0


def test_the_legend_has_only_labelled_distances(project: Project) -> None:
    features: list[Feature] = [
        {"shape": "distance", "from": [1, 1], "to": [5, 1], "label": "Door"},
        {"shape": "distance", "from": [1, 9], "to": [9, 9], "label": "Door"},
        {"shape": "distance", "from": [1, 20], "to": [9, 20]},
    ]
    figure = plan(project, features)
    assert legend_words(figure) == ["Door"]
    assert {"4″", "8″"} <= set(texts(figure))


@pytest.mark.parametrize("facing, angle", [(0, 90), (90, 45), (200, 180), (-30, 270)])
def test_an_arc_is_centred_on_its_facing(project: Project, facing: float, angle: float) -> None:
    arc = {"reach": 8, "angle": angle}
    figure = plan(project, [{"shape": "figure", "at": [20, 15], "facing": facing, "arc": arc}])
    scale = frame(figure)[0] / 48
    (group,) = figure.iterfind(f".//{SVG}g[@class='arcs']")
    (path,) = group.findall(f"{SVG}path")
    steps = path.get("d", "").split()
    start, sweep = [float(n) for n in steps[4:6]], steps[7:]
    assert near(float(sweep[0]), 8 * scale)
    assert sweep[3:5] == ["1" if angle > 180 else "0", "1"]
    for turn, (x, y) in ((-angle / 2, start), (angle / 2, [float(n) for n in sweep[5:7]])):
        wanted = math.radians(facing + turn)
        assert near(x, (20 + 8 * math.sin(wanted)) * scale)
        assert near(y, (15 - 8 * math.cos(wanted)) * scale)


def test_an_arc_of_360_degrees_is_a_circle(project: Project) -> None:
    figure = plan(project, [{"shape": "figure", "at": [20, 15], "arc": {"reach": 8}}])
    scale = frame(figure)[0] / 48
    (circle,) = figure.iterfind(f".//{SVG}g[@class='arcs']/{SVG}circle")
    assert near(numbers(circle, "cx", "cy", "r"), [20 * scale, 15 * scale, 8 * scale])


RANGE: list[Feature] = [
    {"shape": "figure", "at": [2, 18], "mark": "S", "label": "Shooter", "style": "boss"},
    *(
        {"shape": "figure", "at": at, "mark": str(n), "label": "Target"}
        for n, at in enumerate([[40, 3], [44, 12], [44, 18], [44, 24], [40, 33]], 1)
    ),
    {"shape": "circle", "at": [30, 13.5], "radius": 2, "style": "wood", "cover": "light"},
    {"shape": "line", "points": [[36, 9], [36, 16]], "width": 1, "style": "road", "cover": "light"},
    {"shape": "rectangle", "at": [20, 18], "size": [2, 2], "style": "building", "cover": "blocks"},
    {"shape": "rectangle", "at": [35, 23], "size": [1, 4], "style": "rough", "cover": "heavy"},
    {"shape": "circle", "at": [3.2, 18.5], "radius": 0.2, "style": "road", "cover": "heavy"},
    # These features have no cover.
    {"shape": "edge", "side": "east", "depth": 10, "style": "zone"},
    *({"shape": "fire", "from": "S", "to": str(n), "over": 3} for n in range(1, 6)),
]  # fmt: skip


def test_lines_of_fire_meet_obstacles(project: Project) -> None:
    view = view_of(project, RANGE)
    found = [([met["cover"] for met in fire["met"]], fire["seen"]) for fire in view["fires"]]
    assert found == [
        ([], True),
        (["light", "light"], True),
        (["blocks"], False),
        (["heavy"], True),
        (["heavy"], True),
    ]
    assert [fire["covers"] for fire in view["fires"]] == [
        {}, {"light": 2}, {}, {"heavy": 1}, {},
    ]  # fmt: skip
    assert [fire["near"] for fire in view["fires"]] == [False] * 4 + [True]
    assert near(view["fires"][2]["stop"], [19, 18])
    # The symbol of cover is in its middle.
    assert near(view["fires"][1]["met"][1]["at"][0], 36)


def test_lines_of_fire_are_drawn_with_their_obstacles(project: Project) -> None:
    figure = plan(project, RANGE)
    lines = figure.findall(f".//{SVG}path[@class='fire']")
    hidden = figure.findall(f".//{SVG}path[@class='hidden']")
    assert (len(lines), len(hidden)) == (5, 1)
    scale = frame(figure)[0] / 48
    *_, x, y = lines[2].get("d", "").replace("L", "").split()
    assert near([float(x), float(y)], [19 * scale, 18 * scale])
    (group,) = figure.iterfind(f".//{SVG}g[@class='lines']")
    signs = [element.get("class", "") for element in group if "met" in element.get("class", "")]
    assert signs == ["met light", "met light", "met blocks", "met heavy", "met heavy"]
    assert len(group.findall(f"{SVG}path[@class='over']")) == 1


def test_the_legend_describes_each_line_of_fire(project: Project) -> None:
    words = legend_words(plan(project, RANGE))
    assert words[0] == "Shooter"
    # Targets share a line of the legend; lines of fire name each target.
    assert words.count("Target") == 1
    assert words[-5:] == [
        "S → 1 – open",
        "S → 2 – light × 2",
        "S → 3 – hidden",
        "S → 4 – heavy",
        "S → 5 – too close",
    ]


def test_a_wall_in_the_pdf_stops_a_line_of_fire(project: Project, tmp_path: Path) -> None:
    """The line is red up to the wall and dotted behind it; a rectangle without cover stops none."""
    import weasyprint

    wall = {"shape": "rectangle", "at": [5, 3], "size": [0.4, 3], "style": "building"}
    features: list[Feature] = [
        {**wall, "cover": "blocks"},
        {**wall, "at": [5, 7]},
        {"shape": "fire", "from": [1, 3], "to": [9, 3]},
        {"shape": "fire", "from": [1, 7], "to": [9, 7]},
    ]
    figure = drawn(project, view_of(project, features, width=10, height=10), mm=100)
    html = ElementTree.tostring(figure, encoding="unicode").replace("ns0:", "")
    style = "<style>@page { size: 140mm 140mm; margin: 0 } body { margin: 0 }</style>"
    weasyprint.HTML(string=style + html).write_pdf(tmp_path / "plan.pdf")
    page = colours(tmp_path / "plan.pdf", 0, 8)

    def red(start: float, end: float, down: float) -> float:
        """The share of a horizontal line on the table that is red."""
        y = round((5 + down * 10) * 8)
        way = page[y, round((20 + start * 10) * 8) : round((20 + end * 10) * 8)]
        return float(((way[:, 0] - way[:, 2]) > 60).mean())

    assert red(1.1, 4.5, 3) > 0.95
    assert red(5.5, 8.6, 3) < 0.5
    assert red(1.1, 8.6, 7) > 0.95
    assert red(1.1, 8.6, 5) == 0


@pytest.mark.parametrize("name, sound", [("last-quay", True), ("bare", False), ("none", False)])
def test_a_chapter_shows_the_plan_of_a_scenario(tmp_path: Path, name: str, sound: bool) -> None:
    root = short(tmp_path)
    (root / "content/fog/scenarios/bare.yaml").write_text("title: {fr: Nu, en: Bare}\n")
    chapter = root / "content/fog/chapters/02-crew.en.md"
    chapter.write_text(f"# Plans\n\n:::{{layout}} {name}\n\n:::{{layout}} {name}\n")
    project = Project(root)
    problems = [message for message in messages(project.check()) if "directive-argument" in message]
    assert len(problems) == (0 if sound else 2)
    if sound:
        path = next(built(root, "fog/rulebook", langs=["en"]).glob("fog/*.pdf"))
        with pikepdf.open(path) as pdf:
            pages = [words_in(path, n) for n in range(len(pdf.pages))]
        assert sum(page.count("36″ × 36″") for page in pages) == 2
