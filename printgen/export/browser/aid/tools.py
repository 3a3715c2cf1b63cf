"""The tools of the play aid, in the order of their tabs."""

from __future__ import annotations

from printgen.export.browser.aid.attack import attack_data
from printgen.export.browser.aid.tables import tables_data
from printgen.export.browser.aid.tool import Tool

TOOLS: tuple[Tool, ...] = (
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
        attack_data,
        (
            *("dice", "tables-rules", "tables-words", "attack-rules", "attack-after"),
            *("attack-figures", "attack-setup", "attack-result", "attack"),
        ),
        ("tables", "attack"),
    ),
)
