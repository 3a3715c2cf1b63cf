"""What all views of worked examples say: names, cards, suits, modifiers, in one language."""

from __future__ import annotations

from typing import Any

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import Profile
from printgen.mechanics.example_lookup import stat_block
from printgen.mechanics.modifiers import CASE, RANGE, Modifier
from printgen.mechanics.playing_cards import JOKER, SCALE, Card
from printgen.typography.text import say

View = dict[str, Any]


class ExamplePresenter:
    """Says what an example of a game shows, in one language."""

    def __init__(self, library: Library, game: str, lang: str):
        self.library, self.game, self.lang = library, game, lang
        self.content: GameContent = library.games[game]

    def words(self, text: Any) -> str:
        """A text of the example; empty where there is none."""
        return say(text, self.lang, self.content) if text else ""

    def name(self, entry: Entry[Any] | None) -> str:
        """What a profile or a trait is called; empty for none."""
        return say(entry.value.name, self.lang, self.library.games[entry.game]) if entry else ""

    def stat_label(self, profile: Entry[Profile], key: str) -> str:
        """The label of a stat of a profile."""
        block = stat_block(self.library, profile, key)
        assert block is not None
        return say(block.line.stats[key].label, self.lang, self.library.games[block.game])

    def card(self, card: Card) -> View:
        """A card: its short label, the symbol of its suit, and whether that is red."""
        suit = self.content.game.suits.get(card.suit)
        return {
            "joker": card.joker,
            "label": self.rank(card.rank),
            "symbol": suit.symbol if suit else "",
            "red": bool(suit and suit.red),
        }

    def rank(self, rank: str) -> str:
        """The short label of a rank; empty for a joker, whose word the template brings."""
        if rank == JOKER:
            return ""
        return say(self.content.game.scales[SCALE].ranks[rank].label, self.lang, self.content)

    def suits(self, names: frozenset[str]) -> list[View]:
        """Suits in the order of the game."""
        suits = self.content.game.suits
        return [{"symbol": suits[n].symbol, "red": suits[n].red} for n in suits if n in names]

    def modifier(self, modifier: Modifier) -> View:
        """What is added, and what it is called: a row without its capital, a rule as it is."""
        if modifier.row is None:
            return {"by": modifier.by, "label": self.name(modifier.trait)}
        entry, number = modifier.row
        row = entry.value.rows[number]
        label = say(row.get(CASE) or row[RANGE], self.lang, self.library.games[entry.game])
        return {"by": modifier.by, "label": label[:1].lower() + label[1:]}
