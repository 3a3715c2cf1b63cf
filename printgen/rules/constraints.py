"""Constraints of a game on the stats of a profile, and the checks of them, also with each other."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from keyword import iskeyword
from math import prod
from typing import Literal

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.game import Constraint
from printgen.content.models.profile import Stat, StatLine
from printgen.content.places import rule_subject
from printgen.content.source import Path
from printgen.content.stat_types import STAT_TYPES, ExpressionValue, StatValue, bound_exceeded
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check, unknown
from printgen.rules.expressions import (
    ExpressionError,
    Missing,
    evaluate,
    names,
    parse,
    parts,
    question,
    questions,
    wholes,
)
from printgen.rules.resolve import TOTAL
from printgen.rules.stat_values import StatBlock, blocks_with_line, entry_block, stat_blocks_of


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


# --- checks of constraints and derived stats ------------------------------------------------------


@check("constraint-invalid")
def constraint_invalid(content: GameContent, library: Library) -> Findings:
    """A constraint is a valid expression over the stats of a stat line of the game."""
    for index, constraint in enumerate(content.game.constraints):
        path = ("constraints", index)
        name, lines = constraint.stat_line, content.game.stat_lines
        yield from unknown(content.entry, "stat line", name, lines, *path, "stat_line")
        found = flaws(constraint.check, content, lines[name]) if name in lines else ()
        for message, hint in found:
            yield content.entry.finding(message, *path, "check", hint=hint)


def flaws(
    expression: str, content: GameContent, line: StatLine, noun: str = "stat"
) -> Iterator[tuple[str, str]]:
    """The faults of an expression over the stats of a line, as messages and hints. `noun` is the
    word for a stat.
    """
    try:
        tree = parse(expression)
    except ExpressionError as error:
        yield str(error), error.hint
        return
    yield from tree_flaws(tree, content, line, noun)


def tree_flaws(
    tree: ast.expr, content: GameContent, line: StatLine, noun: str = "stat"
) -> Iterator[tuple[str, str]]:
    """The faults of a parsed expression, as `flaws` gives them."""
    options = line.options
    for name in names(tree):
        if name in options:
            continue
        stat = line.stats.get(name)
        if stat is None:
            yield f"no {noun} '{name}'", did_you_mean(name, [*line.stats, *options])
        elif STAT_TYPES[stat.type].expression == "none":
            kind = "decimals" if stat.type == "decimal" else "words"
            yield f"'{name}' has {kind} as values, not whole numbers", ""
        elif STAT_TYPES[stat.type].expression == "pair" and name in wholes(tree):
            yield f"'{name}' is a pair", f"use {name}.sound or {name}.wounded"
        elif STAT_TYPES[stat.type].expression != "pair" and name in parts(tree):
            yield f"'{name}' is not a pair and has no parts", f"use {name}"
    yield from question_flaws(tree, content)


def question_flaws(tree: ast.expr, content: GameContent) -> Iterator[tuple[str, str]]:
    """The faults of the functions of traits in a parsed expression: messages and hints."""
    for function, about in questions(tree):
        known = content.traits if function == "has" else content.game.trait_kinds
        names_known = [name.replace("-", "_") for name in known]
        # Traits with faults exist; a file with faults may have any.
        broken = {name.replace("-", "_") for kind, name in content.broken if kind == "traits"}
        if about not in names_known and not (function == "has" and broken & {about, ""}):
            what = "trait" if function == "has" else "trait kind"
            yield f"no {what} '{about}'", did_you_mean(about, names_known)


@check("constraint-broken", single=True)
def constraint_broken(content: GameContent, library: Library) -> Findings:
    """The stats of a profile satisfy the constraints on their stat line. The `message` of a
    constraint is printed in English, like all problems, or else in the game's first language.
    """
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            home = library.games[block.game]
            for index, constraint in enumerate(home.game.constraints):
                if constraint.stat_line == block.line_id:
                    why = broken(constraint.check, block)
                    if why is not None and not _out_of_range(constraint.check, block):
                        lang = constraint.message.language_for("en", home.first_language)
                        message = constraint.message[lang]
                        everywhere = _is_met_by_none(library, home.id, constraint)
                        rule = "constraints", index, "check"
                        needs = rule_subject(home, *rule, place=everywhere)
                        path = "stats", block.reference
                        yield profile.finding(message, *path, hint=why, needs=needs)


def _out_of_range(check: str, block: StatBlock) -> bool:
    """Whether `stat-range` reports a value of a constraint: it may be broken for that reason."""
    stats, found = block.line.stats, {name: block.parse(name) for name in names(parse(check))}
    values = ((stats[name], value) for name, value in found.items() if name in stats)
    return any(isinstance(v, StatValue) and bound_exceeded(stat, v) for stat, v in values)


def _is_met_by_none(library: Library, game: str, constraint: Constraint) -> bool:
    """Whether all profiles break a constraint: then it may be wrong itself."""

    def find() -> bool:
        blocks = blocks_with_line(library, game, constraint.stat_line)
        return all(broken(constraint.check, block) is not None for block in blocks)

    return library.remember(("met by none", game, constraint.stat_line, constraint.check), find)


@check("name-reserved")
def name_reserved(content: GameContent, library: Library) -> Findings:
    """Stats, fields, options and variables do not have the name of a reserved word of Python, such
    as `if`, `in` or `class`. No variable is named `total`: this is the number of all miniatures.
    """
    game = content.game
    found: list[tuple[str, tuple[str, ...]]] = []
    lines = [(line.stats, ("stat_lines", name, "stats")) for name, line in game.stat_lines.items()]
    lines += [(kind.stats.stats, ("kinds", name, "fields")) for name, kind in game.kinds.items()]
    for stats, place in lines:
        for key, stat in stats.items():
            found.append((key, (*place, key)))
            found += [(option, (*place, key, "options", option)) for option in stat.options]
    found += [(name, ("variables", name)) for name in game.variables]
    for name, where in found:
        if iskeyword(name) or where == ("variables", TOTAL):
            message = f"'{name}' is reserved in expressions"
            yield content.entry.finding(message, *where, hint="choose another name", key=True)


@check("derived-invalid")
def derived_invalid(content: GameContent, library: Library) -> Findings:
    """A derived stat is an integer, computed by an expression over other stats of its line. Derived
    stats in this expression are declared above it. Only stat lines have derived stats, trait kinds
    do not.
    """
    for group, kind in content.game.trait_kinds.items():
        for key, stat in kind.stats.items():
            if stat.derived:
                path = ("trait_kinds", group, "stats", key, "derived")
                yield content.entry.finding("stats of traits cannot be derived", *path)
    for group, line in content.game.stat_lines.items():
        above: set[str] = set()
        for key, stat in line.stats.items():
            if not stat.derived:
                continue
            path = ("stat_lines", group, "stats", key, "derived")
            if not STAT_TYPES[stat.type].derivable:
                message = f"the derived stat '{key}' has the type {stat.type}"
                yield content.entry.finding(message, *path, hint="expected integer")
            found = list(flaws(stat.derived, content, line))
            for message, hint in found:
                yield content.entry.finding(message, *path, hint=hint)
            used = names(parse(stat.derived)) if not found else []
            for name in used:
                other = line.stats.get(name)
                if other and other.derived and name not in above:
                    message = f"the derived stat '{name}' is declared after '{key}'"
                    yield content.entry.finding(message, *path)
            above.add(key)


@check("stat-derived", single=True)
def stat_derived(content: GameContent, library: Library) -> Findings:
    """Derived stats can be computed. An entry that gives their value gives the computed one."""
    for entry, path, block in _blocks(content, library):
        for key, why in block.errors.items():
            message = f"{key} cannot be computed: {why}"
            yield entry.finding(message, *path, hint=block.line.stats[key].derived or "", key=True)
        for key, stat in block.line.stats.items():
            right = block.derived(key) if stat.derived and key in block.given else None
            given = block.facts.get(key)
            if right is not None and given is not None and given != right:
                message = f"{key} is {right}, not {given}"
                yield entry.finding(message, *path, key, hint="remove it: the stat is derived")


def _blocks(
    content: GameContent, library: Library
) -> Iterator[tuple[Entry[Model], tuple[str, ...], StatBlock]]:
    """The entries with stat blocks, and the path of each block in its entry."""
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            yield profile, ("stats", block.reference), block
    for kind, entries in content.declared.items():
        for entry in entries.values():
            yield entry, (), entry_block(library, kind, entry)


# --- constraints and rules against each other and against the ranges of their stats ---------------


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
