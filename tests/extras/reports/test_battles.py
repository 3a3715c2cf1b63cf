"""`printgen simulate` of a scenario: its text and JSON output, and its error messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers import real

from printgen import Project
from printgen.cli import main
from printgen.content.models.scenario import RosterForce
from printgen.extras.battles.battle import MAX_FIGURES, in_english, muster
from printgen.extras.battles.results import battle_text
from printgen.extras.dice.chances import interval
from printgen.extras.poker_dice.battle_rules import prepare
from printgen.extras.power_attack.battle_rules import Arm
from printgen.extras.power_attack.battle_rules import prepare as power_battle

pytestmark = pytest.mark.slow

PAGES = "zombstone/three-pages"
Run = Callable[..., Result]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = real(tmp_path_factory.mktemp("street"), "zombstone", "lotow", "un-jeu-de-figs")
    (root / "content" / "zombstone" / "scenarios" / "alley.yaml").write_text(ALLEY)
    return root


# A scenario without a plan or turns of its own; stats and traits of forces.
ALLEY = """
title: The alley
sides: {law: The law, dead: The dead}
forces:
  - {profile: deputy, side: law, stats: {pot: 3/2}, traits: [shotgun, hero, living-legend, spear]}
  - {profile: zombie, side: dead, traits: [vedette]}
