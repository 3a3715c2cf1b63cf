"""Faces as a picture with texts on top."""

from __future__ import annotations

import numpy as np
import pytest
from written_faces import PIXELS, card_face, face, words

from printgen.extras.card_printers.text_layers import Layers, layers_of

GROUND = b".8 .9 1 rg 0 0 70 70 re f 0 g\n"


def layers(content: bytes, extra: bytes = b"") -> Layers:
    return layers_of(card_face(face(GROUND + content, extra)), PIXELS, PIXELS)


def places(made: Layers) -> list[tuple[float, ...]]:
    return [text.matrix[4:] for text in made.texts]


def test_a_text_is_on_top_of_the_picture() -> None:
    made = layers(words(10, 20))
    assert places(made) == [(10, 20)]
    assert made.letters == "23"
    assert (np.asarray(made.picture) == np.asarray(made.picture)[0, 0]).all()
    assert np.asarray(made.whole).min() == 0


@pytest.mark.parametrize(
    "over",
    [
        b"1 1 1 rg 12 20 4 4 re f",
        b"q /half gs 1 0 0 rg 0 0 70 40 re f Q",
        b"q 1 1 1 RG 0 24 m 70 24 l S Q",
    ],
)
def test_a_covered_text_stays_in_the_picture(over: bytes) -> None:
    made = layers(words(10, 20) + over + b"\n" + words(10, 50), b"/ExtGState <</half <</ca .4>>>>")
    assert places(made) == [(10, 50)]
    assert np.asarray(made.picture)[200:].min() < 150
    assert np.asarray(made.picture)[:100].min() >= 119


def test_all_texts_of_a_face_may_be_covered() -> None:
    made = layers(words(10, 20) + words(10, 50) + b"1 g 0 0 70 70 re f")
    assert made.texts == ()
    assert made.picture is made.whole


def test_what_covers_no_text_changes_nothing() -> None:
    made = layers(words(10, 20) + b"1 g 10 50 20 10 re f")
    assert places(made) == [(10, 20)]


def test_texts_on_texts_keep_their_order() -> None:
    made = layers(words(10, 20) + b"1 0 0 rg\n" + words(14, 22))
    assert places(made) == [(10, 20), (14, 22)]


def test_clipped_texts_are_clipped_on_top() -> None:
    made = layers(b"q 12 20 m 20 20 l 16 40 l h W n\n" + words(10, 20) + b"Q " + words(10, 50))
    assert places(made) == [(10, 20), (10, 50)]
