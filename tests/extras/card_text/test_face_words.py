"""The words that faces say: spaces at the ends of lines, divided words, and names of rules."""

from __future__ import annotations

import pytest

from printgen.extras.card_text.face_words import Run, SpokenText, _joined, _with_lead

FLAT = (1.0, 0.0, 0.0, 1.0)


def run(words: str, x: float, y: float, font: str = "A", width: float = 20.0) -> Run:
    return Run(words, (font, b""), (*FLAT, x, y), 10.0, width)


def joined(*runs: Run) -> str:
    kids, last = list[SpokenText | str](), None
    for each in runs:
        kids += _joined(last, each, kids)
        last = each
    return SpokenText("P", tuple(kids)).words


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("one", run("two", 0, 88), "one two"),
        ("one ", run("two", 20, 100), "one two"),
        ("one", run("two", 20, 100), "onetwo"),
        ("one", run("two", 24, 100), "one two"),
        ("2", run("nd", 20, 103.5), "2nd"),
        ("hyphen\u2010", run("ated", 0, 88), "hyphenated"),
        ("lieu-", run("dit", 0, 88), "lieu-dit"),
        ("word—", run("word", 0, 88), "word—word"),
        ("mot —", run("mot", 0, 88), "mot — mot"),
        ("and/", run("or", 0, 88), "and/or"),
    ],
)
def test_words_of_lines_are_joined_as_they_were_written(
    first: str, second: Run, words: str
) -> None:
    assert joined(run(first, 0, 100), second) == words


def test_turned_words_have_lines_too() -> None:
    matrix = (-1.0, 0.0, 0.0, -1.0)
    first, second = Run("one", ("A", b""), (*matrix, 90, 10), 10.0, 20.0), (*matrix, 90.0, 22.0)
    assert joined(first, Run("two", ("A", b""), second, 10.0, 20.0)) == "one two"


def test_the_name_of_a_rule_leads_its_paragraph() -> None:
    runs = [run("Slow", 0, 0, "Bold"), run(" It may move once.", 20, 0)]
    kids: list[SpokenText | str] = [each.words for each in runs]
    assert _with_lead(kids, runs) == [SpokenText("Strong", ("Slow",)), " It may move once."]
    # A number in large type is no name, and a name alone leads nothing.
    for words in (["1/0", " Potential"], ["Slow"], ["Slow", "Old"]):
        runs = [run(text, 20 * n, 0, "Bold" if not n else "A") for n, text in enumerate(words)]
        assert _with_lead([*words], runs) == words
