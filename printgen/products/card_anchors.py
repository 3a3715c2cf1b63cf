"""The ids of cards on the page of the cards in words, which the codes on cards lead to."""

from __future__ import annotations

from printgen.content.library import AnyEntry, GameContent

# Kinds that every game has. The kinds that a game declares follow.
_OWN_KINDS = ("profiles", "plans", "traits")


def card_anchor(content: GameContent, kind: str, entry: AnyEntry) -> str:
    """The id of a card of a game: that of its entry; after the name of its game for an entry of
    another game, and after its kind if an entry of an earlier kind has the same id.
    """
    if entry.game != content.id:
        return f"{entry.game}-{entry.id}"
    for earlier in (*_OWN_KINDS, *content.game.kinds):
        if earlier == kind:
            break
        if entry.id in content.of_kind(earlier):
            return f"{kind}-{entry.id}"
    return entry.id
