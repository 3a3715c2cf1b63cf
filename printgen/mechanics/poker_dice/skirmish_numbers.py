"""The numbers of `poker: skirmish:`, from the facts of a game."""

from __future__ import annotations

from printgen.analysis.facts import fact_number
from printgen.analysis.resolve import ComputationError
from printgen.content.library import GameContent, Library
from printgen.content.models.skirmish import Skirmish

# The least value of numbers that are not 0 or more, and the greatest of all.
LEAST = {"turns": 1, "actions": 1, "move": 1, "table": 1}
MOST = {"turns": 50, "actions": 10}
GREATEST = 500

# The numbers of the rules, by key.
KEYS = (
    "turns", "actions", "move", "base", "table", "deployment", "dodge", "flight", "slow_moves",
)  # fmt: skip


class Numbers:
    """The numbers of the rules of a game."""

    def __init__(self, library: Library, content: GameContent, rules: Skirmish):
        self.library, self.content, self.rules = library, content, rules

    def of(self, key: str) -> int:
        """A number of the rules. Raises ComputationError."""
        return self.within(key, getattr(self.rules, key))

    def within(self, key: str, wanted: int | str) -> int:
        """A number in the place of the one at `key`. Raises ComputationError."""
        number = self.signed(wanted, key)
        least, most = LEAST.get(key, 0), MOST.get(key, GREATEST)
        if not least <= number <= most:
            message = f"`{key}` comes to {number}"
            raise ComputationError(message, key, hint=f"{least} to {most}")
        return number

    def signed(self, wanted: int | str, *path: str) -> int:
        """A number, or that of an expression over facts. Raises ComputationError."""
        try:
            return fact_number(self.library, self.content, wanted)
        except ComputationError as error:
            raise error.within(*path) from None
