"""Runs that are read from left to right, in several elements of a right-to-left line."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from printgen.layout.bidi import join_runs


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        (
            "<p>אמור <b>Open the</b> <i>Gate</i> ואז</p>",
            '<p>אמור <span dir="ltr"><b>Open the</b> <i>Gate</i></span> ואז</p>',
        ),
        (
            "<p><b>Dragon</b> (7–9) תוקף <i>Red</i> Dragon!</p>",
            '<p><span dir="ltr"><b>Dragon</b> (7–9)</span> תוקף '
            '<span dir="ltr"><i>Red</i> Dragon</span>!</p>',
        ),
        (
            "<p>א <b>Open <i>the</i> Gate</b> ב</p>",
            '<p>א <b><span dir="ltr">Open <i>the</i> Gate</span></b> ב</p>',
        ),
        (
            '<p>א<i class="footnote">ב <b>Open</b> <i>it</i></i> ג</p>',
            '<p>א<i class="footnote">ב <span dir="ltr"><b>Open</b> <i>it</i></span></i> ג</p>',
        ),
        ("<div>A<p>B <b>ג</b></p><i>C</i></div>", "<div>A<p>B <b>ג</b></p><i>C</i></div>"),
        ("<p>א <b>Dragon</b> ב <i>2D6</i></p>", "<p>א <b>Dragon</b> ב <i>2D6</i></p>"),
        ("<p>שלום <b>עולם Big</b> Dragon</p>", "<p>שלום <b>עולם Big</b> Dragon</p>"),
        ('<p dir="ltr">A <b>B</b></p>', '<p dir="ltr">A <b>B</b></p>'),
    ],
)
def test_runs_become_elements(written: str, joined: str) -> None:
    tree = ElementTree.fromstring(f"<body>{written}</body>")
    join_runs(tree)
    assert ElementTree.tostring(tree, encoding="unicode") == f"<body>{joined}</body>"
