"""An attack by card, and which cards of a hand parry it.

The tables say which suits parry which, and which protection holds against what. A card parries
when it is higher; a joker parries whatever comes, and only a joker parries a joker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.library import Entry, Library
from printgen.content.models import Profile, Trait
from printgen.mechanics.card_combat.model import ParryExample
from printgen.mechanics.close_order import in_close_order
from printgen.mechanics.example_lookup import (
    WrongClaim,
    entry_name,
    rows,
    trait_names,
    wrong_claims,
)
from printgen.mechanics.playing_cards import Card, read_card, suits_in
from printgen.problems import did_you_mean

NO = {"no", "non"}


@dataclass(frozen=True, slots=True)
class ParryResult:
    """The attack, the protection that the target has, whether it holds, and the cards.

    `verdicts` says of each card of the hand whether it parries.
    """

    attack: Card
    target: Entry[Profile]
    protection: Entry[Trait] | None
    protected: bool
    hand: tuple[Card, ...]
    verdicts: tuple[bool, ...]

    @property
    def parries(self) -> list[str]:
        """The cards of the hand that parry, as they are written."""
        return [str(card) for card, good in zip(self.hand, self.verdicts, strict=True) if good]


def resolve_parry(library: Library, game: str, example: ParryExample) -> ParryResult:
    """Which cards parry. Raises ComputationError."""
    content = library.games[game]
    target = resolve_entry(library, "profiles", game, example.target, "target")
    attack = read_card(content, example.attack, "attack")
    protection = _protection(library, game, example, target)
    turned = in_close_order(library, target, example.disordered) and not example.front
    protected = bool(protection and not turned and _holds(library, game, example, protection))
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
    """The protection that the example gives, or the one of the target, by the table's rows."""
    names = ("protection", "melee", "shot")
    known = rows(library, game, example.protections, names, "protections")
    listed = {row["protection"] for row in known}
    if example.protection is None:
        found = trait_names(library, target)
        return next((trait for name, trait in found.items() if name in listed), None)
    trait: Entry[Trait] = resolve_entry(library, "traits", game, example.protection, "protection")
    if entry_name(library, trait) not in listed:
        others = library.games[trait.game].traits.values()
        hint = did_you_mean(trait.id, [t.id for t in others if entry_name(library, t) in listed])
        raise ComputationError(f"'{example.protection}' is no protection", "protection", hint=hint)
    return trait


def _holds(library: Library, game: str, example: ParryExample, protection: Entry[Trait]) -> bool:
    columns, name = ("protection", example.by), entry_name(library, protection)
    for row in rows(library, game, example.protections, columns, "protections"):
        if row["protection"] == name:
            return row[example.by].casefold() not in NO
    return False


def _suits(
    library: Library, game: str, example: ParryExample, attack: Card, protected: bool
) -> frozenset[str]:
    """The suits that may parry: those of the table's row for the suit of the attack."""
    content = library.games[game]
    known: set[str] = set()
    for row in rows(library, game, example.parry, ("attack", "parry", "cover"), "parry"):
        attacks = suits_in(content, row["attack"])
        known |= attacks
        if attack.suit in attacks:
            suits, cover = suits_in(content, row["parry"]), suits_in(content, row["cover"])
            return suits | cover if protected else suits
    if attack.joker and not attack.suit:
        return frozenset()
    hint = f"known: {', '.join(sorted(known))}" if known else ""
    raise ComputationError(f"'{example.attack}' is no attack", "attack", hint=hint)


def wrong_parry(example: ParryExample, found: ParryResult) -> Iterator[WrongClaim]:
    """The claims that are wrong: cards that do not parry, cards left out, protection."""
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
        yield WrongClaim(f"'{missed[0]}' parries, too", ("parries",))
