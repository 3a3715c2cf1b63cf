"""The rules under `enemy:` of game.yaml with their numbers, tables, entries, cards, and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, cast

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.table import Table
from printgen.extras.enemy.model import (
    EarlyPlan,
    EnemyPack,
    EnemyRules,
    EnemyScenario,
    Guard,
    SharedPile,
)
from printgen.extras.enemy.search import SearchQuestion, WavesQuestion
from printgen.extras.examples.lookup import JOKER, table_values
from printgen.problems import did_you_mean
from printgen.rules.cells import parse_dice, parse_totals, rows_by_total
from printgen.rules.check import Findings, check
from printgen.rules.resolve import (
    ComputationError,
    fact_number,
    fact_value,
    resolve_entry,
    resolve_name,
    unreadable,
)

# --- the rules under `enemy:` of game.yaml with their numbers, tables and entries -----------------
#
# Everything that cannot be read raises ComputationError, with the path below `enemy:`.


# The greatest number of anything that is counted.
MOST = 100


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules under `enemy:` of a game."""

    library: Library
    content: GameContent
    rules: EnemyRules

    def number(self, wanted: int | str, least: int, most: int, *path: str | int) -> int:
        """A number, or that of an expression over facts, in its range."""
        try:
            found = fact_number(self.library, self.content, wanted)
        except ComputationError as error:
            raise error.within(*path) from None
        if not least <= found <= most:
            raise ComputationError(f"it comes to {found}", *path, hint=f"{least} to {most}")
        return found

    def words(self, fact: str, *path: str | int) -> str:
        """A value, or that of the fact with this name."""
        if fact not in self.content.game.facts:
            return fact
        try:
            return fact_value(self.library, self.content, fact)
        except ComputationError as error:
            raise error.within(*path) from None

    def dice(self, fact: str, *path: str | int) -> tuple[int, int]:
        """The number of dice, and their sides."""
        words = self.words(fact, *path)
        found = parse_dice(words)
        if found is None:
            raise ComputationError(f"'{words}' is not dice", *path, hint="such as D6")
        return found

    def entry(self, kind: str, name: str, *path: str | int) -> AnyEntry:
        """An entry that the rules name."""
        return resolve_entry(self.library, kind, self.content.id, name, *path)

    def table(self, name: str, *path: str | int) -> Entry[Table]:
        """A table that is rolled on."""
        table = self.entry("tables", name, *path)
        if not rows_by_total(table):
            raise ComputationError(f"no dice are rolled on the table '{name}'", *path)
        return table

    def line(self, place: int) -> None:
        """The action of a plan that `lines` names, and its limit."""
        line = self.rules.lines[place]
        plan = self.entry("plans", line.plan, "lines", place, "plan")
        if line.line > len(plan.value.actions):
            hint = f"'{line.plan}' has {len(plan.value.actions)}"
            raise ComputationError(f"no action {line.line}", "lines", place, "line", hint=hint)
        if line.limit:
            resolve_name(self.rules.limits, line.limit, "limit", "lines", place, "limit")

    def scenario(self, name: str) -> Entry[Scenario]:
        """A scenario that the rules name."""
        return self.entry("scenarios", name, "scenarios", name)

    def force(self, scenario: str, place: int, *path: str | int) -> Force:
        """A force of a scenario, by its number from 1."""
        forces = self.scenario(scenario).value.forces
        force = forces[place - 1] if place <= len(forces) else None
        if not isinstance(force, Force):
            hint = f"'{scenario}' has {len(forces)}"
            message = f"no force {place} with a profile"
            raise ComputationError(message, "scenarios", scenario, *path, hint=hint)
        return force

    def early(self, name: str, rules: EarlyPlan) -> int:
        """The number of the turns in which some forces do something else than their plan."""
        here = ("scenarios", name, "early")
        if rules.lookout and rules.lookout > len(rules.actions):
            hint = f"there are {len(rules.actions)}"
            raise ComputationError(f"no action {rules.lookout}", *here, "lookout", hint=hint)
        return self.number(rules.turns, 1, MOST, *here, "turns")

    def grid_dice(self, name: str, dice: str) -> int:
        """The sides of the two dice that place a marker in the grid of a scenario."""
        here = ("scenarios", name, "dice")
        count, sides = self.dice(dice, *here)
        layout = self.scenario(name).value.layout
        parts = layout.grid if layout else None
        if count != 2 or sides != parts:
            hint = f"2D{parts}" if parts else "the layout has no `grid`"
            message = f"{count}D{sides} do not fit the grid of '{name}'"
            raise ComputationError(message, *here, hint=hint)
        return sides

    def guard(self, name: str, rules: Guard) -> tuple[int, int]:
        """The sides of the die of each marker, and what it must come to."""
        here = ("scenarios", name, "guard")
        count, sides = self.dice(rules.die, *here, "die")
        return sides, self.number(rules.roll, 1, count * sides, *here, "roll")

    def search(self, name: str, rules: EnemyScenario) -> SearchQuestion | None:
        """The question of what the markers of a scenario hide."""
        return cast(SearchQuestion | None, self._question("search", rules.search, name))

    def waves(self, name: str, rules: EnemyScenario) -> WavesQuestion | None:
        """The question of the reserves of a scenario."""
        found = cast(WavesQuestion | None, self._question("waves", rules.waves, name))
        if found is not None:
            if found.force is None:
                message = f"the study '{rules.waves}' has no `force`"
                raise ComputationError(message, "scenarios", name, "waves")
            self.force(name, found.force, "waves")
        return found

    def _question(self, kind: str, name: str | None, scenario: str) -> Any:
        """The question of a study of a scenario, whose table is rolled on."""
        if name is None:
            return None
        path = ("scenarios", scenario, kind)
        asked = getattr(self.entry("studies", name, *path).value, kind, None)
        if asked is None:
            raise ComputationError(f"the study '{name}' has no `{kind}:`", *path)
        self.table(asked.table, *path)
        return asked

    def spots(self, name: str, rules: EnemyScenario) -> list[int]:
        """The place (from 0) for each face of the die that places reserves; empty without."""
        if rules.spots is None:
            return []
        here = ("scenarios", name, "spots")
        count, sides = self.dice(rules.spots.die, *here, "die")
        found: list[tuple[int, int]] = []
        for place, spot in enumerate(rules.spots.places):
            words = self.words(spot.totals, *here, "places", place, "totals")
            totals = parse_totals(words.replace(" to ", "-"))
            if count != 1 or totals is None or totals.least is None or totals.most is None:
                path = (*here, "places", place, "totals")
                raise ComputationError(f"'{words}' is no result of one die", *path, hint="as 1-3")
            found += [(face, place) for face in range(totals.least, totals.most + 1)]
        if [face for face, _ in sorted(found)] != list(range(1, sides + 1)):
            message = f"the places do not have each result of the D{sides} once"
            raise ComputationError(message, *here, "places")
        return [place for _, place in sorted(found)]


