"""The tools of the play aid, in the order of their tabs."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.content.library import Library
from printgen.export.browser.aid.enemy import ENEMY
from printgen.export.browser.aid.tables import tables_data
from printgen.export.browser.aid.tool import Tool
from printgen.mechanics.table import has_mechanic


def _attacks(library: Library, game: str) -> Mapping[str, object] | None:
    """The data of attacks, which are of one mechanic."""
    if not has_mechanic("power_attack"):
        return None
    from printgen.export.browser.aid.attack import attack_data

    return attack_data(library, game)


TOOLS: tuple[Tool, ...] = (
    ENEMY,
    Tool(
        "tables",
        tables_data,
        (
            *("dice", "tables-rules", "tables-words", "tables-body", "tables-act", "tables-open"),
            "tables",
        ),
        ("tables",),
    ),
    Tool(
        "attack",
        _attacks,
        (
            *("dice", "tables-rules", "tables-words", "attack-rules", "attack-after"),
            *("attack-figures", "attack-setup", "attack-result", "attack-melee", "attack"),
        ),
        ("tables", "attack"),
    ),
)
