"""Problems as values and in the formats that people and programs read."""

from __future__ import annotations

import json
import re

import pytest

from printgen.problems import (
    FORMATS,
    Position,
    Problem,
    as_github,
    as_json,
    as_sarif,
    as_text,
    did_you_mean,
    gather,
    has_errors,
    sort_problems,
)

PLACE = Position("content/g/game.yaml", 12, 9)
FAULT = Problem(PLACE, "trait-unknown", "no trait 'slwo'", "did you mean 'slow'?")
WARNING = Problem(PLACE, "file-unknown", "not read", severity="warning")


# --- sorting ----------------------------------------------------------------------------------


def at(file: str, line: int, column: int, code: str = "some-code", message: str = "m") -> Problem:
    return Problem(Position(file, line, column), code, message)


def test_problems_are_sorted_by_position() -> None:
    ordered = [
        at("a.yaml", 2, 9),
        at("a.yaml", 10, 1),
        at("a.yaml", 10, 2),
        at("a.yaml", 10, 10, "a-code", "z"),
        at("a.yaml", 10, 10, "b-code", "a"),
        at("a.yaml", 10, 10, "b-code", "b"),
        at("b.yaml", 1, 1),
    ]
    assert sort_problems(reversed(ordered)) == ordered
    assert sort_problems([*ordered[3:], *ordered[:3]]) == ordered


def test_equal_problems_are_listed_once() -> None:
    twin = Problem(Position(*("content/g/game.yaml", 12, 9)), FAULT.code, FAULT.message, FAULT.hint)
    assert sort_problems([FAULT, WARNING, twin, FAULT]) == [WARNING, FAULT]


def test_different_problems_are_all_listed() -> None:
    twins = [
        FAULT,
        Problem(PLACE, FAULT.code, FAULT.message, "another hint"),
        Problem(PLACE, FAULT.code, "another message", FAULT.hint),
        Problem(PLACE, FAULT.code, FAULT.message, FAULT.hint, "warning"),
        Problem(PLACE, FAULT.code, FAULT.message, FAULT.hint, also=Position("b.yaml")),
    ]
    assert len(sort_problems([*twins, *twins])) == 5


def test_sorting_accepts_iterators() -> None:
    assert sort_problems(problem for problem in (WARNING, FAULT)) == [WARNING, FAULT]
    assert sort_problems([]) == []


def test_warnings_are_not_errors() -> None:
    assert has_errors([WARNING, FAULT])
    assert not has_errors([WARNING])
    assert not has_errors([])


# --- hints ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("slwo", ["fast", "slow"], "did you mean 'slow'?"),
        ("slow", ["slow"], "did you mean 'slow'?"),
        ("zzz", ["slow", "fast"], "known: fast, slow"),
        ("", ["slow"], "known: slow"),
        ("zzz", [], ""),
        ("dice", ["die", "roll"], "known: die, roll"),
        ("bend", ["band", "bond"], "known: band, bond"),
        ("wound", ["sound", "wounded"], "did you mean 'wounded'?"),
        ("card_6.png", ["card_06.png", "card_60.png"], "did you mean 'card_06.png'?"),
        ("zzz", [f"name-{n}" for n in range(10, 22)], None),
        ("zzz", [f"name-{n}" for n in range(10, 23)], ""),
    ],
)
def test_did_you_mean(word: str, known: list[str], hint: str | None) -> None:
    expected = "known: " + ", ".join(known) if hint is None else hint
    assert did_you_mean(word, known) == expected
    assert did_you_mean(word, iter(known)) == expected
    assert did_you_mean(word, reversed(known)) == expected


# --- as text ----------------------------------------------------------------------------------


def test_text_format() -> None:
    assert as_text([FAULT, WARNING]) == (
        "content/g/game.yaml:12:9: trait-unknown: no trait 'slwo' (did you mean 'slow'?)\n"
        "content/g/game.yaml:12:9: file-unknown: warning: not read"
    )
    assert as_text([]) == ""


def test_default_position_is_line_1_column_1() -> None:
    assert str(Position("a.yaml")) == "a.yaml:1:1"


# --- as JSON ----------------------------------------------------------------------------------


