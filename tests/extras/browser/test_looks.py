"""Play aids look as their game: the theme's style and drawings, its style and its accent."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest
from aid_pages import made
from small_projects import write

TABLE = "title: Turn\ncolumns: {a: A}\nrows: [{a: one}]\n"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'


def page_of(root: Path, game: str, **more: str) -> str:
    files = {"content/g/game.yaml": f"title: G\nlanguages: [en]\n{game}"}
    page = made(write(root, {**files, "content/g/tables/turn.yaml": TABLE, **more}), "g")
    assert page is not None
    return page.decode()


@pytest.mark.parametrize(("style", "font"), [("calm", "Source Sans 3"), ("classic", "EB Garamond")])
def test_a_style_sets_type_and_the_accent_is_that_of_the_game(
    tmp_path: Path, style: str, font: str
) -> None:
    page = page_of(tmp_path, f"style: {style}\naccent: '#123456'\n")
    assert f'font-family: "{font}"; font-weight: 400; src: url(data:' in page.replace(
        "font-style: normal; ", ""
    )
    assert ":root { --own: #123456 }" in page


def test_a_style_contains_the_drawings_of_its_theme(tmp_path: Path) -> None:
    style = "a { background: url(art/band.svg) } b { background: url(art/none.svg) }"
    style += " c { background: url(../../../x.svg) }"
    page = page_of(
        tmp_path,
        "theme: own\n",
        **{"templates/own/aid.css": style, "templates/own/art/band.svg": DRAWING},
    )
    drawn = page.partition('a { background: url("data:image/svg+xml;base64,')[2].partition('"')[0]
    assert b64decode(drawn).decode() == DRAWING
    # Other addresses are left out.
    assert "b {  }" in page
    assert "c {  }" in page
