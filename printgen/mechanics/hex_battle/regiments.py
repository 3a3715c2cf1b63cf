"""The forces of a scenario as units on its map, by the tables and stats of the game."""

from __future__ import annotations

from printgen.analysis.maps.board import Board, is_true
from printgen.analysis.maps.units import has_front
from printgen.analysis.resolve import ComputationError
from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hex_battles import HexBattles
from printgen.content.models.trait import Trait
from printgen.content.stat_types import ExpressionValue
from printgen.geometry.hexes import Hex
from printgen.mechanics.battle import Company
from printgen.mechanics.deployment import Numbers
from printgen.mechanics.hex_battle.engagement import LOOSE, NEVER, WHOLE, Cards, Soldiers, Terrain
from printgen.mechanics.hex_battle.losses import ARM, INFANTRY, LIFE
from printgen.mechanics.playing_cards import ranks_of
from printgen.mechanics.table_values import ValueRow, table_values

CAVALRY = "cavalry"

ARMS = ("artillery", INFANTRY, CAVALRY)

# The answers to a morale card, as the table of troops names them.
ANSWERS = {"suit": 0, "colour": 1, "any": 2}


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
        self.numbers = Numbers(library, content, rules)

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
        answer, cost = self._troops(set(traits))
        return Soldiers(
            company.side,
            facing=0 if has_front(board, facts) else LOOSE,
            life=life,
            limit=self._limit(set(traits)),
            move=self._number(facts, rules.move),
            reach=self._number(facts, rules.reach),
            mounted=arm == CAVALRY,
            fragile=arm == INFANTRY,
            barred=barred,
            recoil=self._recoil(arm, set(traits)),
            shelter=self._shelter(traits),
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

    def _limit(self, traits: set[str]) -> int:
        """The life at which a unit with these traits breaks. Raises ComputationError."""
        rows = self._rows("limits", "unit", "breaks")
        return max(
            (row.number("breaks") or 0 for row in rows if row.id("unit") in traits), default=0
        )

    def _recoil(self, arm: str, traits: set[str]) -> tuple[int, int]:
        """How far a unit recoils from any attack, and from one by cavalry."""
        afoot = mounted = 0
        for row in self._rows("recoil", "arm", "trait", "skirmishing", "mounted"):
            if row.id("arm") == arm and (not row.id("trait") or row.id("trait") in traits):
                afoot, more = row.number("skirmishing") or 0, row.number("mounted") or 0
                mounted = afoot + more
        return afoot, mounted

    def _shelter(self, traits: dict[str, Entry[Trait]]) -> tuple[bool, bool]:
        """Whether a protection counts in melee, and against shots."""
        rows = self._rows("protections", "protection", "melee", "shot")
        mine = [row for row in rows if row.id("protection") in traits]
        return any(row.flag("melee") for row in mine), any(row.flag("shot") for row in mine)

    def _troops(self, traits: set[str]) -> tuple[int, int]:
        """Which cards answer when a unit breaks, and the most cohesion that it costs."""
        rows = self._rows("troops", "troop", "answer", "cost")
        mine = [row for row in rows if row.id("troop") in traits]
        answer = max((ANSWERS.get(row.id("answer"), 0) for row in mine), default=0)
        return answer, max((row.number("cost") or 1 for row in mine), default=1)

    def _rows(self, key: str, *columns: str) -> list[ValueRow]:
        return table_values(self.library, self.content.id, getattr(self.rules, key), columns, key)

    def cards(self) -> Cards:
        """The cards, and which of them parry. Raises ComputationError."""
        suits = self.content.game.suits
        names, attack = list(suits), []
        parry: list[tuple[int, ...]] = [()] * len(names)
        cover: list[tuple[int, ...]] = [()] * len(names)
        for row in self._rows("parry", "attack", "parry", "cover"):
            if row.id("attack") in suits:
                suit = names.index(row.id("attack"))
                attack.append(suit)
                parry[suit] = tuple(names.index(name) for name in row.ids("parry"))
                cover[suit] = tuple(names.index(name) for name in row.ids("cover"))
        return Cards(
            self.numbers.of("packs"),
            len(ranks_of(self.content)),
            self.numbers.of("jokers"),
            tuple(suit.red for suit in suits.values()),
            tuple(parry),
            tuple(cover),
            tuple(attack),
            self.numbers.of("hand"),
            self.numbers.of("draw"),
        )

    def losses(self) -> tuple[int, ...]:
        """The life lost in melee by enemies minus friends, from 0 to 6."""
        known: dict[int, int] = {}
        step = 0
        for row in self._rows("losses", "surplus", "loss"):
            surplus, loss = row.number("surplus"), row.number("loss")
            if surplus is not None and loss is not None:
                known[surplus] = loss
            step = row.number("further") or step
        most = max(known)
        return tuple(known.get(n, known[most] + step * max(0, n - most)) for n in range(7))

    def steps(self) -> tuple[int, ...]:
        """The ranks by which lost cohesion makes answers harder."""
        found = {
            row.number("lost"): row.number("step") or 0
            for row in self._rows("lost", "lost", "step")
        }
        return tuple(found.get(lost, 0) for lost in range(len(found)))
