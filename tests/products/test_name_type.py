"""The names of the figures of a deck have one size of type, but for much longer ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.models.products import CardsProduct
from printgen.paper import Size
from printgen.products.figure_type import name_size
from printgen.products.target import Target

SHORT, LONGER, LONGEST = "Captain", "The One-Eyed Bear", "The Clockwork Mouse of Hatbox Court"
GAME = """
title: Toys
languages: [en, fr]
theme: plain
style: classic
stat_lines: {{toy: {{label: Toy, stats: {{hull: {{label: Hull, badge: {badge}}}}}}}}}
"""
PRODUCTS = """
deck: {title: Deck, output: cards, profiles: all, faces: {front: card-front}, papers: [a4]}
"""


def size(folder: Path, *names: str, badge: bool = False) -> float:
    """The size of the names of a deck; the French ones are short."""
    figures = "".join(
        f"  f{n}: {{name: {{en: {name}, fr: Ours}}, stats: {{toy: {{hull: 3}}}}}}\n"
        for n, name in enumerate(names)
    )
    files = {
        "printgen.yaml": "",
        "content/toys/game.yaml": GAME.format(badge=str(badge).lower()),
        "content/toys/products.yaml": PRODUCTS,
        "content/toys/profiles/all.yaml": "entries:\n" + figures,
    }
    library = Project(write(folder, files)).library
    product = library.games["toys"].products["deck"].value
    assert isinstance(product, CardsProduct)
    found = {
        lang: name_size(
            library, Target("toys", "deck", "cards", lang, "a4", "full"), product, Size(57, 82)
        )
        for lang in ("en", "fr")
    }
    assert found["fr"] == pytest.approx(1.085 * 15)
    return found["en"]


def test_a_longer_name_makes_all_a_little_smaller(tmp_path: Path) -> None:
    short = size(tmp_path / "a", SHORT)
    assert 0.85 * short <= size(tmp_path / "b", SHORT, LONGER) < short


def test_a_much_longer_name_is_smaller_alone(tmp_path: Path) -> None:
    both = size(tmp_path / "a", SHORT, LONGER)
    assert size(tmp_path / "b", SHORT, LONGER, LONGEST) == both
    assert size(tmp_path / "c", LONGEST) < 0.8 * both


def test_badges_take_room(tmp_path: Path) -> None:
    alone = size(tmp_path / "a", LONGER)
    assert size(tmp_path / "b", LONGER, badge=True) < alone
