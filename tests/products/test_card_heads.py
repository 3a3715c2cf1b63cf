"""The names at the head of cards: their accents, and their spaces when they are searched."""

from __future__ import annotations

from contextlib import closing

import pypdfium2
from helpers import Store, words_in


def test_accents_of_names_do_not_touch_the_line_above(store: Store) -> None:
    path = store.product("un-jeu-de-figs", "profile-cards", "fr")
    with closing(pypdfium2.PdfDocument(path)) as document:
        words = document[1].get_textpage()
        name = words.get_text_range().index("Zoé")
        number, accent = name - len("3\r\n"), name + len("Zo")
        assert [words.get_text_range(at, 1) for at in (number, accent)] == ["3", "é"]
        bottom_of_line, top_of_accent = words.get_charbox(number)[1], words.get_charbox(accent)[3]
    assert top_of_accent < bottom_of_line


def test_spaces_of_names_are_found_by_a_search(store: Store) -> None:
    # The font of the names draws spaces and narrow spaces with one glyph.
    assert "Zoé Clic" in words_in(store.product("un-jeu-de-figs", "profile-cards", "fr"), 1)
