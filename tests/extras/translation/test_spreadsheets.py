"""Translations of the texts of spreadsheets: CSV files are written; what cannot be written is named
with its cell and what to do.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write
from spreadsheet_files import Rows, ods_bytes, xlsx_bytes
from translations import exported, imported, message

from printgen.extras.translation.importing import Imported
from printgen.extras.translation.po import Catalogues

FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": "title: {en: Fog}\nlanguages: [en]\n",
    "content/g/products.yaml": (
        "deck: {title: {any: Deck}, output: cards, source: SHEET, faces: {front: {title: name}}}\n"
    ),
}
ROWS: Rows = [["Name_en", "Some text_en", "Copies"], ["Owl", "Hunts.", 2], ["Fox", "Steals.", 1]]


def table(rows: list[list[str]]) -> str:
    """A table of an ODS file."""
    cell = '<table:table-cell office:value-type="string"><text:p>%s</text:p></table:table-cell>'
    lines = ("".join(cell % words for words in row) for row in rows)
    made = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    return f'<table:table table:name="Cards">{made}</table:table>'


def project(root: Path, name: str, content: bytes) -> Path:
    """A game whose cards are in a spreadsheet."""
    products = "content/g/products.yaml"
    home = write(root, FILES | {products: FILES[products].replace("SHEET", name)})
    (home / "content" / "g" / name).write_bytes(content)
    return home


def given(root: Path, **texts: str) -> Catalogues:
    """PO files in German, with translations by the ids of their texts."""
    found = exported(root, "g", "de")
    for key, words in texts.items():
        message(found, f"deck/{key.replace('__', ':')}").text = words
    return found


def said(result: Imported) -> list[str]:
    return [str(problem) for problem in result.problems]


@pytest.mark.sees("po-place")
def test_a_text_of_a_workbook_is_named_with_its_cell_and_what_to_do(tmp_path: Path) -> None:
    content = xlsx_bytes({"Night cards": ROWS})
    root = project(tmp_path, "sheet.xlsx", content)
    result = imported(root, "g", given(root, owl__name="Eule", fox__some_text="Stiehlt."))
    assert said(result) == [
        f"content/g/sheet.xlsx:'Night cards'!{cell}: po-place: workbooks are not written: the "
        f"translation of this text is left out (copy it from content/g/texts/de/deck.po into a "
        f"column {column}, or put a CSV file in place of the workbook and import again)"
        for cell, column in (("A2", "name_de"), ("B3", "some_text_de"))
    ]
    # The message is there, too, for programs.
    assert [str(problem.also) for problem in result.problems] == [
        f"content/g/texts/de/deck.po:{line}:1" for line in (19, 41)
    ]
    assert (result.count, result.edits) == (0, [])
    assert (root / "content/g/sheet.xlsx").read_bytes() == content


@pytest.mark.sees("po-place")
def test_both_kinds_of_workbooks_are_left(tmp_path: Path) -> None:
    content = ods_bytes(table([["Name_en"], ["Owl"]]))
    root = project(tmp_path, "sheet.ods", content)
    (line,) = said(imported(root, "g", given(root, owl__name="Eule")))
    assert line.startswith("content/g/sheet.ods:Cards!A2: po-place: workbooks are not written: ")
    assert (root / "content/g/sheet.ods").read_bytes() == content


@pytest.mark.sees("po-place")
def test_tables_that_cannot_be_written_say_why(tmp_path: Path) -> None:
    for name, content, why in (
        ("latin.csv", "Name_en\nOwl\nCafé\n".encode("cp1252"), "only tables in UTF-8 are written"),
        (
            "wide.csv",
            b"Name_en\nOwl,\n",
            "tables whose rows do not fit their header are not written",
        ),
    ):
        root = project(tmp_path / name, name, content)
        (line,) = said(imported(root, "g", given(root, owl__name="Eule")))
        assert line == (
            f"content/g/{name}:A2: po-place: {why}: the translation of this text is left out "
            "(copy it from content/g/texts/de/deck.po into a column name_de)"
        )
        assert (root / "content/g" / name).read_bytes() == content


CREW = """\
id,name,keywords_en
owl,The Owl,big; bold
fox,The Fox,
"""


@pytest.mark.sees("po-place")
def test_a_cell_with_several_texts_is_named_and_all_others_are_written(tmp_path: Path) -> None:
    files = {name: FILES[name] for name in ("printgen.yaml", "content/g/game.yaml")}
    root = write(tmp_path, files | {"content/g/profiles/crew.csv": CREW})
    found = exported(root, "g", "de")
    for key, words in {"owl:keywords.1": "kühn", "owl:name": "Eule", "fox:name": "Fuchs"}.items():
        message(found, f"profiles/{key}").text = words
    result = imported(root, "g", found)
    assert said(result) == [
        "content/g/profiles/crew.csv:C2: po-place: cells with several texts are not written: the "
        "translation of this text is left out (copy it from content/g/texts/de/profiles.po into a "
        "column keywords_de)"
    ]
    assert (root / "content/g/profiles/crew.csv").read_text() == (
        "id,name_en,keywords_en,name_de\nowl,The Owl,big; bold,Eule\nfox,The Fox,,Fuchs\n"
    )


@pytest.mark.sees("po-place")
def test_the_column_of_a_text_without_a_language_gets_one(tmp_path: Path) -> None:
    files = {name: FILES[name] for name in ("printgen.yaml", "content/g/game.yaml")}
    root = write(tmp_path, files | {"content/g/profiles/crew.csv": CREW})
    rows = [line.split(",")[:2] for line in CREW.splitlines()]
    (root / "content/g/profiles/crew.csv").unlink()
    (root / "content/g/profiles/crew.xlsx").write_bytes(xlsx_bytes({"Crew": rows}))
    found = exported(root, "g", "de")
    message(found, "profiles/owl:name").text = "Eule"
    (line,) = said(imported(root, "g", found))
    assert "into a column name_de, and call that of the text name_en, or put a CSV file" in line


def test_cards_of_a_sheet_without_languages_are_translated(tmp_path: Path) -> None:
    cards = "{title: Cards, output: cards, source: cards.csv, faces: {front: {body: text}}}"
    root = write(
        tmp_path / "project",
        {
            "printgen.yaml": "",
            "content/g/game.yaml": "title: {any: Fog}\nlanguages: [en, de]\n",
            "content/g/products.yaml": f"cards: {cards}\n",
            "content/g/cards.csv": "Name,Cost,Text\nLamp,3,It burns.\nRope,2,\n3,1,Two words\n",
        },
    )
    found = exported(root, "g", "de")
    assert [each.context for each in found.files["cards"].messages] == [
        "cards/lamp:name",
        "cards/lamp:text",
        "cards/rope:name",
        "cards/3:text",
    ]
    message(found, "cards/lamp:text").text = "Sie brennt."
    message(found, "cards/3:text").text = "Zwei Wörter"
    result = imported(root, "g", found)
    assert (result.count, result.problems) == (2, [])
    assert (root / "content/g/cards.csv").read_text(encoding="utf-8") == (
        "Name,Cost,Text_en,Text_de\nLamp,3,It burns.,Sie brennt.\nRope,2,,\n"
        "3,1,Two words,Zwei Wörter\n"
    )
    # The second time, the same.
    again = exported(root, "g", "de")
    assert message(again, "cards/lamp:text").text == "Sie brennt."
    assert imported(root, "g", again).count == 0
