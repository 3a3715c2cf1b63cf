"""The figures of a scenario as fighters: from profiles, traits and `poker: skirmish:`."""

from __future__ import annotations

from printgen.analysis.resolve import ComputationError
from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.library import Entry, Library
from printgen.content.models.game import Poker
from printgen.content.models.skirmish import Skirmish
from printgen.content.models.trait import Trait
from printgen.content.stat_types import ExpressionValue
from printgen.mechanics.battle import Company, Muster
from printgen.mechanics.deployment import Numbers
from printgen.mechanics.poker_dice.combatant import MAX_BASE
from printgen.mechanics.poker_dice.fighter import Fighter
from printgen.mechanics.poker_dice.odds import FACES
from printgen.mechanics.poker_dice.opponents import face_of

# The numbers of the rules, by key.
KEYS = (
    "turns", "actions", "move", "base", "table", "deployment", "dodge", "flight", "slow_moves",
)  # fmt: skip

# The dice of a first throw.
DICE = 5

# The most points of life of a figure: tables have a column for each.
MAX_LIFE = 100


class Recruits:
    """The fighters of a game's companies."""

    def __init__(self, library: Library, game: str, poker: Poker, rules: Skirmish):
        self.library, self.game, self.poker, self.rules = library, game, poker, rules
        self.numbers = Numbers(library, library.games[game], rules)

    def fighter(self, company: Company) -> Fighter:
        """A figure of a company, at no place. Raises ComputationError."""
        traits = self.traits(company)
        stats = self._stats(company)
        life = [self._number(stats, key, company) for key in self.rules.life]
        if not 1 <= sum(life) <= MAX_LIFE or min(life) < 0:
            hint = f"1 to {MAX_LIFE} points"
            message = f"'{company.profile.id}' has {sum(life)} points of life"
            raise ComputationError(message, "forces", hint=hint)
        blow, dice = self._blow(traits)
        turns = [self.poker.turns[name] for name in traits if name in self.poker.turns]
        hides = [self.poker.hides[name] for name in traits if name in self.poker.hides]
        slow = any(name in traits for name in self.rules.slow)
        return Fighter(
            company.side,
            (0.0, 0.0),
            self._pots(stats, company),
            (life[0], life[1] if len(life) > 1 else 0),
            self._shot(traits),
            blow,
            dice,
            face_of(self.library.games[self.game], self.poker, turns[0]) if turns else None,
            min(hides, default=FACES),
            self.numbers.of("slow_moves") if slow else self.numbers.of("actions"),
            star=any(name in traits for name in self.rules.stars),
            fearless=any(name in traits for name in self.rules.fearless),
            frightening=any(name in traits for name in self.rules.frightening),
        )

    def traits(self, company: Company) -> dict[str, Entry[Trait]]:
        """The traits of a company, also those that others bring, as this game names them."""
        return company.traits(self.library, self.game)

    def _stats(self, company: Company) -> dict[str, ExpressionValue]:
        """The stats of the first of its stat lines that has life."""
        force = company.force
        for block in stat_blocks_of(self.library, company.profile, force.stats, force.traits):
            if self.rules.life[0] in block.facts:
                return block.facts
        message = f"'{company.profile.id}' has no `{self.rules.life[0]}`"
        raise ComputationError(message, "forces", hint="a figure needs its stats to fight")

    def _number(self, stats: dict[str, ExpressionValue], key: str, company: Company) -> int:
        number = stats.get(key)
        if not isinstance(number, int):
            raise ComputationError(f"'{company.profile.id}' has no number `{key}`", "forces")
        return number

    def _pots(self, stats: dict[str, ExpressionValue], company: Company) -> tuple[int, int]:
        found = stats.get(self.poker.potential or "")
        if found is None:
            message = f"'{company.profile.id}' has no `{self.poker.potential}`"
            raise ComputationError(message, "forces")
        return (found, found) if isinstance(found, int) else found

    def _damage(self, trait: Entry[Trait]) -> int:
        value = trait.value.values.get(self.poker.damage)
        return value if isinstance(value, int) else 0

    def _shot(self, traits: dict[str, Entry[Trait]]) -> int | None:
        """The damage of the best firearm."""
        kind = self.rules.shoots
        found = [self._damage(trait) for trait in traits.values() if trait.value.kind == kind]
        return max(found, default=None)

    def _blow(self, traits: dict[str, Entry[Trait]]) -> tuple[int, int]:
        """The damage and the dice of the best close combat weapon."""
        kind, unarmed = self.rules.fights, self.rules.unarmed
        own = {name: trait for name, trait in traits.items() if trait.value.kind == kind}
        armed = [self._damage(trait) for name, trait in own.items() if name not in unarmed]
        if armed or not unarmed:
            return max(armed, default=0), DICE
        name = next((name for name in own if name in unarmed), next(iter(unarmed)))
        trait = self.library.find("traits", self.game, name)
        dice = DICE + self.numbers.signed(unarmed[name], "unarmed", name)
        return self._damage(trait) if trait else 0, min(max(1, dice), MAX_BASE)


def unplayed_traits(recruits: Recruits, muster: Muster) -> list[str]:
    """The traits of the figures that have no effect, and bring none."""
    poker, rules = recruits.poker, recruits.rules
    known = {
        *poker.turns, *poker.hides, *rules.slow, *rules.stars, *rules.fearless,
        *rules.frightening, *rules.unarmed,
    }  # fmt: skip
    found = {}
    for company in muster.companies:
        for name, trait in recruits.traits(company).items():
            weapon = trait.value.kind in (rules.shoots, rules.fights)
            if name not in known and not weapon and not trait.value.brings:
                found[name] = trait
    return sorted(name for name, trait in found.items() if trait.game == recruits.game)
