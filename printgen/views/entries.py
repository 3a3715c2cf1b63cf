"""Entries of declared kinds as plain data for templates."""

from __future__ import annotations

from typing import TypedDict

from markupsafe import Markup

from printgen.analysis.stat_values import entry_block
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.kind import DeclaredEntry, EntryField
from printgen.content.models.text import Text
from printgen.typography.icons import game_icons
from printgen.typography.text import say, say_lines, say_or_empty
from printgen.views.stats import stat_view


class FieldView(TypedDict):
    """A field with its value as HTML; `text` is empty where the entry has no value.

    `paragraphs` are those of a text, `picture` is the address of an image, `icon` the icon with the
    name of the value.
    """

    key: str
    label: str
    type: str
    text: str
    paragraphs: list[str]
    picture: str
    icon: str


class AnchoredEntryView(TypedDict):
    """An entry in a book: its name and its fields; `anchor` is the id that references to it link
    to.
    """

    id: str
    anchor: str
    fields: list[FieldView]


# The fields of an entry by their keys, and its `name`, `id`, `game`, `kind`, `copies`, `fields`.
EntryView = dict[str, object]


def entry_view(library: Library, kind: str, entry: Entry[DeclaredEntry], lang: str) -> EntryView:
    """An entry: the printed value of each field by its key, and all fields as `fields`."""
    fields = field_views(library, kind, entry, lang)
    return {
        **{key: field["picture"] or field["text"] for key, field in fields.items()},
        "kind": kind,
        "id": entry.id,
        "game": entry.game,
        "copies": entry.value.copies or 1,
        "fields": [field for key, field in fields.items() if key != "name"],
    }


def field_views(
    library: Library, kind: str, entry: Entry[DeclaredEntry], lang: str
) -> dict[str, FieldView]:
    """The name and the fields of an entry, by their keys."""
    home = library.games[entry.game]
    found = {"name": _view("name", "", "text", say_or_empty(entry.value.name, lang, home))}
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
        view["paragraphs"] = [_name(library, home, field.target, name, lang) for name in names]
        view["text"] = Markup(", ").join(view["paragraphs"])
    elif field.type == "image" and value:
        view["picture"] = f"content/{entry.game}/{value}"
    elif stat := home.game.kinds[kind].stats.stats.get(key):
        block = entry_block(library, kind, entry)
        raw = block.values.get(key)
        view["text"] = stat_view(key, stat, raw, block.parse(key), lang, home)["text"]
        view["paragraphs"] = [view["text"]] if view["text"] else []
        view["icon"] = game_icons(home).get(str(raw), "")
    return view


def _view(key: str, label: str, type_name: str, text: str) -> FieldView:
    paragraphs = [text] if text else []
    return {
        "key": key,
        "label": label,
        "type": type_name,
        "text": text,
        "paragraphs": paragraphs,
        "picture": "",
        "icon": "",
    }


def _name(library: Library, home: GameContent, kind: str, reference: str, lang: str) -> str:
    """The name of an entry that a field refers to; its id if it has none."""
    found = library.find(kind, home.id, reference)
    return say(found.name, lang, library.games[found.game]) if found else reference
