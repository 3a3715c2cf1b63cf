"""Constraints of a game on the stats of a profile."""

from __future__ import annotations

from printgen.analysis.expressions import (
    ExpressionError,
    Missing,
    evaluate,
    names,
    parse,
    question,
    questions,
)
from printgen.analysis.stat_values import StatBlock


def broken(check: str, block: StatBlock) -> str | None:
    """Why the block breaks `check`; None if it does not, or if a value is missing or invalid, or if
    it asks for traits that are not all known.
    """
    values, facts = block.values, block.facts
    try:
        tree = parse(check)
    except ExpressionError:
        return None  # reported by constraint-invalid
    if not block.readable or (block.unread and questions(tree)):
        return None  # reported by stat-value, or at the traits
    try:
        if evaluate(tree, facts):
            return None
    except Missing:
        return None
    except ExpressionError as error:
        return f"{check}: {error}"
    found = [f"{name} = {values[name]}" for name in names(tree) if name in values]
    asked = [question(*asked) for asked in questions(tree)]
    found += [f"{name} = {facts.get(name, 0)}" for name in asked]
    return f"{check}, but {', '.join(found)}"
