"""Parts of faces by recipe with a place and type of their own, and the grounds of faces."""

from __future__ import annotations

from ctypes import c_uint
from pathlib import Path
from re import finditer

import numpy as np
import pypdfium2
import pytest
import yaml
from helpers import colours, messages, near
from pdf_tags import unmarked
from PIL import Image
from small_projects import write
from tools import verapdf

from printgen import Project
from printgen.content.models.faces import Recipe
from printgen.content.models.theme import Style
from printgen.content.validation import validate
from printgen.paper import POINTS_PER_MM, Size
from printgen.rules.placing import flow_of, opacity_of

STYLES = ("blueprint", "calm", "classic", "comic", "dark", "folk", "painted", "pulp")
PRODUCT = """c:
  title: C
  output: cards
  source: c.csv
  faces:
    front: {front}
"""
ROWS = "name,attack,text,type\nStorm,12,Draw two cards.,fire\n"
PER_MM = 4.0


def deck(root: Path, front: str, style: str = "calm", rows: str = ROWS) -> Path:
    """A deck by a recipe; a small picture is there as `p.png`."""
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": f"title: G\nlanguages: [en]\nstyle: {style}\n",
        "content/g/c.csv": rows,
        "content/g/products.yaml": PRODUCT.format(front=front),
    }
    return write(root, files)


def sheet(root: Path, ink: str = "full") -> Path:
    """The sheet of a deck, which has no problems."""
    report = Project(root).build(inks=[ink], papers=["a4"], jobs=1)
    assert messages(p for p in report.problems if p.code != "sheet-header") == []
    return root / "out" / "g" / f"c.en.a4{'.low-ink' if ink == 'low' else ''}.pdf"


def extent(path: Path, colour: str, per_mm: float = PER_MM) -> tuple[float, float, float, float]:
    """The left, top, right and lower edge of what has a colour, in mm on the sheet."""
    rgb = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
    rows, columns = np.nonzero(near(colours(path, 0, per_mm), rgb, 12))
    return tuple(  # type: ignore[return-value]
        float(each) / per_mm
        for each in (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    )


def type_colour(drawn: pypdfium2.PdfObject) -> tuple[int, ...]:
    """The colour of words on a page; nothing for what is no words."""
    if drawn.type != pypdfium2.raw.FPDF_PAGEOBJ_TEXT:
        return ()
    parts = [c_uint() for _ in range(4)]
    pypdfium2.raw.FPDFPageObj_GetFillColor(drawn.raw, *parts)
    return tuple(each.value for each in parts[:3])


def words_at(path: Path) -> dict[str, tuple[float, float, float, float]]:
    """The left, top, right and lower edge of each word of a sheet (mm)."""
    with pypdfium2.PdfDocument(path) as document:
        page = document[0]
        text, high = page.get_textpage(), page.get_height()
        letters, at = text.get_text_range(), 0
        found: dict[str, tuple[float, float, float, float]] = {}
        for word in letters.split():
            at = letters.index(word, at)
            boxes = [text.get_charbox(n) for n in range(at, at + len(word))]
            left, low = min(b[0] for b in boxes), min(b[1] for b in boxes)
            right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
            across, down = (left, right), (high - top, high - low)
            left, right, upper, lower = (each / POINTS_PER_MM for each in (*across, *down))
            found.setdefault(word, (left, upper, right, lower))
            at += len(word)
        text.close()
    return found


TWO = (
    "{title: {from: name, at: [4, 70, 55, 9], fill: '#102030'}, "
    "words: [{from: '{attack}', at: [40, 10, 12, 12], fill: '#c02030', size: 20 pt}, "
    "{from: '{type}', at: [5, 10, 8, 40], fill: '#208040', turn: 270}]}"
)


def test_parts_are_where_the_recipe_says_in_their_sizes(tmp_path: Path) -> None:
    path = sheet(deck(tmp_path, TWO))
    red, blue, green = (extent(path, each) for each in ("#c02030", "#102030", "#208040"))
    assert red[2] - red[0] == pytest.approx(12, abs=0.4)
    assert red[3] - red[1] == pytest.approx(12, abs=0.4)
    assert (blue[0] - red[0], blue[1] - red[1]) == pytest.approx((-36, 60), abs=0.4)
    assert blue[2] - blue[0] == pytest.approx(55, abs=0.4)
    # A turned part has its place as it is seen; its words are within.
    assert green[2] - green[0] == pytest.approx(8, abs=0.4)
    assert green[3] - green[1] == pytest.approx(40, abs=0.4)
    words = words_at(path)
    assert words["fire"][3] - words["fire"][1] > words["fire"][2] - words["fire"][0]
    for word, place in (("Storm", blue), ("12", red), ("fire", green)):
        left, top, right, low = words[word]
        assert place[0] < left < right < place[2], word
        assert place[1] < top < low < place[3], word
    # Figures of 20 pt are some 4.6 mm high.
    assert words["12"][3] - words["12"][1] == pytest.approx(4.6, abs=0.6)


@pytest.mark.parametrize("font", ["EB Garamond", "Cinzel"])
def test_a_title_in_small_capitals_that_is_too_long_for_its_line_is_named(
    tmp_path: Path, font: str
) -> None:
    """Its type does not get smaller than can be read, also where its font lacks small capitals."""
    front = f"{{title: {{from: name, at: [4, 10, 40, 8], fit: line, font: {font}}}}}"

    def codes(letters: int) -> list[str]:
        name = "The Extraordinarily Long Night of the Harbour Watch"[:letters]
        root = deck(tmp_path / str(letters), front, "classic", ROWS.replace("Storm", name))
        report = Project(root).build(inks=["full"], papers=["a4"], jobs=1)
        return [each.code for each in report.problems if each.code != "sheet-header"]

    assert codes(18) == []
    assert codes(51) == ["face-overflow"]


def test_a_panel_is_as_high_as_its_words(tmp_path: Path) -> None:
    """Over a picture, it is at the foot of its place; elsewhere, where `valign` says."""
    front = (
        "{title: none, picture: {from: art, fit: full}, "
        "body: {from: text, at: [5, 30, 53, 50], hug: true, fill: '#c02030'}, "
        "words: [{from: '{attack}', at: [5, 5, 20, 20], hug: true, fill: '#208040', valign: top}]}"
    )
    rows = "name,attack,text,art\nStorm,12,Draw two cards.,a.svg\n"
    root = deck(tmp_path, front, rows=rows)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><path d="M0 0h63v88z"/></svg>'
    )
    write(root, {"content/g/images/a.svg": svg})
    path = sheet(root)
    edges, words = extent(path, "#c02030"), words_at(path)
    # The card is 10.5 mm below the upper edge of the sheet, or farther.
    top = extent(path, "#208040")[1] - 5
    assert edges[3] - top == pytest.approx(80, abs=0.5)
    assert edges[3] - edges[1] < 10
    assert edges[1] < words["cards."][1] < words["cards."][3] < edges[3]
    green = extent(path, "#208040")
    assert 4 < green[3] - green[1] < 9


