"""The check of the turns of scenarios."""

from __future__ import annotations

from printgen.analysis.facts import fact_number
from printgen.analysis.resolve import ComputationError
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library


@check("scenario-turns")
def scenario_turns(content: GameContent, library: Library) -> Findings:
    """The turns of a scenario are a whole number, or an expression over the facts of the game that
    comes to 1 or more.
    """
    for scenario in content.scenarios.values():
        wanted = scenario.value.turns
        if wanted is None:
            continue
        try:
            turns = fact_number(library, content, wanted)
        except ComputationError as error:
            yield scenario.finding(str(error), "turns", hint=error.hint)
            continue
        if turns < 1:
            yield scenario.finding(f"the turns come to {turns}", "turns", hint="1 or more")
