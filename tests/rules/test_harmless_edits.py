"""Harmless edits make no problems. `tests/harmless_edits.py` makes each of them in each game."""

from __future__ import annotations

from pathlib import Path

import pytest
from harmless_edits import CONTENT, STYLES, Bench, Game, benches

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Bench, Game]]:
    found = benches(tmp_path_factory.mktemp("harmless"))
    return [(bench, game) for bench in found for game in bench.games()]


def test_content_may_be_added(games: list[tuple[Bench, Game]]) -> None:
    for bench, game in games:
        made, problems = bench.alarms(game, list(CONTENT.values()))
        # A game without chapters has few.
        assert made > (len(CONTENT) / 2 if game.chapters("fr") else 2), game.id
        assert problems == [], game.id


def test_files_may_be_written_in_other_manners(games: list[tuple[Bench, Game]]) -> None:
    # Each manner in one game that has something to write in it; checks of these games are fast.
    fast = [found for found in games if found[1].id not in ("deathly-thrones", "furia-cartese")]
    for number, (name, edit) in enumerate(STYLES.items()):
        for bench, game in fast[number % len(fast) :] + fast + games:
            made, problems = bench.alarms(game, [edit])
            assert problems == [], f"{name} in {game.id}"
            if made:
                break
        else:
            pytest.fail(f"no game has anything for '{name}'")


def test_there_are_many_edits() -> None:
    assert len(CONTENT) + len(STYLES) >= 60


def test_an_edit_is_taken_back(games: list[tuple[Bench, Game]], tmp_path: Path) -> None:
    bench, game = games[0]
    before = {path: path.read_bytes() for path in game.folder.rglob("*") if path.is_file()}
    made, problems = bench.alarms(game, [lambda game: game.append("game.yaml", "wrong: key\n")])
    assert made == 1
    assert [problem.code for problem in problems] == ["key-unknown"]
    assert before == {path: path.read_bytes() for path in game.folder.rglob("*") if path.is_file()}
