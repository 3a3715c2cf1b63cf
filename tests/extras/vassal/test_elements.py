"""Lists and pieces as VASSAL writes them: its own decoder read all of these texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vassal_files import read_piece, split

from printgen.extras.vassal.elements import Trait, basic, marker, piece, safe_name, sequence, sides

HOSTILE = [
    "plain", "", "a;b", "a/b", "a,b", "a\tb", "\\", "a\\", "\\a", "a\\;b", "'", "''", "'q'", "it's",
    "a'", "'a", ";", "\\;", ";;", "/x/", "é ♠ 龍", "x" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("separator", [";", "/", ",", "\t", "\x1b"])
def test_values_are_read_as_they_were_written(separator: str) -> None:
    assert split(separator, sequence(separator, HOSTILE)) == HOSTILE


@given(st.lists(st.text("a\\';/\t, ", max_size=8), min_size=1, max_size=6))
def test_any_values_are_read_as_they_were_written(values: list[str]) -> None:
    inner = sequence(";", values)
    assert split("/", sequence("/", ["+", inner, inner])) == ["+", inner, inner]
    assert split(";", inner) == values


def test_the_engine_reads_these_texts() -> None:
    # Texts that the runner itself has written.
    assert sequence(";", ["plain", "a;b", "\\", "'q'", "it's"]) == "plain;a\\;b;'\\';''q'';it's"
    traits = [marker({"Side": "Lily, and"}), basic("p.png", "Pike; a/b", 1)]
    type = "mark;Side\tpiece;;;p.png;Pike\\; a\\/b"
    assert piece(traits) == f"+/null/{type}/Lily\\, and\tnull;0;0;1;0"


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_pieces_survive(name: str) -> None:
    name = safe_name(name)
    found = read_piece(
        piece(
            [
                Trait("delete;"),
                sides(["a.png", "b.png"], ["", "+ (back)"], name),
                basic("", name, 7),
            ]
        )
    )
    assert found.name == name
    assert found.trait("emb2")[0][4] == name
    assert found.trait("emb2")[0][16:18] == ["a.png,b.png", ",+ (back)"]
    assert found.trait("piece")[1][3] == "7"


def test_names_have_no_control_characters_and_end_in_no_backslash() -> None:
    assert safe_name("a\tb\nc\x1b\\") == "a b c \\ "
