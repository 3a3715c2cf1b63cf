"""The ids of rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spreadsheet_files import csv_bytes, entries_of, is_cell_text

from printgen.content.limits import MAX_PROBLEMS
from printgen.content.models.profile import Profile
from printgen.content.names import id_from, valid_name
from printgen.content.spreadsheets.reading import free_name, read_spreadsheet


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("L'Épée", "l-epee"), ("L’Œuf", "l-oeuf"), ("  Straße 3 ", "strasse-3"), ("Ψ", ""),
        ("Ærø", "aero"), ("a--b", "a-b"), ("x" * 80, "x" * 60), ("x" * 59 + " y", "x" * 59),
    ],
)  # fmt: skip
def test_ids_of_names(name: str, slug: str) -> None:
    assert id_from(name) == slug


def test_equal_names_are_numbered_and_given_ids_come_first() -> None:
    rows = [["id", "name"], ["", "A"], ["", "A"], ["a-2", "B"], ["", "a 2"], ["12", "C"]]
    assert list(entries_of(csv_bytes(rows))) == ["a", "a-3", "a-2", "a-2-2", "12"]


def test_rows_without_a_name() -> None:
    rows = [["name", "epithet"], [], ["", "x"], ["Ψ", ""]]
    assert list(entries_of(csv_bytes(rows))) == ["row-3", "row-4"]


def test_the_first_column_with_a_name_counts() -> None:
    rows = [["name_fr", "name_en"], ["Le Loup", "The Wolf"], ["", "The Bear"]]
    assert list(entries_of(csv_bytes(rows))) == ["le-loup", "the-bear"]


def test_long_equal_names() -> None:
    rows = [["name"], *(["x" * 70] for _ in range(11))]
    ids = list(entries_of(csv_bytes(rows)))
    assert ids[-1] == "x" * 57 + "-11"
    assert all(map(valid_name, ids))


def test_the_free_number_of_a_name_is_not_searched_from_the_first() -> None:
    class Taken(set[str]):
        asked = 0

        def __contains__(self, name: object) -> bool:
            Taken.asked += 1
            return super().__contains__(name)

    taken, numbers = Taken(), dict[tuple[str, int], int]()
    for _ in range(2000):
        taken.add(free_name("x" * 60, taken, numbers))
    assert "x" * 55 + "-2000" in taken
    assert Taken.asked < 20_000


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (
            [["a", "A"], ["a", "B"]],
            "crew.csv:A3: sheet-id: duplicate id 'a' (first at crew.csv:A2)",
        ),
        ([["A", "A"]], "crew.csv:A2: sheet-id: warning: the id 'A' is read as 'a'"),
        (
            [["C 1", "A"], ["5", "B"], ["C_2", "C"], ["★", "D"]],
            "crew.csv:A2: sheet-id: warning: the id 'C 1' is read as 'c-1', and 2 more in this",
        ),
        ([["★", "A"]], "crew.csv:A2: sheet-id: warning: the id '★' has no letter from a to z"),
        (
            [["C 1", "A"], ["c-1", "B"]],
            "crew.csv:A3: sheet-id: duplicate id 'c-1' (first at crew.csv:A2)",
        ),
        ([["x" * 61, "A"]], "crew.csv:A2: sheet-id: warning: the id 'x"),
    ],
)
def test_faulty_ids(rows: list[list[str]], problem: str) -> None:
    source, problems = read_spreadsheet("crew.csv", csv_bytes([["id", "name"], *rows]), Profile)
    assert str(problems[0]).startswith(problem)
    # No row is lost: other problems of it are found, too.
    assert source
    assert [entry["name"] for entry in source.data["entries"].values()] == [row[1] for row in rows]


def test_the_problems_of_a_file_are_limited() -> None:
    rows = b"id,name\n" + b"a,A\n" * 2000
    _, problems = read_spreadsheet("crew.csv", rows, Profile)
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[0].message == "duplicate id 'a'"
    assert (problems[-1].message, problems[-1].severity) == (
        f"{1999 - MAX_PROBLEMS:,} more problems in this file",
        "error",
    )


NAMES = st.text(min_size=1, max_size=70).filter(is_cell_text)


@pytest.mark.slow
@given(st.lists(NAMES, min_size=1, max_size=12))
def test_every_row_has_a_valid_id_of_its_own(names: list[str]) -> None:
    ids = list(entries_of(csv_bytes([["name"], *([name] for name in names)])))
    assert len(ids) == len(names)
    assert all(map(valid_name, ids))
