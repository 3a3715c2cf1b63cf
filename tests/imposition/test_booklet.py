"""Booklets: after folding, the pages are in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.imposition.booklet import booklet
from printgen.imposition.plan import SheetPlan, SheetSide
from printgen.paper import PAPERS, Size

A4, A5 = PAPERS["a4"].turned(), Size(148, 210)


def read(plan: SheetPlan, signature: int) -> list[int | None]:
    """The pages in reading order, after nesting the sheets of each signature."""
    sheets = list(zip(plan.sides[::2], plan.sides[1::2], strict=True))
    pages: list[int | None] = []
    for start in range(0, len(sheets), signature // 4):
        nest = sheets[start : start + signature // 4]
        halves = [
            [
                on(front, right=True),
                on(back, right=False),
                on(back, right=True),
                on(front, right=False),
            ]
            for front, back in nest
        ]
        pages += [page for sheet in halves for page in sheet[:2]]
        pages += [page for sheet in reversed(halves) for page in sheet[2:]]
    return pages


def on(side: SheetSide, right: bool) -> int | None:
    for place in side.placements:
        if (place.x + place.width / 2 > A4.width / 2) == right:
            return place.face
    return None


@given(st.integers(1, 90), st.sampled_from([4, 8, 16, 0]))
def test_folded_pages_are_in_order(count: int, signature: int) -> None:
    total = -(-count // 4) * 4
    plan = booklet(count, A4, A5, signature=signature)
    blank: list[int | None] = [None] * (total - count)
    assert read(plan, min(signature or total, total)) == [*range(count), *blank]


def test_a_book_read_from_right_to_left_has_its_spine_on_the_right() -> None:
    usual, other = (booklet(16, A4, A5, right_to_left=each) for each in (False, True))
    for one, two in zip(usual.sides, other.sides, strict=True):
        assert (on(one, True), on(one, False)) == (on(two, False), on(two, True))
        assert [(p.x, p.clip) for p in one.placements] == [(p.x, p.clip) for p in two.placements]


def test_creep_moves_inner_pages_towards_the_fold() -> None:
    plan = booklet(16, A4, A5, thickness=0.1)
    lefts = [min(p.x for p in side.placements) for side in plan.sides[::2]]
    assert lefts == pytest.approx([0.5, 0.6, 0.7, 0.8])
    for side in plan.sides:
        for p in side.placements:
            inner = p.x + p.width + p.clip[2] if p.x < 100 else p.x - p.clip[0]
            assert inner == pytest.approx(A4.width / 2)
