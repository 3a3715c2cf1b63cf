"""The pack of a deck: the cards to print and to cut, and the old ones to remove.

A deck on the table is a number of cards that look like this in front and like that behind. What a
player prints is what the new deck has more of, and what is removed is what the old one has more of:
the old cards without those, and with the pack, look exactly like the new deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from printgen.extras.editions.decks import Deck, DeckCard
from printgen.extras.editions.pictures import Picture, Pictures, Side


@dataclass(frozen=True, slots=True)
class Copies:
    """A number of copies of a card."""

    card: DeckCard
    count: int


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards to add to a deck, and those to remove from it. `new` or `old` is None if one of the
    editions lacks the deck. `looks` are the pictures of their sides, by the digests of drawings.
    """

    new: Deck | None
    old: Deck | None
    added: list[Copies]
    removed: list[Copies]
    looks: Mapping[str, Picture]

    @property
    def deck(self) -> Deck:
        """The deck, of the new edition if it has it."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def count(self) -> int:
        """The number of cards to print."""
        return sum(copies.count for copies in self.added)


def pack(old: Deck | None, new: Deck | None, pictures: Pictures) -> Pack:
    """The pack that makes the new deck of the old one."""
    before, after = _left(old, new)
    known = pictures.compare(_sides([*before, *after]))
    kept = _looks(before, known) & _looks(after, known)
    removed = _without(before, known, Counter(kept))
    return Pack(new, old, _without(after, known, Counter(kept)), removed, known)


def _left(old: Deck | None, new: Deck | None) -> tuple[list[Copies], list[Copies]]:
    """The cards of both decks without the copies whose drawings did not change."""
    before = {card.full_name: card for card in old.cards} if old else {}
    after = {card.full_name: card for card in new.cards} if new else {}
    same = {
        name: min(card.copies, after[name].copies)
        for name, card in before.items()
        if name in after and card.digests is not None and card.digests == after[name].digests
    }
    return _more(before.values(), same), _more(after.values(), same)


def _more(cards: Iterable[DeckCard], fewer: dict[str, int]) -> list[Copies]:
    found = [Copies(card, card.copies - fewer.get(card.full_name, 0)) for card in cards]
    return [copies for copies in found if copies.count]


def _sides(cards: Iterable[Copies]) -> list[Side]:
    return [side for copies in cards for side in copies.card.sides or ()]


# What a card looks like in front and behind; None for one that cannot be laid out.
_Look = tuple[Picture, ...] | None


def _look(card: DeckCard, known: dict[str, Picture]) -> _Look:
    return None if card.digests is None else tuple(known[name] for name in card.digests)


def _looks(cards: Sequence[Copies], known: dict[str, Picture]) -> Counter[_Look]:
    """How many cards look like this."""
    found: Counter[_Look] = Counter()
    for copies in cards:
        if copies.card.sides is not None:
            found[_look(copies.card, known)] += copies.count
    return found


def _without(
    cards: Sequence[Copies], known: dict[str, Picture], kept: Counter[_Look]
) -> list[Copies]:
    """The cards that are left when some that look like this are taken away."""
    found = []
    for copies in cards:
        look = _look(copies.card, known)
        taken = min(copies.count, kept[look])
        kept[look] -= taken
        if copies.count > taken:
            found.append(Copies(copies.card, copies.count - taken))
    return found
