"""What the page of a game's quests knows of the game: numbers for the engine, words to be shown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import Quest, Text
from printgen.content.models.game import Game
from printgen.mechanics.quest.definition import Quest as Model
from printgen.mechanics.quest.definition import estimated_cost
from printgen.mechanics.quest.heroes import ARMOUR, LIFE, Heroes, select_heroes
from printgen.mechanics.quest.study import journeys, quest_model
from printgen.mechanics.quest.table import values
from printgen.project import Folders
from printgen.typography.labels import labels
from printgen.typography.text import say

View = dict[str, Any]


COURTS = ("jack", "queen", "king")

# The maximum estimated cost of an exact chance, in ms (`estimated_cost` in the quest mechanic).
MAX_SOLVING = 5000

_TAG = re.compile(r"<[^>]*>")


def quest_data(library: Library, game: str) -> View | None:
    """All that can be played of a game, as JSON has it; None where there is nothing.

    Texts are by language, without markup.
    """
    content = library.games[game]
    models = dict(_models(content))
    try:
        return _data(library, content, models, select_heroes(library, game, [])) if models else None
    except ComputationError:
        return None


def _models(content: GameContent) -> Iterator[tuple[str, Model]]:
    for name, quest in content.quests.items():
        try:
            yield name, quest_model(content, quest)
        except ComputationError:
            continue


def _data(library: Library, content: GameContent, models: dict[str, Model], heroes: Heroes) -> View:
    """All that the page knows of the game."""
    game = content.game
    first = next(iter(models.values()))
    rules = game.quests
    assert rules is not None
    assert rules.combat is not None
    return {
        "game": content.id,
        "langs": game.languages,
        "title": _words(game.title, content),
        "subtitle": _words(game.subtitle, content) if game.subtitle else None,
        "words": {lang: _labels(library.folders, game.theme, lang) for lang in game.languages},
        "advances": _faces(content, rules.pile, values(first.advances)),
        "cards": _faces(content, rules.combat, values(first.cards)),
        "most": [first.life_max, first.armour_max],
        "reach": first.reach,
        "counters": [
            {"symbol": counter.symbol, "label": _words(counter.label, content)}
            for counter in (game.counters[LIFE], game.counters[ARMOUR])
        ],
        "types": {
            name: {"symbol": kind.symbol, "label": _words(kind.label, content)}
            for name, kind in rules.types.items()
        },
        "story_sign": rules.story_symbol,
        **_signs(game),
        "quests": [_quest(content, content.quests[name], model) for name, model in models.items()],
        "heroes": list(_heroes(content, models, heroes)),
    }


def _words(text: Text, content: GameContent) -> dict[str, str]:
    """A text in each language, without markup."""
    return {lang: _plain(say(text, lang, content)) for lang in content.game.languages}


def _plain(words: str) -> str:
    return html.unescape(_TAG.sub("", words))


def _labels(folders: Folders, theme: str, lang: str) -> dict[str, str]:
    found = labels(folders, theme, lang)
    return {
        key.removeprefix("play_"): _plain(words)
        for key, words in found.items()
        if key.startswith("play_")
    }


def _signs(game: Game) -> dict[str, str]:
    """The symbols on the backs of the cards: of fights, and of steps."""
    assert game.quests is not None
    fights = [kind.symbol for kind in game.quests.types.values() if kind.fight]
    return {"combat_sign": (fights or ["×"])[0], "step_sign": game.quests.story_symbol}


def _faces(content: GameContent, name: str, numbers: list[int]) -> list[View]:
    """The cards of a pile by value, the least first, as the engine numbers them."""
    game = content.game
    assert game.deck is not None
    pile, ranks = game.deck.piles[name], game.scales[game.deck.ranks].ranks
    faces: list[View] = []
    for rank in pile.ranks:
        label = _words(ranks[rank].label, content)
        shown = label[content.first_language]
        for name in pile.suits:
            suit = game.suits[name]
            faces.append(
                {
                    "value": ranks[rank].value,
                    "rank": label,
                    "name": _words(ranks[rank].name or ranks[rank].label, content),
                    "suit": suit.symbol,
                    "suit_name": _words(suit.label, content),
                    "red": suit.red,
                    "pips": int(shown) if shown in map(str, range(1, 11)) else 0,
                    "court": rank if rank in COURTS else "",
                }
            )
    faces.sort(key=lambda face: face["value"])
    assert [face["value"] for face in faces] == numbers
    return faces


def _quest(content: GameContent, entry: Entry[Quest], model: Model) -> View:
    steps: list[View] = []
    stories: list[View] = []
    for row in entry.value.steps:
        if row.story is not None:
            text = _words(row.story, content)
            stories.append({"before": len(steps) + 1, "text": text, "art": row.art})
            continue
        assert row.name is not None
        step = model.steps[len(steps)]
        steps.append(
            {
                "type": row.type,
                "name": _words(row.name, content),
                "enemy": step.enemy,
                "effect": [step.life, step.armour],
                # What the engine does not keep count of.
                "other": row.effect if row.effect and not (step.life or step.armour) else None,
                "result": _words(row.result, content) if row.result else None,
            }
        )
    subtitle = entry.value.subtitle
    return {
        "id": entry.id,
        "title": _words(entry.value.title, content),
        "subtitle": _words(subtitle, content) if subtitle else None,
        "art": entry.id,
        "steps": steps,
        "stories": stories,
    }


def _heroes(content: GameContent, models: dict[str, Model], heroes: Heroes) -> Iterator[View]:
    chances: dict[str, list[float | None]] = {name: [] for name in heroes}
    for model in models.values():
        quick = estimated_cost(model, len(heroes)) <= MAX_SOLVING
        run = journeys(model, heroes, "best") if quick else {}
        for name, found in chances.items():
            found.append(round(run[name].win, 5) if run else None)
    for name, (profile, (life, armour)) in heroes.items():
        value = profile.value
        yield {
            "id": name,
            "name": _words(value.name, content),
            "epithet": _words(value.epithet, content) if value.epithet else None,
            "life": life,
            "armour": armour,
            "art": value.vignette,
            "chances": chances[name],
        }
