"""The languages in which the texts of a game are written."""

from __future__ import annotations

from itertools import chain

from printgen.content.library import GameContent, Library
from printgen.content.models.text import texts

# Fewer texts do not tell a wrong declaration from a wrong text.
_ENOUGH = 3


def written_instead(library: Library, game: str) -> tuple[frozenset[str], str]:
    """The declared languages in which a game has no text at all, and the language that is not
    declared and that its texts have; no language if there is no such language.
    """
    content = library.games[game]
    return library.remember(("written instead", game), lambda: _written_instead(content))


def built_languages(content: GameContent) -> list[str]:
    """The languages of a game that a product builds; all of them if the game has no products, none
    if its products have faults.
    """
    languages = content.game.languages
    if ("products", "") in content.broken:
        return []
    built = {
        lang
        for product in content.products.values()
        for lang in product.value.languages or languages
    }
    return [lang for lang in languages if lang in built] if built else languages


def _written_instead(content: GameContent) -> tuple[frozenset[str], str]:
    declared = set(content.game.languages)
    absent = declared - {lang for _, lang in content.chapters}
    common, count, plain = set[str](), 0, 0
    for text in chain.from_iterable(texts(entry.value) for entry in content.entries()):
        languages = text[1].keys() - {"", "any"}
        plain += "" in text[1]
        if not languages:
            continue
        absent -= languages
        common = common & languages if count else set(languages)
        count += 1
        if not absent or not common - declared:
            return frozenset(), ""
    if plain >= count:
        # Plain texts are in the first language.
        absent.discard(content.first_language)
    other = sorted(common - declared)
    if not absent or not other or count < _ENOUGH:
        return frozenset(), ""
    return frozenset(absent), other[0]
