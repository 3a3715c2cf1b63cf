"""Icons in texts."""

from __future__ import annotations

import pytest
from markupsafe import Markup
from weasyprint import HTML
from weasyprint.formatting_structure import boxes

from printgen.typography.icons import with_icons

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


@pytest.mark.parametrize("end", ["{oil}.", "2 {oil}", "{oil}"])
def test_a_line_is_full_before_an_icon_that_does_not_fit(end: str) -> None:
    html = with_icons(Markup(f"The leader rolls a die and takes a {end}"), ICONS)
    for width in range(200, 300, 2):
        first = lines(html, width)[0]
        assert first.startswith("The leader rolls a die"), width
