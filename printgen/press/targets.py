"""What can be built: each product in each of its variants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from printgen.content.library import Entry, Library
from printgen.content.models.products import (
    BookProduct,
    CardsProduct,
    HexmapProduct,
    Product,
    SheetProduct,
)
from printgen.problems import did_you_mean
from printgen.products.target import BOOK_PAPER, DEFAULT_EDITION, DEFAULT_INK, DEFAULT_PAPER, Target


class TargetError(ValueError):
    """No target is called so."""


def all_targets(library: Library) -> list[Target]:
    """Every variant of every product; those that share their pages stand together."""
    return [
        Target(entry.game, entry.id, output_of(entry), lang, paper, ink, edition)
        for content in library.games.values()
        for entry in content.products.values()
        for lang in entry.value.languages or content.game.languages
        for ink in entry.value.inks
        for edition, paper in _forms(entry.value)
    ]


def _forms(product: Product) -> Iterator[tuple[str, str]]:
    """The editions of a product, each with its papers."""
    if isinstance(product, BookProduct):
        for edition in ("screen", "print", "booklet"):
            if edition in product.editions:
                papers = product.papers if edition == "booklet" else [BOOK_PAPER]
                yield from ((edition, paper) for paper in papers)
    elif isinstance(product, HexmapProduct) and product.map:
        for edition in ("tiles", "counters"):
            if edition in product.editions:
                yield from ((edition, paper) for paper in product.papers)
        if "whole" in product.editions:
            yield "whole", product.page or ""
    else:
        yield from (("", paper) for paper in product.papers)


def output_of(entry: Entry[Product]) -> str:
    """The output kind of a product."""
    assert isinstance(entry.value, CardsProduct | SheetProduct | BookProduct | HexmapProduct)
    return entry.value.output


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
