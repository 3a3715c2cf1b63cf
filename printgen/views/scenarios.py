"""Scenarios and action plans as plain data for templates."""

from __future__ import annotations

import re
from typing import Literal, NotRequired, TypedDict

from markupsafe import Markup

from printgen.content.directives import added_directive
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import anchor
from printgen.content.models.scenario import ActionPlan, AnyForce, Force, RosterForce, Scenario
from printgen.extra import load
from printgen.rules.resolve import Counts, plan_of
from printgen.rules.rosters import roster_members, roster_rules, total_points
from printgen.typography.labels import labels
from printgen.typography.text import say, say_all, say_or_empty
from printgen.views.profiles import ProfileView, StatView, TraitView, profile_view, trait_view
from printgen.views.tables import TableView, table_view

_NAME = re.compile(r"([A-Za-z][A-Za-z0-9_]*)")

# Operators of expressions as readers expect them.
_SIGNS = {"//": "÷", "*": "×", "-": "−"}


class ActionPlanView(TypedDict):
    """An action plan: its actions in order; in a scenario, `anchor` is the id that references to it
    link to.
    """

    name: str
    epithet: str
    intro: str
    actions: list[str]
    note: str
    vignette: str
    errata: list[str]
    kind: Literal["plan"]
    id: str
    game: str
    anchor: NotRequired[str]


class VariableView(TypedDict):
    """A number that the players set, with the values worth printing."""

    label: str
    values: list[int]


class WordedForceView(TypedDict):
    """A force described in words only, or a roster: its name and its points."""

    profile: None
    text: str
    side: str


class ForceView(TypedDict):
    """A force with its profile. `stats` are the values that differ from the profile's, `traits`
    those added to it; `counts` has one number per value of the scenario's variable.
    """

    profile: ProfileView
    name: str
    text: str
    count: str
    counts: list[int]
    side: str
    plan: ActionPlanView | None
    stats: list[StatView]
    traits: list[TraitView]
    terrain: str


class TallyView(TypedDict):
    """A number printed with a scenario; `counts` as in `ForceView`."""

    label: str
    count: str
    counts: list[int]


class ScenarioView(TypedDict):
    """A scenario. Texts that it lacks are None; `layout` is its table plan, `map` the id of its hex
    map.
    """

    title: str
    subtitle: str | None
    intro: str | None
    sides: dict[str, str]
    forces: list[ForceView | WordedForceView]
    tallies: list[TallyView]
    setup: list[str]
    layout: dict[str, object] | None
    map: str | None
    objectives: list[str]
    rules: list[str]
    tables: list[TableView]
    plans: list[ActionPlanView]
    ending: str | None
    errata: list[str]
    id: str
    variable: VariableView | None


def plan_view(library: Library, entry: Entry[ActionPlan], lang: str) -> ActionPlanView:
    """An action plan."""
    content, value = library.games[entry.game], entry.value
    return {
        "name": say(value.name, lang, content),
        "epithet": say_or_empty(value.epithet, lang, content),
        "intro": say_or_empty(value.intro, lang, content),
        "actions": say_all(value.actions, lang, content),
        "note": say_or_empty(value.note, lang, content),
        "vignette": value.vignette or "",
        "errata": say_all(value.errata, lang, content),
        "kind": "plan",
        "id": entry.id,
        "game": entry.game,
    }


