"""Chapters as HTML: typography and footnotes."""

from __future__ import annotations

import re

import pytest

from printgen.content.markdown import read_chapter
from printgen.views.book_entries import References
from printgen.views.prose import render_chapter


def html(lang: str, text: str) -> str:
    chapter = read_chapter("g", "01-a", lang, "a.md", text)
    return "".join(map(str, render_chapter(chapter, References(), {}).pieces))


def test_french_spaces_and_quotes_beside_emphasis() -> None:
    assert "<strong>Pot</strong>\u00a0: l’<em>ami</em> d’«\u00a0hier\u00a0»\u202f!" in html(
        "fr", "**Pot** : l'*ami* d'\"hier\" !"
    )


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("**Pare-t-il un roi ?** Oui.", "<strong>Pare-t-il un roi\u202f?</strong> Oui."),
        ("*(vraiment **lui ?**)*", "<em>(vraiment <strong>lui\u202f?</strong>)</em>"),
        ("Qui ?[^1]\n\n[^1]: Moi !\n", 'Qui\u202f?<span class="footnote">Moi\u202f!</span>'),
        ("à 12:**30**", "à 12:<strong>30</strong>"),
    ],
)
def test_french_spaces_at_the_end_of_markup(typed: str, printed: str) -> None:
    assert printed in html("fr", typed)


def test_a_line_below_a_heading_stays_with_what_follows() -> None:
    long = "Two lines or more of words, " * 5
    written = html("en", f"## A {{#a}}\n\nOne line.\n\nAnother.\n\n## B {{#b}}\n\n{long}\n")
    assert written.count('<p class="brief">') == 1
    assert '<p class="brief">One line.</p>' in written


def test_english_quotes() -> None:
    assert "“So,” he said: “<em>no</em>.”" in html("en", '"So," he said: "*no*."')


@pytest.mark.parametrize(
    ("lang", "typed", "printed"),
    [
        ("en", "'old' or 'I don't', he said", "‘old’ or ‘I don’t’, he said"),
        ("en", "('x'), \"'a' b\", '\"a\" b'", "(‘x’), “‘a’ b”, ‘“a” b’"),
        ("en", "the dogs' cats', '70s, rock 'n' roll", "the dogs’ cats’, ’70s, rock ’n’ roll"),
        ("de", "der 'alte' Hof", "der ‚alte‘ Hof"),
        ("fr", "l'an d'une 'vieille' ville", "l’an d’une ’vieille’ ville"),
    ],
)
def test_single_quotes_are_pairs_and_apostrophes(lang: str, typed: str, printed: str) -> None:
    assert f">{printed}<" in html(lang, typed)


def test_struck_words_and_task_lists() -> None:
    assert "<s>So <strong>bold</strong></s> ~ 5" in html("en", "~~So **bold**~~ ~ 5")
    written = html("en", "- [ ] Find\n- [x] *Sink* it\n- [x](#a)\n\n1. [X] First\n\n[ ] None\n")
    assert '<li class="task"><span class="pip">☐</span> Find</li>' in written
    assert '<li class="task"><span class="pip">☑</span> <em>Sink</em> it</li>' in written
    assert written.count("task") == 3
    assert "[ ] None" in written


def test_lists_begin_at_their_number() -> None:
    written = html("en", "1. One\n2. Two\n\nWords.\n\n3. Three\n\n0) None\n\n- x\n\n  10. Ten\n")
    assert written.startswith("<ol>\n")
    assert re.findall(r'<ol start="(\d+)" style="counter-reset: list-item (-?\d+)">', written) == [
        ("3", "2"),
        ("0", "-1"),
        ("10", "9"),
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("[map](https://example.org/map/)", "example.org/map"),
        ("[*map*](http://example.org)", "example.org"),
        ("[write](mailto:me@example.org)", "me@example.org"),
        ("[Käse](https://example.org/Käse?a=1&b=2)", "example.org/Käse?a=1&amp;b=2"),
        ("[two](https://example.org/a%20b)", "example.org/a%20b"),
        ("<https://example.org/x>", ""),
        ("[example.org](https://example.org/)", ""),
        ("[me@example.org](mailto:me@example.org)", ""),
    ],
)
def test_pages_print_the_addresses_of_links(typed: str, told: str) -> None:
    written = html("en", f"See {typed}.")
    assert re.findall(r'class="web" data-reference=" \((.*?)\)"', written) == [told] * bool(told)


def test_raised_lowered_and_highlighted_words() -> None:
    written = html(
        "en", "## H~2~O {#w}\n\nIt ==has `code`, *m*^2^==: H~2~O's *1^st^* law, 2^3 = ~8.\n"
    )
    assert ">H<sub>2</sub>O</h2>" in written
    assert (
        "It <mark>has <code>code</code>, <em>m</em><sup>2</sup></mark>: H<sub>2</sub>O’s" in written
    )
    assert "<em>1<sup>st</sup></em> law, 2^3 = ~8." in written
    chapter = read_chapter("g", "01-a", "en", "a.md", "# H~2~O\n")
    assert [heading.words for heading in chapter.headings] == ["H2O"]


def test_footnotes_are_inlined_and_html_is_escaped() -> None:
    written = html("en", "A[^1] <b>\n\n[^1]: A *note*.\n")
    assert 'A<span class="footnote">A <em>note</em>.</span> &lt;b&gt;' in written


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ('Il a [4 pouces]{.is of="move"} ; non', "Il a 4 pouces ; non"),
        ('Il perd [2,2]{.odds key="answers dodge 1"} points', "Il perd 2,2 points"),
        ('d\'[un dé]{.is of="die"} "[deux]{.is of="die"}"', 'd\'un dé "deux"'),
        ('[plus de [deux cartes]{.is of="last"}]{.term}', "[plus de deux cartes]{.term}"),
        ('[deux [cartes]{.term} **!**]{.is of="last"}', "deux [cartes]{.term} **!**"),
    ],
)
def test_marks_of_quoted_values_change_no_typography(marked: str, plain: str) -> None:
    assert html("fr", marked) == html("fr", plain)
