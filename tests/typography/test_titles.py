"""The type of titles: the largest that fits."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen import Project
from printgen.content.models.theme import Lettering, Typeface
from printgen.typography.measure import (
    TitleType,
    even_width,
    initial,
    text_width,
    title_leading,
    title_type,
)

SANS, SERIF = "Source Sans 3", "EB Garamond"

TITLES = [
    "Wee",
    "The Widow on the Hill",
    "WILLOW MARMALADE MW",
    "Maximum Wattage Windmill",
    "The Extraordinarily Warm Morning Wind",
    "The Most Reverend Bishop of Wolverhampton and His Mules",
]


def test_a_longer_title_is_a_little_smaller_before_it_has_two_lines() -> None:
    sizes = [title_type("word " * n, 13, 45, 9, SANS) for n in range(1, 15)]
    assert sizes[0] == TitleType(13, 1)
    assert any(size < 13 and lines == 1 for size, lines in sizes)
    assert [lines for _, lines in sizes] == sorted(lines for _, lines in sizes)
    assert all(size <= 13 * 0.82 for size, lines in sizes if lines > 1)


def test_a_title_that_fits_at_no_size_has_the_smallest() -> None:
    assert title_type("Donaudampfschifffahrtsgesellschaft", 13, 15, 9, SANS) == TitleType(6.4, 1)


def test_markup_takes_no_room() -> None:
    icon = '<img class="icon" alt="" src="file.svg">&amp; Sons'
    assert title_type(icon, 13, 30, 9, SANS) == title_type("& Sons", 13, 30, 9, SANS)


@given(st.lists(st.sampled_from(["a", "sea", "of", "lighthouse"]), max_size=40), st.floats(30, 60))
def test_lines_of_even_width_are_no_more_than_in_the_room(words: list[str], room: float) -> None:
    lettering = Lettering(family=SERIF).model_dump()
    text, size = " ".join(words), 10.0
    width = even_width(text, size, room, lettering)
    assert width <= room
    assert even_width(text, size, width, lettering) <= width


def test_few_lines_are_about_as_long_as_each_other() -> None:
    lettering = Lettering().model_dump()
    assert even_width("She has never lost a letter. A toe, yes.", 10, 54, lettering) < 42
    assert even_width("A toe, yes.", 10, 57, lettering) == 57
    assert even_width("never lost a letter " * 30, 10, 57, lettering) == 57


def test_balanced_lines_are_no_more_than_full_ones() -> None:
    lettering = Lettering(family=SERIF).model_dump()
    words = "“The dark is only distance.” — Varr"
    natural = text_width(words, Typeface(family=SERIF, weight=400), 9 * 0.3528)
    # What fits one line stays on it, and so does what is not parted at its space.
    assert even_width(words, 9, natural + 0.1, lettering) == natural + 0.1
    assert even_width(words.replace(" ", "\u00a0"), 9, natural - 5, lettering) == natural - 5
    # Long rules on the left keep the edge of a paragraph.
    long = "Draw a card, then put a card from your hand on top of your deck. " * 2
    assert even_width(long, 9, 50, lettering) < 50
    assert even_width(long, 9, 50, lettering, on_left=True) == 50


@given(st.text("abM W", max_size=60), st.floats(20, 60), st.floats(5, 12), st.booleans())
def test_more_room_never_makes_a_title_smaller(
    title: str, room: float, height: float, small_caps: bool
) -> None:
    size, _ = title_type(title, 15, room, height, SERIF, small_caps)
    assert 6.4 <= size <= 15
    assert title_type(title, 15, room + 5, height + 2, SERIF, small_caps).size >= size


@pytest.mark.parametrize("style", ["calm", "classic"])
def test_titles_of_cards_are_inside_their_band(tmp_path: Path, style: str) -> None:
    game = tmp_path / "content" / "g"
    (game / "notes").mkdir(parents=True)
    (tmp_path / "printgen.yaml").touch()
    (game / "game.yaml").write_text(
        f"title: Titles\nlanguages: [en]\ntheme: plain\nstyle: {style}\n"
        "kinds: {notes: {label: Note, fields: {cost: {type: integer}, text: {}}}}\n"
    )
    entries = (f"  n{n}: {{name: {name}, cost: 3, text: Go}}\n" for n, name in enumerate(TITLES))
    (game / "notes" / "all.yaml").write_text("entries:\n" + "".join(entries))
    deck = (
        "title: D, output: cards, entries: {notes: all}, papers: [a4], inks: [full], "
        "faces: {front: {corner: cost, body: text}}"
    )
    products = (f"{size}: {{format: {size}, {deck}}}\n" for size in ("poker", "tarot"))
    (game / "products.yaml").write_text("".join(products))
    assert Project(tmp_path).build([], jobs=1).problems == []


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("Old Crow", "O"),
        ("The Old Crow", "O"),
        ("L’Ours brun", "O"),
        ("<b>die</b> Krähe", "K"),
        ("The", "T"),
        ("é", "É"),
        ("", ""),
    ],
)
def test_the_initial_of_a_name_is_not_that_of_its_article(name: str, letter: str) -> None:
    assert initial(name) == letter


def test_ideographs_are_square_and_lines_break_between_them() -> None:
    face = Typeface(family="Source Sans 3", weight=600)
    assert text_width("高塔守卫", face, 5.0) == pytest.approx(20.0)
    assert text_width("탑 A", face, 5.0) == pytest.approx(5.0 + text_width(" A", face, 5.0))
    assert title_type("高塔守卫", 13, 40, 10, "Source Sans 3") == (13, 1)
    size, lines = title_type("古老高塔的最后一位沉默守卫者", 13, 40, 9, "Source Sans 3")
    assert (lines, 8 < size < 13) == (2, True)


def test_lines_of_titles_have_room_for_accents_and_for_a_low_q() -> None:
    lettering = Lettering(family="Barlow Condensed", weight=700, caps="all").model_dump()
    plain, accented, low = (title_leading(t, lettering) for t in ("Moth", "Tannhäuser", "Quiet"))
    assert plain == 1.0 < accented and low >= 1.0
    # Small letters with accents are no higher than capitals.
    assert title_leading("Tannhäuser", {**lettering, "caps": "none"}) == 1.0
    words = "Äbtissin " * 4
    close, apart = (title_type(words, 13, 25, 9, lettering, leading=each) for each in (1.0, 1.5))
    assert apart.size < close.size
