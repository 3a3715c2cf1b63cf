"""The answer to a wish: as data, as text for a terminal, and as plain data for templates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, islice
from typing import TypedDict

from markupsafe import Markup
from rich.console import RenderableType
from rich.text import Text

from printgen.content.library import Entry, Library
from printgen.extras.balance.model import Wish
from printgen.extras.balance.search import Answer, balance
from printgen.extras.balance.wishes import (
    GAMES,
    Cell,
    Changes,
    Tunable,
    broken_rules,
    cells_of,
    changed,
    line_changes,
    sets,
    stat_of,
    study_of,
    tunables_of,
    whole_value,
)
from printgen.extras.reports.texts import render, titled_table
from printgen.rules.studies import exact_answer
from printgen.rules.study_results import Label
from printgen.typography.labels import fill, labels
from printgen.typography.text import plain_words, say, typeset, with_thousands
from printgen.views.studies import LabelTexts, label_text
from printgen.views.tables import ListedTable

# --------------------------------------------------------------------------------------------------
# Profiles that a wish may change, but that the constraints of their games allow no change of.


# More changes of a profile are not tried: then nothing is said of it.
_TRIED = 2_000


def forbidding(library: Library, wish: Entry[Wish], edits: int) -> list[ConstraintRecord]:
    """The constraints that forbid all changes of a profile, up to `edits` of its numbers."""
    parts: dict[tuple[str, str], list[Tunable]] = {}
    for each in tunables_of(library, wish):
        if each.kind == "profiles" and each.others:
            parts.setdefault((each.game, each.id), []).append(each)
    found: dict[tuple[str, int], list[str]] = {}
    for (_, name), tunables in parts.items():
        for against in _rules_against(library, tunables, edits):
            found.setdefault(against, []).append(name)
    records: list[ConstraintRecord] = []
    for (game, index), profiles in sorted(found.items()):
        content = library.games[game]
        rule = content.game.constraints[index]
        records.append(
            {
                "place": str(content.entry.at("constraints", index, "check")),
                "message": rule.message[rule.message.language_for("en", content.first_language)],
                "check": rule.check,
                "profiles": profiles,
            }
        )
    return records


def _rules_against(
    library: Library, tunables: Sequence[Tunable], edits: int
) -> set[tuple[str, int]]:
    """The constraints that all changes of one profile break: a few that forbid them together; none
    if a change is allowed, or if they are too many to try.
    """
    numbers = range(1, min(edits, len(tunables)) + 1)
    every = chain.from_iterable(sets(tunables, number) for number in numbers)
    tried = list(islice(every, _TRIED + 1))
    if len(tried) > _TRIED:
        return set()
    broken: list[set[tuple[str, int]]] = []
    for changes in tried:
        rules = set(broken_rules(changed(library, changes), changes))
        if not rules:
            return set()
        broken.append(rules)
    # Rules of which each set has one: always the one that most of the sets left have.
    chosen: set[tuple[str, int]] = set()
    while left := [rules for rules in broken if not rules & chosen]:
        known = sorted(set().union(*left))
        chosen.add(max(known, key=lambda rule: sum(rule in rules for rules in left)))
    return chosen


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
        "forbidding": [] if answer.is_met else forbidding(library, wish, answer.edits),
    }


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
    # The constraints that forbid all changes, gathered by the profiles that they are about.
    forbid: dict[str, list[str]] = {}
    for rule in record["forbidding"]:
        line = f"{rule['place']}: {rule['message']} ({rule['check']})"
        forbid.setdefault(", ".join(rule["profiles"]), []).append(line)
    for names, lines in forbid.items():
        parts.append(Text(f"Constraints of the game forbid all changes of {names}:"))
        parts += map(Text, lines)
    for change in record["lines"]:
        parts += ["", Text(change["place"]), Text(f"- {change['old']}"), Text(f"+ {change['new']}")]
    return render(parts)


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


# --- wishes as plain data for templates: what was wished for, what is, and what it would take -----


# Sets of changes that are tried for a book or a report: some seconds at most, and the same on all
# machines. The time is a limit for studies that are slow.
_TRIES, _SECONDS = 60, 60.0


class WishView(TypedDict):
    """A wish: the values of its goals as a table, and in a sentence whether it holds, or what it
    would take.
    """

    title: str
    holds: bool
    table: ListedTable
    verdict: str


def wish_view(library: Library, wish: Entry[Wish], lang: str) -> WishView:
    """A wish with its values, in one language. Raises ComputationError."""
    content, value = library.games[wish.game], wish.value
    words = labels(library.folders, content.game.theme, lang)
    cells = cells_of(library, wish)
    holds = not any(cell.miss(now) for cell, now in cells.items())
    found = Answer(value.edits, cells, cells)
    if not holds and value.may_change:
        found = library.remember(
            ("wish answer", wish.game, wish.id),
            lambda: balance(library, wish, value.edits, _SECONDS, tries=_TRIES),
        )
    title = say(value.title, lang, content)
    return {
        "title": title,
        "holds": holds,
        "table": _table(library, wish.game, found, lang, words, title),
        "verdict": Markup(" ").join(_sentences(library, wish, found, holds, lang, words)),
    }


def _table(
    library: Library, game: str, found: Answer, lang: str, words: LabelTexts, title: str
) -> ListedTable:
    """The values with their limits, and after the best changes. A column that is the same in all
    rows is left out.
    """
    names = {cell: _names(library, game, cell, lang, words) for cell in found.now}
    down, across = ({each[title] for each in names.values()} for title in (2, 3))
    several = len({(cell.source, cell.column) for cell in names}) > 1
    keys = ["row", *(["column"] if several else []), "limits", "now"]
    keys += ["then"] if found.changes else []
    heads = {
        "row": down.pop() if len(down) == 1 else "",
        "column": across.pop() if len(across) == 1 else "",
        "limits": words["wish_limits"],
        "now": words["wish_now"],
        "then": words["wish_then"],
    }
    rows = [
        {
            "row": names[cell][0],
            "column": names[cell][1],
            "limits": _limits(cell, lang, words),
            "now": _value(cell, now, lang),
            "then": _value(cell, found.then[cell], lang),
        }
        for cell, now in found.now.items()
    ]
    return {
        "title": title,
        "note": "",
        "roll": "",
        "matrix": None,
        "columns": [heads[key] for key in keys],
        "keys": keys,
        "rows": rows,
    }


def _names(
    library: Library, game: str, cell: Cell, lang: str, words: LabelTexts
) -> tuple[str, ...]:
    """The row and the column of a cell, as printed, and the titles of both."""
    content = library.games[game]
    if cell.played:
        scenario = content.scenarios[cell.source].value
        side, title = scenario.sides[cell.row], scenario.title
        return say(side, lang, content), say(title, lang, content), "", ""
    result = exact_answer(library, study_of(library, game, cell.source))
    rows = {series.key: series.label for series in result.series}
    columns: dict[str, Label] = dict(zip(result.keys, result.columns, strict=True))
    named = (rows[cell.row], columns[cell.column], result.down, result.across)
    return tuple(label_text(library, label, lang, words) for label in named)


def _value(cell: Cell, value: float | None, lang: str) -> str:
    """A value, with a sign if it is outside the limits."""
    return typeset(cell.written(value, lang) + (" ✗" if cell.miss(value) else ""), lang)


def _limits(cell: Cell, lang: str, words: LabelTexts) -> str:
    """The limits in words of the language."""
    least, most = (typeset(cell.limit(limit, lang), lang) for limit in (cell.least, cell.most))
    name = "most" if cell.least is None else "least" if cell.most is None else "both"
    return fill(words[f"wish_{name}"], least=least, most=most)


def _sentences(
    library: Library, wish: Entry[Wish], found: Answer, holds: bool, lang: str, words: LabelTexts
) -> Iterator[str]:
    """How the values were found, whether the wish holds, and what it would take, as sentences."""
    if any(cell.played for cell in found.now):
        games = typeset(with_thousands(GAMES, lang), lang)
        yield fill(words["wish_played"], games=games)
    yield words["wish_holds" if holds else "wish_broken"]
    if not holds and wish.value.may_change:
        if found.is_met:
            name = "wish_changes" if found.proven else "wish_some_changes"
        elif not found.proven:
            name = "wish_unknown"
        else:
            every = found.edits >= len(tunables_of(library, wish))
            name = "wish_never" if every else "wish_impossible"
        yield fill(words[name], count=len(found.changes) if found.is_met else found.edits)
    if found.changes:
        parts = dict.fromkeys(each.part for each in found.changes)
        listed = (_part_changes(library, found.changes, part, lang, words) for part in parts)
        both = words["wish_and"]
        name = "wish_with" if found.is_met else "wish_nearest"
        changes = reduce(lambda first, more: fill(both, first=first, more=more), listed)
        yield fill(words[name], changes=changes)


def _part_changes(
    library: Library, changes: Changes, part: tuple[str, ...], lang: str, words: LabelTexts
) -> str:
    """The changed numbers of a profile or of a step, such as `Mage: Life 2 → 4, Armour 6 → 4`."""
    own = {each: value for each, value in changes.items() if each.part == part}
    first = next(iter(own))
    entry = library.games[first.game].of_kind(first.kind)[first.id]
    if first.kind == "quests":
        of = f"{words['step']} {entry.value.steps[int(first.path[1])].step}"
    else:
        of = say(entry.name, lang, library.games[first.game])
    listed = []
    for each, value in own.items():
        stat, old = stat_of(library, each), whole_value(library, each)
        label = say(stat.label, lang, library.games[each.game]) if stat else str(each.path[-1])
        then = each.written(old, value)
        listed.append(Markup("{}\u00a0{}\u00a0→\u00a0{}").format(label, old, then))
    return fill(words["wish_of"], of=of, changes=Markup(", ").join(listed))
