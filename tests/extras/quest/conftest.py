"""The page of a game with two quests."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import real, shared
from quest_pages import GAME, made


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        real(folder, GAME)
        (folder / "content" / GAME / "quests" / "sand-throne.yaml").unlink()
        for name in ("index", "again"):
            page = made(folder, GAME)
            assert page is not None
            (folder / f"{name}.html").write_bytes(page)

    return shared(tmp_path_factory, "quest-page", make) / "index.html"
