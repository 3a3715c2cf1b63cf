"""Builds with a choice of cards, sides or sheets, and the files for cutting machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printgen.content.library import Library
from printgen.content.models.products import FacesProduct, Product
from printgen.imposition.plan import PrintChoice
from printgen.paper import PlanError
from printgen.press.drafting import as_draft_target
from printgen.press.targets import TargetError
from printgen.problems import did_you_mean
from printgen.products import kind_of
from printgen.products.card_faces import Card, chosen_cards, duplex_of, selected
from printgen.products.card_parts import continued_behind
from printgen.products.cards import FacesKind
from printgen.products.kind import Cutter, PrintOptions, TargetBuild, cutter_of
from printgen.products.target import Target

# --------------------------------------------------------------------------------------------------
# The targets of a build with a choice of cards, sides or sheets: decks, in files of their own.
#
# A deck of a few cards must not take the place of the whole deck: its file name ends in
# `.print.pdf`, and the next choice overwrites it.


# The most products that a hint names.
_MOST = 8

# A deck with its target.
Deck = tuple[Target, FacesProduct]


def print_job(library: Library, targets: Sequence[Target], options: PrintOptions) -> list[Target]:
    """The targets of decks of which the choice of `options` prints something; all without a choice.
    Drafts and guides have files of their own.

    Raises TargetError when the choice names cards, backs or sheets that no deck has.
    """
    chosen = _of_choice(library, targets, options)
    if options.guides:
        chosen = [t for t in chosen if isinstance(_product(library, t), FacesProduct)]
        if targets and not chosen:
            raise TargetError("guides are for cards and other pieces", _possible(library, options))
        chosen = [replace(target, suffix=f".guides{target.suffix}") for target in chosen]
    return [as_draft_target(target) for target in chosen] if options.draft else chosen


def _of_choice(library: Library, targets: Sequence[Target], options: PrintOptions) -> list[Target]:
    if not options.choice:
        return list(targets)
    found = [(target, _product(library, target)) for target in targets]
    decks = [(target, product) for target, product in found if isinstance(product, FacesProduct)]
    others = [
        target
        for target, product in found
        if _is_whole_cut(product, options) and not isinstance(product, FacesProduct)
    ]
    if not decks and not others:
        raise TargetError("no target has cards or other pieces", _possible(library, options))
    decks = _chosen(library, decks, options) if decks else []
    if cutter := cutter_of(options):
        chosen = [target for target, _ in decks] + others
        return [
            file for target in chosen for file in cutter_targets(library, target, options, cutter)
        ]
    return [replace(target, suffix=f".print{target.suffix}") for target, _ in decks]


def _possible(library: Library, options: PrintOptions) -> str:
    """A hint: the products that have cards or other pieces, or whole sheets to cut."""
    found = [
        f"{content.id}/{id}"
        for content in library.games.values()
        for id, product in content.products.items()
        if isinstance(product.value, FacesProduct) or _is_whole_cut(product.value, options)
    ]
    return f"these options are for {', '.join(found[:_MOST]) or 'such products'}"


def _is_whole_cut(product: Product, options: PrintOptions) -> bool:
    """Whether all sheets of a product are made for a cutting machine."""
    return bool(options.choice.cutter) and not options.choice.some and kind_of(product).is_cut


def _chosen(library: Library, decks: list[Deck], options: PrintOptions) -> list[Deck]:
    """The decks of which the choice prints something. Raises TargetError, see `print_job`."""
    _check_names(library, decks, options.choice)
    decks = _with_sides(library, decks, options)
    decks = [deck for deck in decks if chosen_cards(library, *deck, options.choice)]
    return _with_sheets(library, decks, options)


def _product(library: Library, target: Target) -> Product:
    return library.games[target.game].products[target.product].value


def _check_names(library: Library, decks: Sequence[Deck], choice: PrintChoice) -> None:
    """Raise TargetError for names that no card of the decks has, or no chosen one."""
    cards = [card for deck in decks for card in selected(library, deck[0].game, deck[1])]
    _check_known(choice.only, cards, "card")
    only = [card for card in cards if not choice.only or any(map(card.has_name, choice.only))]
    _check_known([name for name, _ in choice.copies], only, "printed card")


def _check_known(names: Sequence[str], cards: Sequence[Card], what: str) -> None:
    for name in names:
        if not any(card.has_name(name) for card in cards):
            known = {card.name if "/" in name else card.entry.id for card in cards}
            raise TargetError(f"no {what} '{name}'", did_you_mean(name, known))


def _with_sides(library: Library, decks: list[Deck], options: PrintOptions) -> list[Deck]:
    """The decks with the chosen side. Raises TargetError when no deck has it."""
    side = options.choice.sides
    if side == "both" and not options.choice.cutter:
        return decks
    folded = [duplex_of(product, options) == "gutter-fold" for _, product in decks]
    if all(folded):
        hint = "choose --duplex long-edge"
        if options.choice.cutter:
            raise TargetError("a machine cannot cut cards that are to be folded first", hint)
        raise TargetError("a sheet to fold has fronts and backs on one side", hint)
    kept = [deck for deck, folds in zip(decks, folded, strict=True) if not folds]
    if side == "back":
        kept = [
            (target, product)
            for target, product in kept
            if product.prints_behind or continued_behind(library, target.game, product)
        ]
    if not kept:
        raise TargetError("the cards have no backs")
    return kept


def _with_sheets(library: Library, decks: list[Deck], options: PrintOptions) -> list[Deck]:
    """The decks with one of the chosen sheets. Raises TargetError for one that no deck has."""
    wanted = options.choice.sheets
    if not wanted or not decks:
        return decks
    counts = [_sheet_count(library, target, product, options) for target, product in decks]
    if max(wanted) > (most := max(counts)):
        hint = "there is 1 sheet" if most == 1 else f"there are {most} sheets"
        raise TargetError(f"no sheet {max(wanted)}", hint)
    return [deck for deck, count in zip(decks, counts, strict=True) if min(wanted) <= count]


def _sheet_count(
    library: Library, target: Target, product: FacesProduct, options: PrintOptions
) -> int:
    """The number of sheets of a deck; of one that does not fit its paper, which the build reports,
    as many as are wanted.
    """
    try:
        kind = kind_of(product)
        assert isinstance(kind, FacesKind)
        plan = kind.plan(library, target, product, options)
    except PlanError:
        return max(options.choice.sheets)
    return max(int(side.name.partition(" ")[0]) for side in plan.sides)


# --- the files for a cutting machine --------------------------------------------------------------


def cutter_targets(
    library: Library, target: Target, options: PrintOptions, cutter: Cutter
) -> list[Target]:
    """The files of a product for a machine. One that does not fit has its sheets only: the build
    reports it.
    """
    product = library.games[target.game].products[target.product].value
    name = f".{cutter.name}.print" if options.choice.some else f".{cutter.name}"
    try:
        plan = kind_of(product).prepare(library, target, product, options).plan
    except PlanError:
        return [replace(target, suffix=f"{name}{target.suffix}")]
    assert plan
    return cutter.files(plan, target, name)


def for_target(options: PrintOptions, target: Target) -> PrintOptions:
    """The options for a target: a file about one side of a sheet has only that side."""
    if not target.side:
        return options
    return replace(options, choice=replace(options.choice, side=target.side))


def as_file(build: TargetBuild, options: PrintOptions) -> TargetBuild:
    """The work for the file of a target, from the work for its pages."""
    cutter = cutter_of(options)
    return cutter.build(build) if cutter and build.target.side else build
