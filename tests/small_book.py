"""A small book with one chapter and one example."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAME = "deathly-thrones"
FIRST = "# Start {#start}\n\nWords of the [duel](#start).\n"
FIGHT = """title: {any: T}
fight:
  profile: hero
  enemy: {quest: iron-throne, step: 13}
  rounds:
    - {cards: [8, 3], struck: enemy, strike: 5, damage: 3}
"""


def make_book(root: Path) -> Path:
    """The heroes and the quest of Deathly Thrones, with a book of one chapter and an example."""
    home = root / "content" / GAME
    shutil.copytree(ROOT / "content" / GAME, home)
    # The wishes ask for studies of the quests, which take longer than all else.
    shutil.rmtree(home / "wishes")
    for folder in ("chapters", "examples"):
        shutil.rmtree(home / folder)
        (home / folder).mkdir()
    (root / "printgen.yaml").write_text("")
    (home / "products.yaml").write_text(
        "book:\n  title: {any: B}\n  output: book\n  contents: true\n"
    )
    (home / "examples" / "blow.yaml").write_text(FIGHT)
    for lang in ("fr", "en"):
        (home / "chapters" / f"01-start.{lang}.md").write_text(FIRST)
    return root


def write_chapter(
    root: Path, text: str, name: str = "01-start.en.md", folder: str = "chapters"
) -> None:
    """Write a file of the game."""
    (root / "content" / GAME / folder / name).write_text(text)
