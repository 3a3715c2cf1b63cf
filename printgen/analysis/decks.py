"""The entries that are printed on the cards of a product, and how often."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.analysis.rosters import roster_members
from printgen.analysis.totals import GroupMember, entry_facts
from printgen.content.library import AnyEntry, Library
from printgen.content.models.products import FacesProduct


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """An entry with its kind, and the number of its cards."""

    kind: str
    entry: AnyEntry
    count: int


def printed_entries(library: Library, game: str, product: FacesProduct) -> list[PrintedEntry]:
    """The entries on the cards of a product, in order.

    The number of cards is the quantity in the product, or else the number in its roster, or else
    the `copies` of the entry, or else 1.
    """
    found = _named(library, game, product)
    needed = _needed(library, game, product)
    asked = _quantities(library, game, product)
    printed: list[PrintedEntry] = []
    for kind, entry in found:
        name = kind, entry.game, entry.id
        if needed is None or name in needed:
            usual = (getattr(entry.value, "copies", None) if product.counts_copies else None) or 1
            count = asked.get(name) or (needed or {}).get(name) or usual
            printed.append(PrintedEntry(kind, entry, count))
    return printed


def deck_group(library: Library, game: str, product: FacesProduct) -> list[GroupMember]:
    """The cards of a product as a group, over which totals are computed."""
    return [
        GroupMember(entry_facts(library, printed.kind, printed.entry), printed.count, printed.entry)
        for printed in printed_entries(library, game, product)
    ]


def _named(library: Library, game: str, product: FacesProduct) -> list[tuple[str, AnyEntry]]:
    """The entries that a product lists."""
    found: list[tuple[str, AnyEntry]] = []
    for kind, names in product.kinds.items():
        entries: list[AnyEntry | None] = [*library.games[game].of_kind(kind).values()]
        if names != "all":
            entries = [library.find(kind, game, reference) for reference in names]
        found += [(kind, entry) for entry in entries if entry]
    return found


def _needed(
    library: Library, game: str, product: FacesProduct
) -> dict[tuple[str, str, str], int] | None:
    """How many cards of each entry the roster of a product needs; None without a roster.

    Upgrades need a card each.
    """
    roster = library.games[game].rosters.get(product.roster or "")
    if roster is None:
        return None
    rules = library.games[game].game.rosters
    upgrades = rules.upgrades.of if rules and rules.upgrades else "traits"
    found: dict[tuple[str, str, str], int] = {}
    for member in roster_members(library, roster):
        used = [(member.kind, member.entry), *((upgrades, each) for each in member.upgrades)]
        for kind, entry in used:
            name = kind, entry.game, entry.id
            found[name] = found.get(name, 0) + member.member.count
    return found


def _quantities(
    library: Library, game: str, product: FacesProduct
) -> dict[tuple[str, str, str], int]:
    """The quantities of a product, by kind, game and id of the entry."""
    return {
        (kind, entry.game, entry.id): number
        for reference, number in product.quantities.items()
        for kind in product.kinds
        if (entry := library.find(kind, game, reference))
    }
