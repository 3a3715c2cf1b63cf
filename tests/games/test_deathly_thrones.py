"""Deathly Thrones: the values of the source."""

from __future__ import annotations

from demo_games import game

from printgen import Project
from printgen.content.library import Entry
from printgen.content.models.quest import Quest

# Step, type, the enemy's life and armour, what follows. Ξ marks the stories.
IRON_THRONE = """
    Ξ
     1 Ω . . +1♡    2 Ψ 1 0 .      3 Ψ 1 0 .      4 Δ . . -1♡    5 Ψ 1 0 .
     6 Ψ 3 0 +1♤    7 Δ . . -1♡    8 Ψ 3 1 +1♤
    Ξ
     9 Ω . . +1♡   10 Δ . . -1♡   11 Ψ 2 1 .     12 Ψ 2 1 .     13 Ψ 3 2 +1♤
    14 Ψ 3 2 .     15 Ψ 3 2 +1♤   16 Δ . . -1♡   17 Ψ 4 2 +1♤   18 Ψ 4 2 +1♤
    19 Ψ 4 2 +1♤
    Ξ
    20 Ω . . +2♡   21 Ψ 2 0 .     22 Ψ 6 3 +1♤   23 Δ . . -2♡   24 Ψ 6 3 +1♤
    25 Ψ 2 6 .     26 Ψ 3 0 .     27 Δ . . -2♡   28 Ψ 6 3 +1♤   29 Ψ 5 5 +1♡
    30 Ω . . +2♤
    Ξ
    31 Ψ 3 2 +1♤   32 Ψ 4 3 +1♤   33 Ψ 4 3 +1♤   34 Δ . . -2♡   35 Ω . . +2♡
    36 Ψ 3 6 .     37 Ψ 5 5 .     38 Ψ 6 2 .     39 Ψ 8 4 +2♤   40 Ψ 6 6 .
    Ξ
"""


def test_the_forty_steps_of_the_iron_throne(project: Project) -> None:
    thrones = game(project, "deathly-thrones")
    quest: Entry[Quest] = thrones.quests["iron-throne"]
    rules = thrones.game.quests
    assert rules is not None
    words: list[str] = []
    for row in quest.value.steps:
        if row.step is None or row.type is None:
            assert row.story is not None
            words.append(rules.story_symbol)
        else:
            enemy = [str(row.enemy.get(key, ".")) for key in ("life", "armour")]
            words += [str(row.step), rules.types[row.type].symbol, *enemy, row.effect or "."]
    assert words == IRON_THRONE.split()


def test_the_figures_were_copied_whole() -> None:
    words = IRON_THRONE.replace("Ξ", "").split()
    steps = [words[n : n + 5] for n in range(0, len(words), 5)]
    assert [int(step[0]) for step in steps] == list(range(1, 41))
    assert all((step[1] == "Ψ") == (step[2] != ".") == (step[3] != ".") for step in steps)


def test_piles_hold_each_of_the_52_cards_once(project: Project) -> None:
    deck = game(project, "deathly-thrones").game.deck
    assert deck is not None
    cards = [
        (suit, rank) for pile in deck.piles.values() for suit in pile.suits for rank in pile.ranks
    ]
    assert len(cards) == len(set(cards)) == 52
    assert {name: len(p.suits) * len(p.ranks) for name, p in deck.piles.items()} == {
        "health": 9,
        "armour": 9,
        "combat": 18,
        "steps": 16,
    }


def test_step_cards_lead_to_the_last_step(project: Project) -> None:
    thrones = game(project, "deathly-thrones").game
    assert thrones.deck is not None
    assert thrones.quests is not None
    pile, ranks = thrones.deck.piles["steps"], thrones.scales["cards"].ranks
    values = {rank: ranks[rank].value for rank in pile.ranks}
    assert values == {"ten": 1, "jack": 2, "queen": 3, "king": 4}
    assert sum(value or 0 for value in values.values()) * len(pile.suits) == 40
    assert thrones.quests.steps == 40


def test_heroes_share_eight_points(project: Project) -> None:
    profiles = game(project, "deathly-thrones").profiles
    shares = {
        name: (hero.value.stats["hero"]["life"], hero.value.stats["hero"]["armour"])
        for name, hero in profiles.items()
    }
    assert shares == {"hero": (3, 5), "barbarian": (6, 2), "mage": (2, 6), "dwarf": (5, 3)}
