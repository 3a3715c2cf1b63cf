"""The names in full of stats, by the short labels that cards print."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.stat import Stat
from printgen.typography.text import plain_words, say
from printgen.views.stats import stat_block_views

# The names by the labels, which are in lower case: styles print some in capitals.
StatNames = dict[str, str]


def stat_names(library: Library, game: str, lang: str) -> StatNames:
    """The names of the stats of a game, and of the stats of other games whose labels are others.

    A label of several stats has no name.
    """
    found: StatNames = {}
    for content in sorted(library.games.values(), key=lambda each: each.id != game):
        own: dict[str, set[str]] = {}
        for stat in _stats(content):
            label = plain_words(say(stat.label, lang, content))
            name = plain_words(say(stat.name or stat.label, lang, content))
            own.setdefault(label.casefold(), set()).add(name)
        for label, names in own.items():
            found.setdefault(label, names.pop() if len(names) == 1 else "")
    return {label: name for label, name in found.items() if name}


def names_of_card(library: Library, entry: AnyEntry, lang: str, names: StatNames) -> StatNames:
    """The names on the card of an entry: those of its own stats come first."""
    if not isinstance(entry.value, Profile):
        return names
    blocks = stat_block_views(library, entry, lang)
    own = {
        plain_words(cell["label"]).casefold(): plain_words(cell["name"])
        for block in blocks.values()
        if block["given"]
        for cell in block["cells"]
    }
    return {**names, **own}


def _stats(content: GameContent) -> Iterator[Stat]:
    """All stats that a game declares."""
    for line in content.game.stat_lines.values():
        yield from line.stats.values()
    for kind in content.game.trait_kinds.values():
        yield from kind.stats.values()
