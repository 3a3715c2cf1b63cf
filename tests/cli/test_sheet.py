"""The command `sheet`."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runs import replace, run_printgen

PROFILES = "content/fog/profiles"


def test_profiles_go_to_a_workbook_and_back(game: Path) -> None:
    done = run_printgen("sheet", "export", "fog/profiles", "crew.xlsx", cwd=game)
    assert (done.returncode, done.stdout, done.stderr) == (0, "crew.xlsx  4 entries\n", "")
    done = run_printgen("sheet", "import", "fog/profiles", "crew.xlsx", cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"are already in {PROFILES}/captain.yaml, {PROFILES}/drowned.yaml" in done.stderr
    for path in (game / PROFILES).iterdir():
        path.unlink()
    done = run_printgen("sheet", "import", "fog/profiles", "crew.xlsx", cwd=game)
    assert (done.returncode, done.stdout) == (0, f"{PROFILES}/crew.yaml  4 entries\n")
    assert run_printgen("check", cwd=game).returncode == 0
    done = run_printgen("sheet", "import", "fog/profiles", "crew.xlsx", cwd=game)
    assert "crew.yaml exists (--force replaces it)" in done.stderr
    assert run_printgen("sheet", "import", "fog/profiles", "crew.xlsx", "--force", cwd=game).stdout


def test_a_file_is_replaced_only_by_force(game: Path) -> None:
    assert run_printgen("sheet", "export", "fog/traits", cwd=game).stdout.startswith("traits.csv  ")
    done = run_printgen("sheet", "export", "fog/traits", cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert "traits.csv exists (--force replaces it)" in done.stderr
    assert run_printgen("sheet", "export", "fog/traits", "--force", cwd=game).returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "fog/profile"], "no kind 'profile' (did you mean 'profiles'?)"),
        (["export", "fog"], "no kind ''"),
        (["export", "fig/profiles"], "no game 'fig' (did you mean 'fog'?)"),
        (["export", "fog/profiles", "a.ods"], "'a.ods' must end with one of .csv, .tsv, .xlsx"),
        (["export", "fog/scenarios"], "cannot write scenarios.csv: no cell can hold the field"),
        (["export", "fog/profiles", "no/a.csv"], "cannot write no/a.csv: No such file"),
        (["import", "fog/profiles", "a.csv"], "'a.csv' does not exist"),
        (["import", "fog/profiles", f"{PROFILES}/here.csv"], "is read where it is"),
    ],
)
def test_wrong_usage(game: Path, words: list[str], message: str) -> None:
    (game / PROFILES / "here.csv").write_text("id,name\nx,X\n")
    done = run_printgen("sheet", *words, cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_mistakes_in_a_sheet_import_nothing(game: Path) -> None:
    (game / "crew.csv").write_text("id,name,colour\nx,X,red\n")
    done = run_printgen("sheet", "import", "fog/profiles", "crew.csv", cwd=game)
    assert (done.returncode, done.stdout) == (1, "")
    assert "crew.csv:C1: key-unknown: unknown key 'colour'" in done.stderr
    assert "1 error; nothing was imported" in done.stderr
    assert not (game / PROFILES / "crew.yaml").exists()


def test_a_project_with_errors_exports_nothing(game: Path) -> None:
    replace(game / PROFILES / "captain.yaml", "cutlass", "cutlas")
    done = run_printgen("sheet", "export", "fog/profiles", cwd=game)
    assert (done.returncode, done.stdout) == (1, "")
    assert "nothing was exported" in done.stderr
