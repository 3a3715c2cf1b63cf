"""What the directives of chapters show, as plain data for their templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from printgen.analysis.chapters import OWN_PICTURES, listed_traits
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import LEAF_DIRECTIVES, anchor
from printgen.mechanics.table import ENTRY_VIEWS
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.text import plain, say
from printgen.typography.typeset import typeset
from printgen.views.charts import study_chart_view
from printgen.views.examples import example_view
from printgen.views.game import piles_view
from printgen.views.maps import map_view
from printgen.views.profiles import profile_view
from printgen.views.scenarios import plan_view, scenario_view
from printgen.views.studies import study_view
from printgen.views.table_plans import table_plan_view
from printgen.views.tables import table_view
from printgen.views.traits import trait_view

View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Edition:
    """The game, the language and the ink that a book is made for."""

    game: str
    lang: str
    ink: str


def directive_view(library: Library, edition: Edition, name: str, argument: str) -> View:
    """What a directive shows, under its own name. It is known to be sound."""
    game, lang, ink = edition.game, edition.lang, edition.ink
    content = library.games[game]
    kind = LEAF_DIRECTIVES[name]
    if name == "map":
        chart = library.find("maps", game, argument)
        assert chart is not None
        return {"map": map_view(library, chart, lang, ink)}
    view = ENTRY_VIEWS.get(kind) or _VIEWS.get(name)
    if view:
        entry = library.find(kind, game, argument)
        assert entry is not None
        return {name: view(library, entry, lang)}
    if name == "traits":
        return {"traits": traits_view(library, content, argument, lang)}
    if name == "scale":
        return {"scale": plain(content.game.scales[argument], lang, content)}
    if name == "roster":
        return {"roster": roster_view(library, content, argument, lang)}
    if name == "piles":
        return {"piles": piles_view(content, lang)}
    if kind == "file":
        file, caption = [*argument.split(maxsplit=1), ""][:2]
        # A picture of the game's own; others are drawings of its theme.
        own = f"{RESOURCE_BASE_URL}content/{game}/{file}" if file.startswith(OWN_PICTURES) else ""
        return {"file": file, "address": own, "caption": typeset(caption, lang)}
    return {}


def traits_view(library: Library, content: GameContent, argument: str, lang: str) -> list[View]:
    """Traits with the ids that references to them have."""
    found = []
    for reference in listed_traits(content, argument):
        trait = library.find("traits", content.id, reference)
        if trait:
            view = trait_view(library, trait, lang)
            found.append({**view, "anchor": anchor("trait", reference)})
    return found


def roster_view(library: Library, content: GameContent, line: str, lang: str) -> View:
    """All profiles of the game with a stat line, for one table."""
    views = [
        {**profile_view(library, profile, lang), "anchor": anchor("profile", profile.id)}
        for profile in content.profiles.values()
    ]
    rows = [view for view in views if view["blocks"][line]["given"]]
    columns = rows[0]["blocks"][line]["cells"] if rows else []
    return {
        "line": line,
        "label": say(content.game.stat_lines[line].label, lang, content),
        "columns": columns,
        "rows": rows,
    }


def _table(library: Library, entry: Entry[Any], lang: str) -> View:
    return table_view(library.games[entry.game], entry, lang)


def _layout(library: Library, entry: Entry[Any], lang: str) -> View:
    """The table plan of a scenario, with its title."""
    content = library.games[entry.game]
    view = table_plan_view(entry.value.layout, content, lang)
    return {
        "id": anchor("layout", entry.id),
        "title": say(entry.value.title, lang, content),
        **view,
    }


_VIEWS: dict[str, Any] = {
    "profile": profile_view,
    "table": _table,
    "scenario": scenario_view,
    "layout": _layout,
    "plan": plan_view,
    "example": example_view,
    "study": study_view,
    "chart": study_chart_view,
}
