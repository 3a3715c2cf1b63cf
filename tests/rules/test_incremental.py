"""Checks after an edit find what checks of the whole project find."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen.content.library import Library
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.problems import Problem, sort_problems
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.checks import check_library
from printgen.rules.incremental import CheckedGames, games_named
from printgen.rules.mechanic import KINDS

HOME = """title: {any: Home}
languages: [en, fr]
trait_kinds: {skill: {label: {any: S}}}
terms: {hand: {en: {term: hand, not: [paw]}, fr: main}}
stat_lines:
  line:
    label: {any: L}
    stats: {move: {label: {any: M}}}
    constraints: []
"""
FILES = {
    "printgen.yaml": "",
    "content/home/game.yaml": HOME.replace("    constraints: []\n", ""),
    "content/home/products.yaml": "b: {title: {any: B}, output: book, chapters: all}\n",
    "content/home/profiles/cat.yaml": "name: {any: Cat}\nstats: {line: {move: 4}}\n",
    "content/home/chapters/01-cat.en.md": '# Cat\n\nIt moves [4]{.is of="cat" stat="move"}.\n',
    "content/home/chapters/01-cat.fr.md": '# Chat\n\nIl va à [4]{.is of="cat" stat="move"}.\n',
    "content/home/chapters/02-dog.en.md": "# Dog\n\nOne hand.\n",
    "content/home/chapters/02-dog.fr.md": "# Chien\n\nUne main.\n",
    "content/away/game.yaml": "title: {any: Away}\nlanguages: [en]\n",
    "content/away/profiles/dog.yaml": "name: {any: Dog}\nstats: {home/line: {move: 5}}\n",
    "content/alone/game.yaml": "title: {any: Alone}\nlanguages: [en]\n",
}
EDITS = [
    ("home/profiles/cat.yaml", "move: 4", "move: 5"),
    ("home/profiles/cat.yaml", "Cat", "Cat)"),
    ("home/chapters/01-cat.en.md", "[4]", "[7]"),
    ("home/chapters/01-cat.fr.md", "# Chat", "# Chat {#cat}"),
    ("home/chapters/02-dog.en.md", "One hand", "One paw (or 3"),
    ("home/chapters/02-dog.fr.md", "Une main.", "Une main.\n\nEt plus."),
    ("home/game.yaml", "move: {", "walk: {"),
    ("home/game.yaml", "not: [paw]", "not: [it]"),
    ("home/game.yaml", "languages: [en, fr]", "languages: [en"),
    ("home/products.yaml", "chapters: all", "chapters: [02-dog]"),
    ("away/profiles/dog.yaml", "home/line", "home/lane"),
    ("away/profiles/dog.yaml", "5", "{}"),
    ("alone/game.yaml", "Alone", "Alone ("),
]


class Checks:
    """A project that is checked after each of some edits."""

    def __init__(self, root: Path):
        self.root, self.games = root, CheckedGames()
        self._files: dict[str, ReadFile] = {}

    def load(self, edits: dict[str, bytes]) -> Library:
        return load(Folders(self.root), KINDS, products_model(), None, self._files, edits)[0]

    def check(self, edits: dict[str, bytes]) -> tuple[list[Problem], list[Problem]]:
        """The problems that remain or are new, and those of a check of everything."""
        library = self.load(edits)
        return sort_problems(self.games.check(library)), sort_problems(check_library(library))


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    return Checks(write(tmp_path.resolve(), FILES))


def edit(file: str, old: str, new: str) -> dict[str, bytes]:
    text = FILES[f"content/{file}"]
    assert old in text
    return {f"content/{file}": text.replace(old, new).encode()}


def test_each_edit_has_the_problems_of_a_whole_check(checks: Checks) -> None:
    sound, everything = checks.check({})
    assert sound == everything == []
    for file, old, new in EDITS:
        found, everything = checks.check(edit(file, old, new))
        assert found == everything, (file, new)
    assert checks.check({})[0] == []


def test_edits_one_after_the_other(checks: Checks) -> None:
    edits: dict[str, bytes] = {}
    seen = set()
    for file, old, new in EDITS[:6]:
        edits |= edit(file, old, new)
        found, everything = checks.check(edits)
        assert found == everything, (file, new)
        seen |= {problem.code for problem in found}
    assert {"quoted-value-wrong", "text-unbalanced", "term-wrong", "translation-structure"} <= seen


def test_a_game_names_others_in_references(checks: Checks) -> None:
    games = checks.load({}).games
    assert games_named(games["away"], set(games)) == {"home"}
    assert games_named(games["home"], set(games)) == frozenset()
