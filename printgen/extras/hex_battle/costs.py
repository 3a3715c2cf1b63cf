"""The steps of battles on hexes, counted from their size before they are played."""

from __future__ import annotations

from printgen.extras.battles.many_games import BATCH
from printgen.extras.hex_battle.engagement import Engagement

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
    turns = _turns(rules)
    card = CARD + UNIT * units + PAIR * units**2
    one = (cards.hand + cards.draw * turns) * card * (1 + HELD * cards.hand)
    if rules.near >= 0:
        one += turns * STEP * hexes * max(rules.path - 1, 0)
    batches = -(-games // max(1, BATCH // units))
    kinds = len({(unit.move, unit.reach, unit.barred) for unit in rules.units})
    fixed: float = batches * turns * BATCH_TURN * cards.draw + WAYS * kinds * hexes**2.5
    return fixed + games * one


def _turns(rules: Engagement) -> float:
    """The turns of a game: those beyond the usual ones count half, as most games end before."""
    usual = min(USUAL_TURNS, 2 + len(rules.units)) * min(1, USUAL_DRAW / max(rules.cards.draw, 1))
    return min(rules.turns, (usual + rules.turns) / 2)
