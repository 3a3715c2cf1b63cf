"""Checks of constraints and rules against each other and against the ranges of their stats."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import prod
from typing import Literal

from printgen.content.library import GameContent, Library
from printgen.content.models.profile import Stat, StatLine
from printgen.content.places import rule_subject
from printgen.content.source import Path
from printgen.content.stat_types import STAT_TYPES, ExpressionValue
from printgen.rules.check import Findings, check
from printgen.rules.constraints import flaws
from printgen.rules.expressions import ExpressionError, evaluate, names, parse, question, questions
from printgen.rules.stat_values import StatBlock, blocks_with_line, entry_block

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


# --- how many of the values that stats may have meet some expressions: none, some or all ----------


# The most combinations of values to try; with more, nothing is known.
MAX_TRIED = 3_000

# Ranges up to this size are tried whole.
_SMALL = 12

# The least and the most number; None for no limit.
Range = tuple[int | None, int | None]

# Types whose `min` and `max` are in the unit that expressions read, with their least number. Those
# of lengths may have another unit.
_LEAST = {"integer": None, "pair": None, "money": 0, "roll": 0, "die": 0}


def met_by(
    expressions: Sequence[str], line: StatLine, counts: Mapping[str, int]
) -> Literal["none", "some", "all"] | None:
    """How many of the values that the stats of a line may have meet all expressions; None if there
    are too many values to try, or if an expression is invalid.

    `counts` are the numbers of traits by kind. All stats have values: an expression does not apply
    to missing ones.
    """
    try:
        trees = [parse(expression) for expression in expressions]
        derived = _derived(trees, line)
    except ExpressionError:
        return None
    every = [*trees, *derived.values()]
    ranges = _ranges(every, line, counts)
    values = _values(every, ranges, line)
    if values is None or prod(map(len, values.values())) > MAX_TRIED:
        return None
    found: set[bool] = set()
    for numbers in product(*values.values()):
        found.add(_met(trees, dict(zip(values, numbers, strict=True)), line, derived))
        if len(found) > 1:
            return "some"
    return "all" if found == {True} else "none"


def range_text(name: str, line: StatLine) -> str:
    """The range of a stat in words, such as `life: 0 to 9`; empty without both bounds."""
    stat = line.stats.get(name)
    known = stat and stat.min is not None and stat.max is not None
    return f"{name}: {stat.min} to {stat.max}" if stat and known else ""


def _derived(trees: Iterable[ast.expr], line: StatLine) -> dict[str, ast.expr]:
    """The derived stats that some expressions use, in order of declaration.

    Raises ExpressionError.
    """
    used = {name for tree in trees for name in names(tree)}
    found: dict[str, ast.expr] = {}
    for key, stat in reversed(line.stats.items()):
        if key in used and stat.derived:
            found[key] = parse(stat.derived)
            used |= {*names(found[key])}
    return dict(reversed(found.items()))


def _met(
    trees: Iterable[ast.expr],
    numbers: Mapping[str, int],
    line: StatLine,
    derived: Mapping[str, ast.expr],
) -> bool:
    """Whether some numbers meet all expressions; not if one cannot be computed."""
    facts: dict[str, ExpressionValue] = {**line.options, **numbers}
    for name in numbers:
        pair, dot, _ = name.partition(".")
        if dot:
            facts[pair] = (numbers[f"{pair}.sound"], numbers[f"{pair}.wounded"])
    try:
        for key, expression in derived.items():
            facts[key] = int(evaluate(expression, facts))
        return all(evaluate(tree, facts) for tree in trees)
    except ExpressionError:
        return False


def _ranges(
    trees: Iterable[ast.expr], line: StatLine, counts: Mapping[str, int]
) -> dict[str, Range]:
    """The range of each number that some expressions read: of stats, of the parts of pairs, and of
    the answers to questions about traits. Derived stats are computed from these.
    """
    found: dict[str, Range] = {}
    for tree in trees:
        for name in names(tree):
            stat = line.stats.get(name)
            if stat and not stat.derived:
                found |= dict.fromkeys(_numbers(name, stat), _range(stat))
        for function, about in questions(tree):
            most = 1 if function == "has" else counts.get(about, 0)
            found[question(function, about)] = (0, most)
    return found


def _numbers(name: str, stat: Stat) -> list[str]:
    pair = STAT_TYPES[stat.type].expression == "pair"
    return [f"{name}.sound", f"{name}.wounded"] if pair else [name]


def _range(stat: Stat) -> Range:
    if stat.type not in _LEAST:
        return (0, None)
    return (_LEAST[stat.type] if stat.min is None else stat.min, stat.max)


def _values(
    trees: Sequence[ast.expr], ranges: Mapping[str, Range], line: StatLine
) -> dict[str, list[int]] | None:
    """The values to try of each number: all in its range, or, if it is only compared, those close
    to what it is compared with. None if these are not enough.
    """
    found: dict[str, list[int]] = {}
    computed, near = _computed(trees, ranges), _near(trees, ranges, line)
    for name, (least, most) in ranges.items():
        size = MAX_TRIED if least is None or most is None else most - least
        if name in line.stats and line.stats[name].options:
            found[name] = [line.options[option] for option in line.stats[name].options]
        elif least is not None and most is not None and size < _SMALL:
            found[name] = list(range(least, most + 1))
        elif name not in computed:
            above = [n for n in near if least is None or n >= least]
            found[name] = [n for n in above if most is None or n <= most]
        elif least is not None and most is not None and size < MAX_TRIED:
            found[name] = list(range(least, most + 1))
        else:
            return None
    return found


def _computed(trees: Iterable[ast.expr], known: Iterable[str]) -> set[str]:
    """The numbers with which expressions compute, and those that are compared with them."""
    groups = [
        (_in(node, known), any(isinstance(part, ast.BinOp) for part in ast.walk(node)))
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.BinOp)
    ]
    found = {name for group, computes in groups for name in group if computes}
    for _ in groups:
        found |= {name for group, _ in groups if group & found for name in group}
    return found


def _in(node: ast.AST, known: Iterable[str]) -> set[str]:
    assert isinstance(node, ast.expr)
    read = {*names(node), *(question(*asked) for asked in questions(node))}
    return {name for name in known if name.partition(".")[0] in read}


def _near(trees: Iterable[ast.expr], ranges: Mapping[str, Range], line: StatLine) -> list[int]:
    """All constants of some expressions and all ends of ranges, with as many numbers around them
    as can differ from each other.
    """
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    constants = [int(node.value) for node in nodes if isinstance(node.value, int)]
    ends = [end for both in ranges.values() for end in both if end is not None]
    marks = {0, *constants, *(-number for number in constants), *ends, *line.options.values()}
    steps = range(-len(ranges), len(ranges) + 1)
    return sorted({mark + step for mark in marks for step in steps})
