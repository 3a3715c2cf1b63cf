"""A roll of dice plus a stat against a number or a stat, such as a morale test or a bet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.dice.model import TrialExample, Versus
from printgen.mechanics.example_lookup import WrongClaim, die_face, stat, wrong_claims
from printgen.mechanics.modifiers import Modifier, extras


@dataclass(frozen=True, slots=True)
class TrialResult:
    """A roll: dice, added stat (None without one), special rules, minimum total to pass."""

    profile: Entry[Profile]
    dice: tuple[int, ...]
    stat: int | None
    extra: tuple[Modifier, ...]
    least: int

    @property
    def total(self) -> int:
        """The sum of dice, stat and modifiers."""
        return sum(self.dice) + (self.stat or 0) + sum(modifier.by for modifier in self.extra)

    @property
    def passed(self) -> bool:
        """Whether the total reaches the minimum."""
        return self.total >= self.least


def resolve_trial(library: Library, game: str, example: TrialExample) -> TrialResult:
    """Resolve a roll. Raises ComputationError."""
    profile = resolve_entry(library, "profiles", game, example.profile, "profile")
    dice = [example.die] if isinstance(example.die, int) else example.die
    for number, face in enumerate(dice):
        die_face(face, example.sides, "die", *([] if isinstance(example.die, int) else [number]))
    added = stat(library, profile, example.stat, "stat") if example.stat else None
    more = tuple(extras(library, game, example.extra))
    least = example.least
    if isinstance(least, Versus):
        other = resolve_entry(library, "profiles", game, least.profile, "least", "profile")
        least = stat(library, other, least.stat, "least", "stat")
    return TrialResult(profile, tuple(dice), added, more, least)


def wrong_trial(example: TrialExample, found: TrialResult) -> Iterator[WrongClaim]:
    """The wrong claims."""
    yield from wrong_claims(example, found, ("total", "passed"))
