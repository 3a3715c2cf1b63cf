"""The enemy's decisions in a browser, by taps and keys, through turns of the scenarios."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from enemy_rules import DRACULA, FIGS
from helpers import real, shared
from quest_pages import DESKTOP, PHONE, loaded, opened
from tools import axe, nu

from printgen.extras.browser.assembly import aid_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.slow

NARROW: ViewportSize = {"width": 360, "height": 740}

# The buttons of the stage, by their keys.
STAGE = "[...document.querySelectorAll('.acts button')].map((button) => button.dataset.key)"

SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
    .filter((entry) => !entry.hadRecentInput).map((entry) => entry.value)))
    .observe({type: "layout-shift"});"""


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        real(folder, DRACULA, FIGS)
        library = loaded(folder)
        for game in (DRACULA, FIGS):
            page = aid_page(library, game)
            assert page is not None
            (folder / f"{game}.html").write_bytes(page)

    return shared(tmp_path_factory, "enemy-pages", make)


def key(page: Page, name: str) -> str:
    return f'[data-key="{name}"]'


def stage(page: Page) -> list[str]:
    found: list[str] = page.evaluate(STAGE)
    return found


def play(page: Page, press: Callable[[str], Any], answer: str, until: str) -> list[str]:
    """Press the first button of the stage, or the answer, until another one is first."""
    pressed: list[str] = []
    while (first := stage(page)[0]) != until or not pressed:
        pressed.append(answer if first == "yes" else first)
        press(pressed[-1])
        assert len(pressed) < 400
    return pressed


def enemy(page: Page) -> None:
    """Show the tool."""
    if page.locator("#tab-enemy").count():
        page.click("#tab-enemy")


def test_the_page_is_one_valid_file(pages: Path) -> None:
    for game in (DRACULA, FIGS):
        html = (pages / f"{game}.html").read_text("utf-8")
        assert len(html) < 1_000_000
        assert set(re.findall(r"https?://[^\"' )]+", html)) == {"http://www.w3.org/2000/svg"}
    files = [pages / f"{game}.html" for game in (DRACULA, FIGS)]
    assert [told for told in nu(files) if "Content Security Policy" not in told] == []


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
def test_two_turns_are_played_by_taps_on_a_phone(browser: Browser, pages: Path, lang: str) -> None:
    how: dict[str, Any] = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "locale": lang}
    with opened(browser, pages / f"{DRACULA}.html", init=SHIFTS, **how) as page:
        enemy(page)
        page.tap(key(page, "begin"))
        page.evaluate("window.shifts.length = 0")

        def tap(name: str) -> None:
            box = page.locator(key(page, name)).bounding_box()
            assert box is not None
            # The button is big, and it is there without scrolling.
            assert box["height"] >= 44
            assert box["y"] + box["height"] <= NARROW["height"]
            page.tap(key(page, name))
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]

        for number in (1, 2):
            pressed = play(page, tap, "no", "turn")
            assert pressed.count("turn") == 1
            # Nine figures, one of them a boss.
            assert pressed.count("draw") == 6
            assert {"lot", "no", "done"} <= set(pressed)
            assert str(number) in page.inner_text(".scene h2")
        assert page.evaluate("window.shifts") == []
        # Each card activates one figure or more.
        assert page.locator(".token.is-acted").count() >= 6


def test_a_turn_is_played_by_keys_and_undone(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / f"{DRACULA}.html") as page:
        enemy(page)
        page.focus(key(page, "begin"))
        page.keyboard.press("Enter")
        before = page.inner_text(".enemy-aid")

        def press(name: str) -> None:
            focused = page.evaluate("document.activeElement.dataset.key")
            assert focused == ("yes" if name == "no" else name)
            page.keyboard.press("n" if name == "no" else "Enter")

        pressed = play(page, press, "no", "turn")
        after = page.inner_text(".enemy-aid")
        # A game goes on after the page was closed.
        page.reload()
        enemy(page)
        assert page.inner_text(".enemy-aid") == after
        page.focus(".acts button")
        for _ in pressed:
            page.keyboard.press("Backspace")
        assert page.inner_text(".enemy-aid") == before
        assert page.is_disabled(key(page, "undo"))
        # What was drawn comes up again.
        assert play(page, press, "no", "turn") == pressed
        assert page.inner_text(".enemy-aid") == after


def test_a_plan_is_read_alone_in_two_taps(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / f"{DRACULA}.html", viewport=PHONE) as page:
        enemy(page)
        page.click(key(page, "plan-0"))
        assert page.inner_text(".ask").split("\n")[-1] == "A target in contact?"
        page.click(key(page, "yes"))
        assert "Attack it." in page.inner_text(".deed")
        page.click(key(page, "done"))
        assert page.is_visible(key(page, "begin"))
        page.click(key(page, "plan-0"))
        for _ in range(5):
            page.click(key(page, "no"))
        assert page.is_visible(".compass")
        ways = "Straight ahead|Ahead and right|Right|Back and right|About turn|Back and left|Left"
        label = page.get_attribute(".compass", "aria-label") or ""
        assert re.fullmatch(f"{ways}|Ahead and left", label)


