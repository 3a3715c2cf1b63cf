"""Maps as figures of books and sheets."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny, words

from printgen import Project
from printgen.extras.hex_maps.views import map_view
from printgen.paper import COLUMN, PAPERS, column_of
from printgen.problems import PlacementError


@pytest.mark.spares("map-layout")
@pytest.mark.parametrize("rows", [9, 45])
def test_a_tall_figure_fits_its_page(tmp_path: Path, rows: int) -> None:
    library, entry = tiny(tmp_path, f"flat_to_flat: 4 mm\ncolumns: 10\nrows: {rows}\n")
    assert float(map_view(library, entry, "en", "full")["height"]) <= COLUMN.height + 0.5


def test_a_figure_that_is_too_tall_is_reported_at_its_rows(tmp_path: Path) -> None:
    library, entry = tiny(tmp_path, "flat_to_flat: 4 mm\ncolumns: 10\nrows: 300\n")
    with pytest.raises(PlacementError) as error:
        map_view(library, entry, "en", "full")
    assert error.value.problem.position == entry.at("rows", key=True)


def test_a_book_with_a_map_that_is_too_tall_is_not_written(tmp_path: Path) -> None:
    tiny(tmp_path, "flat_to_flat: 9 mm\ncolumns: 3\nrows: 300\n")
    game = tmp_path / "content" / "g"
    (game / "chapters").mkdir()
    (game / "chapters" / "01-a.en.md").write_text("# A\n\n:::{map} m\n")
    (game / "products.yaml").write_text("book: {title: Book, output: book}\n")
    report = Project(tmp_path).build()
    assert [str(problem) for problem in report.problems] == [
        "content/g/maps/m.yaml:5:1: map-layout: "
        "the map 'm' and its legend are too tall for their page"
    ]
    assert report.built == []
    assert list((tmp_path / "out").rglob("*.pdf")) == []


def book_with_a_map(root: Path) -> None:
    """A game with a book that shows a map of numbered hexes."""
    tiny(root, "flat_to_flat: 19 mm\norientation: flat-top\ncolumns: 18\nrows: 7\n")
    game = root / "content" / "g"
    (game / "chapters").mkdir()
    (game / "chapters" / "01-a.en.md").write_text("# A\n\n:::{map} m\n")
    (game / "products.yaml").write_text("book: {title: Book, output: book}\n")


@pytest.mark.spares("type-small")
def test_a_map_is_legible_in_a_booklet_with_smaller_pages(tmp_path: Path) -> None:
    book_with_a_map(tmp_path)
    report = Project(tmp_path).build(papers=["letter"], editions=["booklet"])
    assert report.problems == []
    (built,) = report.built
    assert "0101" in words((tmp_path / built.target.path).read_bytes())


@pytest.mark.sees("type-small")
def test_a_map_in_a_narrow_column_is_named_at_its_directive(tmp_path: Path) -> None:
    book_with_a_map(tmp_path)
    theme = tmp_path / "templates" / "plain"
    theme.mkdir(parents=True)
    (theme / "book.css").write_text("@page :left { margin: 22mm }\n@page :right { margin: 22mm }\n")
    report = Project(tmp_path).build(papers=["letter"], editions=["booklet"])
    (problem,) = [found for found in report.problems if found.code == "type-small"]
    assert (problem.position.file[-10:], problem.position.line) == ("01-a.en.md", 3)
    assert problem.message.startswith("the map 'M' in g/book (en, booklet on letter), page ")
    assert ": '0101' is set in 5." in problem.message
    assert problem.hint == "at least 6 pt: the column must be 7 % wider"


@pytest.mark.parametrize("paper", ["a6", "a5", "a4"])
def test_the_room_of_a_map_follows_the_page(paper: str) -> None:
    room, page = column_of(PAPERS[paper]), PAPERS[paper]
    assert room.width <= page.width - 36
    assert room == COLUMN or paper == "a6"
