"""The blocks of texts of entries: paragraphs, lists, tables, rules and headings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.blocks import parsed, read_blocks


def kinds(text: str) -> list[str]:
    return [block.kind for block in read_blocks(text)]


def test_each_line_is_a_paragraph() -> None:
    assert [block.words for block in read_blocks("One\ntwo.\n\n  \nThree")] == [
        "One",
        "two.",
        "Three",
    ]
    assert kinds("") == kinds("\n \n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Choose one:\n- a wolf\n- two rats\nThen go.", ["paragraph", "list", "paragraph"]),
        ("* a\n  more words\n  - within\n* b", ["list"]),
        ("- a\n\n- b", ["list"]),
        ("1. Draw.\n2. Discard.", ["list"]),
        ("3) Draw.\n4) Discard.", ["list"]),
        ("- a\n- b\n| d6 | beast |\n|---|---|\n| 1 | wolf |\nEnd", ["list", "table", "paragraph"]),
        ("Words\n---\n***\nwords", ["paragraph", "rule", "rule", "paragraph"]),
        ("## After the fight\nDraw.", ["heading", "paragraph"]),
        # A negative number, a note, a number at the start of a sentence, and the results of a die.
        ("- 1 life", ["paragraph"]),
        ("Draw.*\n* Once a turn.", ["paragraph", "paragraph"]),
        ("3. edition only", ["paragraph"]),
        ("1. Miss\n3. Hit\n5. Kill", ["paragraph"] * 3),
        # A table needs as many cells in the line below its head.
        ("| a | b |\n|---|\n| c |", ["paragraph"] * 3),
        ("|a|b|\n|-|-|\n|c\\|d|e|\n|f|\n|g|h|i|", ["table", "paragraph"]),
        ("Power | life\nTwo", ["paragraph", "paragraph"]),
        ("# 3 hits", ["paragraph"]),
        ("- - - a\n- - - b", ["paragraph", "paragraph"]),
    ],
)
def test_marks_make_blocks(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Choose:\n• a wolf\n• two rats", ["a wolf", "two rats"]),
        ("•a\n•\tb", ["a", "b"]),
        ("\uf0b7\u00a0a\n\uf0b7\u00a0b", ["a", "b"]),
        ("– a\n  ◦ c\n– b", ["a", "c", "b"]),
        ("· a\n· b\n1) c\n2) d", ["a", "b", "c", "d"]),
        # One bullet, a negative number, and a dash within a line.
        ("• a", []),
        ("–5 life\n–3 life", []),
        ("A – b\nC – d", []),
    ],
)
def test_typed_bullets_are_lists(text: str, items: list[str]) -> None:
    """Those of word processors and of cells of spreadsheets."""
    lists = [block for block in read_blocks(text) if block.kind == "list"]
    tokens = [token for block in lists for token in parsed(block)]
    assert [token.content for token in tokens if token.type == "inline"] == items


_LINES = st.sampled_from(
    [
        *(
            "- a",
            "- b c",
            "* d",
            "• e",
            "–  f",
            "·\u00a0g",
            "  - e",
            "    f",
            "1. g",
            "2. h",
            "3. i",
            "| j | k |",
            "|---|---|",
        ),
        *("|--|", "---", "# l m", "n o", "", "\t- p", "- - q", "> r", "      - s", "- t\r", "***"),
        *("| u | v | w |", "x |", "|y\\|z|"),
    ]
)


@given(st.lists(_LINES, max_size=12))
def test_no_word_is_lost(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = ""
    for block in read_blocks(text):
        assert text[block.at :].split()[0] == block.words.split()[0]
        if block.kind in ("list", "table"):
            tokens = parsed(block)
            assert tokens[0].type in ("bullet_list_open", "ordered_list_open", "table_open")
            found += "".join(token.content for token in tokens if token.type == "inline")
        else:
            found += block.words
    letters = re.compile("[a-z]")
    assert "".join(letters.findall(found)) == "".join(letters.findall(text))


def test_a_long_text_takes_little_work() -> None:
    # Deep lists are words.
    assert kinds("- " * 5_000 + "a\n" + "- " * 5_000 + "b") == ["paragraph", "paragraph"]
    deep = "\n".join(" " * n + "- a" for n in range(60))
    assert set(kinds(deep)) == {"list", "paragraph"}
    assert len(read_blocks("- a\n" * 20_000)) == 1