def test_a_plan_read_alone_leaves_the_game_as_it_is(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / f"{DRACULA}.html") as page:
        enemy(page)
        page.click(key(page, "begin"))
        page.click(key(page, "turn"))
        page.click(key(page, "draw"))
        before = page.inner_text(".enemy-aid")
        page.click(key(page, "new"))
        page.click(key(page, "plan-1"))
        page.click(key(page, "yes"))
        # The page is closed while the plan is read.
        page.reload()
        enemy(page)
        assert page.inner_text(".enemy-aid") == before
        page.click(key(page, "new"))
        page.click(key(page, "plan-1"))
        page.click(key(page, "yes"))
        page.click(key(page, "done"))
        page.click(key(page, "resume"))
        assert page.inner_text(".enemy-aid") == before
        page.click('[data-lang="fr"]')
        assert page.inner_text(key(page, "lot")).lower().startswith(("tirer", "activer"))
        page.click('[data-lang="en"]')
        assert page.inner_text(".enemy-aid") == before


def test_figures_have_states_and_react(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / f"{DRACULA}.html") as page:
        enemy(page)
        page.check(key(page, "scenario-1"))
        page.click(key(page, "begin"))
        assert page.inner_text(".scene .under").startswith("4 figures, with 1 boss: 3 cards")
        page.click(key(page, "figure-1"))
        page.click(key(page, "mark-lookout"))
        assert page.get_attribute(key(page, "mark-lookout"), "aria-pressed") == "true"
        page.click(key(page, "react"))
        assert "A shooter, and the target in range?" in page.inner_text(".ask")
        page.click(key(page, "no"))
        # The fighters' line is not asked: the soldier is a shooter.
        assert "Do nothing: the Lookout is lost." in page.inner_text(".deed")
        page.click(key(page, "done"))
        assert page.locator(".token.is-lookout").count() == 0
        page.click(key(page, "figure-0"))
        page.click(key(page, "mark-out"))
        page.keyboard.press("Escape")
        assert page.inner_text(".scene .under").startswith("3 figures: 2 cards")


def test_reserves_come_and_early_plans_end(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / f"{DRACULA}.html") as page:
        enemy(page)
        page.check(key(page, "scenario-1"))
        page.click(key(page, "begin"))
        page.click(key(page, "figure-0"))
        assert page.inner_text(".scene .under") == "Books first · Boss"
        page.keyboard.press("Escape")
        page.click(key(page, "turn"))
        while page.locator(".token.is-later").count():
            page.click(key(page, "move"))
            page.click(key(page, "done"))
        assert page.locator(key(page, "move")).count() == 0
        for _ in range(3):
            play(page, lambda name: page.click(key(page, name)), "yes", "turn")
        page.click(key(page, "turn"))
        page.click(key(page, "figure-0"))
        assert page.inner_text(".scene .under") == "Shooter · Boss"


def test_a_shared_pile_ends_with_its_second_joker(browser: Browser, pages: Path) -> None:
    with opened(browser, pages / f"{FIGS}.html") as page:
        enemy(page)
        page.click(key(page, "begin"))
        for turn in (1, 2, 3):
            seen: list[str] = []

            def press(name: str, seen: list[str] = seen) -> None:
                page.click(key(page, name))
                if name == "draw":
                    seen.append(page.inner_text(".scene h2"))

            play(page, press, "no", "turn")
            jokers = [card for card in seen if card == "Joker" or card.endswith("is over")]
            assert len(jokers) == 2
            assert ("Spades" in " ".join(seen)) <= (turn > 1)
        assert page.locator(".token.is-later").count() == 1


def test_the_tool_is_accessible(browser: Browser, pages: Path) -> None:
    for game in (DRACULA, FIGS):
        with opened(browser, pages / f"{game}.html") as page:
            page.evaluate(axe())
            enemy(page)

            def judge(state: str, page: Page = page, game: str = game) -> None:
                for size in (NARROW, DESKTOP):
                    page.set_viewport_size(size)
                    for scheme in ("light", "dark"):
                        page.emulate_media(color_scheme=scheme)
                        found = page.evaluate("axe.run().then((found) => found.violations)")
                        told = [(v["id"], v["nodes"][0]["html"][:120]) for v in found]
                        assert told == [], f"{game}, {state}, {scheme}, {size}"

            judge("start")
            page.click(key(page, "begin"))
            judge("turn")
            seen = set[str]()
            while (first := stage(page)[0]) != "turn" or "draw" not in seen:
                if first not in seen:
                    judge(first)
                seen.add(first)
                page.click(key(page, "no" if first == "yes" else first))
            page.click(key(page, "figure-0"))
            judge("figure")
            page.keyboard.press("Escape")
            page.click(key(page, "plans"))
            judge("plans")
