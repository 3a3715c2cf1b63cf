"""Every demonstration game: no problem in its content, and its studies are printed."""

from __future__ import annotations

import pytest
from demo_games import NAMES

from printgen import Project
from printgen.content.library import Library


def test_the_games_are_found() -> None:
    assert {"deathly-thrones", "lotow", "zombstone"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_no_problems(project: Project, name: str) -> None:
    assert name in project.library.games
    folder = f"content/{name}/"
    assert [str(p) for p in project.check() if p.position.file.startswith(folder)] == []


def test_there_are_no_problems_outside_the_games(project: Project) -> None:
    folders = tuple(f"content/{name}/" for name in NAMES)
    assert [str(p) for p in project.check() if not p.position.file.startswith(folders)] == []


@pytest.mark.parametrize("game", ["dracula-america", "furia-cartese", "un-jeu-de-figs"])
def test_every_study_is_printed_in_its_book(library: Library, game: str) -> None:
    content = library.games[game]
    for lang in content.game.languages:
        chapters = [c for (_, spoken), c in content.chapters.items() if spoken == lang]
        shown = {d.argument for c in chapters for d in c.directives if d.name == "study"}
        assert shown == set(content.studies)
