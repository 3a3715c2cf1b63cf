"""The placement of cards for cutting machines, and their registration marks."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from piece_games import card_shape

from printgen.extras.cutting.cutter import (
    MachineCutter,
    cut_sheets,
    registration_marks,
)
from printgen.extras.cutting.machines import MACHINES, Box, Machine
from printgen.imposition.plan import FOOT_LINE, ImpositionOptions, Placement, SheetPlan, mirror
from printgen.paper import CARDS, PAPERS, PRINTER_MARGIN, PaperError, PlanError, Size

EPSILON = 1e-3
twentieths = st.integers(20 * 20, 150 * 20).map(lambda n: n / 20)
sizes = st.sampled_from(list(CARDS.values())) | st.builds(Size, twentieths, twentieths)
sides = st.integers(100 * 2, 430 * 2).map(lambda n: n / 2)
papers = st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3", "a5")]) | st.builds(
    Size, sides, sides
)
bleeds = st.sampled_from([0.0, 1.5, 3.0, 5.0])
gutters = st.none() | st.sampled_from([3.0, 4.0, 7.5])
duplexes = st.sampled_from(["long-edge", "short-edge"])
wanted = st.builds(ImpositionOptions, sizes, bleeds, gutters, duplexes)
cutters = st.sampled_from(list(MACHINES.values()))


def imposed(cutter: Machine, paper: Size, options: ImpositionOptions, count: int) -> SheetPlan:
    """A deck of `count` two-sided cards with corners of 3 mm."""
    try:
        return MachineCutter(cutter).impose(
            [(0, 1)] * count, paper, options, [card_shape(options.card, 3.0)]
        )
    except PaperError:
        assume(False)
        raise


def trim(p: Placement) -> Box:
    return Box(p.x, p.y, p.x + p.width, p.y + p.height)


def printed(p: Placement) -> Box:
    """The box with the visible bleed."""
    left, top, right, bottom = (0.0, 0.0, 0.0, 0.0) if p.window else p.clip
    return Box(p.x - left, p.y - top, p.x + p.width + right, p.y + p.height + bottom)


@given(cutters, papers, wanted, st.integers(1, 30))
def test_cards_are_in_the_frame_apart_and_clear_of_marks_and_labels(
    cutter: Machine, paper: Size, options: ImpositionOptions, count: int
) -> None:
    plan = imposed(cutter, paper, options, count)
    sheet = plan.paper
    whole = Box(0, 0, sheet.width, sheet.height)
    frame = whole if cutter.output == "pictures" else cutter.frame(sheet)
    for side in plan.sides:
        front = side.name.endswith("front")
        for p in side.placements:
            box = trim(p)
            assert frame.left - EPSILON <= box.left < box.right <= frame.right + EPSILON
            assert frame.top - EPSILON <= box.top < box.bottom <= frame.bottom + EPSILON
            shown = printed(p)
            if cutter.output == "sheets":
                assert shown.left >= PRINTER_MARGIN - EPSILON
                assert shown.right <= sheet.width - PRINTER_MARGIN + EPSILON
                assert shown.bottom <= sheet.height - FOOT_LINE + EPSILON
            marks = cutter.reserved_boxes(sheet) if front else ()
            assert not any(shown.overlaps(mark) for mark in marks)
        for one, other in combinations(side.placements, 2):
            assert not printed(one).overlaps(printed(other))
            near = cutter.gap / 2 - EPSILON
            grown = [
                Box(b.left - near, b.top - near, b.right + near, b.bottom + near)
                for b in (trim(one), trim(other))
            ]
            assert not grown[0].overlaps(grown[1])


@given(cutters, papers, wanted, st.integers(1, 30))
def test_every_card_is_printed_and_cut_once_with_its_back_behind_it(
    cutter: Machine, paper: Size, options: ImpositionOptions, count: int
) -> None:
    plan = imposed(cutter, paper, options, count)
    fronts, backs = plan.sides[::2], plan.sides[1::2]
    assert sum(len(side.placements) for side in fronts) == count
    for front, back in zip(fronts, backs, strict=True):
        assert (front.name.split()[1], back.name.split()[1]) == ("front", "back")
        for p, behind in zip(front.placements, back.placements, strict=True):
            expected = mirror(p, plan.paper, 1, options.duplex)
            assert trim(behind) == trim(expected)
            assert behind.turn == expected.turn
        boxes = [cut.bounds for cut in front.cuts]
        assert boxes == [pytest.approx(trim(p), abs=1e-6) for p in front.placements]


@given(cutters, papers, wanted)
def test_no_fewer_cards_than_in_the_rectangle_between_the_marks(
    cutter: Machine, paper: Size, options: ImpositionOptions
) -> None:
    """Rows beside marks are a gain over a grid that is clear of the marks as a whole."""
    gap = cutter.gap if options.gutter is None else options.gutter
    plain = 0
    for sheet in (paper, paper.turned()):
        frame = cutter.frame(sheet)
        height = frame.bottom - frame.top - 2 * cutter.reserved
        for card in (options.card, options.card.turned()):
            columns = (frame.right - frame.left + gap + 1e-9) // (card.width + gap)
            plain = max(plain, int(columns * ((height + gap + 1e-9) // (card.height + gap))))
    try:
        assert MachineCutter(cutter).grid(paper, options).count >= plain
    except PaperError:
        assert plain == 0


def test_numbers_of_cards_on_common_papers() -> None:
    counts = {
        (name, paper): MachineCutter(MACHINES[name])
        .grid(PAPERS[paper], ImpositionOptions(CARDS["poker"]))
        .count
        for name in MACHINES
        for paper in ("a4", "letter")
    }
    assert counts == {
        ("silhouette", "a4"): 7, ("silhouette", "letter"): 6,
        ("cricut", "a4"): 4, ("cricut", "letter"): 4,
        ("brother", "a4"): 9, ("brother", "letter"): 8,
        ("plain", "a4"): 9, ("plain", "letter"): 8,
    }  # fmt: skip


def test_a_card_that_no_machine_cuts_is_named_with_the_area() -> None:
    options = ImpositionOptions(Size(200, 290))
    with pytest.raises(PaperError, match=r"card of 200 x 290 mm .* Silhouette .* 190 x 277 mm"):
        MachineCutter(MACHINES["silhouette"]).grid(PAPERS["a4"], options)


def test_a_gutter_that_is_too_narrow_is_refused() -> None:
    options = ImpositionOptions(CARDS["poker"], gutter=1.0)
    with pytest.raises(PlanError, match=r"at least 1.25 mm apart"):
        MachineCutter(MACHINES["silhouette"]).grid(PAPERS["a4"], options)


def test_folded_sheets_are_refused() -> None:
    options = ImpositionOptions(CARDS["poker"], duplex="gutter-fold")
    with pytest.raises(PlanError, match=r"folded"):
        MachineCutter(MACHINES["plain"]).impose(
            [(0, 1)], PAPERS["a4"], options, [card_shape(options.card, 3.0)]
        )


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (9, ["sheet-1"]),
        (27, ["sheets-1-3"]),
        (30, ["sheets-1-3", "sheet-4"]),
    ],
)
def test_sheets_that_are_cut_alike_share_a_path(count: int, names: list[str]) -> None:
    plan = imposed(MACHINES["brother"], PAPERS["a4"], ImpositionOptions(CARDS["poker"]), count)
    assert [sheets.name for sheets in cut_sheets(plan)] == names


def test_marks_of_silhouette_are_those_that_its_programs_look_for() -> None:
    """A square of 5 mm and two angles with lines of 20 mm, 10 mm from the edges of the paper."""
    marks = {mark.corner: mark for mark in registration_marks(MACHINES["silhouette"], PAPERS["a4"])}
    assert {c: (m.filled, len(m.outlines)) for c, m in marks.items()} == {
        "tl": (True, 1), "tr": (False, 1), "bl": (False, 1),
    }  # fmt: skip
    assert marks["tl"].outlines[0].bounds == (10, 10, 15, 15)
    assert list(marks["tr"].outlines[0].points) == [(180, 10), (200, 10), (200, 30)]
    assert list(marks["bl"].outlines[0].points) == [(30, 287), (10, 287), (10, 267)]
