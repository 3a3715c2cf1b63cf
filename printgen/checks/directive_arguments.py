"""The check of the arguments of directives in chapters."""

from __future__ import annotations

import re
from dataclasses import replace

from printgen.analysis.chapters import (
    MAX_SHOWN,
    OWN_PICTURES,
    PICTURES,
    listed_entries,
    theme_file,
)
from printgen.analysis.maps.board_loader import board_of
from printgen.analysis.plans import MAX_FLOW, question_of
from printgen.checks.images import picture_faults, picture_names
from printgen.content.check import Findings, check
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import Chapter, Directive
from printgen.content.models.plan import ActionPlan
from printgen.content.subjects import chapter_subject
from printgen.content.theme import theme_names
from printgen.problems import Finding, Subject, did_you_mean, nearest, shorten
from printgen.project import TEMPLATE_SUFFIX

# A hint that suggests a name.
_SUGGESTION = re.compile(r"did you mean '(.+)'\?")


@check("directive-argument")
def directive_argument(content: GameContent, library: Library) -> Findings:
    """A directive has the arguments it needs and no others, and they name something that exists."""
    for chapter in content.chapters.values():
        for directive in chapter.directives:
            for found in _argument_flaws(content, library, directive):
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


def _argument_flaws(content: GameContent, library: Library, directive: Directive) -> Findings:
    """What is wrong with the argument of a directive."""
    kind = LEAF_DIRECTIVES.get(directive.name)
    if directive.name in content.declared:
        yield from _missing_declared(content, library, directive)
    if kind is None:
        return
    if kind != "products" and bool(kind) != bool(directive.argument):
        message = f"'{directive.name}' {'needs an' if kind else 'takes no'} argument"
        yield Finding(directive.position, message)
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
        wrong, hint = _missing_file(content, library, directive.name, name.split()[0])
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
    if directive == "figure" and not file.lower().endswith(PICTURES):
        return f"'{shorten(file)}' is not a picture", f"use {', '.join(PICTURES)}"
    if directive == "figure" and file.startswith(OWN_PICTURES):
        return next(picture_faults(library, content, file), ("", ""))
    theme_known = content.game.theme in theme_names(library.folders)
    if theme_known and not theme_file(content, library, file + suffix):
        own = picture_names(library, content) if directive == "figure" else ()
        near = nearest(file, own) or nearest(f"{OWN_PICTURES}{file}", own)
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
    if directive.name == "layout" and entry and entry.value.layout is None:
        return "the scenario has no table plan (`layout`)", ""
    if directive.name == "flowchart" and entry:
        return _flowchart_fault(entry)
    if directive.name == "map" and entry and len(board_of(library, entry).grid) > MAX_SHOWN:
        return "the map is too large for a page", f"at most {MAX_SHOWN:,} hexes"
    return "", ""


def _flowchart_fault(plan: Entry[ActionPlan]) -> tuple[str, str]:
    """Message and hint for a plan that is no flowchart."""
    *asked, _ = actions = plan.value.actions
    if len(actions) > MAX_FLOW:
        return "the flowchart is too long for a page", f"at most {MAX_FLOW} actions"
    for number, action in enumerate(asked, start=1):
        if question_of(action) is None:
            hint = "add question: {en: A target in sight?} beside its languages"
            return f"action {number} of the plan asks nothing", hint
    return "", ""
