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

# Cards by kind, game and id.
_Counts = dict[tuple[str, str, str], int]


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
                "label": said.labels["changes_kind_products"],
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
    known = _known(old, new, before, after)
    for key in dict.fromkeys([*after, *before]):
        was, now = before.get(known.get(key, key), 0), after.get(key, 0)
        if key in before and key not in after and key in known.values():
            continue
        if was != now:
            said = new if now else old
            entry = said.edition.library.find(key[0], key[1], key[2])
            name = said.name(entry) if entry else key[2]
            yield line("value", name, f"{was} ×", f"{now} ×")


def _known(
    old: Said, new: Said, before: _Counts, after: _Counts
) -> dict[tuple[str, str, str], tuple[str, str, str]]:
    """The old card of each new one whose entry has another id now."""
    found = {}
    for kind in {key[0] for key in (*before, *after)}:
        for pair in pairs(old.edition, new.edition, kind):
            if pair.old and pair.new:
                found[_key(kind, pair.new)] = _key(kind, pair.old)
    return found


def _key(kind: str, entry: AnyEntry) -> tuple[str, str, str]:
    return kind, entry.game, entry.id
