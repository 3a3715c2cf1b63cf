"""Entries of kinds that a game declares, in books, on sheets and in rosters."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.library import Library
from printgen.content.models.page_products import BookProduct
from printgen.views.book import book_view
from printgen.views.directives import Edition, entries_view
from printgen.views.entries import entry_list_view
from printgen.views.sheets import roster_view

GAME = """
title: Keep
languages: [en]
kinds:
  monsters:
    label: Monster
    plural: Monsters
    fields:
      role: {type: text, optional: true, label: Role}
      life: {type: integer, label: Life}
      look: {type: text, optional: true}
      actions: {type: text, optional: true, label: Actions}
  weapons:
    label: Weapon
    plural: Weapons
    fields: {damage: {type: die, label: Damage}, rule: {type: text, optional: true}}
rosters: {of: [monsters], points: life, boxes: life}
"""

MONSTERS = """
entries:
  troll:
    name: The Troll
    role: Brute
    life: 12
    look: A hill that changed its mind.
    actions: "- **Bash.** Take D6.\\n- **Hurl.** Fly."
  wisp: {name: Lamp Wisp, life: 3, actions: Leads astray.}
"""

ROSTER = """
name: Bridge
members: [{entry: troll}, {entry: wisp}]
"""

PRODUCTS = """
book: {title: Book, output: book, OPTIONS}
"""


def keep(root: Path, options: str = "index: true") -> Library:
    files = {
        "printgen.yaml": "",
        "content/keep/game.yaml": GAME,
        "content/keep/monsters/all.yaml": MONSTERS,
        "content/keep/weapons/all.csv": "name,damage,rule\nBill,D8,Hooks.\nKnife,D4,\n",
        "content/keep/rosters/bridge.yaml": ROSTER,
        "content/keep/chapters/01-all.en.md": "# All\n\n:::{monsters}\n\n:::{weapons} knife\n",
        "content/keep/products.yaml": PRODUCTS.replace("OPTIONS", options),
    }
    project = Project(write(root, files))
    assert project.check() == []
    return project.library


def test_few_words_are_a_value_and_longer_texts_have_their_label(tmp_path: Path) -> None:
    library = keep(tmp_path)
    troll, wisp = entries_view(library, library.games["keep"], "monsters", "all", "en")
    shown = {f["key"]: (f["is_value"], f["heading"]) for f in troll["fields"]}
    assert shown == {
        "name": (False, ""),
        "role": (True, ""),
        "life": (True, ""),
        "look": (False, ""),
        "actions": (False, "Actions"),
    }
    # What one entry lacks is no gap, and all entries have the same values.
    assert [f["key"] for f in wisp["fields"] if f["text"]] == ["name", "life", "actions"]
    (weapon,) = entries_view(library, library.games["keep"], "weapons", "knife", "en")
    assert [f["heading"] for f in weapon["fields"]] == ["", "", ""]


def test_a_roster_has_labels_before_texts(tmp_path: Path) -> None:
    library = keep(tmp_path)
    view = roster_view(library, library.games["keep"].rosters["bridge"], "en")
    troll, wisp = view["members"]
    assert [(cell["label"], cell["text"]) for cell in troll["lines"][0]] == [
        ("Role", "Brute"),
        ("Life", "12"),
    ]
    assert wisp["texts"] == ["<b>Actions.</b> Leads astray."]
    assert troll["texts"][0] == "A hill that changed its mind."
    assert troll["texts"][1].startswith("<b>Actions.</b> <ul")


def test_a_sheet_has_a_table_of_what_fits_in_rows(tmp_path: Path) -> None:
    library = keep(tmp_path)
    home = library.games["keep"]
    table = entry_list_view(library, home, "weapons", [*home.of_kind("weapons").values()], "en")
    assert (table["label"], table["columns"], table["entries"]) == ("Weapons", ["Damage"], [])
    assert [(row["name"], row["values"], row["text"]) for row in table["rows"]] == [
        ("Bill", ["D8"], "Hooks."),
        ("Knife", ["D4"], ""),
    ]
    blocks = entry_list_view(library, home, "monsters", [*home.of_kind("monsters").values()], "en")
    assert (blocks["rows"], len(blocks["entries"])) == ([], 2)


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        ("index: true, index_entries: [monsters]", ["Lamp Wisp", "Troll, The"]),
        ("index: true, index_entries: [weapons]", ["Knife"]),
        ("numbered: true", ["Knife", "Lamp Wisp", "Troll, The"]),
        ("index: true", []),
    ],
)
def test_entries_are_in_the_index(tmp_path: Path, options: str, terms: list[str]) -> None:
    library = keep(tmp_path, options)
    (book,) = library.games["keep"].products_of(BookProduct)
    view = book_view(library, Edition("keep", "en", "full"), book.value)
    found = [term for letter in view["index"] for term in letter["terms"]]
    assert [str(term["words"]) for term in found] == terms
    assert all(term["main"] for term in found)


def test_entries_without_a_picture_have_that_of_their_card(tmp_path: Path) -> None:
    keep(tmp_path)
    write(
        tmp_path,
        {
            "content/keep/images/troll.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
            '"0 0 9 9"><path d="M0 0h9v9H0z"/></svg>',
            "content/keep/products.yaml": "cards: {title: Cards, output: cards, entries: "
            "{monsters: [troll]}, faces: {front: {body: look, picture_file: 'images/{id}.svg'}}}\n",
        },
    )
    library = Project(tmp_path).library
    views = entries_view(library, library.games["keep"], "monsters", "troll wisp", "en")
    shown = [[field["picture"] for field in view["fields"] if field["picture"]] for view in views]
    assert shown == [["content/keep/images/troll.svg"], []]


@pytest.mark.parametrize(("sections", "has_contents"), [(3, False), (8, True)])
def test_a_short_book_has_no_contents(tmp_path: Path, sections: int, has_contents: bool) -> None:
    keep(tmp_path)
    second = "# More {#more}\n\n" + "\n".join(
        f"## Part {number} {{#part-{number}}}\n\nWords.\n" for number in range(sections)
    )
    write(tmp_path, {"content/keep/chapters/02-more.en.md": second})
    library = Project(tmp_path).library
    (book,) = library.games["keep"].products_of(BookProduct)
    view = book_view(library, Edition("keep", "en", "full"), book.value)
    assert view["has_contents"] is has_contents
