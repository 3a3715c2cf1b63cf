"""What `printgen balance` found, as data and as text."""

from __future__ import annotations

from typing import TypedDict

from rich.console import RenderableType
from rich.text import Text

from printgen.balance.forbidden import forbidding
from printgen.balance.rewrite import line_changes
from printgen.balance.search import Answer
from printgen.balance.tunables import tunables_of
from printgen.content.library import Entry, Library
from printgen.content.models.wish import Wish
from printgen.reports.text_tables import render, titled_table
from printgen.typography.text import plain_words, say


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
