"""Resolve command arguments: a game, a quest, a scenario, a language."""

from __future__ import annotations

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.content.models.quest import Quest
from printgen.content.models.scenario import Scenario
from printgen.problems import did_you_mean


def game_of(library: Library, name: str) -> GameContent:
    """The game with this id. Raises ComputationError if it does not exist."""
    if name not in library.games:
        hint = did_you_mean(name, library.games) or ", ".join(library.games)
        raise ComputationError(f"no game '{name}'", hint=hint)
    return library.games[name]


def language(content: GameContent, wanted: str | None) -> str:
    """The output language: `wanted`, or by default English, or else the game's first language.

    Raises ComputationError if the game has no texts in `wanted`.
    """
    known = content.game.languages
    if wanted is None:
        return "en" if "en" in known else content.first_language
    if wanted not in known:
        raise ComputationError(f"the game has no texts in '{wanted}'", hint=", ".join(known))
    return wanted


def deck_of(library: Library, target: str) -> tuple[GameContent, str]:
    """The game and the deck of a target `game/deck`; no deck of a game alone.

    Raises ComputationError if either does not exist.
    """
    game, slash, name = target.partition("/")
    content = game_of(library, game)
    decks = [deck.id for deck in content.products_of(CardsProduct)]
    if slash and name not in decks:
        hint = did_you_mean(target, [f"{game}/{deck}" for deck in decks])
        raise ComputationError(f"no deck '{target}'", hint=hint)
    return content, name


def scenario_of(library: Library, target: str) -> Entry[Scenario] | None:
    """The scenario of a target `game/scenario`; None for a quest, or what may be meant as one.

    Raises ComputationError if the game has scenarios but no quests, and no such scenario.
    """
    game, _, name = target.partition("/")
    content = game_of(library, game)
    found = None if name in content.quests else content.scenarios.get(name)
    if found is None and content.scenarios and not content.quests:
        known = [f"{game}/{scenario}" for scenario in content.scenarios]
        message = f"no scenario '{target}'" if name else f"'{game}' is a game; name a scenario"
        hint = did_you_mean(target, known) if name else ""
        raise ComputationError(message, hint=hint or ", ".join(known))
    return found


def quest_of(library: Library, target: str) -> tuple[GameContent, Entry[Quest]]:
    """The game and the quest of a target `game/quest`.

    Raises ComputationError if either does not exist.
    """
    game, _, name = target.partition("/")
    content = game_of(library, game)
    if not content.quests:
        with_quests = [other for other, found in library.games.items() if found.quests]
        raise ComputationError(f"'{game}' has no quests", hint=", ".join(with_quests))
    if name not in content.quests:
        known = [f"{game}/{quest}" for quest in content.quests]
        message = f"no quest '{target}'" if name else f"'{game}' is a game; name one of its quests"
        hint = did_you_mean(target, known) if name else ""
        raise ComputationError(message, hint=hint or ", ".join(known))
    return content, content.quests[name]
