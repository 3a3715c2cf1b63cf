"""Nets of boxes, for boxes of any size: they fold to the box, in one piece without overlaps."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from curves import area, samples
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.pieces.boxes import (
    EASE,
    GLUE,
    Net,
    NetPanel,
    Tray,
    Tuckbox,
    tray_net,
    tuckbox_net,
)
from printgen.geometry.outlines import Outline, Point

lengths = st.integers(40, 150).map(float)
depths = st.integers(50, 800).map(lambda tenth: tenth / 10)
tuckboxes = st.builds(Tuckbox, lengths, lengths, depths, st.booleans())
trays = st.builds(Tray, lengths, lengths, depths)
nets = tuckboxes.map(tuckbox_net) | trays.map(tray_net)


def all_inside(points: list[Point], corners: list[Point]) -> bool:
    """Whether points are inside a polygon, by the edges that a ray to the right crosses."""
    x, y = np.array(points).T[:, :, None]
    (x0, y0), (x1, y1) = np.array(corners).T, np.roll(corners, -1, axis=0).T
    spans = (y0 > y) != (y1 > y)
    ends = np.where(y1 == y0, 1.0, y1 - y0)
    crossed = spans & (x < x0 + (y - y0) / ends * (x1 - x0))
    return bool(np.all(crossed.sum(axis=1) % 2))


def side_points(crease: Outline) -> tuple[list[Point], list[Point]]:
    """Points just beside a crease, on its two sides, away from its ends."""
    (x0, y0), (x1, y1) = crease.points
    along = np.linspace(0.1, 0.9, 5)
    middle = [(x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in along]
    dx, dy = (0.3, 0.0) if x0 == x1 else (0.0, 0.3)
    return [(x - dx, y - dy) for x, y in middle], [(x + dx, y + dy) for x, y in middle]


def named(net: Net, name: str) -> list[NetPanel]:
    return [panel for panel in net.panels if panel.name == name]


@given(nets)
def test_a_net_is_one_piece_with_creases_inside(net: Net) -> None:
    corners = samples(net.cut)
    left, top, right, bottom = net.cut.bounds
    assert (left, top) == pytest.approx((0, 0), abs=1e-6)
    assert (right, bottom) == pytest.approx((net.width, net.height))
    for crease in net.creases:
        for points in side_points(crease):
            assert all_inside(points, corners), crease


@given(nets)
def test_panels_flaps_and_glue_do_not_overlap_and_fill_the_net(net: Net) -> None:
    boxes = [(p.x, p.y, p.x + p.width, p.y + p.height) for p in net.panels]
    boxes += [area.bounds for area in net.glue]
    for a, b in combinations(boxes, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        down = min(a[3], b[3]) - max(a[1], b[1])
        assert min(across, down) < 1e-6, (a, b)
    corners = samples(net.cut)
    for panel in net.panels:
        # The notch is at the top.
        middle = panel.x + panel.width / 2, panel.y + panel.height * 0.6
        assert all_inside([middle], corners)
    glue = sum(abs(area(samples(part))) for part in net.glue)
    ground = abs(area(samples(net.ground)))
    assert glue + ground == pytest.approx(abs(area(corners)), rel=1e-6)
    panels = sum(p.width * p.height for p in net.panels)
    # Dust flaps and tucks are ground without a panel; the notch is cut from one.
    assert ground > 0.9 * panels


@given(tuckboxes)
def test_the_panels_of_a_tuckbox_are_those_of_the_box(box: Tuckbox) -> None:
    net = tuckbox_net(box)
    (front,), (back,), (top,), (bottom,) = (
        named(net, n) for n in ("front", "back", "top", "bottom")
    )
    left, right = named(net, "side")
    for panel in (front, back):
        assert (panel.width, panel.height) == pytest.approx((box.width, box.height))
    for panel in (left, right):
        assert (panel.width, panel.height) == pytest.approx((box.depth, box.height))
    for panel in (top, bottom):
        size = (box.width - 2 * EASE, box.depth)
        assert (panel.width, panel.height) == pytest.approx(size)
    # Around the box: each panel begins where the one before it ends.
    row = [back, left, front, right]
    for one, next_one in pairwise(row):
        assert one.x + one.width == pytest.approx(next_one.x)
        assert one.y == next_one.y
    assert net.width == pytest.approx(2 * (box.width + box.depth) + GLUE)
    # The lid is above the back, the bottom below the front.
    assert top.y + top.height == pytest.approx(back.y)
    assert bottom.y == pytest.approx(front.y + front.height)
    assert abs(top.x - back.x) == pytest.approx(EASE)
    # Two dust flaps fit side by side below the lid.
    assert 2 * box.dust <= box.width


@given(st.builds(Tray, lengths, lengths, depths.filter(lambda depth: depth < 40)))
def test_the_walls_of_a_tray_meet_when_they_are_folded(tray: Tray) -> None:
    net = tray_net(tray)
    (floor,) = named(net, "bottom")
    assert (floor.width, floor.height) == (tray.width, tray.height)
    walls = named(net, "side")
    assert sorted(min(p.width, p.height) for p in walls) == pytest.approx([tray.depth] * 4)
    around = sum(max(panel.width, panel.height) for panel in walls)
    assert around == pytest.approx(2 * (tray.width + tray.height))
    # A flap is as deep as the wall that it is glued to, and two of them do not meet.
    for flap in net.glue:
        left, top, right, bottom = flap.bounds
        assert right - left <= tray.depth
        assert bottom - top == pytest.approx(tray.flap)
    assert 2 * tray.flap < tray.width


def test_a_notch_is_half_a_circle() -> None:
    net = tuckbox_net(Tuckbox(64, 89, 18))
    (front,) = named(net, "front")
    middle = front.x + 32
    arc = [
        (x, y) for x, y in samples(net.cut) if abs(x - middle) < 9 and front.y < y < front.y + 10
    ]
    assert len(arc) > 50
    assert all(abs(np.hypot(x - middle, y - front.y) - 9) < 0.02 for x, y in arc)
