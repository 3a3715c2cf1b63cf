"""The page of the marks of chapters."""

from __future__ import annotations

from types import ModuleType

import pytest
from doc_scripts import doc_script

from printgen.content.directives import DIRECTIVE_WORDS, DIRECTIVES
from printgen.content.markdown import Chapter, read_chapter


@pytest.fixture(scope="module")
def marks() -> ModuleType:
    return doc_script("marks")


def read(example: str) -> Chapter:
    title = "" if example.startswith("# ") else "# Title\n\n"
    return read_chapter("g", "01-a", "en", "a.md", f"{title}{example}\n")


def test_the_page_is_up_to_date(marks: ModuleType) -> None:
    assert marks.PAGE.read_text("utf-8") == marks.page(), "run `python docs/marks.py`"


def test_every_directive_is_on_the_page(marks: ModuleType) -> None:
    assert [*DIRECTIVE_WORDS] == [*DIRECTIVES]
    page = marks.page()
    for name in DIRECTIVES:
        assert f"### {name}\n\n{DIRECTIVE_WORDS[name]}" in page


@pytest.mark.parametrize("name", DIRECTIVES)
def test_the_example_of_a_directive(name: str, marks: ModuleType) -> None:
    chapter = read(marks.directive_example(name))
    assert chapter.problems == []
    (directive,) = chapter.directives
    assert (directive.name, directive.closed) == (name, True)


def test_the_examples_of_marks_have_no_faults(marks: ModuleType) -> None:
    for mark in marks.MARKS:
        assert read(mark.example).problems == [], mark.name


def test_what_is_printed_comes_from_the_books(marks: ModuleType) -> None:
    assert marks.printed('He said "no".') == '<p class="brief">He said “no”.</p>'
    assert "☀" in marks.printed("Pay 2 {oil}.")
    assert ".is" not in marks.printed('[4 inches]{.is of="zombie" stat="move"}')
