"""The lookup example: the dice of two sides, their hands, the damage, and the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from printgen.content.library import Library
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import ExamplePresenter, WrongClaim, stat
from printgen.extras.poker_dice import rules as poker
from printgen.extras.poker_dice.model import LookupExample, Throw
from printgen.problems import did_you_mean
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name
from printgen.typography.text import say

POT, DAMAGE = "pot", "damage"

SIDES = ("winner", "loser")


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """The dice of one side: the numbers thrown and rerollable, the final dice, their hand.

    `strength` orders hands of one kind: (count, rank) of each face, the most frequent first.
    """

    pot: int
    thrown: int
    again: int
    dice: tuple[str, ...]
    hand: str
    strength: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LookupResult:
    """The two hands, the damage of the matrix, and the damage bonus of the weapon."""

    winner: str
    loser: str
    damage: int
    weapon: int
    rolls: tuple[ThrowResult, ThrowResult] | None

    @property
    def claims(self) -> int:
        """The total damage, at least 0."""
        return max(0, self.damage + self.weapon)


def resolve_lookup(library: Library, game: str, lookup: LookupExample) -> LookupResult:
    """The hands and the damage. Raises ComputationError."""
    table = resolve_entry(library, "tables", game, lookup.table, "table")
    matrix = table.value.matrix
    if matrix is None:
        raise ComputationError(f"'{lookup.table}' is no matrix", "table")
    rolls = None
    if lookup.rolls:
        rolls = tuple(
            _rolled(library, game, lookup.faces, getattr(lookup.rolls, side), "rolls", side)
            for side in SIDES
        )
    hands = []
    for place, (side, ranks) in enumerate(zip(SIDES, (matrix.columns, matrix.rows), strict=True)):
        hand = rolls[place].hand if rolls else getattr(lookup, side)
        if hand is None:
            raise ComputationError(f"give `{side}`, or `rolls`")
        if hand not in ranks:
            path, hint = ("rolls", side) if rolls else (side,), did_you_mean(hand, ranks)
            raise ComputationError(f"the table has no '{hand}'", *path, hint=hint)
        hands.append(hand)
    winner, loser = hands
    found = matrix.cells.get(loser, [])[matrix.columns.index(winner) :][:1]
    if not found or not isinstance(found[0], int):
        path = ("rolls" if rolls else "winner",)
        raise ComputationError(f"'{winner}' does not beat '{loser}'", *path)
    if rolls and rolls[0].strength <= rolls[1].strength and winner == loser:
        raise ComputationError("the winner's dice are not the higher ones", "rolls", "winner")
    weapon = 0
    if lookup.weapon is not None:
        trait = resolve_entry(library, "traits", game, lookup.weapon, "weapon")
        weapon = trait.value.values.get(DAMAGE)
        if not isinstance(weapon, int):
            raise ComputationError(f"'{lookup.weapon}' has no damage", "weapon")
    return LookupResult(winner, loser, found[0], weapon, (rolls[0], rolls[1]) if rolls else None)


def _rolled(library: Library, game: str, faces: str, throw: Throw, *path: str | int) -> ThrowResult:
    content = library.games[game]
    pot = throw.pot
    if pot is None:
        if throw.profile is None:
            raise ComputationError("give `profile` or `pot`", *path)
        profile = resolve_entry(library, "profiles", game, throw.profile, *path, "profile")
        pot = stat(library, profile, POT, *path, "profile")
    ranks = resolve_name(content.game.scales, faces, "scale", "faces").ranks
    for name in ("dice", "keep", "again"):
        for number, face in enumerate(getattr(throw, name) or ()):
            resolve_name(ranks, face, "face", *path, name, number)
    order = list(ranks)
    kept = throw.dice if throw.keep is None else throw.keep
    if Counter(kept) - Counter(throw.dice):
        face = next(iter(Counter(kept) - Counter(throw.dice)))
        raise ComputationError(f"'{face}' is kept but was not thrown", *path, "keep")
    dice = sorted([*kept, *throw.again], key=order.index, reverse=True)
    counts = sorted(((n, order.index(face)) for face, n in Counter(dice).items()), reverse=True)
    shape = tuple(dice.count(face) for face in order)
    thrown, again = poker.dice(pot, throw.base)
    hand = poker.HANDS[poker.kind((*shape, 0, 0))]
    return ThrowResult(pot, thrown, again, tuple(dice), hand, tuple(counts))


def wrong_lookup(lookup: LookupExample, found: LookupResult) -> Iterator[WrongClaim]:
    """The wrong claims: the hands, the damage, and the numbers of dice."""
    for place, side in enumerate(SIDES):
        claim, right = getattr(lookup, side), getattr(found, side)
        if claim is not None and claim != right:
            yield WrongClaim(f"the {side}'s hand is {right}, not {claim}", (side,))
        if lookup.rolls and found.rolls:
            throw: Throw = getattr(lookup.rolls, side)
            yield from _wrong_dice(throw, found.rolls[place], "rolls", side)
    if lookup.claims is not None and lookup.claims != found.claims:
        yield WrongClaim(f"the damage is {found.claims}, not {lookup.claims}", ("claims",))


def _wrong_dice(throw: Throw, right: ThrowResult, *path: str | int) -> Iterator[WrongClaim]:
    if len(throw.dice) != right.thrown:
        message = f"the dice thrown are {right.thrown}, not {len(throw.dice)}"
        yield WrongClaim(message, (*path, "dice"))
    dropped = len(throw.dice) - len(throw.dice if throw.keep is None else throw.keep)
    if len(throw.again) != dropped:
        message = f"the dice rolled again are {dropped}, not {len(throw.again)}"
        yield WrongClaim(message, (*path, "again") if throw.again else path)
    elif dropped > right.again:
        message = f"at most {right.again} dice are rolled again, not {dropped}"
        yield WrongClaim(message, (*path, "again"))


def lookup_view(
    presenter: ExamplePresenter, lookup: LookupExample, found: LookupResult
) -> Mapping[str, object]:
    """Two hands, their dice as labels of their faces, and the damage."""
    table = presenter.library.find("tables", presenter.game, lookup.table)
    assert table is not None
    home = presenter.library.games[table.game]
    ranks = home.game.scales[table.value.matrix.scale].ranks
    winner, loser = (
        say(ranks[name].label, presenter.lang, home) for name in (found.winner, found.loser)
    )

    def labels(dice: Iterable[str]) -> list[str]:
        faces = presenter.content.game.scales[lookup.faces].ranks
        return [presenter.text(faces[face].label) for face in dice]

    rolls = []
    if lookup.rolls and found.rolls:
        throws = (lookup.rolls.winner, lookup.rolls.loser)
        for throw, rolled, hand in zip(throws, found.rolls, (winner, loser), strict=True):
            name = presenter.text(throw.name)
            if not name and throw.profile:
                who = presenter.library.find("profiles", presenter.game, throw.profile)
                name = presenter.name(who)
            rolls.append(
                {
                    "name": name,
                    "pot": rolled.pot,
                    "thrown": labels(throw.dice),
                    "kept": None if throw.keep is None else labels(throw.keep),
                    "again": labels(throw.again),
                    "hand": hand,
                }
            )
    weapon = lookup.weapon and presenter.library.find("traits", presenter.game, lookup.weapon)
    return {
        "winner": winner,
        "loser": loser,
        "damage": found.damage,
        "weapon": presenter.name(weapon or None),
        "weapon_damage": found.weapon,
        "total": found.claims,
        "rolls": rolls,
    }


LOOKUP = ExampleKind(LookupExample, resolve_lookup, wrong_lookup, lookup_view)
