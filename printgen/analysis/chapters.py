"""The chapters of books, and the entries that their directives show."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.analysis.scenarios import forces
from printgen.content.library import GameContent, Library
from printgen.content.markdown import (
    PRODUCT,
    REFERABLE,
    Chapter,
    Directive,
    anchor,
)
from printgen.content.models.book_product import BookProduct
from printgen.project import find_template_file

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")

# Maximum hexes of a map shown in a book: with 50 columns across a page, each is about 2 mm wide.
MAX_SHOWN = 3000

# Pictures in this folder belong to the game; all others to its theme.
OWN_PICTURES = "images/"

LINKS = ("https://", "http://", "mailto:")


def books(content: GameContent) -> Iterator[tuple[str, BookProduct, str, list[Chapter]]]:
    """Every book of a game in each of its languages: product id, product, language and chapters."""
    for book in content.products_of(BookProduct):
        for lang in book.value.languages or content.game.languages:
            yield book.id, book.value, lang, chapters_of(content, book.value, lang)


def chapter_files(content: GameContent) -> set[tuple[str, str]]:
    """The names and languages of chapters, those of files that cannot be read among them."""
    unread = (name.rpartition(".") for kind, name in content.broken if kind == "chapters" and name)
    return {*content.chapters, *((name, lang) for name, _, lang in unread)}


def chapter_names(content: GameContent, book: BookProduct) -> list[str]:
    """The names of the chapters of a book."""
    if book.chapters == "all":
        return sorted({name for name, _ in content.chapters})
    return list(book.chapters)


def chapters_of(content: GameContent, book: BookProduct, lang: str) -> list[Chapter]:
    """The existing chapters of a book in one language, in order."""
    wanted = [(name, lang) for name in chapter_names(content, book)]
    return [content.chapters[key] for key in wanted if key in content.chapters]


def theme_file(content: GameContent, library: Library, name: str) -> str | None:
    """The path of a file of the game's theme, or else of the shared theme; None if missing."""
    for folder in (content.game.theme, "_shared"):
        if find_template_file(library.folders, f"{folder}/{name}"):
            return f"{folder}/{name}"
    return None


def anchors(content: GameContent, library: Library, chapters: list[Chapter]) -> set[str]:
    """What references may lead to: the headings of chapters and the entries that they show, and the
    products of the game.
    """
    found = {anchor(PRODUCT, id) for id in content.products}
    for chapter in chapters:
        found |= {heading.id for heading in chapter.headings}
        for directive in chapter.directives:
            found |= {place for _, _, place in directive_targets(content, library, directive)}
    return found


def directive_targets(
    content: GameContent, library: Library, directive: Directive
) -> Iterator[tuple[str, str, str]]:
    """The entries that a directive shows: kind, reference, and the id in the book.

    A scenario also shows the profiles that take part in it.
    """
    name, argument = directive.name, directive.argument
    if name in ("traits", "traitlines"):
        for trait in listed_traits(content, argument):
            yield "trait", trait, anchor("trait", trait)
    elif name == "statlines":
        for profile in content.profiles.values():
            if any(
                library.stat_line(content.id, line) == (content.id, argument)
                for line in profile.value.stats
            ):
                yield "profile", profile.id, anchor("profile", profile.id)
    elif name in content.declared:
        for id in listed_entries(content, name, argument):
            yield name, id, anchor(name, id)
    elif name in REFERABLE and argument:
        yield name, argument, anchor(name, argument)
    scenario = library.find("scenarios", content.id, argument) if name == "scenario" else None
    if scenario:
        for kind, references in (("table", scenario.value.tables), ("plan", scenario.value.plans)):
            for reference in references:
                yield kind, reference, anchor(kind, reference)
        for _, force in forces(scenario.value):
            yield "profile", force.profile, anchor(name, argument)


def listed_entries(content: GameContent, kind: str, argument: str) -> list[str]:
    """The entries that the directive of a declared kind lists: all (`all` or no argument), unless
    it names some.
    """
    known = content.declared[kind]
    if argument == "all" and "all" not in known:
        return [*known]
    return argument.split() or [*known]


def listed_traits(content: GameContent, argument: str) -> list[str]:
    """The traits in a list of trait kinds and references, as references."""
    found: dict[str, None] = {}
    for word in argument.split():
        if word in content.game.trait_kinds:
            found |= {name: None for name, t in content.traits.items() if t.value.kind == word}
        else:
            found[word] = None
    return list(found)
