"""The figures of a scenario as fighters, and the modifiers of their attacks."""

from __future__ import annotations

from printgen.analysis.resolve import ComputationError
from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.library import Entry, Library
from printgen.content.models.power_skirmish import PowerSkirmish
from printgen.content.models.trait import Trait
from printgen.content.stat_types import ExpressionValue
from printgen.mechanics.battle import Company, Muster
from printgen.mechanics.deployment import Numbers
from printgen.mechanics.example_lookup import number_in
from printgen.mechanics.modifiers import MOD, RANGE
from printgen.mechanics.power_attack.attack import (
    DEFENCE,
    LIFE,
    POWER,
    REACH,
    SIZE,
    weapon_length,
)
from printgen.mechanics.power_attack.fighter import Arm, Fighter
from printgen.mechanics.table_values import table_values

MOVE, MIND, HEROISM = "move", "mind", "heroism"

# The most points of life of a figure: tables have a column for each.
MAX_LIFE = 100

# The numbers of the rules, by key; those of CHANGES may be below 0.
KEYS = (
    "turns", "base", "table", "deployment", "inch", "aim", "crowd", "nerve", "witness", "bet",
)  # fmt: skip
CHANGES = ("panic_power", "panic_defence")


class Recruits:
    """The fighters of a game's companies, and the modifiers of its tables."""

    def __init__(self, library: Library, game: str, rules: PowerSkirmish):
        self.library, self.game, self.rules = library, game, rules
        self.numbers = Numbers(library, library.games[game], rules)

    def fighter(self, company: Company) -> Fighter:
        """A figure of a company, at no place. Raises ComputationError."""
        stats = self._stats(company)
        numbers = {key: stats.get(key) for key in (MOVE, DEFENCE, MIND, LIFE, SIZE, HEROISM)}
        found: dict[str, int] = {HEROISM: 0, SIZE: 2}
        for key, number in numbers.items():
            if isinstance(number, int):
                found[key] = number
            elif key not in found:
                message = f"'{company.profile.id}' has no number `{key}`"
                raise ComputationError(message, "forces")
        if not 1 <= found[LIFE] <= MAX_LIFE:
            message = f"'{company.profile.id}' has {found[LIFE]} points of life"
            raise ComputationError(message, "forces", hint=f"1 to {MAX_LIFE} points")
        arms = (self._arm(name, trait) for name, trait in self.traits(company).items())
        return Fighter(
            company.side,
            (0.0, 0.0),
            found[MOVE],
            found[DEFENCE],
            found[MIND],
            found[LIFE],
            found[SIZE],
            found[HEROISM],
            tuple(arm for arm in arms if arm),
        )

    def traits(self, company: Company) -> dict[str, Entry[Trait]]:
        """The traits of a company, also those that others bring, as this game names them."""
        return company.traits(self.library, self.game)

    def _stats(self, company: Company) -> dict[str, ExpressionValue]:
        force = company.force
        for block in stat_blocks_of(self.library, company.profile, force.stats, force.traits):
            if LIFE in block.facts:
                return block.facts
        hint = "a figure needs its stats to fight"
        raise ComputationError(f"'{company.profile.id}' has no `{LIFE}`", "forces", hint=hint)

    def _arm(self, name: str, trait: Entry[Trait]) -> Arm | None:
        """A trait as an attack; None if it is none, or harmless."""
        power, kind = trait.value.values.get(POWER), trait.value.kind
        if not isinstance(power, int) or name in self.rules.harmless:
            return None
        if kind == self.rules.fights:
            return Arm(power)
        short = weapon_length(self.library, trait, RANGE)
        if kind != self.rules.shoots or short is None:
            return None
        return Arm(power, short, weapon_length(self.library, trait, REACH))

    def sizes(self) -> tuple[tuple[int, int], ...]:
        """The modifiers of shots by the size of the target. Raises ComputationError."""
        return tuple(
            (size, number_in(self.library, row.table, row.index, MOD, "shooting"))
            for row in table_values(self.library, self.game, self.rules.shooting, (), "shooting")
            if (size := row.number("size")) is not None
        )

    def smaller(self) -> int:
        """The modifier of a blow against a larger target. Raises ComputationError."""
        return sum(
            number_in(self.library, row.table, row.index, MOD, "striking")
            for row in table_values(self.library, self.game, self.rules.striking, (), "striking")
            if row.flag("smaller")
        )

    def far(self) -> tuple[int, int]:
        """The modifiers of medium and of long range. Raises ComputationError."""
        rows = {
            row.id(RANGE): row
            for row in table_values(self.library, self.game, self.rules.ranges, (), "ranges")
        }
        medium, long = (
            number_in(self.library, rows[band].table, rows[band].index, MOD, "ranges")
            if band in rows
            else 0
            for band in ("medium", "long")
        )
        return medium, long

    def unplayed(self, forces: Muster) -> list[str]:
        """The traits of the figures that are no attacks, and bring none."""
        return sorted(
            {
                name
                for company in forces.companies
                for name, trait in self.traits(company).items()
                if not self._arm(name, trait) and not trait.value.brings
            }
        )