def test_headings_stand_out_in_a_body(tmp_path: Path) -> None:
    """They have the colour of the band, or that of the body, and are nearer to what follows."""
    words = '"Draw two cards.\n\n## Rain\n\nGain coins."'
    rows = ROWS.replace("Draw two cards.", words)
    front = "{band: '#7c1d12', body: {from: text%s}}"
    path = sheet(deck(tmp_path / "band", front % "", rows=rows))
    at = words_at(path)
    above, below = at["Rain"][1] - at["cards."][3], at["Gain"][1] - at["Rain"][3]
    assert above > below + 1
    own = sheet(deck(tmp_path / "own", front % ", colour: '#1d3b2f'", rows=rows))
    for file, expected in ((path, (0x7C, 0x1D, 0x12)), (own, (0x1D, 0x3B, 0x2F))):
        with pypdfium2.PdfDocument(file) as document:
            inks = {type_colour(each) for each in document[0].get_objects(max_depth=3)}
        assert expected in inks
    with pypdfium2.PdfDocument(own) as document:
        inks = {type_colour(each) for each in document[0].get_objects(max_depth=3)}
    assert (0x7C, 0x1D, 0x12) not in inks


def test_values_choose_the_shape_behind_words(tmp_path: Path) -> None:
    """Words fit into the shape of their card, and have one size."""
    shape = "{by: type, fire: circle, sea: box}"
    front = (
        "{title: none, words: [{from: '{attack}', at: [20, 10, 20, 20], fill: '#c02030', "
        f"size: 60 pt, shape: {shape}}}, {{from: '{{type}}', at: [5, 60, 40, 6]}}]}}"
    )
    path = sheet(deck(tmp_path, front, rows=ROWS + "Wave,38,,sea\n"))
    circle, box = (near(colours(path, 0, PER_MM, (x, 0, x + 63, 60)), (0xC0, 0x20, 0x30), 12)
                   for x in (10.5, 73.5))  # fmt: skip
    assert circle.any() and box.any()
    for red, share in ((circle, 0.5), (box, 0.98)):
        rows, columns = np.nonzero(red)
        corner = red[rows.min() : rows.min() + 8, columns.min() : columns.min() + 8]
        assert (corner.mean() > share) == (red is box)
        assert columns.max() - columns.min() == pytest.approx(20 * PER_MM, abs=2)
    words = words_at(path)
    heights = [words[each][3] - words[each][1] for each in ("12", "38")]
    assert heights[0] == pytest.approx(heights[1], rel=0.1)


