"""`printgen worth`: costs held against what profiles win, in a small game of brawlers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from small_projects import write

from printgen import Project
from printgen.cli import main
from printgen.extras.battles import matches, worth
from printgen.extras.battles.matches import Arena, Draw, battle_of, playable
from printgen.extras.battles.worth import worth_text

Run = Callable[..., Result]

GAME = """title: Brawl
languages: [en]
stat_lines:
  figure:
    label: Figure
    stats:
      move: {label: M, type: length, min: 1, max: 9}
      defence: {label: D, min: 1, max: 9}
      mind: {label: W, min: 1, max: 9}
      life: {label: L, min: 1, max: 9}
      cost: {label: C, min: 0, max: 99, optional: true}
trait_kinds:
  blow: {label: Blow, stats: {power: {label: P, min: 0, max: 9}}}
  shot: {label: Shot, stats: {power: {label: P, min: 0, max: 9}}}
power_skirmish: {shoots: shot, fights: blow, turns: 2, base: 1, table: 7, deployment: 3, nerve: 3}
"""
PROFILES = """entries:
  guard:
    name: Guard
    stats: {figure: {move: 6", defence: 4, mind: 3, life: 2, cost: 10}}
    traits: [fist]
  twin:
    name: Twin
    stats: {figure: {move: 6", defence: 4, mind: 3, life: 2, cost: 20}}
    traits: [fist]
  ox:
    name: Ox
    stats: {figure: {move: 6", defence: 4, mind: 3, life: 4, cost: 10}}
    traits: [fist]
"""
TABLE = """title: Modifiers
columns: {{{key}: Case, mod: Power}}
rows: [{{{key}: any, mod: "0"}}]
values: {{{key}: [{value}]}}
"""
FILES = {
    "printgen.yaml": "",
    "content/brawl/game.yaml": GAME,
    "content/brawl/profiles/all.yaml": PROFILES,
    "content/brawl/traits/fist.yaml": "name: Fist\nkind: blow\nvalues: {power: 3}\n",
    "content/brawl/tables/shooting-modifiers.yaml": TABLE.format(key="size", value=2),
    "content/brawl/tables/melee-modifiers.yaml": TABLE.format(key="smaller", value="true"),
    "content/brawl/tables/ranges.yaml": TABLE.format(key="range", value="medium"),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("brawl"), FILES)


@pytest.fixture(scope="module", autouse=True)
def few_figures() -> Iterator[None]:
    """Small forces, and few matches, for speed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches, "FIGURES", 3)
        patch.setattr(worth, "FEWEST", 3)
        yield


@pytest.fixture(scope="module")
def run(root: Path) -> Run:
    """The command, in this process, without the store."""
    words = ["-C", str(root), "-q", "worth"]
    return lambda *more: CliRunner().invoke(main, [*words, *more, "-j", "1", "--no-cache"])


@pytest.fixture(scope="module")
def told(run: Run) -> Any:
    """The JSON output for the game."""
    done = run("brawl", "--games", "4000", "--seed", "7", "--format", "json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.slow
def test_twins_are_worth_the_same_and_the_ox_more(told: Any) -> None:
    guard, twin, ox = told["profiles"]
    assert twin["low"] <= guard["high"] and guard["low"] <= twin["high"]
    assert ox["low"] > max(guard["high"], twin["high"])
    assert sum(each["worth"] for each in told["profiles"]) == pytest.approx(40)
    assert (told["cost"], told["matches"], told["games"]) == ("cost", 40, 4000)


@pytest.mark.slow
def test_a_doubled_cost_is_too_dear(told: Any) -> None:
    verdicts = {each["profile"]: each["verdict"] for each in told["profiles"]}
    assert (verdicts["twin"], verdicts["ox"]) == ("too dear", "too cheap")
    assert all(each["suggested"] == round(each["worth"]) for each in told["profiles"])
    assert told["fit"]["explained"] > 0.6 > told["fit"]["by_cost"]
    assert sum(band["matches"] for band in told["fit"]["bands"]) == 40


def test_the_text_says_it_all(told: Any) -> None:
    text = worth_text(told)
    assert re.search(r"Twin +20 +\d+\.\d +\d+\.\d to \d+\.\d +too dear +\d+", text)
    for words in ("40 matches, 4,000 games, seed 7", "a weak prior", "Not in it", "`cost`"):
        assert words.lower() in text.lower()
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.slow
def test_a_seed_gives_the_same_worths(run: Run) -> None:
    words = ("brawl", "--games", "900", "--format", "json", "--profile", "ox", "--profile", "twin")
    first, same, other = (run(*words, "--seed", seed).stdout for seed in ("1", "1", "2"))
    assert first == same != other


@pytest.mark.slow
def test_profiles_without_stats_or_costs(root: Path, run: Run) -> None:
    path = root / "content/brawl/profiles/more.yaml"
    path.write_text(
        "entries:\n  ghost: {name: Ghost}\n"
        '  boy: {name: Boy, stats: {figure: {move: 6", defence: 4, mind: 3, life: 1}},'
        " traits: [fist]}\n"
    )
    try:
        words = ("--profile", "boy", "--profile", "ox", "--profile", "ghost", "--games", "900")
        done = run("brawl", *words, "--profile", "twin")
        alone, asked = run("brawl", *words), run("brawl", *words, "--cost", "cost")
        free = run("brawl", *words[:2], "--profile", "ghost")
    finally:
        path.unlink()
    assert "not played: Ghost ('ghost' has no `life`)" in done.output
    assert re.search(r"Boy +– +\S*\d\.\d", done.output)
    # A single cost is no scale, unless it is asked for.
    assert re.search(r"Boy +\S*\d\.\d", alone.output)
    assert "Only Ox has a cost: it sets the scale." in asked.output
    assert free.exit_code == 2 and "two profiles" in free.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["brawn"], "did you mean 'brawl'"),
        (["brawl", "--profile", "oxx"], "no profile 'oxx' (did you mean 'ox'?)"),
        (["brawl", "--cost", "price"], "no profile that is played has 'price'"),
        (["brawl", "--cost", "cost ** 2"], "the cost 'cost ** 2' of 'guard'"),
        (["brawl", "--cost", "cost - cost"], "come to nothing"),
        (["brawl", "--games", "899"], "899 games (900 to 1,000,000 for 3 profiles)"),
    ],
)
def test_usage_errors(run: Run, words: list[str], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in " ".join(done.output.split())


def test_draws_of_matches() -> None:
    drawn = list(Draw(2, np.random.default_rng(1)).matches(60))
    # There are 9 forces of two profiles, and all their pairs are found.
    assert len({frozenset(match) for match in drawn}) == len(drawn) == 36
    assert {sum(force) for match in drawn for force in match} == {1, 2, 3}
    strengths = np.array([1.0, 3.0])
    near = list(Draw(2, np.random.default_rng(1)).matches(10, strengths))
    assert near and all(abs((np.array(a) - b) @ strengths) <= 2 for a, b in near)


@pytest.mark.slow
def test_workers_play_the_same_matches(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_SPREAD", 0)
    library = Project(root).library
    content, done = library.games["brawl"], list[int]()
    names = ("guard", "ox")
    here = Arena(library, content, names, lambda _, __: None).play(8, 3)
    spread = Arena(library, content, names, lambda played, _: done.append(played), map).play(8, 3)
    assert (here.games, here.draws, here.timed) == (spread.games, spread.draws, spread.timed)
    assert (here.matches.scores == spread.matches.scores).all()
    assert done == list(range(1, 9))


def test_a_battle_needs_no_scenario(root: Path) -> None:
    library = Project(root).library
    content = library.games["brawl"]
    battle = battle_of(library, content, (["ox", "guard", "ox"], ["twin"]))
    counts = [(c.profile.id, c.side, c.count) for c in battle.muster.companies]
    assert counts == [("ox", 0, 2), ("guard", 0, 1), ("twin", 1, 1)]
    assert sum(battle.play(50, 1).wins) <= 50
    assert [p.id for p in playable(library, content, content.profiles.values())[0]] == [
        "guard", "twin", "ox",
    ]  # fmt: skip


def test_broken_studies_and_wishes_are_left_out_and_named(run: Run, root: Path) -> None:
    words = ["brawl", "--games", "900", "--format", "json"]
    sound = run(*words)
    left = {
        "content/brawl/studies/odds.yaml": "title: Odds\nbatle: {}\n",
        "content/brawl/wishes/even.yaml": "title: Even\ngoals: []\n",
    }
    write(root, left)
    try:
        done = run(*words)
    finally:
        for name in left:
            (root / name).unlink()
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == json.loads(sound.stdout)
    assert all(name in done.stderr for name in left)
