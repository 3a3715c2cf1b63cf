"""The words of a face's HTML, and where they are among the letters of a page."""

from __future__ import annotations

import numpy as np
import tinyhtml5

from printgen.layout.fitting import letters_of
from printgen.layout.seen_words import Letters, Word, find_words, words_of


def words(html: str) -> list[Word]:
    document = tinyhtml5.parse(f"<section>{html}</section>", namespace_html_elements=False)
    return words_of(next(document.iter("section")))


def letters(text: str) -> Letters:
    """The letters of a page that draws a text."""
    starts = [
        not at or text[at - 1].isspace() for at, letter in enumerate(text) if letter.isalnum()
    ]
    folded = letters_of(text)
    return Letters(folded, np.zeros((len(folded), 4)), np.zeros(len(folded), np.int32),
                   np.array(starts, np.bool_))  # fmt: skip


def missing(html: str, drawn: str, broken: bool = False) -> list[str]:
    found, page = words(html), letters(drawn)
    find_words(found, page, np.zeros(len(page.text), np.bool_), broken)
    return [word.text for word in found if word.missing]


def test_words_are_read_block_by_block() -> None:
    found = words("<p>One <b>two</b>, three<br>four</p> five <div>six<p>seven</p>eight</div>")
    assert [word.text for word in found] == [
        "five", "One", "two,", "three", "four", "six", "eight", "seven"]  # fmt: skip
    assert len({word.block for word in found}) == 4


def test_a_word_may_be_in_parts() -> None:
    (word,) = words("<p><span>C</span>aptain</p>")
    assert (word.text, word.pieces) == ("Captain", ["c", "aptain"])


def test_drawings_styles_and_marks_are_no_words() -> None:
    html = "<style>p {}</style><!-- note --><svg><text>map</text></svg><p>— · word</p>"
    assert [word.text for word in words(html)] == ["word"]


def test_case_and_line_ends_do_not_matter() -> None:
    assert missing("<p>The har\u00adbour is large</p>", "THE HAR-\nBOUR IS LARGE") == []


def test_a_missing_word_is_named() -> None:
    assert missing("<p>The harbour is large</p>", "The is large") == ["harbour"]
    assert missing("<p>ten</p><p>ten</p>", "ten") == ["ten"]


def test_words_beside_right_to_left_letters_may_be_turned_round() -> None:
    assert missing("<p>הטל 2D6, והוסף</p>", "הטל 6D2 והוסף") == []
    assert missing("<p>הטל 2D6, והוסף</p>", "הטל 7D2 והוסף") == ["2D6,"]
    assert missing("<p>roll 2D6</p>", "roll 6D2") == ["2D6"]


def test_parts_of_a_word_may_be_drawn_apart() -> None:
    assert missing("<p><span>C</span>aptain of all</p>", "C word aptain of all") == []


def test_a_word_is_broken_between_pages_only() -> None:
    assert missing("<p>harbour</p>", "har page 2 bour") == ["harbour"]
    assert missing("<p>harbour</p>", "har page 2 bour", broken=True) == []


def test_a_whole_word_is_chosen_before_a_part_and_a_seen_one_before_an_unseen_one() -> None:
    (word,) = words("<p>sea</p>")
    page = letters("season sea sea")
    unseen = np.zeros(len(page.text), np.bool_)
    unseen[6:9] = True
    find_words([word], page, unseen)
    assert word.letters == [9, 10, 11]
    (word,) = words("<p>sea</p>")
    find_words([word], letters("season sea"), unseen[:9])
    assert word.letters == [6, 7, 8]
