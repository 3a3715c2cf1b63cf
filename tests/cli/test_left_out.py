"""What `simulate` leaves out of a game: studies and wishes with errors, which a quest can be solved
without.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runs import run_printgen
from fen_game import FILES
from small_projects import write

WORDS = ("simulate", "fen/fen", "--games", "0", "--format", "json")
CHAPTER = "# Odds\n\n:::{study} chances\n"
GUIDE = "guide: {output: book, title: Fen}\n"


@pytest.fixture
def fen(tmp_path: Path) -> Path:
    return write(tmp_path / "fen", dict(FILES))


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("wishes/even.yaml", "title: Even\ngoals: [{study: chnces, most: 5 %}]\n", "wish-invalid"),
        ("wishes/even.yaml", "title: Even\ngaols: []\n", "key-unknown"),
        ("wishes/even.yaml", "title: [Even\n", "yaml-syntax"),
        ("studies/chances.yaml", "title: Chances\nquest: {quests: [fan]}\n", "study-invalid"),
        ("studies/chances.yaml", "title: Chances\nquset: {quests: [fen]}\n", "key-unknown"),
    ],
)
def test_a_quest_is_solved_without_broken_studies_and_wishes(
    fen: Path, name: str, text: str, code: str
) -> None:
    sound = run_printgen(*WORDS, cwd=fen)
    assert sound.returncode == 0, sound.stderr
    (fen / "content/fen" / name).write_text(text)
    done = run_printgen(*WORDS, cwd=fen)
    assert (done.returncode, json.loads(done.stdout)) == (0, json.loads(sound.stdout))
    assert f"content/fen/{name}:" in done.stderr and f" {code}: " in done.stderr
    assert done.stderr.endswith("; what has errors is left out\n")


def test_a_chapter_that_shows_a_broken_study_stops_nothing_either(fen: Path) -> None:
    more = {"content/fen/chapters/01-odds.en.md": CHAPTER, "content/fen/products.yaml": GUIDE}
    write(fen, more)
    (fen / "content/fen/studies/chances.yaml").write_text("title: Chances\nquset: {}\n")
    done = run_printgen(*WORDS, cwd=fen)
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("\n1 error; what has errors is left out\n")


def test_other_errors_stop_it(fen: Path) -> None:
    (fen / "content/fen/wishes/even.yaml").write_text("title: Even\ngaols: []\n")
    (fen / "content/fen/profiles/moss.yaml").write_text("nmae: Moss\n")
    done = run_printgen(*WORDS, cwd=fen)
    assert (done.returncode, done.stdout) == (1, "")
    assert "profiles/moss.yaml" in done.stderr and "nothing was computed" in done.stderr
