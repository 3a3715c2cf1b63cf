"""The directives of chapters."""

from __future__ import annotations

# The argument of each leaf directive: an entry of a kind, a scale or stat line of the game, words,
# a file with a caption, or none.
LEAF_DIRECTIVES: dict[str, str] = {
    "profile": "profiles",
    "table": "tables",
    "quest": "quests",
    "scenario": "scenarios",
    "roster": "rosters",
    "layout": "scenarios",
    "map": "maps",
    "example": "examples",
    "plan": "plans",
    "study": "studies",
    "chart": "studies",
    "statlines": "stat_line",
    "traits": "words",
    "scale": "scale",
    "figure": "file",
    "template": "file",
    "piles": "",
    "types": "",
    "page-break": "",
}

# Directives that enclose text.
CONTAINER_DIRECTIVES = ("aside", "box", "story")

DIRECTIVES = (*LEAF_DIRECTIVES, *CONTAINER_DIRECTIVES)
