"""Presses in a browser that draws no frames: its process that draws is stopped meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import presses
import pytest
from processes import children

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

BUTTON = """<button onclick="document.title += '+'">Go on</button>"""
ABOVE = """<div style="position: fixed; inset: 0"></div>"""


def drawing_process() -> int:
    """The process of the browser of these tests that draws."""
    found = [os.getpid()]
    for pid in found:
        found += children(pid)
        if b"--type=gpu-process" in Path(f"/proc/{pid}/cmdline").read_bytes():
            return pid
    raise AssertionError("no process draws")


@contextmanager
def without_frames(page: Page) -> Iterator[None]:
    pid = drawing_process()
    os.kill(pid, signal.SIGSTOP)
    try:
        assert not page.evaluate(presses.DRAWS)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def page(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr(presses, "PATIENCE", 500)
    page = browser.new_page()
    yield page
    page.close()


def test_buttons_are_pressed_without_frames(page: Page) -> None:
    page.set_content(BUTTON)
    with without_frames(page):
        page.click("button")
        page.locator("button").click()
    assert page.title() == "++"


@pytest.mark.parametrize("content", [BUTTON + ABOVE, BUTTON.replace("<button", "<button disabled")])
def test_what_cannot_be_pressed_fails_all_the_same(page: Page, content: str) -> None:
    page.set_content(content)
    with without_frames(page), pytest.raises(AssertionError):
        page.click("button")
    assert page.title() == ""
