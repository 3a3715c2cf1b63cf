"""Sheets to write on, army lists, and books of declared kinds."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pypdfium2
import pytest
from helpers import all_words_in, page_sizes, pixels, printgen, words_in
from small_projects import write
from tide_game import GAME, built_tide

from printgen import Project
from printgen.problems import Position


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_tide(tmp_path_factory)


def spaced(text: str) -> str:
    return " ".join(text.split())


def test_a_form_is_twice_on_each_side_of_a_sheet(root: Path) -> None:
    path = root / "score.fr.a4.pdf"
    assert page_sizes(path) == [(210, 297)] * 2
    left, right = (spaced(words_in(path, 0, (x, 0, x + 148, 210))) for x in (0.5, 148.5))
    assert left == right
    assert "Joueur Date Manches Cochez une case. Coque alpha beta Or Hommes" in left
    assert "Marée noire Feuille de score" in left
    # The cut is in the middle, from both edges.
    column: np.ndarray = np.any(pixels(path, 0, 10)[:, 1482:1488] < 160, axis=1)
    assert column[:48].all() and column[-48:].all() and not column[60:-60].any()
    # Rows that do not fit are on the back, which is upside down: the sheet turns over its top.
    assert spaced(words_in(path, 1, (0.5, 0, 148.5, 210))).count("Sum") == 1
    # So the last row is at the top of the page.
    assert "Sum" in words_in(path, 1, (0.5, 0, 148.5, 60))


def test_a_roster_shows_points_boxes_and_upgrades(root: Path) -> None:
    path = root / "gulls.en.a4.pdf"
    text = spaced(all_words_in(path))
    assert "4 members · 54 / 60 points" in text
    assert "1 × Anne Le Bris Captain 30" in text
    assert "3 × Sailor 3 × 8 = 24" in text
    assert "+ Musket (5). Shoot far." in text
    # Below the title, whose letters have such corners.
    assert squares(pixels(path, 0, 10)[300:] < 160, 40) == 3 + 3 * 2


def squares(ink: np.ndarray, size: int) -> int:
    """The number of empty squares with a frame, whose sides are `size` pixels long."""
    rows, columns = np.nonzero(ink[:-size, :-size])
    found: list[tuple[int, int]] = []
    for y, x in zip(rows.tolist(), columns.tolist(), strict=True):
        frame = ink[y, x : x + size - 4].all() and ink[y : y + size - 4, x].all()
        inside = ink[y + 8 : y + size - 8, x + 8 : x + size - 8]
        if frame and not inside.any() and all(abs(y - b) + abs(x - a) > 9 for b, a in found):
            found.append((y, x))
    return len(found)


def test_the_cards_of_a_roster_are_those_that_it_needs(root: Path) -> None:
    text = spaced(all_words_in(root / "cards.en.a4.pdf"))
    assert [text.count(name) for name in ("Captain", "Sailor", "Brute", "Musket", "Rope")] == [
        1,
        3,
        0,
        1,
        0,
    ]
    # Labels are above their values.
    assert "FT W" in text and "3+ 3" in text


def test_a_book_shows_declared_kinds_and_rosters(root: Path) -> None:
    path = root / "rules.en.screen.pdf"
    assert set(page_sizes(path)) == {(105, 148)}
    text = spaced(all_words_in(path))
    assert "the captain (p." in text and "The Gulls (p." in text
    assert "Captain Cost 25 FT 3+ W 3" in text and "Friends stay." in text
    assert "Rope Price 1" in text and "Musket Price" not in text
    assert "54 / 60" in text
    assert not any(word in text for word in ("Contents", "Typefaces", "Index"))


LEAFLET = """
leaflet:
  title: {en: Leaflet, fr: Dépliant}
  output: book
  cover: false
  imprint: false
  contents: false
  index: false
