"""Worked examples, recomputed: a fight, the turns of a quest, a hand against another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from printgen.example import Example, FightExample, JourneyExample, LookupExample, Round
from printgen.library import Entry, GameContent, Library
from printgen.problems import Problem
from printgen.rules.quests import read_effect
from printgen.rules.readings import StatError, blocks, read_stat

# A strike adds life to a card; armour takes off what it can. These are the counters of such games.
LIFE, ARMOUR = "life", "armour"


class Unworkable(ValueError):
    """An example that cannot be computed: `path` says where, within the example."""

    def __init__(self, message: str, *path: str | int):
        super().__init__(message)
        self.path = path


@dataclass(frozen=True, slots=True)
class Fighter:
    """Life and armour of somebody in a fight."""

    life: int
    armour: int

    def hit(self, counter: str, damage: int) -> Fighter:
        """What is left when a counter takes damage; none falls below 0."""
        if counter == LIFE:
            return replace(self, life=max(0, self.life - damage))
        return replace(self, armour=max(0, self.armour - damage))


@dataclass(frozen=True, slots=True)
class Blow:
    """A round as the rules have it. Who is struck is the one of lesser power; nobody at a tie."""

    cards: tuple[int, int]
    player: Fighter
    enemy: Fighter
    take: str | None = None

    @property
    def powers(self) -> tuple[int, int]:
        """Life and card of the player, of the enemy."""
        return self.player.life + self.cards[0], self.enemy.life + self.cards[1]

    @property
    def struck(self) -> str:
        """`player`, `enemy` or `nobody`."""
        mine, theirs = self.powers
        return "enemy" if mine > theirs else "player" if theirs > mine else "nobody"

    @property
    def target(self) -> Fighter | None:
        """Who is struck."""
        return {"player": self.player, "enemy": self.enemy}.get(self.struck)

    @property
    def strike(self) -> int:
        """The difference of the powers."""
        return abs(self.powers[0] - self.powers[1])

    @property
    def damage(self) -> int:
        """What of the strike the armour does not stop."""
        return max(0, self.strike - self.target.armour) if self.target else 0

    def after(self) -> tuple[Fighter, Fighter]:
        """The player and the enemy when the counter chosen has taken the damage."""
        if self.take is None or not self.damage:
            return self.player, self.enemy
        if self.struck == "player":
            return self.player.hit(self.take, self.damage), self.enemy
        return self.player, self.enemy.hit(self.take, self.damage)


@dataclass(slots=True)
class TurnPlayed:
    """A turn as the rules have it: where the card led, the blows, the counters at its end."""

    step: int
    row: int
    blows: list[Blow] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)


def play_fight(library: Library, example: Entry[Example], fight: FightExample) -> list[Blow]:
    """The rounds of a fight, each from the counters at its start. Raises Unworkable."""
    player = _starting(library, example.game, fight.profile)
    enemy = _enemy(library, example.game, fight.enemy.quest, fight.enemy.step)
    return [Blow((r.cards[0], r.cards[1]), player, enemy, r.take) for r in fight.rounds]


def play_journey(
    library: Library, example: Entry[Example], journey: JourneyExample
) -> list[TurnPlayed]:
    """The turns of a journey. Raises Unworkable."""
    content = library.games[example.game]
    quest = library.find("quests", example.game, journey.quest)
    ranks = content.game.scales[content.game.deck.ranks].ranks if content.game.deck else {}
    if quest is None:
        raise Unworkable(f"no quest '{journey.quest}'", "quest")
    rows = {s.step: (n, s) for n, s in enumerate(quest.value.steps) if s.step is not None}
    player, at, played = _starting(library, example.game, journey.profile), 0, []
    for number, turn in enumerate(journey.turns):
        rank = ranks.get(turn.card)
        if rank is None or rank.value is None:
            raise Unworkable(f"no card '{turn.card}' to advance by", "turns", number, "card")
        at += rank.value
        if at not in rows:
            raise Unworkable(f"the quest has no step {at}", "turns", number, "card")
        row, step = rows[at]
        done = TurnPlayed(at, row, before=_counters(player))
        if turn.rounds:
            enemy = _enemy(library, example.game, journey.quest, at)
            for r in turn.rounds:
                done.blows.append(Blow((r.cards[0], r.cards[1]), player, enemy, r.take))
                player, enemy = done.blows[-1].after()
        change = read_effect(step.effect, content.game.counters) if step.effect else None
        if change:
            counters = _counters(player)
            most = content.game.counters[change[0]].max
            counters[change[0]] = min(most, max(0, counters.get(change[0], 0) + change[1]))
            player = Fighter(counters[LIFE], counters[ARMOUR])
        done.after = _counters(player)
        played.append(done)
    return played


def look_up(library: Library, example: Entry[Example], lookup: LookupExample) -> tuple[int, int]:
    """The damage that the matrix gives, and what the weapon adds. Raises Unworkable."""
    table = library.find("tables", example.game, lookup.table)
    matrix = table.value.matrix if table else None
    if matrix is None:
        raise Unworkable(f"no matrix '{lookup.table}'", "table")
    for name, ranks in (("winner", matrix.columns), ("loser", matrix.rows)):
        if getattr(lookup, name) not in ranks:
            raise Unworkable(f"the table has no '{getattr(lookup, name)}'", name)
    cell = matrix.cells[lookup.loser][matrix.columns.index(lookup.winner)]
    if not isinstance(cell, int):
        raise Unworkable(f"'{lookup.winner}' does not beat '{lookup.loser}'", "winner")
    return cell, _weapon(library, example.game, lookup)


def _weapon(library: Library, game: str, lookup: LookupExample) -> int:
    if lookup.weapon is None:
        return 0
    trait = library.find("traits", game, lookup.weapon)
    damage = trait.value.values.get("damage") if trait else None
    if not isinstance(damage, int):
        raise Unworkable(f"no weapon '{lookup.weapon}' with a damage", "weapon")
    return damage


def _counters(fighter: Fighter) -> dict[str, int]:
    return {LIFE: fighter.life, ARMOUR: fighter.armour}


def _starting(library: Library, game: str, reference: str) -> Fighter:
    profile = library.find("profiles", game, reference)
    if profile is None:
        raise Unworkable(f"no profile '{reference}'", "profile")
    for block in blocks(library, profile):
        if {LIFE, ARMOUR} <= set(block.line.stats) and {LIFE, ARMOUR} <= set(block.values):
            try:
                numbers = [
                    read_stat(block.line.stats[key], block.values[key]).numbers[0]
                    for key in (LIFE, ARMOUR)
                ]
            except (StatError, IndexError):
                break
            return Fighter(*numbers)
    raise Unworkable(f"'{reference}' has no life and armour", "profile")


def _enemy(library: Library, game: str, reference: str, number: int) -> Fighter:
    quest = library.find("quests", game, reference)
    if quest is None:
        raise Unworkable(f"no quest '{reference}'", "enemy", "quest")
    for step in quest.value.steps:
        if step.step == number and {LIFE, ARMOUR} <= set(step.enemy):
            return Fighter(step.enemy[LIFE], step.enemy[ARMOUR])
    raise Unworkable(f"step {number} has no enemy", "enemy", "step")


# --- checks ----------------------------------------------------------------------------------


def example_shape(content: GameContent, library: Library) -> Iterator[Problem]:
    """A worked example is one of a `fight`, a `journey` or a `lookup`, and what it names exists."""
    for example in content.examples.values():
        value = example.value
        kinds = [k for k in ("fight", "journey", "lookup") if getattr(value, k) is not None]
        if len(kinds) != 1:
            message = "an example has one of `fight`, `journey` and `lookup`"
            yield example.problem("example-shape", message)
            continue
        try:
            _work(library, example)
        except Unworkable as error:
            yield example.problem("example-shape", str(error), kinds[0], *error.path)


def _work(library: Library, example: Entry[Example]) -> None:
    value = example.value
    if value.fight:
        play_fight(library, example, value.fight)
    elif value.journey:
        play_journey(library, example, value.journey)
    elif value.lookup:
        look_up(library, example, value.lookup)


def example_wrong(content: GameContent, library: Library) -> Iterator[Problem]:
    """What a worked example claims is what the rules compute."""
    for example in content.examples.values():
        value = example.value
        try:
            if value.fight:
                blows = play_fight(library, example, value.fight)
                yield from _wrong_rounds(example, blows, value.fight.rounds, "fight")
            elif value.journey:
                yield from _wrong_turns(library, example, value.journey)
            elif value.lookup:
                damage = max(0, sum(look_up(library, example, value.lookup)))
                if value.lookup.claims != damage:
                    message = f"the damage is {damage}, not {value.lookup.claims}"
                    yield example.problem("example-wrong", message, "lookup", "claims")
        except Unworkable:
            continue


def _wrong_rounds(
    example: Entry[Example], blows: list[Blow], rounds: list[Round], *path: str | int
) -> Iterator[Problem]:
    for number, (blow, claimed) in enumerate(zip(blows, rounds, strict=True)):
        here = (*path, "rounds", number)
        if 0 in (blow.player.life, blow.enemy.life):
            yield example.problem("example-wrong", "the fight is over before this round", *here)
            return
        for name in ("struck", "strike", "damage"):
            claim, right = getattr(claimed, name), getattr(blow, name)
            if claim is not None and claim != right:
                message = f"{name} is {right}, not {claim}"
                yield example.problem("example-wrong", message, *here, name)
        if claimed.take is None:
            continue
        if not blow.damage:
            message = "no damage is done"
            yield example.problem("example-wrong", message, *here, "take")
        elif claimed.take not in (LIFE, ARMOUR) or (
            claimed.take == ARMOUR and blow.target and not blow.target.armour
        ):
            message = f"'{claimed.take}' cannot take the damage"
            yield example.problem("example-wrong", message, *here, "take")


def _wrong_turns(
    library: Library, example: Entry[Example], journey: JourneyExample
) -> Iterator[Problem]:
    fights = library.games[example.game].game.quests
    types = {name for name, kind in fights.types.items() if kind.fight} if fights else set()
    quest = library.find("quests", example.game, journey.quest)
    for number, (done, turn) in enumerate(
        zip(play_journey(library, example, journey), journey.turns, strict=True)
    ):
        here = ("journey", "turns", number)
        if turn.step is not None and turn.step != done.step:
            message = f"the card leads to step {done.step}, not {turn.step}"
            yield example.problem("example-wrong", message, *here, "step")
        yield from _wrong_rounds(example, done.blows, turn.rounds, *here)
        fight = quest is not None and quest.value.steps[done.row].type in types
        if fight and (not done.blows or done.blows[-1].after()[1].life):
            message = f"the enemy of step {done.step} still stands"
            yield example.problem("example-wrong", message, *here)
        for key, claim in turn.after.items():
            if claim != done.after.get(key):
                message = f"{key} is {done.after.get(key)}, not {claim}"
                yield example.problem("example-wrong", message, *here, "after", key)
