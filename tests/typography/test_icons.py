"""Icons in texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import Markup
from small_projects import write
from weasyprint import HTML
from weasyprint.formatting_structure import boxes

from printgen import Project
from printgen.content.models.text import Text
from printgen.typography.measure import ink_of, space_after
from printgen.typography.text import say, with_icons

SVG = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E"
    "%3Crect width='9' height='9'/%3E%3C/svg%3E"
)
ICONS = {"oil": Markup(f'<img style="height: 1em" src="{SVG}">')}
STYLE = "@page { size: %dpx 99px; margin: 0 } body { margin: 0; font: 12px 'DejaVu Sans' }"


def lines(html: str, width: int) -> list[str]:
    """The lines of a paragraph; icons are left out."""
    page = f"<style>{STYLE % width} .counted {{ white-space: nowrap }}</style><p>{html}"
    found = []
    for box in HTML(string=page).render().pages[0]._page_box.descendants():
        if isinstance(box, boxes.LineBox):
            texts = [each for each in box.descendants() if isinstance(each, boxes.TextBox)]
            found.append("".join(each.text for each in texts).strip())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("end", ["{oil}.", "2 {oil}", "2{oil}", "{oil}"])
def test_a_line_is_full_before_an_icon_that_does_not_fit(end: str) -> None:
    html = with_icons(Markup(f"The leader rolls a die and takes a {end}"), ICONS)
    for width in range(200, 300, 2):
        first = lines(html, width)[0]
        assert first.startswith("The leader rolls a die"), width


@pytest.mark.slow
@pytest.mark.parametrize("number", ["4 ", "4", "12"])
def test_a_number_stays_on_the_line_of_its_icon(number: str) -> None:
    html = with_icons(
        Markup(f"Discard it and lose {number}{{oil}} less"), {"oil": Markup("<b>☀</b>")}
    )
    for width in range(60, 200, 2):
        assert f"{number}☀" in "|".join(lines(html, width))


def test_punctuation_is_close_to_a_symbol(tmp_path: Path) -> None:
    game = "title: Moons\nlanguages: [en]\nicons: {moon: ☾, oil: images/oil.svg}\n"
    write(tmp_path, {"printgen.yaml": "", "content/moons/game.yaml": game})
    content = Project(tmp_path).library.games["moons"]
    html = say(Text({"en": "At night {moon}. A {moon} rises, 2 {moon} set."}), "en", content)
    moon = '<span class="icon symbol bare3" role="img" aria-label="moon">☾</span>'
    assert f'<span class="counted closed">{moon}.</span>' in html
    assert f'<span class="counted">2 {moon}</span>' in html
    assert html.count("closed") == 1


def test_the_ink_of_a_character_is_measured() -> None:
    side, middle = ink_of("◉")
    assert 0.3 < side < 0.9 and 0.2 < middle < 0.5
    assert ink_of(" ") == ink_of("\ue123") == (0.0, 0.0)


def test_the_space_of_a_symbol_is_measured() -> None:
    assert space_after("☾") == 3
    assert space_after("→") == 0
    assert space_after("") == 0
