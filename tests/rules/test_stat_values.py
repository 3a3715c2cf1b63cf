"""Stat values are parsed once."""

from __future__ import annotations

import pytest
from helpers import ROOT

from printgen import Project
from printgen.content.models.profile import Stat
from printgen.content.stat_types import (
    RawStat,
    StatValue,
    parse_stat,
)
from printgen.rules import stat_values
from printgen.rules.resolve import forces


@pytest.mark.slow
def test_stats_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of the demonstration games parses each written value once, and derived ones once."""
    parsed: list[RawStat] = []

    def counting(declared: Stat, raw: RawStat) -> StatValue:
        parsed.append(raw)
        return parse_stat(declared, raw)

    monkeypatch.setattr(stat_values, "parse_stat", counting)
    project = Project(ROOT)
    assert project.check() == []
    given = derived = 0
    for content in project.library.games.values():
        for profile in content.profiles.values():
            for block in stat_values.stat_blocks_of(project.library, profile):
                given += len(block.given)
                derived += len(block.values) - len(block.given)
        given += sum(len(trait.value.values) for trait in content.traits.values())
        for scenario in content.scenarios.values():
            given += sum(len(force.stats) for _, force in forces(scenario.value))
    assert 100 < len(parsed) <= given + derived
