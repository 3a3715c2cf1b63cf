"""Scenarios against an enemy without players, as data of the play aid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from printgen.analysis.expressions import ExpressionError, evaluate, parse
from printgen.analysis.scenarios import Counts, forces, plan_of
from printgen.content.library import Entry
from printgen.content.models.enemy import EnemyScenario
from printgen.content.models.scenario import Force, Scenario
from printgen.export.browser.aid.enemy_markers import (
    SearchData,
    WavesData,
    search_data,
    waves_data,
)
from printgen.export.browser.aid.enemy_plans import (
    PlanData,
    RollData,
    actions_data,
    maybe,
    roll_data,
)
from printgen.export.browser.assembly import Translations, translations
from printgen.mechanics.enemy import MOST, Reading

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
