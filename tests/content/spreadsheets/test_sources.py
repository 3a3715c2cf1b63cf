"""Decks straight from a spreadsheet: the product names it, and its columns are the fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import all_words_in, built, messages

from printgen import Project
from printgen.content.load import load
from printgen.content.models.products import CardsProduct
from printgen.content.project_files import ReadFile
from printgen.products import products_model
from printgen.rules.mechanic import KINDS
from printgen.rules.rosters import printed_entries

GAME = "title: {any: Quiz}\nlanguages: [en, fr]\n"

PRODUCTS = """
questions:
  output: cards
  title: {any: Questions}
  source: questions.csv
  faces:
    front: {title: name, corner: cost, body: rules_text, foot: reponse}
"""

# As French Excel writes it.
SHEET = (
    "Name_EN;Name (FR);Cost;Rules text_EN;Rules text [fr];Réponse;Art;Kind_;#Notes;Copies\r\n"
    "Who?;Qui ?;3;Say *who*;Dites *qui*;1a;images/who.svg;;hard;2\r\n"
    "What?;Quoi ?;;Say what;Dites quoi;2;;;;\r\n"
)


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    game = tmp_path / "content" / "quiz"
    game.mkdir(parents=True)
    (tmp_path / "printgen.yaml").write_text("")
    (game / "game.yaml").write_text(GAME)
    (game / "products.yaml").write_text(PRODUCTS)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    (game / "images").mkdir()
    (game / "images/who.svg").write_text(drawing)
    return tmp_path


def test_the_columns_are_the_fields(quiz: Path) -> None:
    path = quiz / "content/quiz/questions.csv"
    path.write_bytes(SHEET.replace(";Kind_", ";x-kind").encode("cp1252"))
    project = Project(quiz)
    content = project.library.games["quiz"]
    fields = {key: field.type for key, field in content.game.kinds["questions"].fields.items()}
    assert fields == {"cost": "integer", "rules_text": "text", "reponse": "text", "art": "image"}
    who, what = content.of_kind("questions").values()
    assert (who.id, who.value.cost, who.value.copies) == ("who", 3, 2)
    assert (what.value.cost, what.value.reponse) == (None, {"any": "2"})
    assert who.value.rules_text == {"en": "Say *who*", "fr": "Dites *qui*"}
    (deck,) = content.products_of(CardsProduct)
    assert deck.value.kinds == {"questions": "all"}


def test_the_deck_is_printed(quiz: Path) -> None:
    path = quiz / "content/quiz/questions.csv"
    path.write_bytes(SHEET.replace(";Kind_", ";#Kind").encode("cp1252"))
    out = built(quiz, papers=("a4",), inks=("full",))
    text = all_words_in(out / "quiz/questions.fr.a4.pdf")
    assert text.count("Dites qui") == 2
    assert text.count("Dites quoi") == 1


def test_a_card_with_no_copies_is_left_out(quiz: Path) -> None:
    (quiz / "content/quiz/questions.csv").write_text("Name,Cost,Copies\nA,1,2\nB,2,0\nC,3,\n")
    products = PRODUCTS.replace("body: rules_text, foot: reponse", "foot: name")
    (quiz / "content/quiz/products.yaml").write_text(products)
    project = Project(quiz)
    assert messages(project.problems) == []
    (deck,) = project.library.games["quiz"].products_of(CardsProduct)
    printed = printed_entries(project.library, "quiz", deck.value)
    assert [(each.entry.id, each.count) for each in printed] == [("a", 2), ("c", 1)]


def test_columns_and_sheet_belong_to_a_source(quiz: Path) -> None:
    products = quiz / "content/quiz/products.yaml"
    products.write_text(PRODUCTS.replace("source: questions.csv", "columns: {Nom: name}"))
    assert messages(Project(quiz).problems) == [
        "content/quiz/products.yaml:3:3: value-shape: `sheet`, `columns`, `hidden` and "
        "`published` need a "
        "`source` (such as `source: cards.csv`)"
    ]


def test_an_edited_sheet_is_read_again(quiz: Path) -> None:
    path, project, files = quiz / "content/quiz/questions.csv", Project(quiz), dict[str, ReadFile]()

    def read() -> list[str]:
        library, problems = load(project.folders, KINDS, products_model(), None, files)
        assert problems == []
        content = library.games["quiz"]
        return [*content.game.kinds["questions"].fields, *content.of_kind("questions")]

    path.write_text("name,cost\nWave,3\n")
    assert read() == ["cost", "wave"]
    path.write_text("name,cost,reponse\nStorm,3,Blow\n")
    assert read() == ["cost", "reponse", "storm"]
    path.write_text("name\nStorm\n")
    assert read() == ["storm"]
