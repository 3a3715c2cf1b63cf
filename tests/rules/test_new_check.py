"""The recipe for a new check: one generator in the module of its kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import starter

from printgen import Project
from printgen.content.library import GameContent, Library
from printgen.rules import checks, manual
from printgen.rules.check import Findings, check


@check("story-missing", "warning")
def story_missing(content: GameContent, library: Library) -> Findings:
    """Every profile has a story."""
    for profile in content.profiles.values():
        if profile.value.story is None:
            yield profile.finding(
                f"'{profile.id}' has no story", "name", key=True, hint="write one"
            )


def test_a_new_check_reports_problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS, story_missing))
    profile = starter(tmp_path) / "content/fog/profiles/captain.yaml"
    text = profile.read_text(encoding="utf-8")
    start, end = text.index("story:"), text.index("stats:")
    profile.write_text(text[:start] + text[end:], encoding="utf-8")
    assert list(map(str, Project(tmp_path).check())) == [
        "content/fog/profiles/captain.yaml:1:1: story-missing: warning: 'captain' has no story "
        "(write one)"
    ]


def test_the_docstring_of_a_check_is_its_rule_in_the_manual() -> None:
    assert story_missing.manual == "Every profile has a story."
    assert all(manual.MANUAL[known.code] == known.manual for known in checks.all_checks())
