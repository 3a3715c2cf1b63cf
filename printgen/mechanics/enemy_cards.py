"""The cards of an enemy without players, under `enemy:` of game.yaml, with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from printgen.analysis.resolve import ComputationError, resolve_name
from printgen.content.models.enemy import EnemyPack, SharedPile
from printgen.mechanics.enemy import MOST, Reading
from printgen.mechanics.playing_cards import JOKER
from printgen.mechanics.table_values import table_values

# The greatest number of cards of a pack, and of the cards for each figure.
MOST_CARDS, MOST_SHARE = 200, 10


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of the enemy's own: its Jokers, the numbers of the pile, the figures and activations
    of each rank, and the faces of the die for each number of figures left.
    """

    jokers: int
    share: float
    boss_cards: int
    last_cards: int
    last_activations: int
    worth: Mapping[str, tuple[int, int]]
    lots: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Shared:
    """A pile that is shared: its Jokers, and those that bring an event and end the turn."""

    jokers: int
    event: int
    end: int


def read_pack(reading: Reading, rules: EnemyPack) -> Pack:
    """A pack of the enemy's own. Raises ComputationError."""
    here = ("pack",)
    game = reading.content.game
    scale = resolve_name(game.scales, rules.scale, "scale", *here, "scale")
    plain = len(scale.ranks) * len(game.suits)
    if not plain:
        raise ComputationError("the game has no suits", *here, "cards", hint="suits: …")
    cards = reading.number(rules.cards, plain, MOST_CARDS, *here, "cards")
    return Pack(
        cards - plain,
        _share(reading, rules),
        reading.number(rules.boss_cards, 0, MOST, *here, "boss_cards"),
        reading.number(rules.last_cards, 0, MOST, *here, "last_cards"),
        reading.number(rules.last_activations, 0, MOST, *here, "last_activations"),
        _worth(reading, rules, [*scale.ranks, *([JOKER] if cards > plain else [])]),
        _lots(reading, rules),
    )


def _share(reading: Reading, rules: EnemyPack) -> float:
    """The cards of the pile for each figure."""
    words = reading.words(rules.share, "pack", "share")
    try:
        share = Fraction(words.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        message = f"'{words}' is not a number"
        raise ComputationError(message, "pack", "share", hint="such as 0.5") from None
    if not 0 < share <= MOST_SHARE:
        hint = f"above 0, up to {MOST_SHARE}"
        raise ComputationError(f"it comes to {words}", "pack", "share", hint=hint)
    return float(share)


def _worth(reading: Reading, rules: EnemyPack, ranks: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The figures that act under a card of each rank, and the activations of each."""
    columns = ("card", "figures", "activations")
    found: dict[str, tuple[int, int]] = {}
    for row in table_values(
        reading.library, reading.content.id, rules.worth, columns, "pack", "worth"
    ):
        figures, activations = row.number("figures"), row.number("activations")
        for number in (figures, activations):
            if number is not None and not 0 <= number <= MOST:
                message = f"the table '{rules.worth}' has the number {number}"
                raise ComputationError(message, "pack", "worth", hint=f"0 to {MOST}")
        if figures is not None and activations is not None:
            found.update(dict.fromkeys(row.ids("card"), (figures, activations)))
    for rank in ranks:
        if rank not in found:
            message = f"the table '{rules.worth}' has no row for '{rank}'"
            raise ComputationError(message, "pack", "worth")
    return found


def _lots(reading: Reading, rules: EnemyPack) -> list[tuple[int, int]]:
    """The numbers of figures left, from 2, each with the faces of its die."""
    columns = ("left", "faces")
    rows = table_values(reading.library, reading.content.id, rules.lots, columns, "pack", "lots")
    found = sorted((row.number("left") or 0, row.number("faces") or 0) for row in rows)
    if [left for left, _ in found] != list(range(2, 2 + len(found))) or not found:
        message = f"the values `left` of the table '{rules.lots}' are not 2, 3, 4 and so on"
        raise ComputationError(message, "pack", "lots")
    for left, faces in found:
        if faces > MOST:
            message = f"the table '{rules.lots}' has a D{faces}"
            raise ComputationError(message, "pack", "lots", hint=f"up to D{MOST}")
        if faces < left:
            message = f"a D{faces} has too few faces for {left} figures"
            raise ComputationError(message, "pack", "lots")
    return found


def read_shared(reading: Reading, rules: SharedPile) -> Shared:
    """A pile that is shared with the players. Raises ComputationError."""
    here = ("shared",)
    for side, suit in rules.suits.items():
        resolve_name(reading.content.game.suits, suit, "suit", *here, "suits", side)
    jokers = reading.number(rules.jokers, 0, MOST, *here, "jokers")
    return Shared(
        jokers,
        reading.number(rules.event_joker, 0, jokers, *here, "event_joker"),
        reading.number(rules.end_joker, 0, jokers, *here, "end_joker"),
    )
