"""Stat values read by their declared type, and the checks of stat lines and constraints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from printgen.game import Stat, StatLine
from printgen.library import Entry, GameContent, Library
from printgen.models import Noted, Profile
from printgen.problems import Problem, did_you_mean
from printgen.rules.expressions import ExpressionError, Missing, evaluate, names, parse

_PAIR = re.compile(r"(-?\d{1,4})/(-?\d{1,4})")
_ROLL = re.compile(r"(\d{1,3})\+")
_DIE = re.compile(r"(\d{0,2})[dD](\d{1,3})")
_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)\s?(\"|″|in|cm|mm)")
_MONEY = re.compile(r"(?:(\d{1,7})\s?([$€£])|([$€£])\s?(\d{1,7}))")


class StatError(ValueError):
    """The value is not of its stat's type."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A stat value that was understood: the text to print and the numbers to compare."""

    text: str
    numbers: tuple[int, ...] = ()


def _integer(raw: Any) -> Reading:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise StatError("a whole number")
    return Reading(str(raw), (raw,))


def _pair(raw: Any) -> Reading:
    match = _PAIR.fullmatch(str(raw))
    if not match:
        raise StatError("a pair sound/wounded, as 3/1")
    return Reading(str(raw), (int(match[1]), int(match[2])))


def _roll(raw: Any) -> Reading:
    match = _ROLL.fullmatch(str(raw))
    if not match:
        raise StatError("a roll, as 6+")
    return Reading(str(raw), (int(match[1]),))


def _die(raw: Any) -> Reading:
    match = _DIE.fullmatch(str(raw))
    if not match:
        raise StatError("a die, as D8 or 2D6")
    return Reading(str(raw).upper(), (int(match[2]),))


def _length(raw: Any) -> Reading:
    match = _LENGTH.fullmatch(str(raw))
    if not match:
        raise StatError('a length, as 4" or 10 cm')
    unit = "″" if match[2] in ('"', "″", "in") else f" {match[2]}"
    return Reading(match[1] + unit, (int(float(match[1])),))


def _money(raw: Any) -> Reading:
    match = _MONEY.fullmatch(str(raw))
    if not match:
        raise StatError("a sum of money, as 10$")
    return Reading(str(raw), (int(match[1] or match[4]),))


def _word(raw: Any) -> Reading:
    if not isinstance(raw, str) or not 0 < len(raw) <= 40:
        raise StatError("a word")
    return Reading(raw)


READERS: dict[str, Callable[[Any], Reading]] = {
    "integer": _integer,
    "pair": _pair,
    "roll": _roll,
    "die": _die,
    "length": _length,
    "money": _money,
    "word": _word,
}


def read_stat(stat: Stat, raw: Any) -> Reading:
    """`raw` read by the stat's type. Raises StatError, whose text says what was expected."""
    if isinstance(raw, Noted):
        if raw.symbol not in stat.symbols:
            raise StatError("one of " + ", ".join(stat.symbols) if stat.symbols else "no symbol")
        return Reading(raw.symbol)
    if isinstance(raw, str) and raw in stat.symbols:
        return Reading(raw)
    reading = READERS[stat.type](raw)
    if stat.signed and stat.type == "integer" and reading.numbers[0] > 0:
        return Reading(f"+{reading.text}", reading.numbers)
    if any(number < 0 for number in reading.numbers):
        return Reading(reading.text.replace("-", "−"), reading.numbers)
    return reading


@dataclass(frozen=True, slots=True)
class _Block:
    """The values that a profile gives for one stat line."""

    reference: str
    game: str
    line_id: str
    line: StatLine
    values: dict[str, Any]


def blocks(library: Library, profile: Entry[Profile]) -> Iterator[_Block]:
    """The stat blocks of a profile whose stat line is known."""
    for reference, values in profile.value.stats.items():
        found = library.stat_line(profile.game, reference)
        if found:
            line = library.games[found[0]].game.stat_lines[found[1]]
            yield _Block(reference, found[0], found[1], line, values)


