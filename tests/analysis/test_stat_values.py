"""The games' own figures against those of their sources, and stat values by their types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from printgen import Project
from printgen.analysis.stat_values import StatValueError, parse_stat
from printgen.content.library import Entry, GameContent
from printgen.content.models import NotedSymbol, Quest, Table, Text
from printgen.content.models.game import Counter, Stat
from printgen.mechanics.quest.effects import read_effect

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml"))


@pytest.fixture(scope="module")
def project() -> Project:
    return Project(ROOT)


def game(project: Project, name: str) -> GameContent:
    return project.library.games[name]


def test_the_games_are_there() -> None:
    assert {"deathly-thrones", "lotow", "zombstone"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_a_game(project: Project, name: str) -> None:
    assert name in project.library.games
    folder = f"content/{name}/"
    assert [str(p) for p in project.check() if p.position.file.startswith(folder)] == []


def test_nothing_is_wrong_beside_the_games(project: Project) -> None:
    folders = tuple(f"content/{name}/" for name in GAMES)
    assert [str(p) for p in project.check() if not p.position.file.startswith(folders)] == []


# --- Zombstone and Legends of the Old West ----------------------------------------------------

# The loser's hand against the winner's: the points of life that the loser loses.
CONFLICTS = """
             pair  two-pairs  three  full  four  five
    nothing     2          3      4     5     6     7
    pair        1          2      3     4     5     6
    two-pairs   *          1      2     3     4     5
    three       *          *      1     2     3     4
    full        *          *      *     1     2     3
    four        *          *      *     *     1     2
    five        *          *      *     *     *     1
