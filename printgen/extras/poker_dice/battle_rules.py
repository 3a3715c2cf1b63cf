"""Skirmishes with poker dice: the fighters of a scenario, what is played, and the checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Trait
from printgen.content.models.scenario import Scenario
from printgen.content.stat_types import ExpressionValue
from printgen.extras.battles.battle import (
    Battle,
    BattleRules,
    Company,
    Figure,
    Muster,
    Numbers,
    Play,
    Recruits,
    Sentence,
    muster,
    played,
)
from printgen.extras.poker_dice.model import Poker, Skirmish
from printgen.extras.poker_dice.rules import (
    FACES,
    MAX_BASE,
    conflict_points,
    face_of,
    faults,
    poker_of,
)
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError

# --- a skirmish as plain data: its fighters, its lengths and its players --------------------------


@dataclass(frozen=True, slots=True)
class Fighter(Figure):
    """A figure. `pots` are the rerolls while it is sound, and once it is wounded.

    `life` are the points that damage takes first, and those that wound. `shot` is the damage that
    its firearm adds, None without one; `blow` that of its close combat weapon, with `blow_dice`
    dice in the first throw. `turn` and `hurt` are those of a combatant. `moves` is the most moves
    of an activation.
    """

    pots: tuple[int, int] = (0, 0)
    life: tuple[int, int] = (1, 0)
    shot: int | None = None
    blow: int = 0
    blow_dice: int = 5
    turn: int | None = None
    hurt: int = FACES
    moves: int = 500
    star: bool = False
    fearless: bool = False
    frightening: bool = False

    @property
    def kind(self) -> Fighter:
        """What it fights like, wherever it stands."""
        return replace(self, side=0, place=(0.0, 0.0))


# The damage by (loser's hand, winner's hand), as a sorted tuple.
Table = tuple[tuple[tuple[str, str], int], ...]


@dataclass(frozen=True, slots=True)
class Encounter:
    """A skirmish. Lengths are in the unit of the table, which is `size` (width, height).

    `points` is the damage matrix, `guts` the weakest hand that passes a test of nerve,
    `return_fire` what shooting back adds to the rerolls of the target. `slow_moves` is the most
    moves of a wounded fighter. `players` decide for the sides 0 and 1.
    """

    fighters: tuple[Fighter, ...]
    points: Table
    guts: str
    turns: int
    actions: int
    move: int
    size: tuple[float, float]
    base: int = 0
    dodge: int = 0
    flight: int = 0
    slow_moves: int = 1
    return_fire: int = 0
    players: tuple[Play, Play] = ("greedy", "greedy")


# --- the figures of a scenario as fighters --------------------------------------------------------


# The numbers of the rules, by key.
KEYS = (
    "turns", "actions", "move", "base", "table", "deployment", "dodge", "flight", "slow_moves",
)  # fmt: skip

# The dice of a first throw.
DICE = 5


class Fighters(Recruits[Fighter]):
    """The fighters of a game's companies."""

    def __init__(self, library: Library, content: GameContent, poker: Poker, rules: Skirmish):
        super().__init__(library, content, rules)
        self.poker, self.rules = poker, rules

    def fighter(self, company: Company) -> Fighter:
        """A figure of a company, at no place. Raises ComputationError."""
        traits = self.traits(company)
        stats = self.stats(company, self.rules.life[0])
        life = [self._number(stats, key, company) for key in self.rules.life]
        self.require_life(company, *life)
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
            face_of(self.content, self.poker, turns[0]) if turns else None,
            min(hides, default=FACES),
            self.numbers.of("slow_moves") if slow else self.numbers.of("actions"),
            star=any(name in traits for name in self.rules.stars),
            fearless=any(name in traits for name in self.rules.fearless),
            frightening=any(name in traits for name in self.rules.frightening),
        )

    def _number(self, stats: Mapping[str, ExpressionValue], key: str, company: Company) -> int:
        number = stats.get(key)
        if not isinstance(number, int):
            raise ComputationError(f"'{company.profile.id}' has no number `{key}`", "forces")
        return number

    def _pots(self, stats: Mapping[str, ExpressionValue], company: Company) -> tuple[int, int]:
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
        trait = self.library.find("traits", self.content.id, name)
        dice = DICE + self.numbers.signed(unarmed[name], "unarmed", name)
        return self._damage(trait) if trait else 0, min(max(1, dice), MAX_BASE)

    def unplayed(self, forces: Muster) -> list[str]:
        """The traits of the figures that have no effect, and bring none."""
        poker, rules = self.poker, self.rules
        known = {
            *poker.turns, *poker.hides, *rules.slow, *rules.stars, *rules.fearless,
            *rules.frightening, *rules.unarmed,
        }  # fmt: skip
        found = {}
        for company in forces.companies:
            for name, trait in self.traits(company).items():
                weapon = trait.value.kind in (rules.shoots, rules.fights)
                if name not in known and not weapon and not trait.value.brings:
                    found[name] = trait
        return sorted(name for name, trait in found.items() if trait.game == self.content.id)


