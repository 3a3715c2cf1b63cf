"""Battles of scenarios by the rules of their games: which mechanic plays them, and who wins."""

from __future__ import annotations

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.mechanics.battle import PLAYS, BattleRules, rules_among
from printgen.mechanics.table import BATTLES


def rules_of(content: GameContent) -> BattleRules:
    """The rules of battles of a game. Raises ComputationError if it has none."""
    return rules_among(BATTLES, content)


def win_shares(
    library: Library, scenario: Entry[Scenario], games: int, seed: int
) -> dict[str, float]:
    """The share of games that each side of a scenario wins, both played alike, by its id. Raises
    ComputationError.
    """
    rules = rules_of(library.games[scenario.game])
    battle = rules.prepare(library, scenario, (PLAYS[0], PLAYS[0]))
    outcomes = battle.play(games, seed)
    return {
        side: wins / games for side, wins in zip(battle.muster.sides, outcomes.wins, strict=True)
    }
