"""Sizes of card printers."""

from __future__ import annotations

from vendor_decks import deck

from printgen import Project
from printgen.export.vendors import VENDORS
from printgen.export.vendors.files import size_for


def test_trim_sizes_are_in_mm(project: Project) -> None:
    cut = VENDORS["makeplayingcards"].cut("Poker, 2.5 × 3.5 in")
    assert (cut.size.width, cut.size.height, cut.bleed) == (63.5, 88.9, 3.048)
    tarot = VENDORS["the-game-crafter"]
    name = size_for(tarot, deck(project, format="tarot"))
    assert name == "Tarot Deck"
    assert str(tarot.cut(name).size) == "69.85 x 120.65 mm"
