"""Page and paper sizes by name or dimensions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.paper import PAPERS, Size, page_size, paper_name, paper_size


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a1", Size(594, 841)),
        ("500 x 700 mm", Size(500, 700)),
        ("50x70 cm", Size(500, 700)),
        ("63.5 × 88.9 mm", Size(63.5, 88.9)),
        ("24 x 36 in", Size(609.6, 914.4)),
        ("63,5 X 88,9", Size(63.5, 88.9)),
        ("63mm x 88mm", Size(63, 88)),
        ('2.5" × 3.5"', Size(63.5, 88.9)),
    ],
)
def test_pages_by_name_or_size(name: str, size: Size) -> None:
    assert (page_size(name).width, page_size(name).height) == pytest.approx(
        (size.width, size.height)
    )


@pytest.mark.parametrize(
    "name",
    ["a9", "500 mm", "2 in x 88 mm", "63 mm x 88", "10 x 400 mm", "400 x 5081 mm", "poker", ""],
)
def test_invalid_page_sizes_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="page"):
        page_size(name)


@pytest.mark.parametrize(
    ("text", "name", "size"),
    [
        ("A4", "a4", Size(210, 297)),
        (" Tabloid ", "tabloid", Size(279.4, 431.8)),
        ("SRA3", "sra3", Size(320, 450)),
        ("330 x 483 mm", "330x483mm", Size(330, 483)),
        ("330X483", "330x483mm", Size(330, 483)),
        ("8.5 x 13 in", "215.9x330.2mm", Size(215.9, 330.2)),
        # The size of a named paper has its name; a landscape paper is another one.
        ("8.5 x 11 in", "letter", Size(215.9, 279.4)),
        ("21 x 29.7 cm", "a4", Size(210, 297)),
        ("297 x 210 mm", "297x210mm", Size(297, 210)),
        ("100 x 1200 mm", "100x1200mm", Size(100, 1200)),
    ],
)
def test_papers_by_name_or_size(text: str, name: str, size: Size) -> None:
    assert paper_name(text) == name
    assert paper_name(name) == name
    assert paper_size(name) == size


sides = st.integers(10_000, 120_000).map(lambda n: n / 100)


@given(sides, sides)
def test_names_of_papers_are_safe_in_file_names(width: float, height: float) -> None:
    name = paper_name(f"{width} x {height} mm")
    assert name in PAPERS or set(name) <= set("0123456789.xm")
    size = paper_size(name)
    assert (size.width, size.height) == pytest.approx((width, height), abs=0.006)
    assert paper_name(name) == name


@pytest.mark.parametrize("text", ["a9", "99 x 200 mm", "1200.1 x 200", "300 mm", "../a4", "", "x"])
def test_unknown_papers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="paper"):
        paper_name(text)
