"""The command `new`: its flags, its questions and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runs import run_printgen, set_up
from click.testing import CliRunner, Result

from printgen.cli import main
from printgen.extras.starters import commands as starters
from printgen.project import STARTER_KINDS, STARTERS


def asked(monkeypatch: pytest.MonkeyPatch, folder: Path, answers: str, *words: str) -> Result:
    """The command on a terminal, where somebody types these answers."""
    monkeypatch.setattr(starters, "on_terminal", lambda: True)
    env = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_US.UTF-8", "XDG_CONFIG_HOME": str(folder)}
    return CliRunner().invoke(main, ["new", str(folder), *words], input=answers, env=env)


def paper(folder: Path) -> str:
    return (folder / "printgen.yaml").read_text().splitlines()[-1]


def test_nothing_is_asked_without_a_terminal(tmp_path: Path) -> None:
    done = run_printgen("new", "game", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("game is a small game (deck) in English and French, for a4: ")
    assert "  printgen build " in done.stdout
    assert done.stdout.endswith("Then open out/storm/deck.en.a4.pdf first.\n")
    assert paper(tmp_path / "game") == "paper: a4"
    again = run_printgen("new", "game", cwd=tmp_path)
    assert again.returncode == 2
    assert "already exists and is not empty" in again.stderr


def test_enter_takes_what_the_locale_suggests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = asked(monkeypatch, tmp_path / "game", "\n\n\n")
    assert done.exit_code == 0, done.output
    assert "is a small game (deck) in English, for letter: " in done.output
    assert paper(tmp_path / "game") == "paper: letter"


def test_answers_choose_and_wrong_ones_are_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = asked(monkeypatch, tmp_path / "game", "9\n6\n2\nleter\na3\n")
    assert done.exit_code == 0, done.output
    assert "is a small game (hex) in French, for a3: " in done.output
    assert (tmp_path / "game/content/salt/maps/causeway.yaml").is_file()


def test_flags_leave_no_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--kind", "roll-and-write", "--lang", "fr", "--paper", "a5")
    done = asked(monkeypatch, tmp_path / "game", "", *words)
    assert (done.exit_code, "?" in done.output) == (0, False)


def test_another_language_is_refused_with_a_way_out(tmp_path: Path) -> None:
    done = run_printgen("new", "game", "--lang", "de", cwd=tmp_path)
    assert done.returncode == 2
    assert "not in 'de'" in done.stderr
    assert not (tmp_path / "game").exists()


def test_the_paper_of_the_project_goes_before_that_of_the_user(
    tmp_path: Path, config: Path
) -> None:
    env = set_up(config, "paper: a3")
    run_printgen("new", "game", "--kind", "skirmish", "--paper", "letter", cwd=tmp_path, env=env)
    game = tmp_path / "game"
    done = run_printgen("build", "fog/reference", "--lang", "en", cwd=game, env=env)
    assert done.stdout.startswith("out/fog/reference.en.letter.pdf")
    (game / "printgen.yaml").write_text("paper: leter\n")
    for command in ("check", "build"):
        done = run_printgen(command, cwd=game, env=env)
        assert done.returncode == 1
        assert "printgen.yaml:1:8: value-shape: no paper 'leter'" in done.stderr


def test_what_is_said_of_each_kind_is_there() -> None:
    assert tuple(starters.STARTERS) == STARTER_KINDS
    for kind, starter in starters.STARTERS.items():
        products = STARTERS / kind / "content" / starter.game / "products.yaml"
        assert f"\n{starter.first}:" in "\n" + products.read_text()


@pytest.mark.parametrize("words", [("--lang", "fr,en"), ("--lang", "fr", "--lang", "en,fr")])
def test_languages_are_listed_or_repeated(tmp_path: Path, words: tuple[str, ...]) -> None:
    run_printgen("new", "game", "--kind", "roll-and-write", *words, cwd=tmp_path)
    text = (tmp_path / "game/content/dozen/game.yaml").read_text(encoding="utf-8")
    assert "languages: [fr, en]" in text
