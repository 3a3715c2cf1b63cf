"""Skirmishes of Power against Defence: the fighters of a scenario, what is played, the checks."""

from __future__ import annotations

from collections.abc import Iterator
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
    Muster,
    Play,
    Recruits,
    Sentence,
    muster,
    played,
)
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
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.example_lookup import MOD, RANGE, ValueRow, number_in, table_values
from printgen.rules.resolve import ComputationError

# --- a skirmish as plain data: its fighters and its numbers ---------------------------------------


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


# --- the figures of a scenario as fighters --------------------------------------------------------


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
        rows = [(row.number("size"), row) for row in self._rows("shooting")]
        return tuple((size, self._by(row, "shooting")) for size, row in rows if size is not None)

    def smaller(self) -> int:
        """The modifier of a blow against a larger target. Raises ComputationError."""
        rows = [row for row in self._rows("striking") if row.flag("smaller")]
        return sum(self._by(row, "striking") for row in rows)

    def far(self) -> tuple[int, int]:
        """The modifiers of medium and of long range. Raises ComputationError."""
        rows = {row.id(RANGE): row for row in self._rows("ranges")}
        medium, long = (
            self._by(rows[band], "ranges") if band in rows else 0 for band in ("medium", "long")
        )
        return medium, long

    def _rows(self, key: str) -> list[ValueRow]:
        """The rows of a table of modifiers."""
        return table_values(self.library, self.content.id, getattr(self.rules, key), (), key)

    def _by(self, row: ValueRow, key: str) -> int:
        """The modifier of a row."""
        return number_in(self.library, row.table, row.index, MOD, key)

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


# --- scenarios as skirmishes: `power_skirmish:` of game.yaml, and forces --------------------------


# How far apart figures of a side start at most, in the unit of the table.
APART = 4.0


def _knows(content: GameContent) -> bool:
    """Whether a game has the rules of these skirmishes."""
    return content.game.part(PowerSkirmish) is not None


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    forces, rules = muster(library, scenario), content.game.part(PowerSkirmish)
    assert rules is not None
    recruits = Fighters(library, content, rules)
    numbers, deployed = recruits.numbers, recruits.deployed(scenario.value, forces, APART)
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
        tuple(_model(skirmish, deployed.ground.gap)),
        tuple(_left_out(recruits.unplayed(forces))),
        partial(played, library, "printgen.extras.power_attack.shootout:play", skirmish),
    )


def _model(skirmish: Skirmish, gap: float) -> Iterator[Sentence]:
    """What is played."""
    yield Sentence("told_power")
    yield Sentence("told_open_table", gap=f"{gap:g}")
    yield Sentence("told_cards")
    yield Sentence("told_activation")
    yield Sentence("told_morale")
    yield Sentence("told_won", turns=skirmish.turns)


def _left_out(traits: list[str]) -> Iterator[Sentence]:
    """What is not played."""
    yield Sentence("told_no_height")
    yield Sentence("told_no_bets")
    yield Sentence("told_no_blocking")
    if traits:
        yield Sentence("told_idle_texts", traits=", ".join(traits))


BATTLES = BattleRules(_knows, "`power_skirmish:` in game.yaml", prepare)


# --- the checks of the `power_skirmish:` section of game.yaml -------------------------------------


@check("power-invalid")
def power_invalid(content: GameContent, library: Library) -> Findings:
    """The kinds of traits, the weapons and the tables under `power_skirmish:` exist. The tables
    have modifiers, and each number can be computed and is in its range.
    """
    rules, here, entry = content.game.part(PowerSkirmish), "power_skirmish", content.entry
    if rules is None:
        return
    for key in ("shoots", "fights"):
        kind = getattr(rules, key)
        if kind not in content.game.trait_kinds:
            hint = did_you_mean(kind, content.game.trait_kinds)
            yield entry.finding(f"no kind of traits '{kind}'", here, key, hint=hint)
    for place, name in enumerate(rules.harmless):
        if library.lacks("traits", content.id, name):
            hint = library.suggest("traits", content.id, name)
            yield entry.finding(f"no trait '{name}'", here, "harmless", place, hint=hint)
    recruits = Fighters(library, content, rules)
    for compute in (recruits.sizes, recruits.smaller, recruits.far):
        try:
            compute()
        except ComputationError as error:
            if not error.silent:
                yield entry.finding(str(error), here, *error.path, hint=error.hint)
    yield from _wrong_melee(content, library, rules)
    for key in (*KEYS, *CHANGES):
        try:
            if key in CHANGES:
                recruits.numbers.signed(getattr(rules, key))
            else:
                recruits.numbers.of(key)
        except ComputationError as error:
            yield entry.finding(str(error), here, key, hint=error.hint)


def _wrong_melee(content: GameContent, library: Library, rules: PowerSkirmish) -> Findings:
    if rules.into_melee is None:
        return
    try:
        melee_bonuses(library, content.id, rules.into_melee, "into_melee")
    except ComputationError as error:
        if not error.silent:
            yield content.entry.finding(str(error), "power_skirmish", *error.path, hint=error.hint)


CHECKS = (power_invalid,)
