"""The structure of cards, sheets and other pieces, as screen readers find it."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from helpers import shared
from pdf_tags import SpokenText, read_structure, unmarked
from piece_games import piece_game
from tools import verapdf

from printgen import Project
from printgen.products.kind import PrintOptions

PRODUCTS = """
deck:
  title: {en: Events, fr: Événements}
  output: cards
  entries: {events: all}
  quantities: {wave: 4, elmo: 2}
  papers: [a4]
  faces: {front: {corner: cost, body: text, icons: effect}, common_back: {title: Storm}}
pawns:
  title: {en: Pawns, fr: Pions}
  output: standees
  entries: {events: all}
  papers: [a4]
  size: 30 x 45 mm
  faces: {front: {corner: cost, body: text}}
dividers:
  title: {en: Dividers, fr: Intercalaires}
  output: dividers
  entries: {events: all}
  papers: [a4]
  faces: {front: {symbol: effect, body: text}, back: {}}
round:
  title: {en: Tokens, fr: Jetons}
  output: tokens
  entries: {events: all}
  papers: [a4]
  faces: {front: {corner: cost, symbol: effect}, common_back: {icon: oil}}
tuck:
  title: {en: Events, fr: Événements}
  output: box
  holds: deck
  papers: [a4]
  panels: {back: {text: {en: Two players, fr: À deux}}}
dice:
  title: {en: Weather dice, fr: Dés de météo}
  output: stickers
  papers: [a4]
  size: 12 mm
  dice: [{faces: ["{fire}", "{oil}{oil}", 1], copies: 2}]
gm:
  title: {en: Screen, fr: Écran}
  output: screen
  papers: [a4]
  size: 150 x 120 mm
  panels: [{text: {en: First., fr: Un.}}, {text: {en: Second., fr: Deux.}}]
  players: {title: {en: Watch, fr: Veille}}
all:
  title: {en: All cards, fr: Toutes les cartes}
  output: index
  of: deck
  papers: [a4]
form:
  title: {en: Log, fr: Journal}
  output: sheet
  papers: [a4]
  page: half
  copies: 2
  form:
    - {text: {en: Write here., fr: Écrivez ici.}}
    - table: {columns: [{en: Day, fr: Jour}, {en: Wind, fr: Vent}], rows: 3}
"""


def make(root: Path) -> None:
    """Every kind of piece in English, and the deck once more for folding."""
    project = Project(piece_game(root, PRODUCTS))
    report = project.build(jobs=1, langs=["en"], inks=["full"])
    assert [str(problem) for problem in report.problems] == []


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of all pieces."""
    return shared(tmp_path_factory, "tagged-pieces", make) / "out" / "storm"


def said(storm: Path, name: str) -> SpokenText:
    return read_structure(storm / f"{name}.en.a4.pdf")


def test_all_that_is_drawn_is_content_or_decoration(storm: Path) -> None:
    files = sorted(storm.glob("*.pdf"))
    assert len(files) == 9
    assert {path.name: unmarked(path) for path in files} == {path.name: [] for path in files}


def test_a_card_is_read_once_and_its_copies_are_counted(storm: Path) -> None:
    deck = said(storm, "deck")
    wave, elmo, back = (each for each in deck.kids if each.name == "Sect")
    assert [each.words for each in wave.all("H1")] == ["The Great Wave"]
    assert wave.text.split()[-6:-2] == ["2", ".", "oil", "oil"]
    counted = [figure.alt for figure in deck.all("Figure")]
    assert counted == ["Copies: 4", "Copies: 2", "Copies: 6"]
    assert "Storm" in back.text and "Elmo" in elmo.text


def test_the_foot_of_a_sheet_is_read_and_its_marks_are_not(storm: Path) -> None:
    words = [each.words for each in said(storm, "deck").kids if each.name == "P"]
    assert words[0] == "Print at 100% (actual size)"
    assert "fronts" in words[1] and "50 mm" not in " ".join(words)


@pytest.mark.parametrize(("name", "read"), [("deck", 3), ("form", 2)])
def test_a_content_has_one_place(storm: Path, name: str, read: int) -> None:
    """A form with marks is drawn once."""
    with pikepdf.open(storm / f"{name}.en.a4.pdf") as pdf:
        drawn: list[tuple[int, int]] = []
        for page in pdf.pages:
            forms = page.Resources.XObject
            for step in pikepdf.parse_content_stream(page):
                if str(step.operator) == "Do":
                    form = forms[str(step.operands[0])]
                    drawn += [form.objgen] if b"/MCID" in form.read_bytes() else []
        assert len(drawn) == len(set(drawn)) == read


def test_a_sheet_is_one_document_on_all_pages_with_a_table(storm: Path) -> None:
    form = said(storm, "form")
    # Each copy is filled in, so it is read.
    assert len(form.kids) == 2 and form.all("Figure") == []
    for table in form.all("Table"):
        headers = [(each.words, each.scope) for each in table.all("TH")]
        assert headers == [("Day", "Column"), ("Wind", "Column")]
        assert len(table.all("TR")) == 4 and len(table.all("TD")) == 6


def test_other_pieces_say_their_words(storm: Path) -> None:
    expected = {
        "pawns": "Relight.",
        "dividers": "Relight.",
        "round": "Elmo",
        "tuck": "Two players",
        "dice": "fire",
        "gm": "Second.",
        "all": "The Great Wave× 4",
    }
    for name, words in expected.items():
        assert words in said(storm, name).text, name


def test_a_folded_deck_has_a_structure_too(tmp_path: Path) -> None:
    project = Project(piece_game(tmp_path, PRODUCTS))
    options = PrintOptions(duplex="gutter-fold")
    report = project.build(["storm/deck"], jobs=1, langs=["fr"], inks=["full"], options=options)
    assert [str(problem) for problem in report.problems] == []
    (path,) = (tmp_path / "out" / "storm").glob("*.pdf")
    assert unmarked(path) == []
    counted = [figure.alt.split() for figure in read_structure(path).all("Figure")]
    assert [(words[0], words[-1]) for words in counted] == [
        ("Exemplaires", count) for count in ("4", "6", "2")
    ]


@pytest.mark.slow
def test_verapdf_finds_nothing(storm: Path) -> None:
    assert verapdf("ua1", paths=sorted(storm.glob("*.pdf"))) == []