def test_long_words_get_smaller_in_their_place(tmp_path: Path) -> None:
    name = "The Long Night of the Harbour"
    front = "{title: {from: name, at: [4, 10, 40, 8], size: 16 pt, fit: line}}"
    line = words_at(sheet(deck(tmp_path / "line", front, rows=ROWS.replace("Storm", name))))
    assert line["Long"][1] == pytest.approx(line["Harbour"][1], abs=0.6)
    wrapped = front.replace("40, 8", "40, 16").replace(", fit: line", "")
    several = words_at(sheet(deck(tmp_path / "more", wrapped, rows=ROWS.replace("Storm", name))))
    assert several["Harbour"][1] > several["Long"][3]
    assert several["Long"][3] - several["Long"][1] > 1.3 * (line["Long"][3] - line["Long"][1])


def test_what_has_no_place_keeps_clear_of_places_along_an_edge(tmp_path: Path) -> None:
    front = "{title: {from: name, at: [4, 4, 9, 80], turn: 270, fill: '#c02030'}, body: text}"
    path = sheet(deck(tmp_path, front))
    assert words_at(path)["Draw"][0] > extent(path, "#c02030")[2]


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("{title: {at: [4, 4, 8, 80]}}", (12, 0, 51, 88)),
        ("{title: {at: [0, 50, 63, 8]}, picture: {from: a, at: [0, 0, 63, 50]}}", (0, 58, 63, 30)),
        ("{foot: {from: a, at: [4, 70, 55, 14]}}", (0, 0, 63, 70)),
        # A part in a corner, or a picture across the card, takes no room.
        ("{corner: {from: a, at: [4, 4, 10, 10]}}", (0, 0, 63, 88)),
        ("{picture: {from: a, at: [-3, -3, 69, 94]}}", (0, 0, 63, 88)),
    ],
)
def test_the_flow_has_what_places_along_an_edge_leave(
    front: str, expected: tuple[float, ...]
) -> None:
    assert tuple(flow_of(recipe(front), Size(63, 88))) == pytest.approx(expected)


def recipe(front: str) -> Recipe:
    """A recipe from YAML."""
    value, errors = validate(Recipe, yaml.safe_load(front))
    assert not errors
    assert value
    return value


def test_a_look_changes_a_part_and_keeps_the_rest() -> None:
    whole = recipe(
        "{title: {from: name, at: [4, 4, 55, 8], size: 12}, body: text, "
        "when: [{if: a > 1, title: other, body: {at: [4, 20, 55, 40]}}, {if: a > 2, title: none}]}"
    )
    first, second = map(whole.with_look, whole.when)
    assert first.parts_in("title") == ["other"]
    assert first.is_placed("title")
    assert first.parts_in("body") == ["text"]
    assert first.is_placed("body")
    assert second.parts_in("title") == []
    assert not second.is_placed("title")


def test_words_on_a_ground_are_legible_and_low_ink_has_none(tmp_path: Path) -> None:
    front = "{background: {by: type, fire: '#402010'}, frame: corners, body: text}"
    root = deck(tmp_path, front)
    full = colours(sheet(root), 0, PER_MM, (15, 20, 65, 90))
    assert np.abs(np.median(full, axis=(0, 1)) - (0x40, 0x20, 0x10)).max() < 4
    assert near(full, (255, 255, 255), 8).sum() > 50, "type is white on a dark ground"
    assert colours(sheet(root, "low"), 0, PER_MM, (15, 20, 65, 90)).mean() > 225


