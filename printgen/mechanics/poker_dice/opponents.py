"""The opponents of a duel question as combatants: from profiles, traits and the situation."""

from __future__ import annotations

from dataclasses import replace

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.game import Poker
from printgen.content.models.profile import Profile
from printgen.content.models.trait import Trait
from printgen.mechanics.poker_dice.combatant import Combatant
from printgen.mechanics.poker_dice.model import Opponent, Situation
from printgen.mechanics.poker_dice.odds import FACES
from printgen.mechanics.poker_dice.rules import poker_of


def read_combatant(library: Library, game: str, opponent: Opponent) -> Combatant:
    """Resolve an opponent. Raises ComputationError."""
    poker = poker_of(library.games[game])
    if (opponent.profile is None) == (opponent.pot is None):
        raise ComputationError("an opponent has either a `profile` or a `pot`")
    pot = opponent.pot or 0
    own: list[Entry[Trait]] = [
        resolve_entry(library, "traits", game, reference, "traits", place)
        for place, reference in enumerate(opponent.traits)
    ]
    if opponent.profile:
        profile = resolve_entry(library, "profiles", game, opponent.profile, "profile")
        pot = _potential(library, profile, poker, opponent.wounded)
        own += library.traits_of(profile)
    names = [trait.id if trait.game == game else f"{trait.game}/{trait.id}" for trait in own]
    turns = [poker.turns[name] for name in names if name in poker.turns]
    return Combatant(
        pot,
        opponent.dice,
        weapon_damage(library, game, opponent.weapon) if opponent.weapon else 0,
        aim=opponent.aim,
        turn=face_of(library.games[game], poker, turns[0]) if turns else None,
        hurt=min((poker.hides[name] for name in names if name in poker.hides), default=FACES),
    )


def _potential(library: Library, profile: Entry[Profile], poker: Poker, wounded: bool) -> int:
    """The Pot of a profile: of a pair of numbers the first, or the last if it is wounded."""
    for block in stat_blocks_of(library, profile):
        numbers = block.facts.get(poker.potential or "")
        if block.game == profile.game and numbers is not None:
            return numbers if isinstance(numbers, int) else numbers[-1 if wounded else 0]
    raise ComputationError(f"'{profile.id}' has no `{poker.potential}`", "profile")


def face_of(content: GameContent, poker: Poker, name: str) -> int:
    """The index of a face, 0 for the lowest."""
    scale = content.game.scales.get(poker.faces or "")
    if scale is None or len(scale.ranks) != FACES or name not in scale.ranks:
        raise ComputationError(f"`poker: faces:` in game.yaml is no scale of {FACES} with '{name}'")
    return list(scale.ranks).index(name)


def weapon_damage(library: Library, game: str, reference: str) -> int:
    """The damage bonus of a weapon. Raises ComputationError."""
    trait: Entry[Trait] = resolve_entry(library, "traits", game, reference, "weapon")
    value = trait.value.values.get(poker_of(library.games[game]).damage)
    if not isinstance(value, int):
        raise ComputationError(f"'{reference}' is no weapon", "weapon")
    return value


def with_situation(
    poker: Poker, first: Combatant, second: Combatant, situation: Situation
) -> tuple[Combatant, Combatant]:
    """Both sides, adjusted for cover and for the reply of the second.

    In return fire both sides shoot, and any cover counts as light cover for both.
    """
    light, heavy = poker.light_cover, poker.heavy_cover
    back = situation.reply == "return-fire"
    own = other = 0
    if situation.cover != "none":
        own = light if back or situation.cover == "light" else 0
        other = light if back else heavy if situation.cover == "heavy" else 0
    other += poker.return_fire if back else 0
    return (
        replace(first, pot=first.pot + own),
        replace(
            second, pot=second.pot + other, wounds=second.wounds and situation.reply != "dodge"
        ),
    )
