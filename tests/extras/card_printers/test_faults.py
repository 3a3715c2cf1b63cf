"""Problems of card printers' files in the words of the deck."""

from __future__ import annotations

import pytest

from printgen.extras.card_printers.checks import named_faults
from printgen.extras.card_printers.vendors import built_in_vendors
from printgen.extras.exports.card_pictures import DeckCard
from printgen.extras.exports.channels import ExportError
from printgen.problems import Position, Problem

PRODUCTS = Position("content/well/products.yaml", 2, 3)

VENDOR = built_in_vendors()["drivethrucards"]

CARDS = [
    DeckCard(number, name, Position("content/well/rooms.yaml", number), name, "", copies)
    for number, (name, copies) in enumerate([("mouth", 2), ("bell", 1)], start=1)
]


def told(*problems: Problem) -> list[str]:
    with pytest.raises(ExportError) as error, named_faults(VENDOR, "en", CARDS):
        raise ExportError(list(problems))
    return [str(problem) for problem in error.value.problems]


def of_file(message: str) -> Problem:
    return Problem(PRODUCTS, "vendor-file", message)


def test_a_page_is_named_after_its_card_once_for_all_copies() -> None:
    ink = "uses 243 % ink, more than 240 %"
    found = told(*(of_file(f"cards.pdf: page {number} {ink}") for number in (2, 4, 5)))
    assert found == [
        "content/well/rooms.yaml:1:1: vendor-file: DriveThruCards (en): the front of 'mouth' "
        f"{ink} (lighten its darkest colours)",
        "content/well/rooms.yaml:2:1: vendor-file: DriveThruCards (en): the back of 'bell' "
        f"{ink} (lighten its darkest colours)",
    ]


def test_other_faults_of_files_have_the_name_of_the_printer() -> None:
    place = "content/well/products.yaml:2:3: vendor-file"
    for message in ("cards.pdf: is not PDF 1.4", "cards.pdf: page 99 is odd"):
        assert told(of_file(message)) == [f"{place}: DriveThruCards (en): {message}"]


def test_faults_of_the_layout_are_left_alone() -> None:
    overflow = Problem(PRODUCTS, "face-overflow", "mouth overflows")
    assert told(overflow) == [str(overflow)]
