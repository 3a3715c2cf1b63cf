"""The recipe that is guessed from the columns of a spreadsheet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image
from small_projects import write

from printgen import Project
from printgen.extras.style_try.trial import GAME, deck_of, entries_of, recipe_text, trial_of
from printgen.project import ProjectError
from printgen.store import Store

CREATURES = """Name,Type,Cost,Attack,Defence,Art,Rules text,Flavour text,Copies
Ember Fox,Beast,2,3,1,fox,Deal 1 damage to any creature that has not yet slept.,It never sleeps.,3
Owl,Beast,3,1,4,owl.svg,Look at the top card of a deck. Put it back.,,2
"""

SPELLS = """Sort,École,Niveau,Portée,Description
Lueur,Abjuration,1,9 m,Une lumière suit le mage jusqu’à l’aube. Elle ne brûle pas les mains.
Mur de sel,Invocation,3,18 m,Un mur de sel s’élève. Les esprits ne le passent pas ; il fond.
Clef,Abjuration,2,—,Toute serrure croit reconnaître le mage et son trousseau de clefs.
"""

TWO = """id,name_en,name_fr,text_en,text_fr
a,Tide,Marée,Rises.,Monte.
b,Fog,Brume,Falls.,Tombe.
"""

NO_NAMES = "Question,Answer\nWhat pulls the sea twice a day?,The moon\nWho lit it?,Ptolemy\n"


@pytest.mark.parametrize(
    ("sheet", "recipe", "languages"),
    [
        (
            CREATURES,
            {
                "picture": "art",
                "corner": "cost",
                "subtitle": "type",
                "foot": "flavour_text",
                "body": "rules_text",
                "stats": ["attack", "defence"],
            },
            ["en"],
        ),
        (
            SPELLS,
            {
                "title": "sort",
                "corner": "niveau",
                "subtitle": "ecole",
                "body": "description",
                "stats": ["portee"],
            },
            ["fr"],
        ),
        (TWO, {"body": "text"}, ["en", "fr"]),
        (NO_NAMES, {"title": "question", "body": "answer"}, ["en"]),
    ],
)
def test_columns_have_likely_places(
    tmp_path: Path, sheet: str, recipe: dict[str, object], languages: list[str]
) -> None:
    path = tmp_path / "My cards.csv"
    path.write_text(sheet, encoding="utf-8")
    library, found, problems = trial_of(path, None, tmp_path / "game", Store(None))
    assert (found, problems) == (recipe, [])
    assert library.games[GAME].game.languages == languages
    assert library.games[GAME].game.title == {"": "My cards"}
    # What is said is a product.
    assert recipe_text(path.name, found)[:4] == [
        "cards:",
        '  title: "My cards"',
        "  output: cards",
        '  source: "My cards.csv"',
    ]


def test_pictures_are_those_that_rows_name(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    for name in ("images/Fox.svg", "images/more/owl.svg", "images/other.svg", "secret.svg"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    sheet = folder / "cards.csv"
    sheet.write_text(CREATURES.replace("owl.svg", "../secret.svg"), encoding="utf-8")
    before = sorted(folder.rglob("*"))
    library, _, _ = trial_of(sheet, None, tmp_path / "game", Store(None))
    home = library.folders.content / GAME
    assert [path.name for path in (home / "images").rglob("*")] == ["Fox.svg"]
    assert deck_of(library).value.faces.two_sided
    assert sorted(folder.rglob("*")) == before


def test_a_sheet_that_cannot_be_read_is_named_as_the_user_did(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.xlsx"
    sheet.write_bytes(b"no workbook")
    library, _, problems = trial_of(sheet, None, tmp_path / "game", Store(None))
    assert entries_of(library) == []
    assert [(p.code, p.position.file) for p in problems] == [("sheet-unreadable", str(sheet))]
    with pytest.raises(ProjectError, match=r"notes.txt is no spreadsheet"):
        trial_of(tmp_path / "notes.txt", None, tmp_path / "other", Store(None))


@pytest.mark.parametrize(
    ("size", "picture"), [((70, 100), {"from": "art", "fit": "full"}), ((100, 100), "art")]
)
def test_upright_pictures_are_whole_cards(
    tmp_path: Path, size: tuple[int, int], picture: object
) -> None:
    """What is said is sound in a project, too."""
    files = {f"images/{name}.png": size for name in ("a", "b")}
    for name, each in {**files, "images/c.png": (90, 60)}.items():
        path = tmp_path / "deck" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", each).save(path)
    sheet = tmp_path / "deck" / "cards.csv"
    sheet.write_text("Name,Art,Text\nAsh,a,Burns.\nBay,b,Floods.\nCap,c,Stands.\n")
    _, recipe, problems = trial_of(sheet, None, tmp_path / "trial", Store(None))
    assert (recipe["picture"], problems) == (picture, [])
    game = write(
        tmp_path / "game",
        {
            "printgen.yaml": "",
            "content/g/game.yaml": "title: G\nlanguages: [en]\n",
            "content/g/products.yaml": "\n".join(recipe_text(sheet.name, recipe)),
            "content/g/cards.csv": sheet.read_text(),
        },
    )
    shutil.copytree(tmp_path / "deck/images", game / "content/g/images")
    assert Project(game).problems == []