def _cells(library: Library, content: GameContent) -> Iterator[tuple[Entry[Any], Any, Stat, Any]]:
    """Every value that has a stat: of profiles and of traits, as (entry, path, stat, raw)."""
    for profile in content.profiles.values():
        for block in blocks(library, profile):
            for key, raw in block.values.items():
                if key in block.line.stats:
                    path = ("stats", block.reference, key)
                    yield profile, path, block.line.stats[key], raw
    for trait in content.traits.values():
        kind = content.game.trait_kinds.get(trait.value.kind)
        stats = kind.stats if kind else {}
        for key, raw in trait.value.values.items():
            if key in stats:
                yield trait, ("values", key), stats[key], raw


def stat_line_unknown(content: GameContent, library: Library) -> Iterator[Problem]:
    """The stats of a profile belong to a stat line that its game, or the game named, declares."""
    for profile in content.profiles.values():
        for reference in profile.value.stats:
            if not library.stat_line(content.id, reference):
                hint = did_you_mean(reference, [*content.game.stat_lines, *library.games])
                message = f"no stat line '{reference}'"
                yield profile.problem(
                    "stat-line-unknown", message, "stats", reference, hint=hint, key=True
                )


def stat_unknown(content: GameContent, library: Library) -> Iterator[Problem]:
    """A value stands under a stat that its stat line, or its kind of trait, declares."""
    for profile in content.profiles.values():
        for block in blocks(library, profile):
            for key in block.values:
                if key not in block.line.stats:
                    path, known = ("stats", block.reference, key), block.line.stats
                    hint = did_you_mean(key, known)
                    yield profile.problem(
                        "stat-unknown", f"no stat '{key}'", *path, hint=hint, key=True
                    )
    for trait in content.traits.values():
        kind = content.game.trait_kinds.get(trait.value.kind)
        if kind is None:
            continue
        for key in trait.value.values:
            if key not in kind.stats:
                hint = did_you_mean(key, kind.stats)
                message = f"no stat '{key}'"
                yield trait.problem("stat-unknown", message, "values", key, hint=hint, key=True)


def stat_missing(content: GameContent, library: Library) -> Iterator[Problem]:
    """A stat block gives every value of its stat line that is not optional; so does a trait."""
    for profile in content.profiles.values():
        for block in blocks(library, profile):
            for key, stat in block.line.stats.items():
                if key not in block.values and not stat.optional:
                    message = f"the stat '{key}' is missing"
                    yield profile.problem(
                        "stat-missing", message, "stats", block.reference, key=True
                    )
    for trait in content.traits.values():
        kind = content.game.trait_kinds.get(trait.value.kind)
        if kind is None:
            continue
        for key, stat in kind.stats.items():
            if key not in trait.value.values and not stat.optional:
                message = f"the stat '{key}' is missing"
                yield trait.problem("stat-missing", message, "kind")


def stat_value(content: GameContent, library: Library) -> Iterator[Problem]:
    """A value is of its stat's type: whole number, pair, roll, die, length, money or word."""
    for entry, path, stat, raw in _cells(library, content):
        try:
            read_stat(stat, raw)
        except StatError as expected:
            shown = raw.symbol if isinstance(raw, Noted) else raw
            message = f"'{shown}' is not a value of {path[-1]}"
            yield entry.problem("stat-value", message, *path, hint=f"expected {expected}")


def stat_range(content: GameContent, library: Library) -> Iterator[Problem]:
    """A value lies within the range that its stat declares."""
    for entry, path, stat, raw in _cells(library, content):
        try:
            numbers = read_stat(stat, raw).numbers
        except StatError:
            continue
        low = stat.min is not None and any(n < stat.min for n in numbers)
        high = stat.max is not None and any(n > stat.max for n in numbers)
        if low or high:
            bound = f"at least {stat.min}" if low else f"at most {stat.max}"
            message = f"{path[-1]} is {raw}"
            yield entry.problem("stat-range", message, *path, hint=bound)


