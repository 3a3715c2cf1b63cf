"""How different colours look, to whom, and colours that are proposed instead."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from printgen.extras.colours.vision import (
    DEUTAN,
    GREY,
    NORMAL,
    PROTAN,
    SIGHTS,
    TRITAN,
    Vision,
    ciede2000,
    confused_by,
    difference,
    distinct_colour,
    lab,
)

# Pairs of the test data that Sharma, Wu and Dalal publish for their formula: achromatic colours,
# hues on both sides of 0, and a difference of hues of nearly 180 degrees.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]

# Palettes that are made for the colour blind: of Okabe and Ito, and of Tol (bright).
MADE_FOR_ALL = (
    ("#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"),
    ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"),
)


@pytest.mark.parametrize(("one", "other", "expected"), PUBLISHED)
def test_differences_are_those_that_are_published(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=0.0001)
    assert ciede2000(other, one) == pytest.approx(expected, abs=0.0001)


def test_white_black_and_red_are_where_cielab_has_them() -> None:
    assert lab("#ffffff", NORMAL) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#000000", NORMAL) == pytest.approx((0, 0, 0), abs=0.02)
    assert lab("#ff0000", NORMAL) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)


@pytest.mark.parametrize("vision", [*SIGHTS, GREY], ids=lambda vision: vision.name)
def test_greys_stay_grey_for_all(vision: Vision) -> None:
    for colour in ("#000000", "#5b5b5b", "#c0c0c0", "#ffffff"):
        seen = lab(colour, vision)
        assert seen == pytest.approx(lab(colour, NORMAL), abs=0.02)


@pytest.mark.parametrize("palette", MADE_FOR_ALL)
def test_palettes_for_the_colour_blind_pass(palette: tuple[str, ...]) -> None:
    assert not any(confused_by(*pair, SIGHTS) for pair in combinations(palette, 2))


@pytest.mark.parametrize(
    ("one", "other", "kinds"),
    [
        ("#b22222", "#228b22", [DEUTAN]),
        ("#7a3b2e", "#4a5a2f", [DEUTAN, PROTAN, GREY]),
        ("#3b6ea5", "#7b4fa3", [DEUTAN, PROTAN, GREY]),
        ("#1f4f6f", "#2f5a3a", [TRITAN, GREY]),
        ("#d62728", "#1f77b4", [GREY]),
        ("#3b6ea5", "#3b6eaf", [NORMAL, DEUTAN, PROTAN, TRITAN, GREY]),
        ("#101010", "#f0f0f0", []),
    ],
)
def test_pairs_are_confused_by_those_who_confuse_them(
    one: str, other: str, kinds: list[Vision]
) -> None:
    assert confused_by(one, other, (*SIGHTS, GREY)) == kinds
    assert confused_by(other, one, (*SIGHTS, GREY)) == kinds


def test_a_proposed_colour_is_told_apart_by_all() -> None:
    chance, visions = Random(49), (*SIGHTS, GREY)
    for count in (1, 2, 3):
        for _ in range(8):
            others = tuple(f"#{chance.randrange(1 << 24):06x}" for _ in range(count))
            proposed = distinct_colour(others[0], others, visions)
            assert proposed
            least = min(
                difference(proposed, other, each) / each.least
                for other in others
                for each in visions
            )
            assert least >= 1.25


def test_no_colour_is_proposed_where_none_is_left() -> None:
    greys = tuple(f"#{value:02x}{value:02x}{value:02x}" for value in range(0, 256, 36))
    assert distinct_colour("#404040", greys[:7], (*SIGHTS, GREY)) is None
    assert distinct_colour("#404040", greys, SIGHTS) is None
