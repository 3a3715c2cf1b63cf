"""The cards that a game is played with, and what they count, as `game.yaml` declares them."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models.base import Id, Model, Short
from printgen.content.models.text import Text


class Suit(Model):
    """A card suit and its symbol."""

    symbol: Short
    """The sign that is printed."""
    label: Text
    """The name of the suit, printed where it is written out."""
    red: bool = False
    """Whether the sign is red."""


class Rank(Model):
    """One rank of a scale: a die face, a poker hand, a card rank."""

    label: Text
    """What is printed for the rank in tables, such as `K` or `10`."""
    name: Text | None = None
    """The rank in full, such as `full house`, for tables and for texts that quote it. Left out: the
    label.
    """
    text: Text | None = None
    """What the rank means, printed beside it in the table of the scale."""
    value: int | None = None
    """The number of steps that a card of this rank advances in a quest, printed beside it."""


class Scale(Model):
    """Ranks in ascending order."""

    label: Text
    """The name of the scale, printed above its table."""
    ranks: dict[Id, Rank] = Field(min_length=1)
    """The ranks by id, from the lowest to the highest."""


class Counter(Model):
    """A number that changes in play, such as life, and its symbol."""

    symbol: Short
    """The sign of the counter, such as ♡, on sheets and in the effects of quest steps."""
    label: Text
    """The name of the counter, printed beside its boxes on a sheet."""
    min: int = 0
    """The lowest number that the counter can have, the first on its track."""
    max: int
    """The highest number that the counter can have, the last on its track."""


class Pile(Model):
    """A pile of cards: every listed rank in every listed suit."""

    label: Text
    """The name of the pile in the table of piles."""
    suits: list[Id] = Field(min_length=1)
    """The suits whose cards go into the pile."""
    ranks: list[Id] = Field(min_length=1)
    """The ranks whose cards go into the pile, one card in each of its suits."""
    shuffled: bool = False
    """Whether the pile is shuffled before play. Left out: it is sorted."""
    face_up: bool = False
    """Whether the cards of the pile lie face up."""
    counter: Id | None = None
    """The counter that the pile keeps track of, such as life."""
    text: Text | None = None
    """What the pile is for, printed in the table of piles."""


class Deck(Model):
    """A pack of cards (all suits times a scale of ranks) and the piles dealt from it."""

    ranks: Id
    """The scale with the ranks of the cards."""
    piles: dict[Id, Pile] = {}
    """The piles that the pack is dealt into, by id."""
