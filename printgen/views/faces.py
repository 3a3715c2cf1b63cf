"""Faces by recipe, and common backs, as plain data for their templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.faces import Band, CommonBack, Recipe, text_key
from printgen.content.models.profile import Profile, Trait
from printgen.typography.text import game_icons, icon_by_ink, say, say_or_empty
from printgen.views.entries import FieldView, field_views
from printgen.views.stats import NO_VALUE


class LabelledView(TypedDict):
    """A value and its label: the icon with the key of the field, or else the label of the field."""

    label: str
    text: str


class RecipeView(TypedDict):
    """The content of a face by recipe, as HTML. `kind` is that of the entry; `band` is a colour,
    empty for the accent colour; `picture` is the address of the picture. Each value in a corner has
    a label, empty unless the recipe asks for it. `size` (pt) is the largest type of the body, 0
    without one.
    """

    kind: str
    title: str
    subtitle: str
    index: list[str]
    corner: list[str]
    corner_labels: list[str]
    picture: str
    symbol: str
    body: list[str]
    icons: list[str]
    stats: list[LabelledView]
    foot: list[str]
    band: str
    size: float
    align: str


class CommonBackView(TypedDict):
    """The content of a common back. `picture` is the address of the picture."""

    title: str
    picture: str
    icon: str
    colour: str


def recipe_view(
    library: Library, recipe: Recipe, kind: str, entry: AnyEntry, lang: str
) -> RecipeView:
    """The fields of an entry in the places of a recipe. An entry may lack some of them."""
    fields, home = field_views(library, kind, entry, lang), library.games[entry.game]

    def parts(place: str) -> list[FieldView]:
        return [fields[name] for name in recipe.fields_in(place) if name in fields]

    def label(part: FieldView) -> str:
        asked = part["key"] in recipe.fields_in("labels")
        return _label(recipe, part, lang, home) if asked else ""

    def paragraphs(place: str) -> list[str]:
        found = list[str]()
        for part in parts(place):
            first, *others = part["paragraphs"] or [""]
            words = label(part)
            found += filter(None, [_labelled(words, first) if first and words else first, *others])
        return found

    return {
        "kind": kind,
        "title": Markup().join(paragraphs("title")),
        "subtitle": Markup().join(paragraphs("subtitle")),
        "index": _drawn(parts("index")),
        "corner": _drawn(parts("corner")),
        "corner_labels": [label(part) for part in parts("corner") if part["text"]],
        "picture": "".join(part["picture"] for part in parts("picture")),
        "symbol": Markup().join(_drawn(parts("symbol"))),
        "body": paragraphs("body"),
        "icons": _drawn(parts("icons")),
        "stats": _stats(parts("stats"), entry, game_icons(home)),
        "foot": paragraphs("foot"),
        "band": _band(recipe.band, kind, fields, entry),
        "size": recipe.size or 0.0,
        "align": recipe.align or "",
    }


def _drawn(fields: Sequence[FieldView]) -> list[str]:
    """The values of fields, as icons where they have one."""
    return [field["icon"] or field["text"] for field in fields if field["text"]]


def _stats(
    fields: Sequence[FieldView], entry: AnyEntry, icons: Mapping[str, str]
) -> list[LabelledView]:
    """The stats of an entry: those that it lacks are columns too, where others have them."""
    shown = (field for field in fields if field["text"] or _keeps_column(entry, field))
    return [_stat(field, icons) for field in shown]


def _stat(field: FieldView, icons: Mapping[str, str]) -> LabelledView:
    label = icons.get(field["key"]) or field["label"]
    return {"label": label, "text": field["icon"] or field["text"] or NO_VALUE}


def _keeps_column(entry: AnyEntry, field: FieldView) -> bool:
    """Whether a dash is printed for a stat that a figure or a trait lacks: each stat is then in
    the same place on all cards. Their fields that are no stats have no label.
    """
    return isinstance(entry.value, (Profile, Trait)) and bool(field["label"])


def _label(recipe: Recipe, field: FieldView, lang: str, home: GameContent) -> str:
    """The label of a field: that of the recipe, if it gives one."""
    given = recipe.labels[field["key"]] if isinstance(recipe.labels, dict) else None
    return say(given, lang, home) if given else field["label"]


def _labelled(label: str, text: str) -> str:
    return Markup('<span class="labelled"><b class="label">{}</b>\u2002{}</span>').format(
        label, text
    )


def band_colour(
    library: Library, band: Band | str | None, kind: str, entry: AnyEntry, lang: str
) -> str:
    """The colour of the band of an entry's card by a template; empty for the accent colour."""
    if not isinstance(band, Band):
        return band or ""
    return _band(band, kind, field_views(library, kind, entry, lang), entry)


def _band(
    band: Band | str | None, kind: str, fields: Mapping[str, FieldView], entry: AnyEntry
) -> str:
    """The colour of the band of an entry."""
    if not isinstance(band, Band):
        return band or ""
    value = fields[band.by]["value"] if band.by in fields else ""
    value = value or text_key(getattr(entry.value, band.by, None))
    by_kind = band.colours.get(kind, "") if band.by == "kind" else ""
    return band.colours.get(value, by_kind)


def common_back_view(content: GameContent, back: CommonBack, lang: str) -> CommonBackView:
    """A common back. An unknown icon is not drawn."""
    return {
        "title": say_or_empty(back.title, lang, content),
        "picture": f"content/{content.id}/{back.picture}" if back.picture else "",
        "icon": icon_by_ink(content, back.icon or ""),
        "colour": back.colour or "",
    }
