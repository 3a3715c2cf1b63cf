"""Entries of declared kinds, faces by recipe and common backs as plain data for templates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from markupsafe import Markup

from printgen.content.images import read_picture
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.faces import (
    ENTRY_ID,
    Backgrounds,
    Band,
    CommonBack,
    Composed,
    FieldIcons,
    Ground,
    Recipe,
    RecipePicture,
    chooser_of,
)
from printgen.content.models.kind import DeclaredEntry, EntryField
from printgen.content.models.places import ValueColours, ValueShapes
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.text import Text
from printgen.content.names import folded
from printgen.content.stat_types import STAT_TYPES, YES
from printgen.extra import Part, load, named_parts
from printgen.project import picture_resource
from printgen.rules.icon_words import icon_labels, listed_icons
from printgen.rules.images import picture_file, printed_picture, values_in_languages
from printgen.rules.rows import band_key
from printgen.rules.stat_values import entry_block
from printgen.typography.blocks import is_block, join_blocks, say_blocks
from printgen.typography.text import (
    game_icons,
    icon_by_ink,
    in_sentence,
    plain_words,
    say,
    say_or_empty,
)
from printgen.views.composed import composed_lines
from printgen.views.profiles import (
    NO_VALUE,
    StatView,
    TraitView,
    profile_view,
    stat_view,
    trait_stat_views,
    trait_view,
)


class FieldView(TypedDict):
    """A field with its value as HTML; `text` is empty where the entry has no value.

    `value` is that of a stat as written; `paragraphs` are the blocks of a text: words, or
    the element of a list, a table, a rule or a heading. `picture` is the address of an image,
    `icon` the icon with the name of the value.
    """

    key: str
    label: str
    type: str
    value: str
    text: str
    paragraphs: list[str]
    picture: str
    icon: str


class PrintedFieldView(FieldView):
    """A field of an entry that is printed whole. `is_value` says whether it is among the values,
    beside its label: a stat, a reference, or a text that is a few words in all entries. `heading`
    stands before another text: the label that the game gives it, if entries have several texts.
    """

    is_value: bool
    heading: str


class AnchoredEntryView(TypedDict):
    """An entry in a book: its name and its fields; `anchor` is the id that references to it link
    to, `alt` what its picture shows.
    """

    id: str
    anchor: str
    alt: str
    fields: list[PrintedFieldView]


class EntryRowView(TypedDict):
    """An entry as a row: its name, its value in each column, empty without one, and its text."""

    name: str
    values: list[str]
    text: str


class EntryListView(TypedDict):
    """Entries of a declared kind on a sheet. Those with a line of text at most are `rows` of a
    table with `columns`; others are `entries`, each a name with its fields.
    """

    label: str
    columns: list[str]
    rows: list[EntryRowView]
    entries: list[list[PrintedFieldView]]


# The views of printgen's own kinds of entries: functions of the library, the entry and the
# language, which are imported when an entry is shown. Extras have those of their kinds.
_VIEWS: Mapping[str, Part] = {
    "profiles": "printgen.views.profiles:profile_view",
    "traits": "printgen.views.profiles:trait_view",
    "tables": "printgen.views.tables:table_view",
    "scenarios": "printgen.views.scenarios:scenario_view",
    "rosters": "printgen.views.sheets:roster_view",
    "plans": "printgen.views.scenarios:plan_view",
    "studies": "printgen.views.studies:study_view",
}


def view_part(kind: str) -> Part:
    """The view of entries of a kind that no game declares; empty without one."""
    return _VIEWS.get(kind) or named_parts("views").get(kind, "")


def entry_view(library: Library, kind: str, entry: AnyEntry, lang: str) -> Any:
    """What templates see of an entry of a kind, in one language: a dictionary of its type."""
    if part := view_part(kind):
        return load(part)(library, entry, lang)
    # The value of each field by its key, and as `fields` those that are printed.
    fields = field_views(library, kind, entry, lang)
    return {
        **{key: field["picture"] or field["text"] for key, field in fields.items()},
        "kind": kind,
        "id": entry.id,
        "game": entry.game,
        "copies": 1 if entry.value.copies is None else entry.value.copies,
        "fields": [
            field for field in printed_fields(library, kind, entry, lang) if field["key"] != "name"
        ],
    }


def printed_fields(
    library: Library, kind: str, entry: AnyEntry, lang: str
) -> list[PrintedFieldView]:
    """The name of an entry of a declared kind, and its fields that are printed."""
    content = library.games[entry.game]
    declared, brief = content.game.kinds[kind].fields, _brief_texts(library, content, kind)
    views = field_views(library, kind, entry, lang)
    texts = {key for key, field in declared.items() if field.type == "text"} - brief
    found = list[PrintedFieldView]()
    for key, view in views.items():
        if key == "name" or declared[key].printed:
            is_value = key in brief or view["type"] not in ("text", "image")
            named = key in texts and len(texts) > 1 and declared[key].label
            heading = view["label"] if named else ""
            found.append({**view, "is_value": is_value, "heading": heading})
    return found


def entry_list_view(
    library: Library, content: GameContent, kind: str, entries: Sequence[AnyEntry], lang: str
) -> EntryListView:
    """Entries of a declared kind of a game, as a table or one by one."""
    declared = content.game.kinds[kind]
    shown = [printed_fields(library, kind, entry, lang) for entry in entries]
    values = {
        field["key"]: field["label"]
        for fields in shown
        for field in fields
        if field["is_value"] and field["text"]
    }
    texts = [[field for field in fields if field["text"] and _is_prose(field)] for fields in shown]
    in_rows = all(
        len(found) <= 1 and all(len(field["text"]) <= _ROW for field in found) for found in texts
    )
    found: EntryListView = {
        "label": say(declared.plural or declared.label, lang, content),
        "columns": [*values.values()],
        "rows": [],
        "entries": [] if in_rows else shown,
    }
    for entry, fields, prose in zip(entries, shown, texts, strict=True) if in_rows else ():
        of_key = {field["key"]: field["icon"] or field["text"] for field in fields}
        cells = [of_key.get(key, "") for key in values]
        text = prose[0]["text"] if prose else ""
        found["rows"].append({"name": of_key["name"] or entry.id, "values": cells, "text": text})
    return found


# The most characters of a text in a row of a table.
_ROW = 90


def _is_prose(field: PrintedFieldView) -> bool:
    return field["type"] == "text" and not field["is_value"] and field["key"] != "name"


# The most characters of a text that is printed among the values of an entry.
_BRIEF = 24


def _brief_texts(library: Library, content: GameContent, kind: str) -> set[str]:
    """The fields with labels of a declared kind whose texts are a few words in all entries."""

    def compute() -> set[str]:
        fields = content.game.kinds[kind].fields
        named = {key for key, field in fields.items() if field.type == "text" and field.label}
        for entry in content.of_kind(kind).values():
            for key in [*named]:
                texts = (getattr(entry.value, key) or {}).values()
                if any(len(text) > _BRIEF or "\n" in text for text in texts):
                    named.remove(key)
        return named

    return library.remember(("brief-texts", content.id, kind), compute)


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
        view["paragraphs"] = say_blocks(value, lang, home)
        view["text"] = join_blocks(view["paragraphs"])
    elif field.target and value:
        names = value if isinstance(value, list) else [value]
        named = [_name(library, home, field.target, name, lang) for name in names]
        view["text"] = Markup(", ").join(named)
        view["paragraphs"] = [view["text"]]
    elif field.type == "image" and value:
        view["picture"] = picture_resource(entry.game, value)
    elif stat := home.game.kinds[kind].stats.stats.get(key):
        block = entry_block(library, kind, entry)
        raw = block.values.get(key)
        cell = stat_view(key, stat, raw, block.parse(key), lang, home)
        view["text"] = cell["text"]
        view["paragraphs"] = [view["text"]] if view["text"] else []
        view["value"], view["icon"] = str(cell["value"]), _icon(home, cell)
    return view


def _profile_fields(library: Library, entry: Entry[Profile], lang: str) -> dict[str, FieldView]:
    """The texts, the picture, the traits and the stats of a profile; first stats of its game."""
    view, home = profile_view(library, entry, lang), library.games[entry.game]
    rules = [_rule(trait, lang) for trait in view["traits"]]
    found = {
        "epithet": _view("epithet", "", "text", view["epithet"]),
        "story": _view("story", "", "text", view["story"]),
        "image": _view("image", "", "image", "", picture=view["image"]),
        "keywords": _view("keywords", "", "text", Markup(", ").join(view["keywords"])),
        "traits": _view("traits", "", "references", Markup("<br>").join(rules), paragraphs=rules),
    }
    given = [block for key, block in view["blocks"].items() if "/" in key and block["given"]]
    blocks = sorted(given, key=lambda block: block["game"] != entry.game)
    for block in reversed(blocks):
        found |= {key: _stat_field(home, cell) for key, cell in block["by_key"].items()}
    return found


def _trait_fields(library: Library, entry: Entry[Trait], lang: str) -> dict[str, FieldView]:
    """The text, the kind and the values of a trait."""
    view, home = trait_view(library, entry, lang), library.games[entry.game]
    icon = game_icons(home).get(view["kind"], "")
    return {
        "text": _view("text", "", "text", view["text"]),
        "kind": _view("kind", "", "choice", view["kind_label"], value=view["kind"], icon=icon),
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
    return _view(
        cell["key"],
        cell["label"],
        cell["type"],
        cell["text"],
        value=str(cell["value"]),
        icon=_icon(home, cell),
    )


def _icon(home: GameContent, cell: StatView) -> str:
    """The icon with the name of a value; for yes, also that with the name of the field. Options and
    words may have capitals, accents and underscores, which names of icons have not.
    """
    icons, value = game_icons(home), str(cell["value"])
    named = icons.get(cell["key"], "") if cell["type"] == "yes-no" and value == YES else ""
    found = icons.get(value, "") or named
    if not found and value and cell["type"] in ("choice", "word"):
        wanted = folded(value)
        found = next((icon for name, icon in icons.items() if folded(name) == wanted), "")
    return found


def _view(
    key: str,
    label: str,
    type: str,
    text: str,
    *,
    value: str = "",
    paragraphs: list[str] | None = None,
    picture: str = "",
    icon: str = "",
) -> FieldView:
    paragraphs = ([text] if text else []) if paragraphs is None else paragraphs
    return FieldView(
        key=key, label=label, type=type, value=value, text=text, paragraphs=paragraphs,
        picture=picture, icon=icon,
    )  # fmt: skip


def _name(library: Library, home: GameContent, kind: str, reference: str, lang: str) -> str:
    """The name of an entry that a field refers to; its id if it has none."""
    found = library.find(kind, home.id, reference)
    return say(found.name, lang, library.games[found.game]) if found else reference


# --- faces by recipe, and common backs ------------------------------------------------------------


class LabelledView(TypedDict):
    """A value and its label: the icon with the key of the field, or else the label of the field.
    `bar` is how much of its bar is filled, from 0 to 1; none without a bar.
    """

    label: str
    text: str
    bar: float | None


class RecipeView(TypedDict):
    """The content of a face by recipe, as HTML. `kind` is that of the entry; `band` is a colour,
    empty for the accent colour; `picture` is the address of the picture. Each value in a corner has
    a label, empty unless the recipe asks for it. `size` (pt) is the largest type of the body, 0
    without one. `placed` has the blocks of the parts with a place of their own but those of the
    body and the stats, which the other keys lack; `words-0` is the first of the further words.
    `part_colours` has the colours of the words and of what is behind them, by part, empty for that
    of the style; `part_shapes` the shapes that values choose.
    `headed` is whether there is a head; `stats_place` where the stats are, `own` in a place of
    their own; `placed_picture` is the address of a picture with a place of its own. `background` is
    a colour, `frame` the name of a frame that is drawn; both are empty for those of the style, and
    with `background_picture` and `frame_picture`, the addresses of pictures.
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
    placed: dict[str, list[str]]
    part_colours: dict[str, tuple[str, str]]
    part_shapes: dict[str, str]
    placed_picture: str
    headed: bool
    stats_place: str
    background: str
    background_picture: str
    frame: str
    frame_picture: str