"""


@pytest.mark.slow
def test_a_book_without_a_cover_begins_with_its_titles_and_first_chapter(tmp_path: Path) -> None:
    project = write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/tide/game.yaml": GAME,
            "content/tide/products.yaml": LEAFLET,
            "content/tide/chapters/01-crews.en.md": "# Crews\n\nOne.\n\n:::{page-break}\n\nTwo.\n",
            "content/tide/chapters/01-crews.fr.md": "# Équipages\n\nUn.\n",
        },
    )
    assert printgen(project, "build", "--all", "--lang", "en").returncode == 0
    out = project / "out" / "tide"
    for edition, pages in (("screen", 2), ("print", 2), ("booklet.a4", 2)):
        assert len(page_sizes(out / f"leaflet.en.{edition}.pdf")) == pages
    first, second = (spaced(words_in(out / "leaflet.en.screen.pdf", page)) for page in (0, 1))
    assert first == "Black Tide Leaflet Crews One. Crews 1"
    assert second == "Two. Black Tide 2"
    with closing(pypdfium2.PdfDocument(out / "leaflet.en.screen.pdf")) as document:
        assert document.get_page_label(0) in ("", "1")
    done = printgen(project, "export", "books", "tide")
    assert done.returncode == 0, done.stderr
    page = (out / "book-html" / "tide-leaflet.en.html").read_text()
    assert 'cover-picture" alt' not in page and "book_imprint" not in page
    with ZipFile(out / "epub" / "tide-leaflet.en.epub") as book:
        names = [name.rpartition("/")[2] for name in book.namelist()]
    assert not {"cover.xhtml", "cover.jpg", "imprint.xhtml"} & set(names)
    assert {"title.xhtml", "nav.xhtml"} <= set(names)


def test_a_page_that_is_larger_than_the_paper_is_reported(root: Path, tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/g/game.yaml": "title: G\nlanguages: [en]",
            "content/g/products.yaml": "a: {title: A, output: sheet, page: a3, form: [{lines: 2}]}",
        },
    )
    result = printgen(tmp_path, "build")
    assert result.returncode == 1
    assert "content/g/products.yaml:1:1: " in result.stderr
    assert "a page of 297 x 420 mm does not fit on paper of 210 x 297 mm" in result.stderr


FORM = """
a:
  title: A
  output: sheet
  page: a5
  form:
    - text: Cross off what you catch.
    - columns:
        - [grid: {columns: 8, rows: 8}]
        - [table: {columns: [Fish, Points], rows: [Tourteau de roche, Lieu], total: Total}]
    - lines: 4
"""


def form(root: Path, products: str) -> Path:
    """A project with a form on paper A4."""
    return write(
        root,
        {
            "printgen.yaml": "",
            "content/g/game.yaml": "title: G\nlanguages: [en]",
            "content/g/products.yaml": products,
        },
    )


def test_heads_of_rows_have_the_room_that_they_need(tmp_path: Path) -> None:
    root = form(tmp_path, FORM)
    assert Project(root).build(langs=["en"], jobs=1).problems == []
    path = root / "out/g/a.en.a4.pdf"
    assert "Tourteau de roche" in spaced(words_in(path, 0, (74, 0, 106, 210)))
    # The lines between cells cross no word.
    assert "Tourteau de roche" not in spaced(words_in(path, 0, (74, 0, 100, 210)))


def test_a_long_track_continues_below_its_first_box(tmp_path: Path) -> None:
    boxes = [f"b{number}" for number in range(30)]
    track = f"{{label: Turn, boxes: [{', '.join(boxes)}], size: 8}}"
    root = form(tmp_path, f"a: {{title: A, output: sheet, page: a5, form: [track: {track}]}}")
    assert Project(root).build(langs=["en"], jobs=1).problems == []
    path = root / "out/g/a.en.a4.pdf"
    assert set(spaced(words_in(path, 0, (0, 0, 30, 210))).split()) == {"A", "G", "Turn"}
    assert set(boxes) <= set(spaced(words_in(path, 0, (30, 0, 148, 210))).split())


def test_text_is_larger_on_a_page_with_room(tmp_path: Path) -> None:
    sizes = []
    for lines in (4, 13):
        root = form(tmp_path, FORM.replace("lines: 4", f"lines: {lines}"))
        assert Project(root).build(langs=["en"], jobs=1).problems == []
        path = root / "out/g/a.en.a4.pdf"
        with closing(pypdfium2.PdfDocument(path)) as document:
            words = document[0].get_textpage()
            left, _, right, _ = words.get_charbox(words.get_text_range().index("Cross"))
        sizes.append(right - left)
    assert sizes[0] > 1.1 * sizes[1]


def test_a_form_has_one_page_unless_it_may_have_more(tmp_path: Path) -> None:
    long = FORM.replace("lines: 4", "lines: 30")
    (problem,) = Project(form(tmp_path, long)).build(langs=["en"], jobs=1).problems
    assert problem.code == "face-overflow"
    assert problem.message.endswith("has 2 pages: too many rows or lines for one page")
    assert problem.hint.startswith("`pages: 2`, or a larger `page`; ")
    assert problem.position == Position("content/g/products.yaml", 2, 1)
    one = form(tmp_path, long.replace("page: a5", "pages: 1\n  page: a5"))
    (problem,) = Project(one).build(langs=["en"], jobs=1).problems
    assert problem.position == Position("content/g/products.yaml", 5, 10)
    two = form(tmp_path, long.replace("page: a5", "page: a5\n  pages: 2"))
    assert Project(two).build(langs=["en"], jobs=1).problems == []


GRIDS = """
bingo:
  title: Bingo
  output: sheet
  page: a5
  form:
    - grid:
        columns: 2
        heads: [On the left, On the right]
        cells: [A very long bench with two anglers, Rain, A goose, The moon]
