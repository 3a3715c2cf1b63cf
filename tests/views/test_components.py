"""The table of the products of a game, and references to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.views.book import book_view
from printgen.views.components import components_view
from printgen.views.directives import Edition

GAME = """title: {en: Dice}
languages: [en]
credits: [{role: {en: Author}, name: {any: A. B.}}]
licence: {en: Free}
"""
PRODUCTS = """book: {title: {en: The rules}, output: book}
pad:
  {title: {en: "Pad & pen"}, output: sheet, form: [{lines: 9}], pages: 1, copies: 20, page: a5}
log: {title: {en: Log}, output: sheet, form: [{lines: 2}], page: half}
turns: {title: {en: Turns}, output: sheet, template: reference, copies: 2}
dice: {title: {en: Stickers}, output: stickers, dice: [{faces: [A, B, C], copies: 2}], size: 12}
"""
CHAPTER = "# Dice\n\nFill in [](product:pad) or [a pad](product:pad).\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "printgen.yaml": "",
        "content/dice/game.yaml": GAME,
        "content/dice/products.yaml": PRODUCTS,
        "content/dice/chapters/01-dice.en.md": CHAPTER,
    }
    return write(tmp_path, files)


def test_a_reference_to_a_product_is_its_title(root: Path) -> None:
    library = Project(root).library
    (book,) = library.games["dice"].products_of(BookProduct)
    view = book_view(library, Edition("dice", "en", "full"), book.value)
    html = "".join(piece.get("html", "") for piece in view["chapters"][0]["pieces"])
    pad, words = ('<a class="product">' + each for each in ("Pad &amp; pen</a>", "a pad</a>"))
    assert f"Fill in {pad} or {words}." in html


def test_books_are_no_components_unless_they_are_named(root: Path) -> None:
    library = Project(root).library
    content = library.games["dice"]
    rows = components_view(library, content, "", "en")
    assert [(row["title"], row["what"], row["size"], row["count"]) for row in rows] == [
        ("Pad &amp; pen", "Sheet", "A5", "20\u00a0× 1\u00a0page"),
        ("Log", "Sheet", "half a page", "1\u00a0page"),
        ("Turns", "Sheet", "", "2"),
        ("Stickers", "Stickers for dice", "12\u00a0mm", "6"),
    ]
    named = components_view(library, content, "book dice", "en")
    assert [row["id"] for row in named] == ["book", "dice"]


@pytest.mark.parametrize("game", ["zombstone", "furia-cartese", "un-jeu-de-figs"])
def test_cards_are_counted(demo_project: Project, game: str) -> None:
    library = demo_project.library
    rows = components_view(library, library.games[game], "", "fr")
    cards = [row for row in rows if row["what"] == "Cartes"]
    assert cards
    assert all(int(row["count"]) > 0 and "mm" in row["size"] for row in cards)


def test_counters_and_maps_have_their_size(root: Path) -> None:
    content = root / "content" / "dice"
    (content / "game.yaml").write_text(GAME + "terrains: {easy: {label: {en: Easy}}}\n")
    (content / "products.yaml").write_text(
        "board: {title: {en: Board}, output: hexmap, map: m}\n"
        "pieces: {title: {en: Pieces}, output: hexmap, map: m, editions: [counters]}\n"
    )
    write(
        root,
        {
            "content/dice/profiles/pike.yaml": "name: {en: Pike}\n",
            "content/dice/maps/m.yaml": "title: {en: M}\nground: easy\nflat_to_flat: 20 mm\n"
            'columns: 8\nrows: 4\nunits: [{profile: pike, at: "0101"}]\n',
        },
    )
    library = Project(root).library
    rows = components_view(library, library.games["dice"], "", "en")
    assert [(row["what"], row["size"].replace("\u00a0", " "), row["count"]) for row in rows] == [
        ("Hex map", "16 × 14 cm", ""),
        ("Counters", "15 mm", "1"),
    ]
