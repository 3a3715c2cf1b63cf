"""The heroes of a quest, each for any life and armour at the start: for `printgen balance`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from printgen.content.library import Library
from printgen.extras.quest.definition import Enemy, Play, Quest
from printgen.extras.quest.heroes import select_heroes
from printgen.extras.quest.model import QuestQuestion
from printgen.extras.quest.solver import solve
from printgen.extras.quest.study import quest_model
from printgen.rules.mechanic import Bounds, Changed, Outlook, Start
from printgen.rules.resolve import ComputationError, resolve_entry

if TYPE_CHECKING:
    from printgen.extras.quest.fight import Floats

_PLAYS: tuple[Play, ...] = ("best", "simple")


class QuestRows:
    """The quest question by row: the profile of a hero gives only where the hero starts."""

    def start(self, library: Library, game: str, question: QuestQuestion, row: str) -> Start:
        """The life and armour of a hero."""
        return select_heroes(library, game, [row])[row][1]

    def outlook(self, library: Library, game: str, question: QuestQuestion) -> Outlook:
        """The values of any start: chances to win need no forward pass."""
        models = _models(library, game, question)

        @cache
        def chances(quest: str, play: Play) -> Floats:
            from printgen.extras.quest.passes import make_policy

            worth: Floats = make_policy(models[quest], play).worth[-1]
            return worth

        @cache
        def journey(start: Start) -> tuple[float, ...]:
            run = solve(models[question.quests[0]], {"hero": (start[0], start[1])}, question.play)[
                "hero"
            ]
            values: tuple[float, ...] = getattr(run, question.gives)
            return values

        def value(start: Start, column: str) -> float | None:
            if question.gives == "win":
                quest, play = _column(question, column)
                return float(chances(quest, play)[_place(models[quest], start)])
            found = journey(start)[int(column) - 1]
            return None if found != found else found

        return value

    def bounds(
        self,
        library: Library,
        game: str,
        question: QuestQuestion,
        parts: Sequence[Changed],
        most: int,
    ) -> Bounds:
        """Bounds of chances to win; other values have none."""
        models = _models(library, game, question)

        @cache
        def found(quest: str, play: Play) -> tuple[Floats, Floats]:
            from printgen.extras.quest.bounds import win_bounds

            variants: dict[int, list[tuple[int, Enemy]]] = {}
            for part in parts:
                other = _models(part.library, game, question)[quest]
                for number, (old, new) in enumerate(
                    zip(models[quest].steps, other.steps, strict=True), 1
                ):
                    if new.enemy and new.enemy != old.enemy:
                        variants.setdefault(number, []).append((part.changes, new.enemy))
            return win_bounds(models[quest], variants, most, play)

        def bounds(start: Start, column: str) -> Sequence[tuple[float, float]] | None:
            if question.gives != "win":
                return None
            quest, play = _column(question, column)
            low, high = found(quest, play)
            at = _place(models[quest], start)
            return [(float(a), float(b)) for a, b in zip(low[:, at], high[:, at], strict=True)]

        return bounds


def _models(library: Library, game: str, question: QuestQuestion) -> dict[str, Quest]:
    if question.games:
        raise ComputationError("games that are played at random are not balanced", "games")
    content = library.games[game]
    return {
        name: quest_model(content, resolve_entry(library, "quests", game, name))
        for name in question.quests
    }


def _column(question: QuestQuestion, column: str) -> tuple[str, Play]:
    """The quest and the play of a column of chances. Raises KeyError."""
    if len(question.quests) > 1:
        if column not in question.quests:
            raise KeyError(column)
        return column, question.play
    if column not in _PLAYS:
        raise KeyError(column)
    return question.quests[0], "simple" if column == "simple" else "best"


def _place(quest: Quest, start: Start) -> int:
    life, armour = start
    return life * (quest.armour_max + 1) + armour
