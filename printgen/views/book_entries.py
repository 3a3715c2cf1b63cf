"""The entries that the chapters of a book show, and their titles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from printgen.analysis.chapters import directive_targets
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.models.example import Example
from printgen.content.models.hexmap import HexMap
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.plan import ActionPlan
from printgen.content.models.profile import Profile
from printgen.content.models.quest import Quest
from printgen.content.models.roster import Roster
from printgen.content.models.scenario import Scenario
from printgen.content.models.study import Study
from printgen.content.models.table import Table
from printgen.content.models.trait import Trait
from printgen.typography.text import say

BookEntry = Entry[
    Profile
    | Trait
    | ActionPlan
    | Quest
    | Table
    | Example
    | HexMap
    | Scenario
    | Study
    | Roster
    | DeclaredEntry
]


def is_profile(entry: BookEntry) -> TypeGuard[Entry[Profile]]:
    """Whether the entry is a profile."""
    return isinstance(entry.value, Profile)


def entry_title(library: Library, entry: BookEntry, lang: str) -> str:
    """The name or the title of an entry."""
    title = getattr(entry.value, "title", None) or entry.name
    return say(title, lang, library.games[entry.game])


def shown_entries(
    library: Library, content: GameContent, chapters: Iterable[Chapter]
) -> Iterator[tuple[BookEntry, str]]:
    """The entries that the directives of chapters show, each with its anchor."""
    for chapter in chapters:
        for directive in chapter.directives:
            for kind, reference, anchor in directive_targets(content, library, directive):
                folder = "traits" if kind == "trait" else LEAF_DIRECTIVES.get(kind, kind)
                entry = library.find(folder, content.id, reference) if kind != "scale" else None
                if entry:
                    yield entry, anchor
