"""An exploding die against a Defence, exactly.

An attack throws one die and adds its Power; what it has above the Defence is lost in life. The
highest face and the lowest are thrown again: each time that the same face follows, it counts one
more, or one less; anything else ends the run and changes nothing. So the die has no end either way,
and its chances are geometric. `gap` is Defence less Power, all modifiers counted.
"""

from __future__ import annotations

from fractions import Fraction

# Further out a chance has more digits than anyone prints.
MOST_GAP, MOST_FACES = 400, 100


def above(gap: int, faces: int = 6) -> Fraction:
    """The chance that the die, with what its criticals add or take, comes out above `gap`.

    Within the faces it is a matter of counting them: no run crosses from one to the next. Above the
    highest face f by n, it takes n + 2 throws of f: f^-(n + 2); below the lowest likewise.
    """
    if not 2 <= faces <= MOST_FACES or abs(gap) > MOST_GAP:
        raise ValueError(f"no die of {faces} faces against {gap}")
    if gap >= faces:
        return Fraction(1, faces ** (gap - faces + 2))
    if gap >= 1:
        return Fraction(faces - gap, faces)
    return 1 - Fraction(1, faces ** (2 - gap))


def loses(gap: int, points: int, faces: int = 6) -> Fraction:
    """The chance that the attack takes at least `points` points; with 1, that it wounds."""
    return above(gap + points - 1, faces)


def mean_loss(gap: int, faces: int = 6) -> Fraction:
    """The life that an attack takes on average: the sum of its chances to take 1, 2, 3…

    Beyond the faces the sum is geometric: 1/f² + 1/f³ + … = 1 / (f (f - 1)).
    """
    if gap >= faces:
        return above(gap, faces) * Fraction(faces, faces - 1)
    within = sum((above(value, faces) for value in range(gap, faces)), Fraction())
    return within + Fraction(1, faces * (faces - 1))
