"""Scenarios against an enemy without players, with markers and reserves, as data of the
play aid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from printgen.content.library import Entry
from printgen.content.models.enemy import EnemyScenario
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.table_plan import Edge
from printgen.extras.browser.assembly import Translations, translations
from printgen.extras.enemy.rules import MOST, Reading
from printgen.extras.enemy.tool_plans import PlanData, RollData, actions_data, maybe, roll_data
from printgen.rules.expressions import ExpressionError, evaluate, parse
from printgen.rules.resolve import Counts, forces, plan_of

# --------------------------------------------------------------------------------------------------
# Markers and reserves of scenarios against an enemy without players, as data of the play aid.


# The style of the strips of a layout where no marker goes.
ZONE = "zone"


class GridData(TypedDict):
    """The grid for markers: its parts (the sides of both dice), the strips along its edges where no
    marker goes (north, east, south, west), and the guard: a die, and what it must come to.
    """

    sides: int
    zones: tuple[int, int, int, int]
    guard: tuple[int, int] | None


class SearchData(TypedDict):
    """What markers hide. `rows` has the outcome of each row of the table: the index of a thing, or
    `any`, `foe` or `nothing`.
    """

    table: RollData
    markers: int
    things: list[Translations]
    rows: list[int | str]
    lots: bool
    grid: GridData | None


class WavesData(TypedDict):
    """Reserves: the row (from 0) that brings a figure of a force (an index), the die of the place
    where it appears, the place for each face of it, and the places.
    """

    table: RollData
    comes: int
    force: int
    spots: list[int]
    places: list[Translations]


def search_data(
    reading: Reading, entry: Entry[Scenario], rules: EnemyScenario
) -> SearchData | None:
    """What the markers of a scenario hide; None without. Raises ComputationError."""
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


def _grid(reading: Reading, entry: Entry[Scenario], rules: EnemyScenario) -> GridData | None:
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


def waves_data(
    reading: Reading, name: str, rules: EnemyScenario, listed: list[int]
) -> WavesData | None:
    """The reserves of a scenario; None without. `listed` has the places of its forces.

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


class ForceData(TypedDict):
    """Figures of one profile: the indexes of profile and plan, their name and what is said of them,
    their number for each value of the variable (from 1; a single one without variable), whether
    they come later, and in which turn.
    """

    profile: int
    plan: int
    name: Translations | None
    text: Translations | None
    counts: list[int]
    later: bool
    turn: int | None


class SideData(TypedDict):
    """A side whose cards are in a shared pile: its suit (an index), whether it is the enemy, and
    the number of its figures for each value of the variable.
    """

    name: Translations
    suit: int
    enemy: bool
    counts: list[int]


class EarlyData(TypedDict):
    """What some forces (indexes) do in the first turns: the index of a plan of its own."""

    forces: list[int]
    turns: int
    plan: int


class VariableData(TypedDict):
    """The number that players choose: its label, the usual and the greatest value."""

    label: Translations
    usual: int
    most: int


class ScenarioData(TypedDict):
    """A scenario against the enemy. `rises` is the index of the profile of figures that arrive."""

    id: str
    title: Translations
    subtitle: Translations | None
    enemy: Translations
    variable: VariableData | None
    forces: list[ForceData]
    sides: list[SideData]
    early: EarlyData | None
    search: SearchData | None
    waves: WavesData | None
    rises: int | None
    events: RollData | None


# Returns the index of a profile, or of a plan, in the data of the play aid; None without.
Indexes = Callable[[str], int | None]


def scenario_data(
    reading: Reading,
    entry: Entry[Scenario],
    profile: Indexes,
    plan: Indexes,
    add_plan: Callable[[PlanData], int],
) -> ScenarioData | None:
    """A scenario; None without figures of the enemy. Raises ComputationError, ExpressionError."""
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
) -> list[tuple[int, ForceData]]:
    """The forces of the enemy that have a plan, with their places (from 0) in the scenario."""
    counts = Counts(reading.content, scenario)
    found = []
    for place, force in forces(scenario):
        entry = plan_of(reading.library, reading.content.id, force)
        who, acts = profile(force.profile), plan(entry.id) if entry else None
        if force.side != reading.rules.side or who is None or acts is None:
            continue
        later = next((each for each in rules.later if each.force == place + 1), None)
        turn = later.turn if later else None
        data: ForceData = {
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


def _variable(counts: Counts) -> VariableData | None:
    if counts.variable is None:
        return None
    declared = counts.content.game.variables[counts.variable]
    usual = declared.values[(len(declared.values) - 1) // 2]
    return {
        "label": translations(declared.label, counts.content),
        "usual": min(max(usual, 1), MOST_VARIABLE),
        "most": MOST_VARIABLE,
    }


def _sides(reading: Reading, scenario: Scenario, counts: Counts) -> list[SideData]:
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
    add_plan: Callable[[PlanData], int],
) -> EarlyData | None:
    early = rules.early
    if early is None:
        return None
    actions = actions_data(early.actions, reading.content)
    if early.lookout:
        actions[early.lookout - 1]["brings"] = "lookout"
    plan: PlanData = {
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
