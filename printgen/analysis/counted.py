"""Counts that texts state: of miniatures and steps (`{count: 5 zombies}`), and of the entries of a
kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.analysis.resolve import ComputationError
from printgen.analysis.scenarios import forces
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
    """How many miniatures of a scenario, or steps of a quest, have a name that is in the words.
    Raises ComputationError.
    """
    things = list(_things(library, entry, lang))
    about = stems(words)
    named = [count for name, count in things if stems(name) & about]
    if not named:
        known = ", ".join(dict.fromkeys(name for name, _ in things))
        raise ComputationError(f"nothing in {entry.id} has a name that is in '{words}'", hint=known)
    for count in named:
        if not isinstance(count, int):
            raise ComputationError(f"the number is known in play only: {count}")
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
