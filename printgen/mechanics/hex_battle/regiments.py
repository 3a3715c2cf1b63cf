"""The forces of a scenario as units on its map, by the tables and stats of the game."""

from __future__ import annotations

from printgen.analysis.maps.board import Board, is_true
from printgen.analysis.maps.units import has_front
from printgen.analysis.resolve import ComputationError
from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.library import GameContent, Library
from printgen.content.models.hex_battles import HexBattles
from printgen.content.stat_types import ExpressionValue
from printgen.geometry.hexes import Hex
from printgen.mechanics.battle import Company
from printgen.mechanics.hex_battle.battle_tables import BattleTables
from printgen.mechanics.hex_battle.engagement import LOOSE, NEVER, WHOLE, Soldiers, Terrain
from printgen.mechanics.hex_battle.losses import ARM, INFANTRY, LIFE

CAVALRY = "cavalry"

ARMS = ("artillery", INFANTRY, CAVALRY)


def terrain_of(board: Board, hexes: list[Hex]) -> Terrain:
    """The map as plain data."""
    number = {hex: n for n, hex in enumerate(hexes)}
    costs = {"free": 0, "whole": WHOLE, "never": NEVER}
    enter: list[int] = []
    for hex in hexes:
        cost = board.terrain(hex).enter
        enter.append(cost if isinstance(cost, int) else costs[cost])
    assert board.rules is not None
    return Terrain(
        tuple((hex.q, hex.r) for hex in hexes),
        tuple(tuple(number.get(hex.next(side), -1) for side in range(6)) for hex in hexes),
        tuple(enter),
        tuple(tuple(costs[board.crossing(hex, side)] for side in range(6)) for hex in hexes),
        (0, 1) if board.rules.facing == "corner" else (-1, 0, 1),
    )


class Regiments:
    """Units by the rules of a game."""

    def __init__(self, library: Library, content: GameContent, rules: HexBattles, board: Board):
        self.library, self.content, self.rules, self.board = library, content, rules, board
        self.tables = BattleTables(library, content, rules)

    def unit(self, company: Company, hexes: list[Hex]) -> Soldiers:
        """A unit of a company, at no place; LOOSE if it has no front. Raises ComputationError."""
        facts, traits = self._stats(company), company.traits(self.library, self.content.id)
        rules, board = self.board.rules, self.board
        assert rules is not None
        arm = next((arm for arm in ARMS if is_true(f"{ARM} == {arm}", facts)), "")
        life = facts.get(LIFE)
        assert isinstance(life, int)
        barred = frozenset(
            number
            for number, hex in enumerate(hexes)
            if (bars := board.terrain(hex).bars) and is_true(bars, facts)
        )
        leads = rules.command is not None and rules.command.trait in traits
        answer, cost = self.tables.troops(set(traits))
        return Soldiers(
            company.side,
            facing=0 if has_front(board, facts) else LOOSE,
            life=life,
            limit=self.tables.limit(set(traits)),
            move=self._number(facts, rules.move),
            reach=self._number(facts, rules.reach),
            mounted=arm == CAVALRY,
            fragile=arm == INFANTRY,
            barred=barred,
            recoil=self.tables.recoil(arm, set(traits)),
            shelter=self.tables.shelter(traits),
            pursues=bool(set(traits) & set(self.rules.pursues)),
            leads=leads,
            answer=answer,
            cost=cost,
        )

    def _stats(self, company: Company) -> dict[str, ExpressionValue]:
        force = company.force
        for block in stat_blocks_of(self.library, company.profile, force.stats, force.traits):
            if isinstance(block.facts.get(LIFE), int):
                return dict(block.facts)
        raise ComputationError(f"'{company.profile.id}' has no number `{LIFE}`", "forces")

    def _number(self, facts: dict[str, ExpressionValue], key: str | None) -> int:
        value = facts.get(key) if key else None
        return value if isinstance(value, int) else 0
