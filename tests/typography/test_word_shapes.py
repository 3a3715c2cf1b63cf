"""Words of sheet labels in scripts that the font of labels lacks."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest
from helpers import built
from small_projects import write

from printgen import Project
from printgen.imposition.printers_marks import new_canvas, use_shapes, width_of
from printgen.paper import Size
from printgen.project import FONTS
from printgen.typography.word_shapes import WordShape, shape, word_shapes

DEJAVU = FONTS / "dejavu-sans/DejaVuSans.ttf"

PRODUCTS = """
cards:
  output: cards
  title: %s
  source: cards.csv
  papers: [a4]
  inks: [full]
  faces: {front: {title: name}}
"""


def project(root: Path, title: str) -> Project:
    files = {
        "content/g/game.yaml": "title: {any: G}\nlanguages: [en]\n",
        "content/g/products.yaml": PRODUCTS % title,
        "content/g/cards.csv": "Name\nOne\n",
    }
    return Project(write(root, files))


def test_a_title_in_another_script_is_on_the_sheet(tmp_path: Path) -> None:
    path = built(project(tmp_path, "מגדל")) / "g/cards.en.a4.pdf"
    with pikepdf.open(path) as pdf:
        pdf.pages[0].contents_coalesce()
        drawn = pdf.pages[0].Contents.read_bytes()
    assert re.findall(rb"ActualText <FEFF(\w+)>", drawn) == [b"05DE05D205D305DC"]


def test_a_title_that_no_font_has_is_named(tmp_path: Path) -> None:
    problems = project(tmp_path, "卡牌 מגדל").build(jobs=1).problems
    assert [each.message for each in problems] == ["no font has letters of the Chinese script"]


def test_shapes_are_those_of_the_first_font_with_all_letters(tmp_path: Path) -> None:
    library = project(tmp_path, "x").library
    words = "מגדל – Deck 卡牌"
    found = word_shapes(library.folders, library.store, words, set("מגדל卡牌"))
    assert found == {"מגדל": shape(DEJAVU.read_bytes(), "מגדל")}


@pytest.mark.parametrize("words", ["שלום", "سلام", "καλά", "∑"])
def test_a_shape_is_as_wide_as_its_glyphs(words: str) -> None:
    found = shape(DEJAVU.read_bytes(), words)
    assert found is not None
    assert 0.3 * len(words) < found.width < len(words)
    ink = [x for name, points in found.steps for x in points[::2] if name != "Z"]
    assert -0.1 < min(ink) < 0.2
    assert found.width - 0.3 < max(ink) < found.width + 0.1


def test_arabic_letters_are_joined() -> None:
    content = DEJAVU.read_bytes()
    joined, apart = shape(content, "سلام"), [shape(content, each) for each in "سلام"]
    assert joined is not None
    assert joined.width < sum(each.width for each in apart if each)


def test_a_font_without_the_letters_has_no_shape() -> None:
    assert shape(DEJAVU.read_bytes(), "卡牌") is None
    assert shape(b"no font", "a") is None


@pytest.mark.parametrize(
    ("words", "order"), [("אב גד  ·  1/3", ["גד", "אב"]), ("Deck אב 2 גד", ["אב", "גד"])]
)
def test_words_from_left_to_right(
    words: str, order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    use_shapes({"אב": WordShape(2.0, ()), "גד": WordShape(1.0, ())})
    canvas, drawn = new_canvas(io.BytesIO(), Size(100, 100)), list[tuple[float, str]]()
    monkeypatch.setattr(canvas, "_draw_shape", lambda x, y, part: drawn.append((x, part)))
    canvas.setFont("SourceSans", 10)
    canvas.drawRightString(200, 0, words)
    assert [part for _, part in sorted(drawn)] == order
    assert min(drawn)[0] >= 200 - width_of(words, 10)
    assert width_of("אב", 10) == 20.0
