"""Exact chances of an exploding die against a Defence.

An attack rolls one die and adds its Power; the target loses life equal to the excess over its
Defence. The highest and the lowest face are rerolled: each repeat of the highest adds one, each
repeat of the lowest subtracts one, and any other face ends the roll without effect. The roll is
unbounded, and its tails are geometric. `gap` is Defence minus Power, with all modifiers.
"""

from __future__ import annotations

from fractions import Fraction

# Beyond these limits, chances have too many digits to be useful.
MAX_GAP, MAX_FACES = 400, 100


def above(gap: int, faces: int = 6) -> Fraction:
    """The chance that the die with its criticals exceeds `gap`.

    Within the faces, it is the share of the faces above `gap`. To exceed f + n, where f is the
    highest face, takes n + 2 rolls of f: f^-(n + 2). Below the lowest face it is symmetric.
    """
    if not 2 <= faces <= MAX_FACES or abs(gap) > MAX_GAP:
        raise ValueError(f"no chances for {faces} faces and a gap of {gap}")
    if gap >= faces:
        return Fraction(1, faces ** (gap - faces + 2))
    if gap >= 1:
        return Fraction(faces - gap, faces)
    return 1 - Fraction(1, faces ** (2 - gap))


def loses(gap: int, points: int, faces: int = 6) -> Fraction:
    """The chance to lose at least `points` points of life; 1 is the chance of a wound."""
    return above(gap + points - 1, faces)


def mean_loss(gap: int, faces: int = 6) -> Fraction:
    """The mean loss of life: the sum of the chances to lose at least 1, 2, 3… points.

    Beyond the faces the sum is geometric: 1/f² + 1/f³ + … = 1 / (f (f - 1)).
    """
    if gap >= faces:
        return above(gap, faces) * Fraction(faces, faces - 1)
    within = sum((above(value, faces) for value in range(gap, faces)), Fraction())
    return within + Fraction(1, faces * (faces - 1))
