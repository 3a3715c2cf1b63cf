"""Scenarios as battles on hexes: what is read of the game, and what cannot be played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers import real

from printgen import Project
from printgen.cli import main
from printgen.content.library import Library
from printgen.extras.battles.battle import Battle, in_english
from printgen.extras.hex_battle.battle_rules import prepare
from printgen.extras.hex_battle.engagement import LOOSE, WHOLE, Engagement
from printgen.extras.hex_maps.boards import board_of

pytestmark = pytest.mark.slow

GAME = "furia-cartese"
Read = Callable[[str], tuple[Battle, Engagement, list[str]]]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return real(tmp_path_factory.mktemp("field"), GAME)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    return Project(root).library


@pytest.fixture(scope="module")
def read(library: Library) -> Read:
    """A scenario as a battle, its rules, and the names of its hexes."""

    def read(name: str) -> tuple[Battle, Engagement, list[str]]:
        scenario = library.games[GAME].scenarios[name]
        battle = prepare(library, scenario, ("greedy", "simple"))
        board = board_of(library, library.games[GAME].of_kind("maps")[scenario.value.map or ""])
        return battle, battle.play.args[2], [board.names.of(hex) for hex in board.ground]  # type: ignore[attr-defined]

    return read


def told(library: Library, battle: Battle) -> list[str]:
    """What is played, in English."""
    return in_english(library, library.games[GAME], battle.model)


def test_units_start_where_the_map_has_them(read: Read) -> None:
    battle, rules, names = read("campo-meloni")
    places = [names[unit.at] for unit in rules.units]
    assert places == [
        "0601", "0402", "0502", "0302", "0702", "0607", "0507", "0408", "0707", "0307",
    ]  # fmt: skip
    # Down, up, and units without a front.
    assert [unit.facing for unit in rules.units] == [3, 3, 3, 6, 6, 0, 0, 0, 6, 6]
    assert battle.companies == (0, 1, 1, 2, 3, 4, 5, 6, 7, 8)
    assert (rules.cohesion, rules.turns, rules.first, rules.favours) == (3, 6, 0, -1)
    assert rules.compares == ("cohesion", "units")
    assert rules.players == ("greedy", "simple")


def test_units_have_the_numbers_of_the_tables(read: Read) -> None:
    rules = read("campo-meloni")[1]
    lances, pikes, _, shot, horse, tercio, *_, hope = rules.units
    assert (lances.life, lances.move, lances.recoil, lances.pursues) == (2, 3, (0, 1), True)
    assert (lances.leads, lances.mounted, lances.fragile) == (True, True, False)
    assert (pikes.life, pikes.move, pikes.recoil, pikes.fragile) == (4, 2, (0, 0), True)
    assert (len(pikes.barred), shot.barred) == (6, frozenset())
    assert (shot.reach, tercio.reach, pikes.reach) == (1, 1, 0)
    assert (horse.recoil, horse.pursues, hope.recoil, hope.answer) == ((0, 1), False, (1, 1), 2)
    cards = rules.cards
    assert (cards.copies, cards.ranks, cards.jokers, cards.hand, cards.draw) == (2, 13, 4, 8, 4)
    assert (cards.attack, cards.moves) == ((2, 3), (0, 1))
    assert (cards.parry[2], cards.cover[2]) == ((2,), (3,))
    assert rules.losses == (1, 2, 3, 4, 5, 6, 7)
    assert rules.steps[:5] == (0, 1, 2, 3, 4)
    assert (rules.shot, rules.disorder, rules.near, rules.path, rules.courier) == (1, 1, 3, 5, 1)


def test_attributes_and_hexsides_count(read: Read, library: Library) -> None:
    battle, rules, names = read("la-bicocca")
    kinds = {battle.muster.companies[n].profile.id: unit
             for n, unit in zip(battle.companies, rules.units, strict=True)}  # fmt: skip
    assert kinds["militia"].limit == 1 and kinds["militia"].answer == 1
    assert kinds["swiss"].cost == 2
    assert kinds["massed-arquebusiers"].shelter == (True, True)
    assert (kinds["massed-arquebusiers"].reach, kinds["artillery"].reach) == (2, 3)
    assert rules.terrain.cross[names.index("0407")][:2] == (WHOLE, WHOLE)
    assert rules.hold is not None
    held = {names[number] for number in rules.hold.hexes}
    assert (len(held), "0307" in held, "1011" in held, "0306" in held) == (40, True, True, False)
    assert {rules.units[n].cost for n in rules.hold.some} == {2}
    assert "'lautrec' wins when it begins a turn with 3 units" in " ".join(told(library, battle))
    assert "After turn 10, 'colonna' wins." in told(library, battle)


def test_armies_without_places_start_in_their_zones(read: Read, library: Library) -> None:
    battle, rules, names = read("poggio-secco")
    assert len({unit.at for unit in rules.units}) == 24
    kinds = [battle.muster.companies[n] for n in battle.companies]
    for company, unit in zip(kinds, rules.units, strict=True):
        row = int(names[unit.at][2:])
        assert 1 <= row <= 3 if unit.side == 0 else 8 <= row <= 10
        if unit.facing != LOOSE:
            assert unit.facing == (3 if unit.side == 0 else 0)
            assert unit.at not in unit.barred
        if company.force.terrain:
            wood = ["0203", "0303", "1108", "1208"]
            assert names[unit.at] in wood
        if unit.leads:
            assert row == (2 if unit.side == 0 else 9)
    assert "Deployed in their zones, facing the enemy (french, spanish)" in " ".join(
        told(library, battle)
    )


def test_units_leave_by_the_hexes_of_the_scenario(read: Read, library: Library) -> None:
    battle, rules, names = read("ponte-pedaggio")
    assert rules.leave is not None
    assert {names[number] for number in rules.leave.hexes} == {f"{n:02}11" for n in range(1, 17)}
    assert (rules.leave.side, rules.leave.after) == (0, (2, 4, 6))
    words = " ".join(told(library, battle))
    assert "Units of 'ottoman' leave the map" in words and "each time: 2, 4, 6." in words


@pytest.mark.parametrize("name", ["campo-meloni", "la-bicocca", "poggio-secco", "ponte-pedaggio"])
def test_each_scenario_is_played(name: str, read: Read) -> None:
    battle, rules, _ = read(name)
    found = battle.play(40, 1)
    assert sum(found.wins) + found.draws == sum(found.lengths) == 40
    assert sum(map(sum, found.fallen)) > 40
    assert len(found.lengths) == battle.turns == rules.turns


def test_how_many_leave_the_map_is_said(run: Callable[..., Result]) -> None:
    words = ("furia-cartese/ponte-pedaggio", "--games", "200", "--player", "simple")
    done = run(*words, "--format", "json")
    sides = json.loads(done.output)["sides"]
    assert 0 < sides["ottoman"]["left"] < 6 and "left" not in sides["venetian"]
    said = f"Ottomans: {sides['ottoman']['left']:.2f} figures a game leave the map"
    assert said in run(*words).output


@pytest.fixture(scope="module")
def run(root: Path) -> Callable[..., Result]:
    return lambda *words: CliRunner().invoke(main, ["-C", str(root), "simulate", *words])


UNIT = '  - {profile: pikemen, at: "0502", facing: 6, side: lily, mark: P2'
CHANGES = {
    "no map": (
        "scenarios/campo-meloni", "map: campo-meloni\n", "",
        "the scenario 'campo-meloni' has no map",
    ),
    "unknown map": (
        "scenarios/campo-meloni", "map: campo-meloni\n", "map: campo-melone\n",
        "no map 'campo-melone' (did you mean 'campo-meloni'?)",
    ),
    "outside": ("maps/campo-meloni", 'at: "0601"', 'at: "9901"', "9901 is outside the map"),
    "facing": (
        "maps/campo-meloni", 'at: "0601", facing: 6', 'at: "0601", facing: 5',
        "the unit 'G' of the map cannot face 5 o'clock",
    ),
    "one unit less": (
        "maps/campo-meloni", UNIT, UNIT.replace("lily", "eagle"),
        "the map 'campo-meloni' has 1 of 2 'pikemen' of the side 'lily'",
    ),
    "one unit more": (
        "scenarios/campo-meloni", "    count: 2\n", "", "the unit 'P2' of the map",
    ),
    "no first": ("scenarios/campo-meloni", "first: lily", "first: lilly", "no side 'lilly' (did"),
    "cohesion": (
        "scenarios/campo-meloni", "cohesion: first_cohesion", "cohesion: 0", "`cohesion` comes to",
    ),
    "turns": ("scenarios/campo-meloni", "turns: first_turns", "turns: 99", "`turns` comes to 99"),
}  # fmt: skip


@contextmanager
def changed(path: Path, old: str, new: str) -> Iterator[None]:
    """A file with other words, for a time."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_scenarios_that_cannot_be_played(
    change: tuple[str, str, str, str],
    run: Callable[..., Result],
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, old, new, says = change
    path = root / "content" / GAME / f"{file}.yaml"
    monkeypatch.setattr("printgen.extras.reports.commands.has_errors", lambda problems: False)
    with changed(path, old, new):
        done = run(f"{GAME}/campo-meloni", "--games", "10")
    assert done.exit_code == 2, done.output
    assert says in done.output


ZONES = {
    "no zone": ("    side: french\n", "", "has neither units nor a zone of the side 'french'"),
    "no room": ('"0101-1303"', '"0101-0303"', "no room for '"),
}


@pytest.mark.parametrize("change", ZONES.values(), ids=ZONES)
def test_zones_in_which_no_army_can_start(
    change: tuple[str, str, str],
    run: Callable[..., Result],
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new, says = change
    path = root / "content" / GAME / "maps" / "poggio-secco.yaml"
    monkeypatch.setattr("printgen.extras.reports.commands.has_errors", lambda problems: False)
    with changed(path, old, new):
        done = run(f"{GAME}/poggio-secco", "--games", "10")
    assert done.exit_code == 2, done.output
    assert says in done.output


def test_the_text_of_a_battle(run: Callable[..., Result]) -> None:
    done = run(f"{GAME}/campo-meloni", "--games", "200", "--player", "eagle=simple")
    assert done.exit_code == 0, done.output
    for words in (
        "Campo Meloni [furia-cartese/campo-meloni]", "(5 figures, greedy)", "(5 figures, simple)",
        "the first to play is 'lily'", "Not played: Objectives, special rules",
    ):  # fmt: skip
        assert words in " ".join(done.output.split())
