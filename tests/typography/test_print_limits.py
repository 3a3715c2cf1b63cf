"""The colours of type, and of lines and shapes, on their ground."""

from __future__ import annotations

from printgen.typography.print_limits import contrast, drawn, readable


def test_colours_of_lines_are_as_given_where_they_are_seen() -> None:
    dark = "#12151c"
    assert drawn("#1f4f8f", dark) == "#1f4f8f" != readable("#1f4f8f", dark)
    # A colour that is hardly seen is that of type.
    assert drawn("#1b2030", dark) == readable("#1b2030", dark)
    assert contrast(drawn("#1b2030", dark), dark) >= 4.5
    assert drawn("#fff2b0") == readable("#fff2b0")
    assert drawn("var(--accent)", dark) == "var(--accent)"
