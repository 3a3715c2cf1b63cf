"""The words for icons in a language: icons have names in one language only."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.analysis.terms import terms
from printgen.content.library import GameContent
from printgen.content.models.stat import Values
from printgen.content.models.text import Text
from printgen.typography.text import in_sentence, plain_words, say


def icon_names(content: GameContent, lang: str) -> dict[str, str]:
    """The words for the icons of a game, by the names of the icons: the term, the counter, or the
    choice of a stat or of a field that has the same name. Others keep their names.
    """
    found = {name: words.term for name, words in terms(content, lang).items()}
    for name, counter in content.game.counters.items():
        found.setdefault(name, _said(counter.label, lang, content))
    for values in _values(content):
        for name, label in values.options.items():
            found.setdefault(name, _said(label, lang, content))
    return {name: words for name, words in found.items() if name in content.game.icons}


def _said(label: Text, lang: str, content: GameContent) -> str:
    """A label as it is within a sentence."""
    return in_sentence(plain_words(say(label, lang, content)), lang)


def _values(content: GameContent) -> Iterator[Values]:
    """All stats and fields of a game."""
    for line in content.game.stat_lines.values():
        yield from line.stats.values()
    for kind in content.game.trait_kinds.values():
        yield from kind.stats.values()
    for declared in content.game.kinds.values():
        yield from declared.fields.values()
