"""The fields of the entries of a kind, whether the game or printgen declares it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from printgen.content.models.game import Game
from printgen.content.models.kind import EntryField
from printgen.content.models.stat import Stat, Values
from printgen.content.models.text import Text

Fields = Mapping[str, EntryField]


def fields_of(game: Game, kind: str) -> Fields:
    """The fields of a kind besides the name; none of a kind without fields.

    The stats of profiles and of traits are fields. Of stats with the same key, the first is used.
    """
    if kind in game.kinds:
        return game.kinds[kind].fields
    return _OWN[kind](game) if kind in _OWN else {}


def kinds_with_fields(game: Game) -> list[str]:
    """The kinds whose entries have fields."""
    return [*_OWN, *game.kinds]


def unknown_kinds(game: Game, kinds: Iterable[str]) -> list[str]:
    """The kinds that no cards can be made of."""
    known = [*kinds_with_fields(game), "plans"]
    return [kind for kind in kinds if kind not in known]


def _profile_fields(game: Game) -> Fields:
    return {
        "epithet": EntryField(optional=True),
        "story": EntryField(optional=True),
        "image": EntryField(type="image", optional=True),
        "keywords": EntryField(optional=True),
        "traits": EntryField(type="references", to="traits", optional=True),
        **_stat_fields(line.stats for line in game.stat_lines.values()),
    }


def _trait_fields(game: Game) -> Fields:
    kinds = {name: kind.label for name, kind in game.trait_kinds.items()}
    return {
        "text": EntryField(optional=True),
        "kind": EntryField.model_construct(type="choice", options=kinds),
        **_stat_fields(kind.stats for kind in game.trait_kinds.values()),
    }


_OWN: dict[str, Callable[[Game], Fields]] = {"profiles": _profile_fields, "traits": _trait_fields}


def _stat_fields(groups: Iterable[Mapping[str, Stat]]) -> dict[str, EntryField]:
    found: dict[str, EntryField] = {}
    for stats in groups:
        found = {**{key: _field(stat) for key, stat in stats.items()}, **found}
    return found


def _field(stat: Stat) -> EntryField:
    """A stat as a field."""
    values = {name: getattr(stat, name) for name in Values.model_fields}
    return EntryField.model_construct(**values, type=stat.type, label=Text(stat.label))
