"""Coverage of the given text by the printed text."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printgen.layout.book_text import _Flow, _missing, _missing_letters
from printgen.layout.fitting import letters_of

Words = st.lists(
    st.sampled_from(["une", "unite", "avance", "puis", "avancer", "de", "deux", "hexagones"]),
    min_size=3,
    max_size=30,
)


@settings(max_examples=100, deadline=None)
@given(words=Words, data=st.data())
def test_a_page_may_break_within_a_word(words: list[str], data: st.DataObject) -> None:
    printed = "".join(words)
    cut = data.draw(st.integers(1, len(printed) - 1))
    # The foot of one page and the head of the next are in between.
    between = data.draw(st.sampled_from(["12", "12lemouvement", "4avance"]))
    assume(not _within_a_short_word(words, cut))
    assert _missing(_Flow([" ".join(words)]), printed[:cut] + between + printed[cut:]) == ""


def _within_a_short_word(words: list[str], cut: int) -> bool:
    """Whether the cut leaves fewer than two letters of a word, which hyphenation avoids."""
    at = 0
    for word in words:
        if at < cut < at + len(word):
            return cut - at < 2 or len(word) < 5
        at += len(word)
    return False


def test_a_broken_word_is_not_confused_with_a_later_occurrence() -> None:
    block = "Un déplacement court. Un mot entre deux. Encore un déplacement."
    printed = "undepla12gaspcementcourtunmotentredeuxencoreundeplacement"
    assert _missing(_Flow([block]), printed) == ""


@pytest.mark.parametrize(
    "sentence",
    ["護符を一枚引き、隣の者に渡す。", "抽一张牌，然后交给邻座。", "จั่วไพ่สองใบแล้วส่งให้เพื่อน"],
)
def test_a_page_may_break_within_a_paragraph_without_spaces(sentence: str) -> None:
    block = "".join(f"{number}{sentence}" for number in range(9))
    printed = letters_of(block)
    for cut in range(1, len(printed)):
        assert _missing(_Flow([block]), f"{printed[:cut]}13thehead{printed[cut:]}") == ""
    assert _missing(_Flow([block]), printed[:40] + printed[60:]) != ""


def test_letters_are_found_in_parts() -> None:
    assert letters_of("น้ำแข็ง Été") == letters_of("น้\u0e4dาแข็ง e\u0301te\u0301")


@pytest.mark.parametrize(
    ("printed", "missing"),
    [("6d2 הטילו מהר dragon", ""), ("6d2 הטיל מהר dragon", "הטילו 2D6 Dragon"), ("", "מהר")],
)
def test_letters_of_right_to_left_pages_are_counted(printed: str, missing: str) -> None:
    flow = _Flow(["מהר", "הטילו 2D6 Dragon"])
    assert _missing_letters(flow, letters_of(printed)) == missing


def test_missing_text_is_named() -> None:
    printed = "theboatsleaves"
    assert _missing(_Flow(["The boats", "leave at nine"]), printed) == "leave at nine"
    assert _missing(_Flow(["Nine boats"]), printed) == "Nine boats"
    assert _missing(_Flow(["leaves", "the boats"]), printed) == "the boats"
    assert _missing(_Flow(["The boats", "leaves"], aside=["leaves", "The boats"]), printed) == ""
    assert _missing(_Flow(["The boats"], aside=["the quay"]), printed) == "the quay"


def test_of_equal_blocks_the_first_may_be_interrupted() -> None:
    # A reference prints its page number the first time only.
    printed = "ashellp3costs3ashellcosts3"
    assert _missing(_Flow(["A shell costs 3."] * 2), printed) == ""
    assert _missing(_Flow(["A shell costs 3."] * 3), printed) == "A shell costs 3."
