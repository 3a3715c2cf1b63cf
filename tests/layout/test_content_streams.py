"""The sizes of text and lines in content streams."""

from __future__ import annotations

import pytest

from printgen.layout.content_streams import Marks, read_marks, shown_codes, shown_letters


def marks(content: str, **forms: Marks) -> Marks:
    return read_marks(content.encode(), forms.get, {})


@pytest.mark.parametrize(
    ("content", "size"),
    [
        pytest.param("BT /F 8 Tf <0001> Tj ET", 8.0, id="font size"),
        pytest.param("0.75 0 0 0.75 0 0 cm BT /F 8 Tf <0001> Tj ET", 6.0, id="scaled page"),
        pytest.param("BT /F 1 Tf 7 0 0 -7 3 4 Tm [<0001> 20 <0002>] TJ ET", 7.0, id="text matrix"),
        pytest.param("BT 0 9 -9 0 0 0 Tm /F 1 Tf (a\\)b) Tj ET", 9.0, id="turned"),
        pytest.param(
            "q 2 0 0 2 0 0 cm Q BT /F 5 Tf <0001> Tj ET", 5.0, id="scale ends with its state"
        ),
        pytest.param("3 0 0 1 0 0 cm BT /F 5 Tf <0001> Tj ET", 5.0, id="only the height counts"),
        pytest.param(
            "BI /W 1 /H 1 ID q 9 0 0 9 0 0 cm EI BT /F 5 Tf <0001> Tj ET", 5.0, id="inline picture"
        ),
    ],
)
def test_text_has_the_size_of_its_font_and_its_matrices(content: str, size: float) -> None:
    assert list(marks(content).texts) == [size]


@pytest.mark.parametrize(
    ("content", "width"),
    [
        pytest.param("0 0 m 9 9 l S", 1.0, id="the usual width"),
        pytest.param("0.2 w 0 0 m 9 9 l S", 0.2, id="width"),
        pytest.param("0 w 0 0 9 9 re s", 0.0, id="hairline"),
        pytest.param("q 0.5 0 0 0.5 0 0 cm 0.6 w 0 0 m 1 1 l S Q", 0.3, id="scaled"),
        pytest.param("q 0.1 w Q 0 0 m 1 1 l B*", 1.0, id="width ends with its state"),
        pytest.param("0.1 w 0 0 9 9 re f 0 0 9 9 re W n", None, id="fills and clips are none"),
        pytest.param("0.1 w 1 J 3 4 m 3 4 l 5 4 m 5 4 l S", None, id="dots are none"),
        pytest.param("0.1 w 1 J 3 4 m 3 4 l 5 4 m 6 4 l S", 0.1, id="a line among dots"),
        pytest.param("2 w [1 2] 0 d 0 0 m 1 1 l S", 2.0, id="dashes"),
    ],
)
def test_lines_have_the_width_of_their_stroke(content: str, width: float | None) -> None:
    found = marks(content).line
    assert found == (None if width is None else pytest.approx(width))


def test_a_form_counts_at_the_scale_of_its_use() -> None:
    form = marks("0.4 w 0 0 m 1 1 l S BT /F 10 Tf <0007> Tj ET")
    found = marks("q 0.5 0 0 0.5 0 0 cm /Drawing Do Q /Picture Do", Drawing=form)
    assert found.line == pytest.approx(0.2)
    assert found.texts == {5.0: [("F", b"<0007>")]}


def test_shown_texts_are_read() -> None:
    assert shown_codes(b"[<0001 0002> 20 <00ff>]") == [1, 2, 255]
    assert shown_letters(rb"(a\(b\))") == "a(b)"
