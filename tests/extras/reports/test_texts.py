"""`printgen odds`, and the studies of showdowns that it and books print."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers import real
from known_games import known_project

from printgen.cli import main
from printgen.content.library import Library
from printgen.content.source import read_source
from printgen.extras.poker_dice.duel import duel
from printgen.extras.poker_dice.model import Opponent, Poker, Situation
from printgen.extras.poker_dice.rules import (
    HANDS,
    Combatant,
    at_least,
    conflict_points,
    read_combatant,
    with_situation,
)
from printgen.extras.poker_dice.study import throw
from printgen.extras.reports.texts import StudyRecord, bar, percent, studies_text
from printgen.rules.mechanic import study_model
from printgen.rules.resolve import ComputationError
from printgen.rules.studies import prepare
from printgen.rules.study_results import StudyResult

SHOTS = ["--pot", "3", "--dice", "5", "--against", "1", "--weapon", "winchester"]


Printed = Callable[..., Result]
Sentence = Callable[..., Any]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Zombstone, and the game whose miniatures it uses."""
    return real(tmp_path_factory.mktemp("zombstone"), "zombstone", "lotow")


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    return known_project(root).library


@pytest.fixture(scope="module")
def odds(root: Path) -> Printed:
    """The command, run in this process."""
    return lambda *words: CliRunner().invoke(main, ["-C", str(root), "odds", *words])


@pytest.fixture(scope="module")
def told(odds: Printed) -> Sentence:
    """The JSON output of the command for Zombstone."""

    def run(*words: str) -> Any:
        done = odds("zombstone", *words, "--format", "json")
        assert done.exit_code == 0, done.output
        return json.loads(done.output)

    return run


# --- the command ------------------------------------------------------------------------------


def test_chances_of_a_throw(told: Sentence) -> None:
    found = told("--pot", "3")
    assert list(found["at_least"]) == list(HANDS[1:])
    assert found["at_least"] == {hand: float(p) for hand, p in at_least(3).items()}
    assert found["guts"] == float(at_least(3)["two-pairs"])
    assert (found["thrown"], found["rerolled"]) == (5, 3)
    assert "damage" not in found


def test_a_negative_potential_removes_dice(told: Sentence) -> None:
    found = told("--pot", "-2", "--dice", "4")
    assert (found["thrown"], found["rerolled"]) == (2, 0)
    assert found["at_least"]["pair"] == pytest.approx(1 / 6)


def test_damage_of_a_showdown(told: Sentence, library: Library) -> None:
    found = told(*SHOTS)
    points = conflict_points(library.games["zombstone"])
    right = duel(Combatant(3, 5, 1), Combatant(1), points)
    assert found["at_least"] == {hand: float(p) for hand, p in at_least(3).items()}
    for side in ("dealt", "taken"):
        chances = found["damage"][side]
        assert list(chances) == [str(n) for n in range(len(chances))]
        assert sum(chances.values()) == pytest.approx(1)
        ours = {str(n): float(p) for n, p in getattr(right, side).items()}
        assert {n: p for n, p in chances.items() if p} == ours
        mean = sum(int(n) * p for n, p in chances.items())
        assert found["mean"][side] == pytest.approx(mean)
    assert (found["won"], found["lost"]) == (float(right.won), float(right.lost))
    # With the Winchester a win deals at least two points.
    assert found["damage"]["dealt"]["1"] == 0


def test_aims_of_both_sides(told: Sentence) -> None:
    plain, wins = told(*SHOTS), told(*SHOTS, "--aim", "win", "--against-aim", "spare")
    assert wins["aims"] == {"first": "win", "second": "spare"}
    assert wins["won"] != plain["won"]


