"""The losses from an unparried attack: adjacent units, disorder, and the life left.

Tables give the loss by enemies minus friends, and the life at which a unit breaks. Two rules are
not in the tables: a shot costs one point; an enemy behind a unit in close order disorders it, which
costs infantry one more point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.close_order import in_close_order
from printgen.mechanics.example_lookup import WrongClaim, option, stat, wrong_claims
from printgen.mechanics.hex_battle.model import LossesExample
from printgen.mechanics.table_values import table_values

ARM, INFANTRY, LIFE = "arm", "infantry", "life"

SHOT = 1

DISORDER = 1

NEIGHBOURS = 6


@dataclass(frozen=True, slots=True)
class LossesResult:
    """Points lost to the attack and to disorder, life before, and the life at which it breaks.

    `surplus` is the number of enemies minus friends.
    """

    target: Entry[Profile]
    surplus: int
    lost: int
    disorder: bool
    disorder_costs: int
    life: int
    limit: int

    @property
    def left(self) -> int:
        """The life left, at least 0."""
        return max(0, self.life - self.lost - self.disorder_costs)

    @property
    def breaks(self) -> bool:
        """Whether the unit breaks."""
        return self.left <= self.limit


def resolve_losses(library: Library, game: str, example: LossesExample) -> LossesResult:
    """Resolve the losses from an attack. Raises ComputationError."""
    target = resolve_entry(library, "profiles", game, example.target, "target")
    if example.enemies + example.friends > NEIGHBOURS:
        message = f"{example.enemies + example.friends} adjacent units"
        raise ComputationError(message, "enemies", hint=f"at most {NEIGHBOURS}")
    surplus = example.enemies - example.friends
    lost = SHOT if example.by == "shot" else _loss(library, game, example.table, surplus)
    life = stat(library, target, LIFE, "target") if example.life is None else example.life
    limit = _limit(library, game, example.limits, target)
    close = in_close_order(library, target, example.disordered)
    # A unit that breaks from the attack does not become disordered.
    disorder = example.rear and close and life - lost > limit
    costs = DISORDER if disorder and option(library, target, ARM) == INFANTRY else 0
    return LossesResult(target, surplus, lost, disorder, costs, life, limit)


def _loss(library: Library, game: str, reference: str, surplus: int) -> int:
    """The loss for a surplus of enemies over friends.

    Below the first row, the loss of the first row applies. Above the last row, each further enemy
    adds the value `further`.
    """
    known: dict[int, int] = {}
    step = 0
    for row in table_values(library, game, reference, ("surplus", "loss"), "table"):
        number, loss = row.number("surplus"), row.number("loss")
        if number is not None and loss is not None:
            known[number] = loss
        step = row.number("further") or step
    if not known:
        raise ComputationError(f"the table '{reference}' has no loss", "table")
    at = max(min(known), min(max(known), surplus))
    if at not in known:
        raise ComputationError(f"the table '{reference}' has no row for {surplus}", "table")
    return known[at] + step * max(0, surplus - max(known))


def _limit(library: Library, game: str, reference: str, target: Entry[Profile]) -> int:
    """The life at which a unit breaks: the maximum of the rows for its traits, by default 0."""
    traits = {trait.id for trait in library.traits_of(target)}
    rows = table_values(library, game, reference, ("unit", "breaks"), "limits")
    limits = [row.number("breaks") or 0 for row in rows if row.id("unit") in traits]
    return max(limits, default=0)


def wrong_losses(example: LossesExample, found: LossesResult) -> Iterator[WrongClaim]:
    """The wrong claims."""
    yield from wrong_claims(example, found, ("lost", "disorder", "left", "breaks"))
