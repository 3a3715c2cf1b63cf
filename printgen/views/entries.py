"""Entries of declared kinds as plain data for templates."""

from __future__ import annotations

from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.kind import DeclaredEntry, EntryField
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.text import Text
from printgen.rules.stat_values import entry_block
from printgen.typography.text import (
    game_icons,
    in_sentence,
    plain_words,
    say,
    say_lines,
    say_or_empty,
)
from printgen.views.profiles import TraitView, profile_view, trait_stat_views, trait_view
from printgen.views.stats import StatView, stat_view


class FieldView(TypedDict):
    """A field with its value as HTML; `text` is empty where the entry has no value.

    `value` is that of a stat as written; `paragraphs` are those of a text, `picture` is the address
    of an image, `icon` the icon with the name of the value.
    """

    key: str
    label: str
    type: str
    value: str
    text: str
    paragraphs: list[str]
    picture: str
    icon: str


class AnchoredEntryView(TypedDict):
    """An entry in a book: its name and its fields; `anchor` is the id that references to it link
    to, `alt` what its picture shows.
    """

    id: str
    anchor: str
    alt: str
    fields: list[FieldView]


# The fields of an entry by their keys, and its `name`, `id`, `game`, `kind`, `copies`, `fields`.
EntryView = dict[str, object]


def entry_view(library: Library, kind: str, entry: Entry[DeclaredEntry], lang: str) -> EntryView:
    """An entry: the value of each field by its key, and as `fields` those that are printed."""
    fields = field_views(library, kind, entry, lang)
    return {
        **{key: field["picture"] or field["text"] for key, field in fields.items()},
        "kind": kind,
        "id": entry.id,
        "game": entry.game,
        "copies": entry.value.copies or 1,
        "fields": [
            field for field in printed_fields(library, kind, entry, lang) if field["key"] != "name"
        ],
    }


def printed_fields(library: Library, kind: str, entry: AnyEntry, lang: str) -> list[FieldView]:
    """The name of an entry of a declared kind, and its fields that are printed."""
    declared = library.games[entry.game].game.kinds[kind].fields
    views = field_views(library, kind, entry, lang)
    return [view for key, view in views.items() if key == "name" or declared[key].printed]


def entry_alt(library: Library, entry: AnyEntry, lang: str) -> str:
    """What the picture of an entry shows: its `alt`, or else its name or its id."""
    said = getattr(entry.value, "alt", None) or entry.value.name
    return plain_words(say_or_empty(said, lang, library.games[entry.game])) or entry.id


def field_views(library: Library, kind: str, entry: AnyEntry, lang: str) -> dict[str, FieldView]:
    """The name and the fields of an entry of a kind that has fields, by their keys."""
    home, value = library.games[entry.game], entry.value
    found = {"name": _view("name", "", "text", say_or_empty(value.name, lang, home))}
    if isinstance(value, Profile):
        return {**found, **_profile_fields(library, entry, lang)}
    if isinstance(value, Trait):
        return {**found, **_trait_fields(library, entry, lang)}
    for key, field in home.game.kinds[kind].fields.items():
        found[key] = _field_view(library, home, kind, entry, key, field, lang)
    return found


def _field_view(
    library: Library,
    home: GameContent,
    kind: str,
    entry: Entry[DeclaredEntry],
    key: str,
    field: EntryField,
    lang: str,
) -> FieldView:
    value, label = getattr(entry.value, key), say(field.labelled(key), lang, home)
    view = _view(key, label, field.type, "")
    if isinstance(value, Text):
        view["paragraphs"] = say_lines(value, lang, home)
        view["text"] = Markup("<br>").join(view["paragraphs"])
    elif field.target and value:
        names = value if isinstance(value, list) else [value]
        named = [_name(library, home, field.target, name, lang) for name in names]
        view["text"] = Markup(", ").join(named)
        view["paragraphs"] = [view["text"]]
    elif field.type == "image" and value:
        view["picture"] = f"content/{entry.game}/{value}"
    elif stat := home.game.kinds[kind].stats.stats.get(key):
        block = entry_block(library, kind, entry)
        raw = block.values.get(key)
        view["text"] = stat_view(key, stat, raw, block.parse(key), lang, home)["text"]
        view["paragraphs"] = [view["text"]] if view["text"] else []
        view["value"] = "" if raw is None else str(raw)
        view["icon"] = game_icons(home).get(view["value"], "")
    return view


def _profile_fields(library: Library, entry: Entry[Profile], lang: str) -> dict[str, FieldView]:
    """The texts, the picture, the traits and the stats of a profile; first stats of its game."""
    view, home = profile_view(library, entry, lang), library.games[entry.game]
    image = _view("image", "", "image", "")
    image["picture"] = view["image"]
    found = {
        "epithet": _view("epithet", "", "text", view["epithet"]),
        "story": _view("story", "", "text", view["story"]),
        "image": image,
        "keywords": _view("keywords", "", "text", Markup(", ").join(view["keywords"])),
        "traits": _listed("traits", "references", [_rule(trait, lang) for trait in view["traits"]]),
    }
    given = [block for key, block in view["blocks"].items() if "/" in key and block["given"]]
    blocks = sorted(given, key=lambda block: block["game"] != entry.game)
    for block in reversed(blocks):
        found |= {key: _stat_field(home, cell) for key, cell in block["by_key"].items()}
    return found


def _trait_fields(library: Library, entry: Entry[Trait], lang: str) -> dict[str, FieldView]:
    """The text, the kind and the values of a trait."""
    view, home = trait_view(library, entry, lang), library.games[entry.game]
    kind = _view("kind", "", "choice", view["kind_label"])
    kind["value"], kind["icon"] = view["kind"], game_icons(home).get(view["kind"], "")
    return {
        "text": _view("text", "", "text", view["text"]),
        "kind": kind,
        **{cell["key"]: _stat_field(home, cell) for cell in trait_stat_views(library, entry, lang)},
    }


def _rule(trait: TraitView, lang: str) -> str:
    """A trait with its values and its rules."""
    values = [
        Markup("{}\u00a0{}").format(in_sentence(value["label"], lang), value["text"])
        for value in trait["values"]
        if value["text"]
    ]
    if not values:
        return Markup("<b>{}.</b> {}").format(trait["name"], trait["text"])
    return Markup("<b>{}</b> · <i>{}.</i> {}").format(
        trait["name"], Markup(", ").join(values), trait["text"]
    )


def _stat_field(home: GameContent, cell: StatView) -> FieldView:
    view = _view(cell["key"], cell["label"], cell["type"], cell["text"])
    view["value"] = str(cell["value"])
    view["icon"] = game_icons(home).get(view["value"], "")
    return view


def _listed(key: str, type_name: str, paragraphs: list[str]) -> FieldView:
    view = _view(key, "", type_name, Markup("<br>").join(paragraphs))
    view["paragraphs"] = paragraphs
    return view


def _view(key: str, label: str, type_name: str, text: str) -> FieldView:
    paragraphs = [text] if text else []
    return {
        "key": key,
        "label": label,
        "type": type_name,
        "value": "",
        "text": text,
        "paragraphs": paragraphs,
        "picture": "",
        "icon": "",
    }


def _name(library: Library, home: GameContent, kind: str, reference: str, lang: str) -> str:
    """The name of an entry that a field refers to; its id if it has none."""
    found = library.find(kind, home.id, reference)
    return say(found.name, lang, library.games[found.game]) if found else reference
