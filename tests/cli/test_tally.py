"""The number of problems, and of those that follow from others."""

from __future__ import annotations

from dataclasses import replace

from printgen.cli.terminal import tally
from printgen.problems import Position, Problem


def test_warnings_that_follow_from_errors_are_counted_by_themselves() -> None:
    place = Position("a.yaml", 1)
    error = Problem(place, "code", "wrong")
    warning = Problem(Position("b.yaml", 1), "code", "odd", severity="warning", also=place)
    assert tally([error, warning]) == "1 error; 1 warning follows from it"
    other = replace(warning, position=Position("b.yaml", 2))
    alone = replace(other, also=None)
    assert tally([error, warning, other]) == "1 error; 2 warnings follow from it"
    assert tally([error, warning, alone]) == "1 error, 1 warning; 1 warning follows from it"
