"""Fights, the turns of quests, and poker hands, as plain data."""

from __future__ import annotations

from printgen.content.library import Entry, GameContent
from printgen.content.models import Quest
from printgen.mechanics.presenter import ExamplePresenter, View
from printgen.mechanics.quest.effects import read_effect
from printgen.mechanics.quest.example import Fighter, RoundResult, TurnResult
from printgen.mechanics.quest.model import FightExample, JourneyExample
from printgen.typography.text import plain, say


def _fighter(fighter: Fighter) -> View:
    return {"life": fighter.life, "armour": fighter.armour}


def _blow(blow: RoundResult) -> View:
    """A blow, and what either choice of counter would leave of who is struck."""
    player, enemy = blow.after()
    target = blow.target
    return {
        "cards": list(blow.cards),
        "player": _fighter(blow.player),
        "enemy": _fighter(blow.enemy),
        "powers": list(blow.powers),
        "struck": blow.struck,
        "strike": blow.strike,
        "damage": blow.damage,
        "take": blow.take or "",
        "target": _fighter(target) if target else None,
        "on_life": target.hit("life", blow.damage).life if target else 0,
        "on_armour": target.hit("armour", blow.damage).armour if target else 0,
        "after": {"player": _fighter(player), "enemy": _fighter(enemy)},
    }


def fight(presenter: ExamplePresenter, fight: FightExample, blows: list[RoundResult]) -> View:
    """Rounds of a fight."""
    quest = presenter.library.find("quests", presenter.game, fight.enemy.quest)
    assert quest is not None
    (step,) = (step for step in quest.value.steps if step.step == fight.enemy.step)
    return {
        "rounds": [
            {**_blow(blow), "text": presenter.words(r.text)}
            for blow, r in zip(blows, fight.rounds, strict=True)
        ],
        "enemy": presenter.words(step.name),
        "player": presenter.name(presenter.library.find("profiles", presenter.game, fight.profile)),
    }


def journey(presenter: ExamplePresenter, journey: JourneyExample, played: list[TurnResult]) -> View:
    """Turns of a quest."""
    content = presenter.content
    quest = presenter.library.find("quests", presenter.game, journey.quest)
    assert quest is not None
    assert content.game.deck is not None
    rows = quest_view(content, quest, presenter.lang)["rows"]
    ranks = content.game.scales[content.game.deck.ranks].ranks
    turns = [
        {
            "card": plain(ranks[turn.card], presenter.lang, content),
            "step": done.step,
            "row": rows[done.row],
            "blows": [_blow(blow) for blow in done.blows],
            "before": done.before,
            "after": done.after,
            "text": presenter.words(turn.text),
        }
        for done, turn in zip(played, journey.turns, strict=True)
    ]
    return {"turns": turns}


def quest_view(content: GameContent, quest: Entry[Quest], lang: str) -> View:
    """A quest: its rows, each a story or a step with the symbols of its type and effect."""
    rules = content.game.quests
    rows = []
    for step in quest.value.steps:
        row = plain(step, lang, content)
        row["kind"] = plain(rules.types[step.type], lang, content) if rules and step.type else None
        change = read_effect(step.effect, content.game.counters) if step.effect else None
        row["effect"] = ""
        if change:
            sign = "+" if change[1] > 0 else "−"
            row["effect"] = f"{sign}{abs(change[1])}"
            row["counter"] = plain(content.game.counters[change[0]], lang, content)
            row["counter"]["id"] = change[0]
        rows.append(row)
    subtitle = quest.value.subtitle
    return {
        "id": quest.id,
        "title": say(quest.value.title, lang, content),
        "subtitle": say(subtitle, lang, content) if subtitle else "",
        "rows": rows,
    }