def stat_note(content: GameContent, library: Library) -> Iterator[Problem]:
    """A symbol in the place of a profile's value says what it means, by a note or by a trait."""
    for entry, path, stat, raw in _cells(library, content):
        # A trait says in its own text what a symbol means.
        if not isinstance(entry.value, Profile):
            continue
        if isinstance(raw, str) and raw in stat.symbols:
            hint = f'write {{symbol: "{raw}", note: …}} or {{symbol: "{raw}", trait: …}}'
            yield entry.problem("stat-note", f"'{raw}' has no note", *path, hint=hint)
        elif isinstance(raw, Noted) and (raw.note is None) == (raw.trait is None):
            message = "a symbol has either a note or a trait"
            yield entry.problem("stat-note", message, *path)


def stat_bounds(content: GameContent, library: Library) -> Iterator[Problem]:
    """The range of a stat is not empty: its `min` is not above its `max`."""
    game = content.game
    for where, groups in (("stat_lines", game.stat_lines), ("trait_kinds", game.trait_kinds)):
        stats = [(group, *item) for group in groups for item in groups[group].stats.items()]
        for group, key, stat in stats:
            if stat.min is not None and stat.max is not None and stat.min > stat.max:
                path = (where, group, "stats", key, "min")
                message = f"the range {stat.min} to {stat.max} is empty"
                yield content.entry.problem("stat-bounds", message, *path)


def constraint_invalid(content: GameContent, library: Library) -> Iterator[Problem]:
    """A constraint is an expression over the stats of a stat line that the game declares."""
    for index, constraint in enumerate(content.game.constraints):
        path = ("constraints", index)
        line = content.game.stat_lines.get(constraint.stat_line)
        if line is None:
            hint = did_you_mean(constraint.stat_line, content.game.stat_lines)
            message = f"no stat line '{constraint.stat_line}'"
            yield content.entry.problem(
                "constraint-invalid", message, *path, "stat_line", hint=hint
            )
            continue
        try:
            used = names(parse(constraint.check))
        except ExpressionError as error:
            yield content.entry.problem("constraint-invalid", str(error), *path, "check")
            continue
        for name in used:
            hint = ""
            if name not in line.stats:
                hint = did_you_mean(name, line.stats)
                message = f"no stat '{name}' in '{constraint.stat_line}'"
            elif line.stats[name].type == "word":
                message = f"'{name}' is a word, not a number"
            else:
                continue
            yield content.entry.problem("constraint-invalid", message, *path, "check", hint=hint)


def constraint_broken(content: GameContent, library: Library) -> Iterator[Problem]:
    """The values of a profile obey the constraints of its stat line's game."""
    for profile in content.profiles.values():
        for block in blocks(library, profile):
            home = library.games[block.game]
            for constraint in home.game.constraints:
                if constraint.stat_line == block.line_id:
                    why = _broken(constraint.check, block)
                    if why is not None:
                        lang = constraint.message.language_for(
                            home.first_language, home.first_language
                        )
                        message = constraint.message[lang]
                        yield profile.problem(
                            "constraint-broken", message, "stats", block.reference, hint=why
                        )


def _broken(check: str, block: _Block) -> str | None:
    """Why the block does not obey `check`; None when it does, or when a value is not there."""
    values: dict[str, Any] = {}
    for key, raw in block.values.items():
        stat = block.line.stats.get(key)
        try:
            numbers = read_stat(stat, raw).numbers if stat else ()
        except StatError:
            return None
        if stat and numbers:
            values[key] = numbers if stat.type == "pair" else numbers[0]
    try:
        tree = parse(check)
    except ExpressionError:
        return None  # constraint-invalid tells it once
    try:
        if evaluate(tree, values):
            return None
    except Missing:
        return None
    except ExpressionError as error:
        return f"{check}: {error}"
    found = ", ".join(f"{n} = {block.values[n]}" for n in names(tree) if n in values)
    return f"{check}, but {found}"
