"""The parry question of studies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from printgen.analysis.budget import Computation, check_row_count
from printgen.analysis.resolve import ComputationError, resolve_name
from printgen.analysis.study_results import Label, Series, StudyResult, number_label
from printgen.content.library import GameContent, Library
from printgen.mechanics.card_combat.model import ParryQuestion
from printgen.mechanics.card_combat.odds import Pack, average, parry_joker
from printgen.mechanics.card_combat.odds import parry as parry_chance
from printgen.problems import did_you_mean

# The key of an attack by a joker. The keys of other attacks are ranks.
JOKER = "joker"

Row = tuple[str, Label, Callable[[int], Fraction]]


def parry(library: Library, game: str, question: ParryQuestion) -> Computation:
    """The chance to parry: one column per hand size, one series per kind of attack."""
    content = library.games[game]
    pack = _pack(content, question)
    for place, hand in enumerate(question.hands):
        if hand >= pack.cards:
            raise ComputationError(f"the pack has only {pack.cards} cards", "hands", place)
    red_suits = sum(suit.red for suit in content.game.suits.values())
    rows = (_ranks if question.gives == "ranks" else _averages)(content, question, pack, red_suits)

    def compute() -> StudyResult:
        return StudyResult(
            "chance",
            Label(word="hand_size"),
            Label(word="attack"),
            tuple(map(str, question.hands)),
            tuple(map(number_label, question.hands)),
            tuple(
                Series(key, label, tuple(map(chance, question.hands)))
                for key, label, chance in rows
            ),
        )

    return Computation(compute)


def _pack(content: GameContent, question: ParryQuestion) -> Pack:
    """The cards of the game, shuffled together."""
    suits, scale = (
        content.game.suits,
        resolve_name(content.game.scales, question.scale, "scale", "scale"),
    )
    if not any(suit.red for suit in suits.values()):
        raise ComputationError("the game has no red suits", hint="`suits:` in game.yaml")
    ranks, packs = len(scale.ranks), question.packs
    try:
        return Pack(packs, len(suits), ranks, packs * question.jokers)
    except ValueError as error:
        raise ComputationError(str(error), "packs") from error


def _averages(
    content: GameContent, question: ParryQuestion, pack: Pack, red_suits: int
) -> list[Row]:
    """Attacks of a random rank on a unit in the open and on a sheltered unit, and by a joker."""
    if question.attacks or question.sheltered:
        path = "attacks" if question.attacks else "sheltered"
        raise ComputationError(f"`{path}` requires `gives: ranks`", path)
    return [
        ("open", Label(word="parry_open"), lambda hand: average(pack, hand)),
        ("sheltered", Label(word="parry_sheltered"), lambda hand: average(pack, hand, red_suits)),
        *_joker(pack),
    ]


def _ranks(content: GameContent, question: ParryQuestion, pack: Pack, red_suits: int) -> list[Row]:
    """Attacks of each rank, lowest first, and by a joker."""
    known = content.game.scales[question.scale].ranks
    cards = [*known, JOKER] if pack.jokers else [*known]
    for place, name in enumerate(question.attacks):
        if name not in cards:
            hint = did_you_mean(name, cards)
            raise ComputationError(f"no card '{name}'", "attacks", place, hint=hint)
    wanted = question.attacks or cards
    check_row_count(len(wanted), "cards", "attacks")
    suits = red_suits if question.sheltered else 1

    def chance(rank: int) -> Callable[[int], Fraction]:
        return lambda hand: parry_chance(pack, rank, hand, suits)

    rows: list[Row] = [
        (name, Label(known[name].label, content.id), chance(rank))
        for rank, name in enumerate(known, 1)
        if name in wanted
    ]
    return rows + (_joker(pack) if JOKER in wanted else [])


def _joker(pack: Pack) -> list[Row]:
    if not pack.jokers:
        return []
    return [(JOKER, Label(word="joker_attack"), lambda hand: parry_joker(pack, hand))]
