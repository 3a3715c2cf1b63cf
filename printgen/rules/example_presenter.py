"""Shared parts of the views of worked examples: names, cards, suits, modifiers."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.text import Text
from printgen.rules.example_lookup import CASE, JOKER, RANGE, SCALE, Card, Modifier, stat_block
from printgen.typography.language import language
from printgen.typography.text import say


class CardView(TypedDict):
    """A playing card: `symbol` is that of its suit; a joker has no label."""

    joker: bool
    label: str
    symbol: str
    red: bool


class SuitView(TypedDict):
    """A suit."""

    symbol: str
    red: bool


class ModifierView(TypedDict):
    """A modifier: its value and its name."""

    by: int
    label: str


class ExamplePresenter:
    """Formats the parts of an example of a game in one language."""

    def __init__(self, library: Library, game: str, lang: str):
        self.library, self.game, self.lang = library, game, lang
        self.content: GameContent = library.games[game]

    def text(self, text: Text | None) -> str:
        """A text of the example; empty for none."""
        return say(text, self.lang, self.content) if text else ""

    def name(self, entry: Entry[Profile] | Entry[Trait] | None) -> str:
        """The name of a profile or a trait; empty for none."""
        return say(entry.value.name, self.lang, self.library.games[entry.game]) if entry else ""

    def stat_label(self, profile: Entry[Profile], key: str) -> str:
        """The label of a stat of a profile."""
        block = stat_block(self.library, profile, key)
        assert block is not None
        return say(block.line.stats[key].label, self.lang, self.library.games[block.game])

    def card(self, card: Card) -> CardView:
        """A card with its short label."""
        suit = self.content.game.suits.get(card.suit)
        return {
            "joker": card.joker,
            "label": self.rank(card.rank),
            "symbol": suit.symbol if suit else "",
            "red": bool(suit and suit.red),
        }

    def rank(self, rank: str) -> str:
        """The short label of a rank; empty for a joker, which the template labels."""
        if rank == JOKER:
            return ""
        return say(self.content.game.scales[SCALE].ranks[rank].label, self.lang, self.content)

    def suits(self, names: frozenset[str]) -> list[SuitView]:
        """Suits in the order of the game."""
        suits = self.content.game.suits
        return [{"symbol": suits[n].symbol, "red": suits[n].red} for n in suits if n in names]

    def modifier(self, modifier: Modifier) -> ModifierView:
        """A modifier. Labels of table rows begin in lower case, where nouns do; names of traits are
        kept.
        """
        if modifier.row is None:
            return {"by": modifier.by, "label": self.name(modifier.trait)}
        entry, number = modifier.row
        row = entry.value.rows[number]
        label = say(row.get(CASE) or row[RANGE], self.lang, self.library.games[entry.game])
        kept = language(self.lang).capital_nouns
        return {"by": modifier.by, "label": label if kept else label[:1].lower() + label[1:]}