class PicturePlace(TypedDict):
    """How a picture fills its place: `fit` is `contain`, `cover` or `full`, empty without a
    picture; `focus` is the part that stays where it is cropped; `at` is its own place, as
    `[left, top, width, height]` in mm from the upper left corner of the card; `low_ink` is how it
    is printed in low ink.
    """

    fit: str
    focus: str
    low_ink: str
    at: list[float] | None


class GroundView(TypedDict):
    """The content of a ground with a title. `picture` is the address of the picture."""

    title: str
    picture: str
    icon: str
    colour: str


class CommonBackView(GroundView):
    """The content of a common back; `pattern` is empty for that of the style; `titled` says whether
    there is a title; `low_ink` is how the picture is printed in low ink.
    """

    titled: bool
    low_ink: str
    pattern: str
    seed: str


def recipe_view(
    library: Library, recipe: Recipe, kind: str, entry: AnyEntry, lang: str
) -> RecipeView:
    """The fields of an entry in the places of a recipe. An entry may lack some of them."""
    fields, home = field_views(library, kind, entry, lang), library.games[entry.game]

    def parts(place: str, number: int = 0) -> list[FieldView]:
        found = list[FieldView]()
        for part in recipe.parts_in(place, number):
            if isinstance(part, Composed):
                found.append(_composed(part, fields, entry.id, lang, home, place))
            elif isinstance(part, FieldIcons) and part.field in fields:
                found.append(_with_icon(part, fields[part.field], entry, lang, home))
            elif isinstance(part, str) and part in fields:
                found.append(fields[part])
        return found

    def label(part: FieldView) -> str:
        asked = part["key"] in recipe.fields_in("labels")
        return _label(recipe, part, lang, home) if asked else ""

    def paragraphs(place: str) -> list[str]:
        found = list[str]()
        for part in parts(place):
            first, *others = part["paragraphs"] or [""]
            if first and (words := label(part)):
                # A list or a table follows its label.
                others = [first, *others] if is_block(first) else others
                first = _labelled(words, "" if is_block(first) else first)
            found += filter(None, [first, *others])
        return found

    shown: dict[str, list[str]] = {
        "title": [Markup().join(paragraphs("title"))],
        "subtitle": [Markup().join(paragraphs("subtitle"))],
        "corner": _drawn(parts("corner")),
        "symbol": [Markup().join(_drawn(parts("symbol")))],
        "icons": _drawn(parts("icons")),
        "foot": paragraphs("foot"),
    }
    placed = {name: list(filter(None, of)) for name, of in shown.items() if recipe.is_placed(name)}
    shown |= {name: [] for name in placed}
    for number in range(len(recipe.words)):
        words = parts("words", number)
        blocks = [block for part in words for block in part["paragraphs"]]
        part = recipe.words[number].part
        as_icons = [
            isinstance(each, FieldIcons) for each in (part if type(part) is list else [part])
        ]
        placed[f"words-{number}"] = _drawn(words) if any(as_icons) else blocks
    picture = picture_resource(entry.game, printed_picture(library, recipe, entry))
    ground = background_of(library, recipe, kind, entry)
    headed = any(any(shown[name]) for name in ("title", "subtitle", "corner"))
    return {
        "kind": kind,
        "title": Markup().join(shown["title"]),
        "subtitle": Markup().join(shown["subtitle"]),
        "index": _drawn(parts("index")),
        "corner": shown["corner"],
        "corner_labels": [label(part) for part in parts("corner") if part["text"]]
        if shown["corner"]
        else [],
        "picture": "" if recipe.is_placed("picture") else picture,
        "symbol": Markup().join(shown["symbol"]),
        "body": [*paragraphs("body"), *_legend(recipe, lang, home)],
        "icons": shown["icons"],
        "stats": _stats(parts("stats"), entry, game_icons(home), recipe.full_bar),
        "foot": shown["foot"],
        "band": band_colour(library, recipe.band, kind, entry),
        "size": recipe.body_size or 0.0,
        "align": recipe.body_align or ("left" if recipe.legend else ""),
        "placed": placed,
        "part_colours": {
            "-".join(map(str, path)): (
                chosen_value(library, part.colour, kind, entry),
                chosen_value(library, part.fill, kind, entry),
            )
            for path, part in recipe.styled()
        },
        "part_shapes": {
            "-".join(map(str, path)): chosen_value(library, part.shape, kind, entry)
            for path, part in recipe.styled()
        },
        "placed_picture": picture if recipe.is_placed("picture") else "",
        # Without a head, a picture or a placed title takes its room.
        "headed": headed or not (picture or recipe.is_placed("title")),
        "stats_place": recipe.stats_place,
        "background": ground if ground.startswith("#") else "",
        "background_picture": ""
        if ground.startswith("#")
        else picture_resource(entry.game, ground),
        "frame": "" if recipe.frame_picture else recipe.frame or "",
        "frame_picture": picture_resource(entry.game, recipe.frame_picture),
    }


