"""What an attack that nobody parries costs: neighbours counted, disorder, what is left.

From the tables: the loss by enemies less friends, and the life at which a unit breaks. Of the rule
itself: a shot costs one point; an enemy behind a unit in close order disorders it, which costs
infantry one point more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models import Profile
from printgen.mechanics.close_order import in_close_order
from printgen.mechanics.example_lookup import (
    WrongClaim,
    first_number,
    option,
    rows,
    stat,
    trait_names,
    wrong_claims,
)
from printgen.mechanics.hex_battle.model import LossesExample

ARM, INFANTRY, LIFE = "arm", "infantry", "life"

SHOT = 1

DISORDER = 1

NEIGHBOURS = 6


@dataclass(frozen=True, slots=True)
class LossesResult:
    """Points lost to the blow, points lost to disorder, life before, and where the unit breaks."""

    target: Entry[Profile]
    surplus: int
    lost: int
    disorder: bool
    disorder_costs: int
    life: int
    limit: int

    @property
    def left(self) -> int:
        """The life that is left, never below 0."""
        return max(0, self.life - self.lost - self.disorder_costs)

    @property
    def breaks(self) -> bool:
        """Whether the unit leaves the field."""
        return self.left <= self.limit


def resolve_losses(library: Library, game: str, example: LossesExample) -> LossesResult:
    """What the attack costs. Raises ComputationError."""
    target = resolve_entry(library, "profiles", game, example.target, "target")
    if example.enemies + example.friends > NEIGHBOURS:
        message = f"{example.enemies + example.friends} units around one"
        raise ComputationError(message, "enemies", hint=f"at most {NEIGHBOURS}")
    surplus = example.enemies - example.friends
    lost = SHOT if example.by == "shot" else _loss(library, game, example.table, surplus)
    life = stat(library, target, LIFE, "target") if example.life is None else example.life
    limit = _limit(library, game, example.limits, target)
    close = in_close_order(library, target, example.disordered)
    # A unit that breaks under the blow is gone before it could fall into disorder.
    disorder = example.rear and close and life - lost > limit
    costs = DISORDER if disorder and option(library, target, ARM) == INFANTRY else 0
    return LossesResult(target, surplus, lost, disorder, costs, life, limit)


def _loss(library: Library, game: str, reference: str, surplus: int) -> int:
    """The loss for so many enemies more than friends: below the first row as there, above the
    last as much more as the row of `+1` says for each.
    """
    known: dict[int, int] = {}
    step = 0
    for row in rows(library, game, reference, ("count", "loss"), "table"):
        loss, number = first_number(row["loss"]), first_number(row["count"])
        if loss is not None and row["loss"].strip().startswith("+"):
            step = loss
        elif loss is not None and number is not None:
            known[number] = loss
    if not known:
        raise ComputationError(f"the table '{reference}' says no loss", "table")
    at = max(min(known), min(max(known), surplus))
    if at not in known:
        raise ComputationError(f"the table '{reference}' has no row for {surplus}", "table")
    return known[at] + step * max(0, surplus - max(known))


def _limit(library: Library, game: str, reference: str, target: Entry[Profile]) -> int:
    """The life at which the unit breaks: that of a row which is called as one of its traits."""
    names = trait_names(library, target)
    limits = [
        first_number(row["breaks"]) or 0
        for row in rows(library, game, reference, ("unit", "breaks"), "limits")
        if row["unit"] in names
    ]
    return max(limits, default=0)


def wrong_losses(example: LossesExample, found: LossesResult) -> Iterator[WrongClaim]:
    """The claims that are wrong."""
    yield from wrong_claims(example, found, ("lost", "disorder", "left", "breaks"))
