"""The test page for duplex printing: a scale on the front, a cross on the back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from helpers import POINTS, pixels, walk, words_in
from sound_files import pdf_faults

from printgen.extras.calibration.page import REACH, write_test_page
from printgen.paper import PAPERS, Size

FINE = 20.0
Offset = tuple[float, float]


def page(tmp_path: Path, paper: str = "a4", lang: str = "en", offset: Offset = (0.0, 0.0)) -> Path:
    path = tmp_path / f"{paper}-{lang}-{offset[0]}-{offset[1]}.pdf"
    write_test_page(path, paper, lang, offset)
    return path


def longest(image: np.ndarray, axis: int) -> float:
    """The middle (pixels) of the longest dark line along an axis."""
    dark = (image < 128).sum(axis=axis)
    lines = np.flatnonzero(dark > 0.9 * dark.max())
    return float(lines.mean()) + 0.5


def cross(path: Path, size: Size) -> tuple[float, float]:
    """The centre of the cross on the second page, in mm from the top left."""
    x, y = size.width / 2, size.height / 2
    image = pixels(path, 1, FINE, (x - 45, y - 45, x + 45, y + 45))
    left, top = x - 45, y - 45
    return left + longest(image, 0) / FINE, top + longest(image, 1) / FINE


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_test_page_has_two_pages_of_the_paper_size(
    tmp_path: Path, paper: str, lang: str
) -> None:
    path = page(tmp_path, paper, lang)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2
        for sheet in pdf.pages:
            expected = [0, 0, PAPERS[paper].width * POINTS, PAPERS[paper].height * POINTS]
            assert [float(side) for side in sheet.MediaBox] == pytest.approx(expected, abs=0.01)
        assert str(pdf.Root.Lang) == lang
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert pdf_faults(path) == ""


def test_fonts_are_embedded(tmp_path: Path) -> None:
    path = page(tmp_path)
    count = 0
    for item in walk(path):
        if item.get("/Type") == "/Font":
            count += 1
            assert "/FontFile2" in item.FontDescriptor
            assert "SourceSans" in str(item.BaseFont)
    assert count


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_is_centred_and_in_mm(tmp_path: Path, paper: str) -> None:
    size = PAPERS[paper]
    path = page(tmp_path, paper)
    x, y = size.width / 2, size.height / 2
    reach = REACH + 0.5
    image = pixels(path, 0, FINE, (x - reach, y - reach, x + reach, y + reach))
    assert longest(image, 0) / FINE == pytest.approx(reach, abs=0.05)
    assert longest(image, 1) / FINE == pytest.approx(reach, abs=0.05)
    # One line per millimetre, from -8 to 8, along a row between two lines.
    row = image[round((reach + 0.5) * FINE)]
    grey = np.flatnonzero(row < 250)
    lines = [g.mean() for g in np.split(grey, np.flatnonzero(np.diff(grey) > 1) + 1)]
    assert len(lines) == 2 * REACH + 1
    assert np.diff(lines) / FINE == pytest.approx([1.0] * (2 * REACH), abs=0.06)


@pytest.mark.parametrize("offset", [(0.0, 0.0), (3.0, -2.0), (-1.5, 0.5), (15.0, 15.0)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_cross_is_moved_by_the_offset(tmp_path: Path, paper: str, offset: Offset) -> None:
    size = PAPERS[paper]
    x, y = cross(page(tmp_path, paper, "en", offset), size)
    assert x == pytest.approx(size.width / 2 + offset[0], abs=0.06)
    assert y == pytest.approx(size.height / 2 + offset[1], abs=0.06)


def test_the_front_does_not_move(tmp_path: Path) -> None:
    still = pixels(page(tmp_path), 0, 5)
    moved = pixels(page(tmp_path, offset=(3.0, -2.0)), 0, 5)
    top = round((297 / 2 - REACH - 1) * 5)
    # Only the line of text with the setting differs.
    assert np.array_equal(still[top:], moved[top:])
    assert (still[:top] != moved[:top]).any()


@pytest.mark.parametrize("seen", [(1.5, -0.5), (-2.0, 3.0)])
def test_the_reading_is_the_setting(tmp_path: Path, seen: tuple[float, float]) -> None:
    """The reading on the scale corrects a printer that shifts its backs.

    Seen through the paper from the front, x is mirrored; the scale counts y upward.
    """
    size = PAPERS["a4"]
    # The error of the printer: the shift of the printed back, right and down.
    fault = (-seen[0], -seen[1])
    x, y = cross(page(tmp_path), size)
    through = size.width - (x + fault[0])
    read = (through - size.width / 2, -((y + fault[1]) - size.height / 2))
    assert read == pytest.approx(seen, abs=0.1)
    x, y = cross(page(tmp_path, offset=seen), size)
    assert (x + fault[0], y + fault[1]) == pytest.approx((105, 148.5), abs=0.1)


def test_the_ruler_measures_50_mm(tmp_path: Path) -> None:
    # Its base line is 20 mm from the foot; its long ticks are 3 mm high.
    row = pixels(page(tmp_path), 0, 40, (15, 297 - 22.8, 75, 297 - 22.4)).min(axis=0)
    dark = np.flatnonzero(row < 128)
    ticks = [g.mean() for g in np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)]
    assert len(ticks) == 6
    assert (ticks[-1] - ticks[0]) / 40 == pytest.approx(50, abs=0.1)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("fr", ["RECTO", "100 %", "50 mm", "x = 3 mm, y = -2 mm"]), ("en", ["FRONT", "100%"])],
)
def test_the_page_has_instructions(tmp_path: Path, lang: str, words: list[str]) -> None:
    text = words_in(page(tmp_path, lang=lang, offset=(3.0, -2.0)), 0)
    for word in words:
        assert word in text
    assert "back_offset:" in text
    back = words_in(page(tmp_path, lang=lang), 1)
    assert {"fr": "VERSO", "en": "BACK"}[lang] in back


def test_lines_stay_on_the_paper(tmp_path: Path) -> None:
    for paper in ("a4", "letter"):
        for lang in ("fr", "en"):
            image = pixels(page(tmp_path, paper, lang), 0, 4)
            edge = image.copy()
            edge[20:-20, 20:-20] = 255
            assert edge.min() == 255


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    assert page(tmp_path).read_bytes() == page(tmp_path / "again").read_bytes()


def test_unknown_papers_and_languages_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no paper 'a7'"):
        write_test_page(tmp_path / "x.pdf", "a7", "fr")
    with pytest.raises(KeyError):
        write_test_page(tmp_path / "x.pdf", "a4", "de")
    assert not (tmp_path / "x.pdf").exists()
