"""Completion in shells: through click's protocol, and in a real bash."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli_runs import command_on_path, replace, run_printgen
from tools import program

from printgen.cli import main
from printgen.cli.completion import SHELLS
from printgen.paper import PAPERS
from printgen.project import STARTER_KINDS
from printgen.rules.manual import MANUAL

PRODUCTS = ["fog/crew-cards", "fog/quay", "fog/reference", "fog/rulebook"]


def asked(line: str, cwd: Path, shell: str = "bash") -> str:
    """What the command answers to a shell whose line is to be completed at its end."""
    words = shlex.split(line)
    count = len(words) if line.endswith(" ") else len(words) - 1
    last = "" if line.endswith(" ") else words[-1]
    env = {
        "_PRINTGEN_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": last if shell == "fish" else str(count),
    }
    done = run_printgen(cwd=cwd, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def completed(line: str, cwd: Path) -> list[str]:
    """The words for the end of a line."""
    found = [answer.split(",", 1) for answer in asked(line, cwd).split()]
    assert {kind for kind, _ in found} <= {"plain"}
    return [word for _, word in found]


def test_products_and_games_are_completed(game: Path) -> None:
    assert sorted(completed("printgen build ", game)) == ["fog", *PRODUCTS]
    assert completed("printgen build fog/r", game) == ["fog/reference", "fog/rulebook"]
    assert completed("printgen build fog/quay fog/rul", game) == ["fog/rulebook"]
    assert sorted(completed("printgen printed fog/", game)) == PRODUCTS
    assert sorted(completed("printgen export cards fog/", game)) == PRODUCTS
    assert completed("printgen build other/", game) == []


@pytest.mark.parametrize(
    "command",
    ["audit", "bind", "check", "odds", "report"]
    + [f"export {what}" for what in ("books", "itch", "web")],
)
def test_games_are_completed(command: str, game: Path) -> None:
    (game / "content/fig").mkdir()
    (game / "content/fig/game.yaml").write_text("title: Fig\nlanguages: [en]\n")
    assert completed(f"printgen {command} f", game) == ["fig", "fog"]


def test_languages_are_those_of_the_games_on_the_line(game: Path) -> None:
    (game / "content/other").mkdir()
    (game / "content/other/game.yaml").write_text("title: Other\nlanguages: [de, en]\n")
    for command in ("build", "printed", "odds", "report"):
        assert completed(f"printgen {command} other --lang ", game) == ["de", "en"]
    assert completed("printgen simulate other/quest --lang ", game) == ["de", "en"]
    assert completed("printgen build fog/quay --lang f", game) == ["fr"]
    assert sorted(completed("printgen build --lang ", game)) == ["de", "en", "fr"]


def test_editions_and_their_games_are_completed(game: Path) -> None:
    (game / "editions").mkdir()
    for name in ("fog-1.0.zip", "fog-1.1.zip", "fog-.zip", "other-2.zip"):
        (game / "editions" / name).touch()
    assert completed("printgen changes ", game) == ["1.0", "1.1"]
    assert completed("printgen changes 1.0 ", game) == ["fog"]
    assert completed("printgen changes 1.0 fog --lang f", game) == ["fr"]
    assert completed("printgen keep f", game) == ["fog"]


def test_papers_codes_and_starters_are_completed(tmp_path: Path) -> None:
    assert completed("printgen build --paper ", tmp_path) == list(PAPERS)
    assert completed("printgen calibrate --paper LE", tmp_path) == ["letter", "legal"]
    assert completed("printgen list checks ", tmp_path) == list(MANUAL)
    assert completed("printgen list checks trait-unk", tmp_path) == ["trait-unknown"]
    assert completed("printgen list papers ", tmp_path) == []
    assert completed("printgen new --kind ", tmp_path) == list(STARTER_KINDS)
    assert completed("printgen new --lang f", tmp_path) == ["fr"]
    assert completed("printgen new --paper LE", tmp_path) == ["letter", "legal"]
    assert completed("printgen completion ", tmp_path) == list(SHELLS)
    assert "completion" in completed("printgen ", tmp_path)


def test_codes_are_kept_in_the_store(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRINTGEN_CACHE", str(tmp_path / "cache"))
        first = completed("printgen list checks trait-", tmp_path)
        assert first == [code for code in MANUAL if code.startswith("trait-")]
        patch.setattr("printgen.rules.manual.MANUAL", {"trait-new": ""})
        assert completed("printgen list checks trait-", tmp_path) == first
        patch.setenv("PRINTGEN_CACHE", str(tmp_path / "other"))
        assert completed("printgen list checks trait-", tmp_path) == ["trait-new"]


def test_folders_are_left_to_the_shell(tmp_path: Path) -> None:
    assert asked("printgen new my-", tmp_path) == "dir,my-\n"
    assert asked("printgen -C ", tmp_path) == "dir,\n"


def test_the_project_may_be_elsewhere(game: Path, tmp_path: Path) -> None:
    assert completed(f"printgen -C {game} build fog/q", tmp_path) == ["fog/quay"]
    assert completed("printgen build fog/q", game / "content/fog") == ["fog/quay"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(game.parent))
        assert completed("printgen -C ~/game build fog/q", tmp_path) == ["fog/quay"]


def test_nothing_is_said_without_a_project(tmp_path: Path) -> None:
    for words in ("build ", "check ", "build --lang ", "-C no-such-folder build "):
        assert completed(f"printgen {words}", tmp_path) == []


def test_faults_of_files_are_not_said(game: Path) -> None:
    products = game / "content/fog/products.yaml"
    products.write_text("crew-cards: [\n")
    assert completed("printgen build ", game) == ["fog"]
    for content in (b"\xff", b"- a\n", b"", b"a\n", b"x: 1\n" * 1_000_000):
        products.write_bytes(content)
        assert completed("printgen build fog/", game) == []
    replace(game / "content/fog/game.yaml", "languages: [", "languages: {")
    assert completed("printgen build --lang ", game) == []
    assert completed("printgen check ", game) == ["fog"]
    (game / "content/fog/game.yaml").write_text("languages: en\n")
    assert completed("printgen build --lang ", game) == []


def test_only_names_are_completed_and_only_of_files_in_the_project(game: Path) -> None:
    """A shell writes the words into the command line."""
    text = '"$(touch x)": {}\n"a\\nplain,b": {}\n"; ls": {}\ngood: {}\nGood: {}\n'
    (game / "content/fog/products.yaml").write_text(text)
    assert completed("printgen build fog/", game) == ["fog/good"]
    replace(game / "content/fog/game.yaml", "languages: [", 'languages: ["`ls`", "en; ls", 3, ')
    assert set(completed("printgen build --lang ", game)) == {"en", "fr"}
    (game / "content/$(ls)").mkdir()
    (game / "content/$(ls)/game.yaml").write_text("title: T\n")
    outside = game.parent / "outside"
    outside.mkdir()
    (outside / "game.yaml").write_text("title: T\nlanguages: [de]\n")
    (game / "content/secret").symlink_to(outside)
    assert completed("printgen check ", game) == ["fog"]
    assert completed("printgen build secret --lang d", game) == []


RUN = """
import sys
from printgen.cli import run
try:
    run()
