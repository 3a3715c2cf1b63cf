"""What the directives of chapters show, as plain data for their templates."""

from __future__ import annotations

from typing import Any

from printgen.example import Example
from printgen.library import Entry, GameContent, Library
from printgen.markdown import LEAVES, anchor
from printgen.outputs.scenarios import plan_view, scenario_view
from printgen.outputs.views import (
    piles_view,
    profile_view,
    quest_view,
    table_view,
    trait_view,
)
from printgen.render.addresses import BASE
from printgen.render.typeset import typeset
from printgen.render.view import plain, say
from printgen.rules.chapters import OWN_PICTURES, listed_traits
from printgen.rules.examples import Blow, Fighter, look_up, play_fight, play_journey

View = dict[str, Any]


def draw(library: Library, game: str, lang: str, name: str, argument: str) -> View:
    """What a directive shows, under its own name. It is known to be sound."""
    content = library.games[game]
    kind = LEAVES[name]
    if kind in ("profiles", "tables", "quests", "scenarios", "examples", "plans"):
        entry = library.find(kind, game, argument)
        assert entry is not None
        return {name: _VIEWS[name](library, entry, lang)}
    if name == "traits":
        return {"traits": traits_view(library, content, argument, lang)}
    if name == "scale":
        return {"scale": plain(content.game.scales[argument], lang, content)}
    if name == "roster":
        return {"roster": roster_view(library, content, argument, lang)}
    if name == "piles":
        return {"piles": piles_view(content, lang)}
    if kind == "file":
        file, caption = [*argument.split(maxsplit=1), ""][:2]
        # A picture of the game's own; others are drawings of its theme.
        own = f"{BASE}content/{game}/{file}" if file.startswith(OWN_PICTURES) else ""
        return {"file": file, "address": own, "caption": typeset(caption, lang)}
    return {}


def traits_view(library: Library, content: GameContent, argument: str, lang: str) -> list[View]:
    """Traits with the ids that references to them have."""
    found = []
    for reference in listed_traits(content, argument):
        trait = library.find("traits", content.id, reference)
        if trait:
            view = trait_view(library, trait, lang)
            found.append({**view, "anchor": anchor("trait", reference)})
    return found


def roster_view(library: Library, content: GameContent, line: str, lang: str) -> View:
    """All profiles of the game with a stat line, for one table."""
    views = [
        {**profile_view(library, profile, lang), "anchor": anchor("profile", profile.id)}
        for profile in content.profiles.values()
    ]
    rows = [view for view in views if view["blocks"][line]["given"]]
    columns = rows[0]["blocks"][line]["cells"] if rows else []
    return {
        "line": line,
        "label": say(content.game.stat_lines[line].label, lang, content),
        "columns": columns,
        "rows": rows,
    }


def _table(library: Library, entry: Entry[Any], lang: str) -> View:
    return table_view(library.games[entry.game], entry, lang)


def _quest(library: Library, entry: Entry[Any], lang: str) -> View:
    return quest_view(library.games[entry.game], entry, lang)


def example_view(library: Library, entry: Entry[Example], lang: str) -> View:
    """A worked example with what the rules compute."""
    content, value = library.games[entry.game], entry.value
    view: View = {
        "title": say(value.title, lang, content),
        "text": say(value.text, lang, content) if value.text else "",
        "kind": "",
    }
    if value.fight:
        blows = play_fight(library, entry, value.fight)
        rounds = [
            {**_blow(blow), "text": say(r.text, lang, content) if r.text else ""}
            for blow, r in zip(blows, value.fight.rounds, strict=True)
        ]
        foe = value.fight.enemy
        enemy = _enemy_name(library, entry.game, foe.quest, foe.step, lang)
        player = library.find("profiles", entry.game, value.fight.profile)
        assert player is not None
        name = say(player.value.name, lang, content)
        view |= {"kind": "fight", "rounds": rounds, "enemy": enemy, "player": name}
    elif value.journey:
        view |= {"kind": "journey", "turns": _turns(library, entry, lang)}
    elif value.lookup:
        view |= {"kind": "lookup", **_lookup(library, entry, lang)}
    return view


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


def _enemy_name(library: Library, game: str, reference: str, number: int, lang: str) -> str:
    quest = library.find("quests", game, reference)
    assert quest is not None
    (step,) = (step for step in quest.value.steps if step.step == number)
    return say(step.name, lang, library.games[game]) if step.name else ""


def _turns(library: Library, entry: Entry[Example], lang: str) -> list[View]:
    content, journey = library.games[entry.game], entry.value.journey
    assert journey is not None
    quest = library.find("quests", entry.game, journey.quest)
    assert quest is not None
    assert content.game.deck is not None
    rows = quest_view(content, quest, lang)["rows"]
    ranks = content.game.scales[content.game.deck.ranks].ranks
    return [
        {
            "card": plain(ranks[turn.card], lang, content),
            "step": done.step,
            "row": rows[done.row],
            "blows": [_blow(blow) for blow in done.blows],
            "before": done.before,
            "after": done.after,
            "text": say(turn.text, lang, content) if turn.text else "",
        }
        for done, turn in zip(play_journey(library, entry, journey), journey.turns, strict=True)
    ]


def _lookup(library: Library, entry: Entry[Example], lang: str) -> View:
    lookup = entry.value.lookup
    assert lookup is not None
    damage, weapon = look_up(library, entry, lookup)
    table = library.find("tables", entry.game, lookup.table)
    assert table is not None
    home = library.games[table.game]
    ranks = home.game.scales[table.value.matrix.scale].ranks
    trait = library.find("traits", entry.game, lookup.weapon) if lookup.weapon else None
    return {
        "winner": say(ranks[lookup.winner].label, lang, home),
        "loser": say(ranks[lookup.loser].label, lang, home),
        "damage": damage,
        "weapon": say(trait.value.name, lang, home) if trait else "",
        "weapon_damage": weapon,
        "total": max(0, damage + weapon),
    }


_VIEWS: dict[str, Any] = {
    "profile": profile_view,
    "table": _table,
    "quest": _quest,
    "scenario": scenario_view,
    "plan": plan_view,
    "example": example_view,
}
