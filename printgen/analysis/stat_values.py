"""Stat values read by their declared type, and what a profile has in all: given and derived."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from printgen.analysis.expressions import ExpressionError, Missing, evaluate, parse, question
from printgen.content.library import Entry, Library
from printgen.content.models import NotedSymbol, Profile
from printgen.content.models.game import Stat, StatLine

_PAIR = re.compile(r"(-?[0-9]{1,4})/(-?[0-9]{1,4})")

_ROLL = re.compile(r"([0-9]{1,3})\+")

_DIE = re.compile(r"([0-9]{0,2})[dD]([0-9]{1,3})")

_LENGTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?)\s?(\"|″|in|cm|mm)")

_MONEY = re.compile(r"(?:([0-9]{1,7})\s?([$€£])|([$€£])\s?([0-9]{1,7}))")


class StatValueError(ValueError):
    """The value is not of its stat's type."""


@dataclass(frozen=True, slots=True)
class StatValue:
    """A stat value that was understood: the text to print and the numbers to compare."""

    text: str
    numbers: tuple[int, ...] = ()


def _integer(raw: Any) -> StatValue:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise StatValueError("a whole number")
    return StatValue(str(raw), (raw,))


def _pair(raw: Any) -> StatValue:
    match = _PAIR.fullmatch(str(raw))
    if not match:
        raise StatValueError("a pair sound/wounded, as 3/1")
    return StatValue(str(raw), (int(match[1]), int(match[2])))


def _roll(raw: Any) -> StatValue:
    match = _ROLL.fullmatch(str(raw))
    if not match:
        raise StatValueError("a roll, as 6+")
    return StatValue(str(raw), (int(match[1]),))


def _die(raw: Any) -> StatValue:
    match = _DIE.fullmatch(str(raw))
    if not match:
        raise StatValueError("a die, as D8 or 2D6")
    return StatValue(str(raw).upper(), (int(match[2]),))


def _length(raw: Any) -> StatValue:
    match = _LENGTH.fullmatch(str(raw))
    if not match:
        raise StatValueError('a length, as 4" or 10 cm')
    unit = "″" if match[2] in ('"', "″", "in") else f" {match[2]}"
    return StatValue(match[1] + unit, (int(float(match[1])),))


def _money(raw: Any) -> StatValue:
    match = _MONEY.fullmatch(str(raw))
    if not match:
        raise StatValueError("a sum of money, as 10$")
    return StatValue(str(raw), (int(match[1] or match[4]),))


def _word(raw: Any) -> StatValue:
    if not isinstance(raw, str) or not 0 < len(raw) <= 40:
        raise StatValueError("a word")
    return StatValue(raw)


READERS: dict[str, Callable[[Any], StatValue]] = {
    "integer": _integer,
    "pair": _pair,
    "roll": _roll,
    "die": _die,
    "length": _length,
    "money": _money,
    "word": _word,
}


def parse_stat(stat: Stat, raw: Any) -> StatValue:
    """`raw` read by the stat's type. Raises StatValueError, whose text says what was expected."""
    if isinstance(raw, NotedSymbol):
        if raw.symbol not in stat.symbols:
            raise StatValueError(
                "one of " + ", ".join(stat.symbols) if stat.symbols else "no symbol"
            )
        return StatValue(raw.symbol)
    if isinstance(raw, str) and raw in stat.symbols:
        return StatValue(raw)
    if stat.type == "choice":
        if raw not in stat.options:
            raise StatValueError("one of " + ", ".join(stat.options))
        return StatValue(str(raw))
    reading = READERS[stat.type](raw)
    if stat.signed and stat.type == "integer" and reading.numbers[0] > 0:
        return StatValue(f"+{reading.text}", reading.numbers)
    if any(number < 0 for number in reading.numbers):
        return StatValue(reading.text.replace("-", "−"), reading.numbers)
    return reading


def beyond(stat: Stat, numbers: tuple[int, ...]) -> str:
    """The bound that numbers are beyond, in words; empty when they are within the stat's range."""
    if stat.min is not None and any(number < stat.min for number in numbers):
        return f"at least {stat.min}"
    if stat.max is not None and any(number > stat.max for number in numbers):
        return f"at most {stat.max}"
    return ""