except SystemExit as done:
    assert done.code == 0, done.code
print(*sys.modules, file=sys.stderr)
"""


def test_products_are_completed_without_models_and_checks(game: Path) -> None:
    env = {"COMP_WORDS": "printgen build fog/q", "COMP_CWORD": "2"}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=game,
        env={**os.environ, **env, "_PRINTGEN_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "plain,fog/quay\n"
    loaded = set(done.stderr.split())
    assert "printgen.content.names" in loaded
    heavy = {"printgen.content.load", "printgen.rules.checks", "printgen.products", "weasyprint"}
    assert loaded.isdisjoint({*heavy, "pydantic", "jinja2", "rich"})


# --- the scripts ------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_asks_the_command(shell: str, game: Path) -> None:
    done = run_printgen("completion", shell, cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_PRINTGEN_COMPLETE={shell}_complete" in done.stdout
    assert "fog/quay" in asked("printgen build fog/q", game, shell)


def test_completion_needs_no_project(tmp_path: Path) -> None:
    assert run_printgen("completion", "bash", cwd=tmp_path).returncode == 0
    assert run_printgen("completion", "tcsh", cwd=tmp_path).returncode == 2


def test_bash_completes(game: Path, tmp_path: Path) -> None:
    """The script, sourced; then its function, called as bash does for the Tab key."""
    script = """
        source <(printgen completion bash)
        shown=$(complete -p printgen)
        function=${shown#* -F } function=${function%% *}
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        $function "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    words = [program("bash"), "--norc", "-euc", script, "bash", "printgen", "build", "fog/r"]
    env = command_on_path(tmp_path / "bin")
    done = subprocess.run(words, cwd=game, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["fog/reference", "fog/rulebook"]


def test_every_argument_of_a_game_or_target_is_completed() -> None:
    """No command was forgotten: these names mean the same in all commands."""
    wanted = {"game", "targets", "papers", "paper", "lang", "langs", "code", "folder"}
    commands: list[click.Command] = [main]
    for command in commands:
        if isinstance(command, click.Group):
            context = click.Context(command)
            found = (command.get_command(context, n) for n in command.list_commands(context))
            commands += filter(None, found)
    assert len(commands) >= 40
    for command in commands:
        for parameter in command.params:
            if parameter.name in wanted and not isinstance(parameter.type, click.Choice):
                assert parameter._custom_shell_complete, (command.name, parameter.name)
