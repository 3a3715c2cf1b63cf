"""Find letters that are drawn on one another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from printgen.layout.seen.pages import Letters

Numbers = NDArray[np.int64]

# A large letter may have small words in it: letters this many times as high are not compared.
_LARGER = 2.5

# The most of a letter's box that another may have. printgen's own themes have 0.3.
_SHARE = 0.5

# Letters of a word that may be on others of it: swashes and large initials are. Shorter words are
# not measured.
_MOST, _FEW = 0.7, 3

# The middles of letters side by side are further apart than this share of their height.
_MIDDLE = 0.15

# Letters this near to the same letter (points) are one, drawn twice.
_SAME = 0.5


def overlaid(letters: Letters, words: Numbers, count: int) -> set[int]:
    """The words with a letter on which one of other text is, and those whose letters are mostly on
    one another. `words` has the number of each letter's word of `count`, -1 for none.
    """
    others, own = _overlaps(letters, words)
    found = set(words[others & (words >= 0)].tolist())
    sizes = np.bincount(words + 1, minlength=count + 1)[1:]
    on_own = np.bincount(words[own] + 1, minlength=count + 1)[1:]
    return found | set(np.flatnonzero((sizes >= _FEW) & (on_own > _MOST * sizes)).tolist())


def _overlaps(letters: Letters, words: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each letter shares its place with one of other text, and with one of its own word."""
    others = np.zeros(len(letters.text), np.bool_)
    own = others.copy()
    codes = np.array([ord(letter) for letter in letters.text], np.int64)
    for page in np.unique(letters.pages):
        chosen = np.flatnonzero(letters.pages == page)
        boxes = letters.boxes[chosen]
        for first, second, share in _pairs(boxes):
            one, other = chosen[first], chosen[second]
            near = np.abs(boxes[first] - boxes[second]).max(axis=1) < _SAME
            same = words[one] == words[other]
            # A letter that is drawn twice is one; the letters of a ligature have one box.
            counted = (share > _SHARE) & ~(near & (same | (codes[one] == codes[other])))
            counted &= ~same | _one_place(boxes[first], boxes[second])
            for each in (one, other):
                others[each[counted & ~same]] = True
                own[each[counted & same]] = True
    return others, own


def _one_place(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether boxes have one middle: beside a swash, or in a slanted word, letters share boxes."""
    apart = np.abs(first[:, ::2].sum(axis=1) - second[:, ::2].sum(axis=1)) / 2
    height = np.maximum(first[:, 3] - first[:, 1], second[:, 3] - second[:, 1])
    found: NDArray[np.bool_] = apart < _MIDDLE * height
    return found


def _pairs(
    boxes: NDArray[np.float64],
) -> Iterator[tuple[Numbers, Numbers, NDArray[np.float64]]]:
    """Pairs of boxes of like height that share a place: with the share of the smaller one."""
    order = np.argsort(boxes[:, 0], kind="stable")
    left, top, right, bottom = boxes[order].T
    width, height = right - left, bottom - top
    area = np.maximum(width * height, 1e-6)
    starts = np.arange(len(order))
    # Boxes in the order of their left sides: one is compared with the next, the second next, …
    for step in range(1, len(order)):
        starts = starts[starts + step < len(order)]
        starts = starts[left[starts + step] < right[starts]]
        if not len(starts):
            return
        other = starts + step
        across = np.minimum(right[starts], right[other]) - left[other]
        along = np.minimum(bottom[starts], bottom[other]) - np.maximum(top[starts], top[other])
        like = np.maximum(height[starts], height[other]) < _LARGER * np.maximum(
            np.minimum(height[starts], height[other]), 1e-6
        )
        share = across * along / np.minimum(area[starts], area[other])
        met = (along > 0) & like
        yield order[starts[met]], order[other[met]], share[met]
