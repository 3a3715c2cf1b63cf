"""The quest page: the quests of a game, to play in a browser.

`templates/_shared/quest/engine.js` has the rules; tests compare it with `mechanics/quest/table.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.library import Library
from printgen.export.browser.assembly import GRID, Kind, theme_drawings, write_page
from printgen.export.browser.quest_data import FACES, GameData, quest_data

_SCRIPTS = (
    *("engine", "best", "settle", "telling", "store", "sound", "cards", "game"),
    *("records", "series", "line", "lesson", "stage", "end", "tally", "start", "play", "main"),
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


def _drawings(data: GameData) -> Iterator[tuple[str, str, float]]:
    wanted = ["divider", *data["types"]]
    wanted += [hero["art"] for hero in data["heroes"] if hero["art"]]
    for quest in data["quests"]:
        wanted += [quest["art"], *(story["art"] for story in quest["stories"] if story["art"])]
        wanted += [step["art"] for step in quest["steps"]]
    for name in dict.fromkeys(wanted):
        yield name, f"art/{name}", FACE_GRID if name.startswith(FACES) else GRID
