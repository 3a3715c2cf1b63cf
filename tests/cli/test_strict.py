"""`check --strict`: warnings are errors, and are printed as such."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runs import run_printgen
from small_projects import write

_GAME = "title: {any: The Game}\nlanguages: [en, fr]\ntrait_kinds: {skill: {label: {any: S}}}\n"
_TRAIT = "name: {en: Tough}\nkind: skill\n"


@pytest.fixture
def untranslated(tmp_path: Path) -> Path:
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": _GAME,
        "content/g/traits/tough.yaml": _TRAIT,
    }
    return write(tmp_path, files)


def test_warnings_are_printed_and_counted_as_errors(untranslated: Path) -> None:
    plain = run_printgen("check", cwd=untranslated)
    assert (plain.returncode, plain.stdout[:9]) == (0, "1 warning")
    assert "translation-missing: warning: no text in fr" in plain.stderr
    strict = run_printgen("check", "--strict", cwd=untranslated)
    assert (strict.returncode, strict.stdout[:7]) == (1, "1 error")
    assert "translation-missing: no text in fr" in strict.stderr
    assert "warning" not in strict.stdout + strict.stderr


def test_warnings_are_errors_in_json(untranslated: Path) -> None:
    done = run_printgen("check", "--strict", "--format", "json", cwd=untranslated)
    problems = json.loads(done.stdout or done.stderr)
    assert [problem["severity"] for problem in problems] == ["error"]
