"""The tables and terms of a battle on hexes, from its game and its scenario, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import BattleTerms, Force, Scenario
from printgen.extras.battles.battle import Numbers
from printgen.extras.examples.lookup import ValueRow, ranks_of, table_values
from printgen.extras.hex_battle.engagement import Cards
from printgen.extras.hex_battle.model import HexBattles
from printgen.extras.hex_maps.boards import Board, board_of
from printgen.extras.hex_maps.hexes import Hex
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.resolve import ComputationError, resolve_entry, unreadable

# --- how a battle on hexes begins and ends: the `battle:` of its scenario -------------------------


def side_of(scenario: Scenario, name: str | None, *path: str) -> int:
    """The number of a side, -1 for None. Raises ComputationError."""
    sides = list(scenario.sides)
    if name is None:
        return -1
    if name not in sides:
        hint = did_you_mean(name, sides)
        raise ComputationError(f"no side '{name}'", "battle", *path, hint=hint)
    return sides.index(name)


def cohesion_of(numbers: Numbers, terms: BattleTerms) -> int:
    """The cohesion of each side. Raises ComputationError."""
    if terms.cohesion is None:
        return numbers.of("cohesion")
    try:
        return numbers.within("cohesion", terms.cohesion)
    except ComputationError as error:
        raise error.within("battle") from None


def exits_of(scenario: Scenario, terms: BattleTerms, board: Board) -> list[Hex]:
    """The hexes from which units leave the map. Raises ComputationError if the map has no such hex,
    or if no unit may stand on one.
    """
    found: list[Hex] = []
    for number, names in enumerate(terms.leaves.hexes if terms.leaves else ()):
        path = "battle", "leaves", "hexes", number
        block = [hex for hex in board.names.block(names, *path) if hex in board.ground]
        if not any(board.terrain(hex).enter != "never" for hex in block):
            raise ComputationError(f"no unit can enter {names}", *path)
        found += block
    return found


def zone_of(scenario: Scenario, terms: BattleTerms, board: Board) -> list[Hex]:
    """The hexes of the zone that a side wins by holding. Raises ComputationError if the map has no
    such zone, or no force the profile that has to be there.
    """
    if terms.holds is None:
        return []
    zone, profile = terms.holds.zone, terms.holds.profile
    if zone > len(board.zones):
        hint = f"the map has {len(board.zones)}"
        raise ComputationError(f"no zone {zone}", "battle", "holds", "zone", hint=hint)
    known = {force.profile for force in scenario.forces if isinstance(force, Force)}
    if profile is not None and profile not in known:
        hint = did_you_mean(profile, known)
        message = f"no force has the profile '{profile}'"
        raise ComputationError(message, "battle", "holds", "profile", hint=hint)
    return board.zones[zone - 1]


# --- the numbers and the tables that battles on hexes are played by -------------------------------


# The answers to a morale card, as the table of troops names them.
ANSWERS = {"suit": 0, "colour": 1, "any": 2}

# The numbers of the rules, by key.
KEYS = (
    "turns", "packs", "jokers", "hand", "draw", "cohesion", "courier", "shot", "disorder",
)  # fmt: skip

# The enemies of a unit, at most.
AROUND = 6


def limit_of(rows: list[ValueRow], traits: Collection[str]) -> int:
    """The life at which a unit breaks: the maximum of the rows for its traits, by default 0."""
    return max((row.number("breaks") or 0 for row in rows if row.id("unit") in traits), default=0)


def losses_of(rows: list[ValueRow], reference: str, path: str) -> tuple[dict[int, int], int]:
    """The life lost by the surplus of enemies over friends, and what each `further` enemy adds.
    Raises ComputationError.
    """
    known: dict[int, int] = {}
    step = 0
    for row in rows:
        surplus, loss = row.number("surplus"), row.number("loss")
        if surplus is not None and loss is not None:
            known[surplus] = loss
        step = row.number("further") or step
    if not known:
        raise ComputationError(f"the table '{reference}' has no loss", path)
    return known, step


class BattleTables:
    """The rules of a game as numbers."""

    def __init__(self, library: Library, content: GameContent, rules: HexBattles):
        self.library, self.content, self.rules = library, content, rules
        self.numbers = Numbers(library, content, rules)

    def limit(self, traits: Collection[str]) -> int:
        """The life at which a unit with these traits breaks. Raises ComputationError."""
        return limit_of(self._rows("limits", "unit", "breaks"), traits)

    def recoil(self, arm: str, traits: Collection[str]) -> tuple[int, int]:
        """How far a unit recoils from any attack, and from one by cavalry. Raises
        ComputationError.
        """
        afoot = mounted = 0
        for row in self._rows("recoil", "arm", "trait", "skirmishing", "mounted"):
            if row.id("arm") == arm and (not row.id("trait") or row.id("trait") in traits):
                afoot, more = row.number("skirmishing") or 0, row.number("mounted") or 0
                mounted = afoot + more
        return afoot, mounted

    def shelter(self, traits: Collection[str]) -> tuple[bool, bool]:
        """Whether a protection counts in melee, and against shots. Raises ComputationError."""
        rows = self._rows("protections", "protection", "melee", "shot")
        mine = [row for row in rows if row.id("protection") in traits]
        return any(row.flag("melee") for row in mine), any(row.flag("shot") for row in mine)

    def troops(self, traits: Collection[str]) -> tuple[int, int]:
        """Which cards answer when a unit breaks, and the most cohesion that it costs. Raises
        ComputationError.
        """
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
        known, step = losses_of(
            self._rows("losses", "surplus", "loss"), self.rules.losses, "losses"
        )
        most = max(known)
        return tuple(known.get(n, known[most] + step * max(0, n - most)) for n in range(AROUND + 1))

    def steps(self) -> tuple[int, ...]:
        """The ranks by which lost cohesion makes answers harder."""
        found = {
            row.number("lost"): row.number("step") or 0
            for row in self._rows("lost", "lost", "step")
        }
        return tuple(found.get(lost, 0) for lost in range(len(found)))


@check("hex-battles-invalid")
def hex_battles_invalid(content: GameContent, library: Library) -> Findings:
    """The traits and the tables under `hex_battles:` exist, the tables have the values that battles
    need, and each number can be computed and is in its range. The sides, the zone, the hexes and
    the profile under `battle:` of a scenario exist.
    """
    rules = content.game.part(HexBattles)
    if rules is None:
        return
    tables = BattleTables(library, content, rules)
    reads: list[Callable[[], object]] = [
        *(
            partial(resolve_entry, library, "traits", content.id, name, "pursues", place)
            for place, name in enumerate(rules.pursues)
        ),
        tables.cards,
        tables.losses,
        tables.steps,
        lambda: tables.limit(()),
        lambda: tables.recoil("", ()),
        lambda: tables.shelter(()),
        lambda: tables.troops(()),
        *(partial(tables.numbers.of, key) for key in KEYS),
    ]
    yield from unreadable(content.entry, ("hex_battles",), reads)
    for scenario in content.scenarios.values():
        yield from unreadable(scenario, (), _terms(library, tables, scenario))


def _terms(
    library: Library, tables: BattleTables, scenario: Entry[Scenario]
) -> Iterator[Callable[[], object]]:
    """Readers of how a battle begins and ends."""
    value, terms = scenario.value, scenario.value.battle
    if terms is None:
        return
    yield partial(side_of, value, terms.first, "first")
    yield partial(side_of, value, terms.favours, "favours")
    if terms.holds:
        yield partial(side_of, value, terms.holds.side, "holds", "side")
    if terms.leaves:
        yield partial(side_of, value, terms.leaves.side, "leaves", "side")
    yield partial(cohesion_of, tables.numbers, terms)
    board = library.find("maps", scenario.game, value.map or "")
    if board is not None:
        yield lambda: zone_of(value, terms, board_of(library, board))
        yield lambda: exits_of(value, terms, board_of(library, board))


CHECKS = (hex_battles_invalid,)
