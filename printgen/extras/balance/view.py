"""Wishes as plain data for templates: what was wished for, what is, and what it would take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import Entry, Library
from printgen.content.models.quest import Quest
from printgen.content.models.wish import Wish
from printgen.extras.balance.goals import GAMES, Cell, cells_of, study_of
from printgen.extras.balance.search import Answer, balance
from printgen.extras.balance.tunables import Changes, Tunable, stat_of, tunables_of, whole_value
from printgen.rules.studies import exact_answer
from printgen.rules.study_results import Label
from printgen.typography.labels import fill, labels
from printgen.typography.text import say, typeset, with_thousands
from printgen.views.studies import LabelTexts, label_text
from printgen.views.tables import ListedTable

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


@dataclass(frozen=True, slots=True)
class _Names:
    """What a value is of, as printed, and the titles of both."""

    row: str
    column: str
    down: str = ""
    across: str = ""


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
        "verdict": Markup(" ").join(_verdict(library, wish, found, holds, lang, words)),
    }


def _table(
    library: Library, game: str, found: Answer, lang: str, words: LabelTexts, title: str
) -> ListedTable:
    """The values with their limits, and after the best changes. A column that is the same in all
    rows is left out.
    """
    names = {cell: _names(library, game, cell, lang, words) for cell in found.now}
    down, across = ({getattr(n, t) for n in names.values()} for t in ("down", "across"))
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
            "row": names[cell].row,
            "column": names[cell].column,
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


def _names(library: Library, game: str, cell: Cell, lang: str, words: LabelTexts) -> _Names:
    """What a cell is of."""
    content = library.games[game]
    if cell.played:
        scenario = content.scenarios[cell.source].value
        return _Names(*(say(t, lang, content) for t in (scenario.sides[cell.row], scenario.title)))
    result = exact_answer(library, study_of(library, game, cell.source))
    rows = {series.key: series.label for series in result.series}
    columns: dict[str, Label] = dict(zip(result.keys, result.columns, strict=True))
    named = (rows[cell.row], columns[cell.column], result.down, result.across)
    return _Names(*(label_text(library, label, lang, words) for label in named))


def _value(cell: Cell, value: float | None, lang: str) -> str:
    """A value, with a sign if it is outside the limits."""
    return typeset(cell.written(value, lang) + (" ✗" if cell.miss(value) else ""), lang)


def _limits(cell: Cell, lang: str, words: LabelTexts) -> str:
    """The limits in words of the language."""
    least, most = (typeset(cell.limit(limit, lang), lang) for limit in (cell.least, cell.most))
    name = (
        "both" if None not in (cell.least, cell.most) else "least" if cell.most is None else "most"
    )
    return fill(words[f"wish_{name}"], least=least, most=most)


def _verdict(
    library: Library, wish: Entry[Wish], found: Answer, holds: bool, lang: str, words: LabelTexts
) -> Iterator[str]:
    """How the values were found, whether the wish holds, and what it would take, as sentences."""
    if any(cell.played for cell in found.now):
        games = typeset(with_thousands(GAMES, lang), lang)
        yield fill(words["wish_played"], games=games)
    yield words["wish_holds" if holds else "wish_broken"]
    if not holds and wish.value.may_change:
        every = found.edits >= len(tunables_of(library, wish))
        count = len(found.changes) if found.is_met else found.edits
        yield fill(words[_outcome(found, every)], count=count)
    if found.changes:
        parts = dict.fromkeys(each.part for each in found.changes)
        listed = (_part_changes(library, found.changes, part, lang, words) for part in parts)
        both = words["wish_and"]
        name = "wish_with" if found.is_met else "wish_nearest"
        changes = reduce(lambda first, more: fill(both, first=first, more=more), listed)
        yield fill(words[name], changes=changes)


def _outcome(found: Answer, every: bool) -> str:
    """The label that says what was found. `every`: any of the numbers could change together."""
    if found.is_met:
        return "wish_changes" if found.proven else "wish_some_changes"
    if not found.proven:
        return "wish_unknown"
    return "wish_never" if every else "wish_impossible"


def _part_changes(
    library: Library, changes: Changes, part: tuple[str, ...], lang: str, words: LabelTexts
) -> str:
    """The changed numbers of a profile or of a step, such as `Mage: Life 2 → 4, Armour 6 → 4`."""
    own = {each: value for each, value in changes.items() if each.part == part}
    first = next(iter(own))
    entry = library.games[first.game].of_kind(first.kind)[first.id]
    if isinstance(entry.value, Quest):
        of = f"{words['step']} {entry.value.steps[int(first.path[1])].step}"
    else:
        of = say(entry.name, lang, library.games[first.game])
    listed = (_change(library, each, value, lang) for each, value in own.items())
    return fill(words["wish_of"], of=of, changes=Markup(", ").join(listed))


def _change(library: Library, each: Tunable, value: int, lang: str) -> str:
    """A number before and after it is changed."""
    stat, old = stat_of(library, each), whole_value(library, each)
    label = say(stat.label, lang, library.games[each.game]) if stat else str(each.path[-1])
    return Markup("{}\u00a0{}\u00a0→\u00a0{}").format(label, old, each.written(old, value))