def scenario_view(library: Library, entry: Entry[Scenario], lang: str) -> ScenarioView:
    """A scenario with its forces, their numbers, its tables, its action plans, its table plan."""
    content, value = library.games[entry.game], entry.value
    counts = Counts(content, value)
    variable = content.game.variables.get(counts.variable or "")
    shown: VariableView | None = None
    if variable:
        shown = {"label": say(variable.label, lang, content), "values": list(variable.values)}
    tables = ((name, library.find("tables", entry.game, name)) for name in value.tables)
    plans = ((name, library.find("plans", entry.game, name)) for name in value.plans)
    return {
        "title": say(value.title, lang, content),
        "subtitle": say_or_empty(value.subtitle, lang, content) or None,
        "intro": say_or_empty(value.intro, lang, content) or None,
        "sides": {id: say(side, lang, content) for id, side in value.sides.items()},
        "forces": [_force_view(library, content, counts, force, lang) for force in value.forces],
        "tallies": [
            {
                "label": say(tally.label, lang, content),
                "count": _count_text(content, tally.count, lang),
                "counts": counts.of(tally.count),
            }
            for tally in value.tallies
        ],
        "setup": say_all(value.setup, lang, content),
        "layout": _layout(library, entry, lang),
        "map": value.map,
        "objectives": say_all(value.objectives, lang, content),
        "rules": say_all(value.rules, lang, content),
        "tables": [
            {**table_view(library, table, lang), "anchor": anchor("table", name)}
            for name, table in tables
            if table
        ],
        "plans": [
            {**plan_view(library, plan, lang), "anchor": anchor("plan", name)}
            for name, plan in plans
            if plan
        ],
        "ending": say_or_empty(value.ending, lang, content) or None,
        "errata": say_all(value.errata, lang, content),
        "id": entry.id,
        "variable": shown,
    }


def _layout(library: Library, entry: Entry[Scenario], lang: str) -> dict[str, object] | None:
    """The table plan of a scenario, if it has one, and printgen draws them."""
    added = added_directive("layout")
    shown: dict[str, object] | None
    shown = load(added.view)(library, entry, lang, titled=False) if added else None
    return shown


def _force_view(
    library: Library, content: GameContent, counts: Counts, force: AnyForce, lang: str
) -> ForceView | WordedForceView:
    if isinstance(force, RosterForce):
        # A roster as a force: its name, its points and what is said about it.
        roster = content.rosters[force.roster]
        words = [Markup("<b>{}</b>").format(say(roster.value.name, lang, content))]
        if roster_rules(library, content.id).points:
            points = total_points(roster_members(library, roster))
            noun = labels(library.folders, content.game.theme, lang).get("points", "")
            words.append(Markup(" ({})").format(f"{points} {noun}".strip()))
        if force.text:
            words.append(Markup(". {}").format(say(force.text, lang, content)))
        return {"profile": None, "text": Markup("").join(words), "side": force.side or ""}
    if not isinstance(force, Force):
        return {"profile": None, "text": say(force, lang, content), "side": ""}
    entry = library.find("profiles", content.id, force.profile)
    assert entry is not None
    plan = plan_of(library, content.id, force)
    terrain = content.game.terrains.get(force.terrain or "")
    profile = profile_view(library, entry, lang, force.stats)
    cells = [cell for block in profile["given"] for cell in block["cells"]]
    # The traits of a force that its profile does not have, each once.
    own = {(trait["game"], trait["id"]) for trait in profile["traits"]}
    added = [library.find("traits", content.id, name) for name in dict.fromkeys(force.traits)]
    return {
        "profile": profile,
        "name": say(force.name, lang, content) if force.name else profile["name"],
        "text": say_or_empty(force.text, lang, content),
        "count": _count_text(content, force.count, lang),
        "counts": counts.of(force.count),
        "side": force.side or "",
        "plan": plan_view(library, plan, lang) if plan else None,
        "stats": [cell for cell in cells if cell["key"] in force.stats],
        "traits": [
            trait_view(library, trait, lang)
            for trait in added
            if trait and (trait.game, trait.id) not in own
        ],
        "terrain": say(terrain.label, lang, content) if terrain else "",
    }


def _count_text(content: GameContent, expression: int | str, lang: str) -> str:
    """A count as readers see it: labels for the names of variables, printed operators."""
    text = str(expression)
    for sign, printed in _SIGNS.items():
        text = text.replace(sign, printed)
    labels = {
        name: say(variable.label, lang, content)
        for name, variable in content.game.variables.items()
    }
    return Markup("").join(labels.get(part, part) for part in _NAME.split(text))
