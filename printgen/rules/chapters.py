"""The chapters of books, the entries that their directives show, and the checks of both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from printgen.content.directives import CONTAINER_DIRECTIVES, LEAF_DIRECTIVES, REFERABLE
from printgen.content.images import PICTURES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import (
    PRODUCT,
    Chapter,
    Directive,
    anchor,
    free_id,
    reference_target,
    with_heading_ids,
)
from printgen.content.markdown_lint import STRAY_END
from printgen.content.models.page_products import BookProduct
from printgen.content.models.products import Product
from printgen.content.places import chapter_subject, listed_chapter_subject
from printgen.problems import Finding, Position, did_you_mean, finding, nearest, shorten
from printgen.project import find_template_file
from printgen.rules.check import Findings, check, written_instead
from printgen.rules.images import picture_file
from printgen.rules.resolve import forces

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
    """The existing chapters of a book in one language, in order; see `_numbered`."""
    return list(_numbered(tuple(_written(content, book, lang))))


def _written(content: GameContent, book: BookProduct, lang: str) -> list[Chapter]:
    """The chapters of a book as they are written."""
    wanted = [(name, lang) for name in chapter_names(content, book)]
    return [content.chapters[key] for key in wanted if key in content.chapters]


# Books are few, and a chapter that is written anew is another one.
@lru_cache(maxsize=64)
def _numbered(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Chapters whose headings have ids of their own in a book: repeated ones get numbers."""
    taken = {heading.id for each in chapters for heading in each.headings if heading.named}
    found = []
    for chapter in chapters:
        ids = {
            heading.id: id
            for heading in chapter.headings
            if not heading.named and (id := free_id(heading.id, taken)) != heading.id
        }
        found.append(with_heading_ids(chapter, ids) if ids else chapter)
    return tuple(found)


def theme_file(content: GameContent, library: Library, name: str) -> str | None:
    """The path of a file of the game's theme, or else of the shared theme; None if missing."""
    for folder in (content.game.theme, "_shared"):
        if find_template_file(library.folders, f"{folder}/{name}"):
            return f"{folder}/{name}"
    return None


def is_own_picture(library: Library, content: GameContent, file: str) -> bool:
    """Whether the file of a figure is a picture of the game, also one to come: in `images/`, or a
    name that is that of no file of the theme.
    """
    return file.startswith(OWN_PICTURES) or (
        theme_file(content, library, file) is None
        and (
            ("/" not in file and file.lower().endswith(PICTURES))
            or isinstance(picture_file(library, content, file), Path)
        )
    )


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


# --- checks of chapters: their text, directives, headings and references --------------------------


# The most files of chapters that a hint names.
_MOST_FILES = 3


@check("chapter-missing")
def chapter_missing(content: GameContent, library: Library) -> Findings:
    """A book has at least one chapter, and each chapter exists in each language of the book.

    A language without chapters may be taken out of `languages` in game.yaml.
    """
    if ("chapters", "") in content.broken:
        return
    reported: set[tuple[str, str]] = set()
    for product in content.products.values():
        book = product.value
        if not isinstance(book, BookProduct):
            continue
        absent, _ = written_instead(library, content.id)
        languages = [
            lang for lang in book.languages or content.game.languages if lang not in absent
        ]
        if book.chapters != "all":
            yield from _missing_named(content, product, book.chapters, languages)
            continue
        written = {lang for _, lang in chapter_files(content)}
        empty = [lang for lang in languages if lang not in written]
        for lang in empty:
            message = f"the book has no chapter in {lang}"
            # The files of the first chapters of a language: those that other languages have.
            files = [f"{name}.{lang}.md" for name in chapter_names(content, book) or ["01-NAME"]]
            more = ", …" if len(files) > _MOST_FILES else ""
            hint = f"add chapters/{', '.join(files[:_MOST_FILES])}{more}"
            if written and not book.languages:
                hint += f"; or take {lang} out of `languages:` in game.yaml"
            yield product.finding(message, key=True, hint=hint)
        for name in chapter_names(content, book):
            for lang in _absent(content, name, languages):
                if lang not in empty and (name, lang) not in reported:
                    reported.add((name, lang))
                    message = f"no chapter '{name}' in {lang}"
                    yield product.finding(message, key=True, hint=f"add chapters/{name}.{lang}.md")


def _missing_named(
    content: GameContent, product: Entry[Product], names: list[str], languages: list[str]
) -> Findings:
    """The chapters that a book names and that are missing in some or all languages."""
    known = {chapter for chapter, _ in chapter_files(content)}
    for index, name in enumerate(names):
        absent = _absent(content, name, languages)
        if name not in known:
            message = f"no chapter '{name}'"
            meant, where = nearest(name, known - set(names)), ("chapters", index)
            found = product.finding(message, *where, hint=did_you_mean(name, known))
            breaks = listed_chapter_subject(content.id, product.id, meant) if meant else None
            yield replace(found, breaks=breaks)
        elif absent:
            message = f"no chapter '{name}' in {', '.join(absent)}"
            hint = "add " + ", ".join(f"chapters/{name}.{lang}.md" for lang in absent)
            yield product.finding(message, "chapters", index, hint=hint)


