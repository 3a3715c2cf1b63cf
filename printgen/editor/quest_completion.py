"""Completion in quests: the types of steps, and the stats of enemies."""

from __future__ import annotations

import re

from lsprotocol import types

from printgen.content.library import GameContent

_TYPE = re.compile(r"(?:^[\s-]*|[{,]\s*)type:\s+[a-z0-9-]*$")
_ENEMY = re.compile(r"\benemy:\s*\{(?:[^{}]*,)?\s*\w*$")
_STAT = re.compile(r"^(\s+)\w*$")
_ABOVE = re.compile(r"^([\s-]*)(\w+):")

_KIND = types.CompletionItemKind.Field


def in_quest(
    content: GameContent, lines: list[str], line: int, before: str
) -> list[types.CompletionItem] | None:
    """What may stand after the start of a line of a quest; None where no such name is written."""
    rules = content.game.quests
    if rules is None:
        return None
    first = content.first_language
    if _TYPE.search(before):
        labels = {id: kind.label for id, kind in rules.types.items()}
    elif _ENEMY.search(before) or _below_enemy(lines[:line], before):
        declared = content.game.stat_lines.get(rules.enemy)
        labels = {key: stat.name or stat.label for key, stat in declared.stats.items()
                  if stat.derived is None} if declared else {}  # fmt: skip
    else:
        return None
    return [
        types.CompletionItem(id, detail=label[label.language_for(first, first)], kind=_KIND)
        for id, label in labels.items()
    ]


def _below_enemy(above: list[str], before: str) -> bool:
    """Whether a line is a key of the mapping `enemy:` above it."""
    found = _STAT.match(before)
    for text in reversed(above) if found else ():
        key = _ABOVE.match(text)
        if found and key and len(key[1]) < len(found[1]):
            return key[2] == "enemy"
    return False
