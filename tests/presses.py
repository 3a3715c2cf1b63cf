"""Presses of buttons in a headless browser, which at times draws no more frames of a page.

Playwright waits for two frames before each press, to see that an element stays where it is. If it
waits in vain and the page draws none, the page itself clicks the element, if it can be seen, is
enabled and has nothing above it: the mouse, too, at times waits for a frame.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError

_NAMES = ("click", "tap", "check", "uncheck")
_STATES = {"check": True, "uncheck": False}

# After this time (ms), it is seen whether the page draws frames.
PATIENCE = 10_000

DRAWS = """() => new Promise((done) => {
    setTimeout(() => done(false), 2000);
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
})"""

_IS_ON_TOP = """(element) => {
    element.scrollIntoView({block: "nearest", inline: "nearest"});
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return element.contains(top) || top?.closest("label")?.control === element;
}"""


def press_without_frames(patch: pytest.MonkeyPatch) -> None:
    """Let presses of all pages do without frames where a page draws none."""
    for owner in (Page, Locator):
        for name in _NAMES:
            patch.setattr(owner, name, _pressed(name, getattr(owner, name)))


def _pressed(name: str, press: Callable[..., None]) -> Callable[..., None]:
    @wraps(press)
    def press_in_any_case(where: Page | Locator, *words: Any, **options: Any) -> None:
        if "timeout" in options:
            return press(where, *words, **options)
        try:
            return press(where, *words, **options, timeout=PATIENCE)
        except TimeoutError:
            page = where if isinstance(where, Page) else where.page
            if page.evaluate(DRAWS):
                # The machine is slow, or the test is right to fail.
                return press(where, *words, **options)
        element = where.locator(words[0]).first if isinstance(where, Page) else where
        assert element.is_visible() and element.is_enabled()
        assert element.evaluate(_IS_ON_TOP), "something is above the element"
        if name not in _STATES or element.is_checked() != _STATES[name]:
            element.evaluate("element => element.click()")
        return None

    return press_in_any_case