def _absent(content: GameContent, name: str, languages: list[str]) -> list[str]:
    """The languages in which a chapter is missing."""
    there = chapter_files(content)
    return [lang for lang in languages if (name, lang) not in there]


@check("chapter-text")
def chapter_text(content: GameContent, library: Library) -> Findings:
    """Every character of a chapter can be printed, no line or paragraph is too long, no block is
    nested too deep, and every footnote is plain text and is referenced. The rows of a table have
    as many cells as its head. Nothing looks like a misspelt directive, footnote or id, like a
    heading or a list without its space, or like a block, a class or a note of another program. A
    backslash before signs says that they are meant as typed.
    """
    known = _known_directives(content)
    for chapter in content.chapters.values():
        # The ends of directives that directive-unknown and directive-unclosed report.
        ends = sum(d.name not in known or bool(d.before) for d in chapter.directives)
        for problem in chapter.problems:
            if ends and problem.message == STRAY_END:
                ends -= 1
                continue
            empty = not chapter.tokens
            breaks = chapter_subject(content.id, chapter.lang) if empty else None
            yield replace(finding(problem), breaks=breaks)


# A line of a paragraph that begins like an item of a list of a word processor.
_ITEM = re.compile(
    r"\s*(?:[•‣◦▪▸●○■□◆·–—]|(?:[0-9]{1,2}|[a-z]|[ivx]{2,4})[.)]|\([0-9a-z]{1,2}\))\s+\S"
)

# A line that ends a sentence, and one that begins like one.
_SENTENCE_END = re.compile(r"[.!?…:»”\"')]\s*\Z")
_CAPITAL = re.compile(r"\s*[A-ZÀ-ÞĀ-Ž]")

# A heading has fewer characters, a paragraph on one line has more.
_SHORT, _LONG = 50, 300

_BREAKS = ("  ", "\\")


@check("chapter-unmarked", "warning", single=True, apart="files")
def chapter_unmarked(content: GameContent, library: Library) -> Findings:
    """Headings, lists and paragraphs do not run into one paragraph, as those of text that was
    pasted without marks do (a warning, once a chapter): lines that begin with `•`, `–` or `2)`,
    short lines without a full stop between sentences, long paragraphs without an empty line between
    them.
    """
    for chapter in content.chapters.values():
        for token in chapter.tokens:
            lines = token.content.split("\n") if token.type == "inline" and token.map else []
            if (number := _run_in(lines)) is not None and token.map:
                message = f"'{shorten(lines[number].strip())}' runs into the lines beside it"
                hint = "begin items with - and headings with ##; end paragraphs with an empty line"
                yield Finding(Position(chapter.file, token.map[0] + number + 1), message, hint)
                break


def _run_in(lines: list[str]) -> int | None:
    """The first line of a paragraph that looks like another block; None if none does."""
    items = [number for number, line in enumerate(lines) if _ITEM.match(line)]
    if len(items) > 1:
        return items[0]
    around = zip(["", *lines], lines, [*lines[1:], ""], strict=False)
    for number, (before, line, below) in enumerate(around):
        begins = _CAPITAL.match(line) and (not number or _SENTENCE_END.search(before))
        # Two spaces and a backslash end a line where the author wants.
        if not begins or before.endswith(_BREAKS) or line.endswith(_BREAKS):
            continue
        # A line that has no room for the next word is wrapped there.
        has_room = len(line) + len(below.partition(" ")[0]) < max(map(len, lines))
        is_short = len(line) < _SHORT <= len(below) and line[-1].isalnum()
        if is_short and has_room and _CAPITAL.match(below):
            return number
        if min(len(before), len(line)) > _LONG:
            return number
    return None


@check("chapter-heading")
def chapter_heading(content: GameContent, library: Library) -> Findings:
    """A chapter starts with its title, `# Title`, and has no other heading of that level."""
    for chapter in content.chapters.values():
        if not chapter.tokens and chapter.problems:
            continue
        first = [heading for heading in chapter.headings if heading.level == 1]
        if not first or chapter.headings[0].level != 1 or chapter.headings[0].position.line != 1:
            yield Finding(chapter.position, "the chapter has no title", "start it with # Title")
        for heading in first[1:]:
            message = "a second title in the same chapter"
            yield Finding(heading.position, message, "start a section with ##")


