"""The check of references in chapters."""

from __future__ import annotations

from printgen.analysis.chapters import _LINKS, _PICTURES, anchors, books
from printgen.content.check import Findings, check
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.markdown import PRODUCT, reference_target
from printgen.content.subjects import chapter_subject, entry_subject
from printgen.problems import Finding, Subject, did_you_mean


@check("reference-broken")
def reference_broken(content: GameContent, library: Library) -> Findings:
    """The target of a reference (`[words](table:conflicts)`, `[words](#heading)`) is a heading of
    the book, an entry that the book shows, or a product of the game (`[](product:guide)`).
    """
    seen = set()
    for _, _, _, chapters in books(content):
        known = anchors(content, library, chapters)
        for chapter in chapters:
            for link in chapter.links:
                target = reference_target(link.target)
                if target in known or (target is None and link.target.startswith(_LINKS)):
                    continue
                hint = _directive_of(content, library, link.target) or _nearest(link.target, known)
                message = _message(link.target)
                needs = _target(content, library, link.target, chapter.lang)
                problem = Finding(link.position, message, hint, needs=needs)
                if problem not in seen:
                    seen.add(problem)
                    yield problem


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


def _nearest(target: str, known: set[str]) -> str:
    """A hint: the most similar target, as written in a reference."""
    if target.lower().endswith(_PICTURES):
        return "to show a picture, write :::{figure} FILE"
    written = {_written(name) for name in known}
    same = [each for each in written if each.partition(":")[2] == target.removeprefix("#")]
    if target.startswith("#") and same:
        return f"did you mean '{min(same)}'?"
    of_product = target.startswith(f"{PRODUCT}:")
    return did_you_mean(target, {w for w in written if w.startswith(f"{PRODUCT}:") == of_product})


def _written(name: str) -> str:
    kind, _, reference = name.partition("_")
    return f"{kind}:{reference}" if reference else f"#{name}"
