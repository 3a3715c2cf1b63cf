"""Skirmishes with poker dice: the fighters of a scenario, what is played, and the checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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
    Numbers,
    Play,
    Recruits,
    Sentence,
    muster,
    played,
)
from printgen.extras.poker_dice.model import Poker, Skirmish, ToldRow
from printgen.extras.poker_dice.rules import (
    FACES,
    MAX_BASE,
    conflict_points,
    points_of,
    poker_of,
    skills_of,
)
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name, unreadable


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
        traits, name = self.traits(company), company.profile.id
        stats, life = self.stats(company, self.rules.life[0]), list[int]()
        for key in self.rules.life:
            number = stats.get(key)
            if not isinstance(number, int):
                raise ComputationError(f"'{name}' has no number `{key}`", "forces")
            life.append(number)
        self.require_life(company, *life)
        pots = stats.get(self.poker.potential or "")
        if pots is None:
            raise ComputationError(f"'{name}' has no `{self.poker.potential}`", "forces")
        shots = [t for t in traits.values() if t.value.kind == self.rules.shoots]
        blow, dice = self._blow(traits)
        slow = any(name in traits for name in self.rules.slow)
        return Fighter(
            company.side,
            (0.0, 0.0),
            (pots, pots) if isinstance(pots, int) else pots,
            (life[0], life[1] if len(life) > 1 else 0),
            max(map(self._damage, shots), default=None),
            blow,
            dice,
            *skills_of(self.content, self.poker, traits),
            self.numbers.of("slow_moves") if slow else self.numbers.of("actions"),
            star=any(name in traits for name in self.rules.stars),
            fearless=any(name in traits for name in self.rules.fearless),
            frightening=any(name in traits for name in self.rules.frightening),
        )

    def _damage(self, trait: Entry[Trait]) -> int:
        value = trait.value.values.get(self.poker.damage)
        return value if isinstance(value, int) else 0

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


def prepare(library: Library, scenario: Entry[Scenario], players: tuple[Play, Play]) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    content = library.games[scenario.game]
    poker, forces = poker_of(content), muster(library, scenario)
    rules = poker.skirmish
    assert rules is not None
    recruits = Fighters(library, content, poker, rules)
    numbers = recruits.numbers
    deployed = recruits.deployed(scenario.value, forces, numbers.of("move"))
    idle = recruits.unplayed(forces)
    skirmish = Encounter(
        deployed.figures,
        tuple(sorted(conflict_points(content).items())),
        poker.guts,
        turns=recruits.turns(scenario.value, rules.turns),
        actions=numbers.of("actions"),
        move=numbers.of("move"),
        size=deployed.size,
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
        (
            Sentence("told_showdowns"),
            Sentence("told_open_table", gap=f"{deployed.gap:g}"),
            Sentence("told_alternating", actions=skirmish.actions, slow=skirmish.slow_moves),
            *map(Sentence, ("told_actions", "told_replies", "told_nerve")),
            Sentence("told_won_in_full", turns=skirmish.turns),
        ),
        (
            *map(Sentence, ("told_no_features", "told_no_cards", "told_no_passing")),
            *([Sentence("told_idle", traits=", ".join(idle))] if idle else []),
        ),
        partial(played, library, "printgen.extras.poker_dice.skirmish:play", skirmish),
    )


BATTLES = BattleRules(
    lambda content: (poker := content.game.part(Poker)) is not None and poker.skirmish is not None,
    "`poker: skirmish:` in game.yaml",
    prepare,
)


@check("poker-invalid")
def poker_invalid(content: GameContent, library: Library) -> Findings:
    """The scales, the tables, the stats and the traits under `poker:` exist. The matrix has a
    number for each winning hand. Each number of `skirmish:` can be computed, and is in its range.
    """
    poker, game = content.game.part(Poker), content.game
    if poker is None:
        return
    lines = {stat: line for line in game.stat_lines.values() for stat in line.stats}
    kinds = {stat: kind for kind in game.trait_kinds.values() for stat in kind.stats}
    stats = {"potential": poker.potential, "cards": poker.cards}
    reads: list[Callable[[], object]] = [
        partial(points_of, content, poker),
        partial(resolve_name, kinds, poker.damage, "stat", "damage"),
        *(partial(resolve_name, lines, name, "stat", key) for key, name in stats.items() if name),
        *(partial(_told, content, library, key, told) for key, told in poker.told.items()),
    ]
    yield from unreadable(content.entry, ("poker",), reads)
    yield from _faces(content, poker)
    trait = partial(resolve_entry, library, "traits", content.id)
    keyed = [partial(trait, name, "turns", name) for name in poker.turns]
    keyed += [partial(trait, name, "hides", name) for name in poker.hides]
    yield from unreadable(content.entry, ("poker",), keyed, key=True)
    if (rules := poker.skirmish) is None:
        return
    numbers, here = Numbers(library, content, rules), ("poker", "skirmish")
    reads = [
        *(partial(resolve_name, lines, n, "stat", "life", at) for at, n in enumerate(rules.life)),
        *(
            partial(resolve_name, game.trait_kinds, getattr(rules, key), "kind of traits", key)
            for key in ("shoots", "fights")
            if getattr(rules, key) is not None
        ),
        *(
            partial(trait, name, key, at)
            for key in ("slow", "stars", "fearless", "frightening")
            for at, name in enumerate(getattr(rules, key))
        ),
        *(partial(numbers.of, key) for key in KEYS),
        *(partial(numbers.signed, dice, "unarmed", n) for n, dice in rules.unarmed.items()),
    ]
    yield from unreadable(content.entry, here, reads)
    keyed = [partial(trait, name, "unarmed", name) for name in rules.unarmed]
    yield from unreadable(content.entry, here, keyed, key=True)


def _told(content: GameContent, library: Library, key: str, told: ToldRow) -> None:
    """Raise ComputationError unless the table, the row and the column of a cell exist."""
    table = resolve_entry(library, "tables", content.id, told.table, "told", key, "table").value
    if told.row > len(table.rows):
        message = f"the table '{told.table}' has no row {told.row}"
        hint = f"1 to {len(table.rows)}" if table.rows else ""
        raise ComputationError(message, "told", key, "row", hint=hint)
    if told.column is not None:
        resolve_name(table.columns, told.column, "column", "told", key, "column")


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
