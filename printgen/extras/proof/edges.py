"""What is near the cut of a face: its borders, its words and its drawings.

A face is a picture of a card with its bleed, `SCALE` pixels to the millimetre. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.int16]
    Values = NDArray[np.float64]
    Flags = NDArray[np.bool_]

Edge = Literal["left", "right", "top", "bottom"]

EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")

# Pixels of pictures of faces in a millimetre: 305 dpi.
SCALE = 12

# The widest border: what is further from the cut looks the same wherever it is cut.
WIDEST = 6.0

# The least difference (0 to 255) in a channel that ends a border, and the greatest one within it.
_CHANGE, _SAME = 18, 26

# A border is along this share of an edge, and its width is as even (mm).
_SHARE, _EVEN = 0.8, 0.35

# A border may be a line of dashes so near the cut, which are this share of it.
_DASHED, _DASHES = 2.5, 0.45

# What is nearer to a corner than this is no part of an edge: it belongs to the next one, too.
_CORNER = 8.0

# How far from the cut words and drawings are looked for: cuts are off by so much at most. Drawings
# are at least so long, and at most this share of an edge.
REACH = 3.5
_SHORTEST, _LONGEST = 1.5, 0.4

# A face with more drawings near the cut, or with a smaller share of its edges in one colour, is a
# picture, whose parts near the cut may go.
_MOST, _PAPER = 4, 0.99

# A line along the cut is at most so far from it.
_LINE = 0.5

OPPOSITE: dict[Edge, Edge] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


class Mark(NamedTuple):
    """Words or a drawing near an edge: their distance from the cut, where along the edge they
    begin and end, and the words; empty for a drawing.
    """

    edge: Edge
    distance: float
    start: float
    end: float
    words: str = ""


@dataclass(frozen=True)
class NearCut:
    """The widths of the borders of a face by edge, the edges that have a line along the cut, and
    the words and drawings near the cut, the nearest ones first.
    """

    borders: tuple[tuple[Edge, float], ...]
    lines: tuple[Edge, ...]
    marks: tuple[Mark, ...]

    @cached_property
    def border(self) -> dict[Edge, float]:
        """The width of the border at each edge that has one."""
        return dict(self.borders)

    @cached_property
    def nearest(self) -> dict[Edge, float]:
        """The distance of the nearest words or drawing from each edge that has any."""
        return {mark.edge: mark.distance for mark in reversed(self.marks)}


def near_cut(picture: Pixels, bleed: float, words: Sequence[Mark]) -> NearCut:
    """What is near the cut of a face. `words` are those within REACH, as the page has them."""
    grounds, marks = dict[Edge, _Ground](), list(words)
    for edge in EDGES:
        rows = _from_edge(picture, edge)
        if ground := _ground(rows, bleed):
            grounds[edge] = ground
            if ground.width is None or ground.width > REACH:
                marks += _drawings(rows, bleed, edge, ground, words)
    borders = [
        (edge, ground.width)
        for edge, ground in grounds.items()
        if ground.width is not None and _continues(ground, grounds.get(OPPOSITE[edge]))
    ]
    if len(marks) - len(words) > _MOST or not _is_paper([*grounds.values()]):
        marks = [*words]
    lines = tuple(edge for edge, ground in grounds.items() if ground.line)
    return NearCut(tuple(borders), lines, tuple(sorted(marks, key=lambda mark: mark.distance)))


def _from_edge(picture: Pixels, edge: Edge) -> Pixels:
    """A picture as lines from an edge inwards."""
    if edge in ("top", "bottom"):
        picture = picture.transpose(1, 0, 2)
    return picture[:, ::-1] if edge in ("right", "bottom") else picture


class _Ground(NamedTuple):
    """The colour along an edge, what differs from it by more than its texture, the lines that have
    it, the width of a border of this colour, if there is one, and whether a line is along the cut.
    """

    colour: Values
    change: float
    plain: Flags
    width: float | None
    line: bool


def _strip(rows: Pixels, bleed: float, start: float, end: float) -> Pixels:
    """The pixels of an edge, apart from its corners, from one distance from the cut to another."""
    skip = round((bleed + _CORNER) * SCALE)
    first, last = (round((bleed + distance) * SCALE) for distance in (start, end))
    return rows[skip : len(rows) - skip, max(first, 0) : last]


def _ground(rows: Pixels, bleed: float) -> _Ground | None:
    """What is along the edge where lines begin; None without one colour."""
    strip = _strip(rows, bleed, _LINE, WIDEST + 1)
    if len(strip) < SCALE:
        return None
    colour = np.median(strip[:, 0], axis=0)
    off = np.abs(strip[:, 0] - colour).max(axis=1)
    plain = off <= _SAME
    if plain.mean() < _SHARE:
        return None  # such as a picture that goes on beyond the cut
    # A texture is no change.
    change = max(_CHANGE, 1.6 * float(np.quantile(off[plain], 0.9)))
    widths = _widths(strip, colour, change)
    ended = plain & (widths <= WIDEST)
    width = float(np.median(widths[ended])) if ended.any() else WIDEST + 1
    even = (ended & (np.abs(widths - width) <= _EVEN)).mean()
    # A line of dashes is a border as well; lines of words are further from the cut.
    dashed = width <= _DASHED and (ended & (np.abs(widths - width) <= _EVEN / 2)).mean() >= _DASHES
    is_border = even >= _SHARE or dashed
    at_cut = np.abs(_strip(rows, bleed, -_LINE / 2, _LINE) - colour).max(axis=2) > change
    beyond = np.abs(_strip(rows, bleed, -_LINE - 0.5, -_LINE) - colour).max(axis=2) > change
    line = at_cut.any(axis=1).mean() >= _SHARE and beyond.any(axis=1).mean() < 1 - _SHARE
    return _Ground(colour, change, plain, width if is_border else None, bool(line))


def _widths(strip: Pixels, colour: Values, change: float) -> Values:
    """How far each line of a strip has a colour, but for changes of its texture; beyond WIDEST if
    it is all of it. The pixel that is partly of another colour counts in part.
    """
    off = np.abs(strip - colour).max(axis=2)
    changed = off > change
    first, lines = changed.argmax(axis=1), np.arange(len(strip))
    after = off[lines, np.minimum(first + 1, strip.shape[1] - 1)]
    covered = np.clip(off[lines, first] / np.maximum(after, 1), 0, 1)
    return np.where(changed.any(axis=1), _LINE + (first + 1 - covered) / SCALE, WIDEST + 1)


def _continues(ground: _Ground, other: _Ground | None) -> bool:
    """Whether a border is on the opposite edge, too: one alone is a stripe."""
    return (
        other is not None
        and other.width is not None
        and bool(np.abs(ground.colour - other.colour).max() <= _SAME)
    )


def _is_paper(grounds: Sequence[_Ground]) -> bool:
    """Whether all edges have one ground and nothing that goes on beyond the cut."""
    alike = (np.abs(each.colour - grounds[0].colour).max() <= _SAME for each in grounds)
    whole = all(each.plain.mean() >= _PAPER for each in grounds)
    return len(grounds) == len(EDGES) and whole and all(alike)


def _drawings(
    rows: Pixels, bleed: float, edge: Edge, ground: _Ground, words: Sequence[Mark]
) -> Iterator[Mark]:
    """What is drawn near an edge on a plain ground, but for words."""
    strip = _strip(rows, bleed, _LINE, REACH)
    drawn = np.abs(strip - ground.colour).max(axis=2) > 2 * ground.change
    drawn &= ground.plain[:, None]
    if drawn.any(axis=1).mean() > _LONGEST:
        return  # such as a border with gaps
    beside = round(0.3 * SCALE)
    for first, last in _runs(drawn.any(axis=1)):
        # What reaches the cut beside it goes on beyond.
        if not ground.plain[max(first - beside, 0) : last + beside].all():
            continue
        begins, ends = _CORNER + first / SCALE, _CORNER + last / SCALE
        if not _SHORTEST <= ends - begins <= _LONGEST * len(strip) / SCALE:
            continue
        distance = _LINE + float(drawn[first:last].any(axis=0).argmax()) / SCALE
        near = (each for each in words if each.edge == edge)
        if not any(each.start - 1 <= ends and begins <= each.end + 1 for each in near):
            yield Mark(edge, distance, begins, ends)


def _runs(found: Flags) -> Iterator[tuple[int, int]]:
    """The beginnings and the ends of runs of true values."""
    changes = np.flatnonzero(np.diff(np.concatenate(([0], found.astype(np.int8), [0]))))
    yield from zip(changes[::2].tolist(), changes[1::2].tolist(), strict=True)