def test_words_over_a_picture_are_on_white_in_low_ink(tmp_path: Path) -> None:
    front = (
        "{title: none, picture: {from: art, at: [0, 0, 63, 88], fit: cover}, "
        "words: [{from: '{attack}', at: [20, 30, 20, 12], colour: '#ffffff'}]}"
    )
    root = deck(tmp_path, front, rows="name,attack,art\nStorm,12,a.svg\n")
    square = '<path d="M0 0h63v88H0z" fill="#203040"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{square}</svg>'
    write(root, {"content/g/images/a.svg": svg})
    full, low = sheet(root), sheet(root, "low")
    left, top, right, _ = words_at(full)["12"]
    above = (left, top - 2, right, top - 0.7)
    assert colours(full, 0, PER_MM, above).mean() < 90
    assert colours(low, 0, PER_MM, above).mean() > 245


def test_a_panel_that_lets_a_picture_through_is_decoration(tmp_path: Path) -> None:
    front = "{background: '#c02030', body: {from: text, at: [5, 60, 53, 20], panel: 80 %}}"
    assert unmarked(sheet(deck(tmp_path, front))) == []


@pytest.mark.parametrize("style", ["dark", "blueprint"])
def test_stats_are_in_their_colour(tmp_path: Path, style: str) -> None:
    stats = "{of: [attack], at: [4, 50, 55, 16], colour: '#30ff30'}"
    front = f"{{background: '#203020', stats: {stats}}}"
    with pypdfium2.PdfDocument(sheet(deck(tmp_path, front, style))) as document:
        inks = [type_colour(each) for each in document[0].get_objects(max_depth=3)]
    # The label and the value.
    assert inks.count((0x30, 0xFF, 0x30)) == 2


def test_stats_are_at_the_side_and_below_the_title(tmp_path: Path) -> None:
    front = "{stats: {of: [attack, type], place: %s}, body: text}"
    side = words_at(sheet(deck(tmp_path / "side", front % "side")))
    assert side["12"][0] > side["Draw"][2]
    top = words_at(sheet(deck(tmp_path / "top", front % "top")))
    assert top["Storm"][3] < top["12"][1] < top["Draw"][1]


def test_bars_are_as_long_as_their_values(tmp_path: Path) -> None:
    front = (
        "{title: name, band: '#c02030', background: '#ffffff', body: none, "
        "stats: {of: [attack, life, rank], at: [5, 40, 53, 24], bars: 20}}"
    )
    rows = "name,attack,life,rank\nStorm,10,40,high\nWind,5,20,low\n"
    path = sheet(deck(tmp_path, front, rows=rows))
    reds = near(colours(path, 0, PER_MM), [0xC0, 0x20, 0x30], 12)
    # The bars of the first card: half of the width, and full where the value is greater than 20.
    lengths = [number for line in reds if (number := int(line[: int(74 * PER_MM)].sum())) > 20]
    half, full = min(lengths), max(lengths)
    assert half / full == pytest.approx(0.5, abs=0.06)
    assert full / PER_MM > 18
    # A value without a number has no bar.
    assert words_at(path)["high"][0] > words_at(path)["10"][0] - 4


def test_a_bar_needs_a_place(tmp_path: Path) -> None:
    front = "{stats: {of: [attack], bars: 20}, body: text}"
    assert "content/g/products.yaml:6:41: place-invalid: `bars` is for parts with a place " in (
        " ".join(messages(Project(deck(tmp_path, front)).check()))
    )


def test_the_value_of_a_field_chooses_the_colours_of_a_part(tmp_path: Path) -> None:
    colour = "{by: type, fire: '#c02030', sea: '#102060'}"
    words = f"{{from: '{{type}}', at: [30, 60, 20, 8], fill: {colour}}}"
    front = f"{{title: name, corner: attack, body: text, words: [{words}]}}"
    rows = "name,attack,text,type\nStorm,12,Draw.,fire\nWave,3,Draw.,sea\nFog,3,Draw.,mist\n"
    path = sheet(deck(tmp_path, front, rows=rows))
    red, blue = extent(path, "#c02030"), extent(path, "#102060")
    assert (red[2] - red[0], blue[2] - blue[0]) == pytest.approx((20, 20), abs=0.4)
    assert blue[0] - red[0] == pytest.approx(63, abs=0.6)
    wrong = front.replace("by: type", "by: colour")
    found = messages(Project(deck(tmp_path / "wrong", wrong)).check())
    assert any("recipe-invalid: no field 'colour'" in message for message in found)


