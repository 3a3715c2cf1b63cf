"""Texts of faces that can be printed on top of a picture."""

from __future__ import annotations

import zlib

import pytest
from written_faces import FONT, SIDE, face, form, words

from printgen.extras.card_printers.text_layers import split
from printgen.layout.faces import Part

STATES = b"/ExtGState <</half <</ca .5>>/full <</ca 1>>/mix <</BM /Multiply>>>>"


def texts_of(content: bytes, extra: bytes = STATES, *links: Part | str) -> list[tuple[float, ...]]:
    """The places of the texts that can be moved."""
    return [text.matrix[4:] for text in split(face(content, extra, *links)).texts]


@pytest.mark.parametrize(
    ("before", "moved"),
    [
        (b"", True),
        (b"/full gs 1 0 0 rg", True),
        (b"/half gs", False),
        (b"/half gs /full gs", True),
        (b"/mix gs", False),
        (b"q /half gs Q", True),
        (b"1 Tr", False),
        (b"3 Tr", False),
        (b"2 Ts", False),
        (b"80 Tz", False),
        (b"2 Tc", False),
        (b"/Pattern cs /p scn", False),
        (b".1 .2 .3 .4 k", False),
    ],
)
def test_opaque_text_in_a_colour_is_moved(before: bytes, moved: bool) -> None:
    assert texts_of(before + b"\n" + words(5, 6)) == ([(5, 6)] if moved else [])


def test_places_colours_and_order() -> None:
    content = b"q 2 0 0 2 1 1 cm .5 g " + words(5, 6) + b"Q 1 0 0 rg " + words(7, 8)
    first, second = split(face(content)).texts
    assert (first.matrix, first.colour) == ((2, 0, 0, 2, 11, 13), (0.5, 0.5, 0.5))
    assert (second.matrix, second.colour) == ((1, 0, 0, 1, 7, 8), (1, 0, 0))
    assert (first.font, first.size) == (FONT, 12)
    left, bottom, right, top = first.box
    assert left < 11 < right < 100
    assert bottom < 13 < 13 + 24 < top
    assert [first.number, second.number] == [0, 1]


def test_texts_that_follow_another_one_are_moved() -> None:
    first, second = texts_of(words(5, 6).replace(b" ET", b" [<0029>] TJ ET"))
    assert first == (5, 6)
    assert 15 < second[0] < 60
    assert second[1] == 6
    # A text whose place is relative stays, and so do those that follow it.
    assert texts_of(words(5, 6).replace(b" ET", b" 0 -12 Td [<0029>] TJ [<0029>] TJ ET")) == [first]


def test_taken_texts_are_invisible_in_the_picture() -> None:
    content = words(5, 6) + b"/half gs\n" + words(7, 8)
    made = split(face(content, STATES))
    written = zlib.decompress(made.picture.form.stream or b"")
    assert written.count(b"3 Tr") == 1
    assert written.index(b"3 Tr") < written.index(b"0 Tr") < written.index(b"/half gs")
    left = split(face(content, STATES), {0})
    assert left.texts == ()
    assert b"Tr" not in zlib.decompress(left.picture.form.stream or b"")


def test_forms_are_split_where_they_are_drawn() -> None:
    inner = form(b"0 0 10 10 re f\n" + words(1, 2))
    content = b"q 1 0 0 1 10 10 cm /in Do Q /half gs /in Do"
    made = split(face(content, STATES + b"/XObject <</in @>>", inner))
    assert [text.matrix[4:] for text in made.texts] == [(11, 12)]
    # The form is drawn twice: without its text, and with it, since it is not opaque there.
    assert zlib.decompress(made.picture.form.stream or b"").split()[-2:] == [b"/in", b"Do"]
    assert len(_all_forms(made.picture.form)) == 3


def test_groups_keep_their_texts() -> None:
    inner = form(words(1, 2), b">>/Group <</S /Transparency>>/X <<")
    assert texts_of(b"/in Do", b"/XObject <</in @>>", inner) == []


def test_clips_are_kept_but_those_of_the_page() -> None:
    content = b"0 0 %g %g re W n 2 0 0 2 0 0 cm 1 2 3 4 re W n\n" % (SIDE, SIDE)
    curve = b"q 0 0 m 1 0 1 1 0 1 c h W* n\n"
    first, second, third = split(
        face(content + words(5, 6) + curve + words(7, 8) + b"Q " + words(5, 6))
    ).texts
    assert first.clips == third.clips == (b"2 4 6 8 re\nW\nn",)
    assert second.clips == (*first.clips, b"0 0 m\n2 0 2 2 0 2 c\nh\nW*\nn")


def _all_forms(top: Part) -> set[bytes]:
    found = {top.digest} if top.stream is not None else set()
    return found.union(*(_all_forms(part) for part in top.links if isinstance(part, Part)))
