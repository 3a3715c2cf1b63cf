"""The cache of results: `--no-cache`, `clean --cache`, and its line in `doctor`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace, run_printgen

from printgen.store import Store


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def run(cache: Path, *words: str, cwd: Path) -> str:
    """The output of a command that succeeds."""
    done = run_printgen(*words, cwd=cwd, env={"PRINTGEN_CACHE": str(cache)})
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_check_is_the_same_from_the_cache(game: Path, cache: Path) -> None:
    assert run(cache, "check", cwd=game) == run(cache, "check", cwd=game) == "no problems\n"
    kept = Store(cache).statistics()
    assert kept.values["result"] > 1
    assert kept.values["last"] == 1
    assert kept.hits > 0
    replace(game / CAPTAIN, "name:", "nmae:")
    wrong = [
        run_printgen(*words, cwd=game, env={"PRINTGEN_CACHE": str(cache)})
        for words in (["check"], ["check"], ["check", "--no-cache"])
    ]
    assert len({(done.returncode, done.stderr) for done in wrong}) == 1
    assert "nmae" in wrong[0].stderr


def test_no_cache_neither_reads_nor_writes(game: Path, cache: Path) -> None:
    assert run(cache, "check", "--no-cache", cwd=game) == "no problems\n"
    assert not cache.exists()


def test_clean_cache_spares_the_built_files(game: Path, cache: Path) -> None:
    run(cache, "check", cwd=game)
    (game / "out").mkdir()
    assert run(cache, "clean", "--cache", cwd=game) == "the cache is empty\n"
    assert Store(cache).statistics().values == {}
    assert (game / "out").is_dir()


def test_clean_cache_needs_no_project(tmp_path: Path, cache: Path) -> None:
    assert run(cache, "clean", "--cache", cwd=tmp_path) == "the cache is empty\n"


def test_doctor_shows_the_cache(game: Path, cache: Path) -> None:
    for _ in range(2):
        run(cache, "check", cwd=game)
    (line,) = (line for line in run(cache, "doctor", cwd=game).splitlines() if "Cache" in line)
    assert line.startswith(f"ok       Cache: {cache}, 0.")
    assert " of 1000 MB, " in line
    assert " reads found" in line
    shutil.rmtree(cache)
    cache.write_text("words")
    assert f"not used: no folder of the user at {cache}" in run(cache, "doctor", cwd=game)


def test_the_limit_of_the_cache(game: Path, cache: Path) -> None:
    surroundings = {"PRINTGEN_CACHE": str(cache), "PRINTGEN_CACHE_LIMIT": "250"}
    assert "of 250 MB" in run_printgen("doctor", cwd=game, env=surroundings).stdout
