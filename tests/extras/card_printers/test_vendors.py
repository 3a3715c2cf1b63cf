"""Sizes of card printers."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from vendor_decks import deck

from printgen import Project
from printgen.content.models.text import Text
from printgen.extras.card_printers.files import size_for
from printgen.extras.card_printers.vendors import PLATFORMS, Vendor, built_in_vendors
from printgen.paper import Size

SOUND = {
    "name": "Toy Cards",
    "files": "png",
    "bleed": "3 mm",
    "safe": "0.125 in",
    "sizes": {"Poker": {"trim": "63 x 88 mm"}, "Small": {"pixels": [600, 825]}},
    "order": {"fr": "Commandez.", "en": "Order."},
}


def test_trim_sizes_are_in_mm(project: Project) -> None:
    cut = built_in_vendors()["makeplayingcards"].cut("Poker, 2.5 × 3.5 in")
    assert (cut.size.width, cut.size.height, cut.bleed) == (63.5, 88.9, 3.048)
    tarot = built_in_vendors()["the-game-crafter"]
    name = size_for(tarot, deck(project, format="tarot"))
    assert name == "Tarot Deck"
    assert str(tarot.cut(name).size) == "69.85 x 120.65 mm"


def test_lengths_are_in_pixels_mm_or_inches() -> None:
    vendor = Vendor.model_validate(SOUND)
    assert vendor.bleed == pytest.approx(35.433, abs=0.001)
    assert vendor.safe == 37.5
    # 63 and 88 mm with 3 mm of bleed on each side.
    assert vendor.pixels("Poker", 300) == (815, 1110)
    cut = vendor.cut("Poker")
    assert (cut.size.width, cut.size.height) == pytest.approx((63, 88), abs=0.05)
    assert (cut.bleed, cut.safe) == (3.0, 3.175)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bleed": 36}, "not a length"),
        ({"bleed": "36"}, "not a length"),
        ({"safe": "9 cm"}, "not a length"),
        ({"bleed": "151 px"}, "less than or equal to 150"),
        ({"files": "jpg"}, "Input should be 'png' or 'pdf'"),
        ({"sizes": {}}, "at least 1"),
        ({"sizes": {"P": {}}}, "give `pixels`, or `trim`"),
        ({"sizes": {"P": {"pixels": [600, 825], "trim": "poker"}}}, "give `pixels`, or `trim`"),
        ({"sizes": {"P": {"trim": "big"}}}, "no card size 'big'"),
        ({"sizes": {"P": {"pixels": [600]}}}, "at least 2"),
        ({"sizes": {"P": {"pixels": [120, 825]}}}, "no room on 'P'"),
        ({"web": "x"}, "Extra inputs"),
    ],
)
def test_invalid_data_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Vendor.model_validate({**SOUND, **changes})


@pytest.mark.parametrize("id", built_in_vendors())
def test_every_vendor_is_complete(id: str) -> None:
    vendor = built_in_vendors()[id]
    assert not [platform for platform in PLATFORMS if platform in id]
    for size, entry in vendor.sizes.items():
        assert all(set(step) == {"fr", "en"} for step in vendor.how_to_order(size))
        cut = vendor.cut(size)
        assert Size(20, 20).width < min(cut.size.width, cut.size.height)
        if entry.trim:
            assert entry.pixels is None


def test_steps_of_a_size_begin_with_its_own_order() -> None:
    vendor = built_in_vendors()["makeplayingcards"]
    own, usual = vendor.how_to_order("63 × 88 mm"), vendor.how_to_order("Poker, 2.5 × 3.5 in")
    assert own[1:] == usual[1:]
    assert isinstance(own[0], Text)
    assert own[0] != usual[0]
