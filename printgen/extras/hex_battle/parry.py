"""Attacks and parries by cards: the parry question and the parry example."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from typing import Annotated, Literal

from pydantic import Field

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.content.models.profile import Profile, Trait
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import (
    Card,
    ExamplePresenter,
    WrittenCard,
    WrongClaim,
    claim,
    fields,
    in_close_order,
    read_card,
    table_values,
    wrong_claims,
)
from printgen.extras.hex_battle.model import PARRY_TABLE, PROTECTIONS_TABLE
from printgen.problems import did_you_mean
from printgen.rules.mechanic import Question
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name
from printgen.rules.study_results import (
    Computation,
    Label,
    StudyResult,
    check_row_count,
    number_labels,
)


class ParryQuestion(Model):
    """The chance that a hand parries an attack: with a higher card of its suit, or with a joker.
    Attacks are red cards.
    """

    scale: Id = Field(description="The scale with the ranks of the cards.")
    packs: Annotated[int, Field(ge=1, le=10)] = Field(
        description="The number of packs that are shuffled together."
    )
    jokers: Annotated[int, Field(ge=0, le=20)] = Field(
        default=2, description="The number of jokers in all packs together."
    )
    hands: UniqueList[Annotated[int, Field(ge=0, le=20)]] = Field(
        min_length=1, description="The numbers of cards in hand to compute the chance for."
    )
    gives: Literal["average", "ranks"] = Field(
        default="average",
        description=(
            "One chance for each number of cards, over all attacks (`average`), or one for each "
            "rank of the attack (`ranks`)."
        ),
    )
    attacks: UniqueList[Id] = Field(
        default=[], description="The ranks of the attack, with `gives: ranks`. Left out: all."
    )
    sheltered: bool = Field(
        default=False, description="Whether the target is protected, so that any red suit parries."
    )


class ParryExample(Model):
    """An attack, and the cards of a hand that parry it."""

    attack: WrittenCard = Field(description="The card of the attack, such as `10 heart`.")
    by: Literal["melee", "shot"] = Field(description="Whether the attack is a melee or a shot.")
    target: Reference = Field(description="The unit that is attacked.")
    protection: Reference | None = Field(
        default=None,
        description="The protection of its position, a trait. Left out: that of its profile.",
    )
    front: bool = Field(
        default=True,
        description="Whether the attack comes from the front. Close order protects only there.",
    )
    disordered: bool = Field(
        default=False, description="Whether the target is in disorder, which ends close order."
    )
    hand: Annotated[list[WrittenCard], Field(max_length=20)] = Field(
        description="The cards in hand."
    )
    parries: Annotated[list[WrittenCard], Field(max_length=20)] | None = claim(
        "The cards that parry"
    )
    protected: bool | None = claim("Whether the protection counts")
    parry: Reference = PARRY_TABLE
    protections: Reference = PROTECTIONS_TABLE


# --- exact chances that a hand of cards parries an attack by card ---------------------------------
#
# Packs are shuffled together. The attacker plays a card; the defender's hand is drawn at random
# from the others. A parry is a card of an allowed suit and a higher rank, or a joker. Only a joker
# parries a joker.


MAX_CARDS = 2000


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards shuffled together: copies of each card, suits, ranks per suit, total jokers.

    Raises ValueError for no cards and for more than MAX_CARDS.
    """

    copies: int
    suits: int
    ranks: int
    jokers: int

    def __post_init__(self) -> None:
        if min(self.copies, self.suits, self.ranks) < 1 or self.jokers < 0:
            raise ValueError("a pack needs copies, suits and ranks")
        if self.cards > MAX_CARDS:
            raise ValueError(f"{self.cards} cards: at most {MAX_CARDS}")

    @property
    def cards(self) -> int:
        """The total number of cards."""
        return self.copies * self.suits * self.ranks + self.jokers


def holds(cards: int, good: int, hand: int) -> Fraction:
    """The chance that `hand` cards drawn from `cards` include at least one of the `good` ones.

    1 minus the hypergeometric chance of none: C(cards - good, hand) / C(cards, hand). Raises
    ValueError if the hand or `good` is larger than the pack.
    """
    if not 0 <= good <= cards or not 0 <= hand <= cards:
        raise ValueError(f"no hand of {hand} from {cards} cards with {good} good ones")
    return 1 - Fraction(comb(cards - good, hand), comb(cards, hand))


