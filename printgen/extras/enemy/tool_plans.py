"""Action plans, profiles and tables of a game as data of the play aid."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from printgen.content.library import Entry, GameContent
from printgen.content.models.scenario import ActionPlan, PlanAction
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.extras.browser.assembly import Translations, translations
from printgen.rules.cells import parse_dice, rows_by_total
from printgen.rules.references import deed_of, question_of

# The words in bold type at the start of an action: `**Attack** the target`. With a colon they say
# when it is possible: `**In contact:** it attacks`.
_LEAD = re.compile(r"\s*\*\*([^*:]+?)[.\s]*\*\*")

# Longer words in bold type are no name of an action.
MOST_LEAD = 32


class ActionData(TypedDict):
    """An action of a plan: its name if it has one, its text, when it is possible as a question,
    what is done then; what it brings, the name of its limit, and the plans of figures that may do
    it (all if empty).
    """

    lead: Translations | None
    text: Translations
    ask: Translations | None
    deed: Translations
    brings: str | None
    limit: str | None
    only: list[int]


class PlanData(TypedDict):
    """A plan. `art` is the name of its drawing. One that is `apart` is not in the list of plans."""

    id: str
    name: Translations
    epithet: Translations | None
    intro: Translations | None
    note: Translations | None
    art: str | None
    apart: bool
    actions: list[ActionData]


class AddendData(TypedDict):
    """What is added to a roll: its label, its least and its greatest value."""

    label: Translations
    min: int
    max: int


class RowData(TypedDict):
    """A row of a table: its totals as printed, and its text."""

    totals: Translations
    text: Translations


class RollData(TypedDict):
    """A table that is rolled on. `by` has the row (from 0) of each total."""

    title: Translations
    note: Translations | None
    dice: tuple[int, int]
    plus: AddendData | None
    rows: list[RowData]
    by: dict[int, int]


def maybe(text: Text | None, content: GameContent) -> Translations | None:
    """A text in all languages of a game; None without."""
    return translations(text, content) if text else None


def plan_data(content: GameContent, entry: Entry[ActionPlan], home: GameContent) -> PlanData:
    """A plan in the languages of the game `home`."""
    plan = entry.value
    return {
        "id": entry.id if content is home else f"{content.id}/{entry.id}",
        "name": _spoken(plan.name, content, home),
        "epithet": _spoken(plan.epithet, content, home) if plan.epithet else None,
        "intro": _spoken(plan.intro, content, home) if plan.intro else None,
        "note": _spoken(plan.note, content, home) if plan.note else None,
        "art": f"vignettes/{plan.vignette}" if plan.vignette else None,
        "apart": False,
        "actions": actions_data(plan.actions, content),
    }


def actions_data(actions: Sequence[PlanAction], content: GameContent) -> list[ActionData]:
    """The actions of a plan. The last one is asked about only if it has a question of its own; an
    action without a question is asked about in its own words.
    """
    last = len(actions) - 1
    return [_action(action, number == last, content) for number, action in enumerate(actions)]


def _action(action: PlanAction, last: bool, content: GameContent) -> ActionData:
    asked = action.question if last else question_of(action) or action
    deed = translations(deed_of(action), content)
    return {
        "lead": _lead(action, content),
        "text": translations(action, content),
        "ask": maybe(asked, content),
        "deed": {lang: words[:1].upper() + words[1:] for lang, words in deed.items()},
        "brings": None,
        "limit": None,
        "only": [],
    }


def _lead(action: PlanAction, content: GameContent) -> Translations | None:
    """The name of an action, in each language."""
    found = {lang: _LEAD.match(words) for lang, words in action.items()}
    leads = {lang: match[1].strip() for lang, match in found.items() if match}
    if len(leads) < len(found) or any(len(words) > MOST_LEAD for words in leads.values()):
        return None
    return translations(Text(leads), content)


def _spoken(text: Text, content: GameContent, home: GameContent) -> Translations:
    said = translations(text, content)
    first = next(iter(said.values()))
    return {lang: said.get(lang, first) for lang in home.game.languages}


def roll_data(content: GameContent, entry: Entry[Table]) -> RollData:
    """A table that is rolled on, with the cells of its rows beside the totals."""
    table = entry.value
    assert table.roll is not None
    column = table.roll.column
    plus = table.roll.plus[0] if table.roll.plus else None
    return {
        "title": translations(table.title, content),
        "note": maybe(table.note, content),
        "dice": parse_dice(table.roll.dice) or (1, 6),
        "plus": {"label": translations(plus.label, content), "min": plus.min, "max": plus.max}
        if plus
        else None,
        "rows": [_row(row, column, content) for row in table.rows],
        "by": rows_by_total(entry),
    }


def _row(row: Mapping[str, Text], column: str, content: GameContent) -> RowData:
    cells = [translations(text, content) for name, text in row.items() if name != column]
    return {
        "totals": translations(row[column], content),
        "text": {lang: " — ".join(cell[lang] for cell in cells) for lang in content.game.languages},
    }