"""


@pytest.fixture(scope="module")
def run(root: Path) -> Run:
    """The command, in this process."""
    return lambda *words: CliRunner().invoke(main, ["-C", str(root), "simulate", *words])


@pytest.fixture(scope="module")
def told(run: Run) -> Any:
    """The JSON output for the first scenario."""
    done = run(
        PAGES, "--games", "1000", "--seed", "5", "--format", "json", "--player", "law=simple"
    )
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_json_output_adds_up(told: Any, root: Path) -> None:
    library = Project(root).library
    scenario = library.games["zombstone"].scenarios["three-pages"]
    outcomes = prepare(library, scenario, ("simple", "greedy")).play(1000, 5)
    law, dead = told["sides"].values()
    assert (law["name"], law["player"], law["figures"]) == ("The law", "simple", 3)
    assert (dead["name"], dead["player"], dead["figures"]) == ("The dead", "greedy", 4)
    assert (law["games"], dead["games"]) == outcomes.wins
    assert law["games"] + dead["games"] + told["draws"]["games"] == 1000
    assert (law["low"], law["high"]) == interval(law["games"], 1000)
    assert sum(told["turns"]["games"]) == 1000
    assert told["turns"]["limit"] == len(told["turns"]["games"]) == 6
    assert 4 < told["turns"]["mean"] <= 6
    assert (told["games"], told["seed"], told["scenario"]) == (1000, 5, PAGES)


def test_losses_name_figures_and_those_they_fell_to(told: Any) -> None:
    names = [figure["figure"] for figure in told["figures"]]
    assert names == [
        "wyatt-earp", "deputy-1", "deputy-2", "ike-clanton", "zombie-1", "zombie-2", "zombie-3",
    ]  # fmt: skip
    for figure in told["figures"]:
        fell = sum(slayer["share"] for slayer in figure["slain_by"])
        assert figure["lost"] == pytest.approx(fell + figure["fled"])
        enemies = {"zombie", "ike-clanton"} if figure["side"] == "law" else {"wyatt-earp", "deputy"}
        assert {slayer["profile"] for slayer in figure["slain_by"]} <= enemies
        shares = [slayer["share"] for slayer in figure["slain_by"]]
        assert shares == sorted(shares, reverse=True)
    # He passes all tests of nerve.
    assert told["figures"][0]["fled"] == 0


def test_the_model_and_what_is_left_out_are_stated(told: Any) -> None:
    model, left_out = " ".join(told["model"]), " ".join(told["left_out"])
    for words in ("start 14 apart", "with 2 actions each", "After turn 6"):
        assert words in model
    for words in ("features of the plan", "objectives", "cards", "charismatic, figurant, last"):
        assert words in left_out
    assert "living-legend" not in left_out
    assert "hero" not in left_out.replace("heroes", "")


def test_charts_are_written_in_the_fonts_of_the_game(run: Run, tmp_path: Path) -> None:
    words = ("--games", "300", "--lang", "fr", "--charts", str(tmp_path / "charts"))
    done = run(PAGES, *words, "--player", "law=simple", "--format", "json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    names = [
        f"three-pages-{name}.{form}"
        for name in ("wins", "lengths", "causes-law", "causes-dead")
        for form in ("svg", "png")
    ]
    assert told["charts"] == [str(tmp_path / "charts" / name) for name in names]
    wins = (tmp_path / "charts" / "three-pages-wins.svg").read_text(encoding="utf-8")
    dead = told["sides"]["dead"]["share"]
    assert f"Les morts {dead * 100:.0f}" in " ".join(wins.split())
    assert 'class="whisker"' in wins
    causes = (tmp_path / "charts" / "three-pages-causes-law.svg").read_text(encoding="utf-8")
    assert "En fuite" in causes and "Ike Clanton" in causes
    assert (tmp_path / "charts" / "three-pages-wins.png").stat().st_size > 1000


def test_text_output(run: Run) -> None:
    done = run(PAGES, "--games", "1000", "--lang", "fr")
    assert done.exit_code == 0, done.output
    assert "Trois pages un peu roussies  [zombstone/three-pages]" in done.output
    assert re.search(r"La loi \(3 figures, greedy\) +\d+\.\d% +\d+\.\d% to \d+\.\d%", done.output)
    assert "1,000 games, seed 1881" in done.output
    assert re.search(r"Wyatt Earp +\d+\.\d%", done.output)
    assert "flight" in done.output
    assert "Not played: The features" in done.output
    assert all(len(line) <= 100 for line in done.output.splitlines())


@pytest.mark.parametrize("width", [46, 60, 80, 160])
def test_text_output_fits_the_terminal(
    told: Any, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", str(width))):
        monkeypatch.setenv(name, value)
    text = re.sub(r"\x1b\[[0-9;]*m", "", battle_text(told))
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for side in told["sides"].values():
        assert f"{side['share'] * 100:.1f}%" in text


def test_a_seed_reproduces_the_games(run: Run) -> None:
    words = (PAGES, "--games", "300", "--format", "json", "--no-cache")
    first, same, other = (run(*words, "--seed", seed).output for seed in ("1", "1", "2"))
    assert first == same != other


def test_forces_are_read_with_their_stats_and_traits(root: Path) -> None:
    library = Project(root).library
    battle = prepare(library, library.games["zombstone"].scenarios["alley"], ("greedy", "greedy"))
    skirmish = battle.play.args[2]  # type: ignore[attr-defined]
    deputy, zombie = skirmish.fighters
    assert (deputy.pots, deputy.life, deputy.shot) == ((3, 2), (4, 2), 2)
    assert (deputy.blow, deputy.blow_dice, deputy.fearless, deputy.star) == (2, 5, True, False)
    assert (zombie.pots, zombie.hurt, zombie.shot, zombie.moves) == ((0, 0), 1, None, 1)
    assert (zombie.blow, zombie.blow_dice, zombie.star, zombie.fearless) == (-1, 4, True, False)
    # The usual turns and table of the game: 24 inches, with two zones of 4.
    assert (skirmish.turns, skirmish.size) == (8, (24, 24))
    assert (deputy.place, zombie.place) == ((12, 3.5), (12, 20.5))
    assert battle.companies == (0, 1)


def test_forces_with_power_are_read_with_their_attacks_and_modifiers(root: Path) -> None:
    library = Project(root).library
    content = library.games["un-jeu-de-figs"]
    scenario = content.scenarios["trial-game"]
    battle = power_battle(library, scenario, ("greedy", "simple"))
    skirmish = battle.play.args[2]  # type: ignore[attr-defined]
    heroine, watchman, dog, *_, goon = skirmish.fighters
    assert (heroine.defence, heroine.life, heroine.heroism, heroine.mind) == (7, 3, 3, 5)
    assert heroine.arms == goon_arms(3)
    # The stun gun takes no life.
    assert watchman.arms == (Arm(3),)
    assert (dog.move, dog.size, dog.place[1]) == (8, 1, 5.5)
    assert goon.arms == goon_arms(2)
    assert (skirmish.sizes, skirmish.smaller, skirmish.far) == (
        ((4, 2), (3, 1), (1, -1)),
        -1,
        (-1, -2),
    )
    assert (skirmish.turns, skirmish.aim, skirmish.crowd, skirmish.bet) == (6, 1, 1, 3)
    assert (skirmish.panic_power, skirmish.panic_defence, skirmish.nerve) == (-2, -2, 7)
    assert "start 12 apart" in " ".join(in_english(library, content, battle.model))
    assert "daredevil" in " ".join(in_english(library, content, battle.left_out))
    outcomes = battle.play(500, 1)
    assert sum(outcomes.wins) + outcomes.draws == 500


def goon_arms(power: int) -> tuple[Arm, Arm]:
    """A blow and a pistol."""
    return Arm(power), Arm(4, 8)


CHANGES = {
    "words": ("{profile: ike-clanton, side: dead}", "The dead of the town", "forces in words"),
    "no side": (", side: dead}\n", "}\n", "the force 'ike-clanton' has no side (`side: law` or"),
    "one side": ("side: dead", "side: law", "on two sides: only 'law' has figures"),
    "three sides": (
        "{fr: \"La loi\", en: \"The law\"}", "{any: Law}\n  town: {any: Town}", "two sides, not 3",
    ),
    "crowd": ("count: 3", "count: 300", f"are too many to be played ({MAX_FIGURES} at most)"),
    "no room": ("depth: 6", "depth: 20", "leave no room between them"),
    "no stats": ("profile: ike-clanton", "profile: stranger", "'stranger' has no `white`"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_scenarios_that_cannot_be_played(
    change: tuple[str, str, str], run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, says = change
    path = root / "content" / "zombstone" / "scenarios" / "three-pages.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    monkeypatch.setattr("printgen.extras.reports.commands.has_errors", lambda problems: False)
    try:
        path.write_text(text.replace(old, new), encoding="utf-8")
        done = run(PAGES, "--games", "10")
    finally:
        path.write_text(text, encoding="utf-8")
    assert done.exit_code == 2
    assert says in done.output


def test_a_roster_cannot_be_played(root: Path) -> None:
    library = Project(root).library
    scenario = library.games["zombstone"].scenarios["three-pages"]
    forces = [RosterForce(roster="watch", side="law")]
    value = scenario.value.model_copy(update={"forces": forces})
    with pytest.raises(ValueError, match="the roster 'watch' cannot be played"):
        muster(library, replace(scenario, value=value))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["zombstone"], "is a game; name a scenario (zombstone/alley, "),
        (["zombstone/thre-pages"], "did you mean 'zombstone/three-pages'?"),
        (["zombstone/one-turn"], "the scenario 'one-turn' has no forces (`forces:` with"),
        (
            ["lotow/high-noon"],
            "no rules that battles are played by (`poker: skirmish:` in game.yaml",
        ),
        (["lotow/high-noon"], " or `power_skirmish:` in game.yaml)"),
        ([PAGES, "--hero", "wyatt"], "--hero is for a quest"),
        ([PAGES, "--player", "gready"], "no player 'gready' (did you mean 'greedy'?)"),
        ([PAGES, "--player", "lawe=simple"], "no side 'lawe' (did you mean 'law'?)"),
        ([PAGES, "--games", "0"], "games must be 1 to 1,000,000, not 0"),
    ],
)
def test_usage_errors(run: Run, words: list[str], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.output
