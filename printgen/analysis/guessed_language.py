"""The language of a text, guessed from its function words."""

from __future__ import annotations

import re
from functools import lru_cache

# Function words that are frequent in one language, and no words of the others.
_WORDS = {
    "en": """the of and is are was were be been has have had his her its their they them this that
        these those with from by for your you we our it he she who which what when where than then
        not but if at an as or into per each any all no one may must can does do did will would
        two three four five seven eight nine ten goes takes only""",
    "fr": """le la les un une des du de et est sont était être il elle ils elles ce cette ces cet
        qui que quoi dont où quand dans par pour avec sur sous sans vers ne pas plus se sa son ses
        leur leurs vous votre vos nous notre nos au aux mais ou si chaque tout tous toute
        deux trois quatre cinq sept huit neuf dix""",
    "de": """der das den dem des ein eine einen einem einer und ist sind war waren nicht er sie es
        wir ihr ihre ihren sein seine mit von vom zu zum zur für auf aus bei nach wenn oder aber
        auch als wie jede jeder jedes kein keine werden wird dass zwei
        drei vier sechs acht neun zehn""",
}

# What marks of terms, quotes and headings say is not printed.
_ATTRIBUTES = re.compile(r"\{[.#][^{}]*\}")
_LETTERS = re.compile(r"[^\W\d_]+")
# Elisions: `l'`, `d'`, `qu'` are French words.
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu)['’](?=\w)", re.IGNORECASE)
_ENGLISH_ENDING = re.compile(r"(?<=\w)['’](?:s|t|re|ll|ve|d)\b", re.IGNORECASE)

# Several words in emphasis or in quotation marks, which may be in any language.
_FOREIGN = re.compile(
    r"(?<![*\w])\*(?=[^*]* )[^*]{1,80}\*(?![*\w])|“(?=[^”]* )[^”]{1,80}”|«[^»]{1,80}»"
    r"|\"(?=[^\"]* )[^\"]{1,80}\""
)

# The least number of function words of another language.
_FEWEST = 2


def _exclusive() -> dict[str, frozenset[str]]:
    found = {lang: set(words.split()) for lang, words in _WORDS.items()}
    return {
        lang: frozenset(words.difference(*(w for other, w in found.items() if other != lang)))
        for lang, words in found.items()
    }


_EXCLUSIVE = _exclusive()


# `serve` asks about the same texts after each change.
@lru_cache(maxsize=20_000)
def other_language(text: str, lang: str) -> str | None:
    """The language that a text is in, if that is clearly another one than `lang`; otherwise None.

    English, French and German are known. A few words in another language, as in names and quoted
    titles, do not count, nor do several words in emphasis or in quotation marks.
    """
    own = lang.split("-")[0]
    if own not in _EXCLUSIVE:
        return None
    text = _FOREIGN.sub("", _ATTRIBUTES.sub("", text))
    words = [word.lower() for word in _LETTERS.findall(text)]
    counts = {name: sum(word in known for word in words) for name, known in _EXCLUSIVE.items()}
    counts["fr"] += len(_ELISION.findall(text))
    counts["en"] += len(_ENGLISH_ENDING.findall(text))
    best = max(counts, key=lambda name: counts[name])
    clear = counts[best] >= _FEWEST and counts[best] >= 3 * counts[own] + _FEWEST
    return best if best != own and clear else None
