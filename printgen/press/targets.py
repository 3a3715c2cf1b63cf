"""What can be built: each product in each of its variants."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from printgen.content.library import Library
from printgen.problems import did_you_mean
from printgen.products import kind_of
from printgen.products.target import DEFAULT_EDITION, DEFAULT_INK, DEFAULT_PAPER, Target


class TargetError(ValueError):
    """No target is called so."""


def all_targets(library: Library) -> list[Target]:
    """Every variant of every product; targets that share layouts follow each other."""
    return [
        Target(
            entry.game,
            entry.id,
            entry.value.output,
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
        for lang in entry.value.languages or content.game.languages
        for ink in entry.value.inks
        for variant in kind_of(entry.value).variants(entry.value)
    ]


def choose(
    targets: Iterable[Target],
    patterns: Iterable[str] = (),
    *,
    langs: Iterable[str] = (),
    papers: Iterable[str] = (),
    inks: Iterable[str] = (),
    editions: Iterable[str] = (),
    every: bool = False,
    at_hand: str | None = None,
) -> list[Target]:
    """The targets that match the patterns (`game`, `game/product`, or a glob) and the variants.

    Without papers, inks or editions the default ones are meant, unless `every`; `at_hand` is the
    default paper where it is not A4. A product that does not come in the default comes in the first
    that it has. Raises TargetError for a pattern or a variant that matches nothing.
    """
    targets, patterns = list(targets), list(patterns)
    chosen = [t for t in targets if not patterns or any(_matches(t, p) for p in patterns)]
    for pattern in patterns:
        if not any(_matches(t, pattern) for t in targets):
            known = {t.id for t in targets} | {t.game for t in targets}
            raise TargetError(f"no target '{pattern}'", did_you_mean(pattern, known))
    papers, editions = list(papers), list(editions)
    for attribute, wanted, default in (
        ("lang", list(langs), None),
        # Who names a paper means the booklets that are folded from it.
        ("edition", editions, None if papers else DEFAULT_EDITION),
        ("paper", [paper.lower() for paper in papers], at_hand or DEFAULT_PAPER),
        ("ink", list(inks), DEFAULT_INK),
    ):
        if wanted:
            have = {str(getattr(t, attribute)) for t in chosen}
            for value in wanted:
                if chosen and value not in have:
                    named = ", ".join(sorted(have - {""}))
                    hint = f"there is {named}" if named else "the page has its own size"
                    raise TargetError(f"no target in {attribute} {value}", hint)
            # Some pages have their own size; who names them by edition gets them.
            chosen = [
                t
                for t in chosen
                if getattr(t, attribute) in wanted
                or (attribute == "paper" and editions and not t.on_paper)
            ]
        elif default and not every:
            chosen = _prefer(chosen, attribute, default)
    return chosen


def _matches(target: Target, pattern: str) -> bool:
    pattern = pattern.strip("/")
    return fnmatchcase(target.id, pattern) or fnmatchcase(target.game, pattern)


def _prefer(targets: list[Target], attribute: str, default: str) -> list[Target]:
    """For each product its targets with the default value, or with the first that it has.

    Each edition of a book has papers of its own.
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