# --- scenarios as skirmishes: `poker: skirmish:` of game.yaml, forces and table -------------------


def _knows(content: GameContent) -> bool:
    """Whether a game has the rules of skirmishes."""
    poker = content.game.part(Poker)
    return poker is not None and poker.skirmish is not None


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    poker, forces = poker_of(content), muster(library, scenario)
    rules = poker.skirmish
    assert rules is not None
    recruits = Fighters(library, content, poker, rules)
    numbers = recruits.numbers
    deployed = recruits.deployed(scenario.value, forces, numbers.of("move"))
    skirmish = Encounter(
        deployed.figures,
        tuple(sorted(conflict_points(content).items())),
        poker.guts,
        turns=recruits.turns(scenario.value, rules.turns),
        actions=numbers.of("actions"),
        move=numbers.of("move"),
        size=deployed.ground.size,
        base=numbers.of("base"),
        dodge=numbers.of("dodge"),
        flight=numbers.of("flight"),
        slow_moves=numbers.of("slow_moves"),
        return_fire=poker.return_fire,
        players=players,
    )
    return Battle(
        forces,
        deployed.companies,
        skirmish.turns,
        tuple(_model(skirmish, deployed.ground.gap)),
        tuple(_left_out(recruits.unplayed(forces))),
        partial(played, library, "printgen.extras.poker_dice.skirmish:play", skirmish),
    )


def _model(skirmish: Encounter, gap: float) -> Iterator[Sentence]:
    """What is played."""
    yield Sentence("told_showdowns")
    yield Sentence("told_open_table", gap=f"{gap:g}")
    yield Sentence("told_alternating", actions=skirmish.actions, slow=skirmish.slow_moves)
    yield Sentence("told_actions")
    yield Sentence("told_replies")
    yield Sentence("told_nerve")
    yield Sentence("told_won_in_full", turns=skirmish.turns)


def _left_out(traits: list[str]) -> Iterator[Sentence]:
    """What is not played."""
    yield Sentence("told_no_features")
    yield Sentence("told_no_cards")
    yield Sentence("told_no_passing")
    if traits:
        yield Sentence("told_idle", traits=", ".join(traits))


BATTLES = BattleRules(_knows, "`poker: skirmish:` in game.yaml", prepare)


# --- the checks of the `poker:` section of game.yaml ----------------------------------------------


@check("poker-invalid")
def poker_invalid(content: GameContent, library: Library) -> Findings:
    """The scales, the tables, the stats and the traits under `poker:` exist. The matrix has a
    number for each winning hand. Each number of `skirmish:` can be computed, and is in its range.
    """
    poker = content.game.part(Poker)
    if poker is None:
        return
    for fault in faults(content, poker):
        if not fault.silent:
            yield content.entry.finding(str(fault), "poker", *fault.path, hint=fault.hint)
    yield from _stats(content, poker)
    yield from _faces(content, poker)
    for key in ("turns", "hides"):
        for name in getattr(poker, key):
            if library.lacks("traits", content.id, name):
                message, hint = f"no trait '{name}'", library.suggest("traits", content.id, name)
                yield content.entry.finding(message, "poker", key, name, hint=hint, key=True)
    yield from _told(content, library, poker)
    if poker.skirmish:
        yield from _skirmish(content, library, poker.skirmish)


