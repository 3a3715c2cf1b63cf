"""Two-faced cards: each face laid out once, then imposed on duplex sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from printgen.impose.compose import Info, Part, compose
from printgen.impose.furniture import Labels, draw_furniture, unprintable
from printgen.impose.plan import Options, Plan, PlanError, impose
from printgen.library import Entry, Library
from printgen.models.products import CardsProduct
from printgen.outputs.job import Job, PrintOptions, author, deck_title
from printgen.outputs.scenarios import plan_view
from printgen.outputs.targets import Target
from printgen.outputs.views import game_view, labels, profile_view
from printgen.paper import PAPERS, card_size
from printgen.render.batch import Batch, Face, Result

BATCH = 9
MAX_CARDS = 20_000
# What a guillotine and a home printer may take off the edge of a card.
SAFE = 3.0


def prepare(library: Library, target: Target, options: PrintOptions) -> Job:
    """The faces of a deck in batches, and how to make the sheets from them.

    Raises PlanError when the cards do not fit on the paper.
    """
    content = library.games[target.game]
    product = content.products[target.product].value
    assert isinstance(product, CardsProduct)
    entries = selected(library, target.game, product)
    _refuse_too_many(library, target.game, product, entries)
    if missing := unprintable(deck_title(library, target)):
        raise PlanError(f"the titles hold what sheets cannot be labelled with: {''.join(missing)}")
    deck = impose(
        list(_copies(library, target.game, product, entries)),
        PAPERS[target.paper],
        _options(product, options),
    )
    faces = [product.faces.front, product.faces.back]
    templates = [content.template(face) for face in faces if face]
    return Job(
        target,
        (target.id, target.lang, target.ink),
        len(templates) * -(-len(entries) // BATCH),
        lambda: (
            batch
            for template in templates
            for batch in _batches(library, target, product, entries, template)
        ),
        lambda results, out: _sheets(library, target, deck, results, options, out),
    )


# An entry with its kind.
Kinded = tuple[str, Entry[Any]]


def selected(library: Library, game: str, product: CardsProduct) -> list[Kinded]:
    """The entries of which a product makes cards, in order."""
    found: list[Kinded] = []
    for kind, names in product.kinds.items():
        if names == "all":
            entries = list(getattr(library.games[game], kind).values())
        else:
            entries = [library.find(kind, game, reference) for reference in names]
        found += [(kind, entry) for entry in entries if entry]
    return found


def _options(product: CardsProduct, options: PrintOptions) -> Options:
    gutter = None if product.gutter == "auto" else float(product.gutter)
    duplex = options.duplex or product.duplex
    return Options(card_size(product.format), product.bleed, gutter, duplex)


def _refuse_too_many(
    library: Library, game: str, product: CardsProduct, entries: list[Kinded]
) -> None:
    total = sum(_counts(library, game, product).values()) + len(entries)
    if total > MAX_CARDS:
        raise PlanError(f"the deck has some {total:,} cards; {MAX_CARDS:,} at most")


def _counts(library: Library, game: str, product: CardsProduct) -> dict[tuple[str, str, str], int]:
    """How often each card is printed that is not printed once."""
    found = [
        (kind, library.find(kind, game, reference), number)
        for reference, number in product.quantities.items()
        for kind in product.kinds
    ]
    return {(kind, entry.game, entry.id): number for kind, entry, number in found if entry}


def _copies(
    library: Library, game: str, product: CardsProduct, entries: list[Kinded]
) -> Iterator[tuple[int, int | None]]:
    """The cards to place, each as often as its quantity says: front number, back number.

    Fronts are numbered from 0, backs go on from there.
    """
    counts = _counts(library, game, product)
    for number, (kind, entry) in enumerate(entries):
        back = number + len(entries) if product.faces.back else None
        for _ in range(counts.get((kind, entry.game, entry.id), 1)):
            yield number, back


def _batches(
    library: Library,
    target: Target,
    product: CardsProduct,
    entries: list[Kinded],
    template: str,
) -> Iterator[Batch]:
    content = library.games[target.game]
    size = card_size(product.format)
    shared = {
        "game": game_view(content, target.lang),
        "labels": labels(library.folders, template.partition("/")[0], target.lang),
        "lang": target.lang,
        "ink": target.ink,
        "width": size.width,
        "height": size.height,
    }
    for start in range(0, len(entries), BATCH):
        faces = tuple(
            Face(
                f"{entry.game}/{entry.id}",
                entry.at(),
                entry.at("image"),
                {**shared, "card": _VIEWS[kind](library, entry, target.lang), "number": number},
            )
            for number, (kind, entry) in enumerate(entries[start : start + BATCH], start)
        )
        yield Batch(
            template,
            target.lang,
            target.ink,
            size.width,
            size.height,
            faces,
            bleed=product.bleed,
            safe=SAFE,
            radius=product.corner_radius,
            accent=content.game.accent,
            product=target.id,
        )


def _sheets(
    library: Library,
    target: Target,
    deck: Plan,
    results: Iterable[Result],
    options: PrintOptions,
    out: Path,
) -> None:
    content = library.games[target.game]
    words = labels(library.folders, "_shared", target.lang)
    title = deck_title(library, target)
    names = Labels(
        title, words["print_scale"], words["front"], words["back"], words["fold"], words["cards"]
    )
    info = Info(title, author(content, target.lang), target.lang)
    product = content.products[target.product].value
    assert isinstance(product, CardsProduct)
    furniture = draw_furniture(deck, names)
    compose(deck, furniture, _parts(results), product.bleed, info, out, options.offset)


def _parts(results: Iterable[Result]) -> Iterator[Part]:
    """The laid-out pages with the numbers of their faces in the whole deck."""
    first = 0
    for result in results:
        for laid in result.parts:
            yield laid.pdf, tuple(first + face for face in laid.faces)
        first += sum(len(laid.faces) for laid in result.parts)


# What a template sees of an entry, by the kind of entry.
_VIEWS: dict[str, Callable[[Library, Entry[Any], str], dict[str, Any]]] = {
    "profiles": profile_view,
    "plans": plan_view,
}

__all__ = ["PlanError", "prepare"]
