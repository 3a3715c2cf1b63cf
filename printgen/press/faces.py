"""Digests of the faces of cards, to find those that changed since they were printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from printgen.content.library import Library
from printgen.content.models.products import FacesProduct
from printgen.imposition.print_choice import PrintChoice
from printgen.layout.jobs import Engine, lay_out
from printgen.layout.results import result_digest
from printgen.paper import PlanError
from printgen.press.printed import read_printed
from printgen.products import PRODUCT_KINDS
from printgen.products.decks import chosen_cards, deck_name
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.store import digest

# Digests by card `game/id`.
Faces = Mapping[str, str]


def face_digests(build: TargetBuild, results: Sequence[str]) -> Faces:
    """The digests of the faces of the printed cards of a build, by the digests of its results; none
    if it is not of a deck.
    """
    found: dict[str, list[str]] = {}
    for cards, result in zip(build.cards, results, strict=False):
        for card in cards:
            found.setdefault(card, []).append(result)
    return {card: digest(*parts)[:16] for card, parts in found.items()}


def only_changed(
    library: Library, targets: Iterable[Target], engine: Engine, options: PrintOptions
) -> PrintOptions:
    """The options with a choice of the cards that are not as they were printed last.

    Their faces are laid out for this; faults of layouts are left to the build.
    """
    choice = options.choice
    whole = PrintChoice(only=choice.only, bleed=choice.bleed)
    printed, decks = read_printed(library.folders).decks, dict[str, Target]()
    for target in targets:
        product = library.games[target.game].products[target.product].value
        if isinstance(product, FacesProduct):
            decks.setdefault(deck_name(target.id, target.lang, target.ink), target)
    changed: list[tuple[str, str]] = []
    for deck, target in decks.items():
        faces = _faces(library, target, engine, PrintOptions(duplex=options.duplex, choice=whole))
        known = printed.get(deck, {})
        changed += [(deck, card) for card, face in faces.items() if known.get(card) != face]
    return replace(options, choice=replace(choice, changed=tuple(changed)))


def _faces(library: Library, target: Target, engine: Engine, options: PrintOptions) -> Faces:
    """The digests of the faces of a deck; those of a deck that cannot be placed are empty."""
    product = library.games[target.game].products[target.product].value
    assert isinstance(product, FacesProduct)
    try:
        build = PRODUCT_KINDS[target.output].prepare(library, target, product, options)
    except PlanError:
        cards = chosen_cards(library, target, product, options.choice)
        return {card.name: "" for card in cards}
    outcomes = lay_out(engine, build.tasks())
    return face_digests(build, [result_digest(outcome.result) for outcome in outcomes])
