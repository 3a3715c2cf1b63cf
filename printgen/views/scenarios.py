"""Scenarios and action plans as the plain data that templates see."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup

from printgen.analysis.scenarios import Counts, plan_of
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import anchor
from printgen.content.models import ActionPlan
from printgen.content.models.scenario import Force, Scenario
from printgen.typography.text import plain, say
from printgen.views.profiles import profile_view
from printgen.views.table_plans import table_plan_view
from printgen.views.tables import table_view
from printgen.views.traits import trait_view

View = dict[str, Any]


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

_SIGNS = {"//": "÷", "*": "×", "-": "−"}


def plan_view(library: Library, entry: Entry[ActionPlan], lang: str) -> View:
    """An action plan: its words, and its actions in order."""
    view: View = plain(entry.value, lang, library.games[entry.game])
    words = {key: value or "" for key, value in view.items()}
    return {**words, "kind": "plan", "id": entry.id, "game": entry.game}


def scenario_view(library: Library, entry: Entry[Scenario], lang: str) -> View:
    """A scenario: its words, its forces with what they number, its table plan."""
    content, value = library.games[entry.game], entry.value
    view: View = plain(value, lang, content)
    counts = Counts(content, value)
    variable = content.game.variables.get(counts.variable or "")
    tables = [library.find("tables", entry.game, name) for name in value.tables]
    plans = [library.find("plans", entry.game, name) for name in value.plans]
    return {
        **view,
        "id": entry.id,
        "variable": plain(variable, lang, content) if variable else None,
        "forces": [_force(library, content, counts, force, lang) for force in value.forces],
        "tallies": [
            {
                "label": say(tally.label, lang, content),
                "count": _worded(content, tally.count, lang),
                "counts": counts.of(tally.count),
            }
            for tally in value.tallies
        ],
        "tables": [
            {**table_view(library.games[table.game], table, lang), "anchor": anchor("table", name)}
            for name, table in zip(value.tables, tables, strict=True)
            if table
        ],
        "plans": [
            {**plan_view(library, plan, lang), "anchor": anchor("plan", name)}
            for name, plan in zip(value.plans, plans, strict=True)
            if plan
        ],
        "layout": {"id": f"layout_{entry.id}", **table_plan_view(value.layout, content, lang)}
        if value.layout
        else None,
    }


def _force(library: Library, content: GameContent, counts: Counts, force: Any, lang: str) -> View:
    """A force in words, or as data: then with its profile as it takes part."""
    if not isinstance(force, Force):
        return {"profile": None, "text": say(force, lang, content)}
    profile = library.find("profiles", content.id, force.profile)
    assert profile is not None
    plan = plan_of(library, content.id, force)
    terrain = content.game.terrains.get(force.terrain or "")
    own = {(trait.game, trait.id) for trait in library.traits_of(profile)}
    added = [library.find("traits", content.id, name) for name in dict.fromkeys(force.traits)]
    who = profile_view(library, profile, lang, force.stats)
    cells = [cell for block in who["given"] for cell in block["cells"]]
    return {
        "profile": who,
        "name": say(force.name, lang, content) if force.name else who["name"],
        "text": say(force.text, lang, content) if force.text else "",
        "count": _worded(content, force.count, lang),
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


def _worded(content: GameContent, expression: int | str, lang: str) -> str:
    """A count in words: the names of variables by their labels, signs as they are printed."""
    words = str(expression)
    for sign, printed in _SIGNS.items():
        words = words.replace(sign, printed)
    labels = {
        name: say(variable.label, lang, content)
        for name, variable in content.game.variables.items()
    }
    parts = re.split(f"({_NAME.pattern})", words)
    return Markup("").join(labels.get(part, part) for part in parts)
