"""Effects of quest steps: valid and refused texts."""

from __future__ import annotations

import pytest

from printgen.content.models.playing_cards import Counter
from printgen.content.models.text import Text
from printgen.extras.quest.model import read_effect

COUNTERS = {
    "life": Counter(symbol="♡", label=Text.read("Life"), max=9),
    "armour": Counter(symbol="♤", label=Text.read("Armour"), max=9),
}


@pytest.mark.parametrize(
    ("effect", "change"),
    [
        ("+1♡", ("life", 1)),
        ("-2♤", ("armour", -2)),
        ("+10 ♡", ("life", 10)),
        ("-1 armour", ("armour", -1)),
        (" +1♡ ", ("life", 1)),
        ("1♡", None),
        ("+♡", None),
        ("+1", None),
        ("+1♢", None),
        ("+1♡♡", None),
        ("+1.5♡", None),
        ("+1000♡", None),
        ("+1 Life", None),
        ("+1♡, +1♤", None),
    ],
)
def test_effects_are_parsed_or_refused(effect: str, change: tuple[str, int] | None) -> None:
    assert read_effect(effect, COUNTERS) == change