def test_cards_with_an_index_have_places_too(tmp_path: Path) -> None:
    front = "{index: attack, words: [{from: '{name}', at: [20, 60, 25, 8], fill: '#c02030'}]}"
    path = sheet(deck(tmp_path, front))
    left, top, right, low = words_at(path)["Storm"]
    place = extent(path, "#c02030")
    assert place[0] < left < right < place[2]
    assert place[1] < top < low < place[3]


def test_a_font_of_a_part_is_that_of_its_words(tmp_path: Path) -> None:
    front = "{title: {from: name, font: Bangers}, body: text}"
    with pypdfium2.PdfDocument(sheet(deck(tmp_path, front))) as document:
        items = [*document[0].get_objects(max_depth=3)]
        names = {each.get_font().get_base_name() for each in items if hasattr(each, "get_font")}
    assert any("Bangers" in name for name in names)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("at: [4, 4, 10]", "a place has four numbers, not 3"),
        ("at: [4, 4, 0.001, 10]", "are at least 1 mm"),
        ("at: [1e9, 4, 9, 9]", "'1e9' is out of range"),
        ("colour: {by: type}", "no value has a colour"),
        ("size: 3 pt", "expected a size of type"),
        ("at: [4, 4, 9, 9], panel: 120 %", "expected a percentage"),
        ("at: [true, 4, 9, 9]", "a place has numbers, not true and false"),
        ("font: 'a;b'", "'a;b' is not valid"),
        ("at: [4, 4, 9, 9], turn: 45", "'45' is not allowed here"),
        ("at: [4, 4, 9, 9], coluor: '#ffffff'", "unknown key 'coluor'"),
    ],
)
def test_wrong_values_are_named_at_their_key(tmp_path: Path, part: str, expected: str) -> None:
    problems = Project(deck(tmp_path, f"{{title: {{from: name, {part}}}, body: text}}")).check()
    assert any(expected in problem.message for problem in problems), messages(problems)
    assert all(problem.position.line == 6 for problem in problems)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_places_work_in_all_styles(style: str, tmp_path: Path) -> None:
    front = (
        "{title: {from: name, at: [4, 4, 40, 9]}, corner: {from: attack, at: [49, 4, 10, 10]}, "
        "stats: {of: [attack, type], at: [4, 50, 55, 12]}, frame: double, "
        "body: {from: text, at: [4, 64, 55, 20]}}"
    )
    for ink in ("full", "low"):
        path = sheet(deck(tmp_path, front, style), ink)
        assert verapdf("ua1", paths=[path]) == []
        words = words_at(path)
        assert {"Draw", "cards.", "fire"} <= words.keys()
        assert "storm" in {word.lower() for word in words}


# Dark words of the flow, each part in a colour of its own.
FLOWING = (
    "{title: {from: name, align: right, colour: '#ffd060'}, "
    "subtitle: {from: type, size: 12 pt, font: Cinzel, colour: '#c0ffc0'}, "
    "body: {from: text, align: right, colour: '#1040c0'}, "
    "stats: {of: attack, size: 20 pt, align: right, font: Rye, colour: '#a05000'}, "
    "foot: {from: type, size: 14 pt, align: right, colour: '#b000b0', font: Caveat}}"
)


def test_type_works_without_a_place(tmp_path: Path) -> None:
    path = sheet(deck(tmp_path, FLOWING, rows=ROWS.replace("fire", "Gathering")))
    parts = [extent(path, each, 12) for each in ("#ffd060", "#1040c0", "#a05000", "#b000b0")]
    # All of them end at the right edge of the words, near each other.
    assert max(part[2] for part in parts) - min(part[2] for part in parts) < 2.5
    with pypdfium2.PdfDocument(path) as document:
        text = document[0].get_textpage()
        letters = text.get_text_range()
        fonts = {word: _font(text, letters, word) for word in ("Draw", "12")}
        both = [_font(text, letters, "", at.start()) for at in finditer("Gathering", letters)]
        text.close()
    assert fonts["12"][0] == "Rye"
    assert fonts["12"][1] == pytest.approx(20, abs=0.1)
    sizes = dict(both)
    assert sizes["Caveat"] == pytest.approx(14, rel=0.05)
    assert sizes["Cinzel"] == pytest.approx(12, rel=0.2)


