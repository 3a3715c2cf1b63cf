"""The sides of a game: what players choose at the start, and the hand of each for its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from xml.etree.ElementTree import Element

from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.export.vassal.boards import MapBoard
from printgen.export.vassal.elements import BOARD, MODULE, add, element
from printgen.export.vassal.encoding import sequence
from printgen.export.vassal.windows import add_map
from printgen.export.vassal.words import safe_name
from printgen.typography.text import plain_words, say

# The size of a hand in pixels, and its colour.
_WIDTH, _HEIGHT, _COLOUR = 1400, 460, "223,229,220"


def side_lists(content: GameContent, boards: Sequence[MapBoard], lang: str) -> list[list[str]]:
    """The sides of each map and of each scenario, by their names."""

    def names(texts: Iterable[Text | None]) -> list[str]:
        return [safe_name(plain_words(say(text, lang, content))) for text in texts if text]

    values = [board.entry.value for board in boards]
    found = [names(map(value.side_name, value.sides)) for value in values]
    return found + [names(scenario.value.sides.values()) for scenario in content.scenarios.values()]


def add_sides(
    module: Element, lists: Sequence[Sequence[str]], words: Mapping[str, str], has_cards: bool
) -> dict[str, str]:
    """The sides that a player chooses from. If the game has cards, the first sides of all scenarios
    share a hand, the second ones another, and so on; returns the board of the window of each hand.
    """
    sides = list(dict.fromkeys(name for names in lists for name in names))
    if not sides:
        return {}
    retire = words["retire"]
    roster = add(module, f"{MODULE}PlayerRoster", buttonText=retire, buttonToolTip=retire)
    for side in sides:
        add(roster, "entry").text = side
    if not has_cards:
        return {}
    seats = [dict.fromkeys(filter(None, seat)) for seat in zip_longest(*lists)]
    return dict(_hand(module, number + 1, list(seat), words) for number, seat in enumerate(seats))


def _hand(
    module: Element, number: int, sides: Sequence[str], words: Mapping[str, str]
) -> tuple[str, str]:
    """A hand that its sides alone see."""
    name = f"{words['hand']} {number}"
    board = element(
        f"{BOARD}Board", name=name, width=_WIDTH, height=_HEIGHT, color=_COLOUR, reversible=False
    )
    add_map(
        module, name, [board], "PlayerHand", side=sequence(",", sides), visible=False,
        useBoards="", launch=True,
    )  # fmt: skip
    return name, name
