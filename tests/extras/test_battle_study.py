"""Studies of battles: their answers, the note on their games, and their problems."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from case_files import CASES, read_case

from printgen import Project
from printgen.content.library import Library
from printgen.extras.battles.battle import Outcomes, Play, rules_of
from printgen.extras.battles.results import battle_sections
from printgen.extras.charts.views import study_chart_view
from printgen.extras.dice.chances import interval
from printgen.extras.reports.texts import studies
from printgen.rules.studies import answer
from printgen.rules.study_results import StudyResult
from printgen.typography.labels import labels
from printgen.typography.text import plain_words
from printgen.views.studies import study_view

CASE = CASES / "ok" / "study-invalid.battle.yaml"
GAMES, SEED = 500, 1881


def write(root: Path, **files: str) -> Path:
    """The game of the case in a folder, with other studies or wishes instead of its own."""
    texts = read_case(CASE).files | {f"content/h/{name}/all.yaml": t for name, t in files.items()}
    if files:
        del texts["content/h/studies/battles.yaml"]
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "printgen.yaml").write_text("# yard\n")
    return root


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Project(write(tmp_path_factory.mktemp("yard"))).library


def found(library: Library, study: str) -> StudyResult:
    return answer(library, library.games["h"].studies[study])


def outcomes(library: Library, scenario: str, play: Play = "greedy", seed: int = SEED) -> Outcomes:
    content = library.games["h"]
    battle = rules_of(content).prepare(library, content.scenarios[scenario], (play, play))
    return battle.play(GAMES, seed)


# --- answers ----------------------------------------------------------------------------------


def test_wins_are_those_of_the_battle(library: Library) -> None:
    result, played = found(library, "wins"), outcomes(library, "yard")
    assert [row.key for row in result.series] == ["cats", "dogs", "draw"]
    assert result.keys == ("win",)
    for row, many in zip(result.series, (*played.wins, played.draws), strict=True):
        assert row.values == (Fraction(many, GAMES),)
        assert row.spans == (interval(many, GAMES),)
    assert sum(result.value(row.key, "win") or 0 for row in result.series) == 1
    assert (result.games, result.seed, result.method) == (GAMES, SEED, "simulated")


def test_several_scenarios_or_players_are_columns(library: Library) -> None:
    places, plays = found(library, "places"), found(library, "plays")
    for scenario in ("yard", "lane"):
        wins = outcomes(library, scenario).wins
        assert places.value("cats", scenario) == Fraction(wins[0], GAMES)
    for play in ("simple", "greedy"):
        wins = outcomes(library, "yard", play, seed=0).wins
        assert plays.value("dogs", play) == Fraction(wins[1], GAMES)
    assert plays.keys == ("simple", "greedy")


def test_lengths_are_by_turn(library: Library) -> None:
    result, played = found(library, "lengths"), outcomes(library, "yard")
    assert result.keys == ("1", "2", "3", "4")
    assert result.series[0].values == tuple(Fraction(many, GAMES) for many in played.lengths)


def test_losses_are_shares_of_all_figures_and_causes_add_up_to_them(library: Library) -> None:
    played, losses, causes = (
        outcomes(library, "yard"),
        *(found(library, name) for name in ("losses", "causes")),
    )
    fallen = [sum(row) + fled for row, fled in zip(played.fallen, played.fled, strict=True)]
    assert sum(fallen[:3]) and fallen[3]
    assert losses.value("cat", "lost") == Fraction(sum(fallen[:3]), 3 * GAMES)
    assert losses.value("dog", "lost") == Fraction(fallen[3], GAMES)
    # Cats of one game may share one fate: the interval is that of as many games as there were.
    assert losses.series[0].spans == (interval(sum(fallen[:3]) / 3, GAMES),)
    assert causes.keys == ("dog",)
    assert causes.series[0].values == (losses.value("cat", "lost"),)
    assert [row.key for row in found(library, "cats").series] == ["cat"]


# --- what is printed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("study", "lang", "note"),
    [
        ("wins", "en", "500 games simulated; to within 4 points, 19 times out of 20."),
        ("plays", "en", "500 games simulated for each; to within 4 points, 19 times out of 20."),
        ("wins", "fr", "500 parties simulées ; à 4 points près, 19 fois sur 20."),
    ],
)
def test_a_number_is_printed_with_its_games(
    library: Library, study: str, lang: str, note: str
) -> None:
    entry = library.games["h"].studies[study]
    view = study_view(library, entry, lang)
    assert " ".join(plain_words(view["method"]).split()) == note
    chart = study_chart_view(library, entry, lang)
    assert note.removesuffix(".") in " ".join(chart["alt"].split())


def test_json_has_the_intervals(library: Library) -> None:
    (wins,) = studies(library, "h", ["wins"], "en")
    row = wins["rows"][0]
    ((low, high),) = filter(None, row["intervals"])
    assert low < (row["values"][0] or 0) < high
    assert wins["method"] == "simulated"


def test_a_report_has_a_section_of_each_battle(library: Library) -> None:
    content, used = library.games["h"], set[str]()
    words = labels(library.folders, content.game.theme, "en")
    yard, lane = battle_sections(library, content, "en", words, used)
    assert (yard["id"], plain_words(yard["title"])) == ("battle-yard", "Battle: The yard")
    assert lane["id"] == "battle-lane"
    assert [item["id"] for item in yard["items"]] == [
        "yard-wins", "yard-lengths", "yard-causes-cats", "yard-causes-dogs",
    ]  # fmt: skip
    assert "2,000 games simulated" in yard["items"][0]["chart"]["alt"]
    assert any("The sides start 8 apart" in told for told in yard["model"])
    assert any("lines of sight" in told for told in yard["left_out"])
    french = labels(library.folders, content.game.theme, "fr")
    yard, _ = battle_sections(library, content, "fr", french, used)
    told = [*yard["model"], *yard["left_out"]]
    assert any("Les camps commencent à 8 l’un" in sentence for sentence in told)
    # Those that fall are on the axis.
    axis = [text["words"] for text in yard["items"][2]["chart"]["texts"]]
    assert {"Cat", "Figurines"} <= set(axis)
    assert used == set()


# --- problems -----------------------------------------------------------------------------------

STUDY = "title: T\nbattle: {scenarios: [yard], games: %s}\n"


@pytest.mark.parametrize(
    ("games", "problem"),
    [
        ("0", "2:36: value-shape: '0' is out of range (at least 1)"),
        ("100001", "2:36: value-shape: '100001' is out of range (at most 100000)"),
        ("100000", ""),
    ],
)
def test_games_out_of_range(tmp_path: Path, games: str, problem: str) -> None:
    told = [str(found) for found in Project(write(tmp_path, studies=STUDY % games)).check()]
    assert told == ([f"content/h/studies/all.yaml:{problem}"] if problem else [])


def test_a_crowd_is_too_much_for_a_study(tmp_path: Path) -> None:
    text = STUDY % "100000"
    root = write(tmp_path, studies=text)
    scenarios = root / "content/h/scenarios/all.yaml"
    scenarios.write_text(scenarios.read_text().replace("count: 3", "count: 15"))
    (told,) = map(str, Project(root).check())
    assert told.startswith("content/h/studies/all.yaml:1:1: study-overlong: this takes 205 million")


def test_wishes_name_cells_of_such_a_study(tmp_path: Path) -> None:
    goals = "{study: all, rows: [%s], columns: [win], least: 99 %%}"
    wishes = "title: Cats\ngoals:\n- " + "\n- ".join(goals % row for row in ("cats", "cat"))
    change = "\nmay_change:\n- {profiles: [cat], stat: life, by: [0, 1]}\n"
    root = write(tmp_path, studies=STUDY % "500", wishes=wishes + change)
    told = sorted(map(str, Project(root).check()))
    assert [line.partition(" (")[0].partition(", but")[0] for line in told] == [
        "content/h/wishes/all.yaml:3:3: wish-broken: warning: the wish is at least 99%",
        "content/h/wishes/all.yaml:4:23: wish-invalid: there is no row 'cat'",
    ]