@dataclass(frozen=True)
class StatBlock:
    """The values that a profile has for one stat line: those given, and those derived from them.

    `traits` are the traits that the profile has when it is read: (id, kind).
    """

    reference: str
    game: str
    line_id: str
    line: StatLine
    given: dict[str, Any]
    traits: tuple[tuple[str, str], ...]

    @property
    def values(self) -> dict[str, Any]:
        """The values by stat; what is given goes before what would be derived."""
        return {**self._worked[0], **self.given}

    @property
    def facts(self) -> dict[str, int | tuple[int, int]]:
        """What expressions may ask: the numbers, the options, and the traits."""
        return self._worked[1]

    @property
    def faults(self) -> dict[str, str]:
        """Why a derived stat cannot be computed from values that are all there."""
        return self._worked[2]

    @cached_property
    def readable(self) -> bool:
        """Whether every value given is of its stat's type."""
        return self._numbers[1]

    @cached_property
    def _numbers(self) -> tuple[dict[str, int | tuple[int, int]], bool]:
        """The numbers of the values given, and whether all could be read."""
        options = options_of(self.line)
        found: dict[str, int | tuple[int, int]] = {}
        readable = True
        for key, raw in self.given.items():
            stat = self.line.stats.get(key)
            if stat is None:
                continue
            try:
                numbers = parse_stat(stat, raw).numbers
            except StatValueError:
                readable = False
                continue
            if stat.type == "choice" and isinstance(raw, str) and raw in options:
                found[key] = options[raw]
            elif stat.type == "pair" and numbers:
                found[key] = (numbers[0], numbers[1])
            elif numbers:
                found[key] = numbers[0]
        return found, readable

    @cached_property
    def _worked(self) -> tuple[dict[str, int], dict[str, int | tuple[int, int]], dict[str, str]]:
        """What is derived, what may be asked, and what cannot be computed."""
        facts: dict[str, int | tuple[int, int]] = dict(options_of(self.line))
        for name, kind in self.traits:
            facts[question("has", name)] = 1
            kinds = question("count", kind)
            before = facts.get(kinds, 0)
            facts[kinds] = (before if isinstance(before, int) else 0) + 1
        facts |= self._numbers[0]
        values: dict[str, int] = {}
        faults: dict[str, str] = {}
        for key, stat in self.line.stats.items():
            if stat.derived is None or stat.type != "integer" or key in self.given:
                continue
            try:
                facts[key] = values[key] = int(evaluate(parse(stat.derived), facts))
            except Missing:
                continue
            except ExpressionError as error:
                faults[key] = str(error)
        return values, facts, faults

    def derived(self, key: str) -> int | None:
        """What a derived stat is computed as, whatever is given; None where it cannot be."""
        given = {name: value for name, value in self.given.items() if name != key}
        return replace(self, given=given)._worked[0].get(key)


def options_of(line: StatLine) -> dict[str, int]:
    """A number for every option of the choices of a stat line, the same for the same name."""
    found = {name: None for stat in line.stats.values() for name in stat.options}
    return {name: number for number, name in enumerate(found)}


def stat_blocks_of(
    library: Library,
    profile: Entry[Profile],
    changes: dict[str, Any] | None = None,
    added: list[str] | None = None,
) -> Iterator[StatBlock]:
    """The stat blocks of a profile whose stat line is known.

    `changes` are values that stand in for the profile's own, `added` further traits.
    """
    listed = library.traits_of(profile)
    known = {(trait.game, trait.id) for trait in listed}
    found = [library.find("traits", profile.game, name) for name in added or ()]
    listed += [trait for trait in found if trait and (trait.game, trait.id) not in known]
    traits = tuple((trait.id, trait.value.kind) for trait in listed)
    for reference, values in profile.value.stats.items():
        home = library.stat_line(profile.game, reference)
        if home:
            line = library.games[home[0]].game.stat_lines[home[1]]
            own = {key: raw for key, raw in (changes or {}).items() if key in line.stats}
            yield StatBlock(reference, home[0], home[1], line, {**values, **own}, traits)