def test_json_format() -> None:
    also = Problem(PLACE, "key-duplicate", "twice « é »", also=Position("b.yaml", 3, 4))
    text = as_json(iter([FAULT, WARNING, also]))
    assert "« é »" in text
    assert json.loads(text) == [
        {
            "file": "content/g/game.yaml",
            "line": 12,
            "column": 9,
            "severity": "error",
            "code": "trait-unknown",
            "message": "no trait 'slwo'",
            "hint": "did you mean 'slow'?",
        },
        {
            "file": "content/g/game.yaml",
            "line": 12,
            "column": 9,
            "severity": "warning",
            "code": "file-unknown",
            "message": "not read",
            "hint": "",
        },
        {
            "file": "content/g/game.yaml",
            "line": 12,
            "column": 9,
            "severity": "error",
            "code": "key-duplicate",
            "message": "twice « é »",
            "hint": "",
            "also": "b.yaml:3:4",
        },
    ]
    assert json.loads(as_json([])) == []


# --- for GitHub -------------------------------------------------------------------------------


def test_github_format() -> None:
    assert as_github([FAULT, WARNING]) == (
        "::error file=content/g/game.yaml,line=12,col=9,title=trait-unknown::"
        "no trait 'slwo' (did you mean 'slow'?)\n"
        "::warning file=content/g/game.yaml,line=12,col=9,title=file-unknown::not read"
    )
    assert as_github([]) == ""


def test_github_escapes_messages() -> None:
    problem = Problem(PLACE, "value-shape", "100 %\r\n::error::a, b: %0A", "one\ntwo")
    (line,) = as_github([problem]).splitlines()
    assert line.endswith("::100 %25%0D%0A::error::a, b: %250A (one%0Atwo)")


def test_github_escapes_properties() -> None:
    problem = Problem(Position("a,line=9:b%3A\n.yaml", 1, 2), "value-shape", "m")
    assert as_github([problem]) == (
        "::error file=a%2Cline=9%3Ab%253A%0A.yaml,line=1,col=2,title=value-shape::m"
    )


# --- SARIF ------------------------------------------------------------------------------------


def test_sarif_format() -> None:
    log = json.loads(as_sarif(iter([FAULT, WARNING, FAULT])))
    assert log["version"] == "2.1.0"
    assert re.fullmatch(r"https://.*sarif.*2\.1\.0.*\.json", log["$schema"])
    (run,) = log["runs"]
    assert run["tool"]["driver"]["name"] == "printgen"
    assert run["tool"]["driver"]["rules"] == [{"id": "file-unknown"}, {"id": "trait-unknown"}]
    first, second, _ = run["results"]
    assert first["ruleId"] == "trait-unknown"
    assert first["level"] == "error"
    assert first["message"] == {"text": "no trait 'slwo' (did you mean 'slow'?)"}
    (location,) = first["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "content/g/game.yaml"},
        "region": {"startLine": 12, "startColumn": 9},
    }
    assert (second["ruleId"], second["level"]) == ("file-unknown", "warning")
    assert second["message"] == {"text": "not read"}


def test_sarif_without_problems_has_a_run() -> None:
    (run,) = json.loads(as_sarif([]))["runs"]
    assert run["results"] == []


def test_sarif_files_are_uris() -> None:
    problem = Problem(Position("content/g/une carte #1 100%.yaml"), "name-invalid", "m")
    (result,) = json.loads(as_sarif([problem]))["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "content/g/une%20carte%20%231%20100%25.yaml"


def test_the_formats_by_name() -> None:
    assert list(FORMATS) == ["text", "json", "github", "sarif"]


def test_problems_of_spreadsheets_name_their_cell() -> None:
    problem = Problem(Position("a.xlsx", 3, 2, "Cards!B3"), "c", "m")
    assert as_text([problem]) == "a.xlsx:Cards!B3: c: m"
    record = json.loads(as_json([problem]))[0]
    assert (record["line"], record["column"], record["cell"]) == (3, 2, "Cards!B3")
    assert as_github([problem]) == "::error file=a.xlsx,line=3,col=2,title=c Cards!B3::m"


def test_very_many_problems_are_one_if_their_hints_are_alike() -> None:
    def marks(hint: str) -> list[Problem]:
        places = [Position("chapters/01-start.en.md", line) for line in range(1, 22)]
        words = [f"'{place.line}' would be printed as text" for place in places]
        signs = "♠♥♦" * 7
        return [
            Problem(place, "chapter-text", message, hint.format(sign))
            for place, message, sign in zip(places, words, signs, strict=True)
        ]

    delete, write = marks("delete it"), marks("write {}")
    groups = gather([*delete, *write])
    assert [(group.cause, len(group.others)) for group in groups] == [
        (delete[0], 20),
        (write[0], 20),
    ]
