"""Checks of constraints and rules against each other and against the ranges of their stats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from printgen.analysis.expressions import ExpressionError, evaluate, names, parse, questions
from printgen.analysis.possible_values import met_by, range_text
from printgen.analysis.stat_values import StatBlock, blocks_with_line, entry_block
from printgen.checks.constraints import flaws
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.stat import StatLine
from printgen.content.source import Path
from printgen.content.subjects import rule_subject

# The most pairs of expressions to compare, per stat line.
_MAX_PAIRS = 200


@dataclass(frozen=True, slots=True)
class _Rules:
    """The expressions that hold for all values of a stat line, and their paths in game.yaml."""

    line: StatLine
    expressions: dict[str, Path]
    blocks: list[StatBlock]

    def ranges(self, *expressions: str) -> str:
        """The ranges of the stats in some expressions, in words."""
        used = sorted({name for each in expressions for name in names(parse(each))})
        return ", ".join(filter(None, (range_text(name, self.line) for name in used)))


@check("constraint-impossible")
def constraint_impossible(content: GameContent, library: Library) -> Findings:
    """Some of the values that stats may have meet a constraint (or a rule of a kind), and some meet
    both of two constraints. Stats without bounds, with which a constraint computes, are not tested.
    """
    counts = _trait_counts(library)
    for rules in _all_rules(content, library):
        # One entry that meets all constraints proves that values exist.
        if any(_meets(block, rules.expressions) for block in rules.blocks):
            continue
        possible = []
        for expression, path in rules.expressions.items():
            if met_by([expression], rules.line, counts) == "none":
                message = "no values meet this constraint"
                found = content.entry.finding(message, *path, hint=rules.ranges(expression))
                yield replace(found, breaks=rule_subject(content, *path))
            else:
                possible.append(expression)
        for one, other in _related(possible):
            if met_by([one, other], rules.line, counts) == "none":
                message = f"no values meet both this constraint and '{one}'"
                path, seen = rules.expressions[other], content.entry.at(*rules.expressions[one])
                found = content.entry.finding(message, *path, hint=f"see {seen}")
                yield replace(found, breaks=rule_subject(content, *path))


@check("constraint-needless", "warning")
def constraint_needless(content: GameContent, library: Library) -> Findings:
    """Some of the values that stats may have do not meet a constraint, or a rule of a kind (a
    warning: a constraint that all values meet is a mistake, or is not needed).
    """
    counts = _trait_counts(library)
    for rules in _all_rules(content, library):
        for expression, path in rules.expressions.items():
            if met_by([expression], rules.line, counts) == "all":
                message = "all values meet this constraint"
                yield content.entry.finding(message, *path, hint=rules.ranges(expression))


def _all_rules(content: GameContent, library: Library) -> Iterator[_Rules]:
    """The valid constraints of each stat line, and the valid rules of each kind."""
    game = content.game
    for name, line in game.stat_lines.items():
        own: dict[str, Path] = {
            constraint.check: ("constraints", index, "check")
            for index, constraint in enumerate(game.constraints)
            if constraint.stat_line == name and _is_sound(constraint.check, content, line)
        }
        blocks = blocks_with_line(library, content.id, name) if own else []
        yield _Rules(line, own, blocks)
    for name, kind in game.kinds.items():
        own = {
            rule.check: ("kinds", name, "checks", index, "check")
            for index, rule in enumerate(kind.checks)
            if _is_sound(rule.check, content, kind.stats)
        }
        entries = content.declared.get(name, {}).values() if own else ()
        yield _Rules(kind.stats, own, [entry_block(library, name, entry) for entry in entries])


def _is_sound(expression: str, content: GameContent, line: StatLine) -> bool:
    """Whether an expression over the stats of a line has no faults, which have their own checks."""
    return not any(flaws(expression, content, line))


def _related(expressions: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs of expressions that read the same stat, up to a limit."""
    read = {each: {*names(parse(each)), *questions(parse(each))} for each in expressions}
    pairs = [(a, b) for a, b in combinations(expressions, 2) if read[a] & read[b]]
    yield from pairs[:_MAX_PAIRS]


def _meets(block: StatBlock, expressions: dict[str, Path]) -> bool:
    """Whether a block has values for all expressions and meets them."""
    try:
        return block.readable and all(evaluate(parse(each), block.facts) for each in expressions)
    except ExpressionError:
        return False


def _trait_counts(library: Library) -> Counter[str]:
    """The number of traits of each kind, by its name in expressions."""
    return Counter(
        trait.value.kind.replace("-", "_")
        for content in library.games.values()
        for trait in content.traits.values()
    )
