"""Checks of references in chapters, and of the arguments of directives."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from urllib.parse import unquote

from printgen.content.directives import (
    LEAF_DIRECTIVES,
    REFERABLE,
    added_directive,
    split_file,
)
from printgen.content.images import PICTURES
from printgen.content.library import GameContent, Library
from printgen.content.markdown import PRODUCT, Chapter, Directive, reference_target
from printgen.content.picture_files import USUAL
from printgen.content.places import chapter_subject, entry_subject, listed_chapter_subject
from printgen.content.theme import theme_names
from printgen.extra import load
from printgen.problems import Finding, Position, Subject, did_you_mean, nearest, shorten
from printgen.project import TEMPLATE_SUFFIX
from printgen.rules.chapters import (
    LINKS,
    anchors,
    books,
    directive_targets,
    is_own_picture,
    listed_entries,
    theme_file,
)
from printgen.rules.check import Findings, check
from printgen.rules.icon_words import icon_fault, listed_icons
from printgen.rules.images import picture_faults, picture_files

# The maximum number of headings in a hint.
_FEW = 12


@check("reference-broken")
def reference_broken(content: GameContent, library: Library) -> Findings:
    """The target of a reference (`[words](table:conflicts)`, `[words](#heading)`) is a heading of
    the book, an entry that the book shows, or a product of the game (`[](product:guide)`).
    """
    seen = set[tuple[Position, str]]()
    for book, _, lang, chapters in books(content):
        known = anchors(content, library, chapters)
        for chapter in chapters:
            for link in chapter.links:
                if not link.read:
                    kind, sign, words = link.target.partition(
                        "#" if ":" not in link.target else ":"
                    )
                    if (
                        kind.strip() in ("", *REFERABLE, PRODUCT, *content.declared)
                        and words.strip()
                    ):
                        right = kind.strip() + sign + "-".join(words.split())
                        message = f"'{' '.join(link.target.split())}' would be printed as text"
                        yield Finding(
                            link.position, message, f"write it without spaces: [words]({right})"
                        )
                    continue
                target = reference_target(link.target)
                if target in known or (target is None and link.target.startswith(LINKS)):
                    continue
                if left := _left_out(content, library, target, lang, chapters):
                    hint = f"it stands in chapter '{left}', which this book leaves out"
                    needs = listed_chapter_subject(content.id, book, left)
                else:
                    hint = _directive_of(content, library, link.target) or _nearest(
                        link.target, known, chapter
                    )
                    needs = _target(content, library, link.target, chapter.lang)
                if (link.position, hint) not in seen:
                    seen.add((link.position, hint))
                    yield Finding(link.position, _message(link.target), hint, needs=needs)


def _left_out(
    content: GameContent, library: Library, target: str | None, lang: str, chapters: list[Chapter]
) -> str:
    """The name of a chapter with the target that is not among those of a book; empty without."""
    printed = {chapter.name for chapter in chapters}
    for (name, written), chapter in content.chapters.items():
        if target and written == lang and name not in printed:
            shown = (
                place
                for directive in chapter.directives
                for _, _, place in directive_targets(content, library, directive)
            )
            if target in {heading.id for heading in chapter.headings} or target in shown:
                return name
    return ""


def _message(target: str) -> str:
    kind, _, reference = target.partition(":")
    return (
        f"no product '{reference}'"
        if kind == PRODUCT
        else f"'{unquote(target)}' is not in this book"
    )


def _target(content: GameContent, library: Library, target: str, lang: str) -> Subject:
    """What a reference needs: an entry, or the chapter that has the heading or the entry."""
    kind, _, reference = target.partition(":")
    folder = _folder(kind)
    known = folder in {*library.kinds, *content.declared}
    if known and library.find(folder, content.id, reference) is None:
        return entry_subject(library, folder, content.id, reference)
    return chapter_subject(content.id, lang, target)


def _folder(kind: str) -> str:
    """The folder of the entries that references name with some word."""
    return "traits" if kind == "trait" else LEAF_DIRECTIVES.get(kind) or kind


def _directive_of(content: GameContent, library: Library, target: str) -> str:
    """A hint: the directive that prints the entry of a reference; none without such an entry."""
    kind, _, reference = target.partition(":")
    if not reference or library.find(_folder(kind), content.id, reference) is None:
        return ""
    name = "traits" if kind == "trait" else kind
    return f"it exists, but no chapter prints it: add :::{{{name}}} {reference}"


def _nearest(target: str, known: set[str], chapter: Chapter) -> str:
    """A hint: the most similar target, as written in a reference."""
    if target.lower().endswith(PICTURES):
        return "to show a picture, write :::{figure} FILE"
    written = {_written(name) for name in known}
    page, _, words = target.partition("#")
    if page and words and (id := reference_target(f"#{words.lower()}")) in known:
        return f"write #{id}: a heading of the book needs no address"
    if target.startswith("#"):
        same = [each for each in written if each.partition(":")[2] == target[1:]]
        return f"did you mean '{min(same)}'?" if same else _heading(target, written, chapter)
    of_product = target.startswith(f"{PRODUCT}:")
    return did_you_mean(target, {w for w in written if w.startswith(f"{PRODUCT}:") == of_product})


def _heading(target: str, written: set[str], chapter: Chapter) -> str:
    """A hint: a heading with almost the same id, or else the headings of the book or, if these are
    many, of the chapter.
    """
    ids = sorted(each[1:] for each in written if each.startswith("#"))
    # Ids are short: two of five letters in common are a coincidence.
    if near := get_close_matches(target[1:], ids, n=1, cutoff=0.75):
        return f"did you mean '#{near[0]}'?"
    place = "known"
    if len(ids) > _FEW:
        place, ids = "known in this chapter", [heading.id for heading in chapter.headings]
    return f"{place}: " + ", ".join(f"#{each}" for each in ids) if 0 < len(ids) <= _FEW else ""


def _written(name: str) -> str:
    kind, _, reference = name.partition("_")
    return f"{kind}:{reference}" if reference else f"#{name}"


# --- the check of the arguments of directives in chapters -----------------------------------------


# A hint that suggests a name.
_SUGGESTION = re.compile(r"did you mean '(.+)'\?")


@check("directive-argument")
def directive_argument(content: GameContent, library: Library) -> Findings:
    """A directive has the arguments it needs and no others, and they name something that exists."""
    for chapter in content.chapters.values():
        for directive in chapter.directives:
            for found in _argument_flaws(content, library, directive, chapter.lang):
                breaks = _meant(content, chapter, directive, found.hint)
                yield replace(found, breaks=breaks)


def _meant(
    content: GameContent, chapter: Chapter, directive: Directive, hint: str
) -> Subject | None:
    """What a directive with a misspelt argument fails to show: references to it follow."""
    suggested = _SUGGESTION.fullmatch(hint)
    if suggested is None:
        return None
    kind = "trait" if directive.name in ("traits", "traitlines") else directive.name
    return chapter_subject(content.id, chapter.lang, f"{kind}:{suggested[1]}")


def _argument_flaws(
    content: GameContent, library: Library, directive: Directive, lang: str
) -> Findings:
    """What is wrong with the argument of a directive."""
    kind = LEAF_DIRECTIVES.get(directive.name)
    if directive.name in content.declared:
        yield from _missing_declared(content, library, directive)
    if kind is None:
        return
    if kind not in ("products", "icons") and bool(kind) != bool(directive.argument):
        message = f"'{directive.name}' {'needs an' if kind else 'takes no'} argument"
        yield Finding(directive.position, message)
    elif kind == "icons":
        yield from _missing_icons(content, directive, lang)
    elif kind:
        yield from _missing(content, library, directive, kind)


def _missing_declared(content: GameContent, library: Library, directive: Directive) -> Findings:
    """Report the entries of a declared kind that a directive names and that do not exist."""
    kind = directive.name
    for name in listed_entries(content, kind, directive.argument):
        if library.lacks(kind, content.id, name):
            hint = library.suggest(kind, content.id, name)
            yield Finding(directive.position, f"no '{name}' in {kind}", hint)


def _missing(content: GameContent, library: Library, directive: Directive, kind: str) -> Findings:
    """Report the argument of a directive that names nothing, or an entry that cannot be shown."""
    name, game = directive.argument, content.game
    wrong, hint = "", ""
    if kind == "words":
        wrong, hint = _missing_trait(content, library, name.split())
    elif kind == "scale" and name not in game.scales:
        wrong, hint = f"no scale '{name}'", did_you_mean(name, game.scales)
    elif kind == "stat_line" and name not in game.stat_lines:
        wrong, hint = f"no stat line '{name}'", did_you_mean(name, game.stat_lines)
    elif kind == "file":
        wrong, hint = _missing_file(content, library, directive.name, split_file(name)[0])
    elif kind == "products":
        wrong, hint = _missing_product(content, library, name.split())
    elif kind not in ("scale", "stat_line"):
        wrong, hint = _missing_entry(content, library, directive, kind)
    if wrong:
        yield Finding(directive.position, wrong, hint)


def _missing_trait(content: GameContent, library: Library, words: list[str]) -> tuple[str, str]:
    """Message and hint for the last word that is neither a trait nor a trait kind."""
    kinds = content.game.trait_kinds
    unknown = [w for w in words if w not in kinds and library.lacks("traits", content.id, w)]
    if not unknown:
        return "", ""
    message = f"no trait or trait kind '{unknown[-1]}'"
    return message, did_you_mean(unknown[-1], [*kinds, *content.traits])


def _missing_icons(content: GameContent, directive: Directive, lang: str) -> Findings:
    """Report the icons of a list that do not exist, and those that nothing gives a name in the
    language of its chapter.
    """
    names = listed_icons(content, directive.argument.split())
    if not names:
        yield Finding(directive.position, "the game has no icons to list", "add `icons:`")
    for name in names:
        if fault := icon_fault(content, name, [lang]):
            yield Finding(directive.position, *fault)


def _missing_product(content: GameContent, library: Library, words: list[str]) -> tuple[str, str]:
    """Message and hint for the last word that is no product. All are unknown if `products.yaml` has
    a fault.
    """
    unknown = [word for word in words if library.lacks("products", content.id, word)]
    if not unknown:
        return "", ""
    return f"no product '{unknown[-1]}'", did_you_mean(unknown[-1], content.products)


def _missing_file(
    content: GameContent, library: Library, directive: str, file: str
) -> tuple[str, str]:
    """Message and hint for a template or picture that cannot be shown."""
    suffix = TEMPLATE_SUFFIX if directive == "template" else ""
    if directive == "template" and file.partition("-")[0] == "book":
        return f"the template '{file}' is a part of book templates", ""
    if directive == "figure" and is_own_picture(library, content, file):
        return next(picture_faults(library, content, file), ("", ""))
    if directive == "figure" and not file.lower().endswith(PICTURES):
        return f"'{shorten(file)}' is not a picture", USUAL
    theme_known = content.game.theme in theme_names(library.folders)
    if theme_known and not theme_file(content, library, file + suffix):
        own = picture_files(library, content.id).names if directive == "figure" else ()
        near = nearest(file, own)
        hint = f"did you mean '{near}'?" if near else ""
        return f"no file '{shorten(file, 60)}{suffix}' in the theme", hint
    return "", ""


def _missing_entry(
    content: GameContent, library: Library, directive: Directive, kind: str
) -> tuple[str, str]:
    """Message and hint for an entry that is missing or cannot be shown."""
    name = directive.argument
    if library.lacks(kind, content.id, name):
        return f"no {directive.name} '{name}'", library.suggest(kind, content.id, name)
    # An entry with faults is not in the library; its faults are reported at its file.
    entry = library.find(kind, content.id, name)
    added = added_directive(directive.name)
    return load(added.fault)(library, entry) if added and added.fault and entry else ("", "")
