"""The depth of elements, as tags have it."""

from __future__ import annotations

from time import process_time

import pytest

from printgen.layout.templates import deepest


@pytest.mark.parametrize(
    ("html", "depth"),
    [
        ("", 0),
        ("words < 3 > 2", 0),
        ("<div><span>a</span></div><div></div>", 2),
        ("<br><img src='a>b'><hr><div>" * 2, 2),
        ("<ul>" + "<li>a" * 500 + "</ul>" + "<p>b" * 500, 1),
        ("<svg>" + "<path d='M 0 0'/>" * 500 + "</svg>", 2),
        ("<div>" * 30_000, 30_000),
        ("</div>" * 9 + "<div>", 1),
        ("<table><tr><td>" * 40, 40),
    ],
)
def test_the_depth_of_html(html: str, depth: int) -> None:
    assert deepest(html) == depth


@pytest.mark.slow
@pytest.mark.parametrize("html", ["<a " * 400_000, "<a '" * 400_000, "<" * 1_000_000])
def test_hostile_text_takes_little_time(html: str) -> None:
    start = process_time()
    deepest(html)
    assert process_time() - start < 5
