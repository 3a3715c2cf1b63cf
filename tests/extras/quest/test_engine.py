"""The engine of the quest player matches the rules in Python, event by event."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from quest_game import Game, values
from slow_quest import quest_of

from printgen import Project
from printgen.extras.browser.assembly import web_text
from printgen.extras.quest.definition import Quest, Step
from printgen.extras.quest.study import quest_model, select_heroes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENGINE = "\n".join(web_text(name, "js") for name in ("browser/chance", "quest/engine"))
FIGHTS, GAMES = 10_000, 1_000
# Plays games with recorded choices, and returns a checksum of all events and states.
JUDGE = """({rules, games}) => {
  const table = Uint32Array.from({length: 256}, (_, n) => {
    for (let k = 0; k < 8; k += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });
  const sum = (text) => {
    let crc = -1;
    for (let i = 0; i < text.length; i += 1) {
      crc = table[(crc ^ text.charCodeAt(i)) & 255] ^ (crc >>> 8);
    }
    return (crc ^ -1) >>> 0;
  };
  const names = {d: "draw", f: "fight", l: "life", a: "armour"};
  return games.map(([rule, start, seed, choices]) => {
    let state = Engine.newGame(rules[rule], start, seed);
    const log = [];
    for (const choice of choices) {
      const may = Engine.actions(rules[rule], state);
      const done = Engine.play(rules[rule], state, names[choice]);
      state = done.state;
      log.push(may, done.events.flat(), state.phase, state.at, state.life, state.armour, state.foe,
        state.damage, state.struck ? 1 : 0, state.next);
    }
    log.push(state.pile, state.ahead, state.random);
    return [state.phase, sum(log.join())];
  });
}"""


def told(game: Game, choose: random.Random) -> tuple[str, str, int]:
    """Play a game to its end with random choices: the choices, the end, the checksum of the log."""
    choices = ""
    log: list[str | int] = []
    while may := game.actions():
        choice = may[0] if len(may) == 1 else choose.choice(may)
        choices += choice[0]
        events = game.play(choice)
        log += [*may, *(part for event in events for part in event), game.phase, game.at]
        log += [game.life, game.armour, *game.foe, game.damage, int(game.struck), game.next]
    # An empty list leaves a comma in JavaScript.
    log += [*game.pile, *(game.ahead or ("",)), *game.chance.state]
    return choices, game.phase, crc32(",".join(map(str, log)).encode())


def rules_of(quest: Quest) -> dict[str, Any]:
    return {
        "steps": [
            {"enemy": step.enemy, "effect": [step.life, step.armour]} for step in quest.steps
        ],
        "advances": values(quest.advances),
        "cards": values(quest.cards),
        "most": [quest.life_max, quest.armour_max],
        "reach": quest.reach,
    }


def agree(
    browser: Browser, quests: list[Quest], games: list[tuple[int, tuple[int, int], str]]
) -> list[str]:
    """Play games in both languages, and return their ends."""
    choose, expected, asked = random.Random(7), [], []
    for number, start, seed in games:
        choices, *end = told(Game(quests[number], start, seed), choose)
        asked.append((number, start, seed, choices))
        expected.append(end)
    page = browser.new_page()
    try:
        page.add_script_tag(content=ENGINE)
        rules = json.loads(json.dumps([rules_of(quest) for quest in quests]))
        found = page.evaluate(JUDGE, {"rules": rules, "games": asked})
    finally:
        page.close()
    assert found == expected
    return [str(end) for end, _ in expected]


@pytest.mark.slow
def test_fights_match_those_of_python(browser: Browser) -> None:
    dice = random.Random(1)
    piles = (dict.fromkeys(range(1, 10), 2), {1: 3, 4: 3, 9: 3}, {-1: 2, 0: 1, 5: 4}, {2: 1, 7: 1})
    quests = [
        quest_of(
            (Step((dice.randint(1, 9), dice.randint(0, 9))),),
            {1: 1},
            piles[number % len(piles)],
            9,
            9,
        )
        for number in range(200)
    ]
    games = [
        (n % len(quests), (dice.randint(1, 9), dice.randint(0, 9)), f"F{n:X}")
        for n in range(FIGHTS)
    ]
    ends = agree(browser, quests, games)
    assert min(ends.count("won"), ends.count("lost")) > FIGHTS / 10


def test_games_match_those_of_python(browser: Browser, demo_project: Project) -> None:
    library = demo_project.library
    content = library.games["deathly-thrones"]
    quests = [quest_model(content, quest) for quest in content.of_kind("quests").values()]
    starts = [start for _, start in select_heroes(library, "deathly-thrones", []).values()]
    games = [
        (n % len(quests), starts[n % len(starts)], f"{n * 7919 % 46656:03X}K") for n in range(GAMES)
    ]
    ends = agree(browser, quests, games)
    assert min(ends.count("won"), ends.count("lost")) > 20
