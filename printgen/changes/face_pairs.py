"""The old and the new face of changed cards, as small pictures side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from printgen.changes.decks import DeckCard
from printgen.changes.pack import Pack
from printgen.changes.pictures import FINE_DPI, Side, jpeg_address, thumbnails

# The most pairs of a page for players, in a language: a picture of a face has up to 60 kB.
MOST_PAIRS = 24

# The largest size of a picture (mm): three pairs are side by side.
_WIDTH, _HEIGHT = 26.0, 36.4

# The most names of cards that share a face.
_MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class FacePair:
    """A face that changed, of the cards with the names."""

    names: list[str]
    old: Side
    new: Side


class PairView(TypedDict):
    """A pair for the template: addresses of pictures, and their widths in mm."""

    name: str
    old: str
    old_width: float
    new: str
    new_width: float


def face_pairs(pack: Pack) -> list[FacePair]:
    """The faces of a deck that changed: of each card that is in both editions, the first side that
    looks different. A face that cards share is there once.
    """
    found: dict[tuple[str, str], FacePair] = {}
    for old, new in _changed(pack):
        sides = zip(old.sides or (), new.sides or (), strict=False)
        for before, after in sides:
            if pack.looks[before.digest] != pack.looks[after.digest]:
                key = before.digest, after.digest
                found.setdefault(key, FacePair([], before, after)).names.append(new.name)
                break
    return list(found.values())


def _changed(pack: Pack) -> Iterator[tuple[DeckCard, DeckCard]]:
    """The cards to remove whose new ones are added: by what they are, or else by their names."""
    removed = [copies.card for copies in pack.removed]
    known = {card.name: card for card in removed} | {card.full_name: card for card in removed}
    for copies in pack.added:
        new = copies.card
        if old := known.get(new.full_name) or known.get(new.name):
            yield old, new


def pair_views(pairs: Sequence[FacePair]) -> list[PairView]:
    """The views of pairs, with pictures as a printer shows them."""
    sides = [side for pair in pairs for side in (pair.old, pair.new)]
    pictures = map(jpeg_address, thumbnails(sides, lambda side: FINE_DPI * _scale(side)))
    return [
        {
            "name": _names(pair.names),
            "old": next(pictures),
            "old_width": _width(pair.old),
            "new": next(pictures),
            "new_width": _width(pair.new),
        }
        for pair in pairs
    ]


def _names(names: Sequence[str]) -> str:
    more = "…" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _scale(side: Side) -> float:
    """How much smaller the picture of a side is than its card."""
    return min(_WIDTH / side.cut.size.width, _HEIGHT / side.cut.size.height, 1)


def _width(side: Side) -> float:
    return round(side.cut.size.width * _scale(side), 2)
