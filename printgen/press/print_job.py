"""Builds with a choice of cards, sides or sheets, and the files for cutting machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from printgen.content.library import Library
from printgen.content.models.pieces import BoxProduct
from printgen.content.models.products import FacesProduct
from printgen.geometry.outlines import joint_bounds
from printgen.imposition.cutters import CUTTERS
from printgen.imposition.cutting import cut_sheets
from printgen.imposition.plan import PrintChoice, SheetPlan, SheetSide
from printgen.layout.jobs import JobResult
from printgen.paper import PlanError
from printgen.press.targets import TargetError
from printgen.problems import did_you_mean
from printgen.products import kind_of
from printgen.products.card_faces import Card
from printgen.products.decks import chosen_cards, duplex_of, plan_deck, selected
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.store.scratch import scratch_folder

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

    Raises TargetError when the choice names cards, backs or sheets that no deck has.
    """
    if not options.choice:
        return list(targets)
    found = [(target, _product(library, target)) for target in targets]
    decks = [(target, product) for target, product in found if isinstance(product, FacesProduct)]
    boxes = [target for target, product in found if isinstance(product, BoxProduct)]
    if options.choice.some or not options.choice.cutter:
        boxes = []
    if not decks and not boxes:
        raise TargetError("no target has cards or other pieces", _possible(library, options))
    decks = _chosen(library, decks, options) if decks else []
    if options.choice.cutter:
        chosen = [target for target, _ in decks] + boxes
        return [file for target in chosen for file in cutter_targets(library, target, options)]
    return [replace(target, suffix=f".print{target.suffix}") for target, _ in decks]


def _possible(library: Library, options: PrintOptions) -> str:
    """A hint: the products that have cards or other pieces, or boxes to cut."""
    boxes = options.choice.cutter and not options.choice.some
    fitting = (FacesProduct, BoxProduct) if boxes else FacesProduct
    found = [
        f"{content.id}/{id}"
        for content in library.games.values()
        for id, product in content.products.items()
        if isinstance(product.value, fitting)
    ]
    return f"these options are for {', '.join(found[:_MOST]) or 'such products'}"


def _chosen(library: Library, decks: list[Deck], options: PrintOptions) -> list[Deck]:
    """The decks of which the choice prints something. Raises TargetError, see `print_job`."""
    _check_names(library, decks, options.choice)
    decks = _with_sides(decks, options)
    decks = [deck for deck in decks if chosen_cards(library, *deck, options.choice)]
    return _with_sheets(library, decks, options)


def _product(library: Library, target: Target) -> object:
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


def _with_sides(decks: list[Deck], options: PrintOptions) -> list[Deck]:
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
        kept = [(target, product) for target, product in kept if product.prints_behind]
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
        plan = plan_deck(library, target, product, options)
    except PlanError:
        return max(options.choice.sheets)
    return max(int(side.name.partition(" ")[0]) for side in plan.sides)


# --- the files for a cutting machine: sheets, or their pictures, and the paths to cut -------------


def cutter_targets(library: Library, target: Target, options: PrintOptions) -> list[Target]:
    """The files of a product for a machine: its sheets, and a path for all that are cut alike; or
    the pictures of its sheets. One that does not fit has its sheets only: the build reports it.
    """
    product = library.games[target.game].products[target.product].value
    choice = options.choice
    assert choice.cutter
    name = f".{choice.cutter}.print" if choice.some else f".{choice.cutter}"
    sheets = replace(target, suffix=f"{name}{target.suffix}")
    try:
        plan = kind_of(product).prepare(library, target, product, options).plan
    except PlanError:
        return [sheets]
    assert plan
    if CUTTERS[choice.cutter].output == "pictures":
        return [_picture(side, target, name) for side in plan.sides]
    return [sheets, *_paths(plan, target, name)]


def _picture(side: SheetSide, target: Target, name: str) -> Target:
    """The file with the picture of a side of a sheet. Its name has its size, which the user types
    into the program of the machine.
    """
    left, top, right, bottom = joint_bounds(side.cuts)
    size = f"{round(right - left, 1):g}x{round(bottom - top, 1):g}mm"
    suffix = f"{name}.sheet-{side.name.replace(' ', '-')}.{size}.png"
    return replace(target, suffix=suffix, side=side.name)


def _paths(plan: SheetPlan, target: Target, name: str) -> Iterator[Target]:
    """The files with the cut paths of a plan."""
    alike = cut_sheets(plan)
    for sheets in alike:
        which = f".{sheets.name}" if len(alike) > 1 else ""
        for format in ("svg", "dxf"):
            yield replace(target, suffix=f"{name}{which}.cut.{format}", side=sheets.side)


def for_target(options: PrintOptions, target: Target) -> PrintOptions:
    """The options for a target: a file about one side of a sheet has only that side."""
    if not target.side:
        return options
    return replace(options, choice=replace(options.choice, side=target.side))


def as_file(build: TargetBuild) -> TargetBuild:
    """The work for the file of a target, from the work for its pages."""
    target, plan, pages = build.target, build.plan, build.compose
    if not target.side:
        return build
    assert plan
    if target.suffix.endswith(".png"):
        return replace(
            build, compose=lambda results, out: _write_picture(plan, target, pages, results, out)
        )
    return replace(
        build,
        layout_key=(target.path,),
        task_count=0,
        tasks=lambda: (),
        compose=lambda _, out: _write_path(plan, target, out),
        inputs=(plan.paper, plan.cutter, plan.sides[0].cuts, plan.sides[0].creases),
        cards=(),
    )


def _write_path(plan: SheetPlan, target: Target, out: Path) -> None:
    from printgen.imposition.cut_files import cut_dxf, cut_svg

    (side,) = plan.sides
    svg = target.suffix.endswith(".svg")
    out.write_bytes(cut_svg(plan, side, target.id) if svg else cut_dxf(plan, side))


def _write_picture(
    plan: SheetPlan,
    target: Target,
    write_pages: Callable[[Sequence[JobResult], Path], None],
    results: Sequence[JobResult],
    out: Path,
) -> None:
    from printgen.imposition.cut_files import sheet_picture

    (side,) = plan.sides
    with scratch_folder() as folder:
        pages = folder / "sheet.pdf"
        write_pages(results, pages)
        out.write_bytes(sheet_picture(pages, side.cuts, target.path))
