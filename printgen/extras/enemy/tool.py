"""The enemy's decisions as data of the play aid: figures, cards, plans and scenarios."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.scenario import ActionPlan, Force, PlanAction, Scenario
from printgen.content.models.table import Table
from printgen.content.models.table_plan import Edge
from printgen.content.models.text import Text
from printgen.extras.browser.assembly import Data, Tool, Translations, translations
from printgen.extras.enemy.model import EnemyRules, EnemyScenario
from printgen.extras.enemy.rules import (
    MOST,
    Pack,
    Reading,
    place_by_lot,
    read_pack,
    read_shared,
)
from printgen.extras.examples.lookup import JOKER
from printgen.rules.cells import parse_dice, rows_by_total
from printgen.rules.expressions import ExpressionError, evaluate, parse
from printgen.rules.resolve import ComputationError, Counts, forces, plan_of

# --- action plans, profiles and tables ------------------------------------------------------------


# The words in bold type at the start of an action: `**Attack** the target`. With a colon they say
# when it is possible: `**In contact:** it attacks`.
_LEAD = re.compile(r"\s*\*\*([^*:]+?)[.\s]*\*\*")

# Longer words in bold type are no name of an action.
MOST_LEAD = 32


def maybe(text: Text | None, content: GameContent) -> Translations | None:
    """A text in all languages of a game; None without."""
    return translations(text, content) if text else None


def plan_data(content: GameContent, entry: Entry[ActionPlan], home: GameContent) -> Data:
    """A plan in the languages of the game `home`. `art` is the name of its drawing. One that is
    `apart` is not in the list of plans.
    """
    plan = entry.value
    return {
        "id": entry.id if content is home else f"{content.id}/{entry.id}",
        "name": _spoken(plan.name, content, home),
        "epithet": _spoken(plan.epithet, content, home) if plan.epithet else None,
        "intro": _spoken(plan.intro, content, home) if plan.intro else None,
        "note": _spoken(plan.note, content, home) if plan.note else None,
        "art": f"vignettes/{plan.vignette}" if plan.vignette else None,
        "apart": False,
        "actions": actions_data(plan.actions, content),
    }


def actions_data(actions: Sequence[PlanAction], content: GameContent) -> list[Data]:
    """The actions of a plan. The last one is asked about only if it has a question of its own; an
    action without a question is asked about in its own words. An action of a plan: its name if it
    has one, its text, when it is possible as a question, what is done then; what it brings, the
    name of its limit, and the plans of figures that may do it (all if empty).
    """
    last = len(actions) - 1
    return [_action(action, number == last, content) for number, action in enumerate(actions)]


def _action(action: PlanAction, last: bool, content: GameContent) -> Data:
    asked = action.question if last else action.condition or action
    deed = translations(action.deed, content)
    return {
        "lead": _lead(action, content),
        "text": translations(action, content),
        "ask": maybe(asked, content),
        "deed": {lang: words[:1].upper() + words[1:] for lang, words in deed.items()},
        "brings": None,
        "limit": None,
        "only": [],
    }


def _lead(action: PlanAction, content: GameContent) -> Translations | None:
    """The name of an action, in each language."""
    found = {lang: _LEAD.match(words) for lang, words in action.items()}
    leads = {lang: match[1].strip() for lang, match in found.items() if match}
    if len(leads) < len(found) or any(len(words) > MOST_LEAD for words in leads.values()):
        return None
    return translations(Text(leads), content)


def _spoken(text: Text, content: GameContent, home: GameContent) -> Translations:
    said = translations(text, content)
    first = next(iter(said.values()))
    return {lang: said.get(lang, first) for lang in home.game.languages}


def roll_data(content: GameContent, entry: Entry[Table]) -> Data:
    """A table that is rolled on, with the cells of its rows beside the totals. `plus` is what is
    added to a roll, `by` the row (from 0) of each total.
    """
    table = entry.value
    assert table.roll is not None
    column = table.roll.column
    plus = table.roll.plus[0] if table.roll.plus else None
    return {
        "title": translations(table.title, content),
        "note": maybe(table.note, content),
        "dice": parse_dice(table.roll.dice) or (1, 6),
        "plus": {"label": translations(plus.label, content), "min": plus.min, "max": plus.max}
        if plus
        else None,
        "rows": [_table_row(row, column, content) for row in table.rows],
        "by": rows_by_total(entry),
    }


def _table_row(row: Mapping[str, Text], column: str, content: GameContent) -> Data:
    """A row of a table: its totals as printed, and its text."""
    cells = [translations(text, content) for name, text in row.items() if name != column]
    return {
        "totals": translations(row[column], content),
        "text": {lang: " — ".join(cell[lang] for cell in cells) for lang in content.game.languages},
    }


# --- scenarios against an enemy without players, with markers and reserves ------------------------


# --------------------------------------------------------------------------------------------------
# Markers and reserves of scenarios against an enemy without players, as data of the play aid.


# The style of the strips of a layout where no marker goes.
ZONE = "zone"


def search_data(reading: Reading, entry: Entry[Scenario], rules: EnemyScenario) -> Data | None:
    """What the markers of a scenario hide; None without. `rows` has the outcome of each row of the
    table: the index of a thing, or `any`, `foe` or `nothing`. Raises ComputationError.
    """
    study = reading.search(entry.id, rules)
    if study is None:
        return None
    things = list(study.things)
    return {
        "table": roll_data(reading.content, reading.table(study.table)),
        "markers": study.markers,
        "things": [translations(words, reading.content) for words in study.things.values()],
        "rows": [things.index(row) if row in things else row for row in study.rows],
        "lots": study.lots,
        "grid": _grid(reading, entry, rules),
    }


def _grid(reading: Reading, entry: Entry[Scenario], rules: EnemyScenario) -> Data | None:
    """The grid for markers: its parts (the sides of both dice), the strips along its edges where no
    marker goes (north, east, south, west), and the guard: a die, and what it must come to.
    """
    layout = entry.value.layout
    if rules.dice is None or layout is None or layout.grid is None:
        return None
    strips = {
        each.side: each.depth
        for each in layout.features
        if isinstance(each, Edge) and each.style == ZONE
    }
    across = {"north": layout.height, "south": layout.height}
    north, east, south, west = (
        -int(-strips.get(side, 0) * layout.grid // across.get(side, layout.width))
        for side in ("north", "east", "south", "west")
    )
    return {
        "sides": reading.grid_dice(entry.id, rules.dice),
        "zones": (north, east, south, west),
        "guard": reading.guard(entry.id, rules.guard) if rules.guard else None,
    }


def waves_data(reading: Reading, name: str, rules: EnemyScenario, listed: list[int]) -> Data | None:
    """The reserves of a scenario; None without. `listed` has the places of its forces. Reserves:
    the row (from 0) that brings a figure of a force (an index), the die of the place where it
    appears, the place for each face of it, and the places.

    Raises ComputationError.
    """
    study = reading.waves(name, rules)
    if study is None or study.force is None or study.force - 1 not in listed:
        return None
    return {
        "table": roll_data(reading.content, reading.table(study.table)),
        "comes": study.comes - 1,
        "force": listed.index(study.force - 1),
        "spots": reading.spots(name, rules),
        "places": [
            translations(place.text, reading.content)
            for place in (rules.spots.places if rules.spots else ())
        ],
    }


# --- scenarios against an enemy without players, as data of the play aid --------------------------


# The greatest number that players can set the variable of a scenario to, and of figures of a force.
MOST_VARIABLE, MOST_FIGURES = 24, 60


# Returns the index of a profile, or of a plan, in the data of the play aid; None without.
Indexes = Callable[[str], int | None]


def scenario_data(
    reading: Reading,
    entry: Entry[Scenario],
    profile: Indexes,
    plan: Indexes,
    add_plan: Callable[[Data], int],
) -> Data | None:
    """A scenario; None without figures of the enemy. `rises` is the index of the profile
    of figures that arrive. Raises ComputationError, ExpressionError.
    """
    content, rules = reading.content, reading.rules.scenarios.get(entry.id) or EnemyScenario()
    found = _forces(reading, entry.value, rules, profile, plan)
    if not found:
        return None
    counts, listed = Counts(content, entry.value), [place for place, _ in found]
    events = reading.rules.shared.events if reading.rules.shared else None
    table = rules.events or events
    return {
        "id": entry.id,
        "title": translations(entry.value.title, content),
        "subtitle": maybe(entry.value.subtitle, content),
        "enemy": translations(entry.value.sides[reading.rules.side], content),
        "variable": _variable(counts),
        "forces": [force for _, force in found],
        "sides": _sides(reading, entry.value, counts),
        "early": _early(reading, entry.id, rules, listed, add_plan),
        "search": search_data(reading, entry, rules),
        "waves": waves_data(reading, entry.id, rules, listed),
        "rises": profile(rules.rises) if rules.rises else None,
        "events": roll_data(content, reading.table(table)) if table else None,
    }


def _forces(
    reading: Reading, scenario: Scenario, rules: EnemyScenario, profile: Indexes, plan: Indexes
) -> list[tuple[int, Data]]:
    """The forces of the enemy that have a plan, with their places (from 0) in the scenario. Figures
    of one profile: the indexes of profile and plan, their name and what is said of them, their
    number for each value of the variable (from 1; a single one without variable), whether they come
    later, and in which turn.
    """
    counts = Counts(reading.content, scenario)
    found = []
    for place, force in forces(scenario):
        entry = plan_of(reading.library, reading.content.id, force)
        who, acts = profile(force.profile), plan(entry.id) if entry else None
        if force.side != reading.rules.side or who is None or acts is None:
            continue
        later = next((each for each in rules.later if each.force == place + 1), None)
        turn = later.turn if later else None
        data: Data = {
            "profile": who,
            "plan": acts,
            "name": maybe(force.name, reading.content),
            "text": maybe(force.text, reading.content),
            "counts": _counts(counts, [force]),
            "later": later is not None,
            "turn": None if turn is None else reading.number(turn, 1, MOST),
        }
        found.append((place, data))
    return found


def _counts(counts: Counts, wanted: Sequence[Force]) -> list[int]:
    """The number of figures of forces for each value of the variable, from 1."""
    values = range(1, MOST_VARIABLE + 1) if counts.variable else range(1)
    return [
        min(MOST_FIGURES, sum(_count(force.count, counts.variable, value) for force in wanted))
        for value in values
    ]


def _count(count: int | str, variable: str | None, value: int) -> int:
    if isinstance(count, int):
        return count
    try:
        return max(0, int(evaluate(parse(count), {variable: value} if variable else {})))
    except ExpressionError:
        return 0


def _variable(counts: Counts) -> Data | None:
    """The number that players choose: its label, the usual and the greatest value."""
    if counts.variable is None:
        return None
    declared = counts.content.game.variables[counts.variable]
    usual = declared.values[(len(declared.values) - 1) // 2]
    return {
        "label": translations(declared.label, counts.content),
        "usual": min(max(usual, 1), MOST_VARIABLE),
        "most": MOST_VARIABLE,
    }


def _sides(reading: Reading, scenario: Scenario, counts: Counts) -> list[Data]:
    """The sides whose cards are in a shared pile: the suit (an index), whether it is the enemy, and
    the number of its figures for each value of the variable.
    """
    shared = reading.rules.shared
    if shared is None:
        return []
    suits = list(reading.content.game.suits)
    return [
        {
            "name": translations(name, reading.content),
            "suit": suits.index(shared.suits[side]),
            "enemy": side == reading.rules.side,
            "counts": _counts(counts, [f for _, f in forces(scenario) if f.side == side]),
        }
        for side, name in scenario.sides.items()
        if side in shared.suits
    ]


def _early(
    reading: Reading,
    name: str,
    rules: EnemyScenario,
    listed: list[int],
    add_plan: Callable[[Data], int],
) -> Data | None:
    """What some forces (indexes) do in the first turns: the index of a plan of its own."""
    early = rules.early
    if early is None:
        return None
    actions = actions_data(early.actions, reading.content)
    if early.lookout:
        actions[early.lookout - 1]["brings"] = "lookout"
    plan: Data = {
        "id": f"{name}-early",
        "name": translations(early.name, reading.content),
        "epithet": None,
        "intro": None,
        "note": None,
        "art": None,
        "apart": True,
        "actions": actions,
    }
    return {
        "forces": [listed.index(place - 1) for place in early.forces if place - 1 in listed],
        "turns": reading.early(name, early),
        "plan": add_plan(plan),
    }


# --- the enemy of a game --------------------------------------------------------------------------


# The drawing on the back of cards, on a dark ground. A theme may have it.
BACK = "art/back-night"


def enemy_data(library: Library, game: str) -> Mapping[str, object] | None:
    """The enemy of a game; None if the game has no plans, or rules that cannot be read."""
    content = library.games[game]
    if not content.plans:
        return None
    try:
        return _Enemy(library, content).read()
    except (ComputationError, ExpressionError):
        return None


class _Enemy:
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

    def read(self) -> Data:
        """All of it. Raises ComputationError, ExpressionError. The enemy of a game. `lookout` is
        the index of a plan. A game without rules of an enemy has plans only.
        """
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

    def _add_plan(self, plan: Data) -> int:
        self.plans.append(plan)
        return len(self.plans) - 1

    def _profile(self, entry: Entry[Profile]) -> Data:
        """A profile with a plan: its name, the index of the plan, whether it is a boss, its
        drawing.
        """
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

    def _scenarios(self, reading: Reading) -> list[Data]:
        found = (
            scenario_data(reading, entry, self._profile_index, self._plan, self._add_plan)
            for entry in self.content.scenarios.values()
        )
        return [scenario for scenario in found if scenario]

    def _ranks(self, rules: EnemyRules | None) -> list[Data]:
        """A rank of cards: its letter, its name, and its pips (0 for courts and unknown ranks)."""
        if not rules or not rules.pack:
            return []
        ranks = self.content.game.scales[rules.pack.scale].ranks
        first = self.content.first_language
        found: list[Data] = []
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

    def _suits(self) -> list[Data]:
        """A suit: its sign, its name, and whether it is red."""
        return [
            {
                "symbol": suit.symbol,
                "name": translations(suit.label, self.content),
                "red": suit.red,
            }
            for suit in self.content.game.suits.values()
        ]

    def _pack(self, pack: Pack, rules: EnemyRules | None) -> Data:
        """A pack of the enemy's own. `worth` has the (figures, activations) of each rank and, last,
        of Jokers; `lots` has, for each number of figures from 2, what the faces of the die draw;
        `last_word` has the indexes of profiles.
        """
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
            "lots": [
                [place_by_lot(left, faces, face) for face in range(1, faces + 1)]
                for left, faces in pack.lots
            ],
            "last_word": [index for index in last if index is not None],
        }

    def _drawings(self) -> list[str]:
        drawn: list[Data] = [*self.plans, *self.profiles]
        return list(dict.fromkeys([*(each["art"] for each in drawn if each["art"]), BACK]))


def _shared(reading: Reading) -> Data:
    """A shared pile: its Jokers, and which of them bring an event and end the turn."""
    assert reading.rules.shared is not None
    shared = read_shared(reading, reading.rules.shared)
    return {"jokers": shared.jokers, "event": shared.event, "end": shared.end}


ENEMY = Tool(
    "enemy",
    enemy_data,
    tuple(f"enemy/{name}" for name in ("rules", "told", "game", "stage", "parts", "enemy")),
    ("enemy/enemy", "enemy/cards"),
)
