"""Placement of faces, checked by turning sheets in space and by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printgen.imposition import plan as planning
from printgen.imposition.plan import ImpositionOptions, SheetSide, card_grid, impose
from printgen.imposition.printers_marks import MARK_LENGTH, crop_marks
from printgen.paper import CARDS, PAPERS, PRINTER_MARGIN, SIDE, PlanError, Size

DUPLEX = ["long-edge", "short-edge", "gutter-fold"]
EPSILON = 1e-3
# The ruler is 5.2 mm from the edge, or 3.6 mm below a fold; its ticks are 3 mm long.
RULER_TOP, BELOW_FOLD = 8.2, 3.6

# Multiples of 1/20 mm: typical settings, whose sums are exact enough for counting.
twentieths = st.integers(20 * 20, 150 * 20).map(lambda n: n / 20)
sizes = st.sampled_from(list(CARDS.values())) | st.builds(Size, twentieths, twentieths)
sides = st.integers(140 * 2, 430 * 2).map(lambda n: n / 2)
common = [PAPERS[name] for name in ("a4", "letter", "a3", "a5", "legal", "tabloid", "sra3")]
papers = st.sampled_from([*common, *(p.turned() for p in common)]) | st.builds(
    Size, sides, sides
).filter(lambda size: size.width != size.height)
bleeds = st.sampled_from([0.0, 1.5, 2.0, 3.0, 3.175, 5.0, 8.0])
gutters = st.none() | st.sampled_from([0.0, 1.0, 4.0, 6.0, 10.0])
Deck = tuple[Size, ImpositionOptions, int]
Box = tuple[float, float, float, float]
Line = tuple[Sequence[float] | np.ndarray, Sequence[float] | np.ndarray]
options = st.builds(ImpositionOptions, sizes, bleeds, gutters, st.sampled_from(DUPLEX))


def along(room: float, length: float, gutter: float) -> int:
    """The number of cards in a row, by placing one after another."""
    count, used = 0, length
    while used <= room + 1e-6:
        count, used = count + 1, used + gutter + length
    return count


def brute_count(paper: Size, wanted: ImpositionOptions) -> int:
    """The maximum number of cards per side.

    Paper and cards are tried in both orientations, each with full margins and as a tight sheet.
    """
    best, card = 0, wanted.card
    cards = [card, Size(card.height, card.width)]
    gutters = {0.0, 2 * wanted.bleed} if wanted.gutter is None else {wanted.gutter}
    for sheet in (paper, Size(paper.height, paper.width)):
        for room, lying, gutter in product(rooms(sheet, wanted), cards, gutters):
            if not room.tight or lying.height >= 60:
                count = along(room.across, lying.width, gutter)
                best = max(best, count * along(room.down, lying.height, gutter))
    return best


class Room(NamedTuple):
    """The width and the height for cards on a sheet, and whether the sheet is tight."""

    across: float
    down: float
    tight: bool = False


def rooms(sheet: Size, wanted: ImpositionOptions) -> list[Room]:
    """The room on a sheet with full margins, and on a tight sheet."""
    wider = max(0, wanted.bleed - 3)
    across = sheet.width - 2 * (9.5 + wider)
    if wanted.duplex == "gutter-fold":
        return [Room(across, sheet.height / 2 - 10 - 8 - 2 * wider)]
    upright = sheet.height > sheet.width
    # Flipped on the short edge, the foot of a back is behind the head of its front.
    over_the_top = upright == (wanted.duplex == "short-edge")
    down = sheet.height - 14.5 - (14.5 if over_the_top else 10) - 2 * wider
    tight = Room(sheet.width - 2 * (12.5 + wider), sheet.height - 2 * 6, tight=True)
    return [Room(across, down), tight]


def numbered(count: int, backs: bool = True) -> list[tuple[int, int | None]]:
    """Cards whose back number is that of the front plus 1000."""
    return [(n, n + 1000 if backs else None) for n in range(count)]


@st.composite
def decks(draw: st.DrawFn) -> tuple[Size, ImpositionOptions, int]:
    """A paper, imposition options and a number of cards, for at most three sheets."""
    paper, wanted = draw(papers), draw(options)
    most = brute_count(paper, wanted)
    assume(0 < most <= 40)
    return paper, wanted, draw(st.integers(1, 2 * most + 3))


def planned(deck: Deck, backs: bool = True) -> planning.SheetPlan:
    paper, wanted, count = deck
    return impose(numbered(count, backs), paper, wanted)


def half_turn(point: np.ndarray, centre: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """A point of space turned by 180 degrees about a line."""
    arm = point - centre
    turned: np.ndarray = centre + 2 * np.dot(arm, axis) * axis - arm
    return turned


def behind(
    plan: planning.SheetPlan, wanted: ImpositionOptions, side: SheetSide
) -> Callable[[float, float], np.ndarray]:
    """The position of a point of a back as seen from the front."""
    width, height = plan.paper.width, plan.paper.height
    middle = np.array([width / 2, height / 2, 0.0])
    down, across = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
    if wanted.duplex == "gutter-fold":
        middle[1] = side.fold
        axis = across
    else:
        longest, shortest = (down, across) if height > width else (across, down)
        axis = longest if wanted.duplex == "long-edge" else shortest
    return lambda x, y: half_turn(np.array([x, y, 0.0]), middle, axis)[:2]


def sheets(
    plan: planning.SheetPlan, wanted: ImpositionOptions
) -> Iterator[tuple[list[planning.Placement], list[planning.Placement], SheetSide]]:
    """The fronts and the backs of each sheet, and the side of the backs."""
    if wanted.duplex == "gutter-fold":
        for side in plan.sides:
            fronts = [p for p in side.placements if p.face < 1000]
            yield fronts, [p for p in side.placements if p.face >= 1000], side
    else:
        for front, back in zip(plan.sides[::2], plan.sides[1::2], strict=True):
            yield list(front.placements), list(back.placements), back


def trim(p: planning.Placement) -> Box:
    return p.x, p.y, p.x + p.width, p.y + p.height


def bleed_box(p: planning.Placement) -> Box:
    left, top, right, bottom = p.clip
    return p.x - left, p.y - top, p.x + p.width + right, p.y + p.height + bottom


def overlap(a: Box, b: Box) -> bool:
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return across > EPSILON and down > EPSILON


def on_sheet(p: planning.Placement, corner: tuple[int, int]) -> tuple[float, float]:
    """The place on the sheet of a corner of a face: (0, 0) is top left, (1, 0) top right."""
    x, y = corner
    # A quarter turn clockwise takes the top left to the top right.
    for _ in range(p.turn // 90):
        x, y = 1 - y, x
    return p.x + x * p.width, p.y + y * p.height


@given(decks())
def test_trim_boxes_are_on_the_paper_and_do_not_overlap(deck: Deck) -> None:
    plan, wanted = planned(deck), deck[1]
    for side in plan.sides:
        for a, b in combinations(map(trim, side.placements), 2):
            assert not overlap(a, b)
        for p in side.placements:
            left, top, right, bottom = trim(p)
            lying = (p.height, p.width) if p.turn % 180 else (p.width, p.height)
            assert lying == (wanted.card.width, wanted.card.height)
            assert min(left, top) >= PRINTER_MARGIN
            assert right <= plan.paper.width - PRINTER_MARGIN
            assert bottom <= plan.paper.height - PRINTER_MARGIN
            assert left >= SIDE - EPSILON
            assert right <= plan.paper.width - SIDE + EPSILON
            least = 10.0 if side.strip is None else 6.0
            assert top >= least - EPSILON


@given(decks())
def test_a_back_is_behind_its_front_and_upright_when_the_card_is_turned(deck: Deck) -> None:
    plan, (_, wanted, count) = planned(deck), deck
    seen = 0
    for fronts, backs, side in sheets(plan, wanted):
        through = behind(plan, wanted, side)
        by_face = {p.face: p for p in backs}
        assert len(by_face) == len(backs) == len(fronts)
        for front in fronts:
            back = by_face[front.face + 1000]
            # Turned about its vertical axis, the back's left is at the front's right.
            for corner, opposite in (((0, 0), (1, 0)), ((1, 0), (0, 0)), ((0, 1), (1, 1))):
                seen_back = through(*on_sheet(back, corner))
                assert np.allclose(seen_back, on_sheet(front, opposite), atol=EPSILON)
            assert front.turn in (0, 90)
            # The visible bleed is the same on both sides of the paper.
            box = bleed_box(back)
            turned = np.array([through(box[0], box[1]), through(box[2], box[3])])
            assert np.allclose(turned.min(axis=0), bleed_box(front)[:2], atol=EPSILON)
            assert np.allclose(turned.max(axis=0), bleed_box(front)[2:], atol=EPSILON)
            seen += 1
    assert seen == count


@given(decks())
def test_bleed_does_not_reach_neighbours(deck: Deck) -> None:
    plan, wanted = planned(deck), deck[1]
    for side in plan.sides:
        for p in side.placements:
            assert all(0 <= edge <= wanted.bleed + 1e-9 for edge in p.clip)
        for a, b in combinations(side.placements, 2):
            assert not overlap(bleed_box(a), trim(b))
            assert not overlap(trim(a), bleed_box(b))


@given(decks())
def test_bleed_is_complete_where_there_is_room(deck: Deck) -> None:
    plan, wanted = planned(deck), deck[1]
    for side in plan.sides:
        left = min(p.x for p in side.placements)
        top = min(p.y for p in side.placements)
        right = max(p.x + p.width for p in side.placements)
        fronts = [p for p in side.placements if p.face < 1000]
        for p in fronts:
            if p.x == left:
                assert p.clip[0] == wanted.bleed
            if p.y == top:
                # On a tight sheet, at most 1.5 mm and what the printer can print.
                shown = wanted.bleed if side.strip is None else min(wanted.bleed, 1.5, top - 5)
                assert p.clip[1] == shown
        places = card_grid(plan.paper, wanted)
        if len(fronts) >= places.columns:
            ends = [p for p in fronts if abs(p.x + p.width - right) < EPSILON]
            assert all(p.clip[2] == wanted.bleed for p in ends)


@given(decks())
def test_every_cut_is_marked_at_both_ends_outside_all_bleed(deck: Deck) -> None:
    plan = planned(deck)
    for side in plan.sides:
        marks = crop_marks(side, plan.paper)
        boxes = [bleed_box(p) for p in side.placements]
        for x1, y1, x2, y2 in marks:
            assert (x1 == x2) != (y1 == y2)
            assert 0 < abs(x2 - x1) + abs(y2 - y1) <= MARK_LENGTH + EPSILON
            segment = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
            for box in boxes:
                inside = (
                    min(segment[2], box[2]) - max(segment[0], box[0]) > -EPSILON
                    and min(segment[3], box[3]) - max(segment[1], box[1]) > -EPSILON
                )
                assert not inside
        for p in side.placements:
            left, top, right, bottom = trim(p)
            upright = [m for m in marks if m[0] == m[2]]
            level = [m for m in marks if m[1] == m[3]]
            for x in (left, right):
                here = [m for m in upright if abs(m[0] - x) < EPSILON]
                assert any(max(m[1], m[3]) <= top for m in here)
                assert any(min(m[1], m[3]) >= bottom for m in here)
            for y in (top, bottom):
                here = [m for m in level if abs(m[1] - y) < EPSILON]
                assert any(max(m[0], m[2]) <= left for m in here)
                assert any(min(m[0], m[2]) >= right for m in here)


@given(decks())
def test_marks_of_front_and_back_coincide(deck: Deck) -> None:
    plan, wanted = planned(deck), deck[1]
    if wanted.duplex == "gutter-fold":
        for side in plan.sides:
            through = behind(plan, wanted, side)
            level = {m[1] for m in crop_marks(side, plan.paper) if m[1] == m[3]}
            for y in level:
                seen = through(0, y)[1]
                assert any(abs(other - seen) < EPSILON for other in level)
        return
    for front, back in zip(plan.sides[::2], plan.sides[1::2], strict=True):
        through = behind(plan, wanted, back)
        ahead: list[Line] = [(m[:2], m[2:]) for m in crop_marks(front, plan.paper)]
        turned: list[Line] = [
            (through(*m[:2]), through(*m[2:])) for m in crop_marks(back, plan.paper)
        ]
        assert len(ahead) == len(turned)
        for mark in turned:
            assert any(same_line(mark, other) for other in ahead)


def same_line(mark: Line, other: Line) -> bool:
    """Whether two marks coincide; one may be shorter near the edge of the paper."""
    x, y = np.array([*mark, *other]).T
    level = np.ptp(y) < 0.02
    if not level and np.ptp(x) >= 0.02:
        return False
    a, b = sorted((x if level else y)[:2]), sorted((x if level else y)[2:])
    return bool(abs(a[0] - b[0]) < 0.02 or abs(a[1] - b[1]) < 0.02)


@given(papers, options)
def test_the_grid_has_the_maximum_number_of_cards(paper: Size, wanted: ImpositionOptions) -> None:
    expected = brute_count(paper, wanted)
    if expected == 0:
        with pytest.raises(PlanError, match="does not fit"):
            card_grid(paper, wanted)
        return
    places = card_grid(paper, wanted)
    assert places.count == expected
    assert {places.paper.width, places.paper.height} == {paper.width, paper.height}
    assert places.gutter in ([2 * wanted.bleed, 0] if wanted.gutter is None else [wanted.gutter])


@given(papers, options)
def test_cards_and_margins_stay_as_they_are_where_no_other_choice_has_more_cards(
    paper: Size, wanted: ImpositionOptions
) -> None:
    gutters = [2 * wanted.bleed, 0.0] if wanted.gutter is None else [wanted.gutter]
    counts: dict[tuple[Size, float], int] = {}
    for sheet, gutter in product((paper, Size(paper.height, paper.width)), gutters):
        room, card = rooms(sheet, wanted)[0], wanted.card
        count = along(room.across, card.width, gutter) * along(room.down, card.height, gutter)
        counts.setdefault((sheet, gutter), count)
    assume(max(counts.values()) == brute_count(paper, wanted) > 0)
    places = card_grid(paper, wanted)
    assert (places.turn, places.tight) == (0, False)
    # The paper as it is given is preferred, then the wide gutter.
    assert (places.paper, places.gutter) == max(counts, key=lambda choice: counts[choice])


@given(decks())
def test_cards_without_backs(deck: Deck) -> None:
    plan, (_, wanted, count) = planned(deck, backs=False), deck
    per_side = brute_count(plan.paper, wanted)
    assert [len(side.placements) for side in plan.sides] == [
        min(per_side, count - start) for start in range(0, count, per_side)
    ]
    assert all(side.fold is None for side in plan.sides)
    assert [p.face for side in plan.sides for p in side.placements] == list(range(count))


@given(decks())
def test_cards_keep_their_order_and_only_the_last_sheet_is_partial(deck: Deck) -> None:
    plan, (_, wanted, count) = planned(deck), deck
    pairs = list(sheets(plan, wanted))
    assert [p.face for fronts, _, _ in pairs for p in fronts] == list(range(count))
    assert all(len(fronts) == brute_count(plan.paper, wanted) for fronts, _, _ in pairs[:-1])
    for fronts, _, _ in pairs:
        places = [(round(p.y, 3), p.x) for p in fronts]
        assert all(a < b for a, b in pairwise(places))


@given(papers, options, st.lists(st.booleans(), min_size=1, max_size=40))
def test_some_cards_without_backs(
    paper: Size, wanted: ImpositionOptions, backed: list[bool]
) -> None:
    assume(brute_count(paper, wanted))
    cards = [(n, n + 1000 if back else None) for n, back in enumerate(backed)]
    plan = impose(cards, paper, wanted)
    placed = [p.face for side in plan.sides for p in side.placements]
    assert sorted(placed) == sorted(face for card in cards for face in card if face is not None)


@pytest.mark.parametrize(
    ("paper", "card", "count"),
    [
        ("a4", "poker", 9),
        ("letter", "poker", 9),
        ("letter", "poker-us", 9),
        ("a4", "tarot", 4),
        ("a4", "mini-us", 18),
        ("sra3", "japanese", 25),
    ],
)
def test_known_numbers_of_cards_per_sheet(paper: str, card: str, count: int) -> None:
    assert card_grid(PAPERS[paper], ImpositionOptions(CARDS[card])).count == count


def test_nine_poker_cards_on_a4_are_at_the_usual_positions() -> None:
    places = card_grid(PAPERS["a4"], ImpositionOptions(CARDS["poker"]))
    assert (places.paper, places.columns, places.rows) == (PAPERS["a4"], 3, 3)
    assert places.x == pytest.approx(10.5)
    assert places.gutter == 0


def test_nine_poker_cards_on_letter_are_inside_the_printer_margin() -> None:
    front, back = impose(numbered(9), PAPERS["letter"], ImpositionOptions(CARDS["poker"])).sides
    # 215.9 - 3 x 63 and 279.4 - 3 x 88 mm are left, in halves.
    assert [(p.x, p.y) for p in front.placements] == [
        pytest.approx((13.45 + 63 * column, 7.7 + 88 * row))
        for row in range(3)
        for column in range(3)
    ]
    assert [p.face for p in back.placements] == [n + 1000 for n in range(9)]
    assert back.placements[0].x == pytest.approx(13.45 + 2 * 63)
    for side in (front, back):
        boxes = [bleed_box(p) for p in side.placements]
        assert min(box[1] for box in boxes) == pytest.approx(7.7 - 1.5)
        assert max(box[3] for box in boxes) == pytest.approx(279.4 - 7.7 + 1.5)
        marks = crop_marks(side, PAPERS["letter"])
        # Four cuts in each direction, marked at both ends: 3.2 mm at head and foot, else 5 mm.
        lengths = sorted(round(m[2] - m[0] + m[3] - m[1], 2) for m in marks)
        assert lengths == [3.2] * 8 + [5.0] * 8


@pytest.mark.parametrize(
    ("duplex", "count"), [("long-edge", 9), ("short-edge", 9), ("gutter-fold", 4)]
)
def test_landscape_cards_are_as_many_as_portrait_ones(duplex: str, count: int) -> None:
    for card in (Size(88, 63), Size(63, 88)):
        assert card_grid(PAPERS["a4"], ImpositionOptions(card, duplex=duplex)).count == count
    turned = card_grid(PAPERS["a4"], ImpositionOptions(Size(88, 63), duplex="long-edge"))
    assert (turned.turn, turned.card) == (90, Size(63, 88))


def test_sixty_cards_make_seven_sheets_the_last_of_six() -> None:
    plan = impose(numbered(60), PAPERS["a4"], ImpositionOptions(CARDS["poker"]))
    assert [len(side.placements) for side in plan.sides] == [9] * 12 + [6] * 2
    assert [side.name for side in plan.sides][-2:] == ["7 front", "7 back"]


def test_a_card_that_is_listed_several_times() -> None:
    plan = impose([(0, 1)] * 4 + [(2, 3)], PAPERS["a4"], ImpositionOptions(CARDS["poker"]))
    front, back = plan.sides
    assert [p.face for p in front.placements] == [0, 0, 0, 0, 2]
    assert [p.face for p in back.placements] == [1, 1, 1, 1, 3]


def test_no_cards_make_no_sheets() -> None:
    assert impose([], PAPERS["a4"], ImpositionOptions(CARDS["poker"])).sides == ()


@pytest.mark.parametrize("duplex", DUPLEX)
def test_a_card_larger_than_the_paper(duplex: str) -> None:
    wanted = ImpositionOptions(Size(200, 290), duplex=duplex)
    with pytest.raises(PlanError, match=r"200 x 290 mm does not fit on paper of 210 x 297 mm"):
        impose(numbered(1), PAPERS["a4"], wanted)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("card", sorted(CARDS))
@pytest.mark.parametrize("duplex", DUPLEX)
def test_marks_of_standard_cards_are_on_the_paper(paper: str, card: str, duplex: str) -> None:
    try:
        plan = impose(numbered(4), PAPERS[paper], ImpositionOptions(CARDS[card], duplex=duplex))
    except PlanError:
        assert brute_count(PAPERS[paper], ImpositionOptions(CARDS[card], duplex=duplex)) == 0
        return
    for side in plan.sides:
        for mark in crop_marks(side, plan.paper):
            assert min(mark[0], mark[2]) >= 0
            assert max(mark[0], mark[2]) <= plan.paper.width
            assert min(mark[1], mark[3]) >= 0
            assert max(mark[1], mark[3]) <= plan.paper.height


def common_sides(duplex: str) -> Iterator[tuple[str, Size, SheetSide]]:
    """Full sides of all standard cards on A4 and Letter, with names."""
    for paper in ("a4", "letter"):
        for card, size in CARDS.items():
            wanted = ImpositionOptions(size, duplex=duplex)
            if count := brute_count(PAPERS[paper], wanted):
                plan = impose(numbered(count), PAPERS[paper], wanted)
                for side in plan.sides:
                    yield f"{card} {paper} {side.name}", plan.paper, side


@pytest.mark.parametrize("duplex", DUPLEX)
def test_cards_and_marks_keep_clear_of_the_ruler(duplex: str) -> None:
    for name, paper, side in common_sides(duplex):
        ruler = (10.0, paper.height - RULER_TOP, 60.0, paper.height)
        if side.fold is not None:
            ruler = (10.0, side.fold, 60.0, side.fold + BELOW_FOLD)
        if side.strip is not None:
            # It is along the left edge, 2 mm below the first cut.
            assert any(np.allclose(side.strip, (p.y, p.y + p.height)) for p in side.placements)
            ruler = (5.0, side.strip[0] + 2, 8.3, side.strip[0] + 56)
        for p in side.placements:
            assert not overlap(bleed_box(p), ruler), name
        for x1, y1, x2, y2 in crop_marks(side, paper):
            thick = (min(x1, x2) - 0.1, min(y1, y2) - 0.1, max(x1, x2) + 0.1, max(y1, y2) + 0.1)
            assert not overlap(thick, ruler), name


def test_marks_stay_outside_wide_bleed() -> None:
    wanted = ImpositionOptions(CARDS["poker"], bleed=10.0, gutter=0.0)
    plan = impose(numbered(brute_count(PAPERS["a4"], wanted)), PAPERS["a4"], wanted)
    for side in plan.sides:
        for x1, y1, x2, y2 in crop_marks(side, plan.paper):
            for x, y in ((x1, y1), (x2, y2)):
                for left, top, right, bottom in map(bleed_box, side.placements):
                    assert not (left <= x <= right and top <= y <= bottom)
