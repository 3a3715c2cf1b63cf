"""The values of YAML data that the models declare as names: references, ids, keys, expressions."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from printgen.content.library import GameContent
from printgen.content.models.base import Expression, Id, Key, Reference
from printgen.content.models.game import FactName, Game
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.products import ChapterName, FacesProduct, Product, Products
from printgen.content.models.profile import Profile
from printgen.content.models.roster import Member
from printgen.content.models.study import QuotedName
from printgen.content.source import Mark
from printgen.rules.mechanic import example_kinds

Form = Literal["reference", "id", "key", "expression", "chapter", "quote"]

_FORMS: dict[object, Form] = {
    Reference: "reference",
    Id: "id",
    Key: "key",
    Expression: "expression",
    ChapterName: "chapter",
    QuotedName: "quote",
    FactName: "id",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is: the model, its field, and the keys above the value in that field."""

    owner: type[BaseModel]
    field: str = ""
    above: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A text that a model declares as a name or an expression, and its mark; `is_key` for the key
    of a mapping.
    """

    form: Form
    text: str
    mark: Mark
    place: Place
    is_key: bool = False


def typed_values(
    annotation: object, data: object, mark: Mark, place: Place
) -> Iterator[TypedValue]:
    """The names and expressions in data of a type. Data of another form has none."""
    if isinstance(data, str):
        if form := _form(annotation):
            yield TypedValue(form, data, mark, place)
    elif isinstance(data, list):
        items = [arg for each in _of(annotation, list) for arg in get_args(each)]
        for value, value_mark in zip(data, mark.items, strict=False):
            for item in items:
                yield from typed_values(item, value, value_mark, place)
    elif isinstance(data, dict):
        if model := _model(annotation, data):
            hints = _hints(model)
            for name, value in data.items():
                if name in hints and name in mark.keys:
                    own = Place(model, name)
                    yield from typed_values(hints[name], value, mark.keys[name][1], own)
        for each in _of(annotation, dict):
            yield from _mapping(each, data, mark, place)


def described_keys(
    annotation: object, data: object, mark: Mark
) -> Iterator[tuple[str, Mark, str | None]]:
    """The keys of models in data of a type: their names, their marks, and what the models say."""
    if isinstance(data, list):
        items = [arg for each in _of(annotation, list) for arg in get_args(each)]
        for value, value_mark in zip(data, mark.items, strict=False):
            for item in items:
                yield from described_keys(item, value, value_mark)
    elif isinstance(data, dict):
        inside = [get_args(each)[1] for each in _of(annotation, dict)]
        model = _model(annotation, data)
        fields = model.model_fields.items() if model else ()
        words = {info.alias or name: info.description for name, info in fields}
        hints = _hints(model) if model else {}
        for name, (key_mark, value_mark) in mark.keys.items():
            if name in hints:
                yield name, key_mark, words[name]
            for each in [hints[name]] if name in hints else inside:
                yield from described_keys(each, data.get(name), value_mark)


def _mapping(
    annotation: object, data: Mapping[str, object], mark: Mark, place: Place
) -> Iterator[TypedValue]:
    key_type, value_type = get_args(annotation)
    form = _form(key_type)
    for name, value in data.items():
        if name not in mark.keys:
            continue
        key_mark, value_mark = mark.keys[name]
        if form:
            yield TypedValue(form, name, key_mark, place, is_key=True)
        inside = replace(place, above=(*place.above, name))
        yield from typed_values(value_type, value, value_mark, inside)


def _form(annotation: object) -> Form | None:
    """What texts of a type are; None for words."""
    for each in _alternatives(annotation):
        if get_origin(each) is Annotated:
            constraints = get_args(each)[1:]
            for named, form in _FORMS.items():
                if any(each is get_args(named)[1] for each in constraints):
                    return form
    return None


def _of(annotation: object, origin: type) -> list[object]:
    """The alternatives of a type that are lists, or mappings."""
    plain = map(_plain, _alternatives(annotation))
    return [each for each in plain if get_origin(each) is origin]


def _model(annotation: object, data: Mapping[str, object]) -> type[BaseModel] | None:
    """The model of a mapping: of several, the one that most of its keys and its choices fit."""
    plain = [_plain(each) for each in _alternatives(annotation)]
    models = [each for each in plain if isinstance(each, type) and issubclass(each, BaseModel)]

    def likeness(model: type[BaseModel]) -> tuple[int, int]:
        hints = _hints(model)
        choices = {name: hint for name, hint in hints.items() if get_origin(hint) is Literal}
        chosen = sum(data.get(name) in get_args(hint) for name, hint in choices.items())
        return chosen, sum(name in hints for name in data)

    return max(models, key=likeness, default=None)


def _alternatives(annotation: object) -> Iterator[object]:
    """The types of a union."""
    inner = _plain(annotation)
    if get_origin(inner) in (Union, types.UnionType):
        for each in get_args(inner):
            yield from _alternatives(each)
    else:
        yield annotation


def _plain(annotation: object) -> object:
    """A type without its constraints."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


