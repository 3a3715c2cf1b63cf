"""Spreadsheets in a project: beside YAML files, read through them, kept in the store, followed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from small_projects import found, only, write
from spreadsheet_files import csv_bytes, xlsx_bytes

from printgen import Project
from printgen.content.fingerprint import checked_digest
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.problems import Position, Problem, sort_problems
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.mechanic import KINDS
from printgen.store import Store

TRAITS = "content/g/traits"
ROWS = [["id", "name", "kind"], ["tough", "Tough", "skill"], ["quick", "Quick", "skill"]]


def traits(root: Path) -> dict[str, str]:
    content = Project(root).library.games["g"]
    return {name: next(iter(entry.value.name.values())) for name, entry in content.traits.items()}


def write_bytes(root: Path, name: str, content: bytes) -> None:
    (root / TRAITS).mkdir(exist_ok=True)
    (root / TRAITS / name).write_bytes(content)


def test_entries_of_files_are_in_the_order_of_their_names(root: Path) -> None:
    write_bytes(root, "Mes règles.csv", csv_bytes(ROWS))
    write_bytes(root, "z.xlsx", xlsx_bytes({"Sheet": [["name", "kind"], ["Last", "skill"]]}))
    write(root, {f"{TRAITS}/a.yaml": "name: First\nkind: skill\n"})
    assert found(root) == []
    assert list(traits(root)) == ["tough", "quick", "a", "last"]


def test_checks_name_the_cell(root: Path) -> None:
    write_bytes(root, "a.xlsx", xlsx_bytes({"Règles": [*ROWS, ["slow", "Slow", "skil"]]}))
    problem = only(root)
    assert str(problem).startswith(f"{TRAITS}/a.xlsx:Règles!C4: trait-kind-unknown: ")
    assert (problem.position.line, problem.position.column) == (4, 3)


def test_a_duplicate_of_an_id_elsewhere(root: Path) -> None:
    write(root, {f"{TRAITS}/tough.yaml": "name: Tough\nkind: skill\n"})
    write_bytes(root, "a.csv", csv_bytes(ROWS))
    problem = only(root)
    assert problem.code == "id-duplicate"
    assert problem.hint == f"first at {TRAITS}/a.csv:A2"


def test_two_yaml_files_read_two_sheets_of_a_workbook(root: Path) -> None:
    sheets = {"Notes": [["x"]], "One": [["Nom", "Sorte", "#"], ["A", "skill", "x"]],
              "Two": [["name", "kind", "Prix"], ["B", "skill", "3"]]}  # fmt: skip
    write_bytes(root, "all.xlsx", xlsx_bytes(sheets))
    write(
        root,
        {
            f"{TRAITS}/1.yaml": "source: all.xlsx\nsheet: One\n"
            "columns: {' NOM': name, Sorte: kind}\n",
            f"{TRAITS}/2.yaml": "source: all.xlsx\nsheet: Two\ncolumns: {Prix: }\n",
        },
    )
    assert found(root) == []
    assert traits(root) == {"a": "A", "b": "B"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "source: b.csv\n",
            f"{TRAITS}/a.yaml:1:9: sheet-unreadable: no file 'b.csv'",
        ),
        ("source: a.csv\nsheet: X\n", f"{TRAITS}/a.yaml:2:8: sheet-unreadable: a CSV file has no"),
        ("source: a.csv\nshet: X\n", f"{TRAITS}/a.yaml:2:1: key-unknown: unknown key 'shet'"),
        ("source: a.csv\ncolumns: [a]\n", f"{TRAITS}/a.yaml:2:10: value-shape: expected a mapping"),
        ("source: a.csv\ncolumns: {Nam: name}\n", f"{TRAITS}/a.yaml:2:11: sheet-header: no column"),
        ("source: a.csv\ncolumns: {id: '-'}\n", ""),
    ],
)
def test_yaml_files_about_a_spreadsheet(root: Path, text: str, problem: str) -> None:
    write_bytes(root, "a.csv", csv_bytes(ROWS))
    write(root, {f"{TRAITS}/a.yaml": text})
    problems = [str(each) for each in Project(root).check() if each.position.file.endswith("yaml")]
    problems = problems or [str(each) for each in Project(root).check()]
    assert len(problems) == bool(problem)
    assert problems == [] or problems[0].startswith(problem)


def test_a_missing_sheet_has_a_hint(root: Path) -> None:
    write_bytes(root, "a.xlsx", xlsx_bytes({"Cards": ROWS}))
    write(root, {f"{TRAITS}/a.yaml": "source: a.xlsx\nsheet: Card\n"})
    message = "a.yaml:2:8: sheet-unreadable: no sheet 'Card' (did you mean 'Cards'?)"
    assert str(only(root)) == f"{TRAITS}/{message}"


def test_locks_of_open_files_are_ignored(root: Path) -> None:
    write_bytes(root, "~$a.xlsx", b"x")
    write_bytes(root, ".~lock.a.ods#", b"x")
    assert found(root) == []


def test_references_into_an_unreadable_spreadsheet_are_not_reported(root: Path) -> None:
    write_bytes(root, "a.xlsx", b"x")
    write(root, {"content/g/profiles/p.yaml": "name: P\ntraits: [tough]\n"})
    assert found(root) == [("sheet-unreadable", f"{TRAITS}/a.xlsx")]


def test_a_folder_with_the_name_of_a_spreadsheet(root: Path) -> None:
    (root / TRAITS / "a.csv").mkdir(parents=True)
    assert found(root) == [("file-unreadable", f"{TRAITS}/a.csv")]


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_the_store_gives_the_same_entries(root: Path, tmp_path: Path, name: str) -> None:
    rows = [*ROWS, ["", "Ünknown", "x"]]
    write_bytes(root, name, csv_bytes(rows) if name == "a.csv" else xlsx_bytes({"A": rows}))
    store = Store(tmp_path / "store")
    runs = [load(Folders(root), KINDS, products_model(), used) for used in (None, store, store)]
    found = [
        ([(e.id, e.value, str(e.at("kind"))) for e in library.games["g"].traits.values()], problems)
        for library, problems in runs
    ]
    assert found[0] == found[1] == found[2]
    store.finish()


def test_a_changed_companion_is_followed(root: Path) -> None:
    write_bytes(root, "a.csv", csv_bytes([["#Titre", "name", "kind"], ["A", "B", "skill"]]))
    files: dict[str, ReadFile] = {}

    def names() -> list[str]:
        library, _ = load(Folders(root), KINDS, products_model(), files=files)
        return list(library.games["g"].traits)

    companion = root / TRAITS / "x.yaml"
    assert names() == ["b"]
    companion.write_text("source: a.csv\ncolumns: {'#Titre': name, name: '-'}\n")
    assert names() == ["a"]
    companion.write_text("source: a.csv\ncolumns: {'#Titre': '-'}\n")
    assert names() == ["b"]
    companion.unlink()
    (root / TRAITS / "a.csv").write_bytes(csv_bytes([["name", "kind"], ["C", "skill"]]))
    assert names() == ["c"]


@pytest.mark.parametrize(
    ("name", "path", "known"),
    [
        ("a.csv", "../x.png", False), ("u.csv", "../x.png", False), ("a.xlsx", "../x.png", False),
        ("a.csv", "x.png", True), ("u.csv", "x.png", True), ("a.xlsx", "x.png", True),
    ],
)  # fmt: skip
def test_problems_are_kept_unless_a_cell_leads_up(
    root: Path, tmp_path: Path, name: str, path: str, known: bool
) -> None:
    rows = [["name", "image"], ["A", path]]
    encoding = "utf-16" if name == "u.csv" else "utf-8"
    content = xlsx_bytes({"A": rows}) if name == "a.xlsx" else csv_bytes(rows, encoding=encoding)
    (root / "content/g/profiles").mkdir()
    (root / "content/g/profiles" / name).write_bytes(content)
    store = Store(tmp_path / "store")
    assert (checked_digest(Folders(root)) is not None) == known
    store.finish()


def test_problems_are_in_the_order_of_rows() -> None:
    places = [Position("a.csv", line, column, cell) for line, column, cell in
              [(10, 1, "A9"), (2, 27, "AA2"), (2, 2, "B2"), (9, 1, "A8")]]  # fmt: skip
    problems = sort_problems(Problem(place, "c", "m") for place in places)
    assert [problem.position.cell for problem in problems] == ["B2", "AA2", "A8", "A9"]


def test_a_named_pipe_does_not_block(root: Path) -> None:
    (root / TRAITS).mkdir()
    os.mkfifo(root / TRAITS / "a.csv")
    assert found(root) == [("file-unreadable", f"{TRAITS}/a.csv")]