@pytest.mark.parametrize(
    ("words", "pots", "like"),
    [
        (["--cover", "light"], (2, 1), ["2", "1"]),
        (["--cover", "heavy"], (3, 2), ["3", "2"]),
        (["--reply", "return-fire"], (3, -1), ["3", "-1"]),
        (["--reply", "return-fire", "--cover", "heavy"], (2, -2), ["2", "-2"]),
        (["--reply", "return-fire", "--cover", "light"], (2, -2), ["2", "-2"]),
    ],
)
def test_cover_and_reply_change_both_potentials(
    told: Sentence, words: list[str], pots: tuple[int, int], like: list[str]
) -> None:
    found, plain = (
        told(*SHOTS, *words),
        told("--pot", like[0], "--against", like[1], "--weapon", "winchester"),
    )
    assert (found["pot"], found["against"]["pot"]) == (3, 1)
    assert (found["pot_in_play"], found["against"]["pot_in_play"]) == pots
    assert found["damage"] == plain["damage"]
    assert found["at_least"] == plain["at_least"]


def test_a_dodge_deals_no_damage(told: Sentence) -> None:
    found = told(*SHOTS, "--reply", "dodge", "--against-weapon", "shotgun")
    assert found["damage"]["taken"] == {"0": 1.0}
    assert found["mean"]["taken"] == 0 < found["mean"]["dealt"]
    assert found["lost"] > 0.3


def test_the_table_on_a_terminal(odds: Printed) -> None:
    done = odds("zombstone", *SHOTS, "--cover", "light")
    assert done.exit_code == 0
    assert re.search(r"Pot 3, 2 in play \(5 dice, up to 2 rerolled\)", done.output)
    assert re.search(r"^ *Two pairs +77\.6% +█+", done.output, re.MULTILINE)
    assert re.search(r"^ *Guts test +77\.6%", done.output, re.MULTILINE)
    assert "Cards and skills are not modelled." in " ".join(done.output.split())
    assert all(len(line) <= 100 for line in done.output.splitlines())
    assert "\x1b" not in done.output


def test_studies_are_printed_by_name_or_all(told: Sentence, odds: Printed) -> None:
    one = odds("zombstone", "guts")
    assert one.exit_code == 0
    assert "Passing a Guts test  [guts]" in one.output
    found = told("hands", "guts")
    assert [study["id"] for study in found] == ["hands", "guts"]
    hands = found[0]
    assert [column["key"] for column in hands["columns"]] == list(HANDS[1:])
    row = next(row for row in hands["rows"] if row["key"] == "3")
    assert row["values"] == [float(p) for p in at_least(3).values()]
    assert row["printed"][1] == "81%"
    assert odds("zombstone", "guts", "--lang", "fr").output != one.output
    assert {study["id"] for study in told()} >= {"hands", "guts"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["zombston", "--pot", "1"], "did you mean 'zombstone'"),
        (["lotow", "--pot", "1"], "the game has no poker dice"),
        (["lotow"], "the game has no studies"),
        (["zombstone", "gut"], "did you mean 'guts'"),
        (["zombstone", "--pot", "6"], "-4<=x<=5"),
        (["zombstone", "--pot", "0", "--dice", "0"], "1<=x<=10"),
        (["zombstone", "--pot", "0", "--dice", "8", "--against", "0"], "base dice must be 1 to 7"),
        (["zombstone", *SHOTS[:-1], "winchestr"], "did you mean 'winchester'"),
        (["zombstone", *SHOTS[:-1], "slow"], "'slow' is no weapon"),
        (["zombstone", "--dice", "4"], "--dice needs --pot"),
        (["zombstone", "--pot", "2", "--weapon", "shotgun"], "--weapon needs --against"),
        (["zombstone", "--pot", "2", "--reply", "dodge"], "--reply needs --against"),
        (["zombstone", "guts", "--pot", "2"], "--pot prints a throw; it takes no studies"),
        (["zombstone", "--lang", "de"], "no texts in 'de'"),
        (["zombstone", "--pot", "2", "--against", "1", "--aim", "lose"], "'lose' is not one of"),
    ],
)
def test_usage_errors(odds: Printed, words: list[str], message: str) -> None:
    done = odds(*words)
    assert done.exit_code == 1 or done.exit_code == 2
    assert message in done.output
    assert "Traceback" not in done.output


