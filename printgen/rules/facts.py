"""The facts of a game: given, or computed from other facts."""

from __future__ import annotations

from dataclasses import dataclass, field

from printgen.content.library import GameContent, Library
from printgen.content.models.game import Fact
from printgen.problems import did_you_mean
from printgen.rules.expressions import ExpressionError, Names, evaluate, names, parse
from printgen.rules.resolve import ComputationError


def fact_value(library: Library, content: GameContent, name: str) -> str:
    """A fact of a game, as text with its unit. Raises ComputationError."""
    facts = library.remember(("facts", content.id), lambda: _Facts(content.game.facts))
    value, unit = facts.value(name)
    return f"{value} {unit}".strip()


def fact_number(library: Library, content: GameContent, wanted: int | str) -> int:
    """A whole number, or that of an expression over the facts of a game, without its unit.

    Raises ComputationError.
    """
    if isinstance(wanted, int):
        return wanted
    facts = library.remember(("facts", content.id), lambda: _Facts(content.game.facts))
    try:
        tree = parse(wanted)
        return evaluate(tree, {name: facts.number(name) for name in names(tree)})
    except ExpressionError as error:
        raise ComputationError(str(error), hint=error.hint) from error


# The value of a fact and its unit.
_Value = tuple[str, str]


@dataclass
class _Facts:
    """The facts of a game, each computed once."""

    given: dict[str, Fact]
    computed: dict[str, _Value | ComputationError] = field(default_factory=dict)

    def value(self, name: str) -> _Value:
        """The value of a fact. Raises ComputationError."""
        # The facts that wait for the last one: a long chain would be too deep for recursion.
        path = [] if name in self.computed else [name]
        while path:
            missing = (each for each in self._uses(path[-1]) if each not in self.computed)
            following = next((each for each in missing if each not in path), None)
            if following:
                path.append(following)
            else:
                last = path.pop()
                self.computed[last] = self._compute(last)
        return self._known(name)

    def number(self, name: str) -> int:
        """The value of a fact that is a whole number. Raises ComputationError."""
        if name not in self.given:
            raise ComputationError(f"no fact '{name}'", hint=did_you_mean(name, self.given))
        return _whole(name, self.value(name)[0])

    def _uses(self, name: str) -> list[str]:
        """The facts that a fact is computed from; none if it is given, or invalid."""
        try:
            rule = self.given[name].rule
            return [each for each in names(parse(rule)) if each in self.given] if rule else []
        except ExpressionError:
            return []

    def _compute(self, name: str) -> _Value | ComputationError:
        fact = self.given[name]
        if not fact.rule:
            return fact.parts
        try:
            tree = parse(fact.rule)
            used = {other: self._used(other) for other in names(tree)}
            units = {unit for _, unit in used.values() if unit}
            numbers: Names = {other: _whole(other, value) for other, (value, _) in used.items()}
            return str(evaluate(tree, numbers)), units.pop() if len(units) == 1 else ""
        except ExpressionError as error:
            return ComputationError(str(error), hint=error.hint)
        except ComputationError as error:
            return error

    def _used(self, name: str) -> _Value:
        if name not in self.given:
            raise ComputationError(f"no fact '{name}'", hint=did_you_mean(name, self.given))
        return self._known(name)

    def _known(self, name: str) -> _Value:
        found = self.computed.get(name, ComputationError(f"'{name}' is computed from itself"))
        if isinstance(found, ComputationError):
            raise found
        return found


def _whole(name: str, value: str) -> int:
    if not value.removeprefix("-").isdecimal():
        raise ComputationError(f"'{name}' is {value}, not a whole number")
    return int(value)
