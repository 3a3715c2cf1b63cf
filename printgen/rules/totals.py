"""Totals: expressions over a group of entries, such as all entries of a kind, the cards of a
product, or the members of a roster.

`sum(cost)` adds a value of all entries; an entry without it adds nothing. `count()` is the number
of entries, `count(role == leader)` the number of those for which the expression holds. Both count
an entry as often as it is in the group. `unique(number)` tells whether no two entries have the same
value, `unique(suit, rank)` whether no two have the same values together; `distinct(suit)` is the
number of different values. Other values are integers; entries have their stats and fields only
within these functions. In a rule for one entry and its group, such as a member of a roster and its
upgrades, names outside of them are values of that entry.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.profile import Profile, Stat, StatLine, Trait
from printgen.content.models.text import Text
from printgen.content.stat_types import STAT_TYPES, ExpressionValue, StatValue
from printgen.rules.expressions import (
    ExpressionError,
    Missing,
    check_call,
    check_grammar,
    evaluate,
    names,
    read,
)
from printgen.rules.stat_values import StatBlock, entry_block, stat_blocks_of, trait_values

Facts = Mapping[str, ExpressionValue]

# The values of the expressions of a function for one entry.
Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupMember:
    """The values of an entry in a group, and how often it is in the group. `entry` is where they
    are declared, if that is not the group itself.
    """

    facts: Facts
    count: int = 1
    entry: AnyEntry | None = None


# A function of a group, and the expressions over the values of each entry.
Call = tuple[str, tuple[ast.expr, ...]]


class Duplicate(NamedTuple):
    """An entry with the same values as another: the function that compares them, and the last stat
    or field in it.
    """

    call: str
    field: str
    first: AnyEntry
    second: AnyEntry


@dataclass(frozen=True, slots=True)
class Total:
    """A total: an expression over `calls`, the functions of the group, by their names in it."""

    text: str
    tree: ast.expr
    calls: Mapping[str, Call]

    def value(self, members: Sequence[GroupMember], own: Facts = MappingProxyType({})) -> int:
        """The value for a group, and for the entry with the values `own`. Raises Missing for a
        value that the entry lacks, and ExpressionError when it cannot be computed.
        """
        return evaluate(self.tree, {**own, **self._results(members)})

    def shown(self, members: Sequence[GroupMember], own: Facts = MappingProxyType({})) -> str:
        """The values of the functions and names, such as `sum(cost) = 120`."""
        results = self._results(members)
        values: dict[str, ExpressionValue] = {self._written(n): v for n, v in results.items()}
        values |= {name: own[name] for name in self.own_names if name in own}
        return ", ".join(f"{name} = {value}" for name, value in values.items())

    @property
    def own_tree(self) -> ast.expr:
        """The expression with numbers in the place of the functions."""
        without: ast.expr = _WithoutCalls(self.calls).visit(deepcopy(self.tree))
        return without

    @property
    def own_names(self) -> list[str]:
        """The names outside of the functions."""
        return [name for name in names(self.tree) if name not in self.calls]

    def _results(self, members: Sequence[GroupMember]) -> dict[str, int]:
        calls = self.calls.items()
        return {name: _FUNCTIONS[f](list(_values(each, members))) for name, (f, each) in calls}

    def _written(self, name: str) -> str:
        function, each = self.calls[name]
        return f"{function}({', '.join(map(ast.unparse, each))})"

    def duplicates(self, members: Sequence[GroupMember]) -> Iterator[Duplicate]:
        """The entries with the same values as an earlier one, for each `unique` of the total."""
        for name, (function, each) in self.calls.items():
            first: dict[Values, GroupMember] = {}
            for values, member in _values(each, members) if function == "unique" else ():
                other = first.setdefault(values, member).entry
                if member.entry and other and other is not member.entry:
                    field = [*names(each[-1]), ""][0]
                    yield Duplicate(self._written(name), field, other, member.entry)


def _values(
    each: Sequence[ast.expr], members: Sequence[GroupMember]
) -> Iterator[tuple[Values, GroupMember]]:
    """The values of expressions for each entry that has them all."""
    for member in members:
        try:
            yield tuple(evaluate(expression, member.facts) for expression in each), member
        except Missing:
            continue


# The functions of a group, over the values of its entries.
_FUNCTIONS: dict[str, Callable[[Sequence[tuple[Values, GroupMember]]], int]] = {
    "sum": lambda found: sum(value * member.count for (value,), member in found),
    "count": lambda found: sum(member.count for values, member in found if all(values)),
    "unique": lambda found: int(len(found) == len({values for values, _ in found})),
    "distinct": lambda found: len({values for values, _ in found}),
}


class _Calls(ast.NodeTransformer):
    """Replaces the outermost functions of a group by names."""

    def __init__(self) -> None:
        self.found: dict[str, Call] = {}

    def is_unique(self, name: str) -> bool:
        """Whether a name stands for `unique`."""
        return self.found.get(name, ("", ()))[0] == "unique"

    def visit_Call(self, node: ast.Call) -> ast.expr:
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        check_call(node, _FUNCTIONS)
        if function not in _FUNCTIONS:
            self.generic_visit(node)
            return node
        several = function in ("unique", "distinct")
        fewest, most = int(function != "count"), 8 if several else 1
        if node.keywords or not fewest <= len(node.args) <= most:
            message = f"{function} takes {'values' if several else 'one value'}"
            raise ExpressionError(message, f"such as {function}(cost)")
        for each in node.args:
            check_grammar(each)
        # A name that no stat can have.
        name = f"_{len(self.found)}"
        self.found[name] = function, tuple(node.args)
        return ast.Name(name)


class _WithoutCalls(ast.NodeTransformer):
    """Replaces names of functions by numbers."""

    def __init__(self, calls: Mapping[str, Call]) -> None:
        self.calls = calls

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(0) if node.id in self.calls else node


@lru_cache(256)
def parse_total(text: str, *, has_own: bool = False) -> Total:
    """Parse a total, one for an entry and its group with `has_own`. Raises ExpressionError."""
    calls = _Calls()
    tree: ast.expr = calls.visit(read(text))
    for node in ast.walk(tree):
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if any(isinstance(s, ast.Name) and calls.is_unique(s.id) for s in sides):
            message = "unique(…) is true or false"
            raise ExpressionError(message, "distinct(…) is the number of different values")
    check_grammar(tree)
    total = Total(text, tree, calls.found)
    if not has_own and (lone := total.own_names):
        message = f"'{lone[0]}' differs between entries"
        raise ExpressionError(message, f"use sum({lone[0]}), count(…), unique(…) or distinct(…)")
    return total


def broken_total(
    check: str, members: Sequence[GroupMember], own: Facts | None = None
) -> str | None:
    """Why a group breaks a rule, which is one for an entry with the values `own` and its group, if
    they are given. None if the group does not, if the entry lacks a value, or if the rule is
    invalid.
    """
    try:
        total = parse_total(check, has_own=own is not None)
    except ExpressionError:
        return None  # reported by the checks of the declaration
    try:
        met = total.value(members, own or {})
        return None if met else f"{check}, but {total.shown(members, own or {})}"
    except Missing:
        return None
    except ExpressionError as error:
        return f"{check}: {error}"


def entry_facts(
    library: Library, kind: str, entry: Entry[Model], traits: Sequence[str] = ()
) -> Facts:
    """The values of an entry, as expressions see them. `traits` are further traits of a profile.

    A stat that several stat lines of a profile have is that of the first one.
    """
    value = entry.value
    if isinstance(value, Profile):
        blocks = stat_blocks_of(library, entry, None, traits)  # type: ignore[arg-type]
        return _merged(blocks)
    if isinstance(value, Trait):
        parsed = trait_values(library, entry)  # type: ignore[arg-type]
        return _trait_facts(library.games[entry.game], value, parsed)
    if kind in library.games[entry.game].declared:
        return entry_block(library, kind, entry).facts  # type: ignore[arg-type]
    return {}


def _merged(blocks: Sequence[StatBlock]) -> Facts:
    found: dict[str, ExpressionValue] = {}
    for block in blocks:
        found = {**block.facts, **found}
    return found


def _trait_facts(home: GameContent, trait: Trait, parsed: Mapping[str, object]) -> Facts:
    line = group_line(home, ["traits"])
    found: dict[str, ExpressionValue] = dict(line.options)
    for key, value in parsed.items():
        if isinstance(value, StatValue):
            fact = STAT_TYPES[line.stats[key].type].expression_value(value, line.options)
            if fact is not None:
                found[key] = fact
    return found


def group_line(content: GameContent, kinds: Sequence[str]) -> StatLine:
    """The stats and fields that the entries of some kinds may have, as one stat line."""
    found: dict[str, Stat] = {}
    for kind in kinds:
        for line in _lines(content, kind):
            found = {**line, **found}
    return StatLine.model_construct(label=Text({"any": " ".join(kinds)}), stats=found)


def _lines(content: GameContent, kind: str) -> list[Mapping[str, Stat]]:
    game = content.game
    if kind == "profiles":
        return [line.stats for line in game.stat_lines.values()]
    if kind == "traits":
        return [group.stats for group in game.trait_kinds.values()]
    return [game.kinds[kind].stats.stats] if kind in game.kinds else []
