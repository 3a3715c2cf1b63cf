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

# Letters are drawn at whole pixels: one this narrow (pixels), as an `l`, may be beside its box.
_THIN = 3

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
    found = Measures(*(np.zeros(len(boxes)) for _ in range(3)))
    edges = _pixel_edges(boxes, views.text.shape)
    sides = (edges[:, 2:] - edges[:, :2]).max(axis=1, initial=1)
    # Letters of like size are measured together, in squares of pixels.
    scales = np.ceil(np.log2(sides)).astype(int)
    for scale in np.unique(scales):
        chosen = np.flatnonzero(scales == scale)
        measured = _measure(views, edges[chosen], 2 ** int(scale))
        found.contrast[chosen] = measured.contrast
        found.share[chosen] = measured.share
        found.ink[chosen] = measured.ink
    return found


def _measure(views: Views, edges: NDArray[np.int32], side: int) -> Measures:
    """The measures of letters whose boxes are in squares with this side (pixels)."""
    steps = np.arange(side)
    left, top, right, bottom = (edge[:, None] for edge in edges.T)
    inside = (top + steps < bottom)[:, :, None] & (left + steps < right)[:, None, :]
    height, width = views.text.shape
    rows = np.minimum(top + steps, height - 1)[:, :, None]
    columns = np.minimum(left + steps, width - 1)[:, None, :]
    ink = np.where(inside, 1 - views.text[rows, columns], np.float32(0))
    behind = views.ground[rows, columns]
    change = views.whole[rows, columns] - behind
    size = np.abs(change)

    def total(values: NDArray[np.floating]) -> Values:
        summed: Values = values.sum(axis=(1, 2), dtype=np.float64)
        return summed

    weight = ink * ink
    weights = np.maximum(total(weight), 1e-9)
    ground, most = total(weight * behind) / weights, total(size * ink) / weights
    letter = np.clip(np.where(total(change * ink) > 0, ground + most, ground - most), 0, 1)
    inner = np.where(ink > _RIM, ink, np.float32(0))
    seen = total(inner * (size >= _SEEN * inner)) / np.maximum(total(inner), 1e-9)
    return Measures(_contrast(letter, ground), seen, total(ink))


def _pixel_edges(boxes: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.int32]:
    """Left, top, right and bottom pixels of boxes, inside the picture."""
    height, width = shape
    edges = np.empty(boxes.shape, np.int32)
    edges[:, :2] = np.floor(boxes[:, :2] * SCALE)
    edges[:, 2:] = np.ceil(boxes[:, 2:] * SCALE)
    thin = edges[:, 2] - edges[:, 0] <= _THIN
    edges[thin, 0] -= 1
    edges[thin, 2] += 1
    edges[:, ::2] = np.clip(edges[:, ::2], 0, width)
    edges[:, 1::2] = np.clip(edges[:, 1::2], 0, height)
    return edges


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
