"""A battle on hexes with cards, as plain data: its ground, its units and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from printgen.extras.battles.battle import BATCH, Play

# The direction of units without a front. Those of others are 0 to 5.
LOOSE = 6

# Costs of entering a hex or of crossing a side that are no points.
WHOLE, NEVER = -1, -2


@dataclass(frozen=True, slots=True)
class Terrain:
    """The hexes of a map, numbered from 0.

    `neighbours` has the six neighbours of each, or -1; `enter` and `cross` what it costs to enter
    it, and to cross each of its sides: points, WHOLE or NEVER (a free side costs 0). `ahead` are
    the front sides of a unit in direction 0.
    """

    places: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    enter: tuple[int, ...]
    cross: tuple[tuple[int, ...], ...]
    ahead: tuple[int, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class Soldiers:
    """A unit. `at` is its hex, `facing` its direction, LOOSE without a front.

    It breaks at `limit` points of life or less. `barred` are the hexes that it may not enter in
    order. It recoils `recoil` hexes from any attack in melee, and from one by cavalry the second
    number. `shelter` is whether a protection counts in melee, and against shots. When it breaks,
    cards of its suit (0), its colour (1) or any suit (2) answer; `cost` is the most cohesion.
    """

    side: int
    at: int = 0
    facing: int = LOOSE
    life: int = 3
    limit: int = 0
    move: int = 2
    reach: int = 0
    mounted: bool = False
    fragile: bool = False
    barred: frozenset[int] = frozenset()
    recoil: tuple[int, int] = (0, 0)
    shelter: tuple[bool, bool] = (False, False)
    pursues: bool = False
    leads: bool = False
    answer: int = 0
    cost: int = 1

    def placed(self, at: int, facing: int) -> Soldiers:
        """The same unit at a hex."""
        return replace(self, at=at, facing=facing)


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards: `copies` of each rank from 1 to `ranks` in each suit, and jokers.

    Suits are numbers. Those in `attack` are parried by cards of the suits in `parry`, in a shelter
    also by those in `cover`; all others move. `red` is the colour of each suit.
    """

    copies: int = 2
    ranks: int = 13
    jokers: int = 4
    red: tuple[bool, ...] = (False, False, True, True)
    parry: tuple[tuple[int, ...], ...] = ((), (), (2,), (3,))
    cover: tuple[tuple[int, ...], ...] = ((), (), (3,), (2,))
    attack: tuple[int, ...] = (2, 3)
    hand: int = 8
    draw: int = 4

    @property
    def moves(self) -> tuple[int, ...]:
        """The suits that move."""
        return tuple(suit for suit in range(len(self.red)) if suit not in self.attack)


@dataclass(frozen=True, slots=True)
class Hold:
    """The hexes that a side wins by holding: it begins a turn with `many` units there, one of those
    in `some`, if there are any.
    """

    side: int
    hexes: frozenset[int]
    many: int
    some: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Leave:
    """The hexes from which units of a side leave the map. After each number of them in `after`, the
    other side loses a point of cohesion.
    """

    side: int
    hexes: frozenset[int]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle. `first` is the side that begins, -1 if it is drawn by lot; `favours` the one that
    wins when the turns are over, -1 if what `compares` says is compared.

    `losses` is the life lost in melee by enemies minus friends from 0 up. `steps` are the ranks by
    which lost cohesion makes answers harder. `near` and `path` are the command range, -1 without
    generals; `courier` the further cards outside of it.
    """

    terrain: Terrain
    units: tuple[Soldiers, ...]
    turns: int
    cards: Cards = Cards()
    cohesion: int = 5
    first: int = -1
    favours: int = -1
    compares: tuple[str, ...] = ("cohesion",)
    losses: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    shot: int = 1
    disorder: int = 1
    steps: tuple[int, ...] = (0, 1, 2, 3, 4)
    near: int = -1
    path: int = -1
    courier: int = 0
    hold: Hold | None = None
    leave: Leave | None = None
    players: tuple[Play, Play] = ("greedy", "greedy")


# --- how long battles take, estimated from their size ---------------------------------------------


# The turns (of both sides) in which most battles are decided, by the cards that are drawn in one.
USUAL_TURNS, USUAL_DRAW = 12, 4

# Steps of a card of each side: of any battle, by unit, and by pair of units; the share that
# is added for each card in hand.
CARD, UNIT, PAIR, HELD = 5.5, 0.12, 0.013, 0.055

# Steps for the command range of a turn of a game: by hex and step of the path.
STEP = 0.007

# Steps of a turn of a batch of games, by card drawn; and of the ways of a kind of unit over the
# map, by the 2.5th power of its hexes: for each hex, the ways from all, hex by hex.
BATCH_TURN, WAYS = 7_000, 0.026


def engagement_steps(rules: Engagement, games: int) -> float:
    """The steps of many games of a battle."""
    units, hexes, cards = len(rules.units), len(rules.terrain.places), rules.cards
    # The turns of a game: those beyond the usual ones count half, as most games end before.
    usual = min(USUAL_TURNS, 2 + units) * min(1, USUAL_DRAW / max(cards.draw, 1))
    turns = min(rules.turns, (usual + rules.turns) / 2)
    card = CARD + UNIT * units + PAIR * units**2
    one = (cards.hand + cards.draw * turns) * card * (1 + HELD * cards.hand)
    if rules.near >= 0:
        one += turns * STEP * hexes * max(rules.path - 1, 0)
    batches = -(-games // max(1, BATCH // units))
    kinds = len({(unit.move, unit.reach, unit.barred) for unit in rules.units})
    fixed: float = batches * turns * BATCH_TURN * cards.draw + WAYS * kinds * hexes**2.5
    return fixed + games * one
