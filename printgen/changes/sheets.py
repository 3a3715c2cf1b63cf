"""The sheets of a pack: those of its deck, with the cards that are to be printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from printgen.changes.edition import Edition
from printgen.changes.pack import Pack
from printgen.content.models.products import FacesProduct
from printgen.imposition.print_choice import PrintChoice
from printgen.layout.jobs import Engine, lay_out
from printgen.paper import PlanError
from printgen.problems import Problem
from printgen.products import PRODUCT_KINDS
from printgen.products.decks import deck_name
from printgen.products.kind import PrintOptions


@dataclass(frozen=True, slots=True)
class Sheets:
    """The file of a pack, the number of its sheets, and the problems that kept it from being made.

    A file with errors was not written.
    """

    file: str
    sheets: int
    problems: list[Problem]


def write_sheets(
    edition: Edition, pack: Pack, engine: Engine, options: PrintOptions, folder: Path
) -> Sheets:
    """Write the sheets of a pack with cards into a folder."""
    target = pack.deck.target
    entry = edition.content.products[target.product]
    assert isinstance(entry.value, FacesProduct)
    name = deck_name(target.id, target.lang, target.ink)
    choice = PrintChoice(
        changed=tuple((name, copies.card.full_name) for copies in pack.added),
        copies=tuple((copies.card.full_name, copies.count) for copies in pack.added),
    )
    kind, options = PRODUCT_KINDS[target.output], replace(options, choice=choice)
    try:
        build = kind.prepare(edition.library, target, entry.value, options)
    except PlanError as error:
        problem = entry.problem("product-paper", str(error), key=True)
        return Sheets("", 0, [problem])
    outcomes = list(lay_out(engine, build.tasks()))
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    if any(outcome.failed for outcome in outcomes):
        return Sheets("", 0, problems)
    file = Path(target.path).name
    build.compose([outcome.result for outcome in outcomes], folder / file)
    assert build.plan is not None
    numbers = {side.name.partition(" ")[0] for side in build.plan.sides}
    return Sheets(file, len(numbers), problems)
