"""What profiles cost, by an expression over their values."""

from __future__ import annotations

from contextlib import suppress

from printgen.analysis.expressions import (
    ExpressionError,
    Missing,
    evaluate,
    names,
    parse,
    questions,
)
from printgen.analysis.resolve import ComputationError
from printgen.analysis.totals import entry_facts
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.problems import did_you_mean

# The stat that is the cost of a profile, if the rules of rosters have no `points`.
COST = "cost"


def costs_of(
    library: Library, content: GameContent, profiles: list[Entry[Profile]], asked: str | None
) -> tuple[str | None, list[int | None]]:
    """The expression of costs, None if no profile has one, and the cost of each profile.

    It is the one that is asked for, or else the `points` of rosters, or else the stat `cost` if
    several profiles have it. Raises ComputationError if no profile has the cost that is asked for,
    and for unknown traits.
    """
    rosters = content.game.rosters
    points = rosters.points if rosters and "profiles" in rosters.of else None
    expression = asked or points or COST
    _check_traits(library, content, expression)
    costs = [_cost(library, profile, expression) for profile in profiles]
    if not (asked or points) and sum(cost is not None for cost in costs) == 1:
        # A single figure is no scale for the others.
        return None, [None] * len(profiles)
    if all(cost is None for cost in costs):
        if asked:
            known = {key for p in profiles for key in entry_facts(library, "profiles", p)}
            unknown = next((name for name in _names(asked) if name not in known), asked)
            stats = sorted(key for key in known if key.isidentifier())
            hint = did_you_mean(unknown, stats) or "an expression over the stats of profiles"
            raise ComputationError(f"no profile that is played has '{asked}'", hint=hint)
        return None, costs
    if sum(cost or 0 for cost in costs) <= 0:
        raise ComputationError(f"the costs by '{expression}' come to nothing")
    return expression, costs


def _names(expression: str) -> list[str]:
    """The names in an expression; none if it cannot be read."""
    try:
        return sorted(names(parse(expression)))
    except ExpressionError:
        return []


def _check_traits(library: Library, content: GameContent, expression: str) -> None:
    """Raise ComputationError for a trait that the game does not have."""
    with suppress(ExpressionError):  # reported for the first profile
        known = {id.replace("-", "_") for game in library.games.values() for id in game.traits}
        for function, about in questions(parse(expression)):
            if function == "has" and about.replace("-", "_") not in known:
                hint = did_you_mean(about, content.traits)
                raise ComputationError(f"no trait '{about}' in the cost", hint=hint)


def _cost(library: Library, profile: Entry[Profile], expression: str) -> int | None:
    """The cost of a profile; None if it lacks a value. Raises ComputationError."""
    try:
        return evaluate(parse(expression), entry_facts(library, "profiles", profile))
    except Missing:
        return None
    except ExpressionError as error:
        message = f"the cost '{expression}' of '{profile.id}': {error}"
        raise ComputationError(message, hint=error.hint) from error
