"""YAML text that is read as the same data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.characters import FORBIDDEN_IN_YAML
from printgen.content.source import YamlData, plain_scalar, read_source
from printgen.extras.spreadsheets.writing import entries_text

TEXTS = st.text(max_size=90).filter(
    lambda text: not FORBIDDEN_IN_YAML.search(text) and "\r" not in text
)
KEYS = st.from_regex(r"[a-z][a-z0-9_/-]{0,12}", fullmatch=True).filter(
    lambda key: not key.startswith("x-")
)
NUMBERS = st.from_regex(r"[-+]?[0-9]{1,6}(\.[0-9]{1,4})?", fullmatch=True).map(plain_scalar)
VALUES: st.SearchStrategy[YamlData] = st.recursive(
    st.booleans() | TEXTS | NUMBERS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def read(text: str) -> object:
    source, problems = read_source("a.yaml", text.encode())
    assert source is not None, problems
    assert problems == []
    return source.data["entries"]


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_data_are_read_as_they_were_written(entries: dict[str, YamlData]) -> None:
    found = read(entries_text(entries))
    assert found == entries
    # Numbers keep their form, such as `+1`.
    assert str(found) == str(entries)


@pytest.mark.parametrize(
    "word", ["no", "0104", "1:30", "6+", "null", "~", "1.50", "-", "#a", "3/1"]
)
def test_words_stay_words(word: str) -> None:
    assert read(entries_text({"a": {"b": word}})) == {"a": {"b": word}}


def test_short_mappings_are_on_one_line_and_long_ones_are_not() -> None:
    long = "A text that is much longer than the others, and goes on and on"
    name: YamlData = {"fr": "Le", "en": "The"}
    story: YamlData = {"fr": long, "en": "a\nb"}
    assert entries_text({"a": {"name": name, "story": story}}) == (
        "entries:\n  a:\n    name: {fr: Le, en: The}\n    story:\n"
        f"      fr: {long}\n      en: |-\n        a\n        b\n"
    )
