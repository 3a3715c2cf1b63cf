"""Cards and other pieces with faces: each face is laid out once, then imposed on sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from printgen.content.library import Library
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.imposition.plan import (
    ImpositionOptions,
    PieceShape,
    SheetLabels,
    SheetPlan,
    impose,
)
from printgen.layout.jobs import JobResult, Task
from printgen.paper import Size, TitleError, paper_size
from printgen.products.card_faces import (
    Card,
    Design,
    chosen_cards,
    cut_of,
    designs,
    distinct_faces,
    duplex_of,
    face_numbers,
    face_tasks,
    numbered_faces,
)
from printgen.products.kind import (
    Cutter,
    Pieces,
    PrintOptions,
    ProductKind,
    TargetBuild,
    cutter_of,
)
from printgen.products.target import Target, deck_title, document_info
from printgen.rules.study_results import stored
from printgen.store import Store
from printgen.typography.labels import labels
from printgen.typography.word_shapes import WordShape, word_shapes

if TYPE_CHECKING:
    from printgen.imposition.compose import DocumentInfo

P = TypeVar("P", bound=FacesProduct)


@dataclass(frozen=True, slots=True)
class DeckSheets:
    """What the sheets of a deck are made of: its cards, their faces as numbered by
    `numbered_faces`, the paper, how they are imposed, and the cutting machine, if any.
    """

    cards: Sequence[Card]
    faces: Sequence[tuple[int, int | None]]
    paper: Size
    how: ImpositionOptions
    cutter: Cutter | None


class FacesKind(ProductKind[P]):
    """An output kind of faces of one size, imposed on sheets."""

    is_cut = True

    def prepare(
        self, library: Library, target: Target, product: P, options: PrintOptions
    ) -> TargetBuild:
        """The faces of a deck, fronts before backs, and their sheets."""
        cards = chosen_cards(library, target, product, options.choice)
        check_title(library, target)
        plan = options.choice.of_plan(self.plan(library, target, product, options))
        sides = [
            (design, distinct_faces(design, cards))
            for design in designs(library, library.games[target.game], product)
        ]
        cut = cut_of(product, options.choice.bleed)
        return sheets_build(
            library,
            target,
            plan,
            sum(len(faces) for _, faces in sides),
            lambda: (
                task
                for design, faces in sides
                for task in face_tasks(library, target, faces, design, cut)
            ),
            cut.bleed,
            options.offset,
            _printed_cards(plan, cards, [design for design, _ in sides]),
        )

    def plan(
        self, library: Library, target: Target, product: P, options: PrintOptions
    ) -> SheetPlan:
        """All sheets of the chosen cards of a deck. Faces are numbered: all fronts, then all backs.

        Raises PlanError when the cards do not fit, or are too many.
        """
        cards = chosen_cards(library, target, product, options.choice)
        faces = numbered_faces(library, target, product, options.choice, cards)
        cut, cutter = cut_of(product, options.choice.bleed), cutter_of(options)
        gutter = options.choice.gutter
        if gutter is None:
            gutter = self.gutter(product, cutter)
        how = ImpositionOptions(cut.size, cut.bleed, gutter, duplex_of(product, options))
        deck = DeckSheets(cards, faces, paper_size(target.paper), how, cutter)
        return self.impose(product, deck)

    def gutter(self, product: P, cutter: Cutter | None) -> float | None:
        """The distance of pieces (mm) that a product gives; None if it gives none."""
        return None

    def impose(self, product: P, deck: DeckSheets) -> SheetPlan:
        """The sheets of a deck. Raises PlanError when the pieces do not fit."""
        if deck.cutter is None:
            return impose(deck.faces, deck.paper, deck.how)
        shapes = [
            PieceShape(partial(product.outline, card.number), product.bleeds_along_outline)
            for card in deck.cards
        ]
        return deck.cutter.impose(deck.faces, deck.paper, deck.how, shapes)


class CardsKind(FacesKind[CardsProduct]):
    """The output kind `cards`."""

    uploads = "cards"

    def pieces(self, library: Library, target: Target, product: CardsProduct) -> Pieces | None:
        """The cards."""
        plan = self.plan(library, target, product, PrintOptions())
        sides = designs(library, library.games[target.game], product)
        return Pieces(plan, product.corner_radius, len(sides) > 1)

    def gutter(self, product: CardsProduct, cutter: Cutter | None) -> float | None:
        """The gutter of a product is for a guillotine: a machine may need a wider one."""
        if product.gutter == "auto":
            # Cards that share a sheet have the size that this leaves.
            return 2 * product.bleed if product.per_sheet else None
        return max(float(product.gutter), cutter.gap if cutter else 0.0)


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


def sheets_build(
    library: Library,
    target: Target,
    plan: SheetPlan,
    task_count: int,
    tasks: Callable[[], Iterable[Task]],
    bleed: float,
    offset: tuple[float, float] = (0.0, 0.0),
    cards: tuple[tuple[str, ...], ...] = (),
) -> TargetBuild:
    """The work for the sheets of a plan. The tasks make its faces, with `bleed` mm on each edge."""
    return TargetBuild(
        target,
        (target.id, target.lang, target.ink),
        task_count,
        tasks,
        lambda results, out: write_sheets(library, target, plan, results, bleed, offset, out),
        (plan, sheet_texts(library, target), bleed, offset),
        cards,
        plan,
    )


def check_title(library: Library, target: Target) -> dict[str, WordShape]:
    """The shapes of the title of a product, of letters that the font of labels lacks. Raises
    TitleError if no font has them.
    """
    title = deck_title(library, target)
    shapes = label_shapes(library, title)
    if left := unknown_letters(library, title, shapes):
        letters = "".join(sorted(left))
        raise TitleError(f"titles contain characters without a glyph: {letters}", letters)
    return shapes


# The labels of sheets after the title, in the order of SheetLabels.
_LABELS = ("print_scale", "front", "back", "fold", "cards", "glue")


def label_shapes(library: Library, words: str) -> dict[str, WordShape]:
    """The shapes of the parts of a text that the font of labels lacks, in fonts that have them."""
    missing = missing_glyphs(library.store, words) - {"\n"}
    return word_shapes(library.folders, library.store, words, missing) if missing else {}


def unknown_letters(library: Library, words: str, shapes: Iterable[str]) -> set[str]:
    """The characters of a text that neither the font of labels nor shapes have."""
    return missing_glyphs(library.store, words).difference(*shapes) - {"\n"}


def sheet_texts(library: Library, target: Target) -> tuple[SheetLabels, DocumentInfo]:
    """The texts on the sheets of a product, and the metadata of the file."""
    words, title = labels(library.folders, "_shared", target.lang), deck_title(library, target)
    texts = [title, *(words[key] for key in _LABELS)]
    shapes = label_shapes(library, "\n".join(texts))
    names = SheetLabels(*texts, shapes=tuple(shapes.items()))
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
    from printgen.layout.assembly import assemble, font_programs

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


CARDS = CardsKind()
