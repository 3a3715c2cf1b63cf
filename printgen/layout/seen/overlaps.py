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

# The most area of the boxes of a word's letters, for the area that they are in: swashes and slanted
# letters share some, 1.15 at most in printgen's own themes. Shorter words are not measured.
_DENSE, _FEW = 1.5, 3

# Letters this near to the same letter (points) are one, drawn twice.
_SAME = 0.5


def overlaid(letters: Letters, words: Numbers, count: int) -> set[int]:
    """The words with a letter on which one of other text is, and those whose own letters are on one
    another. `words` has the number of each letter's word of `count`, -1 for none.
    """
    found = set(words[_overlaps(letters, words) & (words >= 0)].tolist())
    return found | set(np.flatnonzero(_densities(letters, words, count) > _DENSE).tolist())


def _densities(letters: Letters, words: Numbers, count: int) -> NDArray[np.float64]:
    """Of each word, the area of its letters for the area that they are in; 0 for short ones."""
    # The letters of a ligature have one box.
    repeated = np.zeros(len(words), np.bool_)
    repeated[1:] = np.all(letters.boxes[1:] == letters.boxes[:-1], axis=1)
    owned = (words >= 0) & ~repeated
    boxes, owners = letters.boxes[owned], words[owned]
    first, last = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(first, owners, boxes[:, :2])
    np.maximum.at(last, owners, boxes[:, 2:])
    sizes = boxes[:, 2:] - boxes[:, :2]
    areas = np.bincount(owners, sizes[:, 0] * sizes[:, 1], minlength=count)
    long = np.bincount(owners, minlength=count) >= _FEW
    rooms = np.where(long, np.prod(np.where(long[:, None], last - first, 1.0), axis=1), np.inf)
    densities: NDArray[np.float64] = areas / np.maximum(rooms, 1e-6)
    return densities


def _overlaps(letters: Letters, words: Numbers) -> NDArray[np.bool_]:
    """Whether each letter shares its place with one of other text."""
    found = np.zeros(len(letters.text), np.bool_)
    codes = np.array([ord(letter) for letter in letters.text], np.int64)
    for page in np.unique(letters.pages):
        chosen = np.flatnonzero(letters.pages == page)
        boxes = letters.boxes[chosen]
        for first, second, share in _pairs(boxes):
            one, other = chosen[first], chosen[second]
            near = np.abs(boxes[first] - boxes[second]).max(axis=1) < _SAME
            # A letter that is drawn twice is one.
            twice = near & (codes[one] == codes[other])
            counted = (share > _SHARE) & (words[one] != words[other]) & ~twice
            found[one[counted]] = True
            found[other[counted]] = True
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
