"""The names at the head of cards: their accents, and their spaces when they are searched."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from helpers import Store, built, starter, words_in
from small_projects import write

from printgen import Project
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.paper import Size
from printgen.products.card_heads import bodies_are_centred, headings
from printgen.products.target import Target


@pytest.mark.slow
def test_accents_of_names_do_not_touch_the_line_above(store: Store) -> None:
    path = store.product("un-jeu-de-figs", "profile-cards", "fr")
    with closing(pypdfium2.PdfDocument(path)) as document:
        words = document[1].get_textpage()
        name = words.get_text_range().index("Zoé")
        number, accent = name - len("3\r\n"), name + len("Zo")
        assert [words.get_text_range(at, 1) for at in (number, accent)] == ["3", "é"]
        bottom_of_line, top_of_accent = words.get_charbox(number)[1], words.get_charbox(accent)[3]
    assert top_of_accent < bottom_of_line


@pytest.mark.slow
def test_spaces_of_names_are_found_by_a_search(store: Store) -> None:
    # The font of the names draws spaces and narrow spaces with one glyph.
    assert "Zoé Clic" in words_in(store.product("un-jeu-de-figs", "profile-cards", "fr"), 1)


CAPTAIN = "profiles/captain.yaml"
NAME = re.compile(r"^name:.*$", re.MULTILINE)
NO_LOOK = re.compile(r"^(theme|style):.*\n", re.MULTILINE)
DECK = """
deck:
  title: {any: Deck}
  output: cards
  profiles: [captain]
  faces: {front: card-front, back: card-back}
  papers: [a4]
"""


@pytest.mark.slow
@pytest.mark.parametrize("style", ["calm", "classic"])
@pytest.mark.parametrize("name", ["The Head Gardener", "The Head Gardener of the Upper Glasshouse"])
def test_a_long_name_is_set_smaller_and_nothing_else(style: str, name: str, tmp_path: Path) -> None:
    heights = []
    for place, each in (("short", "Herald"), ("long", name)):
        root = tmp_path / place
        starter(root)
        game, profile = (root / "content/fog" / file for file in ("game.yaml", CAPTAIN))
        game.write_text(f"{NO_LOOK.sub('', game.read_text('utf-8'))}\nstyle: {style}\n", "utf-8")
        named = NAME.sub(f"name: {{any: {each}}}", profile.read_text("utf-8"))
        profile.write_text(named, "utf-8")
        (root / "content/fog/products.yaml").write_text(DECK, "utf-8")
        (path,) = built(root, "fog/deck", langs=["en"]).glob("fog/*.pdf")
        assert all(each in " ".join(words_in(path, page).split()) for page in (0, 1))
        heights.append([letters(path, page) for page in (0, 1)])
    assert heights[0] == heights[1]


def letters(path: Path, page: int) -> list[float]:
    """The heights of the letters below the head of the first card."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        words = document[page].get_textpage()
        boxes = [words.get_charbox(at) for at in range(words.count_chars())]
        top = document[page].get_height() - 85
    return [round(high - low, 1) for _, low, _, high in boxes if 120 < high < top]


IMAGE = re.compile(r"^image:.*\n", re.MULTILINE)


def test_stats_stand_at_one_height_with_and_without_a_picture(tmp_path: Path) -> None:
    starter(tmp_path)
    game = tmp_path / "content/fog"
    (game / "products.yaml").write_text(DECK.replace("[captain]", "all"), "utf-8")
    for profile in game.glob("profiles/*.yaml"):
        if profile.name != "captain.yaml":
            without = IMAGE.sub("", profile.read_text("utf-8"))
            profile.write_text(without, "utf-8")
    (path,) = built(tmp_path, "fog/deck", langs=["en"]).glob("fog/*.pdf")
    with closing(pypdfium2.PdfDocument(path)) as document:
        page = document[0].get_textpage()
        text = page.get_text_range()
        heights = [round(page.get_charbox(at.start())[1], 1) for at in re.finditer("Mov", text)]
    # Three cards are in the first row.
    assert len(heights) == 4
    assert len(set(heights)) == 2


KIND = """
title: Reefs
languages: [en]
theme: plain
style: classic
kinds: {notes: {label: Note, fields: {cost: {type: integer}, text: {}}}}
"""
NOTES = """
deck:
  title: Deck
  output: cards
  entries: {notes: all}
  papers: [a4]
  faces: {front: {corner: cost, body: text}}
"""


@pytest.mark.parametrize(
    ("name", "text", "middled", "centred"),
    [
        ("Foam", "It froths.", True, True),
        ("Foam", "It froths. " * 20, True, False),
        ("Donaudampfschifffahrtsgesellschaft", "It froths.", False, True),
    ],
)
def test_a_deck_has_one_axis(
    tmp_path: Path, name: str, text: str, middled: bool, centred: bool
) -> None:
    files = {
        "printgen.yaml": "",
        "content/reefs/game.yaml": KIND,
        "content/reefs/products.yaml": NOTES,
        "content/reefs/notes/notes.yaml": "entries:\n"
        "  a: {name: Kelp, cost: 3, text: It grows.}\n"
        f"  b: {{name: {name}, cost: 3, text: '{text.strip()}'}}\n",
    }
    library = Project(write(tmp_path, files)).library
    product = library.games["reefs"].products["deck"].value
    assert isinstance(product, CardsProduct)
    recipe = product.faces.front
    assert isinstance(recipe, Recipe)
    target = Target("reefs", "deck", "cards", "en", "a4", "full")
    heads = headings(library, target, product, recipe, Size(57, 82)).values()
    assert {head.middled for head in heads} == {middled}
    assert bodies_are_centred(library, target, product, recipe) == centred
