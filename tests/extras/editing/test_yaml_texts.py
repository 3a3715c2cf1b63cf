"""Translations in YAML: whatever they are, they are texts, and nothing else changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.content.characters import FORBIDDEN_IN_YAML
from printgen.content.source import YamlReader
from printgen.extras.editing.files import edited, undoing
from printgen.extras.editing.yaml_texts import YamlText, language_edit, text_edits

FILE = """\
# A file with all forms of texts.
flow: {fr: Nuit, en: Night}   # the end
lines: {fr: "Un, deux",
        en: "One, two"}
block:
  fr: "Il dit : « non »."   # says no
  en: 'He said: "no".'

plain: A night of two   words
literal: |
  One.

  Two.
both:
  fr: |
    Un.
  en: |
    One.
list:
  - Night
  - {fr: Jour, en: Day}
  - fr: Ici
    en: Here
in_flow: {list: [Night, {fr: Jour}], number: 7}
last: |+
  Kept.

"""

PATHS: tuple[tuple[str | int, ...], ...] = (
    ("flow",), ("lines",), ("block",), ("plain",), ("literal",), ("both",), ("list", 0),
    ("list", 1), ("list", 2), ("in_flow", "list", 0), ("in_flow", "list", 1), ("last",),
)  # fmt: skip

TEXT = (
    st.text(
        st.sampled_from("ab\"':#{}[]|>&*!%@`,?- \n\\🙂שé\u00a0\u2028\t~")
        | st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z")),
        min_size=1,
        max_size=25,
    )
    | st.sampled_from(
        ["null", "yes", "12", "- a", "{a: b}", "a: b", " lead", "trail ", "x\n\n", "~"]
    )
).filter(lambda words: not FORBIDDEN_IN_YAML.search(words.replace("\u2028", "")))


def read(text: str) -> object:
    return YamlReader("").read(text)[0]


def with_texts(text: str, texts: Sequence[YamlText]) -> tuple[str, list[YamlText]]:
    edits, left = text_edits("", text, texts)
    new = edited(text, edits)
    assert edited(new, undoing(edits)) == text
    return new, left


@settings(max_examples=25, deadline=None)
@given(words=st.lists(TEXT, min_size=len(PATHS), max_size=len(PATHS)), windows=st.booleans())
def test_a_translation_is_a_text_and_all_else_stays(words: list[str], windows: bool) -> None:
    text = FILE.replace("\n", "\r\n") if windows else FILE
    edits = [YamlText(path, "de", said, "fr") for path, said in zip(PATHS, words, strict=True)]
    new, left = with_texts(text, edits)
    assert left == []
    data = read(new)
    for path, said in zip(PATHS, words, strict=True):
        value = data
        for step in path:
            value = value[step]  # type: ignore[index]
        assert isinstance(value, dict)
        assert value["de"] == said
    # The comments are there, and each line with a text of its own.
    assert re.findall("# .*", new)[:3] == re.findall("# .*", text)[:3]
    kept = [line for line in text.splitlines() if re.match(r"    (fr|en):|  (fr|en):", line)]
    assert Counter(kept) <= Counter(new.splitlines())


@settings(max_examples=40, deadline=None)
@given(first=TEXT, second=TEXT)
def test_a_translation_is_replaced(first: str, second: str) -> None:
    edit = YamlText(("flow",), "de", first, "fr"), YamlText(("both",), "de", first, "fr")
    once, _ = with_texts(FILE, edit)
    twice, left = with_texts(once, [each._replace(words=second) for each in edit])
    wanted, _ = with_texts(FILE, [each._replace(words=second) for each in edit])
    assert (left, read(twice)) == ([], read(wanted))


def test_the_style_is_that_of_the_source() -> None:
    edits = [YamlText(path, "de", "Nacht", "fr") for path in PATHS]
    assert with_texts(FILE, edits)[0].splitlines()[1:8] == [
        "flow: {fr: Nuit, en: Night, de: Nacht}   # the end",
        'lines: {fr: "Un, deux",',
        '        en: "One, two",',
        '        de: "Nacht"}',
        "block:",
        '  fr: "Il dit : « non »."   # says no',
        "  en: 'He said: \"no\".'",
    ]
    assert with_texts("a: Night  # x\n", [YamlText(("a",), "de", "Nacht", "en")])[0] == (
        "a: {en: Night, de: Nacht}  # x\n"
    )
    long = "A night that is longer than others, and longer than a line may be."
    assert with_texts(f"a: {long}\n", [YamlText(("a",), "de", "Nacht", "en")])[0] == (
        f"a:\n  en: {long}\n  de: Nacht\n"
    )


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a: &n Night\nb: *n\n", ("b",)),
        ("a: &n Night\nb: *n\n", ("a",)),
        ("a: Night\n", ("b",)),
        ("a: [Night]\n", ("a", 1)),
        ("a: [Night]\n", ("a",)),
        ("a: {\n", ("a",)),
    ],
)
def test_what_cannot_be_written_is_left(text: str, path: tuple[str | int, ...]) -> None:
    edit = YamlText(path, "de", "Nacht", "en")
    assert with_texts(text, [edit]) == (text, [edit])


def test_one_that_cannot_be_written_leaves_the_others() -> None:
    good, bad = YamlText(("flow",), "de", "Nacht", "fr"), YamlText(("none",), "de", "x", "fr")
    text, left = with_texts(FILE, [bad, good])
    assert left == [bad]
    assert yaml.safe_load(text)["flow"]["de"] == "Nacht"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("languages: [fr, en]  # two\n", "languages: [fr, en, de]  # two\n"),
        ("languages:\n- fr  # x\n- en\nx: 1\n", "languages:\n- fr  # x\n- en\n- de\nx: 1\n"),
        ("title: x\n", None),
        ("languages: fr\n", None),
    ],
)  # fmt: skip
def test_a_language_is_declared(before: str, after: str | None) -> None:
    edit = language_edit("", before, "de")
    assert (edited(before, [edit]) if edit else None) == after
