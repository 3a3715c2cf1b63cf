"""Quest pages in a browser: how tests make, open and play them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quest_game import Action, Event, Game

from printgen.content.library import Library
from printgen.content.load import load
from printgen.extras.quest.page import quest_page
from printgen.extras.quest.study import quest_model, select_heroes
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.mechanic import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, ViewportSize

GAME = "deathly-thrones"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 320, "height": 640}
SIMPLY = """() => {
    const found = ["go-on", "draw", "fight", "ask"].find((name) => document.getElementById(name));
    if (found !== "ask") return found;
    return document.getElementById("ask").textContent.includes("to you") ? "armour" : "life";
}"""


# Chance that is the same in each run of a test.
SEEDED = """(() => {
  let state = 1881;
  crypto.getRandomValues = (numbers) => {
    for (let i = 0; i < numbers.length; i += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      numbers[i] = (state ^ (state >>> 15)) >>> 0;
    }
    return numbers;
  };
})();"""


def loaded(root: Path) -> Library:
    return load(Folders(root.resolve()), KINDS, products_model())[0]


# The games of the index, which no test changes.
loaded_once = cache(loaded)


def made(root: Path, *games: str) -> bytes | None:
    return quest_page(loaded(root), *games)


@contextmanager
def cleared(desk: Page, index: Path, fragment: str = "") -> Iterator[Page]:
    """The file on the desk, without saved games; see `watched`."""
    desk.set_viewport_size(DESKTOP)
    desk.emulate_media(color_scheme="light")
    try:
        with watched(desk, index, fragment):
            assert desk.evaluate("localStorage.length") == 0
            yield desk
    finally:
        desk.evaluate("localStorage.clear()")
        desk.goto("about:blank")


@contextmanager
def opened(browser: Browser, index: Path, fragment: str = "", **how: Any) -> Iterator[Page]:
    """The file in a browser context of its own, with seeded chance; see `watched`."""
    options = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce", **how}
    init = options.pop("init", "")
    context = browser.new_context(**options)
    try:
        context.add_init_script(SEEDED + init)
        with watched(context.new_page(), index, fragment) as page:
            yield page
    finally:
        context.close()


@contextmanager
def watched(page: Page, index: Path, fragment: str) -> Iterator[Page]:
    """The file in a page. Its errors, messages and requests fail the test."""
    wrong: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        wrong.append(said.text)

    def fail(error: Error) -> None:
        wrong.append(str(error))

    def ask(asked: Request) -> None:
        wrong.append(asked.url)

    page.on("console", hear)
    page.on("pageerror", fail)
    page.on("request", ask)
    try:
        page.goto(index.as_uri() + fragment)
        yield page
    finally:
        for event, listener in (("console", hear), ("pageerror", fail), ("request", ask)):
            page.remove_listener(event, listener)
    own = (index.as_uri(), "blob:", "data:font/woff")
    assert [what for what in wrong if not what.startswith(own)] == []


def simply(page: Page) -> str | None:
    """The next button of simple play: damage to the enemy's life, and to one's own armour."""
    found = page.evaluate(SIMPLY)
    return f"#{found}" if found else None


def by_python(index: Path, quest: str, hero: str, seed: str) -> tuple[Game, list[Event], list[int]]:
    """The same game in Python with simple play to its end: the game, the last events, and the
    powers of the last round since the last step card, if any."""
    library = loaded_once(index.parent)
    model = quest_model(library.games[GAME], library.games[GAME].of_kind("quests")[quest])
    game = Game(model, select_heroes(library, GAME, [])[hero][1], seed)
    events: list[Event] = []
    powers: list[int] = []
    while may := game.actions():
        simple: Action = "armour" if game.struck else "life"
        lives = (game.life, game.foe[0])
        events = game.play(simple if game.phase == "damage" else may[0])
        if may == ["draw"]:
            powers = []
        for event in events:
            if event[0] == "round":
                cards = (game.cards[int(card)] for card in event[1:3])
                powers = [life + card for life, card in zip(lives, cards, strict=True)]
    return game, events, powers


def counters(page: Page, whose: str = "you") -> list[int]:
    return [int(text) for text in page.locator(f".{whose} .counter b").all_inner_texts()]


def until(page: Page, selector: str) -> None:
    """Continue with simple play until the page has an element for the selector."""
    page.evaluate(
        """selector => {
            while (!document.querySelector(selector)) document.getElementById(SIMPLY()).click();
        }""".replace("SIMPLY", f"({SIMPLY})"),
        selector,
    )
