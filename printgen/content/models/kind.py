"""Kinds of entry that a game declares, and the models of their entries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache, partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field, create_model
from pydantic_core import PydanticCustomError

from printgen.content.models.base import (
    Copies,
    Expression,
    Id,
    Key,
    Model,
    Reference,
    known_name,
    list_names,
)
from printgen.content.models.profile import Stat, StatLine, Values
from printgen.content.models.text import Errata, Text
from printgen.content.stat_types import STAT_TYPES, YES_NO, RawStatValue

# The values of fields that are not stats.
_OTHER_TYPES: dict[str, Any] = {
    "text": Text,
    "image": str,
    "reference": Reference,
    "references": list[Reference],
}

MAX_FIELDS = 50

REFERENCES = ("reference", "references")

FIELD_TYPES = (*STAT_TYPES, *_OTHER_TYPES)


FieldType = Annotated[
    str,
    AfterValidator(partial(known_name, FIELD_TYPES)),
    Field(json_schema_extra=partial(list_names, FIELD_TYPES)),
]


class DeclaredEntry(Model):
    """What all entries of declared kinds have."""

    name: Text | None = None
    """The name that is printed, which references and the index use. Left out: the id of the entry.
    """
    alt: Text | None = None
    """What its picture shows, for those who cannot see it. Left out: the name of the entry."""
    copies: Copies | None = None
    """The number of cards of the entry in a deck; 0 leaves it out."""
    errata: Errata = []


class EntryField(Values):
    """A field of a declared kind: a stat, a text, an image, or references to entries of a kind."""

    label: Text | None = None
    """The words that are printed with the value. Left out: the key of the field."""
    type: FieldType = "text"
    """What the values are: a stat type such as `integer` or `length`, a `text`, an `image`, or one
    or several references.
    """
    to: Id | None = None
    """The kind of the entries that a reference leads to, such as `traits`."""
    lines: Annotated[int, Field(ge=1, le=100)] | None = None
    """The most lines that a text of the field may have."""

    def labelled(self, key: str) -> Text:
        """The label; that of a field without one is its key."""
        return self.label or Text({"any": key.replace("_", " ").capitalize()})

    def stat(self, key: str) -> Stat | None:
        """The field as a stat; None for a text, an image or references."""
        if self.type not in STAT_TYPES:
            return None
        values = {name: getattr(self, name) for name in Values.model_fields}
        return Stat.model_construct(**values, type=self.type, label=self.labelled(key))

    @property
    def target(self) -> str | None:
        """The kind that the values refer to; None for other values."""
        return self.to if self.type in REFERENCES else None

    @property
    def may_lack(self) -> bool:
        """Whether an entry may have no value."""
        return self.optional or self.derived is not None


def _no_reserved(fields: dict[str, EntryField]) -> dict[str, EntryField]:
    for key in fields:
        if is_reserved(key):
            message = "'{key}' is reserved: choose another name for the field"
            raise PydanticCustomError("reserved", message, {"key": key})
    return fields


def is_reserved(key: str) -> bool:
    """Whether no field may have this name."""
    return hasattr(DeclaredEntry, key) or key in _RESERVED | DeclaredEntry.model_fields.keys()


# Templates see these beside the fields.
_RESERVED = {"id", "game", "kind", "fields"}


class Rule(Model):
    """An expression that holds, and what is wrong if it does not."""

    check: Expression
    """What is true."""
    message: Text
    """What to say if it is not."""


class Kind(Model):
    """A kind of entry: the fields of its entries, and the rules that they obey."""

    label: Text
    """What one entry of the kind is called, such as `event`, in books and in messages."""
    plural: Text | None = None
    """What several are called, such as `events`, above lists of them. Left out: the label."""
    fields: Annotated[dict[Key, EntryField], AfterValidator(_no_reserved)] = Field(
        min_length=1, max_length=MAX_FIELDS
    )
    """The fields that the entries have, by key, in the order in which they are printed."""
    checks: list[Rule] = Field(default=[], max_length=100)
    """Rules that hold for each entry, over its fields."""
    totals: list[Rule] = Field(default=[], max_length=50)
    """Rules that hold for all entries together, such as their number."""

    @cached_property
    def stats(self) -> StatLine:
        """The fields that are stats, as a stat line."""
        found = {key: stat for key, field in self.fields.items() if (stat := field.stat(key))}
        return StatLine.model_construct(label=self.label, stats=found)


def kind_models(kinds: Mapping[str, Kind]) -> dict[str, type[Model]]:
    """The models of the entries of declared kinds, by kind. Equal fields have the same model."""
    return {
        name: _model(name, tuple((key, f.type, f.may_lack) for key, f in kind.fields.items()))
        for name, kind in kinds.items()
    }


@lru_cache(maxsize=200)
def _model(name: str, fields: tuple[tuple[str, str, bool], ...]) -> type[Model]:
    return create_model(
        name, __base__=DeclaredEntry, **{key: _value(kind, lacks) for key, kind, lacks in fields}
    )


def _value(type_name: str, may_lack: bool) -> Any:
    """The type of the values of a field, and their default."""
    stat_type = STAT_TYPES.get(type_name)
    # Readers of sheets see the type.
    found = Annotated[RawStatValue, stat_type] if stat_type else _OTHER_TYPES[type_name]
    if stat_type is YES_NO:
        found = Annotated[bool | RawStatValue, stat_type]
    if not may_lack:
        return found, ...
    return (found, []) if type_name == "references" else (found | None, None)
