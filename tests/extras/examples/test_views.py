"""Worked examples in books: the page shows computed values, whatever the claims."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from case_files import CASES, read_case
from jinja2 import Template

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.content.source import read_source
from printgen.extras.examples.kinds import example_kinds
from printgen.extras.examples.model import EXAMPLE, Example
from printgen.extras.examples.views import example_view
from printgen.layout.files import Files
from printgen.layout.templates import environment
from printgen.project import Folders
from printgen.typography.labels import labels
from printgen.views.game import game_view

SOUND = sorted((CASES / "examples" / "ok").glob("*.yaml"))
# The fields that only claim what the rules compute.
CLAIMS = {
    "struck", "strike", "damage", "step", "after", "claims", "place", "figures", "activations",
    "die", "who", "line", "left", "dice", "parries", "protected", "lost", "disorder", "breaks",
    "least", "answered", "costs", "power", "critical", "strength", "eliminated", "total", "hit",
    "cover", "modifier", "passed",
}  # fmt: skip
# Fields that are claims in one kind of example and facts in another.
FACTS = {
    ("melee_shot", "figures"), ("melee_shot", "die"), ("trial", "die"), ("attack", "dice"),
    ("lookup", "dice"), ("activation", "after"), ("fight", "step"), ("trial", "least"),
}  # fmt: skip


@cache
def base() -> Library:
    return Project(CASES / "examples" / "base").library


@cache
def template(folders: Folders) -> Template:
    return environment(Files(folders)).get_template("_shared/book-example.html.j2")


def setting(library: Library, game: str, lang: str) -> dict[str, Any]:
    """The template, and its context without the example."""
    content = library.games[game]
    return {
        "template": template(library.folders),
        "labels": labels(library.folders, content.game.theme, lang),
        "game": game_view(content, lang),
        "lang": lang,
    }


def page(library: Library, entry: Entry[Example], lang: str) -> str:
    """The HTML of an example in its book."""
    shown = {"id": "e", "example": example_view(library, entry, lang)}
    found = setting(library, entry.game, lang)
    html: str = found["template"].render(piece=shown, **found)
    return html


def words(html: str) -> str:
    """The text of the page without tags, with plain spaces."""
    text = re.sub(r"<[^>]*>", "", html).replace("\u202f", " ").replace("\u00a0", " ")
    return " ".join(text.split())


def unclaimed(data: Any, kind: str = "") -> Any:
    """An example without its claims."""
    if isinstance(data, list):
        return [unclaimed(item, kind) for item in data]
    if not isinstance(data, dict):
        return data
    return {
        key: unclaimed(value, key if key in example_kinds() and not kind else kind)
        for key, value in data.items()
        if not kind or key not in CLAIMS or (kind, key) in FACTS
    }


def printed(data: Any) -> str:
    """The HTML of an example of the game of the cases."""
    source, _ = read_source("a.yaml", b"title: T\n")
    assert source
    return page(base(), Entry("t", "e", EXAMPLE.model_validate(data), source), "en")


def sound() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in SOUND:
        for name, text in read_case(path).files.items():
            source, _ = read_source(name, text.encode())
            assert source
            found.append((f"{path.stem}: {source.data['title']}", source.data))
    return found


@pytest.mark.parametrize("data", [d for _, d in sound()], ids=[name for name, _ in sound()])
def test_claims_do_not_change_the_page(data: dict[str, Any]) -> None:
    bare = unclaimed(data)
    assert printed(data) == printed(bare)
    assert (bare == data) == (data["title"] in ("Steps", "The higher pair of two"))


LEFT_OUT: dict[str, tuple[dict[str, Any], list[str]]] = {
    "attack": (
        {
            "attacker": "goon", "target": "dog", "weapon": "pistol", "table": "shooting",
            "modifiers": ["Move given up"], "distance": 9, "dice": [6, 6, 2],
        },
        [
            "Goon, Pistol → Dog: DEF 6, HP 1.",
            "POW 4; +1 move given up; −1 small target; −1 medium range; in all 3.",
            "Dice: 6 6 2. Critical success: +1. Strength: 3 + 6 + 1 = 10.",
            "10 − 6 = 4 HP: 1 → 0, eliminated.",
        ],
    ),
    "melee_shot": (
        {
            "still": True,
            "figures": [
                {"profile": "goon", "die": 2, "aimed": True},
                {"profile": "idol", "die": 3},
            ],
        },
        ["Goon, the figure aimed at", "2 + 2 SIZ + 2 + 1 = 7, takes the shot.",
         "Idol: 3 + 4 SIZ = 7, takes the shot."],
    ),
    "cover": (
        {"target": "goon", "table": "shooting", "light": "Light", "heavy": "Heavy",
         "behind": [{"kind": "heavy", "share": 20}, {"figure": "dog"}]},
        ["heavy shelter, 20% → light cover; figure in front (Dog) → no cover.",
         "The best counts: light cover, −1."],
    ),
    "parry": (
        {"attack": "queen heart", "by": "melee", "target": "guards",
         "hand": ["king diamond", "queen heart", "joker"]},
        ["Attack: Q ♥ (melee) → Guards. Field works: the unit is covered.",
         "Parried by: K ♦ Joker. Not by: Q ♥."],
    ),
    "losses": (
        {"target": "pikes", "enemies": 3, "friends": 1, "rear": True},
        ["3 enemies, 1 friend; 3 − 1 = 2. Loss: 3. An enemy in the rear: disorder, −1.",
         "HP 4 → 0; it breaks."],
    ),
    "morale": (
        {"unit": "pikes", "cohesion_lost": 1,
         "threats": [{"card": "9 club", "answer": "queen club"}, {"card": "2 club"}]},
        ["Morale card: 9 ♣; it takes 10♣ or higher. Answer: Q ♣, answered.",
         "it takes 3♣ or higher. Answer: none; a point is lost.", "Cohesion: 2 → 1."],
    ),
    "trial": (
        {"profile": "goon", "stat": "mind", "die": 3, "least": 7},
        ["Goon: 3 + 3 MIN = 6; it takes 7: failed."],
    ),
    "activation": (
        {"card": "9 heart", "others": [{"name": "One", "card": "king diamond"}], "pile": 2,
         "waiting": ["zombie", "soul"],
         "draws": [
             {"roll": 4, "acts": [{"possible": [False, True], "distance": 9, "moved": 6},
                                  {"possible": [True], "throws": "claws", "rolled": [7],
                                   "target": 5}]},
             {"acts": [{"possible": [True]}, {"possible": [True]}]},
         ]},
        ["Enemy 9 ♥, One K ♦. The enemy acts second.",
         "Value: 2 figures, 2 activations each (last cards of the pile).",
         "Left to activate: 2 figures. D6: 4, figure no. 2: Soul.",
         "Fighter, line 2: Charge. Distance: 9″ − 6″ = 3″.", "D8: 7 (from 5): 1 success."],
    ),
    "lookup": (
        {"table": "conflicts", "weapon": "rifle",
         "rolls": {
             "winner": {"profile": "marshal", "dice": ["king", "king", "ten", "queen", "nine"],
                        "keep": ["king", "king"], "again": ["ten", "ten", "king"]},
             "loser": {"name": "Nobody", "pot": -1, "dice": ["queen", "queen", "nine", "nine"]}}},
        ["Marshal (Pot 3): K K 10 Q 9; keeps K K, rerolls 10 10 K. Full house.",
         "Nobody (Pot −1): Q Q 9 9. Two pairs.",
         "Full house against two pairs: 3; Rifle: +1; in all: 4."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_computed_values_are_printed_without_claims(kind: str) -> None:
    situation, lines = LEFT_OUT[kind]
    shown = words(printed({"title": "T", kind: situation}))
    for line in lines:
        assert line in shown


def test_examples_of_the_games_have_equal_numbers_in_all_languages(demo_project: Project) -> None:
    library = demo_project.library
    for content in library.games.values():
        for entry in content.of_kind("examples").values():
            shown = {lang: words(page(library, entry, lang)) for lang in content.game.languages}
            assert len(set(shown.values())) == len(content.game.languages), entry.id
            # The numbers are the same in every language.
            numbers = {lang: sorted(re.findall(r"\d+", text)) for lang, text in shown.items()}
            assert numbers["fr"] == numbers["en"], entry.id


def test_points_are_printed_before_their_symbol(demo_project: Project) -> None:
    library = demo_project.library
    examples = library.games["deathly-thrones"].of_kind("examples")
    told = words(page(library, examples["perfect-attack"], "en"))
    assert "The Hero 3♡ 5♠ · A skeleton, nothing but bones 3♡ 2♠" in told
    assert "5 − 2♠ = 3" in told
    assert "♡ 3" not in told
