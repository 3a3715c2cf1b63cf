"""The words for the icons of a game: icons have names in one language only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from printgen.content.library import GameContent
from printgen.content.models.kind import EntryField
from printgen.content.models.profile import Stat
from printgen.content.models.text import Text
from printgen.content.names import folded
from printgen.problems import did_you_mean
from printgen.rules.terms import terms


def icon_labels(content: GameContent, lang: str) -> dict[str, Text]:
    """What the icons of a game are called in a language, by their names: the term of the same name,
    the counter, the option of a choice, the stat or field, or the kind of traits. Icons that
    nothing names are left out.
    """
    found = {folded(name): Text({lang: words.term}) for name, words in terms(content, lang).items()}
    for name, label in _labels(content):
        if {lang, "any"} & {content.first_language if key == "" else key for key in label}:
            found.setdefault(folded(name), label)
    named = ((icon, found.get(folded(icon))) for icon in content.game.icons)
    return {icon: label for icon, label in named if label}


def listed_icons(content: GameContent, names: Sequence[str]) -> list[str]:
    """The icons of a list: all of the game, but emoji, if it names none."""
    return [*names] or [name for name in content.game.icons if name.isascii()]


def icon_fault(content: GameContent, name: str, langs: Sequence[str]) -> tuple[str, str] | None:
    """Why a list of icons in some languages cannot have an icon: a message and a hint. None if it
    can.
    """
    if name not in content.game.icons:
        return f"no icon '{name}'", did_you_mean(name, content.game.icons)
    without = [lang for lang in langs if name not in icon_labels(content, lang)]
    if without:
        message = f"nothing says what the icon '{name}' is called in {', '.join(without)}"
        return message, f"add a term `{name}`, or name the other icons in the list"
    return None


def _labels(content: GameContent) -> Iterator[tuple[str, Text]]:
    """What may be called as an icon is, and its label."""
    for name, counter in content.game.counters.items():
        yield name, counter.label
    values = [*_values(content)]
    for _, each in values:
        yield from each.options.items()
    for name, each in values:
        if each.label:
            yield name, each.label
    for name, kind in content.game.trait_kinds.items():
        yield name, kind.label


def _values(content: GameContent) -> Iterator[tuple[str, Stat | EntryField]]:
    """The stats and fields that a game declares."""
    game = content.game
    yield from chain.from_iterable(line.stats.items() for line in game.stat_lines.values())
    yield from chain.from_iterable(kind.stats.items() for kind in game.trait_kinds.values())
    yield from chain.from_iterable(kind.fields.items() for kind in game.kinds.values())