# --- the cards of an enemy without players, under `enemy:` of game.yaml, with their numbers -------


# The greatest number of cards of a pack, and of the cards for each figure.
MOST_CARDS, MOST_SHARE = 200, 10


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of the enemy's own: its Jokers, the numbers of the pile, the figures and activations
    of each rank, and the faces of the die for each number of figures left.
    """

    jokers: int
    share: float
    boss_cards: int
    last_cards: int
    last_activations: int
    worth: Mapping[str, tuple[int, int]]
    lots: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Shared:
    """A pile that is shared: its Jokers, and those that bring an event and end the turn."""

    jokers: int
    event: int
    end: int


def read_pack(reading: Reading, rules: EnemyPack) -> Pack:
    """A pack of the enemy's own. Raises ComputationError."""
    game = reading.content.game
    scale = resolve_name(game.scales, rules.scale, "scale", "pack", "scale")
    plain = len(scale.ranks) * len(game.suits)
    if not plain:
        raise ComputationError("the game has no suits", "pack", "cards", hint="suits: …")
    cards = reading.number(rules.cards, plain, MOST_CARDS, "pack", "cards")
    words = reading.words(rules.share, "pack", "share")
    try:
        share = Fraction(words.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        message = f"'{words}' is not a number"
        raise ComputationError(message, "pack", "share", hint="such as 0.5") from None
    if not 0 < share <= MOST_SHARE:
        hint = f"above 0, up to {MOST_SHARE}"
        raise ComputationError(f"it comes to {words}", "pack", "share", hint=hint)
    boss_cards, last_cards, last_activations = (
        reading.number(getattr(rules, key), 0, MOST, "pack", key)
        for key in ("boss_cards", "last_cards", "last_activations")
    )
    ranks = [*scale.ranks, *([JOKER] if cards > plain else [])]
    worth, lots = _worth(reading, rules, ranks), _lots(reading, rules)
    return Pack(cards - plain, float(share), boss_cards, last_cards, last_activations, worth, lots)


def _worth(reading: Reading, rules: EnemyPack, ranks: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The figures that act under a card of each rank, and the activations of each."""
    columns = ("card", "figures", "activations")
    found: dict[str, tuple[int, int]] = {}
    for row in table_values(
        reading.library, reading.content.id, rules.worth, columns, "pack", "worth"
    ):
        figures, activations = row.number("figures"), row.number("activations")
        for number in (figures, activations):
            if number is not None and not 0 <= number <= MOST:
                message = f"the table '{rules.worth}' has the number {number}"
                raise ComputationError(message, "pack", "worth", hint=f"0 to {MOST}")
        if figures is not None and activations is not None:
            found.update(dict.fromkeys(row.ids("card"), (figures, activations)))
    for rank in ranks:
        if rank not in found:
            message = f"the table '{rules.worth}' has no row for '{rank}'"
            raise ComputationError(message, "pack", "worth")
    return found


def _lots(reading: Reading, rules: EnemyPack) -> list[tuple[int, int]]:
    """The numbers of figures left, from 2, each with the faces of its die."""
    columns = ("left", "faces")
    rows = table_values(reading.library, reading.content.id, rules.lots, columns, "pack", "lots")
    found = sorted((row.number("left") or 0, row.number("faces") or 0) for row in rows)
    if [left for left, _ in found] != list(range(2, 2 + len(found))) or not found:
        message = f"the values `left` of the table '{rules.lots}' are not 2, 3, 4 and so on"
        raise ComputationError(message, "pack", "lots")
    for left, faces in found:
        if faces > MOST:
            message = f"the table '{rules.lots}' has a D{faces}"
            raise ComputationError(message, "pack", "lots", hint=f"up to D{MOST}")
        if faces < left:
            message = f"a D{faces} has too few faces for {left} figures"
            raise ComputationError(message, "pack", "lots")
    return found


def place_by_lot(left: int, faces: int, roll: int) -> int:
    """The place of the figure, among those left, that a roll draws; 0 if it is rolled again.

    Each figure gets the same number of faces; a roll of a face left over is rerolled.
    """
    place = (roll - 1) // (faces // left) + 1
    return place if place <= left else 0


def read_shared(reading: Reading, rules: SharedPile) -> Shared:
    """A pile that is shared with the players. Raises ComputationError."""
    for side, suit in rules.suits.items():
        resolve_name(reading.content.game.suits, suit, "suit", "shared", "suits", side)
    jokers = reading.number(rules.jokers, 0, MOST, "shared", "jokers")
    event = reading.number(rules.event_joker, 0, jokers, "shared", "event_joker")
    return Shared(jokers, event, reading.number(rules.end_joker, 0, jokers, "shared", "end_joker"))


_Reads = Iterator[Callable[[], object]]


@check("enemy-unknown")
def enemy_unknown(content: GameContent, library: Library) -> Findings:
    """What the `enemy:` section of game.yaml names exists: sides, suits, traits, profiles, plans
    and their actions, tables, studies, scenarios and their forces.
    """
    rules = content.game.part(EnemyRules)
    if rules is None:
        return
    sides = sorted({side for entry in content.scenarios.values() for side in entry.value.sides})
    shared = rules.shared.suits if rules.shared else {}
    for side, path in ((rules.side, ("side",)), *((s, ("shared", "suits", s)) for s in shared)):
        if side not in sides:
            hint = did_you_mean(side, sides)
            message = f"no scenario has a side '{side}'"
            yield content.entry.finding(message, "enemy", *path, key=len(path) > 1, hint=hint)
    yield from unreadable(content.entry, ("enemy",), _names(Reading(library, content, rules)))


@check("enemy-invalid")
def enemy_invalid(content: GameContent, library: Library) -> Findings:
    """The numbers and the dice of the `enemy:` section of game.yaml can be read and are in range.
    There is a `pack` or a `shared` pile, not both. The table `worth` has each rank of the pack, the
    table `lots` each number of figures from 2 on, and other tables have dice to roll.
    """
    rules = content.game.part(EnemyRules)
    if rules is None:
        return
    if rules.pack and rules.shared:
        message = "an enemy has a `pack` or a `shared` pile, not both"
        yield content.entry.finding(message, "enemy", "shared", key=True)
    yield from unreadable(content.entry, ("enemy",), _readings(Reading(library, content, rules)))


def _names(reading: Reading) -> _Reads:
    """Readers of all that is named."""
    rules, entry = reading.rules, reading.entry
    if rules.pack:
        for place, trait in enumerate(rules.pack.bosses):
            yield partial(entry, "traits", trait, "pack", "bosses", place)
        for place, profile in enumerate(rules.pack.last_word):
            yield partial(entry, "profiles", profile, "pack", "last_word", place)
    if rules.lookout:
        yield partial(entry, "plans", rules.lookout, "lookout")
    for place, line in enumerate(rules.lines):
        yield partial(reading.line, place)
        for number, plan in enumerate(line.only):
            yield partial(entry, "plans", plan, "lines", place, "only", number)
    for name, scenario in rules.scenarios.items():
        yield partial(reading.scenario, name)
        if name not in reading.content.scenarios:
            continue
        for place, later in enumerate(scenario.later):
            yield partial(reading.force, name, later.force, "later", place, "force")
        for place, force in enumerate(scenario.early.forces if scenario.early else ()):
            yield partial(reading.force, name, force, "early", "forces", place)
        if scenario.rises:
            yield partial(entry, "profiles", scenario.rises, "scenarios", name, "rises")


def _readings(reading: Reading) -> _Reads:
    """Readers of all numbers, dice and tables."""
    rules = reading.rules
    if rules.pack:
        yield partial(read_pack, reading, rules.pack)
    if rules.shared:
        yield partial(read_shared, reading, rules.shared)
        if rules.shared.events:
            yield partial(reading.table, rules.shared.events, "shared", "events")
    if rules.random_move:
        yield partial(reading.table, rules.random_move, "random_move")
    for name, most in rules.limits.items():
        yield partial(reading.number, most, 1, MOST, "limits", name)
    for name, scenario in rules.scenarios.items():
        here = ("scenarios", name)
        for place, later in enumerate(scenario.later):
            if later.turn is not None:
                yield partial(reading.number, later.turn, 1, MOST, *here, "later", place, "turn")
        if scenario.early:
            yield partial(reading.early, name, scenario.early)
        yield partial(reading.search, name, scenario)
        yield partial(reading.waves, name, scenario)
        yield partial(reading.spots, name, scenario)
        if scenario.dice:
            yield partial(reading.grid_dice, name, scenario.dice)
        if scenario.guard:
            yield partial(reading.guard, name, scenario.guard)
        if scenario.events:
            yield partial(reading.table, scenario.events, *here, "events")


CHECKS = (enemy_unknown, enemy_invalid)
