"""Two-sided cards: each face is laid out once, then imposed on duplex sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.content.library import Entry, Library
from printgen.content.models.base import Model
from printgen.content.models.products import CardsProduct
from printgen.imposition.plan import ImpositionOptions, SheetLabels, SheetPlan, impose
from printgen.layout.jobs import JobResult
from printgen.paper import PAPERS, PlanError, card_size
from printgen.products.card_faces import (
    Cut,
    Kinded,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
)
from printgen.products.kept_marks import missing_glyphs, printers_marks
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target
from printgen.products.titles import author, deck_title
from printgen.typography.labels import labels

if TYPE_CHECKING:
    from printgen.imposition.compose import DocumentInfo

MAX_CARDS = 20_000


class CardsKind:
    """The output kind `cards`: faces of one size, imposed on sheets."""

    model = CardsProduct

    def variants(self, product: CardsProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: CardsProduct, target: Target) -> tuple[str, str]:
        """A channel per paper."""
        return f"cards-{target.paper}", "cards"

    def pieces(self, library: Library, target: Target, product: CardsProduct) -> Pieces:
        """The cards."""
        plan = deck(library, target, product, PrintOptions())
        return Pieces(plan, product.corner_radius, product.faces.two_sided)

    def prepare(
        self, library: Library, target: Target, product: CardsProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of a deck, fronts before backs, and their sheets."""
        entries = selected(library, target.game, product)
        _check_count(library, target.game, product)
        if missing := missing_glyphs(library.store, deck_title(library, target)):
            raise PlanError(f"titles contain characters without a glyph: {''.join(missing)}")
        plan = deck(library, target, product, options)
        sides = [
            (design, distinct_faces(design, entries))
            for design in designs(library, library.games[target.game], product.faces)
        ]
        cut = Cut(card_size(product.format), product.bleed)
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            sum(len(cards) for _, cards in sides),
            lambda: (
                task
                for design, cards in sides
                for task in face_tasks(library, target, cards, design, cut)
            ),
            lambda results, out: _write_sheets(library, target, plan, results, options, out),
            (plan, _sheet_texts(library, target), product.bleed, options.offset),
        )


def deck(
    library: Library, target: Target, product: CardsProduct, options: PrintOptions
) -> SheetPlan:
    """The imposition of a deck on its sheets. Raises PlanError when the cards do not fit."""
    entries = selected(library, target.game, product)
    cards = list(_copies(library, target.game, product, entries))
    return impose(cards, PAPERS[target.paper], _options(product, options))


def selected(library: Library, game: str, product: CardsProduct) -> list[Kinded]:
    """The entries of a product's cards, in order."""
    found: list[Kinded] = []
    for kind, names in product.kinds.items():
        entries: list[Entry[Model] | None] = [*library.games[game].of_kind(kind).values()]
        if names != "all":
            entries = [library.find(kind, game, reference) for reference in names]
        found += [(kind, entry) for entry in entries if entry]
    return found


def _options(product: CardsProduct, options: PrintOptions) -> ImpositionOptions:
    gutter = None if product.gutter == "auto" else float(product.gutter)
    duplex = options.duplex or product.duplex
    return ImpositionOptions(card_size(product.format), product.bleed, gutter, duplex)


def _check_count(library: Library, game: str, product: CardsProduct) -> None:
    total = sum(counts(library, game, product).values())
    if total > MAX_CARDS:
        raise PlanError(f"the deck has {total:,} cards; the maximum is {MAX_CARDS:,}")


def counts(library: Library, game: str, product: CardsProduct) -> dict[tuple[str, str, str], int]:
    """The number of cards of each entry, by kind, game and id: its quantity in the product, or else
    its `copies`, or else 1.
    """
    found = {
        (kind, entry.game, entry.id): getattr(entry.value, "copies", None) or 1
        for kind, entry in selected(library, game, product)
    }
    for reference, number in product.quantities.items():
        for kind in product.kinds:
            entry = library.find(kind, game, reference)
            if entry and (kind, entry.game, entry.id) in found:
                found[kind, entry.game, entry.id] = number
    return found


def _copies(
    library: Library, game: str, product: CardsProduct, entries: list[Kinded]
) -> Iterator[tuple[int, int | None]]:
    """The cards to impose, repeated by quantity: the numbers of front and back.

    Fronts are numbered from 0, backs from the number of fronts.
    """
    numbers = counts(library, game, product)
    _, *backs = designs(library, library.games[game], product.faces)
    back_numbers = face_numbers(backs[0], entries) if backs else []
    for number, (kind, entry) in enumerate(entries):
        back = len(entries) + back_numbers[number] if backs else None
        for _ in range(numbers[kind, entry.game, entry.id]):
            yield number, back


def _sheet_texts(library: Library, target: Target) -> tuple[SheetLabels, DocumentInfo]:
    """The texts on the sheets of a deck, and the metadata of the file."""
    # Imported here, see `printgen.products.kind`.
    from printgen.imposition.compose import DocumentInfo

    content = library.games[target.game]
    words = labels(library.folders, "_shared", target.lang)
    title = deck_title(library, target)
    names = SheetLabels(
        title, words["print_scale"], words["front"], words["back"], words["fold"], words["cards"]
    )
    return names, DocumentInfo(title, author(content, target.lang), target.lang)


def _write_sheets(
    library: Library,
    target: Target,
    deck: SheetPlan,
    results: Sequence[JobResult],
    options: PrintOptions,
    out: Path,
) -> None:
    from printgen.imposition.compose import compose
    from printgen.layout.assembly import assemble
    from printgen.layout.font_programs import font_programs

    names, info = _sheet_texts(library, target)
    product = library.games[target.game].products[target.product].value
    assert isinstance(product, CardsProduct)
    faces = assemble((r.face for r in results if r.face), font_programs(library.folders))
    marks = printers_marks(library.store, deck, names)
    compose(deck, marks, faces, product.bleed, info, out, options.offset)