"""


def test_the_conflict_table(project: Project) -> None:
    table: Entry[Table] = game(project, "zombstone").tables["conflicts"]
    matrix = table.value.matrix
    assert matrix is not None
    head, *rows = [row.split() for row in CONFLICTS.strip().splitlines()]
    assert matrix.columns == head
    assert matrix.rows == [row[0] for row in rows]
    printed = {name: list(map(str, cells)) for name, cells in matrix.cells.items()}
    assert printed == {name: cells for name, *cells in rows}
    assert (matrix.down, matrix.across) == ("falls", "rises")


def test_hands_and_faces_stand_in_their_order(project: Project) -> None:
    scales = game(project, "zombstone").game.scales
    assert list(scales["faces"].ranks) == ["nine", "ten", "jack", "queen", "king", "ace"]
    assert list(scales["hands"].ranks) == [
        "nothing", "pair", "two-pairs", "three", "full", "four", "five",
    ]  # fmt: skip


def test_what_weapons_add_to_the_damage(project: Project) -> None:
    traits = game(project, "zombstone").traits
    armed = {id: entry.value.values for id, entry in traits.items() if entry.value.values}
    assert {id: values["damage"] for id, values in armed.items()} == {
        "light-colt": 0,
        "heavy-colt": 1,
        "winchester": 1,
        "shotgun": 2,
        "fists": -1,
        "fleshless-hands": -1,
        "improvised": 0,
        "sabre-axe": 1,
        "spear": 2,
    }


def test_the_zombie_of_the_old_west(project: Project) -> None:
    zombie = game(project, "zombstone").profiles["zombie"].value
    line = project.library.games["lotow"].game.stat_lines["lotow"].stats
    values = zombie.stats["lotow"]
    assert list(line) == ["cost", "S", "F", "St", "G", "A", "W", "P"]
    shown = {key: parse_stat(line[key], raw).text for key, raw in values.items()}
    assert " ".join(shown[key] for key in ("S", "F", "St", "G", "A", "W", "P")) == "6+ 2 3 1 1 * -"
    assert shown["cost"] == "10$"
    assert isinstance(values["W"], NotedSymbol)
    assert values["W"].trait == "lotow/indestructible"
    assert "lotow/indestructible" in zombie.traits
    assert isinstance(values["P"], NotedSymbol)
    assert values["P"].note is not None


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("zombie", {"pot": "0/0", "main": 0, "white": 4, "red": 2}),
        ("ike-clanton", {"pot": "1/1", "main": 1, "white": 4, "red": 2}),
        ("wyatt-earp", {"pot": "3/3", "main": 2, "white": 4, "red": 2}),
    ],
)
def test_figures_of_zombstone(project: Project, name: str, figures: dict[str, Any]) -> None:
    assert game(project, "zombstone").profiles[name].value.stats["zombstone"] == figures


def test_the_only_skill_that_needs_a_card(project: Project) -> None:
    traits = game(project, "zombstone").traits
    assert {id: e.value.suit for id, e in traits.items() if e.value.suit} == {
        "last-breath": "heart"
    }


# --- Deathly Thrones --------------------------------------------------------------------------

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


# --- values by their types --------------------------------------------------------------------


def stat(kind: str, **more: Any) -> Stat:
    return Stat.model_validate({"label": "S", "type": kind, **more})


@pytest.mark.parametrize(
    ("kind", "raw", "text", "numbers"),
    [
        ("integer", 3, "3", (3,)),
        ("integer", 0, "0", (0,)),
        ("integer", -3, "−3", (-3,)),
        ("pair", "3/1", "3/1", (3, 1)),
        ("pair", "0/-4", "0/−4", (0, -4)),
        ("roll", "6+", "6+", (6,)),
        ("die", "d8", "D8", (8,)),
        ("die", "2D6", "2D6", (6,)),
        ("length", '4"', "4″", (4,)),
        ("length", "4in", "4″", (4,)),
        ("length", "10 cm", "10 cm", (10,)),
        ("length", "2.5cm", "2.5 cm", (2,)),
        ("money", "10$", "10$", (10,)),
        ("money", "$10", "$10", (10,)),
        ("money", "7 €", "7 €", (7,)),
        ("word", "fast", "fast", ()),
    ],
)
def test_values_of_each_type(kind: str, raw: Any, text: str, numbers: tuple[int, ...]) -> None:
    reading = parse_stat(stat(kind), raw)
    assert (reading.text, reading.numbers) == (text, numbers)


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("integer", "3"),
        ("integer", 3.0),
        ("integer", True),
        ("integer", "+"),
        ("pair", 3),
        ("pair", "3/"),
        ("pair", "3/1/1"),
        ("pair", "3 / 1"),
        ("roll", 6),
        ("roll", "+6"),
        ("roll", "6++"),
        ("die", "8"),
        ("die", "D"),
        ("die", "D8+1"),
        ("length", 4),
        ("length", "4 feet"),
        ("length", "-4 cm"),
        ("money", 10),
        ("money", "10"),
        ("money", "$10$"),
        ("word", 3),
        ("word", ""),
        ("word", "x" * 41),
    ],
)
def test_values_of_another_type(kind: str, raw: Any) -> None:
    with pytest.raises(StatValueError):
        parse_stat(stat(kind), raw)


def test_signs_and_symbols() -> None:
    assert parse_stat(stat("integer", signed=True), 2).text == "+2"
    assert parse_stat(stat("integer", signed=True), 0).text == "0"
    assert parse_stat(stat("integer", signed=True), -2).text == "−2"
    star = NotedSymbol(symbol="*", note=Text.read("never"))
    assert parse_stat(stat("integer", symbols=["*"]), "*").text == "*"
    assert parse_stat(stat("integer", symbols=["*"]), star).text == "*"
    with pytest.raises(StatValueError):
        parse_stat(stat("integer", symbols=["-"]), star)
    with pytest.raises(StatValueError):
        parse_stat(stat("integer"), star)


COUNTERS = {
    "life": Counter(symbol="♡", label=Text.read("Life"), max=9),
    "armour": Counter(symbol="♤", label=Text.read("Armour"), max=9),
}


@pytest.mark.parametrize(
    ("effect", "change"),
    [
        ("+1♡", ("life", 1)),
        ("-2♤", ("armour", -2)),
        ("+10 ♡", ("life", 10)),
        ("-1 armour", ("armour", -1)),
        (" +1♡ ", ("life", 1)),
        ("1♡", None),
        ("+♡", None),
        ("+1", None),
        ("+1♢", None),
        ("+1♡♡", None),
        ("+1.5♡", None),
        ("+1000♡", None),
        ("+1 Life", None),
        ("+1♡, +1♤", None),
    ],
)
def test_effects(effect: str, change: tuple[str, int] | None) -> None:
    assert read_effect(effect, COUNTERS) == change
