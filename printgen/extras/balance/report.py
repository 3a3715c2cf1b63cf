"""What `printgen balance` says: the lines to change, and profiles that may not change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypedDict

from rich.console import RenderableType
from rich.text import Text

from printgen.content.library import Entry, Library
from printgen.extras.balance.model import Wish
from printgen.extras.balance.search import Answer
from printgen.extras.balance.tunables import (
    Changes,
    Tunable,
    broken_rules,
    changed,
    line_changes,
    sets,
    tunables_of,
)
from printgen.extras.reports.text_tables import render, titled_table
from printgen.problems import Position
from printgen.typography.text import plain_words, say

# --------------------------------------------------------------------------------------------------
# Profiles that a wish may change, but that the constraints of their games allow no change of.


# More changes of a profile are not tried: then nothing is said of it.
_TRIED = 2_000


@dataclass(frozen=True, slots=True)
class Forbidding:
    """A constraint, and the profiles of which it forbids changes. With the others of the same
    profiles, it forbids all.
    """

    place: Position
    message: str
    check: str
    profiles: tuple[str, ...]


def forbidding(library: Library, wish: Entry[Wish], edits: int) -> list[Forbidding]:
    """The constraints that forbid all changes of a profile, up to `edits` of its numbers."""
    parts: dict[tuple[str, str], list[Tunable]] = {}
    for each in tunables_of(library, wish):
        if each.kind == "profiles" and each.others:
            parts.setdefault((each.game, each.id), []).append(each)
    found: dict[tuple[str, int], list[str]] = {}
    for (_, name), tunables in parts.items():
        for rule in _rules_against(library, tunables, edits):
            found.setdefault(rule, []).append(name)
    return [
        _forbidding(library, game, index, profiles)
        for (game, index), profiles in sorted(found.items())
    ]


def _rules_against(
    library: Library, tunables: Sequence[Tunable], edits: int
) -> set[tuple[str, int]]:
    """The constraints that all changes of one profile break: a few that forbid them together; none
    if a change is allowed, or if they are too many to try.
    """
    tried = list(islice(_changes(tunables, edits), _TRIED + 1))
    if len(tried) > _TRIED:
        return set()
    broken: list[set[tuple[str, int]]] = []
    for changes in tried:
        rules = set(broken_rules(changed(library, changes), changes))
        if not rules:
            return set()
        broken.append(rules)
    return _covering(broken)


def _changes(tunables: Sequence[Tunable], edits: int) -> Iterator[Changes]:
    for number in range(1, min(edits, len(tunables)) + 1):
        yield from sets(tunables, number)


def _covering(broken: list[set[tuple[str, int]]]) -> set[tuple[str, int]]:
    """Rules of which each set has one: always the one that most of the sets left have."""
    chosen: set[tuple[str, int]] = set()
    while left := [rules for rules in broken if not rules & chosen]:
        known = sorted(set().union(*left))
        chosen.add(max(known, key=lambda rule: sum(rule in rules for rules in left)))
    return chosen


def _forbidding(library: Library, game: str, index: int, profiles: list[str]) -> Forbidding:
    content = library.games[game]
    rule = content.game.constraints[index]
    message = rule.message[rule.message.language_for("en", content.first_language)]
    place = content.entry.at("constraints", index, "check")
    return Forbidding(place, message, rule.check, tuple(profiles))


# --- what `printgen balance` found, as data and as text -------------------------------------------


class GoalRecord(TypedDict):
    """A value of the goals as text, before and after the changes, and its limits."""

    study: str
    row: str
    column: str
    limits: str
    now: str
    then: str
    met: bool


class LineRecord(TypedDict):
    """A line before and after its change, at `file:line:column`."""

    place: str
    old: str
    new: str


class ConstraintRecord(TypedDict):
    """A constraint at `file:line:column` that forbids changes of some profiles. Those that name
    a profile forbid all changes of it.
    """

    place: str
    message: str
    check: str
    profiles: list[str]


class BalanceRecord(TypedDict):
    """The answer to a wish. `proven`: no change of fewer numbers meets the goals; if they are not
    met, none of `edits` numbers does. Otherwise the search was stopped. `tunable` counts the
    numbers that may change. If the goals are not met, `forbidding` has the constraints that allow
    no change of a profile.
    """

    wish: str
    title: str
    met: bool
    proven: bool
    tunable: int
    edits: int
    changed: int
    tried: int
    goals: list[GoalRecord]
    lines: list[LineRecord]
    forbidding: list[ConstraintRecord]


def balance_record(library: Library, wish: Entry[Wish], answer: Answer) -> BalanceRecord:
    """An answer as data."""
    content = library.games[wish.game]
    return {
        "wish": f"{wish.game}/{wish.id}",
        "title": plain_words(say(wish.value.title, "en", content)),
        "met": answer.is_met,
        "proven": answer.proven,
        "tunable": len(tunables_of(library, wish)),
        "edits": answer.edits,
        "changed": len(answer.changes),
        "tried": answer.tried,
        "goals": [
            {
                "study": cell.source,
                "row": cell.row,
                "column": cell.column,
                "limits": cell.limits,
                "now": cell.written(now),
                "then": cell.written(answer.then[cell]),
                "met": not cell.miss(answer.then[cell]),
            }
            for cell, now in answer.now.items()
        ],
        "lines": [
            {"place": str(line.position), "old": line.old.strip(), "new": line.new.strip()}
            for line in line_changes(library, answer.changes)
        ],
        "forbidding": [] if answer.is_met else _constraint_records(library, wish, answer.edits),
    }


def _constraint_records(library: Library, wish: Entry[Wish], edits: int) -> list[ConstraintRecord]:
    return [
        {
            "place": str(rule.place),
            "message": rule.message,
            "check": rule.check,
            "profiles": list(rule.profiles),
        }
        for rule in forbidding(library, wish, edits)
    ]


def balance_text(record: BalanceRecord) -> str:
    """An answer for the terminal: the values, the lines to change, and what is certain."""
    table = titled_table(f"{record['title']} ({record['wish']})")
    for name in ("study", "row", "column", "wish", "now"):
        table.add_column(name, justify="right" if name == "now" else "left")
    if record["lines"]:
        table.add_column("then", justify="right")
    for goal in record["goals"]:
        cells = [goal["study"], goal["row"], goal["column"], goal["limits"], goal["now"]]
        if record["lines"]:
            cells.append(goal["then"] + ("" if goal["met"] else " ✗"))
        table.add_row(*map(Text, cells))
    parts: list[RenderableType] = [table, Text(_verdict(record))]
    parts += map(Text, _constraint_lines(record["forbidding"]))
    for line in record["lines"]:
        parts += ["", Text(line["place"]), Text(f"- {line['old']}"), Text(f"+ {line['new']}")]
    return render(parts)


def _constraint_lines(rules: list[ConstraintRecord]) -> list[str]:
    """The constraints that forbid all changes, gathered by the profiles that they are about."""
    found: dict[tuple[str, ...], list[str]] = {}
    for rule in rules:
        line = f"{rule['place']}: {rule['message']} ({rule['check']})"
        found.setdefault(tuple(rule["profiles"]), []).append(line)
    return [
        line
        for names, lines in found.items()
        for line in (f"Constraints of the game forbid all changes of {', '.join(names)}:", *lines)
    ]


def _verdict(record: BalanceRecord) -> str:
    """What was found, in a sentence."""
    changed = f"{record['changed']} number{'s' if record['changed'] != 1 else ''}"
    most = f"{record['edits']} number{'s' if record['edits'] != 1 else ''}"
    if record["met"] and not record["changed"]:
        return "The wish holds: nothing need change."
    if record["met"]:
        sure = "no fewer do" if record["proven"] else "the search was stopped: fewer may do"
        return f"{changed} to change; {sure}."
    if not record["tunable"]:
        return "The wish does not hold, and allows no number to change (`may_change`)."
    if not record["proven"]:
        said = "The search was stopped before it found an answer"
    else:
        said = f"No change of at most {most} within the limits meets the goals: all were ruled out"
    return f"{said}. " + (f"The best found, with {changed}:" if record["changed"] else "")
