"""Skirmishes of Power against Defence: the fighters of a scenario, what is played, the checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Trait
from printgen.content.models.scenario import Scenario
from printgen.extras.battles.battle import (
    Battle,
    BattleRules,
    Company,
    Figure,
    Play,
    Recruits,
    Sentence,
    muster,
    played,
)
from printgen.extras.examples.lookup import MOD, RANGE, ValueRow, number_in, table_values
from printgen.extras.power_attack.attack import (
    DEFENCE,
    LIFE,
    POWER,
    REACH,
    SIZE,
    melee_bonuses,
    weapon_length,
)
from printgen.extras.power_attack.model import PowerSkirmish
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name, unreadable


@dataclass(frozen=True, slots=True)
class Arm:
    """An attack: its Power, and for shots the short range and the maximum range, if any.

    `short` is None for an attack in close combat.
    """

    power: int
    short: int | None = None
    reach: int | None = None


@dataclass(frozen=True, slots=True)
class Fighter(Figure):
    """A figure with its stats and its attacks."""

    move: int = 6
    defence: int = 6
    mind: int = 3
    life: int = 1
    size: int = 2
    heroism: int = 0
    arms: tuple[Arm, ...] = ()


@dataclass(frozen=True, slots=True)
class Skirmish:
    """A skirmish. Lengths are in the unit of the table.

    `sizes` are the modifiers of shots by the size of the target, `smaller` that of a blow against
    a larger target, `far` those of medium and of long range. `aim`, `crowd` and `panic_power`
    change the Power of attacks, `panic_defence` the Defence. A figure gives up attacks for
    `inch` each. `nerve` and `bet` are what dice must come to; friends nearer than `witness` test
    their nerve when a figure falls. `players` decide for the sides 0 and 1.
    """

    fighters: tuple[Fighter, ...]
    turns: int
    base: int = 0
    sizes: tuple[tuple[int, int], ...] = ()
    smaller: int = 0
    far: tuple[int, int] = (0, 0)
    inch: int = 0
    aim: int = 0
    crowd: int = 0
    nerve: int = 7
    witness: int = 0
    panic_power: int = 0
    panic_defence: int = 0
    bet: int = 7
    players: tuple[Play, Play] = ("greedy", "greedy")


MOVE, MIND, HEROISM = "move", "mind", "heroism"

# The numbers of the rules, by key; those of CHANGES may be below 0.
KEYS = (
    "turns", "base", "table", "deployment", "inch", "aim", "crowd", "nerve", "witness", "bet",
)  # fmt: skip
CHANGES = ("panic_power", "panic_defence")


class Fighters(Recruits[Fighter]):
    """The fighters of a game's companies, and the modifiers of its tables."""

    def __init__(self, library: Library, content: GameContent, rules: PowerSkirmish):
        super().__init__(library, content, rules)
        self.rules = rules

    def fighter(self, company: Company) -> Fighter:
        """A figure of a company, at no place. Raises ComputationError."""
        stats = self.stats(company, LIFE)
        numbers = {key: stats.get(key) for key in (MOVE, DEFENCE, MIND, LIFE, SIZE, HEROISM)}
        found: dict[str, int] = {HEROISM: 0, SIZE: 2}
        for key, number in numbers.items():
            if isinstance(number, int):
                found[key] = number
            elif key not in found:
                message = f"'{company.profile.id}' has no number `{key}`"
                raise ComputationError(message, "forces")
        self.require_life(company, found[LIFE])
        arms = (self.arm(name, trait) for name, trait in self.traits(company).items())
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

    def arm(self, name: str, trait: Entry[Trait]) -> Arm | None:
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
        rows = [row for row in self._rows("shooting") if row.number("size") is not None]
        return tuple((row.number("size") or 0, self._by(row)) for row in rows)

    def smaller(self) -> int:
        """The modifier of a blow against a larger target. Raises ComputationError."""
        return sum(self._by(row) for row in self._rows("striking") if row.flag("smaller"))

    def far(self) -> tuple[int, int]:
        """The modifiers of medium and of long range. Raises ComputationError."""
        rows = {row.id(RANGE): row for row in self._rows("ranges")}
        medium, long = (self._by(rows[b]) if b in rows else 0 for b in ("medium", "long"))
        return medium, long

    def _rows(self, key: str) -> list[ValueRow]:
        """The rows of a table of modifiers."""
        return table_values(self.library, self.content.id, getattr(self.rules, key), (), key)

    def _by(self, row: ValueRow) -> int:
        """The modifier of a row."""
        return number_in(self.library, row.table, row.index, MOD, *row.path)


