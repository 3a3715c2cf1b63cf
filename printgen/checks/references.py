"""The check of references in chapters."""

from __future__ import annotations

from difflib import get_close_matches

from printgen.analysis.chapters import LINKS, PICTURES, anchors, books, directive_targets
from printgen.content.check import Findings, check
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.markdown import PRODUCT, REFERABLE, Chapter, Link, reference_target
from printgen.content.subjects import chapter_subject, entry_subject, listed_chapter_subject
from printgen.problems import Finding, Position, Subject, did_you_mean

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
                    yield from _with_spaces(content, link)
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


def _with_spaces(content: GameContent, link: Link) -> Findings:
    """Report a reference with spaces; other words in parentheses may be right."""
    kind, sign, words = link.target.partition("#" if ":" not in link.target else ":")
    if kind.strip() in ("", *REFERABLE, PRODUCT, *content.declared) and words.strip():
        right = kind.strip() + sign + "-".join(words.split())
        message = f"'{' '.join(link.target.split())}' would be printed as text"
        yield Finding(link.position, message, f"write it without spaces: [words]({right})")


def _message(target: str) -> str:
    kind, _, reference = target.partition(":")
    return f"no product '{reference}'" if kind == PRODUCT else f"'{target}' is not in this book"


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
