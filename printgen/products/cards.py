"""Two-sided cards: each face is laid out once, then imposed on duplex sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.imposition.plan import SheetLabels, SheetPlan
from printgen.layout.jobs import DeferredContext, Job, JobResult, JobSource, PageFormat, Task
from printgen.paper import PlanError, Size, card_size
from printgen.problems import Position
from printgen.products.decks import Card, bleed_of, chosen_cards, plan_deck
from printgen.products.kept_marks import missing_glyphs, printers_marks
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target
from printgen.products.titles import author, deck_title
from printgen.store import digest
from printgen.typography.labels import labels
from printgen.views.game import game_view
from printgen.views.profiles import profile_view
from printgen.views.scenarios import plan_view

if TYPE_CHECKING:
    from printgen.imposition.compose import DocumentInfo

# Tolerance of a guillotine and a home printer at the edge of a card (mm).
SAFE = 3.0


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of cards in mm: trim size, bleed on each side, distance of text from the cut."""

    size: Size
    bleed: float
    safe: float = SAFE


class CardsKind:
    """The output kind `cards`: faces of one size, imposed on sheets."""

    model = CardsProduct

    def variants(self, product: CardsProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: CardsProduct, target: Target) -> tuple[str, str]:
        """A channel per paper."""
        return f"cards-{target.paper_in_channels}", "cards"

    def pieces(self, library: Library, target: Target, product: CardsProduct) -> Pieces:
        """The cards."""
        plan = plan_deck(library, target, product, PrintOptions())
        return Pieces(plan, product.corner_radius, product.faces.back is not None)

    def prepare(
        self, library: Library, target: Target, product: CardsProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of a deck, fronts before backs, and their sheets."""
        cards = chosen_cards(library, target, product, options.choice)
        if missing := missing_glyphs(library.store, deck_title(library, target)):
            raise PlanError(f"titles contain characters without a glyph: {''.join(missing)}")
        plan = options.choice.of_plan(plan_deck(library, target, product, options))
        templates = face_templates(library.games[target.game], product)
        cut = Cut(card_size(product.format), bleed_of(product, options))
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            len(templates) * len(cards),
            lambda: (
                task
                for template in templates
                for task in face_tasks(library, target, cards, template, cut)
            ),
            lambda results, out: _write_sheets(
                library, target, plan, results, cut.bleed, options.offset, out
            ),
            (plan, _sheet_texts(library, target), cut.bleed, options.offset),
            _printed_cards(plan, cards, templates),
        )


def _printed_cards(
    plan: SheetPlan, cards: Sequence[Card], templates: Sequence[str]
) -> tuple[str, ...]:
    """The name of the card of each face, empty for a card that is not on the sheets of a plan."""
    faces = {placement.face for side in plan.sides for placement in side.placements}
    names = [
        card.name if faces.intersection((number, number + len(cards))) else ""
        for number, card in enumerate(cards)
    ]
    return tuple(names * len(templates))


def face_templates(content: GameContent, product: CardsProduct) -> list[str]:
    """The templates of the front and of the back, if any."""
    faces = (product.faces.front, product.faces.back)
    return [content.template(face) for face in faces if face]


def face_context(library: Library, target: Target, template: str, cut: Cut) -> dict[str, object]:
    """The context of a face's template, without its card."""
    return {
        "game": game_view(library.games[target.game], target.lang),
        "labels": labels(library.folders, template.partition("/")[0], target.lang),
        "lang": target.lang,
        "ink": target.ink,
        "width": cut.size.width,
        "height": cut.size.height,
        "bleed": cut.bleed,
        "safe": cut.safe,
    }


def _texts(library: Library, kind: str, entry: Entry[Any], lang: str) -> list[tuple[str, Position]]:
    """The texts of an entry and of its traits in one language."""
    sources = (entry, *(library.traits_of(entry) if kind == "profiles" else ()))
    return [text for source in sources for text in library.texts_of(source, lang)]


def face_format(library: Library, target: Target, template: str, cut: Cut) -> PageFormat:
    """The format of the faces of a deck with a template."""
    content = library.games[target.game]
    product = content.products[target.product].value
    assert isinstance(product, CardsProduct)
    return PageFormat(
        "face",
        template,
        target.lang,
        target.ink,
        cut.size.width,
        cut.size.height,
        bleed=cut.bleed,
        safe=cut.safe,
        radius=product.corner_radius,
        accent=content.game.accent,
        product=target.id,
    )


def face_tasks(
    library: Library, target: Target, cards: list[Card], template: str, cut: Cut
) -> Iterator[Task]:
    """The faces of cards with a template, in order."""
    format = face_format(library, target, template, cut)
    shared = face_context(library, target, template, cut)
    for card in cards:
        context, entry = _context(library, target.lang, shared, card), card.entry
        job = Job(format, card.name, context)
        texts = partial(_texts, library, card.kind, entry, target.lang)
        source = JobSource(partial(entry.at, key=True), partial(entry.at, "image"), texts)
        yield Task(job, source)


def _context(
    library: Library, lang: str, shared: dict[str, object], card: Card
) -> Mapping[str, object]:
    """The context of a face. Its view is made only if no earlier build had the same sources."""
    kind, entry, number = card

    def make() -> dict[str, object]:
        return {**shared, "card": _VIEWS[kind](library, entry, lang), "number": number}

    sources = library.profile_digest(entry) if kind == "profiles" else ""
    return DeferredContext(make, digest(sources, str(number))) if sources else make()


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
    plan: SheetPlan,
    results: Sequence[JobResult],
    bleed: float,
    offset: tuple[float, float],
    out: Path,
) -> None:
    from printgen.imposition.compose import compose
    from printgen.layout.assembly import assemble
    from printgen.layout.font_programs import font_programs

    names, info = _sheet_texts(library, target)
    faces = assemble((r.face for r in results if r.face), font_programs(library.folders))
    marks = printers_marks(library.store, plan, names)
    compose(plan, marks, faces, bleed, info, out, offset)


# The view of an entry, by kind.
_VIEWS: dict[str, Callable[[Library, Entry[Any], str], Mapping[str, object]]] = {
    "profiles": profile_view,
    "plans": plan_view,
}