# The places in which a value that has an icon is printed as this icon.
_AS_ICONS = ("index", "corner", "symbol", "icons")


def _composed(
    words: Composed,
    fields: Mapping[str, FieldView],
    id: str,
    lang: str,
    home: GameContent,
    place: str,
) -> FieldView:
    """A composed value in a place as a field without a label."""
    as_icons = place in _AS_ICONS
    values = {key: (as_icons and field["icon"]) or field["text"] for key, field in fields.items()}
    lines = composed_lines(words, {**values, ENTRY_ID: Markup.escape(id)}, lang, home)
    # A disc has one line.
    between = Markup(" ") if place == "corner" else Markup("<br>")
    return _view("", "", "text", between.join(lines), paragraphs=lines)


def _legend(recipe: Recipe, lang: str, home: GameContent) -> list[str]:
    """Icons with what they are called, each as a paragraph."""
    if recipe.legend is None:
        return []
    names = [] if recipe.legend == "all" else recipe.legend
    return [
        Markup('<span class="labelled"><span class="drawn">{}</span>{}</span>').format(
            each["icon"], each["label"]
        )
        for each in icons_view(home, names, lang)
    ]


def _with_icon(
    part: FieldIcons, field: FieldView, entry: AnyEntry, lang: str, home: GameContent
) -> FieldView:
    """A field with the icon that a recipe gives its value."""
    icons = game_icons(home)
    written = values_in_languages(entry, part.field, lang) or [field["value"]]
    names = (part.icon_of(value, icons) for value in written)
    name = next(filter(None, names), "")
    return {**field, "icon": icons.get(name, "") or field["icon"]}


