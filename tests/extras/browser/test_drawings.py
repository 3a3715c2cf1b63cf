"""Drawings on a coarser grid: the same lines in fewer bytes."""

from __future__ import annotations

import re

import pytest

from printgen.extras.browser.assembly import round_outlines
from printgen.project import TEMPLATES

ART = TEMPLATES / "deathly-thrones" / "art"
STEP = 2.5


def corners(svg: str) -> list[list[tuple[float, float]]]:
    """The corners of each closed line, in units of the drawing."""
    scale = float(re.findall(r"scale\(([\d.]+)\)", svg)[0])
    (outline,) = re.findall(r' d="([^"]*)"', svg)
    found: list[list[tuple[float, float]]] = []
    x = y = 0.0
    for part in filter(None, outline.split("z")):
        numbers = [float(n) * scale for n in re.findall(r"-?\d+", part)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        line: list[tuple[float, float]] = []
        for number, (across, down) in enumerate(pairs):
            whole = part[0] == "M" and not number
            x, y = (across, down) if whole else (x + across, y + down)
            line.append((x, y))
        found.append(line)
        x, y = line[0]
    return found


@pytest.mark.parametrize("name", ["hero", "sand-desert"])
def test_corners_move_at_most_half_a_step(name: str) -> None:
    svg = (ART / f"{name}.svg").read_text()
    coarse = round_outlines(svg, STEP)
    assert len(coarse) < 0.95 * len(svg)
    reach = 0.05 * STEP / 2 + 1e-6
    for before, after in zip(corners(svg), corners(coarse), strict=True):
        rest = iter(before)
        for x, y in after:
            assert any(abs(x - u) <= reach and abs(y - v) <= reach for u, v in rest)


def test_other_drawings_are_unchanged() -> None:
    svg = '<svg><g transform="scale(0.05)"><path d="M1 1c2 2 3 3 4 4z"/></g><rect/></svg>'
    assert round_outlines(svg, STEP) == svg
