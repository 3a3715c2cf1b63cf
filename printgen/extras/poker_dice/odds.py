"""Exact chances and the order of the hands of poker dice with one reroll, for any Pot
(Potential).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial, prod

# --- exact chances of the hands of poker dice with one reroll, for any Pot (Potential) ------------
#
# A character throws its base dice, minus one per point of a negative Pot, but at least one. With a
# positive Pot it may then reroll, once, up to Pot of the dice thrown. Cards and skills are not
# modelled. Chances are integer counts of throws over powers of six.


FACES = 6

HANDS = ("nothing", "pair", "two-pairs", "three", "full", "four", "five")

# With more than five dice the best five make the hand. No rule gives more dice than this.
MAX_DICE = 10

Shape = tuple[int, ...]


def dice(pot: int, base: int) -> tuple[int, int]:
    """The numbers of dice thrown and of dice that may be rerolled.

    Raises ValueError if `base` is not between 1 and MAX_DICE.
    """
    if not 1 <= base <= MAX_DICE:
        raise ValueError(f"base dice must be 1 to {MAX_DICE}, not {base}")
    thrown = max(1, base + min(0, pot))
    return thrown, min(max(0, pot), thrown)


def kind(counts: Shape) -> int:
    """The hand, as its index in HANDS; `counts` has the number of dice showing each face."""
    first, second = sorted(counts, reverse=True)[:2]
    if first >= 4:
        return HANDS.index("five" if first >= 5 else "four")
    if first == 3:
        return HANDS.index("full" if second >= 2 else "three")
    if first == 2:
        return HANDS.index("two-pairs" if second == 2 else "pair")
    return HANDS.index("nothing")


@cache
def throws(count: int) -> dict[Shape, int]:
    """The throws of `count` dice: the count of each face (9 first), with the ways of 6^count."""
    return {
        counts: factorial(count) // prod(map(factorial, counts)) for counts in _counts(count, FACES)
    }


def _counts(total: int, faces: int) -> Iterator[Shape]:
    """All ways to distribute `total` dice over `faces` faces."""
    if faces == 1:
        yield (total,)
        return
    for here in range(total + 1):
        for rest in _counts(total - here, faces - 1):
            yield (here, *rest)


def kept(counts: Shape, least: int) -> Iterator[Shape]:
    """The subsets of a throw that can be kept, of at least `least` dice."""
    if not counts:
        yield ()
        return
    after = sum(counts[1:])
    for here in range(max(0, least - after), counts[0] + 1):
        for rest in kept(counts[1:], least - here):
            yield (here, *rest)


def at_least(pot: int, base: int = 5) -> dict[str, Fraction]:
    """The chance of at least each hand from pair to five, with `base` dice.

    For each hand, the player rerolls so as to maximise the chance of that hand or a better one.
    The strategies differ between hands, so the chances do not belong to a single distribution.
    Raises ValueError as `dice` does.
    """
    return dict(zip(HANDS[1:], _chances(*dice(pot, base)), strict=True))


@cache
def _chances(count: int, rerolls: int) -> tuple[Fraction, ...]:
    """The chance of each hand from pair on, with `count` dice thrown and `rerolls` rerolled."""
    won = [0] * len(HANDS)
    for shape, ways in _shapes(count).items():
        for aim, chances in enumerate(_best(shape, rerolls)):
            won[aim] += ways * chances
    whole = FACES ** (count + rerolls)
    return tuple(Fraction(chances, whole) for chances in won[1:])


@cache
def _shapes(count: int) -> dict[Shape, int]:
    """Throws by the sorted counts of their faces (greatest first), which determine the hand."""
    shapes: dict[Shape, int] = {}
    for counts, ways in throws(count).items():
        shape = _shape(counts)
        shapes[shape] = shapes.get(shape, 0) + ways
    return shapes


def _shape(counts: Shape) -> Shape:
    return tuple(sorted(counts, reverse=True))


def _best(shape: Shape, rerolls: int) -> list[int]:
    """For each hand, the maximum of the 6^rerolls outcomes that make it or better."""
    keeps = {_shape(keep) for keep in kept(shape, sum(shape) - rerolls)}
    options = [_outcomes(keep, sum(shape) - sum(keep), rerolls) for keep in keeps]
    return [max(column) for column in zip(*options, strict=True)]


@cache
def _outcomes(keep: Shape, rolled: int, rerolls: int) -> tuple[int, ...]:
    """For each hand, the number of 6^rerolls outcomes that make it or better.

    `keep` are the dice kept, `rolled` the number of dice rerolled.
    """
    made = [0] * len(HANDS)
    for counts, ways in throws(rolled).items():
        made[kind(tuple(map(sum, zip(keep, counts, strict=True))))] += ways
    scale = FACES ** (rerolls - rolled)
    return tuple(scale * sum(made[aim:]) for aim in range(len(HANDS)))


# --- the ranking of hands of poker dice -----------------------------------------------------------


def strength(counts: Shape) -> tuple[int, ...]:
    """The sort key of a hand: its kind, the faces that make it, the remaining faces.

    The best five dice count; missing dice count as a face below the lowest.
    """
    faces = sorted(range(FACES), key=lambda face: (counts[face], face), reverse=True)
    best = [face for face in faces for _ in range(counts[face])]
    # The second three of two, and the third pair of three, count as single dice.
    made = {"full": 5, "two-pairs": 4}.get(HANDS[kind(counts)])
    if made is None:
        made = min(5, counts[faces[0]])
    rest = sorted(best[made:], reverse=True)
    return (kind(counts), *(best[:made] + rest + [-1] * 5)[:5])


def turned(counts: Shape, face: int | None) -> tuple[int, ...]:
    """The strength of a hand in which one die may be set to `face`, if given."""
    if face is None:
        return strength(counts)
    hands = [counts]
    for other, many in enumerate(counts):
        if many:
            changed = list(counts)
            changed[other] -= 1
            changed[face] += 1
            hands.append(tuple(changed))
    return max(map(strength, hands))


# --- the exact chance to pass a test of nerve, also with a skill that turns a die -----------------


def nerve(pot: int, guts: str, turn: int | None = None, base: int = 5) -> Fraction:
    """The chance of the hand `guts` or a better one, with the best reroll.

    `turn` is the face that one die may be set to after the reroll, None without the skill. Raises
    ValueError for a number of dice out of range.
    """
    return _nerve(*dice(pot, base), HANDS.index(guts), turn)


@cache
def _nerve(count: int, rerolls: int, least: int, turn: int | None) -> Fraction:
    won = Fraction()
    for shape, ways in throws(count).items():
        keeps = kept(shape, count - rerolls)
        won += ways * max(_passes(keep, count, least, turn) for keep in keeps)
    return won * Fraction(1, FACES**count)


@cache
def _passes(keep: Shape, count: int, least: int, turn: int | None) -> Fraction:
    """The chance of `least` or better, with the dice in `keep` kept and the others rerolled."""
    rolled = count - sum(keep)
    ways = sum(
        many
        for shape, many in throws(rolled).items()
        if turned(tuple(map(sum, zip(keep, shape, strict=True))), turn)[0] >= least
    )
    return Fraction(ways, FACES**rolled)
