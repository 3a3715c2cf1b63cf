"""Counts that texts state: of miniatures, tallies and steps (`{count: 5 zombies}`), and of the
entries of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.analysis.expressions import ExpressionError
from printgen.analysis.resolve import ComputationError
from printgen.analysis.scenarios import Counts, forces
from printgen.analysis.sentences import stems
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.quest import Quest
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Text

# The path of a count that is known by its words.
COUNT = "count"

# What is counted, in words, and how often it is there; an expression is not known before play.
_Counted = tuple[str, int | str]


def is_counted(entry: AnyEntry) -> bool:
    """Whether an entry has things that its texts count."""
    return isinstance(entry.value, Scenario | Quest)


def counted(library: Library, entry: AnyEntry, words: str, lang: str) -> str:
    """How many miniatures of a scenario, or steps of a quest, have a name that is in the words; if
    none has, the tallies of the scenario that have. Raises ComputationError.
    """
    things, tallies = list(_things(library, entry, lang)), list(_tallies(library, entry, lang))
    about = stems(words)
    named = [count for name, count in things if stems(name) & about] or [
        _known(library, entry, count) for name, count in tallies if stems(name) & about
    ]
    if not named:
        names = ", ".join(dict.fromkeys(name for name, _ in things + tallies))
        what = "steps" if isinstance(entry.value, Quest) else "forces and tallies"
        message = f"nothing in {entry.id} has a name that is in '{words}'"
        raise ComputationError(message, hint=f"{what} are counted: {names or 'it has none'}")
    for count in named:
        if not isinstance(count, int):
            hint = "write the words without `count`"
            raise ComputationError(f"the number is known in play only: {count}", hint=hint)
    return str(sum(count for count in named if isinstance(count, int)))


def number_of_kind(content: GameContent, kind: str, path: Sequence[str]) -> str:
    """How many entries of a kind a game has. Raises ComputationError, also if some have faults."""
    if list(path) != [COUNT]:
        message = f"'{kind}' is a kind of entries: only its {COUNT} can be quoted"
        raise ComputationError(message, hint=f"{{.is of={kind} stat={COUNT}}}")
    if any(folder == kind for folder, _ in content.broken):
        raise ComputationError(f"some {kind} have faults", silent=True)
    return str(len(content.of_kind(kind)))


def _things(library: Library, entry: AnyEntry, lang: str) -> Iterator[_Counted]:
    value, content = entry.value, library.games[entry.game]
    first = content.first_language
    if isinstance(value, Scenario):
        for _, force in forces(value):
            profile = library.find("profiles", entry.game, force.profile)
            name = force.name or (profile.value.name if profile else Text({"any": force.profile}))
            yield name[name.language_for(lang, first)], force.count
    elif isinstance(value, Quest) and content.game.quests:
        types = content.game.quests.types
        for step in value.steps:
            if step.type in types:
                label = types[step.type].label
                yield label[label.language_for(lang, first)], 1


def _tallies(library: Library, entry: AnyEntry, lang: str) -> Iterator[_Counted]:
    value, first = entry.value, library.games[entry.game].first_language
    for tally in value.tallies if isinstance(value, Scenario) else ():
        yield tally.label[tally.label.language_for(lang, first)], tally.count


def _known(library: Library, entry: AnyEntry, count: int | str) -> int | str:
    """The count of a tally if it is the same for each number of players; else with its values."""
    try:
        found = Counts(library.games[entry.game], entry.value).of(count)
    except ExpressionError as error:
        # It is reported at the tally.
        raise ComputationError(str(error), silent=True) from None
    return found[0] if len({*found}) == 1 else f"{count} ({', '.join(map(str, found))})"
