"""Checks: unique codes, and the limit of listed problems."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PROBLEMS
from printgen.problems import Finding, Position, Problem
from printgen.rules.check import Check, Findings, check
from printgen.rules.checks import all_checks, limited


@check("name-short", "warning")
def name_short(content: GameContent, library: Library) -> Findings:
    """The name of a profile has at least three letters (a warning)."""
    for profile in content.profiles.values():
        if len(profile.value.name[""]) < 3:
            yield profile.finding("the name is short", "name", hint="write it out")


def test_codes_are_unique() -> None:
    codes = [check.code for check in all_checks()]
    assert len(codes) == len(set(codes))


def many(count: int) -> tuple[Check, Iterator[Problem]]:
    """A check, and `count` of its problems, one per line."""
    findings = (Finding(Position("a.yaml", line), "m") for line in range(1, count + 1))
    return name_short, (finding.problem("name-short", "warning") for finding in findings)


def test_all_problems_up_to_the_limit_are_listed() -> None:
    assert len(list(limited(*many(MAX_PROBLEMS)))) == MAX_PROBLEMS


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (1, "1 more problem of this check"),
        (2, "2 more problems of this check"),
        (MAX_PROBLEMS, f"{MAX_PROBLEMS} more problems of this check"),
        (MAX_PROBLEMS + 1, f"more than {MAX_PROBLEMS} more problems of this check"),
        (10**12, f"more than {MAX_PROBLEMS} more problems of this check"),
    ],
)
def test_problems_beyond_the_limit_are_counted(more: int, message: str) -> None:
    *listed, last = limited(*many(MAX_PROBLEMS + more))
    assert len(listed) == MAX_PROBLEMS
    assert str(last) == (
        f"a.yaml:{MAX_PROBLEMS + 1}:1: name-short: warning: {message} (fix the others first)"
    )
