"""Completion of the rows and columns of studies, and in quests, in the demonstration games."""

from __future__ import annotations

import pytest
from demo_games import asked
from lsprotocol import types

from printgen import Project
from printgen.extras.language_server.completion import in_quest, in_words


def names(found: list[types.CompletionItem] | None) -> list[str] | None:
    return None if found is None else [item.label for item in found]


def test_keys_of_odds(demo_project: Project) -> None:
    library = demo_project.library
    game, result = (
        library.games["dracula-america"],
        asked(library, "dracula-america", "clue-search"),
    )
    start = '[25 %]{.odds key="'
    assert "clue-search" in (names(in_words(library, game, start, "fr")) or ())
    rows = names(in_words(library, game, start + "clue-search ", "fr"))
    assert rows == [series.key for series in result.series]
    columns = in_words(library, game, start + "clue-search first 1", "fr")
    assert names(columns) == [*result.keys]
    assert columns and columns[0].detail == result.format_number(result.value("first", "1"), "fr")
    for words in ("clue-search last-of-all ", "no-study ", "clue-search first 1 "):
        assert in_words(library, game, start + words, "fr") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("    type: ", ["fight", "trap", "aid"]),
        ("  - {step: 1, type: f", ["fight", "trap", "aid"]),
        ("    enemy: {", ["life", "armour"]),
        ("    enemy: {life: 1, ar", ["life", "armour"]),
        ("    enemy:\n      life: 1\n      ", ["life", "armour"]),
        ("    enemy: {life: ", None),
        ("    name: type", None),
        ("    name:\n      ", None),
    ],
)
def test_quests(demo_project: Project, text: str, expected: list[str] | None) -> None:
    game, lines = demo_project.library.games["deathly-thrones"], text.split("\n")
    assert names(in_quest(game, lines, len(lines) - 1, lines[-1])) == expected
