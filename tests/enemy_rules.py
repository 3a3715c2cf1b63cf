"""The rules of enemies of the play aid, as scripts without a page, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from printgen import Project
from printgen.content.library import Library
from printgen.extras.browser.assembly import web_text
from printgen.extras.enemy.tool import enemy_data
from printgen.project import TEMPLATES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DRACULA, FIGS = "dracula-america", "un-jeu-de-figs"

SCRIPT = "\n".join(web_text(name, "js") for name in ("browser/chance", "enemy/rules"))


@cache
def library() -> Library:
    """The demonstration games."""
    return Project(TEMPLATES.parent).library


@cache
def data(game: str) -> dict[str, Any]:
    """The data of a game's enemy, as the page reads it."""
    found = enemy_data(library(), game)
    assert found is not None
    data: dict[str, Any] = json.loads(json.dumps(found))
    return data


@contextmanager
def scripts(browser: Browser) -> Iterator[Page]:
    """A page with the rules alone."""
    page = browser.new_page()
    try:
        page.add_script_tag(content=SCRIPT)
        yield page
    finally:
        page.close()
