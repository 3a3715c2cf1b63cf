"""Text of books that a style of the project hides is named at its chapter."""

from __future__ import annotations

from pathlib import Path

import pytest
from defect_kinds import TRICKS, own_theme
from helpers import starter

from printgen import Project


def hidden(root: Path) -> list[str]:
    """The problems of hidden text in the book of a project."""
    report = Project(root).build(["fog/rulebook"], langs=["en"], jobs=1)
    return [str(problem) for problem in report.problems if problem.code == "text-hidden"]


@pytest.mark.slow
def test_hidden_text_is_named_at_its_chapter_and_nothing_else(tmp_path: Path) -> None:
    root = starter(tmp_path)
    style = own_theme(root) / "book.css"
    assert hidden(root) == []
    heading, words = ".book .chapter h2", ".book .chapter li"
    tricks = f"{heading} {{ {TRICKS['opacity']} }} {words} {{ {TRICKS['white on white']} }}"
    style.write_text(f"{style.read_text(encoding='utf-8')}\n{tricks}", encoding="utf-8")
    game, crew = hidden(root)
    assert game.startswith("content/fog/chapters/01-game.en.md:20:1: text-hidden: fog/rulebook")
    assert "'roll for the fog the players" in game
    assert crew.startswith("content/fog/chapters/02-crew.en.md:9:1: text-hidden: fog/rulebook (en)")
