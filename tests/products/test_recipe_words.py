"""Words with fields in recipes, icons of values, and pictures by the names of their files, as they
are printed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import all_words_in, colours, messages, near, printgen, squeezed, words_in
from PIL import Image
from small_projects import write

from printgen import Project
from printgen.problems import Position
from printgen.products.kind import PrintOptions
from printgen.store import Store

GAME = """title: {en: Beasts, fr: Bêtes}
languages: [en, fr]
icons: {fire: images/fire.svg, drop: images/drop.svg, moon: "☾"}
"""
ROWS = """id,Name_en,Name_fr,Type_en,Type_fr,Sort,Cost,Attack,Defence,Text
owl,The Owl,La Chouette,Bird,Oiseau,Fire,2,3,4,Pay 2 {fire}.
fox,The <Fox>,Le Renard,,,EAU,1,2,,Pay *one*.
"""
PRODUCTS = """cards:
  title: {any: Cards}
  output: cards
  source: cards.csv
  papers: [a4]
  faces: {front: {%s}}
"""
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<rect width="9" height="9" fill="%s"/></svg>'
)
RED, BLUE = (224, 16, 16), (16, 16, 224)


def beasts(root: Path, front: str, rows: str = ROWS) -> Path:
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": GAME,
        "content/g/products.yaml": PRODUCTS % front,
        "content/g/cards.csv": rows,
        "content/g/images/fire.svg": SQUARE % "#e01010",
        "content/g/images/drop.svg": SQUARE % "#1010e0",
    }
    return write(root, files)


def sheet(root: Path, lang: str = "en") -> Path:
    report = Project(root).build(langs=[lang], inks=["full"], jobs=1)
    assert messages(p for p in report.problems if p.severity == "error") == []
    return root / f"out/g/cards.{lang}.a4.pdf"


def amount(path: Path, colour: tuple[int, int, int], left: float, right: float) -> int:
    """The pixels of a colour between two lines (mm from the left)."""
    page = colours(path, 0, 4)
    return int(np.count_nonzero(near(page, colour, 30)[:, round(4 * left) : round(4 * right)]))


def test_words_with_fields_are_printed_in_each_language(tmp_path: Path) -> None:
    root = beasts(
        tmp_path,
        'title: "The card {name}", subtitle: "{cost} – {type}", corner: "{cost} {fire}", '
        "body: [text, {en: 'Attack **{attack}**[, defence {defence}]', "
        "fr: 'Attaque **{attack}**[, défense {defence}]'}], "
        "foot: {en: 'Card {id}', fr: 'Carte {id}'}",
    )
    path = sheet(root)
    english, french = (" ".join(all_words_in(p).split()) for p in (path, sheet(root, "fr")))
    for words in ("The card The Owl", "2 – Bird", "Attack 3, defence 4", "Card owl", "Card fox"):
        assert words in english
    # A row without a value has neither its words nor the sign before it.
    assert "Attack 2 Card fox" in english
    assert "The <Fox>" in english
    assert "1 –" not in english
    assert "Attaque 3, défense 4" in french
    assert "Carte owl" in french
    # Icons are in the words, and in plain columns of a sheet.
    assert amount(path, RED, 0, 210) > 200
    assert "{" not in english + french


def test_a_misspelt_field_is_named_at_its_place(tmp_path: Path) -> None:
    root = beasts(tmp_path, "body: ['Costs {cost}', {en: 'A {attac}', fr: 'A {attack}'}]")
    (problem,) = [p for p in Project(root).check() if p.severity == "error"]
    written = PRODUCTS % "body: ['Costs {cost}', {en: 'A {attac}', fr: 'A {attack}'}]"
    column = written.splitlines()[5].index("{attac}") + 1
    assert problem.position == Position("content/g/products.yaml", 6, column)
    assert str(problem).endswith("no field and no icon 'attac' (did you mean 'attack'?)")


def test_columns_within_words_are_printed_ones(tmp_path: Path) -> None:
    front = "body: '{text} {sort} {type}', foot: '{attack} {cost}'"
    (warning,) = Project(beasts(tmp_path, front)).check()
    assert "no face prints the column 'Defence'" in str(warning)


@pytest.mark.parametrize("place", ["symbol: %s", "icons: [%s]", "index: [cost, %s]", "corner: %s"])
def test_values_of_a_column_are_printed_as_icons(tmp_path: Path, place: str) -> None:
    part = "{from: sort, map: {eau: drop}}"
    path = sheet(beasts(tmp_path, place % part))
    # The first card has its icon by its name, the second one by the map.
    assert amount(path, RED, 10, 73) > 50
    assert amount(path, BLUE, 10, 73) == 0
    assert amount(path, BLUE, 74, 136) > 50
    assert amount(path, RED, 74, 136) == 0


def test_a_value_without_an_icon_is_named_at_its_cell(tmp_path: Path) -> None:
    root = beasts(tmp_path, "symbol: {from: sort, map: {water: drop}}")
    (problem,) = [p for p in Project(root).check() if p.severity == "error"]
    assert str(problem) == (
        "content/g/cards.csv:F3: icon-unknown: no icon for 'EAU' (add it to `map` of the recipe)"
    )
    # In a draft, its words are printed.
    done = printgen(root, "build", "--draft", "--lang", "en")
    assert done.returncode == 0
    assert "EAU" in all_words_in(root / "out/g/cards.en.a4.draft.pdf")


def test_options_may_have_capitals_and_underscores(tmp_path: Path) -> None:
    game = (
        GAME.replace("fire:", "deep-sea:")
        + "kinds: {arms: {label: {any: Arm}, fields: {sort: {type: choice, "
        "options: {Deep_Sea: {any: Deep sea}, Drop: {any: Water}, F: {any: Else}}}}}}\n"
    )
    entries = "entries: {a: {sort: Deep_Sea}, b: {sort: Drop}, c: {sort: F}}\n"
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": game,
        "content/g/products.yaml": PRODUCTS.replace("source: cards.csv", "entries: {arms: all}")
        % "title: none, icons: sort",
        "content/g/arms/all.yaml": entries,
        "content/g/images/fire.svg": SQUARE % "#e01010",
        "content/g/images/drop.svg": SQUARE % "#1010e0",
    }
    path = sheet(write(tmp_path, files))
    assert amount(path, RED, 10, 73) > 50
    assert amount(path, BLUE, 74, 136) > 50
    assert " ".join(all_words_in(path).split()).count("Else") == 1
    assert "Water" not in all_words_in(path)


# --- pictures by the names of their files ---------------------------------------------------------


def with_pictures(root: Path, *names: str) -> Path:
    for number, name in enumerate(names):
        path = root / "content/g/images" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".svg"):
            path.write_text(SQUARE % ("#e01010", "#1010e0")[number])
        else:
            Image.new("RGB", (1600, 1600), (RED, BLUE)[number]).save(path)
    return root


@pytest.mark.parametrize("names", [("art_owl.svg", "art_fox.png"), ("Art_Owl.jpg", "art_fox.webp")])
def test_a_picture_is_found_by_its_pattern(tmp_path: Path, names: tuple[str, str]) -> None:
    front = 'body: text, picture_file: "images/art_{id}", picture: {fit: full}'
    path = sheet(with_pictures(beasts(tmp_path, front), *names))
    # The pictures cover their cards, with the bleed.
    assert amount(path, RED, 10, 73) > 0.8 * 16 * 63 * 60
    assert amount(path, BLUE, 74, 136) > 0.8 * 16 * 62 * 60


def test_an_own_picture_comes_first_and_a_row_without_a_value_has_none(tmp_path: Path) -> None:
    rows = "Name,Number,Art\nA,1,\nB,1,other\nC,,\n"
    front = 'picture: art, picture_file: "card {number}.svg"'
    root = with_pictures(beasts(tmp_path, front, rows), "card 1.svg", "other.svg")
    path = sheet(root)
    assert amount(path, RED, 10, 73) > 1000
    assert amount(path, BLUE, 74, 136) > 1000
    assert amount(path, RED, 74, 200) == amount(path, BLUE, 137, 200) == 0


@pytest.mark.slow
def test_missing_and_small_pictures_are_named_at_their_rows(tmp_path: Path) -> None:
    front = 'body: text, picture_file: "images/art_{id}.png", picture: {fit: cover}'
    root = with_pictures(beasts(tmp_path, front), "art_owl.png")
    Image.new("RGB", (150, 150)).save(root / "content/g/images/art_owl.png")
    (problem,) = [p for p in Project(root).check() if p.code.startswith(("image", "art"))]
    assert str(problem).startswith(
        "content/g/cards.csv:A3: art-missing: warning: no picture 'images/art_fox.png'"
    )
    listed = printgen(root, "list", "art").stdout
    assert "images/art_fox.png  content/g/cards.csv:A3" in listed
    (root / "content/g/images/art_fox.png").write_bytes(b"\x89PNG")
    assert "cards.csv:A3: image-invalid" in " ".join(messages(Project(root).check()))
    with_pictures(root, "other.png", "art_fox.png")
    report = Project(root).build(langs=["en"], jobs=1)
    (problem,) = [p for p in report.problems if p.code == "image-resolution"]
    assert problem.position == Position("content/g/cards.csv", 2, 1, cell="A2")


def test_a_card_whose_picture_is_missing_prints_without_it(tmp_path: Path) -> None:
    """Once its file is there, the card has it; a draft says where it will be."""
    front = 'body: text, picture_file: "images/art_{id}", picture: {fit: cover}'
    root = with_pictures(beasts(tmp_path, front), "art_owl.png")
    path = sheet(root)
    assert "Pay one." in all_words_in(path)
    assert amount(path, RED, 10, 73) > 1000
    assert amount(path, BLUE, 74, 136) == 0
    options = PrintOptions(draft=True)
    Project(root).build(langs=["en"], inks=["full"], jobs=1, options=options)
    assert "art_fox69×" in squeezed(all_words_in(root / "out/g/cards.en.a4.draft.pdf"))
    with_pictures(root, "art_owl.png", "art_fox.png")
    assert amount(sheet(root), BLUE, 74, 136) > 1000


# --- results of earlier builds --------------------------------------------------------------------


@pytest.mark.slow
def test_a_rebuild_sees_changes_of_words_and_pictures(tmp_path: Path) -> None:
    """Cards of figures are known by the files that they depend on."""
    front = 'body: "Moves {move}", picture_file: "images/art_{id}"'
    product = PRODUCTS.replace("source: cards.csv", "profiles: all")
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": GAME
        + "stat_lines: {f: {label: {any: F}, stats: {move: {label: {any: M}}}}}\n",
        "content/g/products.yaml": product % front,
        "content/g/profiles/owl.yaml": "{name: {any: Owl}, stats: {f: {move: 4}}}",
        "content/g/images/drop.svg": SQUARE % "#1010e0",
        "content/g/images/fire.svg": SQUARE % "#e01010",
    }
    root, store = with_pictures(write(tmp_path / "p", files), "art_owl.svg"), Store(tmp_path / "c")

    def built() -> Path:
        assert messages(Project(root, store).build(langs=["en"], jobs=1).problems) == []
        store.finish()
        return root / "out/g/cards.en.a4.pdf"

    assert "Moves 4" in words_in(built(), 0)
    assert amount(built(), RED, 0, 210) > 1000
    changed = front.replace("Moves {move}", "Walks {move} {moon}")
    (root / "content/g/products.yaml").write_text(product % changed)
    assert "Walks 4" in words_in(built(), 0)
    (root / "content/g/images/art_owl.svg").write_text(SQUARE % "#1010e0")
    assert amount(built(), BLUE, 0, 210) > 1000
    (root / "content/g/images/art_owl.svg").rename(root / "content/g/images/other.svg")
    with_pictures(root, "art_owl.png")
    assert amount(built(), RED, 0, 210) > 1000
