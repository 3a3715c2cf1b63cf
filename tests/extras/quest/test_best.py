"""Best play in the page matches the solver in Python, state by state."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from quest_game import Game, values
from slow_quest import quest_of

from printgen import Project
from printgen.extras.browser.assembly import web_text
from printgen.extras.quest.definition import Quest, Step
from printgen.extras.quest.solver import after_step, ahead, alive_states, make_policy
from printgen.extras.quest.study import quest_model, select_heroes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCRIPTS = "\n".join(
    web_text(name, "js") for name in ("browser/chance", "quest/engine", "quest/best")
)
GAMES = 4
# Plays games with recorded choices, and judges every state of them.
JUDGE = """({rules, games}) => {
  const plan = Best.prepare(rules);
  for (const part of Best.solve(plan)) if (part) break;
  const names = {d: "draw", f: "fight", l: "life", a: "armour"};
  return games.map(([start, seed, choices]) => {
    let state = Engine.newGame(rules, start, seed);
    const told = [];
    for (const choice of choices) {
      told.push(Best.judge(plan, state));
      state = Engine.play(rules, state, names[choice]).state;
    }
    return [...told, Best.judge(plan, state)];
  });
}"""


class Judge:
    """The chance to win from any state of a game, by the passes of the solver."""

    def __init__(self, quest: Quest):
        self.quest, self.plan = quest, make_policy(quest, "best")
        self.fights: dict[int, Any] = {}

    def judge(self, game: Game) -> dict[str, float]:
        if game.phase in ("won", "lost"):
            return {"chance": float(game.phase == "won")}
        piles, width = self.plan.piles, self.quest.armour_max + 1
        drawn = [game.advances[card] for card in game.ahead]
        pile = int(piles.strides @ [drawn.count(int(value)) for value in piles.values])
        if game.phase == "draw":
            chances = ahead(piles, self.plan.worth, np.array([pile]))
            return {"chance": float(chances[0, game.life * width + game.armour])}
        now = (game.life, game.armour, *game.foe)
        if game.phase == "fight":
            return {"chance": self.worth(game.at, pile, now)}
        found = {}
        for number, name in enumerate(("life", "armour")):
            hit = list(now)
            counter = number if game.struck else 2 + number
            hit[counter] = max(0, hit[counter] - game.damage)
            found[name] = self.worth(game.at, pile, hit)
        return {"chance": max(found.values()), **found}

    def worth(self, step: int, pile: int, state: Any) -> float:
        here, arena = self.plan.by_step[step], self.plan.arena(step)
        assert arena is not None
        if step not in self.fights:
            alive = alive_states(self.quest)
            after = after_step(self.quest, self.plan.piles, self.plan.worth, step, here, alive)
            self.fights[step], _ = arena.value(after.T, False)
        row = arena.number[tuple(state)]
        return float(self.fights[step][row, int(np.flatnonzero(here == pile)[0])])


def played(
    judge: Judge, start: tuple[int, int], seed: str, choose: random.Random
) -> tuple[str, list[dict[str, float]]]:
    """The choices of a random game, and the chances in its states."""
    game, choices, told = Game(judge.quest, start, seed), "", []
    while may := game.actions():
        told.append(judge.judge(game))
        action = choose.choice(may)
        choices += action[0]
        game.play(action)
    return choices, [*told, judge.judge(game)]


def agree(browser: Browser, quest: Quest, starts: list[tuple[int, int]]) -> int:
    """Compare all states of some games in both languages. Returns the number of choices."""
    judge, choose = Judge(quest), random.Random(5)
    asked, expected = [], []
    for number in range(GAMES):
        start, seed = starts[number % len(starts)], f"BEST{number}"
        choices, told = played(judge, start, seed, choose)
        asked.append((start, seed, choices))
        expected.append(told)
    rules = {
        "steps": [{"enemy": s.enemy, "effect": [s.life, s.armour]} for s in quest.steps],
        "advances": values(quest.advances),
        "cards": values(quest.cards),
        "most": [quest.life_max, quest.armour_max],
        "reach": quest.reach,
    }
    page = browser.new_page()
    try:
        page.add_script_tag(content=SCRIPTS)
        found = page.evaluate(JUDGE, {"rules": rules, "games": asked})
    finally:
        page.close()
    for told, game in zip(found, expected, strict=True):
        assert told == [pytest.approx(state, abs=1e-9) for state in game]
    return sum("life" in state for game in expected for state in game)


def test_a_quest_is_judged_as_by_python(browser: Browser, demo_project: Project) -> None:
    library = demo_project.library
    content = library.games["deathly-thrones"]
    starts = [start for _, start in select_heroes(library, "deathly-thrones", []).values()]
    quest = quest_model(content, content.of_kind("quests")["iron-throne"])
    assert agree(browser, quest, starts) > 10


def test_odd_quests_are_judged_as_by_python(browser: Browser) -> None:
    # Traps that kill, an end without a fight, few cards of odd values, uneven advances.
    odd = [
        Step((3, 2), -1, 2), Step(None, -2, 0), Step((1, 0), 0, 0), Step(None, 3, 3),
        Step((4, 5), 0, 1), Step((2, 1), 0, 0), Step(None, 0, -1),
    ]  # fmt: skip
    choices = agree(
        browser, quest_of(tuple(odd), {1: 2, 2: 1, 3: 1}, {-1: 2, 2: 1, 6: 3}, 7, 5), [(4, 3)]
    )
    assert choices
