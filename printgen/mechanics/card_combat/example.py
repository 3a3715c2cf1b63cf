"""An attack by card, and the cards of a hand that parry it.

Tables give the suits that parry each suit, and the attacks that each protection covers. A card
parries if it is higher. A joker parries any card; only a joker parries a joker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.content.models.trait import Trait
from printgen.mechanics.card_combat.model import ParryExample
from printgen.mechanics.close_order import in_close_order
from printgen.mechanics.example_lookup import WrongClaim, wrong_claims
from printgen.mechanics.playing_cards import Card, read_card
from printgen.mechanics.table_values import table_values
from printgen.problems import did_you_mean


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
    protection = _protection(library, game, example, target)
    turned = in_close_order(library, target, example.disordered) and not example.front
    protected = bool(protection and not turned and _applies(library, game, example, protection))
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
    library: Library, game: str, example: ParryExample, target: Entry[Profile]
) -> Entry[Trait] | None:
    """The protection named by the example, or else that of the target."""
    rows = table_values(library, game, example.protections, ("protection",), "protections")
    listed = {row.id("protection") for row in rows}
    if example.protection is None:
        return next((trait for trait in library.traits_of(target) if trait.id in listed), None)
    trait: Entry[Trait] = resolve_entry(library, "traits", game, example.protection, "protection")
    if trait.id not in listed:
        hint = did_you_mean(trait.id, listed)
        raise ComputationError(
            f"'{example.protection}' is not a protection", "protection", hint=hint
        )
    return trait


def _applies(library: Library, game: str, example: ParryExample, protection: Entry[Trait]) -> bool:
    """Whether a protection covers the attack of the example: melee or shot."""
    columns = ("protection", example.by)
    for row in table_values(library, game, example.protections, columns, "protections"):
        if row.id("protection") == protection.id:
            return row.flag(example.by)
    return False


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
