"""Tables of the play aid in a browser: opened, rolled, chosen and ticked by taps and keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from aid_pages import made
from helpers import real, shared
from quest_pages import PHONE, opened
from tools import axe, nu

from printgen.project import STARTERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

GAMES = ("un-jeu-de-figs", "zombstone", "dracula-america", "furia-cartese", "lotow")
SMALL = {"width": 320, "height": 640}

# The sum of layout shifts since the page was opened. Its fonts may cause some before they are read.
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe(
  {type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 300))"""


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        real(folder, *GAMES)
        for game in GAMES:
            page = made(folder, game)
            assert page is not None
            (folder / f"{game}.html").write_bytes(page)

    return shared(tmp_path_factory, "play-aids", make)


def tables_of(page: Page) -> list[str]:
    """The ids of the tables in the list."""
    if page.locator(".opened .to-list").is_visible():
        page.click(".to-list")
    buttons = page.locator(".table-list [data-open]").all()
    return [button.get_attribute("data-open") or "" for button in buttons]


def to_tables(page: Page) -> None:
    """Choose the tab of the tables, if the page has other tools."""
    tab = page.locator("#tab-tables")
    if tab.count():
        tab.click()


def test_pages_are_small_and_valid(pages: Path) -> None:
    files = [pages / f"{game}.html" for game in GAMES]
    assert all(file.stat().st_size < 1_000_000 for file in files)
    assert [told for told in nu(files) if "Content Security Policy" not in told] == []


def test_a_roll_lights_its_row_and_is_read_out(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "un-jeu-de-figs.html", viewport=PHONE, has_touch=True) as page:
        to_tables(page)
        page.tap('[data-open="events"]')
        assert page.inner_text("#table-title").split() == ["Special", "events", "D6"]
        rolled: list[str] = []
        for _ in range(10):
            page.tap("#table-roll")
            total = page.inner_text("#table-roll .roll-total")
            lit = page.locator(".found")
            assert lit.count() == 1
            assert lit.locator("th").inner_text() == total
            assert page.inner_text("#said").startswith(f"{total}. {total}: ")
            assert page.locator("#table-roll .pip").count() == int(total)
            rolled.insert(0, total)
        assert page.locator(".past button").all_inner_texts() == rolled[:8]
        page.reload()
        assert page.locator(".past button").all_inner_texts() == rolled[:8]
        assert page.inner_text(".found th") == rolled[0]
        page.locator(".past button").nth(3).tap()
        assert page.inner_text(".found th") == rolled[3]


def test_what_is_added_to_a_roll_is_kept_in_its_range(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "dracula-america.html", viewport=PHONE) as page:
        to_tables(page)
        page.click('[data-open="clues"]')
        more, less = (page.locator(".addend button").nth(place) for place in (1, 0))
        assert less.is_disabled()
        for _ in range(4):
            more.click()
        assert more.is_disabled()
        page.click("#table-roll")
        die, total = page.inner_text("#table-roll .roll-total").split(" + 4 = ")
        assert int(die) + 4 == int(total)
        page.reload()
        assert page.inner_text(".addend b") == "4"


def test_cards_are_drawn_until_none_is_left(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "dracula-america.html") as page:
        to_tables(page)
        page.click('[data-open="values"]')
        drawn = set()
        for left in range(53, -1, -1):
            page.click("#table-roll")
            drawn.add(page.inner_text(".past .newest") + str(left if left < 0 else ""))
            assert page.inner_text(".bar-act .note") == f"{left} left"
        assert len(drawn) == 53  # both Jokers look alike
        page.click("#table-roll")
        assert page.inner_text(".bar-act .note") == "53 left"


def test_a_row_and_a_column_have_an_answer(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "zombstone.html", viewport=PHONE, has_touch=True) as page:
        to_tables(page)
        page.tap('[data-open="conflicts"]')
        page.locator('input[name="table-rows"]').nth(2).tap()
        page.locator('input[name="table-columns"]').nth(3).tap()
        assert page.inner_text(".answer b") == "3"
        assert page.inner_text("#said") == "Two pairs, Full house: 3"
        page.locator('input[name="table-columns"]').nth(0).tap()
        assert page.inner_text(".answer b") == "Cannot occur"
        page.locator('[data-row="0"] [data-column="5"]').tap()
        assert page.inner_text(".answer b") == "7"
        assert page.is_checked('input[name="table-columns"][value="5"]')


