"""What profiles cost, by an expression over their values."""

from __future__ import annotations

from printgen.analysis.expressions import ExpressionError, Missing, evaluate, parse
from printgen.analysis.resolve import ComputationError
from printgen.analysis.totals import entry_facts
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile

# The stat that is the cost of a profile, if the rules of rosters have no `points`.
COST = "cost"


def costs_of(
    library: Library, content: GameContent, profiles: list[Entry[Profile]], asked: str | None
) -> tuple[str | None, list[int | None]]:
    """The expression of costs, None if no profile has one, and the cost of each profile.

    It is the one that is asked for, or else the `points` of rosters, or else the stat `cost`.
    Raises ComputationError if no profile has the cost that is asked for.
    """
    rosters = content.game.rosters
    points = rosters.points if rosters and "profiles" in rosters.of else None
    expression = asked or points or COST
    costs = [_cost(library, profile, expression) for profile in profiles]
    if all(cost is None for cost in costs):
        if asked:
            hint = "a stat of the profiles, or an expression over their stats"
            raise ComputationError(f"no profile that is played has '{asked}'", hint=hint)
        return None, costs
    if sum(cost or 0 for cost in costs) <= 0:
        raise ComputationError(f"the costs by '{expression}' come to nothing")
    return expression, costs


def _cost(library: Library, profile: Entry[Profile], expression: str) -> int | None:
    """The cost of a profile; None if it lacks a value. Raises ComputationError."""
    try:
        return evaluate(parse(expression), entry_facts(library, "profiles", profile))
    except Missing:
        return None
    except ExpressionError as error:
        message = f"the cost '{expression}' of '{profile.id}': {error}"
        raise ComputationError(message, hint=error.hint) from error
