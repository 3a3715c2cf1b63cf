"""Fights and turns of a quest: the side struck, the damage, and the counters left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from printgen.content.library import Library
from printgen.extras.quest.heroes import ARMOUR, LIFE, starting
from printgen.extras.quest.model import FightExample, JourneyExample, QuestRules, Round, read_effect
from printgen.problems import did_you_mean
from printgen.rules.example_lookup import WrongClaim, wrong_claims
from printgen.rules.resolve import ComputationError, resolve_entry


@dataclass(frozen=True, slots=True)
class Fighter:
    """Life and armour of one side of a fight."""

    life: int
    armour: int

    def hit(self, counter: str, damage: int) -> Fighter:
        """The counters after damage to one of them; the minimum is 0."""
        if counter == LIFE:
            return replace(self, life=max(0, self.life - damage))
        return replace(self, armour=max(0, self.armour - damage))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round. The side of lower power is struck; neither at a tie."""

    cards: tuple[int, int]
    player: Fighter
    enemy: Fighter
    take: str | None = None

    @property
    def powers(self) -> tuple[int, int]:
        """Life plus card, of the player and of the enemy."""
        return self.player.life + self.cards[0], self.enemy.life + self.cards[1]

    @property
    def struck(self) -> str:
        """`player`, `enemy` or `nobody`."""
        mine, theirs = self.powers
        return "enemy" if mine > theirs else "player" if theirs > mine else "nobody"

    @property
    def target(self) -> Fighter | None:
        """The side that is struck, before the damage."""
        return {"player": self.player, "enemy": self.enemy}.get(self.struck)

    @property
    def strike(self) -> int:
        """The difference of the powers."""
        return abs(self.powers[0] - self.powers[1])

    @property
    def damage(self) -> int:
        """The strike minus the armour of the target, at least 0."""
        return max(0, self.strike - self.target.armour) if self.target else 0

    def after(self) -> tuple[Fighter, Fighter]:
        """The player and the enemy after the damage to the chosen counter."""
        if self.take is None or not self.damage:
            return self.player, self.enemy
        if self.struck == "player":
            return self.player.hit(self.take, self.damage), self.enemy
        return self.player, self.enemy.hit(self.take, self.damage)


@dataclass(slots=True)
class TurnResult:
    """A resolved turn: the step reached, the rounds, the counters before and after."""

    step: int
    row: int
    fight: bool
    rounds: list[RoundResult] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)


def resolve_fight(library: Library, game: str, fight: FightExample) -> list[RoundResult]:
    """The rounds of a fight, each from the counters at its start. Raises ComputationError."""
    player = _starting(library, game, fight.profile)
    enemy = _enemy(library, game, fight.enemy.quest, fight.enemy.step, "enemy")
    return [RoundResult((r.cards[0], r.cards[1]), player, enemy, r.take) for r in fight.rounds]


def resolve_journey(library: Library, game: str, journey: JourneyExample) -> list[TurnResult]:
    """The turns of a journey. Raises ComputationError."""
    content = library.games[game]
    quest = resolve_entry(library, "quests", game, journey.quest, "quest")
    ranks = content.game.scales[content.game.deck.ranks].ranks if content.game.deck else {}
    rules = content.game.part(QuestRules)
    fights = {name for name, kind in rules.types.items() if kind.fight} if rules else set()
    rows = {s.step: (n, s) for n, s in enumerate(quest.value.steps) if s.step is not None}
    player, at, played = _starting(library, game, journey.profile), 0, []
    for number, turn in enumerate(journey.turns):
        here = ("turns", number, "card")
        rank = ranks.get(turn.card)
        if rank is None or rank.value is None:
            hint = did_you_mean(turn.card, ranks)
            raise ComputationError(f"no card '{turn.card}' to advance by", *here, hint=hint)
        at += rank.value
        if at not in rows:
            raise ComputationError(f"the quest has no step {at}", *here)
        row, step = rows[at]
        done = TurnResult(at, row, step.type in fights, before=_counters(player))
        if turn.rounds:
            enemy = _enemy(library, game, journey.quest, at, "turns", number)
            for r in turn.rounds:
                done.rounds.append(RoundResult((r.cards[0], r.cards[1]), player, enemy, r.take))
                player, enemy = done.rounds[-1].after()
        change = read_effect(step.effect, content.game.counters) if step.effect else None
        if change:
            counters = _counters(player)
            most = content.game.counters[change[0]].max
            counters[change[0]] = min(most, max(0, counters.get(change[0], 0) + change[1]))
            player = Fighter(counters[LIFE], counters[ARMOUR])
        done.after = _counters(player)
        played.append(done)
    return played


def _counters(fighter: Fighter) -> dict[str, int]:
    return {LIFE: fighter.life, ARMOUR: fighter.armour}


def _starting(library: Library, game: str, reference: str) -> Fighter:
    start = starting(library, resolve_entry(library, "profiles", game, reference, "profile"))
    if start is None:
        raise ComputationError(f"'{reference}' has no life and armour", "profile")
    return Fighter(*start)


def _enemy(library: Library, game: str, reference: str, number: int, *path: str | int) -> Fighter:
    quest = resolve_entry(library, "quests", game, reference, *path, "quest")
    for step in quest.value.steps:
        if step.step == number and {LIFE, ARMOUR} <= set(step.enemy):
            return Fighter(step.enemy[LIFE], step.enemy[ARMOUR])
    raise ComputationError(f"step {number} has no enemy", *path, "step")


# --- claims ----------------------------------------------------------------------------------


def wrong_fight(fight: FightExample, rounds: list[RoundResult]) -> Iterator[WrongClaim]:
    """The claims of a fight that are wrong."""
    yield from _wrong_rounds(rounds, fight.rounds)


def wrong_journey(journey: JourneyExample, played: list[TurnResult]) -> Iterator[WrongClaim]:
    """The claims of a journey that are wrong, and fights that are not over."""
    for number, (done, turn) in enumerate(zip(played, journey.turns, strict=True)):
        here = ("turns", number)
        if turn.step is not None and turn.step != done.step:
            message = f"the card leads to step {done.step}, not {turn.step}"
            yield WrongClaim(message, (*here, "step"))
        yield from _wrong_rounds(done.rounds, turn.rounds, *here)
        if done.fight and (not done.rounds or done.rounds[-1].after()[1].life):
            yield WrongClaim(f"the enemy of step {done.step} is not defeated", here)
        for key, claim in turn.after.items():
            if claim != done.after.get(key):
                yield WrongClaim(
                    f"{key} is {done.after.get(key)}, not {claim}", (*here, "after", key)
                )


def _wrong_rounds(
    rounds: list[RoundResult], claims: list[Round], *path: str | int
) -> Iterator[WrongClaim]:
    for number, (done, claimed) in enumerate(zip(rounds, claims, strict=True)):
        here = (*path, "rounds", number)
        if 0 in (done.player.life, done.enemy.life):
            yield WrongClaim("the fight is over before this round", here)
            return
        yield from wrong_claims(claimed, done, ("struck", "strike", "damage"), *here)
        if claimed.take is None:
            continue
        if not done.damage:
            yield WrongClaim("no damage is done", (*here, "take"))
        elif claimed.take not in (LIFE, ARMOUR) or (
            claimed.take == ARMOUR and done.target and not done.target.armour
        ):
            yield WrongClaim(f"'{claimed.take}' cannot take the damage", (*here, "take"))
