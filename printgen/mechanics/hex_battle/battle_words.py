"""What is played of a battle on hexes and what is not, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.mechanics.hex_battle.engagement import Engagement


def model(rules: Engagement, sides: tuple[str, str], zoned: list[str]) -> Iterator[str]:
    """What is played. `zoned` are the sides that start in their zones."""
    cards = rules.cards
    yield (
        "Played by the rules of the game: hexes, difficult ground, hexsides, fronts and rears,"
        " turning, zones of control, groups, the command range, losses in melee, disorder, recoil,"
        " protections and tests of morale. Nothing is drawn but the cards."
    )
    first = "drawn by lot" if rules.first < 0 else f"'{sides[rules.first]}'"
    yield (
        f"A turn is one of each side; the first to play is {first}. A side plays cards one by one:"
        " it attacks where it can, or else moves a unit that can come nearer to an enemy. Then it"
        f" draws up to {cards.draw} cards, to {cards.hand} at most."
    )
    if zoned:
        names = " and ".join(f"'{side}'" for side in zoned)
        yield (
            f"Deployed in their zones, facing the enemy ({names}): infantry in the middle of the"
            " front, then cavalry, then artillery; the general behind them. Units with a terrain"
            " start on it."
        )
    yield from _players()
    yield from _end(rules, sides)


def _players() -> Iterator[str]:
    yield (
        "Greedy players make the attack that is expected to take the largest share of the life that"
        " its target has before it breaks, by the exact chance that a hand drawn from the cards"
        " that they do not see cannot parry. They attack with all cards but jokers, the highest of"
        " a suit first. For morale they keep the highest card of each suit that moves, as long as"
        " they can refill their hand. They first move the unit with the most others of its kind"
        " beside it; of several the last of the line."
    )
    yield (
        "Simple players attack the nearest enemy. They keep the highest card of each suit that"
        " attacks, to parry. They first move the unit that is nearest to an enemy."
    )
    yield (
        "A move takes the shortest way over the ground to where the unit can attack. Its group is"
        " what can make the same steps and comes no farther from the enemy. The lowest cards pay"
        " for moves and couriers."
    )
    yield (
        "The lowest card that parries is played; greedy players let through a loss of one point"
        " that breaks nothing, unless they hold two such cards. Units recoil to the hex with the"
        " fewest enemies beside it; only units that must pursue do."
    )
    yield (
        "In a test of morale, greedy players press with the card that is least likely to be"
        " answered, and go on while they succeed one time in three; simple ones press once, with"
        " their highest card. The lowest card that answers is played. Jokers parry what would break"
        " a unit, answer, and press for the last point of cohesion."
    )


def _end(rules: Engagement, sides: tuple[str, str]) -> Iterator[str]:
    """How the battle ends."""
    yield (
        f"A side loses when its {rules.cohesion} points of cohesion are gone, or its units. A side"
        " that plays no card in its turn would lose a point: it wastes its lowest card."
    )
    if rules.hold:
        yield (
            f"'{sides[rules.hold.side]}' wins when it begins a turn with {rules.hold.many} units in"
            " the zone that the scenario names."
        )
    if rules.favours >= 0:
        yield f"After turn {rules.turns}, '{sides[rules.favours]}' wins."
    else:
        compared = ", then ".join(f"more {name}" for name in rules.compares)
        yield f"After turn {rules.turns}, the side with {compared} wins; equal sides draw."


def left_out(rules: Engagement) -> Iterator[str]:
    """What is not played."""
    yield (
        "Objectives, special rules and choices in words, such as units that leave the map or wait;"
        " shelter by terrain that only its text gives."
    )
    yield (
        "Voluntary disorder, but to enter difficult ground and to cross hexsides; the restoring of"
        " order; skirmishers that turn back; pursuit by choice; jokers that attack or move;"
        " optional rules."
    )
    yield (
        "No unit keeps its distance, holds its ground or goes round one that is in its way. A group"
        " stops as a whole. The command range is measured at the start of each turn."
    )