@check("chapter-language")
def chapter_language(content: GameContent, library: Library) -> Findings:
    """The language of a chapter is one of the languages of its game."""
    known = {*content.game.languages, written_instead(library, content.id)[1]}
    for chapter in content.chapters.values():
        if chapter.lang not in known:
            message = f"'{chapter.lang}' is not a language of the game"
            hint = did_you_mean(chapter.lang, content.game.languages)
            yield Finding(chapter.position, message, hint)


@check("directive-unknown")
def directive_unknown(content: GameContent, library: Library) -> Findings:
    """The name of a directive (`:::{name}`) is known: one of printgen, or a kind of the game."""
    known = _known_directives(content)
    for chapter in content.chapters.values():
        for directive in chapter.directives:
            # A folder whose kind has another name is reported by folder-unknown.
            if directive.name not in known and (directive.name, "") not in content.broken:
                hint = did_you_mean(directive.name, known)
                message = f"no directive '{directive.name}'"
                target = f"{nearest(directive.name, known)}:{directive.argument}"
                breaks = chapter_subject(content.id, chapter.lang, target)
                yield Finding(directive.position, message, hint, breaks=breaks)


def _known_directives(content: GameContent) -> list[str]:
    return [*LEAF_DIRECTIVES, *CONTAINER_DIRECTIVES, *content.declared]


def _directives(content: GameContent) -> Iterator[Directive]:
    for chapter in content.chapters.values():
        yield from chapter.directives


@check("directive-unclosed")
def directive_unclosed(content: GameContent, library: Library) -> Findings:
    """A directive with content ends with a line `:::`, above the next directive with content: they
    cannot be nested.
    """
    for directive in _directives(content):
        if not directive.closed:
            message, hint = f"'{directive.name}' is not closed", "end it with a line :::"
            if before := directive.before:
                message += f" above '{before[0]}' in line {before[1]}"
                hint = f"they cannot be nested: write ::: above line {before[1]}"
            if directive.joined:
                hint = f"line {directive.joined} ends in :::, which must be on a line of its own"
            yield Finding(directive.position, message, hint)


@check("heading-duplicate")
def heading_duplicate(content: GameContent, library: Library) -> Findings:
    """An id that is written after a heading, `{#id}`, is unique in a book. Headings of the same
    words get numbers; a reference leads to the one in its own chapter, and to none if other
    chapters have several.
    """
    found: dict[tuple[Position, str], Finding] = {}
    for product in content.products_of(BookProduct):
        for lang in product.value.languages or content.game.languages:
            chapters = _written(content, product.value, lang)
            named: dict[str, Position] = {}
            for heading in (heading for chapter in chapters for heading in chapter.headings):
                if heading.named and heading.id in named:
                    message = f"duplicate heading id '{heading.id}'"
                    hint = f"first at {named[heading.id]}; set another id with {{#other}}"
                    found[heading.position, ""] = Finding(heading.position, message, hint)
                elif heading.named:
                    named[heading.id] = heading.position
            own = [{heading.id: heading.position for heading in c.headings} for c in chapters]
            for chapter, ids in zip(chapters, own, strict=True):
                for link in chapter.links:
                    target = reference_target(link.target) or ""
                    several = [each[target] for each in own if target in each]
                    if len(several) > 1 and target not in ids and target not in named:
                        message = f"'{link.target}' may be any of {len(several)} headings"
                        hint = f"write {{#other}} after the right one; the first is {several[0]}"
                        found[link.position, target] = Finding(link.position, message, hint)
    yield from found.values()


# The least number of chapters by which one can see how they are numbered.
_ENOUGH = 4


@check("chapter-number", "warning")
def chapter_number(content: GameContent, library: Library) -> Findings:
    """In a book of all chapters, each chapter has its own number, and no single number is left out
    between the first and the last (a warning). Chapters may be numbered in tens.
    """
    if not any(book.value.chapters == "all" for book in content.products_of(BookProduct)):
        return
    names = sorted({name for name, _ in content.chapters})
    jumps = [(int(two[:2]) - int(one[:2]), two) for one, two in pairwise(["00", *names])]
    # A language may be half translated: gaps are those of all languages together.
    regular = len(names) >= _ENOUGH and sum(jump > 1 for jump, _ in jumps) == 1
    for (jump, name), before in zip(jumps, ["", *names], strict=False):
        for lang in content.game.languages:
            chapter = content.chapters.get((name, lang))
            if chapter and not jump and (before, lang) in content.chapters:
                message = f"two chapters have the number {name[:2]}"
                yield Finding(chapter.position, message, f"the other one is {before}.{lang}.md")
            elif chapter and jump == 2 and regular:
                message = f"there is no chapter {int(name[:2]) - 1:02} before it"
                yield Finding(chapter.position, message)
