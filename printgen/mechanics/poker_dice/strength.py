"""The ranking of hands of poker dice."""

from __future__ import annotations

from printgen.mechanics.poker_dice.odds import FACES, HANDS, Shape, kind


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
