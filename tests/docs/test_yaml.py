"""What the manual says of the YAML that printgen reads: each of its examples is read."""

from __future__ import annotations

import re
from functools import cache

import pytest
from helpers import ROOT

from printgen.content.limits import MAX_ALIASED_NODES, MAX_DEPTH, MAX_NODES, MAX_YAML_BYTES
from printgen.content.source import YamlReader
from printgen.content.yaml_text import SourceError

HEADINGS = {"en": "## The YAML that printgen reads", "fr": "## Le YAML que lit printgen"}
_VALUES, _REFUSED, _ACCEPTED = range(3)
# What the examples of the first and of the last table are read as.
TEXTS = ("yes", "no", "on", "True", "NULL", "0104", "1:30", "6+", "1e3", "0x1F", ".5")
READ: dict[str, object] = {
    **{f"a: {word}": {"a": word} for word in (*TEXTS, "2026-11-25", "1234567890123456")},
    "a: true": {"a": True},
    "a: false": {"a": False},
    "a: null": {"a": None},
    "a: ~": {"a": None},
    "a: +1": {"a": 1},
    "a: 1.50": {"a": 1.5},
    "1: b": {"1": "b"},
    "true: b": {"true": "b"},
    "<<: {b: 1}": {"<<": {"b": 1}},
    "x-a: 1": {},
    "$schema: b": {},
    'a: "b"#c': {"a": "b"},
    "a: [b]#c": {"a": ["b"]},
    "a: [b,#c⏎  ]": {"a": ["b"]},
    "a: >#c⏎  b": {"a": "b\n"},
    "a: [b,⏎c]": {"a": ["b", "c"]},
    'a: "b⏎c"': {"a": "b c"},
    'a: "b⏎⇥c"': {"a": "b c"},
    "- [⏎⇥a⏎ ]": [["a"]],
    "[-]": ["-"],
    "[-, -]": ["-", "-"],
    "a: >⏎ ⏎  ⏎   ⏎ # c": {"a": ""},
}


def read(example: str) -> object:
    text = example.replace("⏎", "\n").replace("⇥", "\t")
    return YamlReader("a.yaml").read(f"{text}\n")[0]


@cache
def section(lang: str) -> str:
    page = (ROOT / "docs" / lang / "guide" / "game.md").read_text(encoding="utf-8")
    return re.split(r"^## ", page.split(HEADINGS[lang])[1], flags=re.MULTILINE)[0]


def examples(lang: str, table: int) -> list[str]:
    """The examples in the first column of a table."""
    tables = re.findall(r"^\| --- \| --- \|\n((?:\|.*\n)+)", section(lang), re.MULTILINE)
    assert len(tables) == 3
    cells = (re.split(r"(?<!\\)\|", row)[1] for row in tables[table].splitlines())
    return [found.replace(r"\|", "|") for cell in cells for found in re.findall(r"`([^`]+)`", cell)]


def test_both_languages_have_the_same_examples() -> None:
    for table in (_VALUES, _REFUSED, _ACCEPTED):
        assert examples("en", table) == examples("fr", table)


@pytest.mark.parametrize("example", examples("en", _VALUES) + examples("en", _ACCEPTED))
def test_examples_are_read_as_told(example: str) -> None:
    found = read(example)
    assert found == READ[example]
    assert repr(found) == repr(READ[example]) or example == "a: 1.50"


def test_numbers_keep_their_form() -> None:
    found = [read(example) for example in ("a: +1", "a: 1.50")]
    assert [str(each["a"]) for each in found if isinstance(each, dict)] == ["+1", "1.50"]


@pytest.mark.parametrize("example", examples("en", _REFUSED))
def test_examples_are_refused(example: str) -> None:
    with pytest.raises(SourceError):
        read(example)


def test_the_ways_out_are_read() -> None:
    assert read("%YAML 1.2⏎---⏎a: 1") == {"a": 1}
    assert read('"-a": 1') == {"-a": 1}
    assert read('{a: ":b"}') == {"a": ":b"}
    assert read("--- >⏎ a") == "a\n"


@pytest.mark.parametrize(("lang", "space"), [("en", ","), ("fr", " ")])
def test_the_limits_are_those_of_the_manual(lang: str, space: str) -> None:
    words = section(lang).replace(" ", " ")
    for limit in (MAX_DEPTH, MAX_NODES, MAX_ALIASED_NODES):
        assert f" {limit:,} ".replace(",", space) in words
    assert f"{MAX_YAML_BYTES // 10**6} M" in words