# --- scenarios as skirmishes: `power_skirmish:` of game.yaml, and forces --------------------------


# How far apart figures of a side start at most, in the unit of the table.
APART = 4.0


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    forces, rules = muster(library, scenario), content.game.part(PowerSkirmish)
    assert rules is not None
    recruits = Fighters(library, content, rules)
    numbers, deployed = recruits.numbers, recruits.deployed(scenario.value, forces, APART)
    idle = sorted(  # traits that are no attacks, and bring none
        {
            name
            for company in forces.companies
            for name, trait in recruits.traits(company).items()
            if not recruits.arm(name, trait) and not trait.value.brings
        }
    )
    skirmish = Skirmish(
        deployed.figures,
        recruits.turns(scenario.value, rules.turns),
        numbers.of("base"),
        recruits.sizes(),
        recruits.smaller(),
        recruits.far(),
        inch=numbers.of("inch"),
        aim=numbers.of("aim"),
        crowd=numbers.of("crowd"),
        nerve=numbers.of("nerve"),
        witness=numbers.of("witness"),
        panic_power=numbers.signed(rules.panic_power, "panic_power"),
        panic_defence=numbers.signed(rules.panic_defence, "panic_defence"),
        bet=numbers.of("bet"),
        players=players,
    )
    return Battle(
        forces,
        deployed.companies,
        skirmish.turns,
        (
            Sentence("told_power"),
            Sentence("told_open_table", gap=f"{deployed.gap:g}"),
            *map(Sentence, ("told_cards", "told_activation", "told_morale")),
            Sentence("told_won", turns=skirmish.turns),
        ),
        (
            *map(Sentence, ("told_no_height", "told_no_bets", "told_no_blocking")),
            *([Sentence("told_idle_texts", traits=", ".join(idle))] if idle else []),
        ),
        partial(played, library, "printgen.extras.power_attack.shootout:play", skirmish),
    )


BATTLES = BattleRules(
    lambda content: content.game.part(PowerSkirmish) is not None,
    "`power_skirmish:` in game.yaml",
    prepare,
)


@check("power-invalid")
def power_invalid(content: GameContent, library: Library) -> Findings:
    """The kinds of traits, the weapons and the tables under `power_skirmish:` exist. The tables
    have modifiers, and each number can be computed and is in its range.
    """
    rules = content.game.part(PowerSkirmish)
    if rules is None:
        return
    recruits, kinds = Fighters(library, content, rules), content.game.trait_kinds
    reads: list[Callable[[], object]] = [
        *(
            partial(resolve_name, kinds, getattr(rules, key), "kind of traits", key)
            for key in ("shoots", "fights")
        ),
        *(
            partial(resolve_entry, library, "traits", content.id, name, "harmless", place)
            for place, name in enumerate(rules.harmless)
        ),
        recruits.sizes,
        recruits.smaller,
        recruits.far,
        *(partial(recruits.numbers.of, key) for key in KEYS),
        *(partial(recruits.numbers.signed, getattr(rules, key), key) for key in CHANGES),
    ]
    if (table := rules.into_melee) is not None:
        reads.append(partial(melee_bonuses, library, content.id, table, "into_melee"))
    yield from unreadable(content.entry, ("power_skirmish",), reads)


CHECKS = (power_invalid,)
