"""Fights, the turns of quests, and poker hands, as plain data."""

from __future__ import annotations

from typing import Any

from printgen.models.examples.quests import FightExample, JourneyExample, LookupExample, Throw
from printgen.outputs.examples.telling import Teller, View
from printgen.outputs.views import quest_view
from printgen.render.view import plain, say
from printgen.rules.examples.fights import Blow, Fighter, TurnPlayed
from printgen.rules.examples.lookups import LookedUp, Rolled


def _fighter(fighter: Fighter) -> View:
    return {"life": fighter.life, "armour": fighter.armour}


def _blow(blow: Blow) -> View:
    """A blow, and what either choice of counter would leave of who is struck."""
    player, enemy = blow.after()
    target = blow.target
    return {
        "cards": list(blow.cards),
        "player": _fighter(blow.player),
        "enemy": _fighter(blow.enemy),
        "powers": list(blow.powers),
        "struck": blow.struck,
        "strike": blow.strike,
        "damage": blow.damage,
        "take": blow.take or "",
        "target": _fighter(target) if target else None,
        "on_life": target.hit("life", blow.damage).life if target else 0,
        "on_armour": target.hit("armour", blow.damage).armour if target else 0,
        "after": {"player": _fighter(player), "enemy": _fighter(enemy)},
    }


def fight(teller: Teller, fight: FightExample, blows: list[Blow]) -> View:
    """Rounds of a fight."""
    quest = teller.library.find("quests", teller.game, fight.enemy.quest)
    assert quest is not None
    (step,) = (step for step in quest.value.steps if step.step == fight.enemy.step)
    return {
        "rounds": [
            {**_blow(blow), "text": teller.words(r.text)}
            for blow, r in zip(blows, fight.rounds, strict=True)
        ],
        "enemy": teller.words(step.name),
        "player": teller.name(teller.library.find("profiles", teller.game, fight.profile)),
    }


def journey(teller: Teller, journey: JourneyExample, played: list[TurnPlayed]) -> View:
    """Turns of a quest."""
    content = teller.content
    quest = teller.library.find("quests", teller.game, journey.quest)
    assert quest is not None
    assert content.game.deck is not None
    rows = quest_view(content, quest, teller.lang)["rows"]
    ranks = content.game.scales[content.game.deck.ranks].ranks
    turns = [
        {
            "card": plain(ranks[turn.card], teller.lang, content),
            "step": done.step,
            "row": rows[done.row],
            "blows": [_blow(blow) for blow in done.blows],
            "before": done.before,
            "after": done.after,
            "text": teller.words(turn.text),
        }
        for done, turn in zip(played, journey.turns, strict=True)
    ]
    return {"turns": turns}


def lookup(teller: Teller, lookup: LookupExample, found: LookedUp) -> View:
    """Two hands, their dice, and the damage."""
    table = teller.library.find("tables", teller.game, lookup.table)
    assert table is not None
    home = teller.library.games[table.game]
    ranks = home.game.scales[table.value.matrix.scale].ranks
    weapon = lookup.weapon
    hands = [say(ranks[name].label, teller.lang, home) for name in (found.winner, found.loser)]
    rolls = []
    if lookup.rolls and found.rolls:
        throws = (lookup.rolls.winner, lookup.rolls.loser)
        rolls = [
            {**_throw(teller, lookup, throw, rolled), "hand": hand}
            for throw, rolled, hand in zip(throws, found.rolls, hands, strict=True)
        ]
    return {
        "winner": hands[0],
        "loser": hands[1],
        "damage": found.damage,
        "weapon": teller.name(
            teller.library.find("traits", teller.game, weapon) if weapon else None
        ),
        "weapon_damage": found.weapon,
        "total": found.claims,
        "rolls": rolls,
    }


def _throw(teller: Teller, lookup: LookupExample, throw: Throw, rolled: Rolled) -> View:
    faces = teller.content.game.scales[lookup.faces].ranks

    def shown(dice: Any) -> list[str]:
        return [say(faces[face].label, teller.lang, teller.content) for face in dice]

    profile = throw.profile
    name = teller.library.find("profiles", teller.game, profile) if profile else None
    return {
        "name": teller.words(throw.name) or teller.name(name),
        "pot": rolled.pot,
        "thrown": shown(throw.dice),
        "kept": None if throw.keep is None else shown(throw.keep),
        "again": shown(throw.again),
        "dice": shown(rolled.dice),
    }
