"""Maps as figures of books and sheets."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny

from printgen import Project
from printgen.problems import PlacementError
from printgen.views.maps import COLUMN, map_view


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
