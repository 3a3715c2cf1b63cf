"""Two-faced cards: each face laid out once, then imposed on duplex sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from printgen.impose.compose import Info, Part, compose
from printgen.impose.furniture import Labels, draw_furniture, unprintable
from printgen.impose.plan import Options, Plan, PlanError, impose
from printgen.library import Entry, Library
from printgen.models import Profile
from printgen.outputs.job import Job, PrintOptions, author, deck_title
from printgen.outputs.targets import Target
from printgen.outputs.views import game_view, labels, profile_view
from printgen.paper import PAPERS, card_size
from printgen.products import CardsProduct
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
    profiles = selected(library, target.game, product)
    _refuse_too_many(library, target.game, product, profiles)
    if missing := unprintable(deck_title(library, target)):
        raise PlanError(f"the titles hold what sheets cannot be labelled with: {''.join(missing)}")
    deck = impose(
        list(_copies(library, target.game, product, profiles)),
        PAPERS[target.paper],
        _options(product, options),
    )
    faces = [product.faces.front, product.faces.back]
    templates = [content.template(face) for face in faces if face]
    return Job(
        target,
        (target.id, target.lang, target.ink),
        len(templates) * -(-len(profiles) // BATCH),
        lambda: (
            batch
            for template in templates
            for batch in _batches(library, target, product, profiles, template)
        ),
        lambda results, out: _sheets(library, target, deck, results, options, out),
    )


def selected(library: Library, game: str, product: CardsProduct) -> list[Entry[Profile]]:
    """The profiles of which a product makes cards, in order."""
    if product.profiles == "all":
        return list(library.games[game].profiles.values())
    found = (library.find("profiles", game, reference) for reference in product.profiles)
    return [entry for entry in found if entry]


def _options(product: CardsProduct, options: PrintOptions) -> Options:
    gutter = None if product.gutter == "auto" else float(product.gutter)
    duplex = options.duplex or product.duplex
    return Options(card_size(product.format), product.bleed, gutter, duplex)


def _refuse_too_many(
    library: Library, game: str, product: CardsProduct, profiles: list[Entry[Profile]]
) -> None:
    total = sum(count for count in _counts(library, game, product).values()) + len(profiles)
    if total > MAX_CARDS:
        raise PlanError(f"the deck has some {total:,} cards; {MAX_CARDS:,} at most")


def _counts(library: Library, game: str, product: CardsProduct) -> dict[tuple[str, str], int]:
    """How often each card is printed that is not printed once."""
    found = ((library.find("profiles", game, r), n) for r, n in product.quantities.items())
    return {(entry.game, entry.id): count for entry, count in found if entry}


def _copies(
    library: Library, game: str, product: CardsProduct, profiles: list[Entry[Profile]]
) -> Iterator[tuple[int, int | None]]:
    """The cards to place, each as often as its quantity says: front number, back number.

    Fronts are numbered from 0, backs go on from there.
    """
    counts = _counts(library, game, product)
    for number, profile in enumerate(profiles):
        back = number + len(profiles) if product.faces.back else None
        for _ in range(counts.get((profile.game, profile.id), 1)):
            yield number, back


def _batches(
    library: Library,
    target: Target,
    product: CardsProduct,
    profiles: list[Entry[Profile]],
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
    for start in range(0, len(profiles), BATCH):
        faces = tuple(
            Face(
                f"{profile.game}/{profile.id}",
                profile.at(),
                profile.at("image"),
                {**shared, "card": profile_view(library, profile, target.lang), "number": number},
            )
            for number, profile in enumerate(profiles[start : start + BATCH], start)
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


__all__ = ["PlanError", "prepare"]
