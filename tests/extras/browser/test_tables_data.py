"""The data of tables in the play aid are those of the game, in all its languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from quest_pages import loaded
from small_projects import write

from printgen import Project
from printgen.extras.browser.assembly import BOLD, marked
from printgen.extras.browser.tables import tables_data
from printgen.rules.cells import parse_totals
from printgen.typography.text import plain_words, say

GAMES = ("un-jeu-de-figs", "zombstone", "dracula-america", "furia-cartese", "lotow")


def data_of(project: Project, game: str) -> dict[str, Any]:
    found = tables_data(project.library, game)
    assert found is not None
    return found


def table_of(project: Project, game: str, name: str) -> dict[str, Any]:
    return next(table for table in data_of(project, game)["tables"] if table["id"] == name)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_in_one_group_and_says_what_its_game_says(
    demo_project: Project, game: str
) -> None:
    content, found = demo_project.library.games[game], data_of(demo_project, game)
    grouped = [name for group in found["groups"] for name in group["tables"]]
    assert sorted(grouped) == sorted(content.tables) == sorted(t["id"] for t in found["tables"])
    for shown in found["tables"]:
        table = content.tables[shown["id"]].value
        assert [len(row) for row in shown["rows"]] == [len(row) for row in table.rows]
        for row, cells in zip(table.rows, shown["rows"], strict=True):
            for key, cell in zip(table.columns, cells, strict=True):
                for lang in content.game.languages:
                    told = plain_words(say(row[key], lang, content)).replace("-", "–")
                    assert cell[lang].replace(BOLD, "").replace("-", "–").split() == told.split()


@pytest.mark.parametrize("game", GAMES)
def test_each_total_of_a_roll_has_the_row_that_names_it(demo_project: Project, game: str) -> None:
    for table in data_of(demo_project, game)["tables"]:
        if "roll" in table:
            for total, row in table["roll"]["rows"].items():
                named = [parse_totals(cell["en"]) for cell in table["rows"][row]]
                assert any(
                    totals and (totals.least or 0) <= int(total) <= (totals.most or 999)
                    for totals in named
                )


def test_addends_make_more_totals(demo_project: Project) -> None:
    roll = table_of(demo_project, "dracula-america", "clues")["roll"]
    assert (roll["count"], roll["sides"], roll["tens"]) == (1, 8, False)
    assert [(part["min"], part["max"]) for part in roll["plus"]] == [(0, 4)]
    assert list(roll["rows"]) == [str(total) for total in range(1, 13)]


def test_modifiers_add_up_and_some_exclude_others(demo_project: Project) -> None:
    adds = table_of(demo_project, "un-jeu-de-figs", "shooting-modifiers")["adds"]
    assert adds["numbers"] == [1, 2, 1, -1, -1, -2, -1, -2, -2]
    assert adds["one_of"] == [[1, 2, 3], [4, 5], [6, 7]]


def test_a_pack_has_a_row_for_each_card(demo_project: Project) -> None:
    pack = table_of(demo_project, "dracula-america", "values")["pack"]
    assert len(pack["suits"]) * len(pack["ranks"]) + pack["jokers"] == 54
    rows = {rank["label"]["en"]: rank["row"] for rank in pack["ranks"]}
    assert (rows["A"], rows["9"], rows["8"], rows["2"], pack["joker_row"]) == (0, 0, 1, 1, 2)


def test_a_matrix_has_its_ranks_and_its_cells(demo_project: Project) -> None:
    matrix = table_of(demo_project, "zombstone", "conflicts")["matrix"]
    full = [label["en"] for label in matrix["columns"]].index("Full house")
    pairs = [label["en"] for label in matrix["rows"]].index("Two pairs")
    assert matrix["cells"][pairs][full] == "3"
    assert matrix["impossible"] == matrix["cells"][pairs][0] == "*"


def test_dice_of_tens_and_units(tmp_path: Path) -> None:
    rows = "".join(f"  - {{n: {ten}1-{ten}6, what: Ten {ten}}}\n" for ten in range(1, 7))
    head = "title: T\nroll: {dice: D66, column: n}\ncolumns: {n: N, what: W}\nrows:\n"
    game = {"game.yaml": "title: G\nlanguages: [de]\n", "tables/t.yaml": head + rows}
    write(tmp_path, {f"content/g/{name}": text for name, text in game.items()})
    found: Any = tables_data(loaded(tmp_path), "g")
    assert found is not None
    roll = found["tables"][0]["roll"]
    assert (roll["count"], roll["sides"], roll["tens"]) == (2, 6, True)
    assert roll["words"] == {"de": "W66"}
    assert len(roll["rows"]) == 36
    assert roll["rows"]["43"] == 3


def test_a_game_without_tables_has_no_tool(tmp_path: Path) -> None:
    write(tmp_path, {"content/g/game.yaml": "title: G\nlanguages: [en]\n"})
    assert tables_data(loaded(tmp_path), "g") is None


def test_markup_becomes_marks() -> None:
    assert marked("<strong>A&amp;B</strong> <em>c</em> <span>d</span>") == (
        "\u0002A&B\u0002 \u0003c\u0003 d"
    )
