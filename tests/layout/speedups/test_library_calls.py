"""Faster functions give the results of those that they replace."""

from __future__ import annotations

import string

import tinyhtml5
import weasyprint
from hypothesis import given
from hypothesis import strategies as st
from tinyhtml5 import inputstream
from weasyprint import svg
from weasyprint.svg import utils

from printgen.layout.speedups.library_calls import Patterns, fast_size, install

SLOW_SIZE = utils.size
numbers = st.floats(allow_nan=False).map(str) | st.integers().map(str)
sizes = st.builds(
    str.__add__, numbers, st.sampled_from(["", " ", "mm", "pt", "%", "em", "x", "  3"])
)


@given(sizes | st.text("0123456789.eE+-_ %mx", max_size=8) | st.none())
def test_sizes_are_those_of_weasyprint(text: str | None) -> None:
    def read(size: object) -> object:
        try:
            return repr(size(text, 12, 50))  # type: ignore[operator]
        except (ValueError, AssertionError) as error:
            return type(error)

    assert read(fast_size(SLOW_SIZE)) == read(SLOW_SIZE)


@given(
    st.frozensets(st.sampled_from("&<>\0\"'-/= \t\n"), min_size=1),
    st.booleans(),
    st.text("ab&<>\0\"'-/= \t\n"),
)
def test_patterns_match_the_characters(characters: frozenset[str], inside: bool, text: str) -> None:
    match = Patterns()[characters, inside].match(text)
    expected = 0
    while expected < len(text) and (text[expected] in characters) == inside:
        expected += 1
    assert (match.end() if match else 0) == expected


def test_the_libraries_use_them() -> None:
    install()
    assert svg.size is utils.size is not SLOW_SIZE
    patterns = inputstream.characters_until_regex
    tinyhtml5.parse(f"<p title='a'>{string.ascii_letters}</p>")
    known = len(patterns)
    assert known > 0
    tinyhtml5.parse("<p title='b'>words</p>")
    assert len(patterns) == known
    install()
    assert inputstream.characters_until_regex is patterns
    assert weasyprint.HTML(string="<p>x").render().pages
