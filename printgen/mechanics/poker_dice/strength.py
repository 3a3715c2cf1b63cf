"""How hands of poker dice compare."""

from __future__ import annotations

from printgen.mechanics.poker_dice.odds import FACES, HANDS, Shape, kind


def strength(counts: Shape) -> tuple[int, ...]:
    """What compares two hands: the kind, then its faces as poker weighs them, then the rest.

    Only the best five dice count, and fewer than five are filled up with a face below the lowest.
    """
    faces = sorted(range(FACES), key=lambda face: (counts[face], face), reverse=True)
    best = [face for face in faces for _ in range(counts[face])]
    # Of two threes or three pairs, the ones that do not fit are single dice like any other.
    made = {"full": 5, "two-pairs": 4}.get(HANDS[kind(counts)])
    if made is None:
        made = min(5, counts[faces[0]])
    rest = sorted(best[made:], reverse=True)
    return (kind(counts), *(best[:made] + rest + [-1] * 5)[:5])


def turned(counts: Shape, face: int | None) -> tuple[int, ...]:
    """The strength of a hand of which one die may be turned to `face`."""
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
