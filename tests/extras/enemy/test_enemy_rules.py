"""The rules of enemies in JavaScript give what those in Python give."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import pytest
from enemy_rules import DRACULA, FIGS, data, library, scripts

from printgen.extras.enemy.activation import ActivationExample, resolve_activation
from printgen.extras.enemy.search import search, waves
from printgen.rules.resolve import ComputationError, Counts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

# Games that are played for the chances of markers and reserves.
GAMES = 3000

# A new game, but for its scenario and its seed.
RECORD: dict[str, Any] = {"count": 4, "own": [], "places": False, "log": []}


def activation(card: str, pile: int, waiting: int = 3, roll: int | None = 1) -> Any:
    """An activation in Python."""
    draw = {"roll": roll, "acts": [{"possible": [True]}]}
    example = ActivationExample.model_validate(
        {"card": card, "pile": pile, "waiting": ["zombie"] * waiting, "draws": [draw]}
    )
    return resolve_activation(library(), DRACULA, example)


def test_each_card_has_its_worth_at_each_place_of_the_pile(browser: Browser) -> None:
    game = library().games[DRACULA].game
    ranks, suits = list(game.scales["cards"].ranks), list(game.suits)
    names = [f"{rank} {suit}" for rank in ranks for suit in suits] + ["joker", "joker"]
    with scripts(browser) as page:
        found = page.evaluate(
            """([data, cards]) => Array.from({length: cards}, (_, card) =>
                [1, 2, 3, 4, 9].map((left) => EnemyRules.worth(data, card, left)))""",
            [data(DRACULA), len(names)],
        )
    assert len(names) == 54
    for name, cells in zip(names, found, strict=True):
        for left, cell in zip((1, 2, 3, 4, 9), cells, strict=True):
            right = activation(name, left)
            wanted = [right.figures, right.activations, right.last]
            assert [cell["figures"], cell["each"], cell["last"]] == wanted, (name, left)


def test_each_face_of_each_die_draws_the_same_figure(browser: Browser) -> None:
    lots = data(DRACULA)["pack"]["lots"]
    with scripts(browser) as page:
        found = page.evaluate(
            """([data, record]) => data.pack.lots.map((_, number) => {
                const game = {...record, own: [[0, 0, number + 2, false]], scenario: -1, seed: "L"};
                return Array.from({length: 200}, (_, n) => {
                    const log = [["turn"], ["draw"]];
                    const {state} = EnemyRules.replay(data, {...game, seed: `L${n}`, log});
                    if (state.phase !== "lot") return [];
                    EnemyRules.act(data, game, state, ["lot"]);
                    return state.rolls.map(({faces, face, place}) => [faces, face, place]);
                }).flat();
            })""",
            [data(DRACULA), RECORD],
        )
    for left, (places, rolls) in enumerate(zip(lots, found, strict=True), start=2):
        assert {face for _, face, _ in rolls} == set(range(1, len(places) + 1))
        for faces, face, place in rolls:
            try:
                (drawn,) = activation("10 club", 9, left, face).draws
            except ComputationError as error:
                assert "must be rerolled" in str(error)
                assert place == 0
            else:
                assert (drawn.die, drawn.place) == (f"D{faces}", place)


@pytest.mark.parametrize("scenario", [0, 1])
def test_the_first_pile_is_that_of_the_scenario(browser: Browser, scenario: int) -> None:
    content = library().games[DRACULA]
    entry = content.scenarios[data(DRACULA)["scenarios"][scenario]["id"]]
    counts = Counts(content, entry.value)
    (tally, *_) = [t for t in entry.value.tallies if "first turn" in t.label["en"]]
    with scripts(browser) as page:
        found = page.evaluate(
            """([data, scenario, counts]) => counts.map((count) => {
                const game = {scenario, count, own: [], places: false, seed: "A", log: [["turn"]]};
                const {state} = EnemyRules.replay(data, game);
                return [EnemyRules.present(state).length, state.pile.length];
            })""",
            [data(DRACULA), scenario, counts.values],
        )
    assert [pile for _, pile in found] == counts.of(tally.count)
    assert [pile for _, pile in found] == [ceil(figures / 2) + 1 for figures, _ in found]


def near(found: float, exact: float) -> bool:
    """Whether a share of the games is within four standard deviations of a chance."""
    return abs(found - exact) <= 4 * sqrt(exact * (1 - exact) / GAMES) + 1e-9


def test_markers_hide_weapons_as_often_as_the_study_says(browser: Browser) -> None:
    study = library().games[DRACULA].studies["clue-search"].value
    exact = search(library(), DRACULA, study.search)()  # type: ignore[attr-defined]
    with scripts(browser) as page:
        found = page.evaluate(
            """([data, games, record]) => Array.from({length: games}, (_, n) => {
                const game = {...record, log: [], scenario: 0, seed: `C${n}`};
                const {state} = EnemyRules.replay(data, game);
                return [1, 2, 3, 4, 5].map(() => {
                    EnemyRules.act(data, game, state, ["clue"]);
                    return state.found.length;
                });
            })""",
            [data(DRACULA), GAMES, RECORD],
        )
    for name, least in (("first", 1), ("last", 2)):
        (series,) = [each for each in exact.series if each.key == name]
        for number, chance in enumerate(series.values):
            share = sum(counts[number] >= least for counts in found) / GAMES
            assert near(share, float(chance or 0)), (name, number + 1)


def test_reserves_come_as_often_as_the_study_says(browser: Browser) -> None:
    study = library().games[DRACULA].studies["next-soldier"].value
    exact = waves(library(), DRACULA, study.waves)()  # type: ignore[attr-defined]
    with scripts(browser) as page:
        found = page.evaluate(
            """([data, games, record]) => Array.from({length: games}, (_, n) => {
                const game = {...record, log: [], scenario: 1, seed: `W${n}`};
                const {state} = EnemyRules.replay(data, game);
                for (let moves = 1; ; moves += 1) {
                    EnemyRules.act(data, game, state, ["move"]);
                    if (state.aside.risen !== null) return moves;
                    EnemyRules.act(data, game, state, ["done"]);
                }
            })""",
            [data(DRACULA), GAMES, RECORD],
        )
    (series,) = [each for each in exact.series if each.key == "by"]
    for number, chance in enumerate(series.values, start=1):
        assert near(sum(moves <= number for moves in found) / GAMES, float(chance or 0)), number


# Plays turns with choices from a seed. Returns the log, and the first broken rule.
PLAY = """([data, scenario, count, places, seed, steps]) => {
    const game = {scenario, count, own: [], places, seed, log: []};
    const {state} = EnemyRules.replay(data, game);
    const dice = Chance.start(`choices ${seed}`);
    const one = (list) => list[Chance.below(dice, list.length)];
    const chance = (share) => Chance.below(dice, 100) < share;
    const able = () => EnemyRules.waiting(data, state);
    const next = () => {
        const walk = EnemyRules.walking(state);
        if (walk) return walk.deed ? ["done"] : [chance(40) ? "yes" : "no"];
        if (state.aside) return ["done"];
        const who = Chance.below(dice, state.figures.length);
        if (chance(4)) return ["mark", who, one(["down", "lookout", "out", "acted"])];
        if (chance(4) && data.lookout !== null) return ["walk", data.lookout, who];
        if (chance(3) && data.scenarios[scenario].search) return [one(["clue", "place"])];
        if (chance(8) && data.scenarios[scenario].waves) return ["move"];
        if (state.phase === "lot" && data.pack) return ["lot"];
        if (["lot", "who"].includes(state.phase)) {
            return able().length ? ["pick", one(able())] : ["next"];
        }
        const down = one([["up", 1], ["up", 0], ["stays"]]);
        return {turn: ["turn"], end: ["turn"], draw: ["draw"], down}[state.phase] ?? ["next"];
    };
    for (let step = 0; step < steps; step += 1) {
        const action = next();
        game.log.push(action);
        EnemyRules.act(data, game, state, action);
        const {pack, discards, pile, card} = state;
        const cards = [...pack, ...discards, ...pile, ...(card === null ? [] : [card])];
        const all = cards.length === 54 && new Set(cards).size === 54;
        if (data.pack && !all) return [game.log, "cards"];
        for (const figure of state.figures) {
            for (const [name, most] of Object.entries(data.limits)) {
                const own = data.plans[figure.plan].actions.some((each) => each.limit === name);
                if (own && (figure.used[name] ?? 0) > most) return [game.log, name];
            }
        }
        if (state.found.length > 2 || state.revealed > 5) return [game.log, "markers"];
    }
    const again = EnemyRules.replay(data, game).state;
    return [game.log, JSON.stringify(again) === JSON.stringify(state) ? "" : "replay"];
}"""


@pytest.mark.parametrize(("game", "scenario"), [(DRACULA, 0), (DRACULA, 1), (FIGS, 0)])
def test_any_game_keeps_its_cards_and_limits_and_is_replayed(
    browser: Browser, game: str, scenario: int
) -> None:
    names = set()
    with scripts(browser) as page:
        for number in range(30):
            asked = [data(game), scenario, 1 + number % 12, number % 3 == 0, f"R{number}", 250]
            log, broken = page.evaluate(PLAY, asked)
            assert broken == "", (number, log)
            names |= {action[0] for action in log}
    shared = {"turn", "draw", "yes", "no", "done", "next", "mark", "pick"}
    assert shared <= names


def test_the_last_card_is_for_the_figure_with_the_last_word(browser: Browser) -> None:
    with scripts(browser) as page:
        found = page.evaluate(
            """([data, record]) => Array.from({length: 200}, (_, n) => {
                const game = {...record, log: [], scenario: 0, seed: `L${n}`};
                const {state} = EnemyRules.replay(data, game);
                const act = (...action) => EnemyRules.act(data, game, state, action);
                act("turn");
                while (state.pile.length > 1) {
                    act("draw");
                    while (state.phase !== "draw") {
                        const plan = state.active?.walk.deed ? "done" : "yes";
                        act({lot: "lot", plan}[state.phase] ?? "next");
                    }
                }
                const acted = state.figures[0].acted;
                act("draw");
                return [acted, state.due, state.each, state.only];
            })""",
            [data(DRACULA), RECORD],
        )
    assert {acted for acted, *_ in found} == {True, False}
    for acted, due, each, only in found:
        assert each == 2
        assert (only, due) == ([], min(due, 2)) if acted else ([0], 1)
