"""The showdown in a browser, operated by clicks, taps and keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from quest_pages import cleared, opened
from showdowns import BURST, GAME, HANDSET, PHASE, SHIFTS, SHOWN, seeded, step, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

# --- playing ----------------------------------------------------------------------------------


def test_a_showdown_is_played_by_taps_on_a_phone(browser: Browser, saloon: Path) -> None:
    with opened(
        browser, saloon, viewport=HANDSET, has_touch=True, is_mobile=True, init=SHIFTS
    ) as page:
        page.wait_for_selector(".shares .one")
        assert re.fullmatch(r"\d+% hit", page.inner_text(".shares .one"))
        page.tap("#roll")
        seen = []
        while page.is_visible("#go"):
            seen.append(page.evaluate(PHASE))
            for name in ("#go", "#undo", ".die.open", ".hand button"):
                for button in page.locator(name).all():
                    box = button.bounding_box()
                    assert box is not None
                    assert min(box["width"], box["height"]) >= 44
                    # Nothing needs scrolling.
                    assert box["y"] + box["height"] <= HANDSET["height"]
            assert page.evaluate("document.documentElement.scrollWidth") <= HANDSET["width"]
            page.tap("#go")
        assert seen[:6] == ["reroll", "reroll", "change", "change", "card", "card"]
        assert seen[-1] == "told"
        assert page.is_visible("#roll")
        assert page.evaluate("shifts") == []


def test_dice_roll_and_settle(browser: Browser, saloon: Path) -> None:
    with opened(
        browser, saloon, viewport=HANDSET, reduced_motion="no-preference", init=SHIFTS
    ) as page:
        page.evaluate("document.fonts.ready")
        page.evaluate("shifts.length = 0")
        page.click("#roll")
        assert page.inner_text(".prompt") == "The dice roll…"
        assert page.evaluate("document.getAnimations().length") >= 10
        page.wait_for_selector("#best")
        assert page.evaluate("document.getAnimations().length") == 0
        shown = page.evaluate(SHOWN.format(0))
        dice = page.evaluate("Saloon.played().scenes[0].rolls[0].dice")
        assert shown == dice
        assert page.evaluate("shifts") == []


def test_the_chances_are_those_of_python(desk: Page, saloon: Path) -> None:
    with cleared(desk, saloon) as page:
        page.click("#kind-fight")
        page.wait_for_selector(".shares .two")
        # `printgen odds`: Wyatt's fists against Ike's.
        shares = page.evaluate(
            """() => {
              const match = Saloon.match();
              const sides = [0, 1].map((side) => Duel.stand(Saloon.data, match, side));
              const work = Odds.chances(Odds.meet(...sides, Saloon.data.points));
              let step = work.next();
              while (!step.done) step = work.next();
              return [step.value.won, step.value.lost];
            }"""
        )
        told = [page.inner_text(f".shares .{whose}") for whose in ("one", "two")]
        names = ("Wyatt Earp", "Ike Clanton")
        assert told == [f"{name}: {share:.0%}" for name, share in zip(names, shares, strict=True)]


def test_the_same_seed_brings_the_same_dice(desk: Page, saloon: Path) -> None:
    def course(page: Page) -> list[str]:
        seeded(page, "dust-1881")
        texts = []
        for _ in range(2):
            page.click("#roll")
            until(page, "told")
            texts.append(page.inner_text(".table"))
            page.click("#go")
        return texts

    with cleared(desk, saloon) as page:
        first = course(page)
    with cleared(desk, saloon) as page:
        assert course(page) == first
        assert first[0] != first[1]


def test_undo_goes_back_step_by_step(desk: Page, saloon: Path) -> None:
    with cleared(desk, saloon) as page:
        seeded(page, "undo")
        page.click("#hurt-1")
        page.click("#roll")
        seen = []
        while page.is_visible("#go"):
            seen.append(page.inner_text(".table"))
            step(page)
        for before in reversed(seen):
            page.click("#undo")
            assert page.inner_text(".table") == before
        page.keyboard.press("Backspace")
        assert page.is_visible("#roll")
        assert page.get_attribute(".side-1 .cylinder", "aria-label") == "Cartridges: 1/6"
        page.click("#undo")
        assert page.get_attribute(".side-1 .cylinder", "aria-label") == "Cartridges: 0/6"


def test_the_best_choice_plays_for_a_side(desk: Page, saloon: Path) -> None:
    with cleared(desk, saloon) as page:
        page.click("#auto-1")
        page.click("#roll")
        page.click("#best")
        page.click("#go")
        # It chooses its dice, which are shown, and then its changed die.
        assert page.inner_text(".prompt") == "Ike Clanton chooses…"
        until(page, "card")
        assert page.evaluate("Saloon.played().scenes[0].rolls[1].rerolled") is not None
        assert page.evaluate("Duel.asked(Saloon.played()).side") == 0


def test_lost_cartridges_stay_lost(desk: Page, saloon: Path) -> None:
    with cleared(desk, saloon) as page:
        page.click("#pick-1")
        page.click("text=+ Deputy")
        page.click(".gallery .poster:has-text('Deputy 2')")
        for _ in range(12):
            page.click("#roll")
            while page.is_visible("#go"):
                step(page)
            if page.is_disabled("#roll"):
                break
        ticked = page.evaluate("Saloon.picked(1).ticked")
        assert page.get_attribute(".side-1 .cylinder", "aria-label") == f"Cartridges: {ticked}/6"
        assert page.inner_text("#roll") == "Out of play: Deputy 2"
        page.click("#pick-1")
        assert page.locator(".gallery .out").count() == 1


def test_a_figure_without_a_firearm_neither_shoots_nor_shoots_back(
    desk: Page, saloon: Path
) -> None:
    with cleared(desk, saloon) as page:
        page.click("#pick-1")
        page.click(".gallery .poster:has-text('Zombie')")
        assert page.is_disabled("#reply-return-fire")
        page.click("#swap")
        assert page.is_disabled("#kind-shot")
        assert page.get_attribute("#kind-fight", "aria-pressed") == "true"
        assert page.input_value("#arm-0") == "1"


def test_a_blank_figure_has_the_numbers_of_its_player(desk: Page, saloon: Path) -> None:
    with cleared(desk, saloon) as page:
        page.click("#pick-0")
        page.click(".gallery .poster:has-text('Stranger')")
        page.click("#own-0")
        page.click("[aria-label='Potential, unhurt: more']")
        page.click("[aria-label='White cartridges: less']")
        page.click("dialog .close button")
        page.wait_for_selector("dialog.numbers", state="detached")
        assert page.inner_text("#pick-0 .facts") == "Pot 2/0 · Hand 1"
        assert page.get_attribute(".side-0 .cylinder", "aria-label") == "Cartridges: 0/5"


# --- keyboard, languages, memory --------------------------------------------------------------


def test_a_showdown_is_played_by_keys(desk: Page, saloon: Path) -> None:
    with cleared(desk, saloon) as page:
        page.focus("#roll")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "go"
        page.keyboard.press("2")
        page.keyboard.press("5")
        assert page.locator(".die[aria-pressed=true]").count() == 2
        assert page.inner_text("#go") == "Reroll (2)"
        page.keyboard.press("2")
        assert page.inner_text("#go") == "Reroll (1)"
        assert "reroll" in page.inner_text("#said")
        for _ in range(12):
            if page.is_visible("#roll"):
                break
            assert page.evaluate("document.activeElement.id") == "go"
            # The question is announced to screen readers.
            assert page.inner_text(".prompt") in page.inner_text("#said")
            page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "roll"


def test_a_showdown_goes_on_in_another_language_and_after_a_reload(
    desk: Page, saloon: Path
) -> None:
    with cleared(desk, saloon) as page:
        page.click("#roll")
        until(page, "change")
        dice = page.evaluate(SHOWN.format(0))
        page.click("[data-lang=fr]")
        assert "un dé devient Roi" in page.inner_text(".prompt")
        page.click("[data-lang=en]")
        page.reload()
        assert "a die becomes King" in page.inner_text(".prompt")
        assert page.evaluate(SHOWN.format(0)) == dice


@pytest.mark.parametrize(
    "kept", ['"x"', "[1]", '{"figures": []}', '{"figures": [{"profile": 99}]}']
)
def test_a_kept_state_that_does_not_fit_is_ignored(desk: Page, saloon: Path, kept: str) -> None:
    with cleared(desk, saloon) as page:
        page.evaluate(f"localStorage.setItem('printgen.aid.{GAME}.showdown', {kept!r})")
        page.reload()
        assert page.is_enabled("#roll")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_fast_clicks_do_no_harm(browser: Browser, saloon: Path, motion: str) -> None:
    with opened(browser, saloon, reduced_motion=motion) as page:
        for seed in range(3, 6):
            assert page.evaluate(BURST, [seed, 60])
        # The page goes on: a showdown can be played to its end.
        page.wait_for_selector("#roll, #go")
        while page.is_visible("#undo") and page.is_enabled("#undo"):
            page.click("#undo")
        page.click("#roll")
        page.wait_for_selector("#go")
