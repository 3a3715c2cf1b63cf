"""Tables of study results: layout and numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers import dice, shared
from hypothesis import given, settings
from sample_results import answers, sample

from printgen import Project
from printgen.content.library import Library
from printgen.content.models.theme import ChartTheme
from printgen.rules.study_results import StudyResult
from printgen.typography.labels import labels
from printgen.views.studies import (
    StudyTableView,
    method_text,
    result_view,
    study_tables,
    study_view,
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "dice", dice)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    project = Project(root)
    assert project.problems == []
    return project.library


def tables(library: Library, answer: StudyResult, lang: str = "en") -> list[StudyTableView]:
    words = labels(library.folders, "plain", lang)
    return study_tables(result_view(library, answer, lang, words), ChartTheme(), "Title")


def numbers(found: list[StudyTableView]) -> list[str]:
    """Every cell of tables except the row labels."""
    cells = []
    for table in found:
        if table["matrix"]:
            cells += [c["text"] for row in table["matrix"]["rows"] for c in row["cells"]]
        else:
            half = table["columns"].index(table["columns"][0], 1) if table["folded"] else 0
            names = {0, half}
            rows = [list(row.values()) for row in table["rows"]]
            cells += [c for row in rows for i, c in enumerate(row) if i not in names and c]
    return [str(cell) for cell in cells]


def test_a_small_result_is_a_matrix(library: Library) -> None:
    (table,) = tables(library, sample(["a", "b"], {"x": [0.1, None], "y": [0.3, 1]}))
    matrix = table["matrix"]
    assert matrix
    assert (matrix["rows_label"], matrix["columns_label"]) == ("down", "across")
    assert [row["label"] for row in matrix["rows"]] == ["x", "y"]
    assert numbers([table]) == ["10%", "–", "30%", "100%"]


def test_a_wide_result_is_transposed_and_folded(library: Library) -> None:
    rows = {name: [n / 100 for n in range(40)] for name in ("Hero", "Mage", "Dwarf")}
    (table,) = tables(library, sample(list(range(1, 41)), rows))
    assert table["folded"]
    assert len(table["rows"]) == 20
    assert table["columns"][0] == table["columns"][4] == "across"
    assert len(numbers([table])) == 120
    assert list(table["rows"][0].values())[:2] == ["1", "0%"]
    assert list(table["rows"][0].values())[4:6] == ["21", "20%"]


def test_a_result_too_large_for_one_table_is_split(library: Library) -> None:
    rows = {f"Somebody with a name {n}": [n + 1000.5] * 12 for n in range(14)}
    columns = [f"Elsewhere-and-far-away-{n}" for n in range(12)]
    found = tables(library, sample(columns, rows, "mean"))
    assert len(found) > 1
    assert str(found[1]["title"]) == f"Title (2/{len(found)})"
    assert sorted(numbers(found)) == sorted(
        f"{n + 1000.5:.1f}" for n in range(14) for _ in range(12)
    )


def test_narrow_columns_omit_the_percent_signs(library: Library) -> None:
    rows = {"x": [0.22] * 14, "y": [0.5] * 14}
    (table,) = tables(library, sample(list(range(14)), rows))
    assert table["matrix"]
    assert str(table["matrix"]["columns_label"]) == "across (%)"
    assert set(numbers([table])) == {"22", "50"}


@given(answers())
@settings(max_examples=15, deadline=None)
def test_tables_show_each_number_once(library: Library, answer: StudyResult) -> None:
    found = tables(library, answer)
    wanted = [
        answer.format_number(v, "en").rstrip("%") for row in answer.series for v in row.values
    ]
    shown = [cell.replace("&lt;", "<").replace("&gt;", ">").rstrip("%") for cell in numbers(found)]
    assert sorted(shown) == sorted(wanted)


def test_the_view_of_a_study_has_its_tables(library: Library) -> None:
    view = study_view(library, library.games["fog"].studies["guts"], "en")
    assert view["title"] == "Guts"
    (table,) = view["tables"]
    assert numbers([table]) == [str(cell) for cell in view["rows"][0]["cells"]]


def test_simulated_results_do_not_print_their_seed(library: Library) -> None:
    result = replace(sample([1], {"win": [0.5]}), games=20_000, seed=1881)
    words = labels(library.folders, "plain", "en")
    assert method_text(result, "en", words) == "20,000 games simulated for each character."
