"""Patterns of backs and covers: the same upside down, printable, and as the seed has them."""

from __future__ import annotations

import re
from io import BytesIO
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
import resvg_py
from PIL import Image

from printgen.content.models.theme import Pattern
from printgen.extras.ornaments.ornament import PATTERNS, crest, ground, pattern
from printgen.typography.print_limits import contrast

NAMES = tuple(PATTERNS)
SEEDS = ("isles", "fog", "7")

# Poker, tarot, mini, square, landscape, a small token, a cover (mm).
SIZES = ((63, 88), (70, 120), (44, 68), (70, 70), (88, 63), (30, 30), (148, 210))


def pixels(drawing: str, across: int = 400) -> npt.NDArray[np.int_]:
    data = bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=across, background="white"))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"), dtype=int)


def test_each_name_of_the_model_has_a_pattern() -> None:
    assert set(get_args(Pattern)) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_pattern_is_the_same_upside_down(name: str, ink: str) -> None:
    looks = [(seed, SIZES[0]) for seed in SEEDS] + [("isles", size) for size in SIZES[1:]]
    for seed, (width, height) in looks:
        shown = pixels(pattern(name, "#7a1f2b", seed, width, height, 3, 3, ink)["drawing"])
        turned = shown[::-1, ::-1]
        off = np.abs(shown - turned).max(axis=2)
        # Edges that are between two pixels, and where two shapes meet.
        assert (off > 60).mean() < 0.004, (seed, width, height)
        assert off.mean() < 1.2
        assert shown.std() > 5


def test_a_pattern_that_is_not_turned_is_seen() -> None:
    drawing = str(pattern("folk", "#7a1f2b", "isles", 63, 88, 3)["drawing"])
    shown = pixels(drawing.replace("</svg>", '<rect x="5" y="5" width="9" height="9"/></svg>'))
    assert (np.abs(shown - shown[::-1, ::-1]).max(axis=2) > 60).mean() > 0.004


@pytest.mark.parametrize("name", NAMES)
def test_a_pattern_is_that_of_its_seed_and_its_accent(name: str) -> None:
    def drawn(seed: str, accent: str = "#0f5671") -> str:
        return str(pattern(name, accent, seed, 63, 88, 3)["drawing"])

    assert drawn("isles") == drawn("isles")
    assert len({drawn(str(seed)) for seed in range(12)}) >= 8
    assert drawn("isles") != drawn("isles", "#c79a2b")


@pytest.mark.parametrize("name", NAMES)
def test_patterns_are_light_and_have_no_line_that_is_too_thin(name: str) -> None:
    for seed in SEEDS:
        for width, height in SIZES:
            for ink in ("full", "low"):
                drawing = pattern(name, "#0f5671", seed, width, height, 3, 3, ink)["drawing"]
                widths = [float(each) for each in re.findall(r'stroke-width="([^"]+)"', drawing)]
                assert min(widths, default=1) >= 0.1
                assert len(drawing) < 80_000, (seed, width, height)
                assert "nan" not in drawing


@pytest.mark.parametrize("name", NAMES)
def test_titles_have_room_within_the_safe_area(name: str) -> None:
    for width, height in SIZES:
        view = pattern(name, "#0f5671", "isles", width, height, 3, 3)
        plate = view["plate"]
        assert (plate is None) == (min(width, height) < 40), (width, height)
        if plate:
            assert plate["left"] >= 3 and plate["left"] + plate["width"] <= width - 3
            assert plate["top"] >= 3 and plate["top"] + plate["height"] < height / 2
            assert plate["height"] > 3.8 and plate["width"] > 22
            assert 0 < view["middle"] < min(width, height) / 2 - 3
    assert pattern(name, None, "isles", 63, 88, titled=False)["plate"] is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("accent", ["#0f5671", "#f4e27a", "#101010", "#fafafa", "#c01818"])
def test_titles_are_read_on_their_ground(name: str, accent: str) -> None:
    view = pattern(name, accent, "isles", 63, 88, 3)
    plate = view["plate"]
    assert plate
    shown = pixels(view["drawing"], 690)
    # The middle of the plate, where words are.
    top = int(10 * (plate["top"] + 3 + 0.3 * plate["height"]))
    left = int(10 * (plate["left"] + 3 + 0.3 * plate["width"]))
    area = shown[top : top + int(4 * plate["height"]), left : left + int(4 * plate["width"])]
    behind = "#" + "".join(f"{int(each):02x}" for each in np.median(area.reshape(-1, 3), axis=0))
    assert contrast(plate["colour"], behind) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_what_is_beside_a_pattern_has_legible_type(name: str) -> None:
    for accent in ("#0f5671", "#f4e27a", "#101010", "#fafafa"):
        view = ground(name, accent)
        assert contrast(view["colour"], view["tone"]) >= 2.2


def test_low_ink_fills_little() -> None:
    for name in NAMES:
        for seed in SEEDS:
            shown = pixels(pattern(name, "#0f5671", seed, 63, 88, 3, 3, "low")["drawing"])
            assert (shown.mean(axis=2) < 200).mean() < 0.3, (name, seed)


def test_an_unknown_pattern_is_an_error() -> None:
    with pytest.raises(ValueError, match="no pattern 'plaid'"):
        pattern("plaid", None, "isles", 63, 88)


@pytest.mark.parametrize("name", NAMES)
def test_crests_differ_and_have_the_size_asked_for(name: str) -> None:
    drawn = {str(crest(name, "#7a1f2b", f"figure-{n}", 30)) for n in range(40)}
    assert len(drawn) >= 38
    assert all('style="width: 30mm; height: 30mm"' in each for each in drawn)
    assert all(pixels(each, 100).std() > 20 for each in sorted(drawn)[:8])
    assert crest(name, None, "a", 20, "low") == crest(name, None, "a", 20, "low")
