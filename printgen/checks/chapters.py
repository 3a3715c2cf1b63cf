"""Checks of chapters: their text, directives, headings and references."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printgen.analysis.chapters import (
    books,
    chapter_files,
    chapter_names,
)
from printgen.analysis.languages import written_instead
from printgen.content.check import Findings, check
from printgen.content.directives import CONTAINER_DIRECTIVES, LEAF_DIRECTIVES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import Directive
from printgen.content.markdown_lint import STRAY_END
from printgen.content.models.book_product import BookProduct
from printgen.content.models.products import Product
from printgen.content.subjects import chapter_subject, listed_chapter_subject
from printgen.problems import Finding, Position, did_you_mean, finding, nearest

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
            hint = _first_chapters(chapter_names(content, book), lang)
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


def _first_chapters(names: list[str], lang: str) -> str:
    """The files of the first chapters of a language: those that other languages have."""
    files = [f"{name}.{lang}.md" for name in names or ["01-NAME"]]
    more = ", …" if len(files) > _MOST_FILES else ""
    return f"add chapters/{', '.join(files[:_MOST_FILES])}{more}"


def _absent(content: GameContent, name: str, languages: list[str]) -> list[str]:
    """The languages in which a chapter is missing."""
    there = chapter_files(content)
    return [lang for lang in languages if (name, lang) not in there]


@check("chapter-text")
def chapter_text(content: GameContent, library: Library) -> Findings:
    """Every character of a chapter can be printed, no line or paragraph is too long, no block is
    nested too deep, and every footnote is plain text and is referenced. The rows of a table have
    as many cells as its head. Nothing looks like a misspelt directive, footnote or id, like a
    heading or a list without its space, or like a block of another program.
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
    """The ids of headings are unique in a book."""
    seen = set()
    for _, _, _, chapters in books(content):
        first: dict[str, Position] = {}
        for heading in (heading for chapter in chapters for heading in chapter.headings):
            if heading.id in first and heading.position not in seen:
                seen.add(heading.position)
                message = f"duplicate heading id '{heading.id}'"
                hint = f"first at {first[heading.id]}; set another id with {{#other}}"
                yield Finding(heading.position, message, hint)
            first.setdefault(heading.id, heading.position)
