"""The places of words in files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import starter

from printgen import Project
from printgen.content.places import place_of_words
from printgen.problems import Position


def test_long_words_are_found_by_their_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pattern takes time to compile, and a text may have hundreds of faults."""
    root = starter(tmp_path)
    word = "<b>" * 2000
    (root / "words.txt").write_text(f"first {word}\nsecond {word}")
    patterns: list[str] = []
    compiled = re.compile

    def noted(pattern: str) -> re.Pattern[str]:
        patterns.append(pattern)
        return compiled(pattern)

    monkeypatch.setattr(re, "compile", noted)
    text = f"{word} second {word}"
    library, start = Project(root).library, Position("words.txt", 1, 7)
    assert place_of_words(library, start, text, 0, word) == start
    place = place_of_words(library, start, text, len(word) + 8, word)
    assert place == Position("words.txt", 2, 8)
    assert max(map(len, patterns)) < 1000
