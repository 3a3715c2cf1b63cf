"""Cuts that are off, and what they do to faces."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random

import pytest

from printgen.extras.proof.cuts import (
    APART,
    CUTS,
    FURTHEST,
    TURN,
    UNEVEN,
    Damage,
    Shift,
    Tally,
    damage,
    seeded_cuts,
    tally,
    worst_direction,
)
from printgen.extras.proof.edges import EDGES, Edge, Mark, NearCut
from printgen.paper import Size

POKER = Size(63.0, 88.0)

PLAIN = NearCut((), (), ())


def bordered(*widths: float) -> NearCut:
    """A face with borders on the left, right, top and bottom."""
    return NearCut(tuple(zip(EDGES, widths, strict=True)), (), ())


def with_words(edge: Edge, distance: float) -> NearCut:
    return NearCut((), (), (Mark(edge, distance, 20, 30, "Storm"),))


def test_cuts_are_the_same_each_time_and_within_their_limits() -> None:
    cuts = seeded_cuts()
    assert cuts == seeded_cuts()
    assert [cut.number for cut in cuts] == [*range(1, CUTS + 1)]
    for cut in cuts:
        assert max(abs(cut.front.x), abs(cut.front.y)) <= FURTHEST
        assert abs(cut.front.turn) <= TURN
        # Seen from behind, left and right change places.
        assert abs(cut.back.x + cut.front.x) <= APART
        assert abs(cut.back.y - cut.front.y) <= APART
        assert abs(cut.back.turn + cut.front.turn) <= TURN / 2
    near = sum(hypot(cut.front.x, cut.front.y) < FURTHEST / 2 for cut in cuts)
    assert CUTS / 4 < near < CUTS
    assert any(hypot(cut.front.x, cut.front.y) > 1.5 for cut in cuts)


def test_what_is_taken_is_that_of_a_turned_rectangle() -> None:
    chance = Random(7)
    for _ in range(200):
        shift = Shift(chance.uniform(-2, 2), chance.uniform(-2, 2), chance.uniform(-0.6, 0.6))
        turn, most = radians(shift.turn), dict.fromkeys(EDGES, -99.0)
        least = dict.fromkeys(EDGES, 99.0)
        for step in range(201):
            along = step / 200 - 0.5
            sides: dict[Edge, tuple[float, float]] = {
                "left": (-POKER.width / 2, along * POKER.height),
                "right": (POKER.width / 2, along * POKER.height),
                "top": (along * POKER.width, -POKER.height / 2),
                "bottom": (along * POKER.width, POKER.height / 2),
            }
            for edge, (x, y) in sides.items():
                # The point of the cut on the face.
                at_x = shift.x + x * cos(turn) - y * sin(turn) + POKER.width / 2
                at_y = shift.y + x * sin(turn) + y * cos(turn) + POKER.height / 2
                inside = {
                    "left": at_x,
                    "right": POKER.width - at_x,
                    "top": at_y,
                    "bottom": POKER.height - at_y,
                }[edge]
                most[edge], least[edge] = max(most[edge], inside), min(least[edge], inside)
        for edge in EDGES:
            assert shift.taken(edge, POKER) == pytest.approx(most[edge], abs=0.01)
            assert shift.shown(edge, POKER) == pytest.approx(-least[edge], abs=0.01)


@pytest.mark.parametrize(
    ("width", "ratio"), [(3.0, 2.0), (5.0, 1.5), (2.0, 3.0), (4.0, 5 / 3), (1.5, 5.0)]
)
def test_a_border_is_so_much_wider_on_one_side(width: float, ratio: float) -> None:
    face = bordered(*[width] * 4)
    for shift in (Shift(1, 0), Shift(-1, 0), Shift(0, 1), Shift(0, -1)):
        found = damage(face, shift, POKER, 3.0)
        assert (found.lost, found.white) == (0, 0)
        assert found.uneven == pytest.approx(ratio)
    assert damage(face, Shift(0, 0), POKER, 3.0) == Damage(0, 0, 1)


def test_words_are_lost_on_their_side_alone() -> None:
    face = with_words("left", 1.2)
    assert damage(face, Shift(2, 0), POKER, 3.0).lost == pytest.approx(0.8)
    for shift in (Shift(1, 0), Shift(-2, 0), Shift(0, 2), Shift(0, -2)):
        assert damage(face, shift, POKER, 3.0).lost == 0


def test_white_is_seen_beyond_the_bleed() -> None:
    assert damage(PLAIN, Shift(-2, 0), POKER, 1.0).white == pytest.approx(1.0)
    assert damage(PLAIN, Shift(-2, 1.5), POKER, 3.0).white == 0
    turned = damage(PLAIN, Shift(0, 0, 0.6), POKER, 0.0)
    assert turned.white == pytest.approx(88 / 2 * sin(radians(0.6)), abs=0.001)


def test_a_line_along_the_cut_is_left_where_the_cut_is_outside() -> None:
    line = NearCut((), ("left",), ())
    assert damage(line, Shift(-1, 0), POKER, 3.0).uneven >= UNEVEN
    assert damage(line, Shift(1, 0), POKER, 3.0).uneven == 1
    assert damage(line, Shift(-0.1, 0), POKER, 3.0).uneven == 1


def test_each_cut_counts_once_for_all_faces() -> None:
    even, bad = Damage(0, 0, 1.2), Damage(0.5, 0.2, 2.0)
    assert tally([[even, even], [even, bad], [bad, bad], [Damage(0.1, 0, 1), even]]) == Tally(
        3, 2, 2
    )


def test_lost_words_are_worse_than_borders() -> None:
    assert Damage(1.0, 0, 1).score > Damage(0, 1.0, 1).score > Damage(0, 0, 3.0).score > 0
    assert Damage(0, 0, 1).score == 0


@pytest.mark.parametrize(
    ("edge", "direction"),
    [("left", (1, 0)), ("right", (-1, 0)), ("top", (0, 1)), ("bottom", (0, -1))],
)
def test_the_worst_direction_takes_the_words(edge: Edge, direction: tuple[int, int]) -> None:
    for number in range(4):
        assert worst_direction(with_words(edge, 1.0), POKER, 3.0, number) == direction


def test_faces_with_nothing_to_lose_take_turns() -> None:
    found = {worst_direction(PLAIN, POKER, 3.0, number) for number in range(4)}
    assert len(found) == 4
