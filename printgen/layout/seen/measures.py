"""Measure how well each letter of a page is seen.

A page is compared with the page without its text, at the pixels where the letter's ink would be.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printgen.layout.seen.pages import SCALE, Floats

Values = NDArray[np.float64]

# The least difference of lightness that makes a pixel of ink a seen one: that of a contrast of 1.2
# on white.
_SEEN = 0.08

# Less ink than this in a pixel is the rim of a letter.
_RIM = 0.05


@dataclass(frozen=True, slots=True)
class Views:
    """A page as it is, without its text, and its text alone (lightness of pixels)."""

    whole: Floats
    ground: Floats
    text: Floats


@dataclass(frozen=True, slots=True)
class Measures:
    """Of each letter: its contrast with its ground (1 to 21, WCAG 2.2), the share of its ink that
    is seen, and the sum of its ink (pixels).
    """

    contrast: Values
    share: Values
    ink: Values


def measure_letters(views: Views, boxes: NDArray[np.float64]) -> Measures:
    """The measures of letters with these boxes (points)."""
    ink = 1 - views.text
    change = views.whole - views.ground
    weight = ink * ink
    edges = _pixel_edges(boxes, ink.shape)

    def total(values: Floats) -> Values:
        return _sums(values, edges)

    weights = np.maximum(total(weight), 1e-9)
    ground = total(weight * views.ground) / weights
    size = total(np.abs(change) * ink) / weights
    lighter = total(change * ink) > 0
    letter = np.clip(np.where(lighter, ground + size, ground - size), 0, 1)
    inner = np.where(ink > _RIM, ink, 0)
    seen = total(inner * (np.abs(change) >= _SEEN * inner)) / np.maximum(total(inner), 1e-9)
    return Measures(_contrast(letter, ground), seen, total(ink))


def _pixel_edges(boxes: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.int32]:
    """Left, top, right and bottom pixels of boxes, inside the picture."""
    height, width = shape
    edges = np.empty(boxes.shape, np.int32)
    edges[:, :2] = np.floor(boxes[:, :2] * SCALE)
    edges[:, 2:] = np.ceil(boxes[:, 2:] * SCALE)
    edges[:, ::2] = np.clip(edges[:, ::2], 0, width)
    edges[:, 1::2] = np.clip(edges[:, 1::2], 0, height)
    return edges


def _sums(values: Floats, edges: NDArray[np.int32]) -> Values:
    """The sums of values in boxes of pixels, by a table of sums from the top left corner."""
    table = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
    np.cumsum(values, axis=0, dtype=np.float64, out=table[1:, 1:])
    np.cumsum(table[1:, 1:], axis=1, out=table[1:, 1:])
    left, top, right, bottom = edges.T
    sums: Values = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return sums


def _contrast(first: Values, second: Values) -> Values:
    """The contrast of two lightnesses (WCAG 2.2, contrast ratio)."""
    one, other = _luminance(first), _luminance(second)
    ratio: Values = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return ratio


def _luminance(lightness: Values) -> Values:
    """The relative luminance of a grey (WCAG 2.2)."""
    found: Values = np.where(
        lightness <= 0.04045, lightness / 12.92, ((lightness + 0.055) / 1.055) ** 2.4
    )
    return found