def parry_chance(pack: Pack, rank: int, hand: int, suits: int = 1) -> Fraction:
    """The chance that a hand can parry a card of `rank` (1 is the lowest) with `suits` suits.

    Only jokers parry the highest rank. The hand is drawn from all cards but the attacker's.
    """
    if not 1 <= rank <= pack.ranks or not 1 <= suits <= pack.suits:
        raise ValueError(f"no rank {rank} or no {suits} suits in the pack")
    good = pack.copies * suits * (pack.ranks - rank) + pack.jokers
    return holds(pack.cards - 1, good, hand)


def parry_joker(pack: Pack, hand: int) -> Fraction:
    """The chance that a hand can parry a joker: that it has one of the other jokers."""
    if not pack.jokers:
        raise ValueError("the pack has no jokers")
    return holds(pack.cards - 1, pack.jokers - 1, hand)


def average(pack: Pack, hand: int, suits: int = 1) -> Fraction:
    """The chance that a hand can parry a card of a random rank; all ranks are equally likely."""
    chances = (parry_chance(pack, rank, hand, suits) for rank in range(1, pack.ranks + 1))
    return sum(chances, Fraction()) / pack.ranks


# --- the parry question of studies ----------------------------------------------------------------


# The key of an attack by a joker. The keys of other attacks are ranks.
JOKER = "joker"

Row = tuple[str, Label, Callable[[int], Fraction]]


def parry(library: Library, game: str, question: ParryQuestion) -> Computation:
    """The chance to parry: one column per hand size, one series per kind of attack."""
    content = library.games[game]
    scale = resolve_name(content.game.scales, question.scale, "scale", "scale")
    if not any(suit.red for suit in content.game.suits.values()):
        raise ComputationError("the game has no red suits", hint="`suits:` in game.yaml")
    packs, jokers = question.packs, question.packs * question.jokers
    try:
        pack = Pack(packs, len(content.game.suits), len(scale.ranks), jokers)
    except ValueError as error:
        raise ComputationError(str(error), "packs") from error
    for place, hand in enumerate(question.hands):
        if hand >= pack.cards:
            raise ComputationError(f"the pack has only {pack.cards} cards", "hands", place)
    red_suits = sum(suit.red for suit in content.game.suits.values())
    rows: list[Row]
    if question.gives == "ranks":
        rows = _ranks(content, question, pack, red_suits)
    elif question.attacks or question.sheltered:
        path = "attacks" if question.attacks else "sheltered"
        raise ComputationError(f"`{path}` requires `gives: ranks`", path)
    else:  # attacks of a random rank, and by a joker
        sheltered = partial(average, pack, suits=red_suits)
        rows = [
            ("open", Label(word="parry_open"), partial(average, pack)),
            ("sheltered", Label(word="parry_sheltered"), sheltered),
            *_joker(pack),
        ]

    def compute() -> StudyResult:
        table = ((key, label, map(chance, question.hands)) for key, label, chance in rows)
        columns = number_labels(question.hands)
        return StudyResult.of("chance", "hand_size", "attack", columns, table)

    return Computation(compute)


def _ranks(content: GameContent, question: ParryQuestion, pack: Pack, red_suits: int) -> list[Row]:
    """Attacks of each rank, lowest first, and by a joker."""
    known = content.game.scales[question.scale].ranks
    cards = [*known, JOKER] if pack.jokers else [*known]
    for place, name in enumerate(question.attacks):
        resolve_name(dict.fromkeys(cards), name, "card", "attacks", place)
    wanted = question.attacks or cards
    check_row_count(len(wanted), "cards", "attacks")
    suits = red_suits if question.sheltered else 1
    rows: list[Row] = [
        (name, Label(known[name].label, content.id), partial(parry_chance, pack, rank, suits=suits))
        for rank, name in enumerate(known, 1)
        if name in wanted
    ]
    return rows + (_joker(pack) if JOKER in wanted else [])


def _joker(pack: Pack) -> list[Row]:
    if not pack.jokers:
        return []
    return [(JOKER, Label(word="joker_attack"), partial(parry_joker, pack))]


# --- an attack by card, and the cards of a hand that parry it -------------------------------------
#
# Tables give the suits that parry each suit, and the attacks that each protection covers. A card
# parries if it is higher. A joker parries any card; only a joker parries a joker.


