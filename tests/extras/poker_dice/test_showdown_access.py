"""The showdown in a browser for everybody: accessibility, long names and hostile ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from helpers import real
from quest_pages import DESKTOP, PHONE, SMALL, cleared, loaded, opened
from showdowns import GAME, until
from tools import axe

from printgen.extras.browser.assembly import aid_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


def test_the_showdown_is_accessible(desk: Page, saloon: Path) -> None:
    schemes: dict[Literal["light", "dark"], str] = {"light": "", "dark": "{runOnly: 'cat.color'}"}

    def judge(page: Page, state: str) -> None:
        for size in (SMALL, PHONE, DESKTOP):
            page.set_viewport_size(size)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], f"{state}, {size}"
            for scheme, rules in schemes.items():
                page.emulate_media(color_scheme=scheme)
                found = page.evaluate(f"axe.run({rules}).then(found => found.violations)")
                told = [(v["id"], v["nodes"][0]["html"][:160]) for v in found]
                assert told == [], f"{state}, {scheme}, {size}"

    with cleared(desk, saloon) as page:
        page.evaluate(axe())
        page.wait_for_selector(".shares .one")
        judge(page, "setup")
        page.click("#pick-0")
        assert page.evaluate("axe.run().then(found => found.violations)") == []
        page.click("dialog .close button")
        page.click("#roll")
        page.click("#best")
        judge(page, "reroll")
        for phase in ("change", "card", "told"):
            until(page, phase)
            judge(page, phase)


def test_names_are_texts_and_long_ones_fit(browser: Browser, tmp_path: Path) -> None:
    bad = "</script><img src=x onerror=alert(1)> Maximilian-Ferdinand the Unpronounceable"
    root = real(tmp_path, GAME)
    path = root / "content" / GAME / "profiles" / "wyatt-earp.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("name: {any: Wyatt Earp}", f'name: {{any: "{bad}"}}'))
    made = aid_page(loaded(root), GAME)
    assert made is not None
    index = root / "index.html"
    index.write_bytes(made)
    with opened(browser, index, viewport=SMALL) as page:
        assert page.inner_text("#pick-0 .called") == bad
        page.click("#roll")
        until(page, "told")
        assert bad in page.inner_text(".side-0")
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
