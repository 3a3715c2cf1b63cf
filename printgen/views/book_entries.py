"""The entries that the chapters of a book show, the references to them, and the index."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypedDict, TypeGuard

from markupsafe import Markup

from printgen.content.directives import LEAF_DIRECTIVES, TABLES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import PRODUCT, Chapter, Directive, anchor
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.page_products import BookProduct
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.roster import Roster
from printgen.content.models.scenario import ActionPlan, Scenario
from printgen.content.models.study import Study
from printgen.content.models.table import Table
from printgen.content.models.text import texts
from printgen.rules.chapters import directive_targets
from printgen.rules.terms import Vocabulary, vocabulary
from printgen.typography.language import Language, language
from printgen.typography.text import alphabetical, curly, plain_words, say, term_anchor, typeset

BookEntry = Entry[Profile | Trait | ActionPlan | Table | Scenario | Study | Roster | DeclaredEntry]


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
            for kind, reference, place in directive_targets(content, library, directive):
                folder = "traits" if kind == "trait" else LEAF_DIRECTIVES.get(kind, kind)
                entry = library.find(folder, content.id, reference) if kind != "scale" else None
                if entry:
                    yield entry, place


# --- the sections of a book with their numbers, and what a reference prints -----------------------


# The deepest level of headings that has a number.
NUMBERED_LEVEL = 2


@dataclass(frozen=True, slots=True)
class References:
    """What the references of a book print.

    `names` has the text of references without one, as HTML, by anchor. `numbers` has the number of
    the section of each anchor; it is empty in a book without numbers. `page` and `chapter` are the
    words before page numbers and the numbers of chapters; without them, references print nothing.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    chapter: str = ""

    def attributes(self, target: str, section: str = "") -> str:
        """The attributes of a link to an anchor from the section with this number.

        The layout prints `data-far` with the page in place of `#`, or `data-near` if it is there
        and the link stands on the page of its target or on the facing page. A space prints nothing.
        """
        if not self.page:
            return ""
        number, page = self.numbers.get(target, ""), f"{self.page}\u00a0#"
        if not number or number == section:
            return Markup(' data-near=" " data-far="({})"').format(page)
        if "." not in number:
            number = f"{self.chapter}\u00a0{number}"
        return Markup(' data-near="({0})" data-far="({0},\u00a0{1})"').format(number, page)


def references_of(
    library: Library,
    content: GameContent,
    product: BookProduct,
    chapters: Sequence[Chapter],
    words: Mapping[str, str],
) -> References:
    """What the references of a book print, with these labels."""
    numbers = section_numbers(library, content, chapters) if product.numbered else {}
    page, chapter = (plain_words(words[key]) for key in ("see_page", "see_chapter"))
    return References(_names(library, content, chapters), numbers, page, chapter)


def _names(library: Library, content: GameContent, chapters: Sequence[Chapter]) -> dict[str, str]:
    """The text of a reference to each anchor of the book, as HTML."""
    names = {
        anchor(PRODUCT, id): say(product.value.title, chapters[0].lang, content)
        for id, product in (content.products.items() if chapters else ())
    }
    for chapter in chapters:
        for entry, place in shown_entries(library, content, [chapter]):
            names.setdefault(place, entry_title(library, entry, chapter.lang))
        for directive in chapter.directives:
            if directive.name == "scale":
                label = content.game.scales[directive.argument].label
                names[anchor("scale", directive.argument)] = say(label, chapter.lang, content)
        for heading in chapter.headings:
            names[heading.id] = typeset(curly(heading.words, chapter.lang), chapter.lang)
    return names


def section_numbers(
    library: Library, content: GameContent, chapters: Sequence[Chapter]
) -> dict[str, str]:
    """The numbers of chapters (`4`) and of their second-level sections (`4.2`), by the anchors of
    their headings, of the chapters, and of the entries that the sections show.
    """
    found: dict[str, str] = {}
    for at, chapter in enumerate(chapters, start=1):
        found[f"chapter_{chapter.name}"] = str(at)
        sections = list(_sections(chapter, at))
        found |= {id: number for _, number, id in sections if id}
        # A table of stats has rows of entries that are shown in full elsewhere.
        ordered = sorted(chapter.directives, key=lambda directive: directive.name in TABLES)
        for directive in ordered:
            number = _above(directive.position.line, sections)
            if _is_chapter_of(content, chapter, directive):
                number = str(at)
            for _, _, place in directive_targets(content, library, directive):
                found.setdefault(place, number)
        for heading in chapter.headings:
            # A heading without a number is in the section above it.
            found.setdefault(heading.id, _above(heading.position.line, sections))
    return found


def _is_chapter_of(content: GameContent, chapter: Chapter, directive: Directive) -> bool:
    """Whether a directive shows the scenario that its chapter is named after."""
    scenario = content.scenarios.get(directive.argument) if directive.name == "scenario" else None
    if scenario is None:
        return False
    title = plain_words(say(scenario.value.title, chapter.lang, content))
    return any(title in heading.words for heading in chapter.headings if heading.level == 1)


def _sections(chapter: Chapter, at: int) -> Iterator[tuple[int, str, str]]:
    """The line, the number and the id of each numbered heading; the chapter begins at line 0."""
    yield 0, str(at), ""
    part = 0
    for heading in chapter.headings:
        if heading.level == 1:
            yield heading.position.line, str(at), heading.id
        elif heading.level == NUMBERED_LEVEL:
            part += 1
            yield heading.position.line, f"{at}.{part}", heading.id


def _above(line: int, sections: Sequence[tuple[int, str, str]]) -> str:
    """The number of the last section that begins at a line or before it."""
    return [number for begin, number, _ in sections if begin <= line][-1]


def number_html(number: str) -> str:
    """The number of a section as HTML, with the space before its title; empty without a number."""
    if not number:
        return ""
    return Markup('<span class="section-number">{}</span>\u00a0').format(number)


# --- the index of a book: its terms, and the entries that it shows, by initial letter -------------


@dataclass(slots=True)
class IndexTerm:
    """A term of the index, as HTML, with the anchor of the passage about it and the name of its
    chapter. `main` is for the passage that defines it.
    """

    html: str
    anchor: str
    chapter: str
    main: bool = False


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
        entry = merged.setdefault(alphabetical(term.html, lang), new)
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
    wanted = tuple(_KINDS[kind] for kind in kinds if kind in _KINDS)
    declared = [content.declared[kind] for kind in kinds if kind in content.declared]

    def is_wanted(entry: BookEntry) -> bool:
        ours = any(entries.get(entry.id) is entry for entries in declared)
        return ours or isinstance(entry.value, wanted)

    known = {alphabetical(term.html, lang) for term in marked}
    found: dict[tuple[type, str, str], list[IndexTerm]] = {}
    for chapter in chapters:
        for entry, place in _shown(library, content, chapter):
            if not is_wanted(entry):
                continue
            name = type(entry.value), entry.game, entry.id
            # Entries of kinds that the game declares have no other passages.
            own = place.startswith(_OWN.get(name[0], ""))
            before = found.setdefault(name, [])
            if before and before[0].main:
                continue
            title = entry_title(library, entry, chapter.lang)
            if alphabetical(title, lang) not in known:
                title = article_last(title, chapter.lang)
            term = IndexTerm(title, place, chapter.name, main=own)
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
                for html, place in _marked(entry.value, known, content, chapter.lang):
                    yield IndexTerm(html, place, chapter.name)


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
    for entry, place in shown_entries(library, content, [chapter]):
        yield entry, place
        if is_profile(entry) and place.startswith("profile_"):
            for trait in library.traits_of(entry):
                yield trait, place
