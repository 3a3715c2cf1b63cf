"""Sound cards for `defects.py`: names and texts of the games, on cards of the starter of decks."""

from __future__ import annotations

import json
import random
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helpers import ROOT

from printgen import Project
from printgen.content.models.text import texts
from printgen.problems import Problem
from printgen.project import STARTERS, TEMPLATES
from printgen.store import user_store

# The most letters of a name and of a text that fit on a card in a readable size.
_NAME, _TEXT = 34, 130

# Marks that mean something in their game only, or that a chapter needs.
_MARKS = re.compile(r"[{}\[\]<>*\n|]")

# What authors write beside plain letters, and prints.
_MORE = (
    "",
    "",
    "",
    "\u00a0!",
    " …",
    " – 2½",
    " ½ ×",
    " œuf",
    " Łódź",
    " Αθήνα",
    " Москва",
    " ★",
    " ♠",
)


def _texts_of_games() -> Iterator[str]:
    """The texts of the games, without those that have marks."""
    for content in Project(ROOT, user_store()).library.games.values():
        for entry in content.entries():
            for _, text in texts(entry.value):
                yield from (words for words in text.values() if not _MARKS.search(words))


def sound_deck(folder: Path, number: int, seed: int) -> Path:
    """The starter of decks with a number of sound cards, and with a theme of its own."""
    root = Path(shutil.copytree(STARTERS / "deck", folder))
    shutil.copytree(TEMPLATES / "plain", root / "templates" / "plain")
    known = sorted(set(_texts_of_games()))
    names = [words for words in known if 3 <= len(words) <= _NAME]
    longer = [words for words in known if _NAME < len(words) <= _TEXT]
    chance = random.Random(seed)
    cards = []
    for card in range(number):
        name, text = chance.choice(names), chance.choice(longer) + chance.choice(_MORE)
        written = (json.dumps({"any": each}, ensure_ascii=False) for each in (name, text))
        cards.append("  c{}: {{name: {}, text: {}}}".format(card, *written))
    crew = root / "content" / "storm" / "crew" / "crew.yaml"
    crew.write_text("entries:\n" + "\n".join(cards) + "\n", "utf-8")
    return root


def false_alarms(number: int, seed: int) -> list[Problem]:
    """The problems of sound cards, one of each card."""
    with tempfile.TemporaryDirectory(prefix="printgen-sound-") as folder:
        root = sound_deck(Path(folder).resolve() / "game", number, seed)
        report = Project(root).build(["storm/deck"], langs=["en"], inks=["full"], jobs=1)
        places = {problem.position: problem for problem in report.problems}
        return list(places.values())
