"""How far the translations of a game are, by language and kind of text, and checks of which texts
have changed since they were translated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from printgen.content.library import GameContent, Library
from printgen.extras.translation.merging import Matches, is_left, is_old, is_renewed
from printgen.extras.translation.po import (
    Catalogues,
    Message,
    digest_of,
    known_catalogues,
    languages_of,
    read_catalogues,
)
from printgen.extras.translation.units import CHAPTERS, Unit, units
from printgen.problems import Finding, shorten
from printgen.rules.check import Findings, check

# What a text may be, in the order of tables: printed in the language; translated in the PO files,
# and not imported; translated from other words; or none of these.
STATES = ("translated", "waiting", "fuzzy", "untranslated")


@dataclass(slots=True)
class Status:
    """The number of texts of a language in each state, and of their words, by kind."""

    lang: str
    source: str
    texts: dict[str, Counter[str]] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> Counter[str]:
        """The number of texts in each state."""
        return sum(self.texts.values(), Counter())


def statuses(library: Library, game: str) -> list[Status]:
    """How far each language of a game is besides the one that is translated."""
    content = library.games[game]
    listed = (*content.game.languages, *languages_of(library.folders, game))
    found = []
    for lang in dict.fromkeys(listed):
        known = read_catalogues(library.folders, game, lang)
        source = known.source_language or content.first_language
        if lang == source:
            continue
        texts = units(library, game, source, lang)
        matches = Matches(texts, (m for m in known.messages() if not m.obsolete))
        result = Status(lang, source)
        for unit in texts:
            state = _state(unit, matches.of(unit))
            result.texts.setdefault(unit.kind, Counter())[state] += 1
            result.words[state] += len(unit.source.split())
        found.append(result)
    return found


def _state(unit: Unit, message: Message | None) -> str:
    if message is None:
        return "translated" if unit.text else "untranslated"
    if is_left(unit, message):
        return "untranslated"
    if unit.text and is_renewed(unit, message):
        return "translated"
    if message.text and is_old(unit, message):
        return "fuzzy"
    if message.text and message.text != unit.text and digest_of(message.text) != message.state:
        return "waiting"
    if unit.kind == CHAPTERS and message.text:
        return "translated"
    return "translated" if unit.text else "untranslated"


def status_record(library: Library, game: str) -> dict[str, object]:
    """The status of a game's languages as data for scripts."""
    languages = [
        {
            "language": status.lang,
            "source": status.source,
            **_counts(status.all),
            "words": _counts(status.words),
            "kinds": {kind: _counts(counts) for kind, counts in status.texts.items()},
        }
        for status in statuses(library, game)
    ]
    return {"game": game, "languages": languages}


def _counts(found: Counter[str]) -> dict[str, int]:
    return {"all": sum(found.values()), **{state: found[state] for state in STATES}}


# --- checks: which texts have changed since their translations ------------------------------------


_Found = list[tuple[Unit, Message]]


@check("po-syntax", "warning")
def po_syntax(content: GameContent, library: Library) -> Findings:
    """The PO files of a game, in `texts/`, can be read: they are UTF-8 and have at most 10 MB, each
    message has a `msgid` and a `msgstr`, and no context comes twice (a warning; `printgen texts`
    leaves out a message that cannot be read, and names it).
    """
    for lang in languages_of(library.folders, content.id):
        for problem in known_catalogues(library, content, lang).problems:
            yield Finding(problem.position, problem.message, problem.hint)


@check("translation-old", "warning")
def translation_old(content: GameContent, library: Library) -> Findings:
    """A text and its translation belong together: the text has not changed since its translation
    came from a PO file of `texts/` (a warning). It ends when the translation is changed, too, or is
    no longer marked as fuzzy in the PO file, and is imported.
    """
    for known, found in _translations(content, library):
        for unit, message in found:
            fuzzy = message.is_fuzzy or unit.source != message.source
            if not unit.text or is_left(unit, message) or not fuzzy:
                continue
            if is_renewed(unit, message) or not is_old(unit, message):
                continue
            before = message.previous if message.is_fuzzy else message.source
            was = f": it was '{shorten(before)}'" if before and before != unit.source else ""
            said = f"the text in {known.source_language or content.first_language} has changed{was}"
            hint = f"renew the translation, or see {message.at}"
            yield Finding(unit.there, said, hint, also=unit.at)


@check("translation-left", "warning")
def translation_left(content: GameContent, library: Library) -> Findings:
    """A chapter that `printgen texts import` has written has no paragraphs in the language of the
    source (a warning). They are those without a translation in the PO files of `texts/`.
    """
    for known, found in _translations(content, library):
        for unit, message in found:
            if unit.text and is_left(unit, message):
                source = known.source_language or content.first_language
                said = f"the {unit.what} is still in {source}"
                yield Finding(unit.there, said, f"translate {message.at}", also=unit.at)


def _translations(content: GameContent, library: Library) -> Iterator[tuple[Catalogues, _Found]]:
    """The PO files of a game in each of its languages, with its texts and their messages."""
    for lang in languages_of(library.folders, content.id):
        known = known_catalogues(library, content, lang)
        source = known.source_language or content.first_language
        if lang in content.game.languages and lang != source:
            key = "translations", content.id, lang
            yield known, library.remember(key, partial(_matched, library, content, known, source))


def _matched(library: Library, content: GameContent, known: Catalogues, source: str) -> _Found:
    texts = units(library, content.id, source, known.lang)
    matches = Matches(texts, (m for m in known.messages() if not m.obsolete))
    return [(unit, message) for unit in texts if (message := matches.of(unit))]


CHECKS = (po_syntax, translation_old, translation_left)
