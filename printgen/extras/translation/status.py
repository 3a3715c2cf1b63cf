"""How far the translations of a game are, by language and kind of text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from printgen.content.library import Library
from printgen.extras.translation.catalogues import Catalogues, languages_of, read_catalogues
from printgen.extras.translation.matching import Matches
from printgen.extras.translation.merging import digest_of, is_left, is_old, is_renewed
from printgen.extras.translation.po import Message
from printgen.extras.translation.units import CHAPTERS, Unit, units

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
        if lang != source:
            found.append(_status(library, game, source, known))
    return found


def _status(library: Library, game: str, source: str, known: Catalogues) -> Status:
    texts = units(library, game, source, known.lang)
    matches = Matches(texts, (m for m in known.messages() if not m.obsolete))
    result = Status(known.lang, source)
    for unit in texts:
        state = _state(unit, matches.of(unit))
        result.texts.setdefault(unit.kind, Counter())[state] += 1
        result.words[state] += len(unit.source.split())
    return result


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
