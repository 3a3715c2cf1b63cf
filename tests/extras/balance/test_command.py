"""`printgen balance`: what it prints, and the lines that it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runs import run_printgen
from fen_game import FILES
from small_projects import write

from printgen import Project

HERO = """# The reed.
name: Reed
stats:
  hero: {life: 3,   armour: 2}  # bends
"""
EVEN = """title: Even
goals: [{study: chances, rows: [reed], columns: [best], least: 50 %, most: 80 %}]
may_change:
- {profiles: [reed], stat: life, by: [-2, 2]}
- {profiles: [reed], stat: armour, by: [-2, 2]}
"""


@pytest.fixture
def fen(tmp_path: Path) -> Path:
    files = {"content/fen/profiles/reed.yaml": HERO, "content/fen/wishes/even.yaml": EVEN}
    return write(tmp_path / "fen", FILES | files)


def test_changes_are_printed_and_written_with_the_rest_of_the_file_kept(fen: Path) -> None:
    done = run_printgen("balance", "fen/even", cwd=fen)
    assert done.returncode == 0, done.stderr
    assert "1 number to change; no fewer do." in done.stdout
    profile = fen / "content/fen/profiles/reed.yaml"
    assert profile.read_text() == HERO
    done = run_printgen("balance", "fen/even", "--apply", "--format", "json", cwd=fen)
    record = json.loads(done.stdout[: done.stdout.rindex("}") + 1])
    (line,) = record["lines"]
    assert (record["met"], record["proven"], record["changed"]) == (True, True, 1)
    assert profile.read_text() == HERO.replace("hero: {life: 3,   armour: 2}  # bends", line["new"])
    assert line["new"].endswith("}  # bends") and line["new"] != line["old"]
    assert [problem.code for problem in Project(fen).check()] == []
    done = run_printgen("balance", "fen/even", cwd=fen)
    assert (done.returncode, "The wish holds" in done.stdout) == (0, True)


def test_what_cannot_be_met_is_proven_and_nothing_is_written(fen: Path) -> None:
    wish = fen / "content/fen/wishes/even.yaml"
    wish.write_text(EVEN.replace("50 %, most: 80 %", "12.3 %, most: 12.4 %"))
    done = run_printgen("balance", "fen/even", "--apply", "--edits", "2", cwd=fen)
    assert done.returncode != 0
    assert "No change of at most 2 numbers within the limits meets the goals" in done.stdout
    assert (fen / "content/fen/profiles/reed.yaml").read_text() == HERO


def test_constraints_of_the_game_hold(fen: Path) -> None:
    game = fen / "content/fen/game.yaml"
    rule = "constraints: [{stat_line: hero, check: life + armour == 5, message: Five points}]\n"
    game.write_text(game.read_text() + rule)
    done = run_printgen("balance", "fen/even", "--format", "json", cwd=fen)
    record = json.loads(done.stdout)
    assert record["changed"] in (0, 2)


def test_constraints_that_forbid_all_changes_are_named(fen: Path) -> None:
    game = fen / "content/fen/game.yaml"
    rules = [
        "constraints:",
        "- {stat_line: hero, check: life <= 3, message: Three lives}",
        "- {stat_line: hero, check: life + armour == 5, message: Five points}",
        "- {stat_line: hero, check: armour - life == -1, message: Slow}",
        "",
    ]
    game.write_text(game.read_text() + "\n".join(rules))
    (fen / "content/fen/profiles/moss.yaml").unlink()
    at = game.read_text().splitlines().index(rules[2]) + 1
    done = run_printgen("balance", "fen/even", cwd=fen)
    assert done.returncode == 1
    said = "Constraints of the game forbid all changes of reed:\ncontent/fen/game.yaml:"
    assert said in done.stdout
    assert f"game.yaml:{at}:28: Five points (life + armour == 5)\n" in done.stdout
    assert "Three lives" not in done.stdout
    record = json.loads(run_printgen("balance", "fen/even", "--format", "json", cwd=fen).stdout)
    assert [rule["message"] for rule in record["forbidding"]] == ["Five points", "Slow"]


@pytest.mark.parametrize(
    ("name", "message"),
    [("fen/evn", "did you mean 'even'"), ("fan/even", "did you mean 'fen'")],
)
def test_unknown_wishes_are_named(fen: Path, name: str, message: str) -> None:
    done = run_printgen("balance", name, cwd=fen)
    assert done.returncode == 2 and message in done.stderr
