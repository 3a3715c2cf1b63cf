"""Two-sided cards: each face is laid out once, then imposed on duplex sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.imposition.plan import ImpositionOptions, SheetLabels, SheetPlan, impose
from printgen.layout.jobs import DeferredContext, Job, JobResult, JobSource, PageFormat, Task
from printgen.paper import PAPERS, PlanError, Size, card_size
from printgen.problems import Position
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

MAX_CARDS = 20_000

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
        return f"cards-{target.paper}", "cards"

    def pieces(self, library: Library, target: Target, product: CardsProduct) -> Pieces:
        """The cards."""
        plan = deck(library, target, product, PrintOptions())
        return Pieces(plan, product.corner_radius, product.faces.back is not None)

    def prepare(
        self, library: Library, target: Target, product: CardsProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of a deck, fronts before backs, and their sheets."""
        entries = selected(library, target.game, product)
        _check_count(library, target.game, product, entries)
        if missing := missing_glyphs(library.store, deck_title(library, target)):
            raise PlanError(f"titles contain characters without a glyph: {''.join(missing)}")
        plan = deck(library, target, product, options)
        templates = face_templates(library.games[target.game], product)
        cut = Cut(card_size(product.format), product.bleed)
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            len(templates) * len(entries),
            lambda: (
                task
                for template in templates
                for task in face_tasks(library, target, entries, template, cut)
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


# An entry with its kind.
Kinded = tuple[str, Entry[Any]]


def selected(library: Library, game: str, product: CardsProduct) -> list[Kinded]:
    """The entries of a product's cards, in order."""
    found: list[Kinded] = []
    for kind, names in product.kinds.items():
        if names == "all":
            entries = list(getattr(library.games[game], kind).values())
        else:
            entries = [library.find(kind, game, reference) for reference in names]
        found += [(kind, entry) for entry in entries if entry]
    return found


def face_templates(content: GameContent, product: CardsProduct) -> list[str]:
    """The templates of the front and of the back, if any."""
    faces = (product.faces.front, product.faces.back)
    return [content.template(face) for face in faces if face]


def _options(product: CardsProduct, options: PrintOptions) -> ImpositionOptions:
    gutter = None if product.gutter == "auto" else float(product.gutter)
    duplex = options.duplex or product.duplex
    return ImpositionOptions(card_size(product.format), product.bleed, gutter, duplex)


def _check_count(library: Library, game: str, product: CardsProduct, entries: list[Kinded]) -> None:
    total = sum(counts(library, game, product).values()) + len(entries)
    if total > MAX_CARDS:
        raise PlanError(f"the deck has about {total:,} cards; the maximum is {MAX_CARDS:,}")


def counts(library: Library, game: str, product: CardsProduct) -> dict[tuple[str, str, str], int]:
    """The quantities of cards by kind, game and id; cards without one are printed once."""
    found = [
        (kind, library.find(kind, game, reference), number)
        for reference, number in product.quantities.items()
        for kind in product.kinds
    ]
    return {(kind, entry.game, entry.id): number for kind, entry, number in found if entry}


def _copies(
    library: Library, game: str, product: CardsProduct, entries: list[Kinded]
) -> Iterator[tuple[int, int | None]]:
    """The cards to impose, repeated by quantity: the numbers of front and back.

    Fronts are numbered from 0, backs from the number of fronts.
    """
    numbers = counts(library, game, product)
    for number, (kind, entry) in enumerate(entries):
        back = number + len(entries) if product.faces.back else None
        for _ in range(numbers.get((kind, entry.game, entry.id), 1)):
            yield number, back


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
    library: Library, target: Target, entries: list[Kinded], template: str, cut: Cut
) -> Iterator[Task]:
    """The faces of entries with a template, in order."""
    format = face_format(library, target, template, cut)
    shared = face_context(library, target, template, cut)
    for number, (kind, entry) in enumerate(entries):
        context = _context(library, target.lang, shared, kind, entry, number)
        job = Job(format, f"{entry.game}/{entry.id}", context)
        texts = partial(_texts, library, kind, entry, target.lang)
        source = JobSource(partial(entry.at, key=True), partial(entry.at, "image"), texts)
        yield Task(job, source)


def _context(
    library: Library,
    lang: str,
    shared: dict[str, object],
    kind: str,
    entry: Entry[Any],
    number: int,
) -> Mapping[str, object]:
    """The context of a face. Its view is made only if no earlier build had the same sources."""

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


# The view of an entry, by kind.
_VIEWS: dict[str, Callable[[Library, Entry[Any], str], Mapping[str, object]]] = {
    "profiles": profile_view,
    "plans": plan_view,
}
