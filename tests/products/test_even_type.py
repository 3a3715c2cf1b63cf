"""Cards of a deck look alike: one type for their texts, pictures of one height."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from helpers import built, words_in
from small_projects import write

from printgen import Project
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.paper import Size
from printgen.products.card_room import EvenType
from printgen.products.card_type import deck_type

GAME = """
title: {en: Lamps, fr: Lampes}
languages: [en, fr]
style: classic
icons: {amber: images/lamp.svg}
kinds:
  lamps:
    label: {en: Lamp, fr: Lampe}
    fields:
      light: {type: choice, options: {amber: {en: Amber, fr: Ambre}}, label: {en: Light, fr: Feu}}
      wick: {type: integer, label: {en: Wick, fr: Mèche}}
      art: {type: image}
      text: {optional: true}
      flavour: {optional: true}
"""

PRODUCTS = """
deck:
  title: {en: Cards, fr: Cartes}
  output: cards
  entries: {lamps: all}
  papers: [a4]
  inks: [full]
  faces:
    front: {corner: wick, picture: art, body: text, stats: light, foot: flavour, labels: wick}
"""

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
)

# English and French words, and the words at the foot.
CARDS = {
    "storm": ("Draw a card.", "Piochez une carte.", ""),
    "jar": ("Draw two cards, then give one back.", "Piochez deux cartes, rendez-en une.", "Jam."),
    "glass": ("Draw {amber} until the lamp goes out, at the end.", "Piochez.", "It is blue."),
    "plume": ("", "", "Mistaken for a hayseed; does not mind at all."),
    "gas": ("Draw.", "Piochez autant de cartes qu’il brûle de lampes sur la table.", "Hiss."),
    "moon": ("Draw one card.", "Piochez.", ""),
}


def _game(root: Path, **more: tuple[str, str, str]) -> Path:
    """The game, with more cards."""
    entries = "".join(
        f'  {name}: {{name: {{any: "{name}"}}, light: amber, wick: 2, art: images/lamp.svg'
        + (f', text: {{en: "{en}", fr: "{fr}"}}' if en else "")
        + (f', flavour: {{any: "{foot}"}}' if foot else "")
        + "}\n"
        for name, (en, fr, foot) in {**CARDS, **more}.items()
    )
    files = {"game.yaml": GAME, "products.yaml": PRODUCTS, "images/lamp.svg": PICTURE}
    files["lamps/lamps.yaml"] = f"entries:\n{entries}"
    write(root, {f"content/lamps/{name}": text for name, text in files.items()})
    (root / "printgen.yaml").write_text("")
    return root


def _small(root: Path, texts: list[str], art: str = "", first: bool = False) -> dict[str, EvenType]:
    """The types of a deck of texts; the first card alone has the picture, or all of them."""
    write(root, {"content/lamps/images/lamp.svg": PICTURE, "printgen.yaml": ""})
    game = GAME.replace("{type: image}", "{type: image, optional: true}")
    write(root, {"content/lamps/game.yaml": game, "content/lamps/products.yaml": PRODUCTS})
    entries = "".join(
        f'  c{at}: {{name: {{any: "c{at}"}}, light: amber, wick: 2, text: {{any: "{text}"}}'
        + (f", art: {art}" if art and (at == 0 or not first) else "")
        + "}\n"
        for at, text in enumerate(texts)
    )
    write(root, {"content/lamps/lamps/lamps.yaml": f"entries:\n{entries}"})
    return _types(root)


def _types(root: Path) -> dict[str, EvenType]:
    """The type of each card."""
    project = Project(root)
    (target, *_) = project.targets(["lamps/deck"])
    (entry,) = project.library.games["lamps"].products_of(CardsProduct)
    product = entry.value
    recipe = product.faces.front
    assert isinstance(recipe, Recipe)
    found = deck_type(project.library, target, product, recipe, Size(57, 82)).types
    return {name.partition("/")[2]: each for (_, name, _), each in found.items()}


def _heights(path: Path, word: str) -> set[float]:
    """The heights of the first letter of a word wherever it is printed (pt)."""
    found = set()
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            with closing(page.get_textpage()) as text:
                for match in re.finditer(word, text.get_text_range()):
                    box = text.get_charbox(match.start())
                    found.add(round(box[3] - box[1], 1))
    return found


def test_cards_with_pictures_have_one_type_and_one_height(tmp_path: Path) -> None:
    root = _game(tmp_path)
    types = set(_types(root).values())
    assert len(types) == 1
    assert types.pop().size >= 9.6
    out = built(root) / "lamps"
    # The estimate holds on the pages, in both languages.
    assert len(_heights(out / "deck.en.a4.pdf", "Draw")) == 1
    assert len(_heights(out / "deck.fr.a4.pdf", "Piochez")) == 1


@pytest.mark.slow
def test_one_long_text_has_a_type_of_its_own(tmp_path: Path) -> None:
    long = "Draw a card from the pile, look at it, and put it back. " * 6
    types = _types(_game(tmp_path, long=(long, "Piochez.", "")))
    usual = types.pop("long")
    assert len({*types.values()}) == 1
    assert usual.size < types["storm"].size
    assert usual.share <= types["storm"].share
    assert built(tmp_path, langs=["en"])


def test_cards_with_and_without_pictures_have_one_type(tmp_path: Path) -> None:
    texts = ["Draw a card, then put out a lamp of another player.", "Draw a card.", "Draw."]
    types = _small(tmp_path, texts, "images/lamp.svg", first=True)
    assert len({each.size for each in types.values()}) == 1


def test_a_long_text_in_a_small_deck_is_small_alone(tmp_path: Path) -> None:
    long = "Draw a card from the pile, look at it, and put it back. " * 7
    texts = [long, "Draw a card for each lamp on the table.", "Put out a lamp.", "Draw two cards."]
    types = _small(tmp_path, texts)
    first = types.pop("c0")
    (even,) = set(types.values())
    assert 1.3 * first.size < even.size <= 1.5 * first.size


def test_a_corner_may_have_a_label(tmp_path: Path) -> None:
    out = built(_game(tmp_path)) / "lamps"
    assert words_in(out / "deck.en.a4.pdf", 0).count("Wick") == len(CARDS)
    assert words_in(out / "deck.fr.a4.pdf", 0).count("Mèche") == len(CARDS)


@pytest.mark.slow
def test_the_long_text_is_named_not_the_icon_below_it(tmp_path: Path) -> None:
    long = "Draw a card and think about the lamps for a while. " * 20
    products = _game(tmp_path, long=(long, "Piochez.", "")) / "content/lamps/products.yaml"
    products.write_text(PRODUCTS.replace("front: {", "front: {overlong: [smaller], "))
    project = Project(tmp_path)
    (problem,) = project.build([], jobs=1, langs=["en"]).problems
    assert problem.code == "face-overflow"
    assert "'Draw a card and think about" in problem.message
    assert problem.position.file == "content/lamps/lamps/lamps.yaml"
    line = (tmp_path / problem.position.file).read_text().splitlines()[problem.position.line - 1]
    assert "think about the lamps" in line
