"""The page of a game with two quests, and a browser page for tests to share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import real, shared
from quest_pages import DESKTOP, GAME, made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


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


@pytest.fixture(scope="session")
def desk(browser: Browser) -> Iterator[Page]:
    """A page on a desk, which tests use one after the other: a new page takes a second."""
    context = browser.new_context(locale="en-GB", viewport=DESKTOP, reduced_motion="reduce")
    yield context.new_page()
    context.close()
