"""Scenarios as shootouts: figures as fighters, and what is played and left out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Trait
from printgen.content.models.scenario import Scenario
from printgen.content.stat_types import ExpressionValue
from printgen.extras.battles.battle import (
    Battle,
    BattleRules,
    Company,
    Muster,
    Outcomes,
    Play,
    Sentence,
    kept,
    muster,
    open_table,
)
from printgen.extras.battles.deployment import Numbers, ground, places
from printgen.extras.power_attack.attack import DEFENCE, LIFE, POWER, REACH, SIZE, weapon_length
from printgen.extras.power_attack.fighter import Arm, Fighter, Skirmish
from printgen.extras.power_attack.model import PowerSkirmish
from printgen.rules.example_lookup import MOD, RANGE, number_in, table_values
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import stat_blocks_of

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


# --------------------------------------------------------------------------------------------------
# Scenarios as skirmishes of Power against Defence: `power_skirmish:` of game.yaml, and forces.


# How far apart figures of a side start at most, in the unit of the table.
APART = 4.0


def knows(content: GameContent) -> bool:
    """Whether a game has the rules of these skirmishes."""
    return content.game.part(PowerSkirmish) is not None


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    forces, rules = muster(library, scenario), content.game.part(PowerSkirmish)
    if rules is None:
        raise ComputationError("the game has no skirmishes", hint=BATTLES.needs)
    recruits = Recruits(library, content.id, rules)
    field = ground(recruits.numbers, scenario.value.layout)
    placed = list(places(forces, field, recruits.numbers.of("base"), APART))
    kinds = [recruits.fighter(company) for company in forces.companies]
    fighters = tuple(kinds[number].at(*place) for number, place in placed)
    turns = rules.turns if scenario.value.turns is None else scenario.value.turns
    skirmish = _skirmish(recruits, fighters, recruits.numbers.within("turns", turns), players)
    return Battle(
        forces,
        tuple(number for number, _ in placed),
        skirmish.turns,
        tuple(_model(skirmish, field.gap)),
        tuple(_left_out(recruits.unplayed(forces))),
        partial(_play, library, skirmish),
    )


def _skirmish(
    recruits: Recruits, fighters: tuple[Fighter, ...], turns: int, players: tuple[Play, Play]
) -> Skirmish:
    """The numbers of a skirmish. Raises ComputationError."""
    numbers, rules = recruits.numbers, recruits.rules
    return Skirmish(
        fighters,
        turns,
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


def _play(library: Library, skirmish: Skirmish, games: int, seed: int) -> Outcomes:
    # Imported here: numpy is slow to import.
    from printgen.extras.power_attack.shootout import play

    return kept(library, play, skirmish, games, seed)


def _model(skirmish: Skirmish, gap: float) -> Iterator[str]:
    """What is played, as sentences."""
    yield Sentence(
        "told_power",
        "Exact: each attack takes life by the chances of the open-ended die that studies compute,"
        " with the modifiers of size, range, aim, numbers and panic. Losses and cards are drawn.",
    )
    yield open_table(gap)
    yield Sentence(
        "told_cards",
        "A turn: a card for each figure in play and two Jokers; a card activates the figure of its"
        " side that is nearest to an enemy, the second Joker ends the turn.",
    )
    yield Sentence(
        "told_activation",
        "A figure in contact, or with a target in range, gives up its move to aim, and makes all"
        " its attacks. Others move towards the nearest enemy, give up attacks that they cannot"
        " make to go further, and make those that they can. No figure shoots into contact. Greedy"
        " players take the target that is expected to lose the largest share of its life left;"
        " simple players the nearest.",
    )
    yield Sentence(
        "told_morale",
        "Figures test their morale when they lose life, when a friend falls near them, and in panic"
        " when they are activated. Heroism is bet on each deadly wound, and on nothing else.",
    )
    yield Sentence(
        "told_won",
        "A side wins when the other has no figure left. After turn {turns}, the side that has lost"
        " the smaller share of its life wins; equal shares are a draw.",
        turns=skirmish.turns,
    )


def _left_out(traits: list[str]) -> Iterator[str]:
    """What is not played, as sentences."""
    yield Sentence(
        "told_no_height",
        "The features of the plan (cover, lines of sight, difficult ground, height), and the"
        " objectives, special rules and ending of the scenario, which are words.",
    )
    yield Sentence(
        "told_no_bets", "The reserve, special events, alert, and bets on moves and attacks."
    )
    yield Sentence(
        "told_no_blocking",
        "Figures do not block moves or shots. No figure leaves contact or keeps a distance.",
    )
    if traits:
        yield Sentence(
            "told_idle_texts",
            "Traits without effect here: {traits}. So are the texts of weapons.",
            traits=", ".join(traits),
        )


BATTLES = BattleRules(knows, "`power_skirmish:` in game.yaml", prepare)
