"""The command `texts`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import replace, run_printgen

from printgen.cli import run
from printgen.extras.editing import files
from printgen.extras.editing.files import save
from printgen.press.staging import TEXTS_LOCK, locked
from printgen.project import Folders

PO = "content/fog/texts/de"


def test_texts_go_to_translators_and_back(game: Path) -> None:
    done = run_printgen("texts", "export", "fog", "--lang", "de", "--from", "en", cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{PO}/profiles.po  " in done.stdout
    done = run_printgen("texts", "import", "fog", cwd=game)
    assert (done.returncode, done.stdout) == (0, "nothing new\n")
    file = game / PO / "game.po"
    replace(
        file, 'msgid "Fog and Compasses"\nmsgstr ""', 'msgid "Fog and Compasses"\nmsgstr "Nebel"'
    )
    replace(file, '"Language-Team: \\n"', '"Language-Team: Fog\\n"')
    # A file from a translator, elsewhere.
    file = file.rename(game / "theirs.po")
    done = run_printgen("texts", "import", "fog", "theirs.po", cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == ["content/fog/game.yaml", "1 text in de"]
    assert "de: Nebel" in (game / "content/fog/game.yaml").read_text()
    assert '"Language-Team: Fog\\n"' in (game / PO / "game.po").read_text()
    done = run_printgen("texts", "status", "fog", "--format", "json", cwd=game)
    german = next(each for each in json.loads(done.stdout)["languages"] if each["language"] == "de")
    assert (german["source"], german["translated"], german["waiting"]) == ("en", 1, 0)
    text = run_printgen("texts", "status", "fog", cwd=game).stdout
    assert text.splitlines()[-1].split() == [
        "words",
        "3",
        "0",
        "0",
        str(german["words"]["untranslated"]),
    ]
    replace(game / "content/fog/game.yaml", "Fog and Compasses", "Fog")
    done = run_printgen("texts", "export", "fog", "--lang", "de", cwd=game)
    assert ", 1 fuzzy\n" in done.stdout


def test_faults_are_named_and_the_rest_is_written(game: Path) -> None:
    run_printgen("texts", "export", "fog", "--lang", "de", "--from", "en", cwd=game)
    file = game / PO / "game.po"
    replace(
        file, 'msgid "Fog and Compasses"\nmsgstr ""', 'msgid "Fog and Compasses"\nmsgstr "Nebel"'
    )
    with file.open("a") as stream:
        stream.write('\nmsgid "broken\n')
    before = file.read_bytes()
    done = run_printgen("texts", "import", "fog", cwd=game)
    assert done.returncode == 1
    problem, outcome = done.stderr.splitlines()
    assert problem.startswith(f"{PO}/game.po:")
    assert "po-syntax: this line is no part of a PO file" in problem
    assert outcome == "1 error; all else is written"
    assert "de: Nebel" in (game / "content/fog/game.yaml").read_text()
    assert file.read_bytes() == before
    done = run_printgen("texts", "export", "fog", "--lang", "de", cwd=game)
    assert (done.returncode, file.read_bytes()) == (1, before)
    (game / "x.po").write_text('msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "a"\nmsgstr "b"\n')
    done = run_printgen("texts", "import", "fog", "x.po", cwd=game)
    assert "x.po:1:1: po-syntax: the header has no language to import: 'fr'" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "fog", "--lang", "fr", "--from", "fr"], "the texts are in 'fr' already"),
        (["export", "fog", "--lang", "de", "--from", "it"], "'it' is not a language of the game"),
        (["export", "fog", "--lang", "German"], "'German' is not a language code"),
        (["export", "frog", "--lang", "de"], "no game 'frog'"),
        (["import", "fog"], "no PO file: printgen texts export fog --lang LANG writes them"),
        (["status", "frog"], "no game 'frog'"),
    ],
)
def test_wrong_words_are_wrong_usage(words: list[str], message: str, game: Path) -> None:
    done = run_printgen("texts", *words, cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_nothing_is_written_while_texts_cannot_be_read(game: Path) -> None:
    replace(game / "content/fog/profiles/captain.yaml", "name:", "nam:")
    done = run_printgen("texts", "export", "fog", "--lang", "de", cwd=game)
    assert done.returncode == 1
    assert "nothing was written: some texts cannot be read" in done.stderr
    assert not (game / PO).exists()


def _translated(game: Path) -> None:
    run_printgen("texts", "export", "fog", "--lang", "de", "--from", "en", cwd=game)
    title = 'msgid "Fog and Compasses"\nmsgstr "{}"'
    replace(game / PO / "game.po", title.format(""), title.format("Nebel"))


def test_ctrl_c_waits_for_all_files_and_they_are_named(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _translated(game)
    (game / PO / "game.po").rename(game / "theirs.po")

    def save_and_interrupt(path: Path, content: bytes) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        save(path, content)

    monkeypatch.setattr(files, "save", save_and_interrupt)
    monkeypatch.chdir(game)
    monkeypatch.setattr("sys.argv", ["printgen", "texts", "import", "fog", "theirs.po"])
    # A shell starts background jobs with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SystemExit) as stop:
            run()
    finally:
        signal.signal(signal.SIGINT, before)
    assert stop.value.code == 130
    said = capsys.readouterr().err
    assert "interrupted; these files were written: content/fog/game.yaml, " in said
    assert f"{PO}/game.po" in said
    assert "nothing was changed" not in said
    assert "de: Nebel" in (game / "content/fog/game.yaml").read_text()
    assert 'msgstr "Nebel"' in (game / PO / "game.po").read_text()


@pytest.mark.slow
def test_two_imports_come_one_after_the_other(game: Path) -> None:
    _translated(game)
    command = [sys.executable, "-m", "printgen", "texts", "import", "fog"]
    with locked(Folders(game), TEXTS_LOCK):
        both = [
            subprocess.Popen(command, cwd=game, stderr=subprocess.PIPE, text=True) for _ in range(2)
        ]
        for each in both:
            assert each.stderr
            assert "waiting for another printgen command" in each.stderr.readline()
        assert "Nebel" not in (game / "content/fog/game.yaml").read_text()
    for each in both:
        each.communicate()
        assert each.returncode == 0
    assert (game / "content/fog/game.yaml").read_text().count("Nebel") == 1
