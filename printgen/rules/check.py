"""Checks: generators of findings about one game, each with its code and its page of the manual; and
the languages that several of them ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from inspect import cleandoc
from itertools import chain
from typing import Literal

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.text import texts
from printgen.problems import Finding, Problem, Severity
from printgen.rules.resolve import ComputationError

Findings = Iterator[Finding]

Apart = Literal["", "files", "chapters"]


@dataclass(frozen=True, slots=True)
class Check:
    """A rule about content: its code, the severity of its problems, and how to find them.

    A check of `single` profiles finds the problems of a profile whichever other profiles there are.
    A check of parts `apart` reads them one by one, and beyond them only `game.yaml` and
    `products.yaml`: parts are all files of entries, and chapters with their translations; or
    chapters only, which it may compare with all entries.
    """

    code: str
    severity: Severity
    find: Callable[[GameContent, Library], Findings]
    single: bool
    apart: Apart

    @property
    def manual(self) -> str:
        """The text of the rule: the docstring of its generator."""
        return cleandoc(self.find.__doc__ or "")

    def __call__(self, content: GameContent, library: Library) -> Iterator[Problem]:
        """The problems of one game."""
        for finding in self.find(content, library):
            yield finding.problem(self.code, self.severity)


def check(
    code: str, severity: Severity = "error", *, single: bool = False, apart: Apart = ""
) -> Callable[[Callable[[GameContent, Library], Findings]], Check]:
    """Declare a generator as the check `code`. Its docstring is the rule's page of the manual."""
    return lambda find: Check(code, severity, find, single, apart)


def unreadable(
    entry: AnyEntry,
    here: tuple[str | int, ...],
    reads: Iterable[Callable[[], object]],
    key: bool = False,
) -> Findings:
    """What cannot be read below the path `here` of an entry: the ComputationErrors that readers
    raise, but for those whose cause is reported elsewhere. `key`: at keys, not at their values.
    """
    for read in reads:
        try:
            read()
        except ComputationError as error:
            if not error.silent:
                yield entry.finding(str(error), *here, *error.path, hint=error.hint, key=key)


# --- the languages in which the texts of a game are written ---------------------------------------


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