@cache
def _hints(model: type[BaseModel]) -> dict[str, object]:
    """The types of the keys of a model, with their constraints."""
    hints = get_type_hints(model, include_extras=True)
    return {info.alias or name: hints[name] for name, info in model.model_fields.items()}


# --- what the names of YAML data name: the kinds of entry, by the fields of the models ------------


# What games declare besides entries, with ids of their own.
ICONS, TERMS, FACTS = "icons", "terms", "facts"
HEADINGS, CHAPTERS = "headings", "chapters"

# The kind of entry that references and ids name, by field.
REFERENCES: dict[str, str] = {
    **dict.fromkeys(
        ("attacker", "figure", "heroes", "profile", "profiles", "rows", "target", "unit", "waiting",
         "who"),
        "profiles",
    ),
    **dict.fromkeys(
        ("attack", "brings", "fearless", "frightening", "harmless", "hides", "protection", "slow",
         "stars", "trait", "traits", "turns", "unarmed", "weapon"),
        "traits",
    ),
    **dict.fromkeys(
        ("cohesion", "conflicts", "into_melee", "limits", "lots", "parry", "protections",
         "ranges", "shooting", "striking", "table", "tables", "troops", "worth"),
        "tables",
    ),
    "holds": "products",
    "icon": ICONS,
    "map": "maps",
    "plan": "plans",
    "plans": "plans",
    "quest": "quests",
    "quests": "quests",
    "roster": "rosters",
    "scenario": "scenarios",
    "studies": "studies",
    "study": "studies",
}  # fmt: skip


@cache
def default_names() -> frozenset[str]:
    """The ids of the tables that examples look for unless they name others."""
    kinds = [example.model for example in example_kinds().values()]
    fields = (pair for model in kinds for pair in model.model_fields.items())
    return frozenset(
        info.default
        for name, info in fields
        if REFERENCES.get(name) == "tables" and isinstance(info.default, str)
    )


def kinds_named(value: TypedValue, content: GameContent, kind: str) -> tuple[str, ...]:
    """The kinds that a name of an entry, a product or a game may be of; none for other values.
    `kind` is that of the entry.
    """
    place = value.place
    if value.form == "chapter":
        return (CHAPTERS,)
    usual = (REFERENCES[place.field],) if place.field in REFERENCES else ()
    if value.form == "reference":
        if issubclass(place.owner, DeclaredEntry) and kind in content.game.kinds:
            field = content.game.kinds[kind].fields.get(place.field)
            return (field.to,) if field and field.to else ()
        if issubclass(place.owner, FacesProduct) and place.field == "entries":
            return place.above[:1]
        if issubclass(place.owner, Profile) and place.field == "stats":
            return ()
        if place.field == "quantities":
            decks = content.products_of(FacesProduct)
            return tuple(dict.fromkeys(kind for deck in decks for kind in deck.value.kinds))
        if place.owner is Member and (rules := content.game.rosters):
            upgrades = (rules.upgrades.of,) if rules.upgrades else ()
            return tuple(rules.of) if place.field == "entry" else upgrades
        return usual
    if value.form != "id":
        return ()
    if issubclass(place.owner, Product) and place.field == "of":
        return ("products",)
    if not value.is_key:
        return usual
    if issubclass(place.owner, Game) and place.field in (FACTS, ICONS, TERMS):
        return (place.field,)
    return ("products",) if issubclass(place.owner, Products) and not place.above else ()
