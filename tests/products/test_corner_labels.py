"""Labels below the values in the corners of cards: they fit, or are named once."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import messages, words_in
from small_projects import write

from printgen import Project
from printgen.typography.measure import line_type

GAME = """title: {en: Pantry, fr: Garde-manger}
languages: [en, fr]
kinds:
  foods:
    label: {en: Food, fr: Mets}
    fields:
      light: {type: integer, label: {en: Light, fr: %s}}
      oil: {type: integer, label: {en: Oil, fr: Huile}}
"""
PRODUCTS = """
deck: {title: {en: Deck, fr: Paquet}, output: cards, entries: {foods: all}, papers: [a4],
  inks: [full], faces: {front: {corner: [light, oil], labels: %s}}}
"""
FOOD = "name: {any: Rind}\nlight: 3\noil: 4\n"


def project(root: Path, label: str, labels: str = "[light, oil]") -> Project:
    files = {
        "printgen.yaml": "",
        "content/pantry/game.yaml": GAME % label,
        "content/pantry/products.yaml": PRODUCTS % labels,
        "content/pantry/foods/rind.yaml": FOOD,
        "content/pantry/foods/crust.yaml": FOOD.replace("Rind", "Crust"),
    }
    return Project(write(root, files))


@pytest.mark.parametrize("label", ["Lueur", "Lumière", "Lumières"])
def test_a_label_of_several_letters_fits(tmp_path: Path, label: str) -> None:
    assert project(tmp_path, label).build(langs=["fr"], jobs=1).problems == []
    assert label in words_in(tmp_path / "out/pantry/deck.fr.a4.pdf", 0)


def test_a_label_that_is_too_long_is_named_once_where_it_is_written(tmp_path: Path) -> None:
    hint = "(give it a shorter word under `labels:` of the recipe)"
    found = project(tmp_path / "game", "Luminescence").build(langs=["fr"], jobs=1).problems
    (message,) = messages(found)
    assert message.startswith(
        "content/pantry/game.yaml:7:37: face-overflow: the label 'Luminescence' (pantry/deck, fr) "
    )
    assert message.endswith(f"mm too wide for a corner {hint}")
    given = "{light: {en: Light, fr: Lumen}, oil: {en: Oil, fr: Combustibles}}"
    found = project(tmp_path / "recipe", "Lueur", given).build(langs=["fr"], jobs=1).problems
    (message,) = messages(found)
    assert message.startswith(
        "content/pantry/products.yaml:3:100: face-overflow: the label 'Combustibles' "
    )
    assert message.endswith(hint)


def test_the_type_of_a_line_is_reduced_as_far_as_necessary() -> None:
    sizes = [line_type("i" * n, 6.4, 5.6, 8, "Source Sans 3") for n in range(60)]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1]) == (6.4, 5.6)
    assert len(set(sizes)) > 2
    assert line_type("<b>oil</b>", 6.4, 5.6, 3, "Source Sans 3") == line_type(
        "oil", 6.4, 5.6, 3, "Source Sans 3"
    )
