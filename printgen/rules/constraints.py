"""Constraints of a game on the stats of a profile, and the checks of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from keyword import iskeyword

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.game import Constraint
from printgen.content.models.profile import StatLine
from printgen.content.places import rule_subject
from printgen.content.stat_types import STAT_TYPES, StatValue, bound_exceeded
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check
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
from printgen.rules.scenarios import TOTAL
from printgen.rules.stat_values import StatBlock, blocks_with_line, entry_block, stat_blocks_of

# --- constraints of a game on the stats of a profile ----------------------------------------------


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
        line = content.game.stat_lines.get(constraint.stat_line)
        if line is None:
            hint = did_you_mean(constraint.stat_line, content.game.stat_lines)
            message = f"no stat line '{constraint.stat_line}'"
            yield content.entry.finding(message, *path, "stat_line", hint=hint)
            continue
        for message, hint in flaws(constraint.check, content, line):
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
                message = "stats of traits cannot be derived"
                yield content.entry.finding(message, *path)
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
            hint = block.line.stats[key].derived or ""
            yield entry.finding(message, *path, hint=hint, key=True)
        for key, stat in block.line.stats.items():
            right = block.derived(key) if stat.derived and key in block.given else None
            given = block.facts.get(key)
            if right is not None and given is not None and given != right:
                message = f"{key} is {right}, not {given}"
                hint = "remove it: the stat is derived"
                yield entry.finding(message, *path, key, hint=hint)


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