def test_content_with_errors_stops_the_command(tmp_path: Path) -> None:
    root = real(tmp_path, "zombstone", "lotow")
    (root / "content/zombstone/traits/weapons.yaml").write_text(
        "entries: {colt: {kind: firearm}}\n"
    )
    done = CliRunner().invoke(main, ["-C", str(root), "odds", "zombstone", "--pot", "1"])
    assert done.exit_code == 1
    assert "nothing was computed" in done.output


def test_errors_of_other_games_are_ignored(tmp_path: Path) -> None:
    root = real(tmp_path, "dracula-america", "lotow")
    traits = root / "content/lotow/traits"
    traits.mkdir(exist_ok=True)
    (traits / "broken.yaml").write_text("entries: {dagger: {kind: spoon}}\n")
    done = CliRunner().invoke(main, ["-C", str(root), "odds", "lotow"])
    assert done.exit_code == 1
    assert "broken.yaml" in done.output
    done = CliRunner().invoke(main, ["-C", str(root), "odds", "dracula-america"])
    assert done.exit_code == 0
    assert "broken.yaml" not in done.output


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0.0%"), (1e-6, "< 0.1%"), (0.5, "50.0%"), (1 - 1e-6, "> 99.9%"), (1, "100.0%")],
)
def test_formatted_percentages(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_lengths_of_bars_are_proportional_to_chances() -> None:
    assert bar(0) == ""
    assert bar(1, 10) == "█" * 10
    assert bar(0.05, 10) == "▌"


def test_a_study_without_an_answer_prints_a_dash() -> None:
    study: StudyRecord = {
        "id": "s", "title": "S", "note": "", "method": "exact", "how": "Computed.",
        "unit": "mean", "across": "a", "down": "d",
        "columns": [{"key": "a", "label": "A"}],
        "rows": [{"key": "r", "label": "R", "values": [None], "printed": ["–"]}],
    }  # fmt: skip
    assert "–" in studies_text([study])


# --- studies of showdowns ---------------------------------------------------------------------


def ask(library: Library, text: str) -> StudyResult:
    """The result of a `duel:` of Zombstone."""
    source, problems = read_source("s.yaml", f"title: T\nduel: {text}\n".encode())
    assert source is not None and not problems
    study = study_model().model_validate(source.data)
    entry = next(iter(library.games["zombstone"].studies.values()))
    return prepare(library, replace(entry, value=study))()


def test_a_study_varies_two_things(library: Library) -> None:
    points = conflict_points(library.games["zombstone"])
    found = ask(
        library,
        "{first: [{pot: 0}, {pot: 2, weapon: winchester}], second: [{pot: 1}, {pot: -1}], "
        "situations: [{reply: dodge}]}",
    )
    assert (found.unit, found.method, found.keys) == ("mean", "exact", ("1", "-1"))
    assert [series.key for series in found.series] == ["0", "2"]
    right = duel(Combatant(2, bonus=1), Combatant(-1, wounds=False), points)
    assert found.value("2", "-1") == right.mean_dealt


def test_situations_can_be_rows_or_columns(library: Library) -> None:
    found = ask(
        library,
        "{first: [{pot: 2}], second: [{pot: 2}], gives: [won, lost], situations: ["
        "{reply: dodge, label: D}, {reply: return-fire, cover: heavy, label: R}]}",
    )
    assert [series.key for series in found.series] == ["dodge", "return-fire-heavy"]
    assert (found.unit, found.keys) == ("chance", ("won", "lost"))
    points = conflict_points(library.games["zombstone"])
    assert found.value("return-fire-heavy", "won") == duel(Combatant(1), Combatant(-1), points).won


def test_the_spread_of_damage(library: Library) -> None:
    found = ask(library, "{first: [{pot: 1, weapon: shotgun}], second: [{pot: 0}], spread: dealt}")
    (series,) = found.series
    assert sum(value or 0 for value in series.values) == 1
    assert found.keys == tuple(map(str, range(10)))


def test_profiles_have_their_potential_and_traits(library: Library) -> None:
    wyatt = Opponent(profile="wyatt-earp", weapon="winchester")
    assert read_combatant(library, "zombstone", wyatt) == Combatant(3, bonus=1, turn=4)
    ike = read_combatant(library, "zombstone", Opponent(profile="ike-clanton", wounded=True))
    assert ike == Combatant(1, turn=3, hurt=1)
    ringo = Opponent(pot=1, traits=["zombie"], aim="win")
    assert read_combatant(library, "zombstone", ringo) == Combatant(1, hurt=1, aim="win")


def test_profiles_do_not_fight_themselves(library: Library) -> None:
    found = ask(
        library,
        "{first: [{profile: wyatt-earp}, {pot: 1, label: Ringo}], "
        "second: [{profile: wyatt-earp}, {profile: zombie}, {pot: 1, label: Ringo}, {pot: 1}]}",
    )
    assert found.value("wyatt-earp", "wyatt-earp") is None
    assert found.value("1", "1") is None
    assert found.value("wyatt-earp", "1") is not None
    assert found.value("1", "1-4") is not None


def test_situations_change_the_potential_of_both_sides(library: Library) -> None:
    poker = library.games["zombstone"].game.part(Poker)
    assert poker is not None

    def pots(**situation: Any) -> tuple[int, int, bool]:
        first, second = with_situation(poker, Combatant(3), Combatant(1), Situation(**situation))
        assert first.wounds
        return first.pot, second.pot, second.wounds

    assert pots() == (3, 1, True)
    assert pots(reply="dodge", cover="heavy") == (3, 2, False)
    assert pots(reply="dodge", cover="light") == (2, 1, False)
    assert pots(reply="return-fire") == (3, -1, True)
    assert pots(reply="return-fire", cover="heavy") == (2, -2, True)


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("{first: [{pot: 0}, {pot: 1}], second: [{pot: 0}, {pot: 1}], gives: [won, lost]}", (),
         "at most two variables"),
        ("{first: [{pot: 0}], second: [{pot: 0}], gives: [won, dealt]}", ("gives",), "share"),
        ("{first: [{pot: 0}, {pot: 0}], second: [{pot: 0}]}", ("first", 1), "duplicate opponent"),
        ("{first: [{}], second: [{pot: 0}]}", ("first", 0), "either a `profile` or a `pot`"),
        ("{first: [{pot: 0}], second: [{pot: 0, weapon: colt}]}", ("second", 0, "weapon"),
         "no trait 'colt'"),
        ("{first: [{profile: wyat}], second: [{pot: 0}]}", ("first", 0, "profile"), "no profile"),
        ("{first: [{profile: stranger}], second: [{pot: 0}]}", ("first", 0, "profile"), "no `pot`"),
        ("{first: [{pot: 0, traits: [slwo]}], second: [{pot: 0}]}", ("first", 0, "traits", 0),
         "no trait"),
        ("{first: [{pot: 0}], second: [{pot: 0}], situations: [{cover: light}, {label: x}]}",
         ("situations", 0), "needs a `label`"),
    ],
)  # fmt: skip
def test_invalid_studies_are_refused(
    library: Library, text: str, path: tuple[str | int, ...], message: str
) -> None:
    with pytest.raises(ComputationError, match=re.escape(message)) as caught:
        ask(library, text)
    assert caught.value.path == ("duel", *path)


def test_weapons_with_equal_potential_have_different_keys(library: Library) -> None:
    found = ask(
        library,
        "{first: [{pot: 1}, {pot: 1, weapon: shotgun}], second: [{pot: 1}], gives: [dealt]}",
    )
    assert [series.key for series in found.series] == ["1", "1-shotgun"]


def test_results_are_exact_fractions(library: Library) -> None:
    found = throw(library, "zombstone", pot=0)
    assert Fraction(found["guts"]).limit_denominator(7776) == at_least(0)["two-pairs"]
