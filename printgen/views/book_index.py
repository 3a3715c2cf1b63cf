"""The index of a book: its terms, and the entries that it shows, by initial letter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.scenario import Scenario
from printgen.content.models.table import Table
from printgen.content.models.text import texts
from printgen.rules.terms import Vocabulary, vocabulary
from printgen.typography.language import Language, language
from printgen.typography.text import plain_words, term_anchor, typeset
from printgen.views.book_entries import BookEntry, entry_title, is_profile, shown_entries
from printgen.views.prose import IndexTerm

_KINDS: dict[str, type[Trait | Profile | Table | Scenario]] = {
    "traits": Trait,
    "profiles": Profile,
    "tables": Table,
    "scenarios": Scenario,
}

# What the anchor of a passage about an entry itself begins with.
_OWN: dict[type, str] = {
    Trait: "trait_",
    Profile: "profile_",
    Table: "table_",
    Scenario: "scenario_",
}


class IndexTermView(TypedDict):
    """A term, the anchors of the passages about it, each with the title of its chapter, and those
    of them that define it.
    """

    words: str
    anchors: list[str]
    chapters: list[str]
    main: list[str]


class IndexLetterView(TypedDict):
    """An initial letter and its terms, sorted."""

    letter: str
    terms: list[IndexTermView]


def index_view(
    terms: Iterable[IndexTerm], titles: dict[str, str], lang: str
) -> list[IndexLetterView]:
    """Terms sorted and grouped by initial letter; terms that differ in case or accents only are
    merged. `titles` are those of the chapters, by name.
    """
    merged: dict[str, IndexTermView] = {}
    # The passage that defines a term comes first.
    for term in sorted(terms, key=lambda term: not term.main):
        capitalised = Markup(term.html[:1].upper() + term.html[1:])  # noqa: S704 - `prose` made it
        new: IndexTermView = {"words": capitalised, "anchors": [], "chapters": [], "main": []}
        entry = merged.setdefault(_sort_key(term.html, lang), new)
        entry["anchors"].append(term.anchor)
        entry["chapters"].append(titles[term.chapter])
        if term.main:
            entry["main"].append(term.anchor)
    letters: dict[str, list[IndexTermView]] = {}
    for key in sorted(merged):
        letters.setdefault(key[:1].upper(), []).append(merged[key])
    return [{"letter": letter, "terms": terms} for letter, terms in letters.items()]


def entry_terms(
    library: Library,
    content: GameContent,
    chapters: Sequence[Chapter],
    kinds: Collection[str],
    lang: str,
    marked: Iterable[IndexTerm] = (),
) -> list[IndexTerm]:
    """The entries of some kinds that chapters show: where a passage is its own, or else at all
    others, such as the profiles that have a weapon. Their articles follow them, unless a passage is
    `marked` with the whole name.
    """
    wanted = tuple(_KINDS[kind] for kind in kinds)
    known = {_sort_key(term.html, lang) for term in marked}
    found: dict[tuple[type, str, str], list[IndexTerm]] = {}
    for chapter in chapters:
        for entry, anchor in _shown(library, content, chapter):
            if not isinstance(entry.value, wanted):
                continue
            name = type(entry.value), entry.game, entry.id
            own = anchor.startswith(_OWN[name[0]])
            before = found.setdefault(name, [])
            if before and before[0].main:
                continue
            title = entry_title(library, entry, chapter.lang)
            if _sort_key(title, lang) not in known:
                title = article_last(title, chapter.lang)
            term = IndexTerm(title, anchor, chapter.name, main=own)
            found[name] = [term] if own else [*before, term]
    return [term for terms in found.values() for term in terms]


def scenario_terms(
    library: Library, content: GameContent, chapters: Sequence[Chapter]
) -> Iterator[IndexTerm]:
    """The terms that the texts of scenarios mark, of scenarios that chapters show."""
    for chapter in chapters:
        known = vocabulary(library, content, chapter.lang)
        for entry, _ in shown_entries(library, content, [chapter]):
            if isinstance(entry.value, Scenario):
                for html, anchor in _marked(entry.value, known, content, chapter.lang):
                    yield IndexTerm(html, anchor, chapter.name)


def _marked(
    scenario: Scenario, known: Vocabulary, content: GameContent, lang: str
) -> Iterator[tuple[str, str]]:
    """The terms that a scenario marks, each with the anchor of its text."""
    for path, text in texts(scenario):
        key = text.language_for(lang, content.first_language)
        marks = text.terms.get(key, ()) if path[0] in Scenario.indexed else ()
        for number, mark in enumerate(marks):
            words = known.marked_entry(mark.words, mark.key)
            yield typeset(words, lang), term_anchor(text, key, number)


def article_last(title: str, lang: str) -> str:
    """The title of an entry with its article last: *Creature, The*, *Créature (La)*."""
    own = language(lang)
    match = _article(own).match(title) if own.article_last else None
    rest = title[match.end() :] if match else ""
    if match is None or not rest:
        return title
    last = own.article_last.replace("{}", match[0].strip(" \u00a0"))
    return Markup(rest[:1].upper() + rest[1:] + last)  # noqa: S704 - the title is HTML


@cache
def _article(own: Language) -> re.Pattern[str]:
    """The articles at the beginning of a title."""
    whole = (article.capitalize() for article in own.articles)
    return re.compile(
        "|".join(f"{each}[ \u00a0]" if each[-1] != "’" else f"{each[:-1]}[’']" for each in whole)
    )


def _shown(
    library: Library, content: GameContent, chapter: Chapter
) -> Iterator[tuple[BookEntry, str]]:
    """The entries that a chapter shows, and the traits of its profiles."""
    for entry, anchor in shown_entries(library, content, [chapter]):
        yield entry, anchor
        if is_profile(entry) and anchor.startswith("profile_"):
            for trait in library.traits_of(entry):
                yield trait, anchor


def _sort_key(html: str, lang: str) -> str:
    """The letters, digits and spaces of a term, without accents, case and markup, in the
    alphabetical order of a language.
    """
    folded = plain_words(html).casefold().translate(str.maketrans(language(lang).sort_as))
    return "".join(
        c for c in unicodedata.normalize("NFKD", folded) if c.isalnum() or c == " "
    ).strip()
