"""Cards and other pieces with faces: each face is laid out once, then imposed on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from printgen.content.library import Library
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.imposition.plan import SheetLabels, SheetPlan
from printgen.layout.jobs import JobResult
from printgen.paper import TitleError
from printgen.products.card_faces import (
    Card,
    Design,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
)
from printgen.products.decks import chosen_cards, cut_of, plan_deck
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target, deck_title, document_info
from printgen.rules.study_results import stored
from printgen.store import Store
from printgen.typography.labels import labels

if TYPE_CHECKING:
    from printgen.imposition.compose import DocumentInfo


P = TypeVar("P", bound=FacesProduct)


@dataclass
class FacesKind(Generic[P]):
    """An output kind of faces of one size, imposed on sheets. `uploads` is its kind of channel."""

    model: type[P]
    uploads: str

    def variants(self, product: P) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: P, target: Target) -> tuple[str, str]:
        """A channel per paper."""
        return f"{self.uploads}-{target.paper_in_channels}", self.uploads

    def pieces(self, library: Library, target: Target, product: P) -> Pieces | None:
        """The cards. The pages of other pieces stay whole."""
        if not isinstance(product, CardsProduct):
            return None
        plan = plan_deck(library, target, product, PrintOptions())
        return Pieces(plan, product.corner_radius, product.faces.two_sided)

    def prepare(
        self, library: Library, target: Target, product: P, options: PrintOptions
    ) -> TargetBuild:
        """The faces of a deck, fronts before backs, and their sheets."""
        cards = chosen_cards(library, target, product, options.choice)
        check_title(library, target)
        plan = options.choice.of_plan(plan_deck(library, target, product, options))
        sides = [
            (design, distinct_faces(design, cards))
            for design in designs(library, library.games[target.game], product)
        ]
        cut = cut_of(product, options)
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            sum(len(faces) for _, faces in sides),
            lambda: (
                task
                for design, faces in sides
                for task in face_tasks(library, target, faces, design, cut)
            ),
            lambda results, out: write_sheets(
                library, target, plan, results, cut.bleed, options.offset, out
            ),
            (plan, sheet_texts(library, target), cut.bleed, options.offset),
            _printed_cards(plan, cards, [design for design, _ in sides]),
            plan,
        )


def _printed_cards(
    plan: SheetPlan, cards: Sequence[Card], sides: Sequence[Design]
) -> tuple[tuple[str, ...], ...]:
    """The names of the cards with each face, without those that are not on the sheets of a plan."""
    placed = {placement.face for side in plan.sides for placement in side.placements}
    on_fronts = any(face < len(cards) for face in placed)
    found: list[tuple[str, ...]] = []
    for side, design in enumerate(sides):
        names: dict[int, list[str]] = {}
        for number, face in enumerate(face_numbers(design, cards)):
            shown = number in placed if on_fronts or not side else len(cards) + face in placed
            names.setdefault(face, []).extend([cards[number].name] if shown else [])
        found += map(tuple, names.values())
    return tuple(found)


def check_title(library: Library, target: Target) -> None:
    """Raise TitleError if the labels of sheets cannot print the title of a product."""
    if missing := missing_glyphs(library.store, deck_title(library, target)):
        letters = "".join(sorted(missing))
        raise TitleError(f"titles contain characters without a glyph: {letters}", letters)


def sheet_texts(library: Library, target: Target) -> tuple[SheetLabels, DocumentInfo]:
    """The texts on the sheets of a product, and the metadata of the file."""
    words = labels(library.folders, "_shared", target.lang)
    title = deck_title(library, target)
    names = SheetLabels(
        title,
        words["print_scale"],
        words["front"],
        words["back"],
        words["fold"],
        words["cards"],
        words["glue"],
    )
    return names, document_info(library, target)


def write_sheets(
    library: Library,
    target: Target,
    plan: SheetPlan,
    results: Sequence[JobResult],
    bleed: float,
    offset: tuple[float, float],
    out: Path,
) -> None:
    """Write the sheets of a plan. `results` are its faces in the order of their numbers."""
    from printgen.imposition.compose import compose
    from printgen.imposition.face_tags import tags_of_faces
    from printgen.layout.assembly import assemble
    from printgen.layout.font_programs import font_programs

    names, info = sheet_texts(library, target)
    found = [result.face for result in results if result.face]
    faces = assemble(found, font_programs(library.folders))
    marks, tags = printers_marks(library.store, plan, names), tags_of_faces(f.tags for f in found)
    compose(plan, marks, faces, bleed, info, out, offset, tags)


# --- printer's marks of earlier builds, from the store: only new ones need ReportLab --------------


def printers_marks(store: Store, plan: SheetPlan, labels: SheetLabels) -> bytes:
    """A PDF with the printer's marks of a plan, one page per side."""
    return stored(store, _draw, plan, labels)


def missing_glyphs(store: Store, words: str) -> set[str]:
    """The characters of `words` without a glyph in the font of the labels."""
    return stored(store, _missing, words)


def _draw(plan: SheetPlan, labels: SheetLabels) -> bytes:
    from printgen.imposition.printers_marks import draw_printers_marks

    return draw_printers_marks(plan, labels)


def _missing(words: str) -> set[str]:
    from printgen.imposition.printers_marks import unprintable

    return unprintable(words)
