"""The play aid of Zombstone, and a page with the rules of its showdowns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import real, shared
from quest_pages import loaded
from showdowns import GAME, scripted

from printgen.extras.browser.assembly import aid_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def saloon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        page = aid_page(loaded(real(folder, GAME)), GAME)
        assert page is not None
        (folder / "index.html").write_bytes(page)

    return shared(tmp_path_factory, "showdown-page", make) / "index.html"


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    scripted(page)
    yield page
    page.close()
