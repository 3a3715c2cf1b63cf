"""The errata of a book: the notes of its game and of the entries that its chapters show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter
from printgen.typography.text import say, say_all
from printgen.views.book_entries import BookEntry, entry_title, is_profile, shown_entries
from printgen.views.book_references import References


class ErratumView(TypedDict):
    """The errata notes of an entry: its title, its anchor. Those of the game have no anchor.
    `reference` is the attributes of the link to it.
    """

    title: str
    anchor: str
    reference: str
    texts: list[str]


def errata_views(
    library: Library,
    content: GameContent,
    chapters: list[Chapter],
    lang: str,
    references: References,
) -> Iterator[ErratumView]:
    """The errata of a book, in the order in which its chapters show the entries."""
    if content.game.errata:
        yield {
            "title": say(content.game.title, lang, content),
            "anchor": "",
            "reference": "",
            "texts": say_all(content.game.errata, lang, content),
        }
    for entry, anchor in _shown_with_traits(library, content, chapters):
        if entry.value.errata:
            yield {
                "title": entry_title(library, entry, lang),
                "anchor": anchor,
                "reference": references.attributes(anchor),
                "texts": say_all(entry.value.errata, lang, library.games[entry.game]),
            }


def _shown_with_traits(
    library: Library, content: GameContent, chapters: list[Chapter]
) -> list[tuple[BookEntry, str]]:
    """The entries shown, each once with its anchor; after a profile, those of its traits that the
    book shows nowhere else. An entry that is shown in full has the anchor of that passage, not of a
    scenario that only names it.
    """
    shown = list(shown_entries(library, content, chapters))
    anchors: dict[tuple[type, str, str], str] = {}
    for entry, anchor in [*filter(_in_full, shown), *shown]:
        anchors.setdefault(_name(entry), anchor)
    listed = [(entry, anchor) for entry, anchor in shown if anchors[_name(entry)] == anchor]
    own = set(anchors)
    found: dict[tuple[type, str, str], tuple[BookEntry, str]] = {}
    for entry, anchor in listed:
        found.setdefault(_name(entry), (entry, anchor))
        carried = library.traits_of(entry) if is_profile(entry) else []
        for trait in carried:
            if _name(trait) not in own:
                found.setdefault(_name(trait), (trait, anchor))
    return list(found.values())


def _name(entry: BookEntry) -> tuple[type, str, str]:
    return type(entry.value), entry.game, entry.id


def _in_full(shown: tuple[BookEntry, str]) -> bool:
    """Whether an entry is shown in a passage of its own: a scenario only names its profiles."""
    entry, anchor = shown
    return not is_profile(entry) or anchor.startswith("profile_")
