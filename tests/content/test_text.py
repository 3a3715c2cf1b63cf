"""Texts in several languages."""

from __future__ import annotations

import pytest

from printgen.content.models.text import Text


@pytest.mark.parametrize(
    ("one", "two", "differ"),
    [
        ({"fr": "Rouge", "en": "Red"}, {"fr": "Rouge", "en": "Red"}, False),
        ({"fr": "Rouge", "en": "Red"}, {"fr": "Rouge"}, False),
        ({"fr": "Rouge", "en": "Red"}, {"fr": "Rouge", "en": "Reds"}, True),
        ({"fr": "Rouge"}, {"en": "Red"}, True),
    ],
)
def test_texts_differ_in_a_language_of_both(
    one: dict[str, str], two: dict[str, str], differ: bool
) -> None:
    assert Text(one).differs(Text(two)) is differ
