"""Pieces in the page of the preview: faces of tokens, sides of a box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from extras.preview.conftest import Preview, serving
from piece_games import piece_game
from PIL import Image
from small_projects import write

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

PRODUCTS = """
tokens: {title: {any: Tokens}, output: tokens, entries: {events: all}, faces: {front: {symbol: effect}, common_back: {icon: oil}}}
deck: {title: {any: Deck}, output: cards, entries: {events: all}, faces: {front: {body: text}}}
box: {title: {any: Box}, output: box, holds: deck, papers: [a4]}
"""  # noqa: E501


EMBER = '.sheet.drawn[data-piece$=":cards/g/ember:front"]'


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """A preview of tokens and of a box."""
    with serving(piece_game(tmp_path_factory.mktemp("pieces"), PRODUCTS)) as running:
        yield running


def test_tokens_and_boxes_are_drawn(window: Page, pieces: Preview) -> None:
    wrong: list[str] = []
    window.on("pageerror", lambda error: wrong.append(str(error)))
    pieces.let_in(window)
    window.goto(f"{pieces.url}#storm/tokens")
    kinds = window.locator(".games small")
    kinds.first.wait_for()
    assert kinds.all_inner_texts() == ["tokens", "cards", "box"]
    # A front and a back of two tokens in two languages.
    window.locator('.sheet.drawn[data-piece$=":events/storm/elmo:back"]').first.wait_for()
    assert window.locator(".sheet").count() == 8
    window.goto(f"{pieces.url}#storm/box")
    window.locator('.sheet.drawn[data-piece^="storm:box:en:full:4"]').first.wait_for()
    # Ground, back, side, front, top and bottom.
    assert window.locator('.sheet[data-piece^="storm:box:en:"]').count() == 6
    assert wrong == []


def test_a_missing_picture_hides_no_card(
    tmp_path_factory: pytest.TempPathFactory, window: Page
) -> None:
    """Its place is shown, and the problem is told; the file brings the picture."""
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/products.yaml": "cards: {output: cards, title: C, source: cards.csv, "
        "faces: {front: {body: text, picture: art}}}\n",
        "content/g/cards.csv": "Name,Text,Art\nEmber,It burns.,images/ember.png\nSun,It rises.,\n",
    }
    with serving(write(tmp_path_factory.mktemp("missing"), files)) as running:
        running.let_in(window)
        window.goto(f"{running.url}#g/cards")
        ember = window.locator(EMBER)
        ember.wait_for()
        assert "stale" not in (ember.get_attribute("class") or "")
        lines = window.locator(".problems li").all_inner_texts()
        assert lines == [
            "content/g/cards.csv:C2: image-missing: no picture 'images/ember.png'"
            " (put it into content/g/images/)"
        ]
        before = ember.locator("img").get_attribute("src")
        images = running.root / "content/g/images"
        images.mkdir()
        Image.new("RGB", (900, 700), "navy").save(images / "ember.png")
        window.locator(".problems li").wait_for(state="detached")
        changed = "([sheet, before]) => document.querySelector(sheet).src != before"
        window.wait_for_function(changed, arg=[f"{EMBER} img", before])
