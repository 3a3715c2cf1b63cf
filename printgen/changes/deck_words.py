"""How many cards of each entry decks have now."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.changes.edition import Edition
from printgen.changes.matching import pairs
from printgen.changes.said import Said
from printgen.changes.words import EntryChange, Line, line
from printgen.content.library import AnyEntry
from printgen.content.models.products import FacesProduct
from printgen.products.decks import counts

# The kind, the game and the id of an entry.
_Key = tuple[str, str, str]

# The number of cards of each entry.
_Counts = dict[_Key, int]


def deck_changes(old: Said, new: Said) -> Iterator[EntryChange]:
    """The decks with another number of some card, or that are new or gone."""
    products = new.edition.content.products, old.edition.content.products
    for id in dict.fromkeys([*products[0], *products[1]]):
        before, after = _counts(old.edition, id), _counts(new.edition, id)
        if before is None and after is None:
            continue
        said, entry = (new, products[0][id]) if after is not None else (old, products[1][id])
        lines = list(_lines(old, new, before, after)) if before and after else []
        change = "added" if before is None else "removed" if after is None else "changed"
        if lines or change != "changed":
            yield {
                "kind": "products",
                "id": f"{said.edition.game}/{id}",
                "label": said.labels["changes_kind_copies" if lines else "changes_kind_products"],
                "name": said.name(entry),
                "earlier": "",
                "change": change,  # type: ignore[typeddict-item]
                "lines": lines,
            }


def _counts(edition: Edition, product: str) -> _Counts | None:
    """The cards of a deck; None for what is no deck of the edition."""
    found = edition.content.products.get(product)
    if found is None or not isinstance(found.value, FacesProduct):
        return None
    return counts(edition.library, edition.game, found.value)


def _lines(old: Said, new: Said, before: _Counts, after: _Counts) -> Iterator[Line]:
    """The cards whose number changed, without those whose entries are unread in the old edition."""
    known: dict[_Key, _Key] = {}
    unread: set[_Key] = set()
    for kind in {key[0] for key in (*before, *after)}:
        for pair in pairs(old.edition, new.edition, kind):
            if pair.old and pair.new:
                known[_key(kind, pair.new)] = _key(kind, pair.old)
            elif pair.new and pair.unread:
                unread.add(_key(kind, pair.new))
    gone = [key for key in before if key not in after and key not in known.values()]
    for key in [*after, *gone]:
        was, now = before.get(known.get(key, key), 0), after.get(key, 0)
        if was != now and key not in unread:
            said = new if now else old
            entry = said.edition.library.find(*key)
            name = said.name(entry) if entry else key[2]
            yield line("value", name, f"{was} ×", f"{now} ×")


def _key(kind: str, entry: AnyEntry) -> _Key:
    return kind, entry.game, entry.id
