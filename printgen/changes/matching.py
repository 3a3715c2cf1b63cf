"""Which entries of two editions are the same: by id, else by name, else by all but the name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from printgen.changes.edition import Edition
from printgen.content.library import AnyEntry


@dataclass(frozen=True, slots=True)
class Pair:
    """An entry in both editions, or in one. With `unread`, an error hides it in the old one."""

    old: AnyEntry | None
    new: AnyEntry | None
    unread: bool = False


def pairs(old: Edition, new: Edition, kind: str) -> Iterator[Pair]:
    """The entries of a kind: the new ones in order, then those that only the old edition has."""
    before, after = _entries(old, kind), _entries(new, kind)
    found = {key: before[key] for key in after if key in before}
    for same in (_by_name, _by_rest):
        found |= _matched(before, after, found, same)
    for key, entry in after.items():
        unread = key not in found and _is_broken(old, kind, entry.id)
        yield Pair(found.get(key), entry, unread)
    taken = {(entry.game, entry.id) for entry in found.values()}
    yield from (Pair(entry, None) for key, entry in before.items() if key not in taken)


# Entries by game and id.
_Entries = dict[tuple[str, str], AnyEntry]


def _entries(edition: Edition, kind: str) -> _Entries:
    """The entries of a kind: those of the game, and the traits of others that its figures have."""
    found = {(edition.game, id): entry for id, entry in edition.content.of_kind(kind).items()}
    if kind == "traits":
        for profile in edition.content.profiles.values():
            for trait in edition.library.traits_of(profile):
                found.setdefault((trait.game, trait.id), trait)
    return found


def _matched(
    before: _Entries, after: _Entries, found: _Entries, same: Callable[[AnyEntry], str]
) -> _Entries:
    """The old entries of new ones that are in no pair yet, by what is the same of them."""
    taken = {(entry.game, entry.id) for entry in found.values()}
    left: dict[str, AnyEntry] = {}
    for key, entry in before.items():
        if key not in taken:
            left.setdefault(same(entry), entry)
    return {
        key: left.pop(same(entry))
        for key, entry in after.items()
        if key not in found and same(entry) in left
    }


def _by_name(entry: AnyEntry) -> str:
    named = getattr(entry.value, "title", None) or entry.name
    return repr(sorted(named.items()))


def _by_rest(entry: AnyEntry) -> str:
    fields = entry.value.model_dump(
        exclude={"name", "title", "alt", "errata"}, exclude_defaults=True
    )
    return repr(sorted(fields.items())) if fields else entry.id


def _is_broken(edition: Edition, kind: str, id: str) -> bool:
    """Whether an error may hide an entry."""
    return bool({(kind, id), (kind, "")} & edition.content.broken)
