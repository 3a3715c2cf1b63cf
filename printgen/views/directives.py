"""The directives of chapters as plain data for their templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict, cast

from printgen.content.directives import (
    LEAF_DIRECTIVES,
    TABLES,
    added_directive,
    split_alt,
    split_file,
)
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.markdown import anchor
from printgen.extra import figures, load
from printgen.paper import PAPERS, Size, column_of
from printgen.project import RESOURCE_BASE_URL, picture_resource
from printgen.rules.chapters import is_own_picture, listed_entries, listed_traits
from printgen.rules.images import card_pictures
from printgen.typography.text import plain, plain_words, say, say_or_empty, typeset
from printgen.views.entries import (
    AnchoredEntryView,
    IconView,
    PrintedFieldView,
    entry_alt,
    icons_view,
    printed_fields,
    view_part,
)
from printgen.views.game import PileView, ScaleView, piles_view
from printgen.views.profiles import (
    ProfileView,
    StatView,
    TraitTableView,
    TraitView,
    profile_view,
    trait_table,
    trait_view,
)

if TYPE_CHECKING:
    from printgen.views.components import ComponentView
    from printgen.views.scenarios import ActionPlanView, ScenarioView
    from printgen.views.sheets import RosterView
    from printgen.views.studies import StudyView
    from printgen.views.tables import TableView


@dataclass(frozen=True, slots=True)
class Edition:
    """The game, the language, the ink and the size of the pages that a book is made for."""

    game: str
    lang: str
    ink: str
    page: Size = PAPERS["a5"]


class StatlinesView(TypedDict):
    """The profiles of a game that have values for a stat line, as one table."""

    line: str
    label: str
    columns: list[StatView]
    rows: list[ProfileView]


class StatMeaningView(TypedDict):
    """A stat with what it means. `name` is empty if it is the label."""

    key: str
    label: str
    name: str
    about: str


class StatMeaningsView(TypedDict):
    """The stats of a stat line with what they mean."""

    label: str
    rows: list[StatMeaningView]


class DirectiveView(TypedDict, total=False):
    """What a piece of a chapter shows: an entry under the directive's name, also one of an extra, a
    picture as `file`, `address`, `caption` and `alt`, or prose as `html`. `narrow` is a narrow
    version of a chart, for phones.
    """

    profile: ProfileView
    table: TableView
    scenario: ScenarioView
    plan: ActionPlanView
    study: StudyView
    flowchart: Mapping[str, object]
    chart: Mapping[str, object]
    wish: Mapping[str, object]
    traits: list[TraitView]
    scale: ScaleView
    traitlines: TraitTableView
    statlines: StatlinesView
    stats: StatMeaningsView
    roster: RosterView
    entries: list[AnchoredEntryView]
    piles: list[PileView]
    components: list[ComponentView]
    icons: list[IconView]
    file: str
    address: str
    caption: str
    alt: str
    html: str
    narrow: Mapping[str, object]


# Directives whose views books complete with anchors, so that each use has its own.
_COMPLETED = {"scenario", "traits", *TABLES}


def directive_view(library: Library, edition: Edition, name: str, argument: str) -> DirectiveView:
    """What a valid directive shows."""
    if name in _COMPLETED or name not in LEAF_DIRECTIVES:
        return _view(library, edition, name, argument)
    # Only figures depend on the size of the pages.
    is_figure = LEAF_DIRECTIVES[name] in figures()
    drawn_for = edition if is_figure else replace(edition, page=PAPERS["a5"])
    key = "directive", drawn_for, name, argument
    # A copy: books add their own keys.
    return {**library.remember(key, lambda: _view(library, edition, name, argument))}


def _view(library: Library, edition: Edition, name: str, argument: str) -> DirectiveView:
    game, lang = edition.game, edition.lang
    content, kind = library.games[game], LEAF_DIRECTIVES.get(name)
    if kind is None:
        return {"entries": entries_view(library, content, name, argument, lang)}
    added = added_directive(name)
    if part := (added.view if added else "") or view_part(kind):
        entry = library.find(kind, game, argument)
        if kind in figures():
            view = load(part)(library, entry, lang, edition.ink, column_of(edition.page))
            return cast(DirectiveView, {name: view})
        view = load(part)(library, entry, lang)
        if name == "profile" and entry and not view["image"]:
            view = {**view, "image": _card_picture(library, content, "profiles", entry)}
        return cast(DirectiveView, {name: view})
    if name == "traits":
        return {"traits": traits_view(library, content, argument, lang)}
    if name == "traitlines":
        listed = traits_view(library, content, argument, lang)
        return {"traitlines": trait_table(content, listed, lang)}
    if name == "scale":
        scale = plain(content.game.scales[argument], lang, content)
        return {"scale": cast(ScaleView, scale)}
    if name == "statlines":
        return {"statlines": statlines_view(library, content, argument, lang)}
    if name == "stats":
        return {"stats": stats_view(content, argument, lang)}
    if name == "components":
        from printgen.views.components import components_view

        return {"components": components_view(library, content, argument, lang)}
    if name == "icons":
        return {"icons": icons_view(content, argument.split(), lang)}
    if name == "piles":
        return {"piles": piles_view(content, lang)}
    if kind == "file":
        # A file, its caption, and what it shows: the caption where the author does not say it. The
        # address is empty for files of the theme.
        words, alt = split_alt(argument)
        file, written = split_file(words)
        is_own = name == "figure" and is_own_picture(library, content, file)
        address = RESOURCE_BASE_URL + picture_resource(game, file) if is_own else ""
        caption = typeset(written, lang)
        said = plain_words(typeset(alt, lang) or caption)
        return {"file": file, "address": address, "caption": caption, "alt": said}
    return {}


def traits_view(
    library: Library, content: GameContent, argument: str, lang: str
) -> list[TraitView]:
    """The traits that the argument of a `traits` directive lists."""
    found: list[TraitView] = []
    for reference in listed_traits(content, argument):
        trait = library.find("traits", content.id, reference)
        if trait:
            view = trait_view(library, trait, lang)
            found.append({**view, "anchor": anchor("trait", reference)})
    return found


def entries_view(
    library: Library, content: GameContent, kind: str, argument: str, lang: str
) -> list[AnchoredEntryView]:
    """The entries that the directive of a declared kind lists. A picture that several of them have
    is that of the first. Entries of a kind without a field for pictures have those of their cards.
    """
    declared = content.game.kinds[kind].fields if kind in content.game.kinds else {}
    has_image = any(field.type == "image" for field in declared.values())
    shown = set[str]()

    def without_picture(view: PrintedFieldView) -> PrintedFieldView:
        return {**view, "picture": ""}

    def fields(entry: AnyEntry) -> list[PrintedFieldView]:
        views = printed_fields(library, kind, entry, lang)
        if not has_image and (picture := _card_picture(library, content, kind, entry)):
            views.append({**views[0], "key": "", "type": "image", "text": "", "picture": picture})
        mine = [without_picture(view) if view["picture"] in shown else view for view in views]
        shown.update(view["picture"] for view in views if view["picture"])
        return mine

    found = (
        library.find(kind, content.id, name) for name in listed_entries(content, kind, argument)
    )
    return [
        {
            "id": entry.id,
            "anchor": anchor(kind, entry.id),
            "alt": entry_alt(library, entry, lang),
            "fields": fields(entry),
        }
        for entry in found
        if entry
    ]


def _card_picture(library: Library, content: GameContent, kind: str, entry: AnyEntry) -> str:
    """The address of the picture on the card of an entry; empty without one."""
    name = card_pictures(library, content).get((kind, entry.game, entry.id), "")
    return picture_resource(entry.game, name)


def statlines_view(library: Library, content: GameContent, line: str, lang: str) -> StatlinesView:
    """The profiles of the game that have values for a stat line."""
    views: list[ProfileView] = [
        {**profile_view(library, profile, lang), "anchor": anchor("profile", profile.id)}
        for profile in content.profiles.values()
    ]
    rows = [view for view in views if view["blocks"][line]["given"]]
    return {
        "line": line,
        "label": say(content.game.stat_lines[line].label, lang, content),
        "columns": rows[0]["blocks"][line]["cells"] if rows else [],
        "rows": rows,
    }


def stats_view(content: GameContent, line: str, lang: str) -> StatMeaningsView:
    """What the stats of a stat line mean."""
    declared = content.game.stat_lines[line]
    rows: list[StatMeaningView] = []
    for key, stat in declared.stats.items():
        if not stat.printed:
            continue
        label, name = say(stat.label, lang, content), say_or_empty(stat.name, lang, content)
        about = say_or_empty(stat.about, lang, content)
        shown = "" if name == label else name
        rows.append({"key": key, "label": label, "name": shown, "about": about})
    return {"label": say(declared.label, lang, content), "rows": rows}
