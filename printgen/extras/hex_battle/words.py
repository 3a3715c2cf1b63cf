"""What is played of a battle on hexes and what is not, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.extras.battles.battle import Sentence
from printgen.extras.hex_battle.engagement import Engagement, Leave


def model(rules: Engagement, sides: tuple[str, str], zoned: list[str]) -> Iterator[str]:
    """What is played. `zoned` are the sides that start in their zones."""
    yield Sentence(
        "told_hexes",
        "Played by the rules of the game: hexes, difficult ground, hexsides, fronts and rears,"
        " turning, zones of control, groups, the command range, losses in melee, disorder,"
        " recoil, protections and tests of morale. Nothing is drawn but the cards.",
    )
    yield _turn(rules, sides)
    if zoned:
        names = ", ".join(zoned)
        yield Sentence(
            "told_deployed",
            "Deployed in their zones, facing the enemy ({names}): infantry in the middle of the"
            " front, then cavalry, then artillery; the general behind them. Units with a terrain"
            " start on it.",
            names=names,
        )
    yield from _players()
    yield from _end(rules, sides)


def _turn(rules: Engagement, sides: tuple[str, str]) -> str:
    """Who begins, and what a turn is."""
    draw, hand = rules.cards.draw, rules.cards.hand
    if rules.first < 0:
        return Sentence(
            "told_card_turn_lot",
            "A turn is one of each side; the first to play is drawn by lot. A side plays cards"
            " one by one: it attacks where it can, or else moves a unit that can come nearer to"
            " an enemy. Then it draws up to {draw} cards, to {hand} at most.",
            draw=draw,
            hand=hand,
        )
    return Sentence(
        "told_card_turn",
        "A turn is one of each side; the first to play is '{first}'. A side plays cards one by"
        " one: it attacks where it can, or else moves a unit that can come nearer to an enemy."
        " Then it draws up to {draw} cards, to {hand} at most.",
        first=sides[rules.first],
        draw=draw,
        hand=hand,
    )


def _players() -> Iterator[str]:
    yield Sentence(
        "told_greedy_cards",
        "Greedy players make the attack that is expected to take the largest share of the life"
        " that its target has before it breaks, by the exact chance that a hand drawn from the"
        " cards that they do not see cannot parry. They attack with all cards but jokers, the"
        " highest of a suit first. For morale they keep the highest card of each suit that moves,"
        " as long as they can refill their hand. They first move the unit with the most others of"
        " its kind beside it; of several the last of the line.",
    )
    yield Sentence(
        "told_simple_cards",
        "Simple players attack the nearest enemy. They keep the highest card of each suit that"
        " attacks, to parry. They first move the unit that is nearest to an enemy.",
    )
    yield Sentence(
        "told_marches",
        "A move takes the shortest way over the ground to where the unit can attack. Its group"
        " is what can make the same steps and comes no farther from the enemy. The lowest cards"
        " pay for moves and couriers.",
    )
    yield Sentence(
        "told_card_parries",
        "The lowest card that parries is played; greedy players let through a loss of one point"
        " that breaks nothing, unless they hold two such cards. Units recoil to the hex with the"
        " fewest enemies beside it; only units that must pursue do.",
    )
    yield Sentence(
        "told_card_morale",
        "In a test of morale, greedy players press with the card that is least likely to be"
        " answered, and go on while they succeed one time in three; simple ones press once, with"
        " their highest card. The lowest card that answers is played. Jokers parry what would"
        " break a unit, answer, and press for the last point of cohesion.",
    )


def _end(rules: Engagement, sides: tuple[str, str]) -> Iterator[str]:
    """How the battle ends."""
    yield Sentence(
        "told_cohesion",
        "A side loses when its {cohesion} points of cohesion are gone, or its units. A side that"
        " plays no card in its turn would lose a point: it wastes its lowest card.",
        cohesion=rules.cohesion,
    )
    if rules.hold:
        yield Sentence(
            "told_hold",
            "'{side}' wins when it begins a turn with {many} units in the zone that the scenario"
            " names.",
            side=sides[rules.hold.side],
            many=rules.hold.many,
        )
    if rules.leave:
        yield from _leaving(rules.leave, sides)
    if rules.favours >= 0:
        side = sides[rules.favours]
        yield Sentence(
            "told_favoured",
            "After turn {turns}, '{side}' wins.",
            turns=rules.turns,
            side=side,
        )
    else:
        yield _compared(rules)


def _leaving(way: Leave, sides: tuple[str, str]) -> Iterator[str]:
    """Who leaves the map, why, and what follows."""
    side, other = sides[way.side], sides[1 - way.side]
    after = ", ".join(map(str, way.after))
    yield Sentence(
        "told_leaves",
        "Units of '{side}' leave the map by the hexes that the scenario names, for a point of their"
        " move. By their numbers, '{other}' loses a point of cohesion each time: {after}. They are"
        " not lost. If none is left on the map, '{other}' wins, unless its cohesion is gone.",
        side=side,
        other=other,
        after=after,
    )
    yield Sentence(
        "told_leavers",
        "As long as that costs '{other}' a point, all units of '{side}' go there by the shortest"
        " way over the ground, the foremost first, and attack whoever is before them. The last"
        " unit on the map stays. Later, they go for the enemy.",
        side=side,
        other=other,
    )


def _compared(rules: Engagement) -> str:
    """What decides at the limit of turns."""
    turns, first = rules.turns, rules.compares[0]
    if len(rules.compares) == 1 and first == "cohesion":
        return Sentence(
            "told_compared_cohesion",
            "After turn {turns}, the side with more cohesion wins; equal sides draw.",
            turns=turns,
        )
    if len(rules.compares) == 1:
        return Sentence(
            "told_compared_units",
            "After turn {turns}, the side with more units wins; equal sides draw.",
            turns=turns,
        )
    if first == "cohesion":
        return Sentence(
            "told_compared_cohesion_first",
            "After turn {turns}, the side with more cohesion, then more units wins; equal sides"
            " draw.",
            turns=turns,
        )
    return Sentence(
        "told_compared_units_first",
        "After turn {turns}, the side with more units, then more cohesion wins; equal sides draw.",
        turns=turns,
    )


def left_out(rules: Engagement) -> Iterator[str]:
    """What is not played."""
    yield Sentence(
        "told_hex_words",
        "Objectives, special rules and choices in words, such as units that wait;"
        " shelter by terrain that only its text gives.",
    )
    yield Sentence(
        "told_hex_choices",
        "Voluntary disorder, but to enter difficult ground and to cross hexsides; the restoring"
        " of order; skirmishers that turn back; pursuit by choice; jokers that attack or move;"
        " optional rules.",
    )
    yield Sentence(
        "told_hex_patience",
        "No unit keeps its distance, holds its ground or goes round one that is in its way. A"
        " group stops as a whole. The command range is measured at the start of each turn.",
    )
