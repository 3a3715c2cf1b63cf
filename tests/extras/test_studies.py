"""Studies: formatted numbers, tables, and figures quoted in chapters."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from case_files import CASES
from hypothesis import given
from hypothesis import strategies as st

from printgen import Project
from printgen.rules.studies import answer
from printgen.rules.study_results import format_number
from printgen.views.studies import study_view

STUDY = """title: Win
quest: {quests: [throne], heroes: [hero]}
"""
# The hero has life 3 and armour 5, then 4 and 4 against the king (6, 0). With cards 1, 2, 1, 2 his
# power is at most 6 against 7: he never strikes, and his armour stops the king's strikes of 1 to 3.
LOST = 'The hero wins [{words}]{{.odds key="{key}"}} of his games.\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The small sound project with a study and a book of one chapter."""
    shutil.copytree(CASES / "base", tmp_path, dirs_exist_ok=True)
    game = tmp_path / "content" / "g"
    (game / "studies").mkdir()
    (game / "studies" / "win.yaml").write_text(STUDY)
    (game / "chapters").mkdir()
    (game / "products.yaml").write_text("book: {title: B, output: book}\n")
    return tmp_path


def problems(root: Path, key: str, words: str) -> list[tuple[str, int, int, str]]:
    text = "# Start {#start}\n\n" + LOST.format(key=key, words=words)
    (root / "content/g/chapters/01-start.en.md").write_text(text)
    return [
        (p.code, p.position.line, p.position.column, p.message)
        for p in Project(root).check()
        if p.severity == "error"
    ]


@pytest.mark.parametrize("words", ["0%", "0 %", "0\u202f%"])
def test_a_quoted_figure_that_matches_its_study(root: Path, words: str) -> None:
    assert problems(root, "win hero best", words) == []


@pytest.mark.parametrize(
    ("key", "words", "message"),
    [
        ("win hero best", "12%", "the value is 0%, not 12%"),
        ("win hero most", "0%", "no row or column 'most' in the study"),
        ("win heroine best", "0%", "no row or column 'heroine' in the study"),
        ("wins hero best", "0%", "no study 'wins'"),
        ("win hero", "0%", "a key names a study, a row and a column"),
        ("win hero best play", "0%", "a key names a study, a row and a column"),
        ("", "0%", "a key names a study, a row and a column"),
    ],
)
def test_quoted_figures_that_do_not_match(root: Path, key: str, words: str, message: str) -> None:
    assert problems(root, key, words) == [("quoted-value-wrong", 3, 15, message)]


def test_the_view_of_a_study_is_a_table(root: Path) -> None:
    library = Project(root).library
    view = study_view(library, library.games["g"].studies["win"], "en")
    assert view["columns"] == ["Best play", "Simple play"]
    (row,) = view["rows"]
    assert (row["key"], row["label"], row["cells"]) == ("hero", "The Hero", ["0%", "0%"])
    assert (view["down"], view["method"]) == ("Character", "Computed exactly.")


def test_a_study_sets_its_number_of_digits(root: Path) -> None:
    (root / "content/g/studies/win.yaml").write_text(STUDY + "digits: 2\n")
    library = Project(root).library
    found = answer(library, library.games["g"].studies["win"])
    assert found.format_number(found.value("hero", "best"), "fr") == "0,00 %"


@pytest.mark.parametrize(
    ("number", "fr", "en"),
    [
        (Fraction(1, 3), "33 %", "33%"),
        (Fraction(1, 1000), "< 1 %", "< 1%"),
        (0.9999, "> 99 %", "> 99%"),
        (0, "0 %", "0%"),
        (1, "100 %", "100%"),
        (Fraction(1, 8), "13 %", "13%"),
        (Fraction(1, 200), "1 %", "1%"),
        (Fraction(-1, 8), "−13 %", "−13%"),
        (None, "–", "–"),
    ],
)
def test_formatted_chances(number: float, fr: str, en: str) -> None:
    assert (format_number(number, "chance", "fr"), format_number(number, "chance", "en")) == (
        fr,
        en,
    )


def test_formatted_means() -> None:
    assert format_number(Fraction(9, 4), "mean", "fr", 2) == "2,25"
    assert format_number(-1.25, "mean", "en") == "−1.3"
    assert format_number(7, "count", "en") == "7"


@given(st.fractions(0, 1), st.integers(0, 3))
def test_formatted_chances_are_rounded_correctly(chance: Fraction, digits: int) -> None:
    text = format_number(chance, "chance", "en", digits).removesuffix("%")
    if text[0] in "<>":
        limit = Fraction(text[2:]) / 100
        assert 0 < chance < limit if text[0] == "<" else limit < chance < 1
    else:
        assert abs(Fraction(text) / 100 - chance) <= Fraction(1, 200 * 10**digits)
        assert (Fraction(text) in (0, 100)) == (chance in (0, 1))


def test_a_quest_with_errors_causes_no_study_errors(root: Path) -> None:
    quest = root / "content/g/quests/throne.yaml"
    quest.write_text(quest.read_text() + "\nunknown_key: 1\n")
    codes = {p.code for p in Project(root).check() if p.severity == "error"}
    assert "key-unknown" in codes
    assert "study-invalid" not in codes
