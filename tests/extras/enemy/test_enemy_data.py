"""The data of enemies: which games have it, and what it says of their plans and scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from enemy_rules import DRACULA, FIGS, data, library
from helpers import starter
from quest_pages import loaded, opened

from printgen.extras.browser.assembly import aid_page
from printgen.extras.enemy.tool import enemy_data

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.slow
def test_games_without_plans_have_no_enemy() -> None:
    assert enemy_data(library(), "furia-cartese") is None


def test_rules_that_cannot_be_read_give_no_enemy(tmp_path: Path) -> None:
    root = starter(tmp_path)
    game = root / "content/fog/game.yaml"
    game.write_text(
        game.read_text("utf-8") + "\nenemy: {side: enemy, random_move: nowhere}\n", "utf-8"
    )
    assert enemy_data(loaded(root), "fog") is None


@pytest.mark.slow
def test_facts_tables_and_plans_become_numbers() -> None:
    dracula = data(DRACULA)
    pack = dracula["pack"]
    assert (pack["jokers"], pack["share"], pack["boss_cards"]) == (2, 0.5, 1)
    assert (pack["last_cards"], pack["last_activations"]) == (2, 2)
    assert dracula["limits"] == {"shot": 2, "call": 1}
    plans = {plan["id"]: plan for plan in dracula["plans"]}
    brings = {
        (name, number): action["brings"]
        for name, plan in plans.items()
        for number, action in enumerate(plan["actions"], start=1)
        if action["brings"]
    }
    assert brings == {
        ("fighter", 6): "random-move",
        ("shooter", 8): "lookout",
        ("vigilance", 3): "lookout-lost",
        ("william", 2): "arrival",
        ("william", 3): "lookout",
        ("sinews-of-war-early", 2): "lookout",
    }
    assert [plans["fighter"]["actions"][n]["lead"]["fr"] for n in (0, 5)] == ["Attaquer", "Errer"]
    awakening, sinews = dracula["scenarios"]
    assert awakening["search"]["grid"] == {"sides": 10, "zones": [1, 0, 1, 0], "guard": [6, 4]}
    assert sinews["waves"]["spots"] == [0, 0, 0, 1, 1, 1]
    assert sinews["early"] == {"forces": [0, 2], "turns": 3, "plan": len(dracula["plans"]) - 1}
    # Two fewer than the players' figures, but never fewer than none.
    assert sinews["forces"][3]["counts"][:5] == [0, 0, 1, 2, 3]


@pytest.mark.slow
def test_a_shared_pile_has_sides_suits_and_events() -> None:
    figs = data(FIGS)
    assert figs["shared"] == {"jokers": 2, "event": 1, "end": 2}
    (museum,) = figs["scenarios"]
    assert [(side["counts"], side["enemy"]) for side in museum["sides"]] == [
        ([6], False),
        ([7], False),
        ([4], True),
    ]
    assert [force["turn"] for force in museum["forces"]] == [2, 2, None]
    assert museum["events"]["title"]["en"] == "Surprises of the museum"
    # Long conditions in bold type are no names of actions.
    assert [action["lead"] for action in figs["plans"][0]["actions"]][:3] == [None, None, None]


def test_texts_of_plans_are_never_html(browser: Browser, tmp_path: Path) -> None:
    root = starter(tmp_path)
    bad = "<img src=x onerror=alert(1)>"
    (plan,) = (root / "content/fog/plans").glob("*.yaml")
    plan.write_text(f"name: '{bad}'\nactions: ['**{bad}** now', 'Wait.']\n", "utf-8")
    page = aid_page(loaded(root), "fog")
    assert page is not None
    (tmp_path / "index.html").write_bytes(page)
    with opened(browser, tmp_path / "index.html") as shown:
        if shown.locator("#tab-enemy").count():
            shown.click("#tab-enemy")
        # A game without rules of an enemy has its plans to read.
        assert shown.locator(".picks").count() == 0
        assert bad in shown.inner_text('[data-key="plan-0"]')
        shown.click('[data-key="plan-0"]')
        # An action without a question is asked about in its own words.
        assert f"{bad} now" in shown.inner_text(".ask")
        shown.click('[data-key="no"]')
        assert "Wait." in shown.inner_text(".deed")
        assert shown.locator(".enemy-aid img[src=x]").count() == 0
