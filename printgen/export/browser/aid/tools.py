"""The tools of the play aid, in the order of their tabs."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.content.library import Library
from printgen.export.browser.aid.enemy import ENEMY
from printgen.export.browser.aid.tables import tables_data
from printgen.export.browser.aid.tool import Tool
from printgen.mechanics.table import has_mechanic


def _showdowns(library: Library, game: str) -> Mapping[str, object] | None:
    if not has_mechanic("poker_dice"):
        return None
    from printgen.export.browser.aid.showdown import showdown_data

    data = showdown_data(library, game)
    return {**data} if data else None


def _attacks(library: Library, game: str) -> Mapping[str, object] | None:
    if not has_mechanic("power_attack"):
        return None
    from printgen.export.browser.aid.attack import attack_data

    return attack_data(library, game)


SHOWDOWN = Tool(
    "showdown",
    _showdowns,
    (
        *("showdown-hands", "showdown-trees", "showdown-odds", "showdown-rules"),
        *("showdown-words", "showdown-dice", "showdown-view", "showdown-store", "showdown-start"),
        *("showdown-dialogs", "showdown-ask", "showdown"),
    ),
    ("showdown", "showdown-dice"),
)
ATTACK = Tool(
    "attack",
    _attacks,
    (
        *("dice", "tables-rules", "tables-words", "attack-rules", "attack-after"),
        *("attack-figures", "attack-setup", "attack-result", "attack-melee", "attack"),
    ),
    ("tables", "attack"),
)
TABLES = Tool(
    "tables",
    tables_data,
    (
        *("dice", "tables-rules", "tables-words", "tables-body", "tables-act", "tables-open"),
        "tables",
    ),
    ("tables",),
)

TOOLS: tuple[Tool, ...] = (ENEMY, SHOWDOWN, ATTACK, TABLES)
