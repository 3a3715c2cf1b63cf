"""A fight against one enemy, for all (life, armour) of the hero at once.

A state is (life, armour, enemy's life, enemy's armour). Every change lowers the sum of the four, so
states are ordered by this sum and solved in ascending order. Rounds without a change are repeated,
so the chances of changes are conditional on a change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]

Floats = NDArray[np.float64]

Bools = NDArray[np.bool_]


# The relative advantage at which a choice is preferred to the choice of simple play.
MARGIN = 1e-10


@dataclass(frozen=True)
class Level:
    """The states of one sum (`rows`), and the edges out of them or into them."""

    rows: Ints
    edges: slice
    starts: Ints  # the index of each row's first edge within `edges`


class Arena:
    """The states of a fight and the edges between them.

    States 0…`live`-1 are undecided; then follow victories by the hero's (life, armour), then death.
    An edge is an outcome of a round that changes the state `source`; `weight` is its chance among
    these. `on_life` and `on_armour` are its target states for each choice of the player.
    """

    def __init__(
        self, enemy: tuple[int, int], most: tuple[int, int], differences: Mapping[int, int]
    ):
        shape = (most[0] + 1, most[1] + 1, enemy[0] + 1, enemy[1] + 1)
        self.width = most[1] + 1
        self.wins = shape[0] * shape[1]
        self.states = self._live(shape)
        self.live = self.states.shape[1]
        self.size = self.live + self.wins + 1
        self.sums = self.states.sum(axis=0)
        self.number = np.full(shape, self.size - 1, dtype=np.intp)
        self.number[1:, :, 0, :] = self.live + np.arange(self.width, self.wins).reshape(
            most[0], self.width, 1
        )
        self.number[tuple(self.states)] = np.arange(self.live)
        # The initial state by the hero's (life, armour).
        self.entry = self.number[:, :, enemy[0], enemy[1]].ravel()
        self._edges(np.array(list(differences)), np.array(list(differences.values()), float))
        self.out = self._levels(self.source)
        self._into()

    @staticmethod
    def _live(shape: tuple[int, ...]) -> Ints:
        """The undecided states, one per column, in ascending order of their sums."""
        states = np.indices(shape).reshape(4, -1)
        states = states[:, (states[0] > 0) & (states[2] > 0)]
        return states[:, np.argsort(states.sum(axis=0), kind="stable")]

    def _edges(self, differences: Ints, ways: Floats) -> None:
        life, armour, theirs, shield = (part[:, None] for part in self.states)
        strike = life + differences - theirs
        dealt = np.minimum(np.maximum(strike - shield, 0), np.maximum(theirs, shield))
        taken = np.minimum(np.maximum(-strike - armour, 0), np.maximum(life, armour))
        damage = dealt - taken
        # Damage increases with the difference, so equal outcomes are adjacent.
        fresh = np.ones(damage.shape, dtype=bool)
        fresh[:, 1:] = damage[:, 1:] != damage[:, :-1]
        self.edge_of = (np.cumsum(fresh) - 1).reshape(damage.shape)
        weight = np.bincount(
            self.edge_of.ravel(), weights=np.broadcast_to(ways, damage.shape).ravel()
        )
        source, damage = np.nonzero(fresh)[0], damage[fresh]
        changes = damage != 0
        kept = np.cumsum(changes) - 1
        self.edge_of = np.where(changes[self.edge_of], kept[self.edge_of], -1)
        self.source, damage, weight = source[changes], damage[changes], weight[changes]
        total = np.bincount(self.source, weights=weight, minlength=self.live)
        self.weight = weight / total[self.source]
        self.struck = damage < 0
        self._targets(damage)

    def _targets(self, damage: Ints) -> None:
        """Set the targets of edges. Armour at 0 takes no damage, so both choices are life there."""
        life, armour, theirs, shield = self.states[:, self.source]
        taken, dealt = np.maximum(-damage, 0), np.maximum(damage, 0)
        self.on_life = self.number[
            np.maximum(life - taken, 0), armour, np.maximum(theirs - dealt, 0), shield
        ]
        on_armour = self.number[
            life, np.maximum(armour - taken, 0), theirs, np.maximum(shield - dealt, 0)
        ]
        self.chosen = np.where(self.struck, armour, shield) > 0
        self.on_armour = np.where(self.chosen, on_armour, self.on_life)
        self.simple = self.struck & self.chosen

    def _levels(self, of: Ints) -> list[Level]:
        """Group edges, sorted by their state `of`, into levels of states with equal sums."""
        cut = np.flatnonzero(np.diff(of, prepend=-1))
        rows = of[cut]
        sums = np.where(rows < self.live, self.sums[np.minimum(rows, self.live - 1)], -1)
        bounds = np.flatnonzero(np.diff(sums, prepend=-2))
        ends = [*bounds[1:], len(rows)]
        levels = []
        for first, last in zip(bounds, ends, strict=True):
            end = cut[last] if last < len(rows) else len(of)
            levels.append(
                Level(rows[first:last], slice(cut[first], end), cut[first:last] - cut[first])
            )
        return levels

    def _into(self) -> None:
        """Set the incoming edges: one per edge and choice, sorted by target state."""
        edge = np.arange(len(self.source))
        target = np.concatenate([self.on_life, self.on_armour[self.chosen]])
        edge = np.concatenate([edge, edge[self.chosen]])
        armour = np.arange(len(target)) >= len(self.source)
        alive = np.flatnonzero(target < self.size - 1)
        order = alive[np.argsort(target[alive], kind="stable")]
        self.into_edge, self.into_armour = edge[order], armour[order]
        into = self._levels(target[order])
        undecided = [level for level in into if level.rows[0] < self.live]
        # In descending order of sums, then the victories.
        self.into = undecided[::-1] + into[len(undecided) :]

    def value(self, after: Floats, simple: bool) -> tuple[Floats, Bools]:
        """The value of each undecided state, and whether armour is chosen at each edge.

        `after` is the value of a victory by (life, armour) and pile, of shape (wins, piles). The
        values have shape (size, piles), the choices (edges, piles).
        """
        worth = np.zeros((self.size, after.shape[1]))
        worth[self.live : self.size - 1] = after
        choice = np.empty((len(self.source), after.shape[1]), dtype=bool)
        for level in self.out:
            here = level.edges
            life, armour = worth[self.on_life[here]], worth[self.on_armour[here]]
            usual = self.simple[here, None]
            if simple:
                choice[here] = usual
                best = np.where(usual, armour, life)
            else:
                best = np.maximum(life, armour)
                choice[here] = np.where(
                    usual, life <= armour * (1 + MARGIN), armour > life * (1 + MARGIN)
                )
            best *= self.weight[here, None]
            worth[level.rows] = np.add.reduceat(best, level.starts, axis=0)
        return worth, choice

    def follow(self, mass: Floats, choice: Bools) -> Floats:
        """The chance of each victory, from the chances `mass` of initial states and the choices.

        `mass` and the result have shape (wins, piles, heroes), by the hero's (life, armour).
        """
        flow = np.zeros((self.size, *mass.shape[1:]))
        flow[self.entry] = mass
        flow[self.size - 1] = 0
        for level in self.into:
            edges = self.into_edge[level.edges]
            taken = choice[edges] == self.into_armour[level.edges, None]
            share = flow[self.source[edges]] * (taken * self.weight[edges, None])[:, :, None]
            flow[level.rows] += np.add.reduceat(share, level.starts, axis=0)
        return flow[self.live : self.size - 1]
