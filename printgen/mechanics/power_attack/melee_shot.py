"""A shot into a melee: each figure rolls a die, and the figures with the highest total are hit.

Each figure adds its Size. The intended target adds the table's bonus `aimed`, and also its bonus
`still` if the shooter gave up its move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.example_lookup import WrongClaim, die_face, stat, wrong_claims
from printgen.mechanics.power_attack.attack import FACES, SIZE
from printgen.mechanics.power_attack.model import MeleeShotExample
from printgen.mechanics.table_values import table_values


@dataclass(frozen=True, slots=True)
class MeleeShotScore:
    """A figure of the melee: its die, Size and bonuses, and whether the shot hits it."""

    profile: Entry[Profile]
    die: int
    size: int
    bonuses: tuple[int, ...]
    total: int
    hit: bool


def resolve_melee_shot(
    library: Library, game: str, example: MeleeShotExample
) -> tuple[MeleeShotScore, ...]:
    """The scores of the figures, in order. Raises ComputationError."""
    aimed = [number for number, figure in enumerate(example.figures) if figure.aimed]
    if len(aimed) != 1:
        path = ("figures", aimed[1], "aimed") if aimed else ("figures",)
        raise ComputationError(f"expected one `aimed` figure, found {len(aimed)}", *path)
    at_target, still = melee_bonuses(library, game, example.table)
    scored = []
    for number, figure in enumerate(example.figures):
        here = ("figures", number)
        profile = resolve_entry(library, "profiles", game, figure.profile, *here, "profile")
        die_face(figure.die, FACES, *here, "die")
        size = stat(library, profile, SIZE, *here, "profile")
        bonuses = ((at_target, still) if example.still else (at_target,)) if figure.aimed else ()
        scored.append((profile, figure.die, size, bonuses, figure.die + size + sum(bonuses)))
    highest = max(total for *_, total in scored)
    return tuple(MeleeShotScore(*row, row[-1] == highest) for row in scored)


def melee_bonuses(
    library: Library, game: str, reference: str, key: str = "table"
) -> tuple[int, int]:
    """The bonuses of the intended target: always, and if the shooter gave up its move."""
    found = {
        row.id("bonus"): row.number("by")
        for row in table_values(library, game, reference, ("bonus", "by"), key)
    }
    aimed, still = found.get("aimed"), found.get("still")
    if aimed is None or still is None:
        message = f"the table '{reference}' has no bonuses 'aimed' and 'still'"
        raise ComputationError(message, key)
    return aimed, still


def wrong_melee_shot(
    example: MeleeShotExample, found: tuple[MeleeShotScore, ...]
) -> Iterator[WrongClaim]:
    """The wrong claims."""
    for number, (figure, right) in enumerate(zip(example.figures, found, strict=True)):
        yield from wrong_claims(figure, right, ("total", "hit"), "figures", number)
