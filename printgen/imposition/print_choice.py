"""What the user prints of a deck, and how. It needs no other part, so that commands start fast."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from printgen.imposition.plan import SheetPlan, SheetSide

Sides = Literal["front", "back", "both"]


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """Which cards, sides and sheets of decks are printed, and how.

    `only` and the names in `copies` are ids or `game/id`; no `only` means all cards. `sheets` are
    numbers of sheets, from 1; none means all. `gutter` and `bleed` (mm) override those of products.
    With `changed`, pairs of a deck and a card `game/id` or `kind:game/id`, only these cards are
    printed. `cutter` is the cutting machine that the sheets are for. With a `side`, only this side
    of a sheet is used.
    """

    only: tuple[str, ...] = ()
    copies: tuple[tuple[str, int], ...] = ()
    sides: Sides = "both"
    sheets: tuple[int, ...] = ()
    gutter: float | None = None
    bleed: float | None = None
    changed: tuple[tuple[str, str], ...] | None = None
    cutter: str | None = None
    side: str = ""

    def __bool__(self) -> bool:
        return self != PrintChoice()

    def of_plan(self, plan: SheetPlan) -> SheetPlan:
        """The chosen sides of the chosen sheets of a plan."""
        return replace(plan, sides=tuple(side for side in plan.sides if self._has(side)))

    @property
    def some(self) -> bool:
        """Whether less than whole decks may be printed, or they may look different."""
        return replace(self, cutter=None, side="") != PrintChoice()

    def _has(self, side: SheetSide) -> bool:
        if self.side and side.name != self.side:
            return False
        number, _, role = side.name.partition(" ")
        wanted_sheet = not self.sheets or int(number) in self.sheets
        return wanted_sheet and self.sides in ("both", role or "front")
