"""The grid of an index: pictures and captions on pages."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from helpers import words_in
from hypothesis import given
from hypothesis import strategies as st
from reportlab import rl_config

from printgen.extras.card_index.pages import (
    MARGIN,
    IndexEntry,
    IndexPlan,
    IndexSection,
    Picture,
    compose_index,
    index_pages,
)
from printgen.imposition.compose import DocumentInfo
from printgen.imposition.printers_marks import new_canvas
from printgen.paper import CARDS, PAPERS, PaperError, Size

sections = st.builds(
    lambda card, faces, count: (card, faces, count),
    st.sampled_from([*CARDS.values(), Size(88, 63)]),
    st.sampled_from([1, 2]),
    st.integers(1, 40),
)


def plan_of(decks: list[tuple[Size, int, int]], paper: Size, columns: int) -> IndexPlan:
    """An index with a section for each deck: card size, faces of a card, number of cards."""
    found, first = [], 0
    for number, (card, faces, count) in enumerate(decks):
        entries = tuple(
            IndexEntry(f"Card {n}", n + 1, tuple(first + n + side * count for side in range(faces)))
            for n in range(count)
        )
        first += faces * count
        found.append(IndexSection(f"Deck {number}", card, 3.0, 3.0, entries))
    return IndexPlan("Title", "cards", paper, columns, tuple(found))


@given(
    st.lists(sections, min_size=1, max_size=3),
    st.sampled_from([PAPERS["a4"], PAPERS["letter"], PAPERS["a4"].turned(), PAPERS["a3"]]),
    st.integers(4, 10),
)
def test_each_face_is_once_on_a_page_in_order_and_apart(
    decks: list[tuple[Size, int, int]], paper: Size, columns: int
) -> None:
    plan = plan_of(decks, paper, columns)
    pages = index_pages(plan)
    entries = [entry for section in plan.sections for entry in section.entries]
    assert [entry for page in pages for entry, *_ in page.captions] == entries
    assert [title for page in pages for title, _ in page.titles] == (
        [section.title for section in plan.sections] if len(decks) > 1 else []
    )
    shown = [picture.face for page in pages for picture in page.pictures]
    assert shown == [face for entry in entries for face in entry.faces]
    for page in pages:
        for picture in page.pictures:
            assert_inside(picture, paper)
        for one, other in pairwise(page.pictures):
            right = one.x + one.size.width <= other.x + 1e-6
            below = one.y + one.size.height <= other.y + 1e-6
            assert right or below
        for _, x, y, room in page.captions:
            assert x >= MARGIN - 1e-6
            assert x + room <= paper.width - MARGIN + 1e-6
            # Two lines of a caption are above the foot of the page.
            assert y + 3.1 <= paper.height - MARGIN + 1e-6


def assert_inside(picture: Picture, paper: Size) -> None:
    assert picture.x >= MARGIN - 1e-6
    assert picture.x + picture.size.width <= paper.width - MARGIN + 1e-6
    assert picture.y >= MARGIN - 1e-6
    assert picture.y + picture.size.height <= paper.height - MARGIN


def test_pictures_of_decks_of_one_size_are_in_columns() -> None:
    pages = index_pages(plan_of([(CARDS["poker"], 1, 12), (CARDS["poker"], 1, 3)], PAPERS["a4"], 5))
    assert len(pages) == 1
    assert len({round(picture.x, 6) for picture in pages[0].pictures}) == 5
    assert len({round(picture.y, 6) for picture in pages[0].pictures}) == 4


def test_pictures_that_are_higher_than_a_page_are_refused() -> None:
    plan = plan_of([(CARDS["tarot"], 1, 1)], Size(330, 150), 2)
    with pytest.raises(PaperError, match="too high for paper of 330 x 150 mm"):
        index_pages(plan)


def test_a_word_that_is_wider_than_its_picture_is_printed_smaller(tmp_path: Path) -> None:
    card, buffer = CARDS["poker"], BytesIO()
    canvas = new_canvas(buffer, card.grown(3.0))
    canvas.setPageCompression(1)
    for _ in range(2):
        canvas.showPage()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rl_config, "useA85", 0)
        canvas.save()
    entries = (IndexEntry("M" * 40, 1, (0,)), IndexEntry("Short", 2, (1,)))
    plan = IndexPlan("Title", "2 cards", PAPERS["a4"], 5, (IndexSection("D", card, 3, 3, entries),))
    out = tmp_path / "index.pdf"
    compose_index(plan, buffer.getvalue(), DocumentInfo("T", "A", "en"), out)
    width = (210 - 2 * MARGIN - 4 * 4) / 5
    assert "M" * 40 in words_in(out, 0, (MARGIN - 0.1, 60, MARGIN + width, 90))
    assert "Short" in words_in(out, 0, (MARGIN + width + 3, 60, MARGIN + 2 * width + 4, 90))
