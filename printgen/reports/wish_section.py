"""The wishes of a game in its report: what was wished for, and what is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TypedDict

from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import Label
from printgen.balance.goals import Cell, cells_of, study_of
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.wish import Wish
from printgen.mechanics.studies import exact_answer
from printgen.typography.text import say
from printgen.typography.typeset import typeset
from printgen.views.studies import label_text


class WishNamesView(TypedDict):
    """What a value of the goals of a wish is of."""

    study: str
    row: str
    column: str


class WishRowView(WishNamesView):
    """A value of the goals of a wish, its limits, and whether it is within them."""

    limits: str
    now: str
    holds: bool


class WishView(TypedDict):
    """A wish and all values of its goals."""

    title: str
    holds: bool
    rows: list[WishRowView]


def wish_views(
    library: Library, content: GameContent, lang: str, words: Mapping[str, str]
) -> Iterator[WishView]:
    """The wishes of a game that can be answered."""
    for wish in content.wishes.values():
        with suppress(ComputationError):
            rows = list(_rows(library, wish, lang, words))
            holds = all(row["holds"] for row in rows)
            yield {"title": say(wish.value.title, lang, content), "holds": holds, "rows": rows}


def _rows(
    library: Library, wish: Entry[Wish], lang: str, words: Mapping[str, str]
) -> Iterator[WishRowView]:
    content = library.games[wish.game]
    for cell, value in cells_of(library, wish).items():
        yield {
            **_names(library, content, cell, lang, words),
            "limits": _limits(cell, lang, words),
            "now": typeset(cell.written(value, lang), lang),
            "holds": not cell.miss(value),
        }


def _names(
    library: Library, content: GameContent, cell: Cell, lang: str, words: Mapping[str, str]
) -> WishNamesView:
    """What a cell is of."""
    if cell.played:
        scenario = content.scenarios[cell.source].value
        title, side = (say(t, lang, content) for t in (scenario.title, scenario.sides[cell.row]))
        return {"study": title, "row": side, "column": title}
    study = study_of(library, content.id, cell.source)
    result = exact_answer(library, study)
    rows = {series.key: series.label for series in result.series}
    columns: dict[str, Label] = dict(zip(result.keys, result.columns, strict=True))
    return {
        "study": say(study.value.title, lang, content),
        "row": label_text(library, rows[cell.row], lang, words),
        "column": label_text(library, columns[cell.column], lang, words),
    }


def _limits(cell: Cell, lang: str, words: Mapping[str, str]) -> str:
    """The limits in words of the language."""
    least, most = (typeset(cell.written(limit, lang), lang) for limit in (cell.least, cell.most))
    name = (
        "both" if None not in (cell.least, cell.most) else "least" if cell.most is None else "most"
    )
    return words[f"wish_{name}"].replace("{least}", least).replace("{most}", most)
