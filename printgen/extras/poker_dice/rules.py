"""Poker dice: exact chances of hands, and the rules of a game as numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import Literal

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Trait
from printgen.extras.poker_dice.model import Opponent, Poker, Situation
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name
from printgen.rules.stat_values import stat_blocks_of

# --- exact chances of the hands of poker dice with one reroll, for any Pot (Potential) ------------
#
# A character throws its base dice, minus one per point of a negative Pot, but at least one. With a
# positive Pot it may then reroll, once, up to Pot of the dice thrown. Cards and skills are not
# modelled. Chances are integer counts of throws over powers of six.


FACES = 6

HANDS = ("nothing", "pair", "two-pairs", "three", "full", "four", "five")

# With more than five dice the best five make the hand. No rule gives more dice than this.
MAX_DICE = 10

Shape = tuple[int, ...]


def dice(pot: int, base: int) -> tuple[int, int]:
    """The numbers of dice thrown and of dice that may be rerolled.

    Raises ValueError if `base` is not between 1 and MAX_DICE.
    """
    if not 1 <= base <= MAX_DICE:
        raise ValueError(f"base dice must be 1 to {MAX_DICE}, not {base}")
    thrown = max(1, base + min(0, pot))
    return thrown, min(max(0, pot), thrown)


def kind(counts: Shape) -> int:
    """The hand, as its index in HANDS; `counts` has the number of dice showing each face."""
    first, second = sorted(counts, reverse=True)[:2]
    if first >= 4:
        return HANDS.index("five" if first >= 5 else "four")
    if first == 3:
        return HANDS.index("full" if second >= 2 else "three")
    if first == 2:
        return HANDS.index("two-pairs" if second == 2 else "pair")
    return HANDS.index("nothing")


@cache
def throws(count: int) -> dict[Shape, int]:
    """The throws of `count` dice: the count of each face (9 first), with the ways of 6^count."""
    return {
        counts: factorial(count) // prod(map(factorial, counts)) for counts in _counts(count, FACES)
    }


def _counts(total: int, faces: int) -> Iterator[Shape]:
    """All ways to distribute `total` dice over `faces` faces."""
    if faces == 1:
        yield (total,)
        return
    for here in range(total + 1):
        for rest in _counts(total - here, faces - 1):
            yield (here, *rest)


def kept(counts: Shape, least: int) -> Iterator[Shape]:
    """The subsets of a throw that can be kept, of at least `least` dice."""
    every = product(*(range(many + 1) for many in counts))
    return (keep for keep in every if sum(keep) >= least)


def at_least(pot: int, base: int = 5) -> dict[str, Fraction]:
    """The chance of at least each hand from pair to five, with `base` dice.

    For each hand, the player rerolls so as to maximise the chance of that hand or a better one.
    The strategies differ between hands, so the chances do not belong to a single distribution.
    Raises ValueError as `dice` does.
    """
    return dict(zip(HANDS[1:], _chances(*dice(pot, base), None)[1:], strict=True))


@cache
def _chances(count: int, rerolls: int, turn: int | None) -> tuple[Fraction, ...]:
    """The chance of at least each hand, with `count` dice thrown and `rerolls` rerolled. Afterwards
    one die may be set to the face `turn`, if given.
    """
    throws_of: dict[Shape, int] = {}
    for counts, ways in throws(count).items():
        shape = _shape(counts, turn)
        throws_of[shape] = throws_of.get(shape, 0) + ways
    won = [0] * len(HANDS)
    for shape, ways in throws_of.items():
        keeps = {_shape(keep, turn) for keep in kept(shape, count - rerolls)}
        options = [_outcomes(keep, count - sum(keep), rerolls, turn) for keep in keeps]
        for aim, column in enumerate(zip(*options, strict=True)):
            won[aim] += ways * max(column)
    return tuple(Fraction(chances, FACES ** (count + rerolls)) for chances in won)


def _shape(counts: Shape, turn: int | None) -> Shape:
    """The counts of faces, greatest first: they determine the hand, unless a die may be turned."""
    return tuple(sorted(counts, reverse=True)) if turn is None else counts


@cache
def _outcomes(keep: Shape, rolled: int, rerolls: int, turn: int | None) -> tuple[int, ...]:
    """For each hand, the number of 6^rerolls outcomes that make it or better.

    `keep` are the dice kept, `rolled` the number of dice rerolled.
    """
    made = [0] * len(HANDS)
    for more, ways in throws(rolled).items():
        counts = tuple(map(sum, zip(keep, more, strict=True)))
        made[kind(counts) if turn is None else turned(counts, turn)[0]] += ways
    scale = FACES ** (rerolls - rolled)
    return tuple(scale * sum(made[aim:]) for aim in range(len(HANDS)))


def strength(counts: Shape) -> tuple[int, ...]:
    """The sort key of a hand: its kind, the faces that make it, the remaining faces.

    The best five dice count; missing dice count as a face below the lowest.
    """
    faces = sorted(range(FACES), key=lambda face: (counts[face], face), reverse=True)
    best = [face for face in faces for _ in range(counts[face])]
    # The second three of two, and the third pair of three, count as single dice.
    made = {"full": 5, "two-pairs": 4}.get(HANDS[kind(counts)])
    if made is None:
        made = min(5, counts[faces[0]])
    rest = sorted(best[made:], reverse=True)
    return (kind(counts), *(best[:made] + rest + [-1] * 5)[:5])


def turned(counts: Shape, face: int | None) -> tuple[int, ...]:
    """The strength of a hand in which one die may be set to `face`, if given."""
    if face is None:
        return strength(counts)
    hands = [counts]
    for other, many in enumerate(counts):
        if many:
            changed = list(counts)
            changed[other] -= 1
            changed[face] += 1
            hands.append(tuple(changed))
    return max(map(strength, hands))


def nerve(pot: int, guts: str, turn: int | None = None, base: int = 5) -> Fraction:
    """The chance of the hand `guts` or a better one, with the best reroll.

    `turn` is the face that one die may be set to after the reroll, None without the skill. Raises
    ValueError for a number of dice out of range.
    """
    return _chances(*dice(pot, base), turn)[HANDS.index(guts)]


# --- one side of a showdown: its dice, the aim of its player, and limits --------------------------


Aim = Literal["deal", "spare", "margin", "win"]

AIMS: tuple[Aim, ...] = ("deal", "spare", "margin", "win")

# The maximum of base dice per side: with more, the counts of throws overflow 64 bits.
MAX_BASE = 7

MAX_DAMAGE = 100


@dataclass(frozen=True, slots=True)
class Combatant:
    """One opponent: Pot, number of base dice, and the damage `bonus` of a win.

    `wounds` is False for a side that cannot damage the other, as in a Dodge. `aim` is what its
    player optimises: the mean damage dealt (`deal`), the mean damage taken (`spare`), dealt minus
    taken (`margin`), or the chance of the stronger hand (`win`). Ties are broken by the better
    margin, more wins, fewer dice rerolled, higher dice kept, in this order.

    `turn` is a face (0 for the lowest, 5 for the ace): after both rerolls the side may set one die
    to it, and does so optimally. `hurt` is the number of faces of a die, rolled per point of
    damage, on which the point counts: 6, or 1 for a zombie.
    """

    pot: int
    base: int = 5
    bonus: int = 0
    wounds: bool = True
    aim: Aim = "margin"
    turn: int | None = None
    hurt: int = FACES


def duel_steps(first: Combatant, second: Combatant) -> float:
    """The steps to compute a showdown, each for forty pairs of a throw of one side and a throw or a
    kept set of the other.
    """
    sizes = []
    for side in (first, second):
        thrown, rerolls = dice(side.pot, side.base)
        kept = sum(_multisets(thrown - fewer) * _multisets(fewer) for fewer in range(rerolls + 1))
        sizes.append((_multisets(thrown), kept))
    (ends, keeps), (others, choices) = sizes
    return 1_000 + (ends * choices + others * keeps) / 40


def _multisets(count: int) -> int:
    """The number of multisets of `count` dice."""
    return comb(count + FACES - 1, FACES - 1)


# --- the `poker:` section of game.yaml, validated -------------------------------------------------


# The damage by (loser's hand, winner's hand).
Points = dict[tuple[str, str], int]


def poker_of(content: GameContent) -> Poker:
    """The poker section of a game. Raises ComputationError if it is missing or invalid."""
    poker = content.game.part(Poker)
    if poker is None:
        raise ComputationError("the game has no poker dice", hint="`poker:` in game.yaml")
    try:
        points_of(content, poker)
    except ComputationError as error:
        message = f"`poker:` in game.yaml: {error}"
        raise ComputationError(message, hint=error.hint, silent=True) from error
    return poker


def conflict_points(content: GameContent) -> Points:
    """The damage of each hand against each. Raises ComputationError if one is missing."""
    return points_of(content, poker_of(content))


def points_of(content: GameContent, poker: Poker) -> Points:
    """The damage of each hand against each. Raises ComputationError if one is missing, and for
    other hands than those of poker dice.
    """
    if tuple(resolve_name(content.game.scales, poker.hands, "scale", "hands").ranks) != HANDS:
        message = f"the hands of poker dice are {', '.join(HANDS)}, in this order"
        raise ComputationError(message, "hands")
    resolve_name(dict.fromkeys(HANDS[1:]), poker.guts, "hand", "guts")
    name = poker.conflicts
    if name not in content.tables and {("tables", name), ("tables", "")} & content.broken:
        raise ComputationError(f"the table '{name}' has faults", "conflicts", silent=True)
    table = resolve_name(content.tables, name, "table", "conflicts")
    matrix = table.value.matrix
    if matrix is None:
        raise ComputationError(f"the table '{name}' is no matrix", "conflicts")
    points = {
        (loser, winner): cell
        for loser, cells in matrix.cells.items()
        for winner, cell in zip(matrix.columns, cells, strict=False)
        if isinstance(cell, int)
    }
    for place, winner in enumerate(HANDS[1:], start=2):
        for loser in HANDS[:place]:
            damage = points.get((loser, winner))
            if damage is None or damage > MAX_DAMAGE:
                told = "lacks" if damage is None else f"has over {MAX_DAMAGE} points for"
                message = f"the matrix '{name}' {told} {winner} against {loser}"
                raise ComputationError(message, "conflicts")
    return points


def read_combatant(library: Library, game: str, opponent: Opponent) -> Combatant:
    """Resolve an opponent. Raises ComputationError."""
    poker = poker_of(library.games[game])
    if (opponent.profile is None) == (opponent.pot is None):
        raise ComputationError("an opponent has either a `profile` or a `pot`")
    pot = opponent.pot or 0
    own: list[Entry[Trait]] = [
        resolve_entry(library, "traits", game, reference, "traits", place)
        for place, reference in enumerate(opponent.traits)
    ]
    if opponent.profile:
        profile = resolve_entry(library, "profiles", game, opponent.profile, "profile")
        pot = _potential(library, profile, poker, opponent.wounded)
        own += library.traits_of(profile)
    names = [trait.id if trait.game == game else f"{trait.game}/{trait.id}" for trait in own]
    damage = weapon_damage(library, game, opponent.weapon) if opponent.weapon else 0
    skills = skills_of(library.games[game], poker, names)
    return Combatant(pot, opponent.dice, damage, True, opponent.aim, *skills)


def _potential(library: Library, profile: Entry[Profile], poker: Poker, wounded: bool) -> int:
    """The Pot of a profile: of a pair of numbers the first, or the last if it is wounded."""
    for block in stat_blocks_of(library, profile):
        numbers = block.facts.get(poker.potential or "")
        if block.game == profile.game and numbers is not None:
            return numbers if isinstance(numbers, int) else numbers[-1 if wounded else 0]
    raise ComputationError(f"'{profile.id}' has no `{poker.potential}`", "profile")


def skills_of(
    content: GameContent, poker: Poker, traits: Collection[str]
) -> tuple[int | None, int]:
    """What traits make of a combatant: the face that it turns a die to (0 for the lowest), and the
    faces on which a point of damage counts. Raises ComputationError.
    """
    scale = content.game.scales.get(poker.faces or "")
    hurt = min((poker.hides[name] for name in traits if name in poker.hides), default=FACES)
    face = next((poker.turns[name] for name in traits if name in poker.turns), None)
    if face is None:
        return None, hurt
    if scale is None or len(scale.ranks) != FACES or face not in scale.ranks:
        raise ComputationError(f"`poker: faces:` in game.yaml is no scale of {FACES} with '{face}'")
    return list(scale.ranks).index(face), hurt


def weapon_damage(library: Library, game: str, reference: str) -> int:
    """The damage bonus of a weapon. Raises ComputationError."""
    trait: Entry[Trait] = resolve_entry(library, "traits", game, reference, "weapon")
    value = trait.value.values.get(poker_of(library.games[game]).damage)
    if not isinstance(value, int):
        raise ComputationError(f"'{reference}' is no weapon", "weapon")
    return value


def with_situation(
    poker: Poker, first: Combatant, second: Combatant, situation: Situation
) -> tuple[Combatant, Combatant]:
    """Both sides, adjusted for cover and for the reply of the second.

    In return fire both sides shoot, and any cover counts as light cover for both.
    """
    light, heavy = poker.light_cover, poker.heavy_cover
    back = situation.reply == "return-fire"
    own = other = 0
    if situation.cover != "none":
        own = light if back or situation.cover == "light" else 0
        other = light if back else heavy if situation.cover == "heavy" else 0
    other += poker.return_fire if back else 0
    return (
        replace(first, pot=first.pot + own),
        replace(
            second, pot=second.pot + other, wounds=second.wounds and situation.reply != "dodge"
        ),
    )
