"""What is wrong with a card printer's file, in the words of the deck: printer, language, card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from printgen.export import ExportError
from printgen.export.faces import DeckCard
from printgen.export.vendors.vendor import Vendor
from printgen.problems import Problem

# A fault of a page of the PDF: see `deck_pdf`.
_OF_PAGE = re.compile(r"cards\.pdf: page ([0-9]+) (.+)")

_HINTS = {"% ink": "lighten its darkest colours"}


@contextmanager
def named_faults(vendor: Vendor, lang: str, cards: Sequence[DeckCard]) -> Iterator[None]:
    """Name the printer and the language in the problems of an export, and the cards of pages."""
    try:
        yield
    except ExportError as error:
        # Copies of a card have the same fault.
        found = dict.fromkeys(
            _named(each, f"{vendor.name} ({lang})", cards) for each in error.problems
        )
        raise ExportError(list(found)) from error


def _named(problem: Problem, name: str, cards: Sequence[DeckCard]) -> Problem:
    """A fault of a file with its name before it; the faults of a layout as they are."""
    if problem.code != "vendor-file":
        return problem
    found = _of_card(problem, cards)
    return replace(found, message=f"{name}: {found.message}")


def _of_card(problem: Problem, cards: Sequence[DeckCard]) -> Problem:
    """A problem of a page of the PDF as one of its card: each copy has a back, then a front."""
    page = _OF_PAGE.fullmatch(problem.message)
    pages = [card for card in cards for _ in range(card.quantity)] if page else []
    number = int(page[1]) - 1 if page else 0
    if page is None or number // 2 >= len(pages):
        return problem
    card, side = pages[number // 2], "front" if number % 2 else "back"
    hint = next((hint for words, hint in _HINTS.items() if words in page[2]), problem.hint)
    message = f"the {side} of '{card.id}' {page[2]}"
    return replace(problem, position=card.where, message=message, hint=hint)
