"""The enemy's decisions: its figures, its cards and its plans, as data of the play aid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.extras.browser.assembly import Translations, translations
from printgen.extras.browser.tool import Tool
from printgen.extras.enemy.model import EnemyRules
from printgen.extras.enemy.rules import MOST, Pack, Reading, read_pack, read_shared
from printgen.extras.enemy.tool_plans import PlanData, RollData, maybe, plan_data, roll_data
from printgen.extras.enemy.tool_scenarios import ScenarioData, scenario_data
from printgen.rules.example_lookup import JOKER
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import ComputationError

# The drawing on the back of cards, on a dark ground. A theme may have it.
BACK = "art/back-night"


class RankData(TypedDict):
    """A rank of cards: its letter, its name, and its pips (0 for courts and unknown ranks)."""

    label: Translations
    name: Translations
    pips: int


class SuitData(TypedDict):
    """A suit: its sign, its name, and whether it is red."""

    symbol: str
    name: Translations
    red: bool


class PackData(TypedDict):
    """A pack of the enemy's own. `worth` has the (figures, activations) of each rank and, last, of
    Jokers; `lots` has the faces of the die for each number of figures, from 2; `last_word` has the
    indexes of profiles.
    """

    jokers: int
    share: float
    boss_cards: int
    last_cards: int
    last_activations: int
    worth: list[tuple[int, int]]
    lots: list[int]
    last_word: list[int]


class SharedData(TypedDict):
    """A shared pile: its Jokers, and which of them bring an event and end the turn."""

    jokers: int
    event: int
    end: int


class ProfileData(TypedDict):
    """A profile with a plan: its name, the index of the plan, whether it is a boss, its drawing."""

    id: str
    name: Translations
    plan: int
    boss: bool
    art: str | None


class EnemyData(TypedDict):
    """The enemy of a game. `lookout` is the index of a plan. A game without rules of an enemy has
    plans only.
    """

    plans: list[PlanData]
    profiles: list[ProfileData]
    ranks: list[RankData]
    suits: list[SuitData]
    pack: PackData | None
    shared: SharedData | None
    lookout: int | None
    down: Translations | None
    random_move: RollData | None
    limits: dict[str, int]
    scenarios: list[ScenarioData]
    drawings: list[str]


def enemy_data(library: Library, game: str) -> Mapping[str, object] | None:
    """The enemy of a game; None if the game has no plans, or rules that cannot be read."""
    content = library.games[game]
    if not content.plans:
        return None
    try:
        return _Data(library, content).read()
    except (ComputationError, ExpressionError):
        return None


class _Data:
    """The data of a game's enemy while it is gathered."""

    def __init__(self, library: Library, content: GameContent) -> None:
        self.library, self.content = library, content
        self.rules = content.game.part(EnemyRules)
        self.plan_ids = list(content.plans)
        self.plans = [plan_data(content, entry, content) for entry in content.plans.values()]
        entries = [
            entry for entry in content.profiles.values() if entry.value.plan in content.plans
        ]
        self.profile_ids = [entry.id for entry in entries]
        self.profiles = [self._profile(entry) for entry in entries]

    def read(self) -> EnemyData:
        """All of it. Raises ComputationError, ExpressionError."""
        rules, content = self.rules, self.content
        reading = Reading(self.library, content, rules) if rules else None
        self._lines(rules)
        table = rules.random_move if rules else None
        pack, shared = (rules.pack, rules.shared) if rules else (None, None)
        assert reading or not (pack or shared or table)
        scenarios = self._scenarios(reading) if reading else []
        return {
            "plans": self.plans,
            "profiles": self.profiles,
            "ranks": self._ranks(rules),
            "suits": self._suits(),
            "pack": self._pack(read_pack(reading, pack), rules) if reading and pack else None,
            "shared": _shared(reading) if reading and shared else None,
            "lookout": self._plan(rules.lookout) if rules and rules.lookout else None,
            "down": maybe(rules.down, content) if rules else None,
            "random_move": roll_data(content, reading.table(table)) if reading and table else None,
            "limits": {name: reading.number(most, 1, MOST) for name, most in rules.limits.items()}
            if reading and rules
            else {},
            "scenarios": scenarios,
            "drawings": self._drawings(),
        }

    def _plan(self, name: str) -> int | None:
        return self.plan_ids.index(name) if name in self.plan_ids else None

    def _profile_index(self, name: str) -> int | None:
        return self.profile_ids.index(name) if name in self.profile_ids else None

    def _add_plan(self, plan: PlanData) -> int:
        self.plans.append(plan)
        return len(self.plans) - 1

    def _profile(self, entry: Entry[Profile]) -> ProfileData:
        profile = entry.value
        bosses = self.rules.pack.bosses if self.rules and self.rules.pack else []
        return {
            "id": entry.id,
            "name": translations(profile.name, self.content),
            "plan": self._plan(profile.plan or "") or 0,
            "boss": any(trait in bosses for trait in profile.traits),
            "art": f"vignettes/{profile.vignette}" if profile.vignette else None,
        }

    def _lines(self, rules: EnemyRules | None) -> None:
        """What the rules know of actions of plans."""
        for line in rules.lines if rules else ():
            plan = self._plan(line.plan)
            if plan is None:
                continue
            action = self.plans[plan]["actions"][line.line - 1]
            action["brings"], action["limit"] = line.brings, line.limit
            action["only"] = [only for name in line.only if (only := self._plan(name)) is not None]

    def _scenarios(self, reading: Reading) -> list[ScenarioData]:
        found = (
            scenario_data(reading, entry, self._profile_index, self._plan, self._add_plan)
            for entry in self.content.scenarios.values()
        )
        return [scenario for scenario in found if scenario]

    def _ranks(self, rules: EnemyRules | None) -> list[RankData]:
        if not rules or not rules.pack:
            return []
        ranks = self.content.game.scales[rules.pack.scale].ranks
        first = self.content.first_language
        found: list[RankData] = []
        for rank in ranks.values():
            label = translations(rank.label, self.content)
            shown = label[first]
            found.append(
                {
                    "label": label,
                    "name": translations(rank.name or rank.label, self.content),
                    "pips": int(shown) if shown in map(str, range(1, 11)) else 0,
                }
            )
        return found

    def _suits(self) -> list[SuitData]:
        return [
            {
                "symbol": suit.symbol,
                "name": translations(suit.label, self.content),
                "red": suit.red,
            }
            for suit in self.content.game.suits.values()
        ]

    def _pack(self, pack: Pack, rules: EnemyRules | None) -> PackData:
        assert rules is not None
        assert rules.pack is not None
        ranks = self.content.game.scales[rules.pack.scale].ranks
        last = (self._profile_index(name) for name in rules.pack.last_word)
        return {
            "jokers": pack.jokers,
            "share": pack.share,
            "boss_cards": pack.boss_cards,
            "last_cards": pack.last_cards,
            "last_activations": pack.last_activations,
            "worth": [pack.worth[rank] for rank in ranks]
            + ([pack.worth[JOKER]] if pack.jokers else []),
            "lots": [faces for _, faces in pack.lots],
            "last_word": [index for index in last if index is not None],
        }

    def _drawings(self) -> list[str]:
        drawn: Sequence[PlanData | ProfileData] = [*self.plans, *self.profiles]
        return list(dict.fromkeys([*(each["art"] for each in drawn if each["art"]), BACK]))


def _shared(reading: Reading) -> SharedData:
    assert reading.rules.shared is not None
    shared = read_shared(reading, reading.rules.shared)
    return {"jokers": shared.jokers, "event": shared.event, "end": shared.end}


# The scripts, each before those that use it.
_PARTS = (
    *("rules", "moments", "words", "drawn", "sounds", "setup", "game", "roster", "panels"),
    *("stage", "parts"),
)

ENEMY = Tool(
    "enemy", enemy_data, (*(f"enemy-{part}" for part in _PARTS), "enemy"), ("enemy", "enemy-cards")
)
