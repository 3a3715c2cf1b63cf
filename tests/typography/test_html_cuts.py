"""HTML that is cut in two keeps its words, and its elements are whole in both parts."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest

from printgen.typography.html_cuts import PART, SENTENCE, WORD, cut_html, html_cuts

LIST = (
    '<ol start="3" class="text-list"><li>One two. Three</li><li>b <ul><li>x</li><li>y</li></ul>'
    "</li><li>c <b>bold word</b></li></ol>"
)
TABLE = (
    '<table class="text-table"><thead><tr><th>d6 or</th></tr></thead><tbody><tr><td>a b. C</td>'
    "</tr><tr><td>c</td></tr></tbody></table>"
)
LABELLED = (
    '<span class="labelled"><b class="label">My label</b>\u2002Text. Then <span class="counted">3 '
    '<img class="icon" src="x">.</span> Go <i>on and <b>on</b></i> &amp; on</span>'
)


def words(html: str) -> str:
    return re.sub(r"\s", "", re.sub("<[^>]*>", "", html))


@pytest.mark.parametrize(
    "html", [LIST, TABLE, LABELLED, "Plain words. And more", "盗賊。勇者は進む"]
)
def test_both_parts_are_whole(html: str) -> None:
    cuts = html_cuts(html)
    assert cuts
    for cut in cuts:
        before, after = cut_html(html, cut.at)
        head = words(re.sub("</thead>.*", "", html)) if html == TABLE else ""
        assert words(before) + words(after).removeprefix(head) == words(html)
        for part in (before, after):
            # XML has no elements without an end.
            fromstring(f"<p>{part}</p>".replace('src="x">', 'src="x"/>'))


def test_places_are_ranked() -> None:
    ranks = {cut_html(LABELLED, cut.at)[1]: cut.rank for cut in html_cuts(LABELLED)}
    assert [
        rank for html, rank in ranks.items() if html.startswith('<span class="labelled">Then')
    ] == [SENTENCE]
    # Neither in the label nor between a number and its icon.
    assert not any(
        "label</b>" in html or html.startswith('<span class="labelled"><img') for html in ranks
    )
    assert {cut.rank for cut in html_cuts(LIST)} == {PART, SENTENCE, WORD}
    assert [cut.rank for cut in html_cuts(TABLE)] == [PART]


def test_a_list_goes_on_with_its_number() -> None:
    parts = [cut_html(LIST, cut.at)[1] for cut in html_cuts(LIST) if cut.rank == PART]
    assert parts[0].startswith('<ol start="4" style="counter-reset: list-item 3" class')
    assert parts[1].startswith(
        '<ol start="4" style="counter-reset: list-item 3" class="text-list"><li class="continued">'
    )
    assert parts[2].startswith(
        '<ol start="5" style="counter-reset: list-item 4" class="text-list"><li>c'
    )


def test_a_table_has_its_head_again() -> None:
    (cut,) = html_cuts(TABLE)
    assert cut_html(TABLE, cut.at)[1].count("<th>d6 or</th>") == 1
