"""Common backs: patterns by style and seed, the same upside down, with the title at both ends."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from helpers import built, colours, page_sizes, words_in
from PIL import Image
from small_projects import write

from printgen import Project
from printgen.extras.ornaments.ornament import PATTERNS

GAME = """
title: {en: The Amber Isles, fr: Les Îles d’ambre}
languages: [en, fr]
icons: {key: "⚿"}
kinds: {cards: {label: {en: Card, fr: Carte}, fields: {text: {}}}}
"""

CARDS = "entries:\n  one: {name: {any: One}, text: {any: Sail.}}\n"


def deck(back: str, size: str = "63 x 88 mm") -> str:
    return f"""
  title: {{any: Deck}}
  output: cards
  entries: {{cards: all}}
  quantities: {{one: 36}}
  format: {size}
  papers: [a4]
  languages: [en]
  faces: {{front: {{body: text}}, common_back: {{{back}}}}}
"""


def game(root: Path, decks: dict[str, str], keys: str = "") -> Path:
    folder = root / "content/isles"
    write(
        folder,
        {
            "game.yaml": GAME + keys,
            "cards/cards.yaml": CARDS,
            "products.yaml": "\n".join(f"{name}:{text}" for name, text in decks.items()),
        },
    )
    (root / "printgen.yaml").write_text("# isles\n", "utf-8")
    return root


def page(root: Path, name: str, ink: str = "full") -> Path:
    suffix = ".low-ink" if ink == "low" else ""
    return root / f"out/isles/{name}.en.a4{suffix}.pdf"


def back(path: Path) -> np.ndarray:
    """The second page, which is full of backs, without its margins: it is the same upside down if
    each back is. Below it are a ruler and a line.
    """
    wide, high = page_sizes(path)[1]
    return colours(path, 1, 4, (20, 20, wide - 20, high - 24.5)).astype(int)


def turned_off(face: np.ndarray) -> float:
    """The share of a face that is another one upside down. The middle may be between pixels."""
    turned = face[::-1, ::-1]
    shifts = product((-1, 0, 1), repeat=2)
    moved = (np.roll(turned, shift, axis=(0, 1)) for shift in shifts)
    return min(float((np.abs(face - each).max(axis=2) > 100).mean()) for each in moved)


def test_a_back_is_the_same_upside_down_with_its_title_at_both_ends(tmp_path: Path) -> None:
    game(tmp_path, {"deck": deck(""), "other": deck("title: {en: Odd, fr: Un}, pattern: folk")})
    built(tmp_path, inks=("full", "low"))
    for ink in ("full", "low"):
        for name, words, count in (("deck", "The Amber Isles", 19), ("other", "Odd", 18)):
            face = back(page(tmp_path, name, ink))
            assert turned_off(face) < 0.01, (name, ink)
            assert face.std() > 20
            assert words_in(page(tmp_path, name, ink), 1).count(words) == count
    # A page that is not the same: what is written once is seen.
    face[100:130, 40:200] = 0
    assert turned_off(face) > 0.01


def test_a_seed_gives_another_back_and_decks_without_one_have_the_same(tmp_path: Path) -> None:
    decks = {"one": deck(""), "two": deck(""), "third": deck("seed: 3"), "word": deck("seed: tide")}
    game(tmp_path, decks)
    built(tmp_path, inks=("full",))
    one, two, third, word = (back(page(tmp_path, name)) for name in decks)
    assert (one == two).all()
    for first, other in combinations((one, third, word), 2):
        assert np.abs(first - other).mean() > 3
    # What is in the store is not taken for the face with another seed, or without a title.
    game(tmp_path, {"one": deck("seed: 3"), "two": deck("titled: false")})
    built(tmp_path, inks=("full",))
    assert (back(page(tmp_path, "one")) == third).all()
    assert "Amber" not in words_in(page(tmp_path, "two"), 1).split("10 20")[0]
    assert turned_off(back(page(tmp_path, "two"))) < 0.01


def test_an_icon_is_in_the_middle_and_a_plain_ground_has_the_title_twice(tmp_path: Path) -> None:
    game(tmp_path, {"plain": deck("pattern: none, icon: key")})
    built(tmp_path, inks=("full",))
    words = words_in(page(tmp_path, "plain"), 1)
    # The line below the cards has the title of the game, too.
    assert words.count("The Amber Isles") == 19 and words.count("⚿") == 9


@pytest.mark.slow
@pytest.mark.parametrize("style", sorted(PATTERNS))
def test_backs_of_all_styles_and_sizes_are_the_same_upside_down(tmp_path: Path, style: str) -> None:
    sizes = {"poker": (63, 88), "tarot": (70, 120), "mini": (44, 68), "square": (60, 60)}
    long = "title: {en: The Long Voyage of the Amber Isles, fr: Un}, "
    decks = {
        f"{name}-{seed}": deck(f"{long if seed == 2 else ''}seed: {seed}", f"{w} x {h} mm")
        for name, (w, h) in sizes.items()
        for seed in (1, 2, 3)
    }
    game(tmp_path, decks, f"style: {style}\n")
    built(tmp_path, inks=("full", "low"))
    for name in decks:
        for ink in ("full", "low"):
            assert turned_off(back(page(tmp_path, name, ink))) < 0.012, (name, ink)


def own_back(root: Path, width: int, height: int) -> list[str]:
    """What the checks say of a back with a picture of this size in pixels."""
    game(root, {"deck": deck("picture: own.png")})
    (root / "content/isles/images").mkdir()
    Image.new("RGB", (width, height), "#445566").save(root / "content/isles/images/own.png")
    return [str(each) for each in Project(root).check() if each.code == "back-cropped"]


@pytest.mark.sees("back-cropped")
def test_a_picture_of_a_back_without_its_bleed_is_named(tmp_path: Path) -> None:
    (found,) = own_back(tmp_path, 744, 1039)
    assert "1.2 mm of 'own.png' are cropped on the top and bottom" in found
    assert "(draw 815 × 1110 pixels: 69 × 94 mm with the bleed)" in found


@pytest.mark.spares("back-cropped")
def test_a_picture_of_a_back_with_its_bleed_is_sound(tmp_path: Path) -> None:
    assert own_back(tmp_path, 690, 950) == []