track:
  title: Track
  output: sheet
  page: a5
  form:
    - grid: {columns: 10, cells: 0-100, shape: round}
    - track: {label: Lives, boxes: 1-9, size: 8}
"""


def test_the_numbers_of_a_score_track_are_clear_of_their_circles(tmp_path: Path) -> None:
    root = form(tmp_path, GRIDS)
    assert Project(root).build(langs=["en"], jobs=1).problems == []
    path = root / "out/g/track.en.a4.pdf"
    text = spaced(words_in(path, 0, (0, 0, 148, 210)))
    assert " ".join(map(str, range(101))) in text and "Lives 1 2 3 4 5 6 7 8 9" in text
    ink = pixels(path, 0, 10) < 150
    mm = 25.4 / 72
    with closing(pypdfium2.PdfDocument(path)) as document:
        words, high = document[0].get_textpage(), document[0].get_height() * mm
        for number in ("44", "77", "100"):
            first, count = words.search(number).get_next()
            boxes = [words.get_charbox(first + n) for n in range(count)]
            left, right = boxes[0][0] * mm, boxes[-1][2] * mm
            y = high - (boxes[0][1] + boxes[0][3]) / 2 * mm
            dark = np.flatnonzero(ink[round(10 * y)]) / 10
            # Paper is between the number and its circle, on both sides alike.
            before = left - dark[dark < left - 0.3].max()
            after = dark[dark > right + 0.3].min() - right
            assert before > 0.5 and after > 0.5
            assert abs(before - after) < 0.6


def test_the_words_of_a_bingo_card_are_within_their_squares(tmp_path: Path) -> None:
    root = form(tmp_path, GRIDS)
    assert Project(root).build(langs=["en"], jobs=1).problems == []
    path = root / "out/g/bingo.en.a4.pdf"
    left, right = (spaced(words_in(path, 0, (x, 0, x + 74, 210))) for x in (0, 74))
    assert "On the left A very long bench with two anglers A goose" in left
    assert "On the right Rain The moon" in right


@pytest.mark.parametrize(
    ("grid", "hint"),
    [
        ("columns: 3", "how many `rows` it has, or the `cells` in it"),
        ("columns: 2, rows: 1, cells: 1-3", "3 cells do not fit into 2 columns and 1 rows"),
        ("columns: 1, cells: 1-90", "90 cells do not fit into 1 columns and 60 rows"),
        ("columns: 2, cells: 1-4, heads: [A]", "1 heads for 2 columns"),
        ("columns: 2, cells: 1-4, shape: dots", "a grid of dots has no cells"),
        ("columns: 2, rows: 2, shape: round", "circles are for a grid with `cells`"),
        ("columns: 2, cells: 9-1", "from a smaller number to a larger one, 400 numbers at most"),
        ("columns: 2, cells: 0-9999", "from a smaller number to a larger one, 400 numbers at most"),
    ],
)
def test_a_grid_that_cannot_be_is_reported(tmp_path: Path, grid: str, hint: str) -> None:
    sheet = f"a: {{title: A, output: sheet, form: [grid: {{{grid}}}]}}"
    problems = Project(form(tmp_path, sheet)).check()
    assert any(hint in (problem.hint or "") for problem in problems), problems
    assert {problem.position.file for problem in problems} == {"content/g/products.yaml"}