def group_view(
    library: Library, name: str, kind: str, entry: AnyEntry, count: str, lang: str
) -> RecipeView:
    """The face of a divider for all entries with the value of a field that an entry has: the value,
    its icon, and the `count` of cards in words.
    """
    home = library.games[entry.game]
    field = field_views(library, kind, entry, lang).get(name)
    declared = home.game.kinds.get(kind)
    if field:
        # A number alone says nothing.
        is_number = field["type"] in STAT_TYPES and STAT_TYPES[field["type"]].style == "number"
        words = Markup("{}\u00a0{}").format(field["label"], field["text"])
        title = words if is_number else field["text"]
    else:
        title = say(declared.plural or declared.label, lang, home) if declared else kind
    return {
        "kind": kind,
        "title": title,
        "subtitle": "",
        "index": [],
        "corner": [],
        "corner_labels": [],
        "picture": "",
        "symbol": field["icon"] if field else "",
        "body": [count],
        "icons": [],
        "stats": [],
        "foot": [],
        "band": "",
        "size": 0.0,
        "align": "",
        "placed": {},
        "part_colours": {},
        "part_shapes": {},
        "placed_picture": "",
        "headed": True,
        "stats_place": "bottom",
        "background": "",
        "background_picture": "",
        "frame": "",
        "frame_picture": "",
    }


