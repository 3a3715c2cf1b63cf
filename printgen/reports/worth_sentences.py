"""What the worth of profiles rests on, and what it leaves out, as sentences."""

from __future__ import annotations

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.battle import Battle
from printgen.mechanics.matches import FIGURES, GAMES, battle_of


def model_sentences(
    library: Library, content: GameContent, profiles: list[Entry[Profile]], costs: bool
) -> list[str]:
    """How worth is found, then how battles are played. Raises ComputationError."""
    scale = "the costs" if costs else "10 points a figure"
    return [
        f"Matches are of 1 to {FIGURES} figures a side, drawn at random from all profiles; the same"
        f" profile may be drawn several times. No two are alike; each is played {GAMES} times. The"
        " first quarter has any forces; in the rest, by what these tell, neither is sure to win.",
        "The log odds of winning are the worth of one force less that of the other, times a"
        " constant (logistic regression; draws count half). Worths are scaled to the total of"
        f" {scale}. Intervals are of 95% of such samples of matches, however often each is played.",
        "A weak prior (log odds with standard deviation 5) keeps finite what a profile is worth"
        " that wins, or loses, all its matches.",
        *_all_of(library, content, profiles).model,
    ]


def left_out_sentences(
    library: Library, content: GameContent, profiles: list[Entry[Profile]]
) -> list[str]:
    """What no battle plays, and what adding up cannot tell. Raises ComputationError."""
    return [
        "What figures are worth together (a leader among followers, the third of a kind), in"
        " larger forces, against other figures than these, and in scenarios with objectives.",
        *_all_of(library, content, profiles).left_out,
    ]


def _all_of(library: Library, content: GameContent, profiles: list[Entry[Profile]]) -> Battle:
    """A battle with all profiles: what it says holds for all matches."""
    names = [profile.id for profile in profiles]
    return battle_of(library, content, (names[:1], names))
