"""A built project with games of all themes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers import Store, shared
from shop_games import LONG, THEMES


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory, store: Store) -> Path:
    """The starter, built, and per theme two games that have only titles."""

    def make(root: Path) -> None:
        shutil.copytree(store.starter(), root)
        for theme, title in THEMES.items():
            for name, words in ((theme, title), (f"{theme}-long", LONG)):
                folder = root / "content" / f"my-{name}"
                folder.mkdir()
                told = f"title: {{en: {words}}}\nsubtitle: {{en: A line of what it is}}\n"
                (folder / "game.yaml").write_text(f"{told}languages: [en]\ntheme: {theme}\n")

    return shared(tmp_path_factory, "pictures", make)
