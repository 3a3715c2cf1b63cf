"""Hostile chapters and styles, which a parser without limits would read for minutes."""

from __future__ import annotations

import pytest

from printgen.content.markdown import Chapter, read_chapter
from printgen.content.styles import style_faults

pytestmark = pytest.mark.slow


def _chapter(text: str) -> Chapter:
    return read_chapter("g", "01-start", "en", "a.md", text)


@pytest.mark.parametrize("mark", ["[", "![", "^[", "[^", "[[]{", "[`]` "])
def test_open_brackets(mark: str) -> None:
    line = mark * (4900 // len(mark))
    chapter = _chapter("# Title\n\nWords.\n\n" + f"{line}\n" * 16)
    problem = chapter.problems[0]
    assert problem.message == "too many brackets are open here"
    assert problem.position.line == 5


def test_many_brackets_with_an_end() -> None:
    chapter = _chapter("# Title\n\n" + "A [word](#title), [another] and [a third]. " * 100)
    assert chapter.problems == []
    assert len(chapter.links) == 100


def test_notes_in_a_limited_parser() -> None:
    chapter = _chapter("# Title\n\nA^[of three] word.[^1]\n\n[^1]: A note.\n")
    types = [child.type for token in chapter.tokens for child in token.children or ()]
    assert chapter.problems == []
    assert types.count("footnote_ref") == 2


def test_a_string_without_an_end() -> None:
    faults = list(style_faults('p { content: "' + '\\"' * 50_000 + "\n}"))
    assert [fault.at for fault in faults] == [13]
    assert "has no closing quote" in faults[0].message


@pytest.mark.parametrize(
    "style", [r'p { content: "a\"b{" }', r".a\"b { color: red }", "p { a: '' }"]
)
def test_escaped_quotes(style: str) -> None:
    assert list(style_faults(style)) == []