# The largest ratio of the sides of a picture that counts as square.
_SQUARE = 1.12


def picture_place(library: Library, recipe: Recipe, entry: AnyEntry) -> PicturePlace:
    """How the picture of an entry fills its place by a recipe. Unless the recipe says how, a
    drawing or a square picture, of which each part matters, is shown whole, and a photo is cropped.
    """
    home = library.games[entry.game]
    name = printed_picture(library, recipe, entry)
    if not name:
        return {"fit": "", "focus": "", "low_ink": "", "at": None}
    picture = recipe.picture or RecipePicture()
    fit = picture.fit or "cover"
    file = picture_file(library, home, name)
    if not picture.fit and isinstance(file, Path):
        size = read_picture(library.store, file).size
        if size is None or (isinstance(size, tuple) and max(size) <= _SQUARE * min(size)):
            fit = "contain"
    return {
        "fit": fit,
        "focus": picture.focus,
        "low_ink": picture.low_ink or "",
        "at": picture.at,
    }


def _drawn(fields: Sequence[FieldView]) -> list[str]:
    """The values of fields, as icons where they have one."""
    return [field["icon"] or field["text"] for field in fields if field["text"]]


# The number that a value begins with.
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)?")


def _stats(
    fields: Sequence[FieldView], entry: AnyEntry, icons: Mapping[str, str], full_bar: float
) -> list[LabelledView]:
    """The stats of an entry: those that it lacks are columns too, where others have them."""
    # A dash is printed for a stat that a figure or a trait lacks: each stat is then in the same
    # place on all cards. Their fields that are no stats have no label.
    dashed = isinstance(entry.value, (Profile, Trait))
    shown = (field for field in fields if field["text"] or (dashed and field["label"]))
    return [_stat(field, icons, full_bar) for field in shown]