def test_ticked_modifiers_add_up(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "un-jeu-de-figs.html", viewport=PHONE, has_touch=True) as page:
        to_tables(page)
        page.tap('[data-open="shooting-modifiers"]')
        for row, total in ((1, "+2"), (2, "+1"), (7, "−1"), (8, "−3")):
            page.tap(f"#tick-{row}")
            assert page.inner_text(".total-sum") == total
            assert page.inner_text("#said") == f"Total: {total}"
        page.reload()
        assert page.inner_text(".total-sum") == "−3"
        page.tap(".sums button")
        assert page.inner_text(".total-sum") == "0"


def test_pinned_tables_come_first_and_stay(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "furia-cartese.html") as page:
        to_tables(page)
        before = tables_of(page)
        page.click('.table-list [data-pin="recoil"]')
        page.click('.table-list [data-pin="life"]')
        first = ["recoil", "life"]
        wanted = first + [name for name in before if name not in first]
        assert tables_of(page) == wanted
        page.reload()
        assert tables_of(page) == wanted
        page.click('.table-list [data-pin="recoil"]')
        assert tables_of(page)[0] == "life"


def test_a_table_is_found_opened_and_left_by_keys(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "un-jeu-de-figs.html", viewport=PHONE) as page:
        to_tables(page)
        page.focus("#tables-search")
        page.keyboard.type("event spec")
        assert page.inner_text("#said").startswith("Tables found: ")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "table-title"
        while page.evaluate("document.activeElement.id") != "table-roll":
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
        assert page.locator(".found").count() == 1
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.open") == "events"


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_small_phones_without_shifts(
    browser: Browser, pages: Path, game: str, locale: str
) -> None:
    with opened(browser, pages / f"{game}.html", viewport=SMALL, locale=locale) as page:
        to_tables(page)
        page.evaluate("document.fonts.ready.then(() => null)")
        before = page.evaluate(SHIFTS)
        for name in tables_of(page):
            page.click(f'.table-list [data-open="{name}"]')
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], name
            if page.locator("#table-roll").count():
                page.click("#table-roll")
            page.click(".to-list")
        assert page.evaluate(SHIFTS) == before


# What axe looks at: the schemes differ in their colours alone.
SCHEMES: dict[Literal["light", "dark"], str] = {"light": "", "dark": "{runOnly: 'cat.color'}"}

# A table of each shape.
SHAPES = {
    "un-jeu-de-figs": ["events", "shooting-modifiers", "heroism", "attack"],
    "zombstone": ["conflicts", "cover", "turn"],
    "dracula-america": ["values", "reinforcements", "pile"],
    "furia-cartese": ["recoil", "life", "morale-troops", "cards"],
    "lotow": ["duel"],
}


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_accessible(browser: Browser, pages: Path, game: str) -> None:
    with opened(browser, pages / f"{game}.html") as page:
        to_tables(page)
        page.evaluate(axe())
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for name in SHAPES[game]:
                page.click(f'.table-list [data-open="{name}"]')
                if page.locator("#table-roll").count():
                    page.click("#table-roll")
                found = page.evaluate(f"axe.run({rules}).then((found) => found.violations)")
                told = [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in found]
                assert told == [], (name, scheme)


def test_the_back_button_of_a_phone_leads_to_the_list(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / "furia-cartese.html", viewport=PHONE, has_touch=True) as page:
        to_tables(page)
        for _ in range(2):
            page.tap('[data-open="life"]')
            assert page.is_visible("#table-title")
            page.go_back()
            assert page.is_visible("#tables-search")
            assert not page.is_visible("#table-title")
        page.tap('[data-open="life"]')
        page.tap(".to-list")
        page.wait_for_selector("#tables-search")
        assert page.evaluate("history.state") is None


@pytest.mark.parametrize(
    ("kind", "game"), [("hex", "salt"), ("skirmish", "fog"), ("roll-and-write", "dozen")]
)
def test_starters_have_tables(browser: Browser, tmp_path: Path, kind: str, game: str) -> None:
    html = made(STARTERS / kind, game)
    assert html is not None
    index = tmp_path / "index.html"
    index.write_bytes(html)
    with opened(browser, index, viewport=SMALL) as page:
        page.evaluate(axe())
        for name in tables_of(page):
            page.click(f'.table-list [data-open="{name}"]')
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], name
            found = page.evaluate("axe.run().then((found) => found.violations)")
            assert [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in found] == []
            page.click(".to-list")
