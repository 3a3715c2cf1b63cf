"""`printgen simulate`: its text and JSON output, its charts and its error messages."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from helpers import real
from PIL import Image

from printgen import Project
from printgen.cli import main
from printgen.extras.quest import games
from printgen.extras.quest import solver as quest
from printgen.extras.quest.simulation import simulate_text
from printgen.extras.quest.study import quest_model
from printgen.extras.reports.report import write_files
from printgen.project import ProjectError

IRON = "deathly-thrones/iron-throne"
Run = Callable[..., Result]


def thrones(root: Path) -> Path:
    """The game with quests but without its books, and a game without quests."""
    real(root, "deathly-thrones", "lotow")
    game = root / "content" / "deathly-thrones"
    (game / "products.yaml").unlink()
    for folder in ("chapters", "studies", "wishes", "examples"):
        shutil.rmtree(game / folder)
    return root


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return thrones(tmp_path_factory.mktemp("thrones"))


@pytest.fixture(scope="module")
def run(root: Path) -> Run:
    """The command, in this process."""
    return lambda *words: CliRunner().invoke(main, ["-C", str(root), "simulate", *words])


@pytest.fixture(scope="module")
def told(run: Run) -> Any:
    """The JSON output for the Iron Throne."""
    done = run(IRON, "--games", "4000", "--seed", "5", "--format", "json")
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_json_output_matches_the_solver(told: Any, root: Path) -> None:
    content = Project(root).library.games["deathly-thrones"]
    model = quest_model(content, content.of_kind("quests")["iron-throne"])
    assert set(told["heroes"]) == {"barbarian", "dwarf", "hero", "mage"}
    starts = {name: tuple(hero["start"].values()) for name, hero in told["heroes"].items()}
    assert starts["mage"] == (2, 6)
    best, simple = quest.solve(model, starts), quest.solve(model, starts, "simple")
    for name, hero in told["heroes"].items():
        assert (hero["best"], hero["simple"]) == (best[name].win, simple[name].win)
        assert hero["deaths"] == list(best[name].deaths)
        assert hero["deaths_simple"] == list(simple[name].deaths)
        assert hero["best"] + sum(hero["deaths"]) == pytest.approx(1)
        for key in ("deaths", "visits", "life", "armour", "hopeless", "stuck", "swing"):
            assert len(hero[key]) == 40
        sample = games.simulate(model, starts[name], 4000, 5)
        assert hero["simulated"]["wins"] == sample.wins
        assert hero["simulated"]["deaths"] == sample.deaths.tolist()
        assert (hero["simulated"]["games"], hero["simulated"]["seed"]) == (4000, 5)
        assert hero["simulated"]["low"] < hero["simulated"]["share"] < hero["simulated"]["high"]


def test_steps_and_model_are_stated(told: Any) -> None:
    boss = told["steps"][39]
    assert (boss["type"], boss["enemy"], boss["least_life"]) == (
        "fight", {"life": 6, "armour": 6}, 5,
    )  # fmt: skip
    assert told["steps"][0]["enemy"] is told["steps"][0]["least_life"] is None
    assert told["never_decisive"]["steps"] == [3]
    model = " ".join(told["model"])
    for words in ("whole combat pile", "shuffled when it is used up", "In a tie", "Counters stop"):
        assert words in model


def test_text_output(run: Run) -> None:
    done = run(IRON, "--games", "4000", "--seed", "5", "--lang", "fr")
    assert done.exit_code == 0, done.output
    assert "Le Trône de fer  [deathly-thrones/iron-throne]" in done.output
    assert re.search(r"Le Barbare +6♡ 2♠ +21\.9% +21\.9%", done.output)
    assert "4,000 games" in done.output
    assert "seed 5" in done.output
    assert re.search(r"^ +7 +Δ .* 15\.2% █+$", done.output, re.MULTILINE)
    assert re.search(r"^ +40 +Ψ 6/6 +5♡ +13\.6%", done.output, re.MULTILINE)
    assert "Steps never decisive: 3 " in done.output
    assert "worst steps" in done.output
    assert "Too weak to hurt the enemy, by share of arrivals" in done.output
    assert all(len(line) <= 100 for line in done.output.splitlines())


def test_hero_and_games_options(run: Run) -> None:
    done = run(IRON, "--games", "0", "--hero", "mage", "--hero", "mage", "--format", "json")
    found = json.loads(done.output)
    assert list(found["heroes"]) == ["mage"]
    assert found["heroes"]["mage"]["simulated"] is None
    text = run(IRON, "--games", "0", "--hero", "mage").output
    assert "The Mage" in text
    assert "Dwarf" not in text
    assert "95%" not in text


@pytest.mark.parametrize("width", [46, 60, 80, 160])
def test_text_output_fits_the_terminal(
    told: Any, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", str(width))):
        monkeypatch.setenv(name, value)
    text = re.sub(r"\x1b\[[0-9;]*m", "", simulate_text(told))
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert "█" in text
    for hero in told["heroes"].values():
        assert f"{hero['best'] * 100:.1f}%" in text
        assert f"{hero['deaths'][39] * 100:.1f}%" in text


def test_no_color_disables_colour(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[(?:[0-9]+;)*(?:3[0-7]|38|9[0-7])[;m]", simulate_text(told))


def test_a_quest_without_strong_enemies_or_deaths(told: Any) -> None:
    calm = [0.0] * 40
    hero = {**told["heroes"]["mage"], "best": 1, "deaths": calm, "swing": calm, "simulated": None}
    steps = [{**step, "enemy": None, "least_life": None} for step in told["steps"]]
    calm_quest: Any = {**told, "heroes": {"mage": hero}, "steps": steps}
    text = simulate_text(calm_quest)
    assert "100.0%" in text
    assert "Too weak to hurt" not in text
    assert "Steps where a stop changes" not in text


def test_charts_are_written(run: Run, root: Path) -> None:
    folder = root / "made" / "here"
    words = [IRON, "--games", "0", "--lang", "fr", "--charts", str(folder)]
    found = json.loads(run(*words, "--format", "json").output)
    assert sorted(found["charts"]) == sorted(map(str, folder.iterdir()))
    assert len(found["charts"]) == 10
    svg = (folder / "iron-throne-deaths.svg").read_text(encoding="utf-8")
    assert svg.startswith("<?xml")
    assert "LE BARBARE" in svg.upper()
    with Image.open(folder / "iron-throne-life.png") as picture:
        assert picture.width > 500
        assert np.asarray(picture.convert("L")).min() < 60
    assert simulate_text(found).splitlines()[-10:] == found["charts"]


@pytest.mark.parametrize(
    ("folder", "says"),
    [
        ("", "the name of the folder is empty"),
        (" ", "the name of the folder is empty"),
        ("taken", "taken' is a file, not a folder (name another folder)"),
        ("taken/charts", "taken' is a file, not a folder (name a folder outside of"),
        ("lost/charts", "lost' is a link to what does not exist"),
        ("locked/charts", "locked' cannot be written into: its permissions forbid it"),
        ("long" * 100, "File name too long"),
    ],
)
def test_a_folder_that_cannot_be_written_is_refused_before_the_games(
    run: Run, tmp_path: Path, folder: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    (tmp_path / "lost").symlink_to("nowhere")
    (tmp_path / "locked").mkdir()
    # Not by its mode: the tests may run as root, whom no mode stops.
    can = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: "locked" not in str(path) and can(path, mode)
    )
    monkeypatch.chdir(tmp_path)
    done = run(IRON, "--games", "0", "--charts", folder)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in " ".join(done.output.split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["locked", "lost", "taken"]


def test_a_file_that_cannot_be_replaced_is_named(run: Run, root: Path, tmp_path: Path) -> None:
    (tmp_path / "iron-throne-life.svg").mkdir()
    done = run(IRON, "--games", "0", "--charts", str(tmp_path))
    assert "cannot write" in str(done.exception) and "iron-throne-life.svg" in str(done.exception)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["deathly-throne/iron-throne"], "no game 'deathly-throne' (did you mean"),
        (["deathly-thrones/iron-thron"], "did you mean 'deathly-thrones/iron-throne'?"),
        (["deathly-thrones"], "is a game; name one of its quests (deathly-thrones/iron-throne"),
        (["lotow/any"], "no scenario 'lotow/any' (known: lotow/high-noon)"),
        ([IRON, "--hero", "magus"], "no hero 'magus' (did you mean 'mage'?)"),
        ([IRON, "--games", "-1"], "-1 is not in the range"),
        ([IRON, "--games", "many"], "not a valid integer"),
        ([IRON, "--seed", "-1"], "-1 is not in the range"),
        ([IRON, "--lang", "de"], "no texts in 'de' (fr, en)"),
    ],
)
def test_usage_errors(run: Run, words: list[str], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.output


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("life: {symbol: ♡, label: {fr: Vie, en: Life}, min: 0, max: 9}",
         "life: {symbol: ♡, label: {fr: Vie, en: Life}, min: 0, max: 900000}", "are too many"),
        ("  combat: combat\n", "", "no fights by cards"),
    ],
)  # fmt: skip
def test_quests_that_cannot_be_computed_are_reported(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    root = thrones(tmp_path)
    file = root / "content" / "deathly-thrones" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    done = CliRunner().invoke(main, ["-C", str(root), "simulate", IRON])
    assert (done.exit_code, says in done.output) == (2, True), done.output


def test_chart_files_replace_symlinks_and_are_written_atomically(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    folder = tmp_path / "charts"
    folder.mkdir()
    (folder / "a.svg").symlink_to(victim)
    assert write_files(folder, {"a.svg": b"<svg/>"}) == [folder / "a.svg"]
    assert victim.read_text() == "mine" and (folder / "a.svg").read_bytes() == b"<svg/>"
    (folder / "c.svg").mkdir()
    (folder / "c.svg" / "full").touch()
    with pytest.raises(ProjectError, match="cannot write"):
        write_files(folder, {"c.svg": b"<svg/>"})
    assert sorted(p.name for p in folder.iterdir()) == ["a.svg", "c.svg"]