def _stat(field: FieldView, icons: Mapping[str, str], full_bar: float) -> LabelledView:
    label = icons.get(field["key"]) or field["label"]
    number = _NUMBER.match(plain_words(field["text"])) if full_bar else None
    return {
        "label": label,
        "text": field["icon"] or field["text"] or NO_VALUE,
        "bar": min(1.0, float(number[0].replace(",", ".")) / full_bar) if number else None,
    }


def _label(recipe: Recipe, field: FieldView, lang: str, home: GameContent) -> str:
    """The label of a field: that of the recipe, if it gives one."""
    given = recipe.labels[field["key"]] if isinstance(recipe.labels, dict) else None
    return say(given, lang, home) if given else field["label"]


def _labelled(label: str, text: str) -> str:
    return Markup('<span class="labelled"><b class="label">{}</b>\u2002{}</span>').format(
        label, text
    )


def band_colour(library: Library, band: Band | str | None, kind: str, entry: AnyEntry) -> str:
    """The colour of the band of an entry's card; empty for the accent colour."""
    if not isinstance(band, Band):
        return band or ""
    return band.colours.get(band_key(library, band, kind, entry), "")


def chosen_value(
    library: Library,
    given: Backgrounds | ValueColours | ValueShapes | str | None,
    kind: str,
    entry: AnyEntry,
) -> str:
    """The colour, picture or shape of a part, or of what is behind it, on the card of an entry;
    empty for that of the style.
    """
    if given is None or isinstance(given, str):
        return given or ""
    return given.values.get(band_key(library, chooser_of(given), kind, entry), "")


def background_of(library: Library, recipe: Recipe, kind: str, entry: AnyEntry) -> str:
    """The colour or the picture behind all else on the face of an entry; empty for that of the
    style.
    """
    return chosen_value(library, recipe.background, kind, entry)


def common_back_view(content: GameContent, back: CommonBack, lang: str) -> CommonBackView:
    """A common back."""
    return {
        **ground_view(content, back, lang),
        "titled": back.titled,
        "low_ink": back.low_ink,
        "pattern": back.pattern or "",
        "seed": back.seed or content.id,
    }


def ground_view(content: GameContent, ground: Ground, lang: str) -> GroundView:
    """A ground with a title. An unknown icon is not drawn."""
    return {
        "title": say_or_empty(ground.title, lang, content),
        "picture": picture_resource(content.id, ground.picture or ""),
        "icon": icon_by_ink(content, ground.icon or ""),
        "colour": ground.colour or "",
    }


# --- lists of icons -------------------------------------------------------------------------------


class IconView(TypedDict):
    """An icon with what it is called."""

    icon: str
    label: str


def icons_view(content: GameContent, names: Sequence[str], lang: str) -> list[IconView]:
    """The icons of a list: all of the game, but emoji, if it names none."""
    icons, called = game_icons(content), icon_labels(content, lang)
    return [
        {"icon": icons[name], "label": _capital(called[name], lang, content)}
        for name in listed_icons(content, names)
    ]


def _capital(label: Text, lang: str, content: GameContent) -> str:
    """A label with a capital at its beginning."""
    key = label.language_for(lang, content.first_language)
    return say(Text({key: label[key][:1].upper() + label[key][1:]}), lang, content)
