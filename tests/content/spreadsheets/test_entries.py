"""Rows to entries: fields, languages, lists, and the positions of values."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import create_model
from spreadsheet_files import csv_bytes, entries_of, only_problem, read_profiles

from printgen.content.models.base import Model
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.text import Text
from printgen.content.spreadsheets.header import CellType, Field, field_named
from printgen.content.spreadsheets.reading import read_spreadsheet
from printgen.content.validation import read_model

Side = Literal["red", "blue"]

Declared = create_model(
    "Declared",
    __base__=Model,
    name=(Text, ...),
    cost=(int, 0),
    code=(str | None, None),
    rare=(bool, False),
    side=(Side, "red"),
    numbers=(list[int], []),
    Odd=(int | None, None),
)


@pytest.mark.parametrize(
    ("model", "name", "field"),
    [
        (Profile, "Name", Field(("name",), CellType(words=True, languages=True))),
        (Profile, "name_FR", Field(("name",), CellType(words=True, languages=True), "fr")),
        (Profile, "story_pt-br", Field(("story",), CellType(words=True, languages=True), "pt-BR")),
        (Profile, "name.en", Field(("name", "en"), CellType(words=True))),
        (Profile, "TRAITS", Field(("traits",), CellType(words=True, many=True))),
        (Profile, "keywords", Field(("keywords",), CellType(True, True, True))),
        (Profile, "keywords_fr", Field(("keywords",), CellType(True, True, True), "fr")),
        (Profile, "Stats.crew.Move", Field(("stats", "crew", "Move"), CellType())),
        (Profile, "stats.crew.move.note_en", Field(
            ("stats", "crew", "move", "note"), CellType(words=True, languages=True), "en")),
        (Profile, "plan_fr", Field(("plan_fr",), CellType())),
        (Trait, "note mark", Field(("note_mark",), CellType(words=True))),
        (Declared, "cost", Field(("cost",), CellType(numbers=True))),
        (Declared, "code", Field(("code",), CellType(words=True))),
        (Declared, "side", Field(("side",), CellType(words=True))),
        (Declared, "numbers", Field(("numbers",), CellType(many=True))),
        (Declared, "odd", Field(("Odd",), CellType(numbers=True))),
        (Declared, "what is this", Field(("what_is_this",), CellType())),
    ],
)  # fmt: skip
def test_fields_of_headers(model: type[Model], name: str, field: Field) -> None:
    assert field_named(model, name) == field


def test_values_by_the_types_of_a_declared_kind() -> None:
    header = ["name", "cost", "code", "rare", "side", "numbers"]
    content = csv_bytes([header, ["0104", "3", "0104", "true", "red", "1; 2\n3"]])
    source, problems = read_spreadsheet("cards.csv", content, Declared)
    assert source is not None
    assert problems == []
    entry = source.data["entries"]["0104"]
    assert entry == {
        "name": "0104", "cost": 3, "code": "0104", "rare": True, "side": "red", "numbers": [1, 2, 3]
    }  # fmt: skip
    assert read_model(Declared, source, ("entries", "0104"), entry)[1] == []


def test_texts_in_languages_and_nested_keys() -> None:
    header = ["id", "name_fr", "name_en", "stats.gun.pot", "stats.gun.aim", "stats.lotow.wounds"]
    rows = [header, ["a", "Le", "The", "3/1", "4+", "2"], ["b", "", "Only", "", "", ""]]
    assert entries_of(csv_bytes(rows)) == {
        "a": {
            "name": {"fr": "Le", "en": "The"},
            "stats": {"gun": {"pot": "3/1", "aim": "4+"}, "lotow": {"wounds": 2}},
        },
        "b": {"name": {"en": "Only"}},
    }


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("Once; Twice, again", ["Once", "Twice, again"]),
        ("Once, Twice", ["Once", "Twice"]),
        ("a; b\nc", ["a; b", "c"]),
        ("Alone", ["Alone"]),
        ("One, two;", ["One, two"]),
        ("One; two\n", ["One; two"]),
    ],
)
def test_lists_of_texts_are_split_at_their_strongest_separator(cell: str, words: list[str]) -> None:
    rows = [["name", "keywords"], ["A", cell]]
    assert entries_of(csv_bytes(rows)) == {"a": {"name": "A", "keywords": words}}


def test_lists_of_texts_in_languages() -> None:
    rows = [["name", "keywords_fr", "keywords_en"], ["A", "Mort; Lent", "Dead; Slow; Old"]]
    keywords = [{"fr": "Mort", "en": "Dead"}, {"fr": "Lent", "en": "Slow"}, {"en": "Old"}]
    source = read_profiles(csv_bytes(rows))
    assert source.data["entries"]["a"]["keywords"] == keywords
    assert str(source.at(("entries", "a", "keywords", 1, "en"))) == "crew.csv:C2"


def test_positions_of_values_keys_and_entries() -> None:
    rows = [["id", "name_fr", "stats.gun.aim", "traits"], [], ["a", "Le", "4+", "x; y"]]
    source = read_profiles(csv_bytes(rows))

    def cell(*path: str | int, key: bool = False) -> str:
        return source.at(("entries", "a", *path), key=key).cell

    assert cell("name", "fr") == "B3"
    assert cell("stats", "gun", "aim") == cell("stats", "gun") == "C3"
    assert cell("stats", "gun", "aim", key=True) == cell("stats", key=True) == "C1"
    assert cell("traits", 1) == "D3"
    assert cell() == cell(key=True) == cell("missing") == "A3"


def test_an_unknown_column_is_reported_once() -> None:
    content = csv_bytes([["id", "name", "colour"], *([f"a-{n}", "A", "red"] for n in range(5))])
    source = read_profiles(content)
    problems = {
        problem
        for name, entry in source.data["entries"].items()
        for problem in read_model(Profile, source, ("entries", name), entry)[1]
    }
    assert [str(p).partition(" (")[0] for p in problems] == [
        "crew.csv:C1: key-unknown: unknown key 'colour'"
    ]


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("name,Name", "crew.csv:B1: sheet-header: duplicate column 'Name'"),
        ("id,name,ID", "crew.csv:C1: sheet-header: duplicate column 'ID'"),
        ("name_fr,name.fr", "crew.csv:B1: sheet-header: duplicate column 'name.fr'"),
        ("name,name_fr", "crew.csv:B1: sheet-header: row 2 has both 'name' and 'name_fr'"),
        ("name_fr,name", "crew.csv:B1: sheet-header: row 2 has both 'name_fr' and 'name'"),
        ("stats.a.b,stats", "crew.csv:B1: sheet-header: row 2 has both 'stats.a.b' and 'stats'"),
        ("id,,#note,x-y", "crew.csv:A1: sheet-header: no column has the name of a field"),
    ],
)
def test_faulty_headers(header: str, problem: str) -> None:
    assert only_problem(f"{header}\na,b,c\n".encode()).startswith(problem)


def test_columns_that_exclude_each_other_in_different_rows() -> None:
    rows = [["id", "name", "name_en", "stats.gun.aim", "stats.gun.aim.symbol"]]
    rows += [["a", "A", "", "4+", ""], ["b", "", "B", "", "*"]]
    assert entries_of(csv_bytes(rows)) == {
        "a": {"name": "A", "stats": {"gun": {"aim": "4+"}}},
        "b": {"name": {"en": "B"}, "stats": {"gun": {"aim": {"symbol": "*"}}}},
    }


def test_gaps_in_lists_of_texts() -> None:
    rows = [["name", "keywords_fr", "keywords_any"], ["A", "Mort;;Lent", ";Zed"]]
    keywords = [{"fr": "Mort"}, {"any": "Zed"}, {"fr": "Lent"}]
    assert entries_of(csv_bytes(rows))["a"]["keywords"] == keywords
