"""Checks of what designers compute: constraints and derived stats."""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword

from printgen.analysis.expressions import (
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
from printgen.analysis.scenarios import TOTAL
from printgen.analysis.stat_values import StatBlock, options_of, stat_blocks_of
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.game import StatLine
from printgen.problems import did_you_mean


@check("constraint-invalid")
def constraint_invalid(content: GameContent, library: Library) -> Findings:
    """A constraint is an expression over the stats of a stat line that the game declares."""
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


def flaws(expression: str, content: GameContent, line: StatLine) -> Iterator[tuple[str, str]]:
    """What is wrong with an expression over the stats of a line: messages with hints."""
    try:
        tree = parse(expression)
    except ExpressionError as error:
        yield str(error), ""
        return
    options = options_of(line)
    for name in names(tree):
        if name in options:
            continue
        stat = line.stats.get(name)
        if stat is None:
            yield f"no stat '{name}'", did_you_mean(name, [*line.stats, *options])
        elif stat.type == "word":
            yield f"'{name}' is a word, not a number", ""
        elif stat.type == "pair" and name in wholes(tree):
            yield f"{name} is a pair", f"{name}.sound or {name}.wounded"
        elif stat.type != "pair" and name in parts(tree):
            yield f"'{name}' is no pair, and has no part", f"write {name} alone"
    for function, about in questions(tree):
        known = content.traits if function == "has" else content.game.trait_kinds
        names_known = [name.replace("-", "_") for name in known]
        if about not in names_known:
            what = "trait" if function == "has" else "kind of trait"
            yield f"no {what} '{about}'", did_you_mean(about, names_known)


@check("constraint-broken")
def constraint_broken(content: GameContent, library: Library) -> Findings:
    """The values of a profile obey the constraints of its stat line's game."""
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            home = library.games[block.game]
            for constraint in home.game.constraints:
                if constraint.stat_line == block.line_id:
                    why = _broken(constraint.check, block)
                    if why is not None:
                        lang = constraint.message.language_for(
                            home.first_language, home.first_language
                        )
                        message = constraint.message[lang]
                        yield profile.finding(message, "stats", block.reference, hint=why)


def _broken(check: str, block: StatBlock) -> str | None:
    """Why the block does not obey `check`; None when it does, or when a value is not there."""
    values, facts = block.values, block.facts
    try:
        tree = parse(check)
    except ExpressionError:
        return None  # constraint-invalid tells it once
    if not block.readable:
        return None  # stat-value tells it
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


@check("name-reserved")
def name_reserved(content: GameContent, library: Library) -> Findings:
    """Stats, options and variables are not called by words that expressions, or Python, have for
    something else, such as `if`, `in`, `class`; nor a variable `total`, the number of all figures.
    """
    game = content.game
    found: list[tuple[str, tuple[str, ...]]] = []
    for group, line in game.stat_lines.items():
        for key, stat in line.stats.items():
            path = ("stat_lines", group, "stats", key)
            found.append((key, path))
            found += [(option, (*path, "options", option)) for option in stat.options]
    found += [(name, ("variables", name)) for name in game.variables]
    for name, where in found:
        if iskeyword(name) or where == ("variables", TOTAL):
            message = f"'{name}' is a word that expressions need"
            yield content.entry.finding(message, *where, hint="another", key=True)


@check("derived-invalid")
def derived_invalid(content: GameContent, library: Library) -> Findings:
    """A derived stat is a whole number, and an expression over the stats of its line that are not
    derived or stand above it. Only stat lines of profiles have derived stats.
    """
    for group, kind in content.game.trait_kinds.items():
        for key, stat in kind.stats.items():
            if stat.derived:
                path = ("trait_kinds", group, "stats", key, "derived")
                message = "a value of a trait is not derived"
                yield content.entry.finding(message, *path)
    for group, line in content.game.stat_lines.items():
        above: set[str] = set()
        for key, stat in line.stats.items():
            if not stat.derived:
                continue
            path = ("stat_lines", group, "stats", key, "derived")
            if stat.type != "integer":
                message = f"'{key}' is derived and of type {stat.type}"
                yield content.entry.finding(message, *path, hint="integer")
            found = list(flaws(stat.derived, content, line))
            for message, hint in found:
                yield content.entry.finding(message, *path, hint=hint)
            used = names(parse(stat.derived)) if not found else []
            for name in used:
                other = line.stats.get(name)
                if other and other.derived and name not in above:
                    message = f"'{name}' is derived itself, and does not stand above '{key}'"
                    yield content.entry.finding(message, *path)
            above.add(key)


@check("stat-derived")
def stat_derived(content: GameContent, library: Library) -> Findings:
    """What is derived can be computed; where a profile gives the value all the same, it agrees."""
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            path = ("stats", block.reference)
            for key, why in block.faults.items():
                message = f"{key} cannot be computed: {why}"
                hint = block.line.stats[key].derived or ""
                yield profile.finding(message, *path, hint=hint, key=True)
            for key, stat in block.line.stats.items():
                right = block.derived(key) if stat.derived and key in block.given else None
                given = block.facts.get(key)
                if right is not None and given is not None and given != right:
                    message = f"{key} is {right}, not {given}"
                    hint = "leave it out: it is derived"
                    yield profile.finding(message, *path, key, hint=hint)