def _skirmish(content: GameContent, library: Library, rules: Skirmish) -> Findings:
    """The stats, the kinds of traits, the traits and the numbers of skirmishes."""
    here, entry = ("poker", "skirmish"), content.entry
    stats = {stat for line in content.game.stat_lines.values() for stat in line.stats}
    for place, stat in enumerate(rules.life):
        if stat not in stats:
            hint = did_you_mean(stat, stats)
            yield entry.finding(f"no stat '{stat}'", *here, "life", place, hint=hint)
    for key in ("shoots", "fights"):
        kind = getattr(rules, key)
        if kind is not None and kind not in content.game.trait_kinds:
            hint = did_you_mean(kind, content.game.trait_kinds)
            yield entry.finding(f"no kind of traits '{kind}'", *here, key, hint=hint)
    for key in ("unarmed", "slow", "stars", "fearless", "frightening"):
        traits = getattr(rules, key)
        for place, name in enumerate(traits):
            if library.lacks("traits", content.id, name):
                hint, named = library.suggest("traits", content.id, name), isinstance(traits, dict)
                path = (*here, key, name if named else place)
                yield entry.finding(f"no trait '{name}'", *path, hint=hint, key=named)
    numbers = Numbers(library, content, rules)
    for key in KEYS:
        try:
            numbers.of(key)
        except ComputationError as error:
            yield entry.finding(str(error), *here, key, hint=error.hint)
    for name, wanted in rules.unarmed.items():
        try:
            numbers.signed(wanted)
        except ComputationError as error:
            yield entry.finding(str(error), *here, "unarmed", name, hint=error.hint)


def _told(content: GameContent, library: Library, poker: Poker) -> Findings:
    """The tables, the rows and the columns under `told:`."""
    entry, game = content.entry, content.id
    for key, told in poker.told.items():
        here, table = ("poker", "told", key), library.find("tables", game, told.table)
        if library.lacks("tables", game, told.table):
            hint = library.suggest("tables", game, told.table)
            yield entry.finding(f"no table '{told.table}'", *here, "table", hint=hint)
        if table is None:
            continue
        rows, columns = table.value.rows, table.value.columns
        if told.row > len(rows):
            message = f"the table '{told.table}' has no row {told.row}"
            yield entry.finding(message, *here, "row", hint=f"1 to {len(rows)}" if rows else "")
        elif told.column is not None and told.column not in columns:
            hint = did_you_mean(told.column, columns)
            yield entry.finding(f"no column '{told.column}'", *here, "column", hint=hint)


def _stats(content: GameContent, poker: Poker) -> Findings:
    game = content.game
    lines, kinds = game.stat_lines, game.trait_kinds
    for key, owners in (("damage", kinds), ("potential", lines), ("cards", lines)):
        known = {stat for owner in owners.values() for stat in owner.stats}
        name = getattr(poker, key)
        if name is not None and name not in known:
            hint = did_you_mean(name, known)
            yield content.entry.finding(f"no stat '{name}'", "poker", key, hint=hint)


def _faces(content: GameContent, poker: Poker) -> Findings:
    scales = content.game.scales
    scale = scales.get(poker.faces or "")
    if poker.faces and scale is None:
        hint = did_you_mean(poker.faces, scales)
        yield content.entry.finding(f"no scale '{poker.faces}'", "poker", "faces", hint=hint)
    elif scale and len(scale.ranks) != FACES:
        message = f"the scale '{poker.faces}' has {len(scale.ranks)} ranks"
        yield content.entry.finding(message, "poker", "faces", hint=f"expected {FACES}")
    else:
        known = scale.ranks if scale else {}
        for name, face in poker.turns.items():
            if face not in known:
                hint = did_you_mean(face, known) if scale else "`faces:` names a scale of faces"
                yield content.entry.finding(f"no face '{face}'", "poker", "turns", name, hint=hint)


CHECKS = (poker_invalid,)
