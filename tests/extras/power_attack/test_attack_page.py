"""Attacks of the play aid in a browser, by taps and keys, with dice that are known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from aid_pages import made
from helpers import real, shared
from quest_pages import PHONE, opened
from tools import axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

GAME = "un-jeu-de-figs"
SMALL = {"width": 320, "height": 640}
SCHEMES: dict[Literal["light", "dark"], str] = {"light": "", "dark": "{runOnly: 'cat.color'}"}

# The dice come up as said.
LOAD = """(faces) => {
  crypto.getRandomValues = (numbers) => { numbers[0] = faces.shift() - 1; return numbers; };
}"""


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        real(folder, GAME)
        page = made(folder, GAME)
        assert page is not None
        (folder / "index.html").write_bytes(page)

    return shared(tmp_path_factory, "attack-aid", make) / "index.html"


@contextmanager
def table(browser: Browser, index: Path, *faces: int, **how: Any) -> Iterator[Page]:
    """The tool on a phone, with these dice."""
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, **how}
    with opened(browser, index, **options) as page:
        page.tap("#tab-attack")
        page.evaluate(f"({LOAD})({list(faces)})")
        yield page


def choose(page: Page, attacker: str, target: str, weapon: int = 0) -> None:
    for role, figure in (("attacker", attacker), ("target", target)):
        page.tap(f"#attack-{role}")
        page.tap(f'[data-figure="{figure}"]')
    page.locator('[name="attack-weapon"]').nth(weapon).tap()


def state(page: Page) -> list[str]:
    """The life and the heroism of the target."""
    return page.locator(".target-state .counter-row b").all_inner_texts()


def test_a_shot_with_range_cover_and_size(browser: Browser, index: Path) -> None:
    with table(browser, index, 3) as page:
        choose(page, "goon", "idol", 1)
        # Shots at the Idol, of Size 4, have +2.
        assert page.inner_text(".strikes .roll-total") == "POW 4 + 2 = 6 / DEF 9"
        assert page.locator(".attack-chance b").all_inner_texts() == ["50%", "0.5%", "−1.03"]
        page.locator('[name="attack-range"]').nth(2).tap()
        page.locator('[name="attack-cover"]').nth(1).tap()
        page.tap("#modifier-0")
        assert page.inner_text(".strikes .roll-total") == "POW 4 − 2 + 2 − 1 + 1 = 4 / DEF 9"
        page.tap("#attack-panicked")
        assert page.inner_text(".strikes .roll-total").endswith("= 4 / DEF 7")
        page.tap("#attack-act")
        assert page.inner_text(".burst") == "Missed!"
        assert page.inner_text(".strength") == "POW 4 + 3 = 7 − DEF 7 = 0"
        page.tap("#attack-act")
        assert state(page) == ["5", "0"]


def test_a_critical_eliminates_a_figure_and_the_next_one_is_whole(
    browser: Browser, index: Path
) -> None:
    with table(browser, index, 6, 6, 6, 2) as page:
        choose(page, "goon", "mummy", 1)
        page.tap(".target-state .counter-row button")
        assert state(page) == ["2", "0"]
        page.tap("#attack-act")
        assert page.inner_text(".burst") == "Eliminated!"
        assert page.inner_text(".strength") == "POW 4 + 6 + 2 = 12 − DEF 7 = 5"
        assert page.locator(".strip-dice .rolled-die").count() == 4
        told = page.inner_text(".sentences")
        assert "Critical success: +2" in told
        assert "less than 6″ away" in told
        page.tap("#attack-act")
        assert state(page) == ["3", "0"]


def test_a_bet_cancels_a_deadly_wound_and_brings_panic(browser: Browser, index: Path) -> None:
    with table(browser, index, 5, 4) as page:
        choose(page, "goon", "reporter", 1)
        page.tap("#attack-act")
        assert page.inner_text("#attack-act").split() == ["Double", "or", "quits!", "66.7%"]
        page.tap("#attack-act")
        assert page.inner_text(".burst") == "Cancelled!"
        assert "panicked" in page.inner_text("#said")
        page.tap("#attack-act")
        assert state(page) == ["1", "0"]
        assert page.is_checked("#attack-panicked")


def test_a_lost_bet_leaves_the_wound_without_a_test(browser: Browser, index: Path) -> None:
    with table(browser, index, 4, 2) as page:
        choose(page, "goon", "adventuress", 1)
        page.tap("#attack-act")
        page.tap("#attack-act")
        assert "Bet lost" in page.inner_text(".sentences")
        page.tap("#attack-act")
        assert state(page) == ["2", "2"]
        assert page.is_checked("#attack-panicked")


def test_a_loss_that_is_taken_is_followed_by_a_test(browser: Browser, index: Path) -> None:
    with table(browser, index, 4, 2) as page:
        choose(page, "goon", "lieutenant", 1)
        page.tap("#attack-act")
        page.tap("#attack-keep") if page.locator("#attack-keep").count() else None
        # Two points of life are lost.
        assert page.inner_text(".burst") == "Eliminated!"
    with table(browser, index, 3, 2) as page:
        choose(page, "goon", "lieutenant", 1)
        page.tap("#attack-act")
        page.tap("#attack-keep")
        assert page.inner_text("#attack-act").split()[-1] == "66.7%"
        page.locator(".bar-act .counter-row button").nth(1).tap()
        assert page.inner_text("#attack-act").split()[-1] == "83.3%"
        page.tap("#attack-act")
        assert "Morale: 7 for 7. The target holds firm" in page.inner_text(".sentences")
        page.tap("#attack-act")
        assert state(page) == ["1", "1"]
        assert not page.is_checked("#attack-panicked")


def test_a_harmless_weapon_has_its_text_as_effect(browser: Browser, index: Path) -> None:
    with table(browser, index, 4) as page:
        choose(page, "watchman", "goon", 1)
        assert page.locator(".attack-chance").count() == 1
        page.tap("#attack-act")
        assert page.inner_text(".burst") == "Hit!"
        assert page.inner_text(".sentences").startswith("Instead of losing HP")


def test_choices_are_kept_and_roles_are_swapped(browser: Browser, index: Path) -> None:
    with table(browser, index) as page:
        choose(page, "dog", "creature")
        # Prince is smaller than the Creature.
        assert page.inner_text(".strikes .roll-total") == "POW 3 − 1 = 2 / DEF 8"
        page.reload()
        page.tap("#tab-attack") if page.locator(".attack-tool").count() == 0 else None
        assert page.inner_text(".strikes .roll-total") == "POW 3 − 1 = 2 / DEF 8"
        page.tap('[data-lang="fr"]')
        assert page.inner_text(".strikes .roll-total") == "PUI 3 − 1 = 2 / DEF 8"
        page.tap(".swap-figures")
        assert page.inner_text(".strikes .roll-total") == "PUI 5 / DEF 6"


def test_an_attack_by_keys_alone(browser: Browser, index: Path) -> None:
    with table(browser, index, 2) as page:

        def to(wanted: str) -> None:
            while not page.evaluate(f"document.activeElement.matches('{wanted}')"):
                page.keyboard.press("Tab")

        to("#attack-target")
        page.keyboard.press("Enter")
        to('[data-figure="goon"]')
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "attack-target"
        to('[name="attack-weapon"]')
        page.keyboard.press("ArrowRight")
        to('[name="attack-range"]')
        page.keyboard.press("ArrowRight")
        to("#attack-act")
        page.keyboard.press("Space")
        assert page.inner_text(".burst") == "Missed!"
        assert page.inner_text("#said") == "Missed!"
        assert page.evaluate("document.activeElement.id") == "attack-act"


def test_the_tool_is_accessible_and_fits(browser: Browser, index: Path) -> None:
    with table(browser, index, 4, 3, viewport=SMALL) as page:
        page.evaluate(axe())

        def judge(where: str) -> None:
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], where
            for scheme, rules in SCHEMES.items():
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                found = page.evaluate(f"axe.run({rules}).then((found) => found.violations)")
                told = [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in found]
                assert told == [], (where, scheme)

        page.tap("#attack-target")
        judge("choice")
        page.tap('[data-figure="adventuress"]')
        page.locator('[name="attack-weapon"]').nth(1).tap()
        judge("before")
        page.tap("#attack-act")
        judge("after")
        page.locator('[data-lang="fr"]').tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_a_shot_into_a_melee_may_hit_another(browser: Browser, index: Path) -> None:
    with table(browser, index, 2, 5, 6, 1) as page:
        choose(page, "goon", "adventuress", 1)
        page.tap("#attack-melee")
        assert page.is_disabled("#melee-act")
        for _ in range(3):
            page.tap('[data-add="creature"]')
        page.locator(".melee-list button").nth(2).tap()
        page.tap("#melee-act")
        # Margot: 2 + 2 + 2; the Creatures, of Size 3: 8 and 9.
        assert page.locator(".sum-of b").all_inner_texts() == ["6", "8", "9"]
        assert page.locator(".melee-hit").all_inner_texts()[0].startswith("The Creature")
        page.tap("#melee-act")
        # Shots at the Creature, of Size 3, have +1.
        assert page.inner_text(".strikes .roll-total") == "POW 4 + 1 = 5 / DEF 8"


def test_all_that_are_hit_are_attacked_in_turn(browser: Browser, index: Path) -> None:
    with table(browser, index, 3, 5, 2, 2) as page:
        choose(page, "goon", "adventuress", 1)
        page.tap("#attack-melee")
        page.tap('[data-add="goon"]')
        page.tap("#melee-still")
        page.tap("#melee-act")
        assert page.locator(".sum-of b").all_inner_texts() == ["8", "7"]
        page.tap("#melee-act")
        assert page.inner_text("#attack-target .named") == "Margot Typhoon"
    with table(browser, index, 3, 5, 1, 2) as page:
        choose(page, "goon", "adventuress", 1)
        page.tap("#attack-melee")
        page.tap('[data-add="goon"]')
        page.tap("#melee-act")
        assert page.locator(".melee-hit").count() == 2
        page.tap("#melee-act")
        page.tap("#attack-act")
        page.tap("#attack-act")
        assert page.inner_text("#attack-target .named") == "Hired goon"
