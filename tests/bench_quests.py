"""The Iron Throne: the exact solver against an import of WeasyPrint, and games per second."""

from __future__ import annotations

import cProfile
import pickle
import pstats
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench_measures import Bar, Size, against_import, say

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.content.source import Source
from printgen.extras.balance.model import Wish
from printgen.extras.balance.search import balance
from printgen.extras.quest.definition import Quest
from printgen.extras.quest.games import simulate
from printgen.extras.quest.solver import solve
from printgen.extras.quest.study import quest_model, select_heroes

ROOT = Path(__file__).resolve().parent.parent

# All four heroes under best play, including the start of Python; the quest is loaded before.
SOLVE = """
import pickle, sys
from printgen.extras.quest.solver import solve
with open(sys.argv[1], "rb") as asked:
    solve(*pickle.load(asked))
"""


def bench_quests(size: Size) -> Iterator[Bar]:
    """Solve the quest for its four heroes, and play it many times."""
    library = Project(ROOT).library
    content = library.games["deathly-thrones"]
    quest = quest_model(content, content.of_kind("quests")["iron-throne"])
    starts = {name: start for name, (_, start) in select_heroes(library, content.id, []).items()}
    yield _bench_solver(quest, starts, size.repeats)
    _bench_balance(library, quest, starts)
    _bench_games(quest, starts["barbarian"], size.games)


def _bench_solver(quest: Quest, starts: dict[str, tuple[int, int]], repeats: int) -> Bar:
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "quest"
        asked.write_bytes(pickle.dumps((quest, starts)))
        ratio, words = against_import([sys.executable, "-c", SOLVE, str(asked)], repeats=repeats)
    start = time.perf_counter()
    solve(quest, starts)
    alone = time.perf_counter() - start
    say(f"best play for {len(starts)} heroes, exact: {words}; {alone:.2f} s of it solving")
    return Bar("best play for four heroes / import weasyprint", ratio, 3)


def _bench_balance(library: Library, quest: Quest, starts: dict[str, tuple[int, int]]) -> None:
    """An even Iron Throne with at most four changes, against one solution of the quest."""
    goal = {"study": "thrones-best", "columns": ["iron-throne"], "least": 0.2, "most": 0.25}
    heroes = [{"profiles": [*starts], "stat": stat, "by": [-2, 2]} for stat in ("life", "armour")]
    may_change = [*heroes, {"quest": "iron-throne", "stat": "armour", "by": [-1, 1]}]
    wish = Wish.model_validate({"title": "Even", "goals": [goal], "may_change": may_change})
    start = time.perf_counter()
    solve(quest, starts)
    alone = time.perf_counter() - start
    start = time.perf_counter()
    answer = balance(library, Entry("deathly-thrones", "even", wish, Source("", None, b"")), 4, 600)
    whole = time.perf_counter() - start
    found = "met" if answer.is_met else "proved impossible" if answer.proven else "not met"
    say(f"an even quest with four changes: {found}, in {whole / alone:.0f} times a solution")


def _bench_games(quest: Quest, hero: tuple[int, int], games: int) -> None:
    simulate(quest, hero, 1, 1881)  # the solution is cached
    start = time.perf_counter()
    sample = simulate(quest, hero, games, 1881)
    seconds = time.perf_counter() - start
    say(
        f"{games:,} simulated games: {seconds:.1f} s, {games / seconds:,.0f} a second; won "
        f"{sample.low:.2%} to {sample.high:.2%}, seed {sample.seed}"
    )
    profile = cProfile.Profile()
    profile.runcall(simulate, quest, hero, games, 1882)
    found = vars(pstats.Stats(profile))["stats"]
    spent = {key[2]: value[3] for key, value in found.items() if key[0].endswith("games.py")}
    whole, shuffles = spent["simulate"], spent["shuffled"]
    # The first shuffle of a combat pile is outside a fight.
    (callers,) = (value[4] for key, value in found.items() if key[2] == "_shuffle")
    between = sum(times[3] for caller, times in callers.items() if caller[2] == "_fight")
    parts = [("shuffles", shuffles), ("look-ups of rounds", spent["_fight"] - between)]
    told = ", ".join(f"{name} {part / whole:.0%}" for name, part in parts)
    say(f"  of that time: {told}, the rest: piles, step cards, effects")
