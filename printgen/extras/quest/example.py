"""Fights and turns of a quest in worked examples, and the views of quests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import ExamplePresenter, WrongClaim, fields, wrong_claims
from printgen.extras.quest.model import (
    FightExample,
    JourneyExample,
    Quest,
    QuestRules,
    Round,
    Step,
    read_effect,
)
from printgen.extras.quest.study import ARMOUR, LIFE, starting
from printgen.problems import did_you_mean
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.typography.text import say

# --- the rules: the side struck, the damage, and the counters left --------------------------------


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
    """A resolved turn: the step reached, the rounds, the counters after it."""

    step: int
    row: int
    fight: bool
    rounds: list[RoundResult] = field(default_factory=list)
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
        done = TurnResult(at, row, step.type in fights)
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


class KindView(TypedDict):
    """The type of a step."""

    label: str
    symbol: str
    fight: bool


class CounterView(TypedDict):
    """The counter that an effect changes."""

    id: str
    label: str
    symbol: str


class StepView(TypedDict):
    """A row of a quest: a story, or a step with its type, its enemy and its effect."""

    step: int | None
    type: str | None
    name: str | None
    enemy: dict[str, int]
    result: str | None
    story: str | None
    art: str | None
    kind: KindView | None
    effect: str
    counter: CounterView | None


class QuestView(TypedDict):
    """A quest and its rows."""

    id: str
    title: str
    subtitle: str
    rows: list[StepView]


def quest_view(library: Library, quest: Entry[Quest], lang: str) -> QuestView:
    """A quest with the symbols of its types of steps and of their effects."""
    content = library.games[quest.game]
    subtitle = quest.value.subtitle
    return {
        "id": quest.id,
        "title": say(quest.value.title, lang, content),
        "subtitle": say(subtitle, lang, content) if subtitle else "",
        "rows": [_step(content, step, lang) for step in quest.value.steps],
    }


def _step(content: GameContent, step: Step, lang: str) -> StepView:
    counters = content.game.counters
    change = read_effect(step.effect, counters) if step.effect else None
    effect, counter = "", None
    if change:
        name, points = change
        effect = f"{'+' if points > 0 else '−'}{abs(points)}"
        counter = CounterView(
            id=name,
            label=say(counters[name].label, lang, content),
            symbol=counters[name].symbol,
        )
    rules = content.game.part(QuestRules)
    kind: KindView | None = None
    if rules and step.type is not None:
        of = rules.types[step.type]
        kind = {"label": say(of.label, lang, content), "symbol": of.symbol, "fight": of.fight}
    return {
        "step": step.step,
        "type": step.type,
        "name": say(step.name, lang, content) if step.name else None,
        "enemy": dict(step.enemy),
        "result": say(step.result, lang, content) if step.result else None,
        "story": say(step.story, lang, content) if step.story else None,
        "art": step.art,
        "kind": kind,
        "effect": effect,
        "counter": counter,
    }


def fight_view(
    presenter: ExamplePresenter, fight: FightExample, rounds: list[RoundResult]
) -> Mapping[str, object]:
    """Rounds of a fight against the enemy of a step."""
    quest = presenter.library.find("quests", presenter.game, fight.enemy.quest)
    assert quest is not None
    (step,) = (step for step in quest.value.steps if step.step == fight.enemy.step)
    return {
        "rounds": [
            _round(done, presenter.text(given.text))
            for done, given in zip(rounds, fight.rounds, strict=True)
        ],
        "enemy": presenter.text(step.name),
        "player": presenter.name(presenter.library.find("profiles", presenter.game, fight.profile)),
    }


def journey_view(
    presenter: ExamplePresenter, journey: JourneyExample, played: list[TurnResult]
) -> Mapping[str, object]:
    """Turns of a quest: the label of the card, the row that it leads to, the counters after."""
    content = presenter.content
    quest = presenter.library.find("quests", presenter.game, journey.quest)
    assert quest is not None
    assert content.game.deck is not None
    rows = quest_view(presenter.library, quest, presenter.lang)["rows"]
    ranks = content.game.scales[content.game.deck.ranks].ranks
    turns = [
        {
            "card": presenter.text(ranks[turn.card].label),
            "step": done.step,
            "row": rows[done.row],
            "rounds": [_round(round) for round in done.rounds],
            "after": done.after,
            "text": presenter.text(turn.text),
        }
        for done, turn in zip(played, journey.turns, strict=True)
    ]
    return {"turns": turns}


def _round(done: RoundResult, text: str = "") -> dict[str, object]:
    """A round. `on_life` and `on_armour` are the counters left by each choice."""
    target = done.target
    return {
        **fields(done, "cards", "powers", "struck", "strike", "damage"),
        "player": _counters(done.player),
        "enemy": _counters(done.enemy),
        "take": done.take or "",
        "target": _counters(target) if target else None,
        "on_life": target.hit(LIFE, done.damage).life if target else 0,
        "on_armour": target.hit(ARMOUR, done.damage).armour if target else 0,
        "text": text,
    }


FIGHT = ExampleKind(
    FightExample,
    resolve_fight,
    lambda fight, rounds: _wrong_rounds(rounds, fight.rounds),
    fight_view,
    keep_together=False,
)

JOURNEY = ExampleKind(
    JourneyExample, resolve_journey, wrong_journey, journey_view, keep_together=False
)
