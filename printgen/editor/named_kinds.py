"""What the names of YAML data name: the kinds of entry, by the fields of the models."""

from __future__ import annotations

from functools import cache

from printgen.content.library import GameContent
from printgen.content.models.game import Game
from printgen.content.models.index_product import IndexProduct
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.products import FacesProduct, Products
from printgen.content.models.profile import Profile
from printgen.content.models.roster import Member
from printgen.editor.typed_values import Place, TypedValue
from printgen.mechanics.table import EXAMPLES

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
    kinds = [example.model for example in EXAMPLES.values()]
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
    if value.form == "reference":
        return _of_reference(value, content, kind)
    if value.form == "id":
        return _of_id(place, value.is_key)
    return ()


def _of_reference(value: TypedValue, content: GameContent, kind: str) -> tuple[str, ...]:
    place = value.place
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
    rules = content.game.rosters
    if place.owner is Member and rules:
        upgrades = (rules.upgrades.of,) if rules.upgrades else ()
        return tuple(rules.of) if place.field == "entry" else upgrades
    return (REFERENCES[place.field],) if place.field in REFERENCES else ()


def _of_id(place: Place, is_key: bool) -> tuple[str, ...]:
    if issubclass(place.owner, IndexProduct) and place.field == "of":
        return ("products",)
    if is_key:
        return declared_by(place)
    return (REFERENCES[place.field],) if place.field in REFERENCES else ()


def declared_by(place: Place) -> tuple[str, ...]:
    """The kind of what the keys of a field declare."""
    if place.owner is Game and place.field in (FACTS, ICONS, TERMS):
        return (place.field,)
    return ("products",) if issubclass(place.owner, Products) and not place.above else ()
