"""Emphasis and line ends in scripts without spaces, and the ids of headings in any script."""

from __future__ import annotations

import pytest

from printgen.content.markdown import markdown_parser, read_chapter, slug
from printgen.typography.text import typeset

MARKED = [
    ("抽**两**张牌", "抽<strong>两</strong>张牌"),
    ("**注意！**后", "<strong>注意！</strong>后"),
    ("他说：**“停！”**然后", "他说：<strong>“停！”</strong>然后"),
    ("**「重要」**です", "<strong>「重要」</strong>です"),
    ("カード**（2枚）**を引く", "カード<strong>（2枚）</strong>を引く"),
    ("これは*大切*です", "これは<em>大切</em>です"),
    ("카드**(두 장)**를", "카드<strong>(두 장)</strong>를"),
    ("จั่ว**(2 ใบ)**แล้ว", "จั่ว<strong>(2 ใบ)</strong>แล้ว"),
    ("a **b** c", "a <strong>b</strong> c"),
    ("2 ** 3 ** 4", "2 ** 3 ** 4"),
    ("回合 ** 结束", "回合 ** 结束"),
]


@pytest.mark.parametrize(("words", "html"), MARKED)
def test_emphasis_of_cards_and_chapters(words: str, html: str) -> None:
    assert typeset(words, "zh") == html
    assert markdown_parser().renderInline(words) == html


def test_a_star_between_latin_letters_is_literal() -> None:
    assert typeset("2*D6 or 3*D6", "en") == "2*D6 or 3*D6"


def test_line_ends_between_ideographs_are_no_spaces() -> None:
    assert typeset("第一行。\n第二行", "zh") == "第一行。第二行"
    assert typeset("カードを\n  2枚引く", "ja") == "カードを 2枚引く"
    assert typeset("카드\n두 장", "ko") == "카드 두 장"
    assert typeset("two\ncards", "en") == "two cards"


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("Ход игры", "ход-игры"),
        ("Η σειρά σας", "η-σειρά-σας"),
        ("מהלך המשחק", "מהלך-המשחק"),
        ("سير اللعب", "سير-اللعب"),
        ("手番（ターン）", "手番-ターン"),
        ("턴 순서", "턴-순서"),
        ("L’Épée d'or", "lepee-d-or"),
        ("2 & 3: what then?", "2-3-what-then"),
        ("🎲", "section"),
    ],
)
def test_ids_of_headings_keep_letters(words: str, id: str) -> None:
    assert slug(words) == id


def test_repeated_headings_get_numbers_that_are_free() -> None:
    text = "# Ход\n\n## Ход\n\n## Бой {#ход-2}\n\n[a](#Ход) [b](#ход-3) [c](#%D1%85)\n"
    chapter = read_chapter("g", "01-a", "ru", "a.md", text)
    assert [heading.id for heading in chapter.headings] == ["ход", "ход-3", "ход-2"]
    assert [link.target for link in chapter.links] == ["#Ход", "#ход-3", "#%D1%85"]
    assert [link.position.column for link in chapter.links] == [3, 13, 25]
