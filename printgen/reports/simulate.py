"""A quest as `printgen simulate` gives it: exact chances for each hero, and games played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import Quest as QuestEntry
from printgen.mechanics.quest.definition import Journey, Quest
from printgen.mechanics.quest.heroes import ARMOUR, LIFE, select_heroes
from printgen.mechanics.quest.solver import FALLS, SWING, never_decisive
from printgen.mechanics.quest.study import journeys, quest_model
from printgen.reports.selection import language, quest_of
from printgen.typography.text import plain_words, say

Figures = dict[str, Any]


MODEL = (
    "Exact: the step pile is followed card by card; a round of a fight is two different cards of"
    " the whole combat pile, drawn without counting what has gone.",
    "Simulated: the same decisions with the combat pile as in play, running on from fight to fight"
    " and shuffled when it is used up.",
    "Power is life plus card, armour comes off the strike, damage falls wholly on life or wholly on"
    " armour; at a tie nobody is struck; counters stop at 0 and at their maximum.",
    "Best play: the greatest chance to win the quest. Simple play: strike life, take blows on"
    " armour while there is any. A fight that neither side can end is lost.",
)


def simulate(
    library: Library, target: str, names: Iterable[str], games: int, seed: int, lang: str | None
) -> Figures:
    """How heroes (all when none is named) fare in the quest `game/quest`; 0 games: exactly alone.

    Raises ComputationError.
    """
    content, entry = quest_of(library, target)
    lang = language(content, lang)
    heroes = select_heroes(library, content.id, list(dict.fromkeys(names)))
    quest = quest_model(content, entry)
    try:
        best, simple = journeys(quest, heroes, "best"), journeys(quest, heroes, "simple")
        samples = {name: _sample(quest, start, games, seed) for name, (_, start) in heroes.items()}
    except ValueError as error:
        raise ComputationError(str(error)) from error
    return {
        "quest": f"{content.id}/{entry.id}",
        "title": plain_words(say(entry.value.title, lang, content)),
        "model": list(MODEL),
        "counters": {name: content.game.counters[name].symbol for name in (LIFE, ARMOUR)},
        "steps": _steps(content, entry, quest, lang),
        "heroes": {
            name: {
                "name": plain_words(say(hero.value.name, lang, content)),
                "start": {LIFE: start[0], ARMOUR: start[1]},
                **_journeys(best[name], simple[name]),
                "simulated": samples[name],
            }
            for name, (hero, start) in heroes.items()
        },
        "never_decisive": {
            "steps": never_decisive(best),
            "deaths_below": FALLS,
            "swing_below": SWING,
        },
    }


def _sample(quest: Quest, start: tuple[int, int], games: int, seed: int) -> Figures | None:
    from printgen.mechanics.quest import games as table

    if not games:
        return None
    found = table.simulate(quest, start, games, seed)
    return {
        "games": found.games,
        "wins": found.wins,
        "share": found.wins / found.games,
        "low": found.low,
        "high": found.high,
        "seed": found.seed,
        "deaths": [int(count) for count in found.deaths],
    }


def _journeys(best: Journey, simple: Journey) -> Figures:
    """Best play, a value a step; of simple play what differs."""
    return {
        "best": best.win,
        "simple": simple.win,
        "deaths": _listed(best.deaths),
        "deaths_simple": _listed(simple.deaths),
        "visits": _listed(best.visits),
        "life": _listed(best.life),
        "armour": _listed(best.armour),
        "hopeless": _listed(best.hopeless),
        "stuck": _listed(best.stuck),
        "swing": _listed(best.swing),
    }


def _listed(values: Iterable[float]) -> list[float | None]:
    """The values; None where nobody comes, which is no number."""
    return [None if value != value else value for value in values]


def _steps(
    content: GameContent, entry: Entry[QuestEntry], quest: Quest, lang: str
) -> list[Figures]:
    """What stands at each step, and the life that it takes to hurt an enemy there."""
    rows = {row.step: row for row in entry.value.steps if row.step is not None}
    found = []
    for number, step in enumerate(quest.steps, 1):
        row = rows[number]
        kinds = content.game.quests.types if content.game.quests else {}
        kind = kinds.get(row.type or "")
        enemy = {LIFE: step.enemy[0], ARMOUR: step.enemy[1]} if step.enemy else None
        found.append(
            {
                "step": number,
                "type": row.type,
                "symbol": kind.symbol if kind else "",
                "name": plain_words(say(row.name, lang, content)) if row.name else "",
                "enemy": enemy,
                "least_life": quest.least_life(number) or None,
            }
        )
    return found