@dataclass(frozen=True, slots=True)
class ParryResult:
    """The attack, the target's protection, whether it applies (`protected`), and the hand.

    `verdicts` holds for each card of the hand whether it parries.
    """

    attack: Card
    target: Entry[Profile]
    protection: Entry[Trait] | None
    protected: bool
    hand: tuple[Card, ...]
    verdicts: tuple[bool, ...]

    @property
    def parries(self) -> list[str]:
        """The cards of the hand that parry, as in YAML."""
        return [str(card) for card, good in zip(self.hand, self.verdicts, strict=True) if good]


def resolve_parry(library: Library, game: str, example: ParryExample) -> ParryResult:
    """Which cards parry. Raises ComputationError."""
    content = library.games[game]
    target = resolve_entry(library, "profiles", game, example.target, "target")
    attack = read_card(content, example.attack, "attack")
    columns = ("protection", example.by)
    rows = table_values(library, game, example.protections, columns[:1], "protections")
    protection = _protection(library, game, example, target, {row.id(columns[0]) for row in rows})
    protected = False
    if protection and (example.front or not in_close_order(library, target, example.disordered)):
        rows = table_values(library, game, example.protections, columns, "protections")
        mine = (row for row in rows if row.id("protection") == protection.id)
        protected = next(mine).flag(example.by)
    suits = _suits(library, game, example, attack, protected)
    hand = tuple(
        read_card(content, words, "hand", number) for number, words in enumerate(example.hand)
    )
    verdicts = tuple(
        card.joker or (not attack.joker and card.suit in suits and card.height > attack.height)
        for card in hand
    )
    return ParryResult(attack, target, protection, protected, hand, verdicts)


def _protection(
    library: Library, game: str, example: ParryExample, target: Entry[Profile], listed: set[str]
) -> Entry[Trait] | None:
    """The protection named by the example, or else that of the target, if the table lists it."""
    if example.protection is None:
        return next((trait for trait in library.traits_of(target) if trait.id in listed), None)
    trait: Entry[Trait] = resolve_entry(library, "traits", game, example.protection, "protection")
    if trait.id not in listed:
        message = f"'{example.protection}' is not a protection"
        hint = did_you_mean(trait.id, listed)
        raise ComputationError(message, "protection", hint=hint)
    return trait


def _suits(
    library: Library, game: str, example: ParryExample, attack: Card, protected: bool
) -> frozenset[str]:
    """The suits that may parry an attack. Raises ComputationError for a suit that cannot attack."""
    known = []
    for row in table_values(library, game, example.parry, ("attack", "parry", "cover"), "parry"):
        suit = row.id("attack")
        if suit == attack.suit and suit:
            return frozenset(row.ids("parry") + (row.ids("cover") if protected else []))
        known.append(suit)
    if attack.joker and not attack.suit:
        return frozenset()
    hint = f"known: {', '.join(sorted(filter(None, known)))}"
    raise ComputationError(f"'{example.attack}' cannot attack", "attack", hint=hint)


def wrong_parry(example: ParryExample, found: ParryResult) -> Iterator[WrongClaim]:
    """The wrong claims: cards that do not parry, missing cards, protection."""
    yield from wrong_claims(example, found, ("protected",))
    claimed = example.parries
    if claimed is None or sorted(claimed) == sorted(found.parries):
        return
    for number, words in enumerate(claimed):
        if words not in found.parries:
            held = any(str(card) == words for card in found.hand)
            why = "does not parry" if held else "is not in the hand"
            yield WrongClaim(f"'{words}' {why}", ("parries", number))
    missed = [words for words in found.parries if words not in claimed]
    if missed:
        yield WrongClaim(f"'{missed[0]}' also parries", ("parries",))


def parry_view(
    presenter: ExamplePresenter, example: ParryExample, found: ParryResult
) -> Mapping[str, object]:
    """An attack, the cards of the hand that parry it (`parries`), and the others (`fails`)."""
    cards = [presenter.card(card) for card in found.hand]
    verdicts = list(zip(cards, found.verdicts, strict=True))
    return {
        **fields(example, "by", "front"),
        "attack": presenter.card(found.attack),
        "target": presenter.name(found.target),
        "protection": presenter.name(found.protection),
        "protected": found.protected,
        "parries": [card for card, good in verdicts if good],
        "fails": [card for card, good in verdicts if not good],
    }


PARRY_QUESTION = Question(ParryQuestion, parry)

PARRY_EXAMPLE = ExampleKind(ParryExample, resolve_parry, wrong_parry, parry_view)
