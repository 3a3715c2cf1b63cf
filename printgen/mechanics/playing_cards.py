"""Playing cards in worked examples: `10 heart`, `queen club`, `joker`, `joker spade`."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError
from printgen.content.library import GameContent
from printgen.problems import did_you_mean

JOKER = "joker"

# The scale of a game with the ranks of its cards, lowest first.
SCALE = "cards"


@dataclass(frozen=True, slots=True)
class Card:
    """A card: the id of its rank, its suit, and its height (the position of its rank, from 1).

    A joker has height 0, and the suit that it replaces, if the example gives one.
    """

    rank: str
    suit: str
    height: int

    @property
    def joker(self) -> bool:
        """Whether the card is a joker."""
        return self.rank == JOKER

    def __str__(self) -> str:
        return f"{self.rank} {self.suit}".strip()


def ranks_of(content: GameContent, *path: str | int) -> list[str]:
    """The ranks of the game's cards, from the lowest to the highest. Raises ComputationError."""
    scale = content.game.scales.get(SCALE)
    if scale is None:
        hint = did_you_mean(SCALE, content.game.scales)
        raise ComputationError(f"the game has no scale '{SCALE}'", *path, hint=hint)
    return list(scale.ranks)


def read_card(content: GameContent, words: str, *path: str | int) -> Card:
    """Parse a card. Raises ComputationError."""
    rank, _, suit = words.strip().partition(" ")
    if rank != JOKER or suit:
        _suit(content, suit, *path)
    if rank == JOKER:
        return Card(JOKER, suit, 0)
    return Card(rank, suit, height(content, rank, *path))


def _suit(content: GameContent, suit: str, *path: str | int) -> None:
    if suit not in content.game.suits:
        hint = did_you_mean(suit, content.game.suits)
        message = f"no suit '{suit}'" if suit else "expected a rank and a suit"
        raise ComputationError(message, *path, hint=hint)


def height(content: GameContent, rank: str, *path: str | int) -> int:
    """The position of a rank in the scale, from 1. Raises ComputationError."""
    known = ranks_of(content, *path)
    if rank not in known:
        raise ComputationError(f"no card '{rank}'", *path, hint=did_you_mean(rank, [*known, JOKER]))
    return known.index(rank) + 1
