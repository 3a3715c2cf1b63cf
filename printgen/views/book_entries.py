"""The entries that the chapters of a book show, their titles, and the references to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from markupsafe import Markup

from printgen.content.directives import LEAF_DIRECTIVES, TABLES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import PRODUCT, Chapter, Directive, anchor
from printgen.content.models.hexmap import HexMap
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.page_products import BookProduct
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.quest import Quest
from printgen.content.models.roster import Roster
from printgen.content.models.scenario import ActionPlan, Scenario
from printgen.content.models.study import Example, Study
from printgen.content.models.table import Table
from printgen.rules.chapters import directive_targets
from printgen.typography.text import plain_words, say, typeset

# --- the entries that the chapters of a book show, and their titles -------------------------------


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
            names[heading.id] = typeset(heading.words.replace("'", "’"), chapter.lang)
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
