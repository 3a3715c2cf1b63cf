"""The targets of a project, and which problems of its content stop their build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import TypedDict, Unpack

from printgen.content.library import Library
from printgen.content.models.base import paper_hint
from printgen.content.models.products import Product
from printgen.paper import paper_name
from printgen.press.staging import read_manifest
from printgen.problems import Problem, did_you_mean
from printgen.products import kind_of, output_kind
from printgen.products.target import DEFAULT_EDITION, DEFAULT_INK, DEFAULT_PAPER, Target


class TargetError(ValueError):
    """No target matches a pattern or a variant: a message, and a hint if there is one."""


class Variants(TypedDict, total=False):
    """Which variants to choose: languages, papers, inks, editions, or `every` variant.

    `at_hand` is the user's default paper where it is not A4.
    """

    langs: Iterable[str]
    papers: Iterable[str]
    inks: Iterable[str]
    editions: Iterable[str]
    every: bool
    at_hand: str | None


def find_targets(
    library: Library, patterns: Iterable[str] = (), **variants: Unpack[Variants]
) -> list[Target]:
    """The targets of a library that `choose` finds, also on papers that products do not list.

    Raises TargetError as `choose` does, for an unknown paper, and for a game without products.
    """
    patterns = list(patterns)
    for pattern in patterns:
        content = library.games.get(pattern.strip("/"))
        if content and not content.products:
            hint = f"write its products to content/{content.id}/products.yaml"
            raise TargetError(f"the game '{content.id}' has no products", hint)
    variants["papers"] = papers = [_paper(text) for text in variants.get("papers", ())]
    everything = all_targets(library, papers, variants.get("at_hand"))
    return choose(everything, patterns, **variants)


def _paper(text: str) -> str:
    try:
        return paper_name(text)
    except ValueError as error:
        raise TargetError(str(error), paper_hint(text)) from error


def all_targets(
    library: Library, papers: Sequence[str] = (), at_hand: str | None = None
) -> list[Target]:
    """Every variant of every product; targets that share layouts follow each other.

    Products with papers have variants on `papers`, too; those that do not list their papers also
    on the user's, `at_hand`.
    """
    return [
        Target(
            entry.game,
            entry.id,
            product.output,
            lang,
            variant.paper,
            ink,
            variant.edition,
            variant.name,
            variant.suffix,
            variant.on_paper,
        )
        for content in library.games.values()
        for entry in content.products.values()
        for product in [_on_papers(entry.value, papers, at_hand)]
        for lang in product.languages or content.game.languages
        for ink in product.inks
        for variant in kind_of(product).variants(product)
    ]


def _on_papers(product: Product, papers: Sequence[str], at_hand: str | None) -> Product:
    """A product with more papers, after its own."""
    listed = "papers" in product.model_fields_set
    wanted = [*product.papers, *papers, *([at_hand] if at_hand and not listed else ())]
    return product.model_copy(update={"papers": list(dict.fromkeys(wanted))})


def choose(
    targets: Iterable[Target], patterns: Iterable[str] = (), **variants: Unpack[Variants]
) -> list[Target]:
    """The targets that match the patterns (`game`, `game/product`, or a glob) and the variants.

    Without papers, inks or editions, the default ones are chosen, unless `every`. A product without
    the default has its first one chosen. Raises TargetError for a pattern or a variant that matches
    nothing.
    """
    targets, patterns = list(targets), list(patterns)
    chosen = [t for t in targets if not patterns or any(_matches(t, p) for p in patterns)]
    for pattern in patterns:
        if not any(_matches(t, pattern) for t in targets):
            known = {t.id for t in targets} | {t.game for t in targets}
            raise TargetError(f"no target '{pattern}'", did_you_mean(pattern, known))
    papers = list(variants.get("papers", ()))
    editions = list(variants.get("editions", ()))
    for attribute, wanted, default in (
        ("lang", list(variants.get("langs", ())), None),
        # With a paper but no edition, all editions on this paper are chosen, as booklets.
        ("edition", editions, None if papers else DEFAULT_EDITION),
        ("paper", papers, variants.get("at_hand") or DEFAULT_PAPER),
        ("ink", list(variants.get("inks", ())), DEFAULT_INK),
    ):
        if wanted:
            # Editions with a page size of their own are chosen by edition alone.
            any_paper = attribute == "paper" and bool(editions)
            chosen = _with_values(chosen, attribute, wanted, any_paper)
        elif default and not variants.get("every"):
            chosen = _prefer(chosen, attribute, default)
    return chosen


# Why no target has a value of an attribute.
_WITHOUT_VALUES = {
    "edition": "only books and hex maps have editions",
    "paper": "the page has its own size",
}


def _with_values(
    targets: list[Target], attribute: str, wanted: list[str], any_paper: bool
) -> list[Target]:
    """The targets with one of the wanted values; with `any_paper`, also those not on a paper.

    Raises TargetError for a value that no target has.
    """
    known = {str(getattr(target, attribute)) for target in targets}
    for value in wanted:
        if targets and value not in known:
            listed = ", ".join(sorted(known - {""}))
            hint = f"known: {listed}" if listed else _WITHOUT_VALUES[attribute]
            raise TargetError(f"no target in {attribute} {value}", hint)
    return [
        target
        for target in targets
        if getattr(target, attribute) in wanted or (any_paper and not target.on_paper)
    ]


def _matches(target: Target, pattern: str) -> bool:
    pattern = pattern.strip("/")
    return fnmatchcase(target.id, pattern) or fnmatchcase(target.game, pattern)


def _prefer(targets: list[Target], attribute: str, default: str) -> list[Target]:
    """The targets of each product with the default value, or else with the product's first value.

    Each edition has a choice of papers of its own.
    """

    def among(target: Target) -> tuple[str, str]:
        return target.id, "" if attribute == "edition" else target.edition

    values: dict[tuple[str, str], list[str]] = {}
    for target in targets:
        values.setdefault(among(target), []).append(getattr(target, attribute))
    return [
        t
        for t in targets
        if getattr(t, attribute)
        == (default if default in values[among(t)] else values[among(t)][0])
    ]


# --- which problems of the content stop the build of some files -----------------------------------


# --- which problems of the content stop the build of some files -----------------------------------


def stopping(problems: Iterable[Problem], targets: Sequence[Target]) -> list[Problem]:
    """The errors that stop the build of targets: all but those in chapters of games of which no
    target prints chapters.
    """
    printed = {target.game for target in targets if output_kind(target.output).shows_chapters}
    errors = [problem for problem in problems if problem.severity == "error"]
    return [problem for problem in errors if _game_of_chapter(problem) in ("", *printed)]


def beyond(library: Library, problems: Iterable[Problem], patterns: Iterable[str]) -> list[Problem]:
    """The problems of games that the targets of patterns do not print: those that the patterns
    leave out, unless a game that they choose names them. None without patterns.
    """
    # Imported here: only projects with errors need the checks.
    from printgen.rules.incremental import games_named, reached

    names = {*library.games, *library.broken}
    chosen = [pattern.strip("/").partition("/")[0] for pattern in patterns]
    wanted = {name for name in names if any(fnmatchcase(name, each) for each in chosen)}
    if not wanted:
        return []
    links = {name: games_named(content, names) for name, content in library.games.items()}
    printed = reached(wanted, links)
    return [problem for problem in problems if _game_of(problem) not in ("", *printed)]


def _game_of(problem: Problem) -> str:
    """The name in `content/` that a problem is about; empty for a problem elsewhere."""
    area, _, rest = problem.position.file.partition("/")
    return rest.partition("/")[0] if area == "content" else ""


def note_of_others(problems: Iterable[Problem]) -> str:
    """A line about the errors of games that a build leaves out; empty for none."""
    counts = Counter(_game_of(each) for each in problems if each.severity == "error")
    listed = ", ".join(f"content/{name} ({count})" for name, count in sorted(counts.items()))
    return f"not built, with errors: {listed} (printgen check)" if counts else ""


def _game_of_chapter(problem: Problem) -> str:
    """The game in whose chapters a problem is; empty for a problem elsewhere. A chapter that is
    missing is reported at the book.
    """
    is_in = problem.position.file.split("/")[2:3] == ["chapters"]
    return _game_of(problem) if is_in or problem.code == "chapter-missing" else ""


# --- files of earlier builds in `out/` that are of no product any more ----------------------------


# The files that a note names.
_NAMED = 3


def leftovers(library: Library) -> list[str]:
    """The paths of built files whose product, or whose game, is not in a library."""
    games = library.games.items()
    known = {f"{game}/{id}" for game, content in games for id in content.products}
    return [
        path
        for path, record in read_manifest(library.folders).items()
        if record.get("id") not in known and (library.folders.root / path).is_file()
    ]


def note_of_leftovers(library: Library) -> str:
    """A note of such files; empty if there are none."""
    paths = leftovers(library)
    if not paths:
        return ""
    rest = len(paths) - _NAMED
    more = f" and {rest} others" if rest > 1 else f", {paths[-1]}" if rest == 1 else ""
    verb = "is" if len(paths) == 1 else "are"
    clean = "printgen clean empties out/"
    return f"{', '.join(paths[:_NAMED])}{more} {verb} of no product any more ({clean})"