def _font(text: pypdfium2.PdfTextPage, letters: str, word: str, at: int = -1) -> tuple[str, float]:
    """The family and the size (pt) of the first letter of a word."""
    at = letters.index(word) if at < 0 else at
    found = text.get_textobj(at)
    name = found.get_font().get_base_name().partition("+")[2] or found.get_font().get_base_name()
    # WeasyPrint writes sizes in pixels, 4/3 of a point.
    return name.partition("-")[0], 0.75 * found.get_font_size()


@pytest.mark.parametrize(
    ("front", "words"),
    [
        ("{body: text, words: [{from: '{attack}', at: [8, 14, 24, 24], shape: circle, "
         "fill: '#c02030'}]}", "Draw"),
        ("{body: {from: text, colour: '#fffffe'}}", "Draw"),
        ("{background: images/p.png, body: text}", "Draw"),
    ],
)  # fmt: skip
def test_words_of_the_flow_that_are_not_seen_are_found(
    tmp_path: Path, front: str, words: str
) -> None:
    root = deck(tmp_path, front)
    ground = Image.new("RGB", (63, 88), "#1a1a1a")
    (root / "content/g/images").mkdir()
    ground.save(root / "content/g/images/p.png")
    problems = Project(root).build(inks=["full"], papers=["a4"], jobs=1).problems
    found = [each for each in problems if each.code == "text-hidden"]
    assert found, messages(problems)
    assert words in found[0].message


@pytest.mark.parametrize(
    "part",
    [
        "title: {from: text, at: [5, 5, 20, 8], fit: line}, body: none",
        "title: name, foot: {from: text, at: [5, 60, 10, 7]}, body: type",
    ],
)
def test_words_that_are_far_too_long_have_one_problem_and_a_draft(
    tmp_path: Path, part: str
) -> None:
    words = "Much too long for its place. " * 180
    root = deck(tmp_path, f"{{{part}}}", rows=ROWS.replace("Draw two cards.", words))
    report = Project(root).build(papers=["a4"], inks=["full"], jobs=1)
    found = [problem.code for problem in report.problems if problem.severity == "error"]
    assert found == ["face-overflow"]
    assert (root / "out" / "g" / "c.en.a4.draft.pdf").is_file()


def test_panels_stay_below_a_frame_of_ones_own() -> None:
    front = "{picture: {from: a, fit: full}, body: {from: b, at: [5, 50, 53, 30]}, frame: %s}"
    style = Style.model_construct(panel=0.0)
    for frame in ("double", "images/frame.png"):
        face = recipe(front % frame)
        body = face.styled_in("body")
        assert body
        assert opacity_of(face, style, "body", body) == 1.0


def test_a_hint_moves_a_place_onto_the_card(tmp_path: Path) -> None:
    front = "{body: text, words: [{from: '{attack}', at: [44, 85, 25, 7]}]}"
    (problem,) = (p for p in Project(deck(tmp_path, front)).check() if p.code == "place-invalid")
    assert problem.hint == "such as [38, 81, 25, 7]"


def test_places_for_a_size_are_wider_and_higher_on_another(tmp_path: Path) -> None:
    front = (
        "{drawn_for: %s, title: {from: name, at: [4, 4, 55, 8], size: 12, fill: '#c02030'}, "
        "body: {from: text, at: [4, 44, 55, 40]}}"
    )
    for number, size in enumerate(("poker", "[63, 88]")):
        root = deck(tmp_path / str(number), front % size)
        products = root / "content/g/products.yaml"
        products.write_text(
            products.read_text().replace("  faces", "  format: 126 x 176 mm\n  faces")
        )
        left, top, right, lower = extent(sheet(root), "#c02030")
        assert (right - left, lower - top) == pytest.approx((110, 16), abs=0.4)


def test_hints_have_the_numbers_of_the_card_that_places_are_for(tmp_path: Path) -> None:
    front = "{drawn_for: [31.5, 44], title: {at: [2, 2, 31, 4]}, body: text}"
    problems = Project(deck(tmp_path, front)).check()
    (problem,) = (each for each in problems if each.code == "place-invalid")
    assert problem.hint == "such as [0.5, 2, 31, 4]"


def test_the_size_that_places_are_for_is_that_of_a_card(tmp_path: Path) -> None:
    for number, size in enumerate(("pokr", "[63]", "[63, 8]", "7")):
        found = Project(deck(tmp_path / str(number), f"{{drawn_for: {size}, body: text}}")).check()
        assert [problem.position.line for problem in found if problem.severity == "error"] == [6]
