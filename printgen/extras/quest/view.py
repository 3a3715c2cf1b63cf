"""The views of quests, and of the fight and journey examples."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.quest import Quest, Step
from printgen.extras.quest.example import Fighter, RoundResult, TurnResult
from printgen.extras.quest.model import FightExample, JourneyExample, read_effect
from printgen.rules.example_lookup import ExamplePresenter
from printgen.typography.text import say


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


class FighterView(TypedDict):
    """The counters of one side of a fight."""

    life: int
    armour: int


class RoundView(TypedDict):
    """A round. `on_life` and `on_armour` are the counters left by each choice."""

    cards: list[int]
    player: FighterView
    enemy: FighterView
    powers: list[int]
    struck: str
    strike: int
    damage: int
    take: str
    target: FighterView | None
    on_life: int
    on_armour: int
    text: str


class FightView(TypedDict):
    """Rounds of a fight against the enemy of a step."""

    rounds: list[RoundView]
    enemy: str
    player: str


class TurnView(TypedDict):
    """A turn: the card drawn (its label), the row that it leads to, and the counters after it."""

    card: str
    step: int
    row: StepView
    rounds: list[RoundView]
    after: dict[str, int]
    text: str


class JourneyView(TypedDict):
    """Turns of a quest."""

    turns: list[TurnView]


def fight_view(
    presenter: ExamplePresenter, fight: FightExample, rounds: list[RoundResult]
) -> FightView:
    """Rounds of a fight."""
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
) -> JourneyView:
    """Turns of a quest."""
    content = presenter.content
    quest = presenter.library.find("quests", presenter.game, journey.quest)
    assert quest is not None
    assert content.game.deck is not None
    rows = quest_view(presenter.library, quest, presenter.lang)["rows"]
    ranks = content.game.scales[content.game.deck.ranks].ranks
    turns: list[TurnView] = [
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


def _fighter(fighter: Fighter) -> FighterView:
    return {"life": fighter.life, "armour": fighter.armour}


def _round(done: RoundResult, text: str = "") -> RoundView:
    target = done.target
    return {
        "cards": list(done.cards),
        "player": _fighter(done.player),
        "enemy": _fighter(done.enemy),
        "powers": list(done.powers),
        "struck": done.struck,
        "strike": done.strike,
        "damage": done.damage,
        "take": done.take or "",
        "target": _fighter(target) if target else None,
        "on_life": target.hit("life", done.damage).life if target else 0,
        "on_armour": target.hit("armour", done.damage).armour if target else 0,
        "text": text,
    }


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
    return {
        "step": step.step,
        "type": step.type,
        "name": say(step.name, lang, content) if step.name else None,
        "enemy": dict(step.enemy),
        "result": say(step.result, lang, content) if step.result else None,
        "story": say(step.story, lang, content) if step.story else None,
        "art": step.art,
        "kind": _kind(content, step.type, lang),
        "effect": effect,
        "counter": counter,
    }


def _kind(content: GameContent, name: str | None, lang: str) -> KindView | None:
    rules = content.game.quests
    if rules is None or name is None:
        return None
    kind = rules.types[name]
    return {"label": say(kind.label, lang, content), "symbol": kind.symbol, "fight": kind.fight}
