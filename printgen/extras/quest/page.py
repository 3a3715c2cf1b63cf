"""The page on which a quest is played: its data as JSON, and the page."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.extras.browser.assembly import (
    GRID,
    Data,
    Kind,
    theme_drawings,
    translations,
    write_page,
)
from printgen.extras.quest.definition import Quest as Model
from printgen.extras.quest.definition import solver_steps
from printgen.extras.quest.model import Quest, QuestRules
from printgen.extras.quest.study import ARMOUR, LIFE, Heroes, journeys, quest_model, select_heroes
from printgen.rules.resolve import ComputationError

# --- the data of a quest page, as JSON for its scripts: numbers for the engine, texts to show -----


COURTS = ("jack", "queen", "king")

# The folders of the faces of enemies, as in the printed quests, and of what the other steps bring,
# among the drawings of a theme.
FACES, EVENTS = "foes/", "steps/"

# The most steps to find the exact chances to win a quest. See `solver_steps`.
MAX_SOLVER_STEPS = 5_000_000


def quest_data(library: Library, game: str) -> Data | None:
    """The data of a game's playable quests; None if there are none.

    `advances` and `cards` are the step pile and the combat pile in order of value. `most` has the
    maximum life and armour, `reach` the maximum difference of two combat cards. `counters` are life
    and armour. The signs mark stories and card backs.
    """
    content = library.games[game]
    models = dict(_models(content))
    try:
        return _data(library, content, models, select_heroes(library, game, [])) if models else None
    except ComputationError:
        return None


def _models(content: GameContent) -> Iterator[tuple[str, Model]]:
    for name, quest in content.of_kind("quests").items():
        try:
            yield name, quest_model(content, quest)
        except ComputationError:
            continue


def _data(library: Library, content: GameContent, models: dict[str, Model], heroes: Heroes) -> Data:
    game = content.game
    first = next(iter(models.values()))
    rules = game.part(QuestRules)
    assert rules is not None
    assert rules.combat is not None
    return {
        "subtitle": translations(game.subtitle, content) if game.subtitle else None,
        "advances": _cards(content, rules.pile),
        "cards": _cards(content, rules.combat),
        "most": (first.life_max, first.armour_max),
        "reach": first.reach,
        "counters": [
            {"symbol": counter.symbol, "label": translations(counter.label, content)}
            for counter in (game.counters[LIFE], game.counters[ARMOUR])
        ],
        "types": {
            name: {"symbol": kind.symbol, "label": translations(kind.label, content)}
            for name, kind in rules.types.items()
        },
        "story_sign": rules.story_symbol,
        "combat_sign": _combat_sign(game),
        "step_sign": rules.story_symbol,
        "quests": [
            _quest(content, content.of_kind("quests")[name], model)
            for name, model in models.items()
        ],
        "heroes": list(_heroes(library, content, models, heroes)),
    }


def _combat_sign(game: Game) -> str:
    """The symbol on the backs of combat cards: that of the first type of step with a fight."""
    rules = game.part(QuestRules)
    assert rules is not None
    return next((kind.symbol for kind in rules.types.values() if kind.fight), "×")


def _cards(content: GameContent, pile_name: str) -> list[Data]:
    """The cards of a pile, lowest value first. Their indices are the card numbers of the engine.
    `pips` is 0 for courts and unknown ranks. `court` is one of COURTS, or empty.
    """
    game = content.game
    assert game.deck is not None
    pile, ranks = game.deck.piles[pile_name], game.scales[game.deck.ranks].ranks
    cards: list[Data] = []
    for rank in pile.ranks:
        label, value = translations(ranks[rank].label, content), ranks[rank].value
        assert value is not None
        shown = label[content.first_language]
        for name in pile.suits:
            suit = game.suits[name]
            cards.append(
                {
                    "value": value,
                    "rank": label,
                    "name": translations(ranks[rank].name or ranks[rank].label, content),
                    "suit": suit.symbol,
                    "suit_name": translations(suit.label, content),
                    "red": suit.red,
                    "pips": int(shown) if shown in map(str, range(1, 11)) else 0,
                    "court": rank if rank in COURTS else "",
                }
            )
    cards.sort(key=lambda card: card["value"])
    return cards


def _quest(content: GameContent, entry: Entry[Quest], model: Model) -> Data:
    """A quest: its steps, and the stories shown before a step (from 1). `art` is the name of a
    drawing, which the theme may have. A step has the (life, armour) of its enemy, and the changes
    of the hero's life and armour; `other` is the text of an effect that the runner cannot apply.
    """
    steps: list[Data] = []
    stories: list[Data] = []
    for row in entry.value.steps:
        if row.story is not None:
            text = translations(row.story, content)
            stories.append({"before": len(steps) + 1, "text": text, "art": row.art})
            continue
        assert row.name is not None
        step = model.steps[len(steps)]
        steps.append(
            {
                "type": row.type,
                "name": translations(row.name, content),
                "enemy": step.enemy,
                "effect": (step.life, step.armour),
                "other": row.effect if row.effect and not (step.life or step.armour) else None,
                "result": translations(row.result, content) if row.result else None,
                "art": f"{FACES if step.enemy else EVENTS}{entry.id}-{len(steps) + 1}",
            }
        )
    subtitle = entry.value.subtitle
    return {
        "id": entry.id,
        "title": translations(entry.value.title, content),
        "subtitle": translations(subtitle, content) if subtitle else None,
        "art": entry.id,
        "steps": steps,
        "stories": stories,
    }


def _heroes(
    library: Library, content: GameContent, models: dict[str, Model], heroes: Heroes
) -> Iterator[Data]:
    """A hero with the start of both counters and the name of the portrait. `chances` has the chance
    to win each quest; None if it is too expensive to compute.
    """
    chances: dict[str, list[float | None]] = {name: [] for name in heroes}
    for model in models.values():
        affordable = solver_steps(model, len(heroes)) <= MAX_SOLVER_STEPS
        solved = journeys(library.store, model, heroes, "best") if affordable else {}
        for name, found in chances.items():
            found.append(round(solved[name].win, 5) if solved else None)
    for name, (profile, (life, armour)) in heroes.items():
        value = profile.value
        yield {
            "id": name,
            "name": translations(value.name, content),
            "epithet": translations(value.epithet, content) if value.epithet else None,
            "life": life,
            "armour": armour,
            "art": value.vignette,
            "chances": chances[name],
        }


# --- the quest page: the quests of a game, to play in a browser -----------------------------------
#
# `web/engine.js` has the rules; tests compare it with `tests/quest_game.py`.


_SCRIPTS = (
    *("engine", "best", "game", "records", "telling", "cards", "settle", "play", "end", "start"),
    "main",
)

QUEST = Kind(
    "quest",
    "play_",
    tuple(f"quest/{name}" for name in _SCRIPTS),
    ("quest/quest", "quest/board"),
)

# Grid of the small faces of enemies: 5 points per mm.
FACE_GRID = 4


def quest_page(library: Library, game: str) -> bytes | None:
    """The page of a game's quests in all its languages; None if no quest can be played."""
    content = library.games[game]
    data = quest_data(library, game)
    if data is None:
        return None
    drawings = theme_drawings(library.folders, content.game.theme, _drawings(data))
    return write_page(library, content, QUEST, {**data}, drawings)


def _drawings(data: Data) -> Iterator[tuple[str, str, float]]:
    wanted = ["divider", *data["types"]]
    wanted += [hero["art"] for hero in data["heroes"] if hero["art"]]
    for quest in data["quests"]:
        wanted += [quest["art"], *(story["art"] for story in quest["stories"] if story["art"])]
        wanted += [step["art"] for step in quest["steps"]]
    for name in dict.fromkeys(wanted):
        yield name, f"art/{name}", FACE_GRID if name.startswith(FACES) else GRID
