"""Texts of cards in columns, with drop caps and keywords; overlong ones on backs; cards that share
a sheet.
"""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from helpers import all_words_in, squeezed, words_in
from small_projects import write

from printgen import Project
from printgen.content.models.products import CardsProduct
from printgen.paper import PAPERS, Size, shared_sheet
from printgen.products import kind_of
from printgen.products.card_faces import Card, numbered_faces, selected
from printgen.products.card_type import deck_type
from printgen.products.card_words import with_keywords
from printgen.products.cards import FacesKind
from printgen.products.kind import PrintOptions
from printgen.rules.terms import keywords
from printgen.typography.blocks import drop_cap_in, with_drop_cap, without_drop_cap

SENTENCE = "Take the lamp from its hook, light it, and put {} oil into the jar. "

SHORT = "Take a lamp."


def deck(root: Path, rows: dict[str, str], front: str, more: str = "", game: str = "") -> Project:
    """A deck of rows with a text each, with a recipe, more keys of the product and of the game."""
    quoted = "".join(f'{name},"{text}"\n' for name, text in rows.items())
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": f"title: G\nlanguages: [en]\n{game}",
        "content/g/c.csv": f"name,text\n{quoted}",
        "content/g/products.yaml": "deck: {title: Deck, output: cards, source: c.csv, "
        f"inks: [full], faces: {{front: {front}}}, {more or 'papers: [a4]'}}}\n",
    }
    return Project(write(root, files))


def product_of(project: Project) -> CardsProduct:
    (entry,) = project.library.games["g"].products_of(CardsProduct)
    return entry.value


def places(path: Path, words: str, page: int = 0) -> tuple[float, float, float, float]:
    """The box of the first letter of words: left, bottom, right, top (pt)."""
    with pypdfium2.PdfDocument(path) as document:
        text = document[page].get_textpage()
        place = text.search(words).get_next()
        assert place, words
        box: tuple[float, float, float, float] = text.get_charbox(place[0])
        return box


def test_a_text_in_two_columns(tmp_path: Path) -> None:
    text = "".join(SENTENCE.format(n) for n in ("ten", *["some"] * 8, "twenty"))
    front = "{body: text, columns: 2}"
    project = deck(tmp_path, {"Long": text, "Short": SHORT}, front, "format: 120 x 70 mm")
    report = project.build(jobs=1, papers=["a4"])
    assert not [each for each in report.problems if each.severity == "error"]
    path = tmp_path / "out/g/deck.en.a4.pdf"
    (left, foot, *_), (right, end, *_) = places(path, "Take the"), places(path, "twenty")
    half = 60 * 72 / 25.4
    # The last words are in the second column, beside the first ones.
    assert half * 0.7 < right - left < 2 * half
    assert end > foot - 0.6 * 70 * 72 / 25.4
    assert squeezed(words_in(path, 0)).count("Takethelamp") == 10


def test_a_drop_cap_stands_on_its_second_line(tmp_path: Path) -> None:
    project = deck(tmp_path, {"Long": SENTENCE.format("some") * 3}, "{body: text, drop_cap: true}")
    assert project.build(jobs=1).problems == []
    path = tmp_path / "out/g/deck.en.a4.pdf"
    words = words_in(path, 0)
    assert "Takethelamp" in squeezed(words)
    with pypdfium2.PdfDocument(path) as document:
        text = document[0].get_textpage()
        letters = [
            (text.get_text_range(n, 1), text.get_charbox(n)) for n in range(text.count_chars())
        ]
    height = {
        letter: max(b[3] - b[1] for each, b in letters if each == letter) for letter in ("T", "k")
    }
    (cap,) = [box for letter, box in letters if letter == "T" and box[3] - box[1] > 20]
    assert height["T"] > 2 * height["k"]
    # Letters without tails beside its foot stand on the same line.
    beside = [b for letter, b in letters if letter in "hklm" and abs(b[1] - cap[1]) < 0.6]
    assert beside and min(box[0] for box in beside) > cap[2]


def test_what_has_a_drop_cap() -> None:
    assert with_drop_cap("Élan") == '<span class="drop-cap"><span>É</span></span>lan'
    assert drop_cap_in(with_drop_cap("<em>A lamp</em>")) == "A"
    assert without_drop_cap(with_drop_cap("<em>A lamp</em>")) == "<em>A lamp</em>"
    for plain in ("« Non »", "3 oil", "<ul><li>A</li></ul>", "&amp; so", "", "مصباح"):
        assert with_drop_cap(plain) == plain


def test_short_texts_have_no_drop_cap(tmp_path: Path) -> None:
    project = deck(tmp_path, {"Short": SHORT}, "{body: text, drop_cap: true}")
    assert project.build(jobs=1).problems == []
    box = places(tmp_path / "out/g/deck.en.a4.pdf", "Take")
    other = places(tmp_path / "out/g/deck.en.a4.pdf", "lamp")
    assert abs(box[1] - other[1]) < 1


def test_words_of_the_game_stand_out(tmp_path: Path) -> None:
    game = "terms: {lamp: {term: lamp, forms: [lamps]}, jar: {term: Jar, not: [pot]}}\n"
    project = deck(tmp_path, {"Short": SHORT}, "{body: text}", game=game)
    known = keywords(project.library, project.library.games["g"], "en")
    said = "Lamps, <strong>lamps</strong> and a pot or the Jar"
    assert with_keywords(said, known) == (
        '<span class="keyword">Lamps</span>, <strong><span class="keyword">lamps</span></strong> '
        'and a pot or the <span class="keyword">Jar</span>'
    )
    assert with_keywords("<code>lamps</code>", known) == "<code>lamps</code>"
    # A number after a keyword is on its line.
    numbered = with_keywords("Jar 1, <strong>lamp</strong> +2, lamp 2", known)
    assert numbered.count("\u00a0") == 3 and "Jar</span>\u00a01" in numbered
    front = "{body: text, keywords: true, style: classic}"
    rows = {"Long": SENTENCE.format("some") * 3, "Short": SHORT}
    assert deck(tmp_path / "b", rows, front, game=game).build(jobs=1).problems == []


def test_a_second_column_is_taken_where_the_author_says(tmp_path: Path) -> None:
    rows = {"List": "\n".join(f"- Lamp {n}" for n in range(24)), "Short": SHORT}
    size = "format: 148 x 70 mm, papers: [a4]"
    columns = {}
    for ways in ("smaller", "smaller, column", "column, smaller"):
        root = tmp_path / ways.replace(", ", "-")
        project = deck(root, rows, f"{{body: text, overlong: [{ways}]}}", size)
        (target,) = project.targets()
        product = product_of(project)
        recipe = product.faces.with_band(product.faces.front)  # type: ignore[arg-type]
        area = Size(product.trim.width - 6, product.trim.height - 6)
        types = deck_type(project.library, target, product, recipe, area).types
        columns[ways] = types["deck", "g/list", 1].columns
        errors = [each.code for each in project.build(jobs=1).problems if each.severity == "error"]
        assert errors == (["face-overflow"] if ways == "smaller" else [])
    assert columns == {"smaller": 1, "smaller, column": 2, "column, smaller": 2}


@pytest.mark.sees("text-continued")
def test_a_text_goes_on_on_the_back(tmp_path: Path) -> None:
    text = "".join(SENTENCE.format(n) for n in range(100, 126))
    front = "{body: text, overlong: [smaller, back]}"
    project = deck(tmp_path, {"Spark": SHORT, "Storm": text, "Fog": SHORT}, front)
    report = project.build(jobs=1)
    (problem,) = report.problems
    assert problem.code == "text-continued" and "goes on on its back" in problem.message
    path = tmp_path / "out/g/deck.en.a4.pdf"
    front_words, back_words = squeezed(words_in(path, 0)), squeezed(words_in(path, 1))
    assert "Storm1/2" in front_words and "Storm2/2" in back_words
    numbers = re.findall(r"put(\d+)oil", front_words + back_words)
    assert numbers == [str(n) for n in range(100, 126)]
    assert "Spark" not in back_words
    # One card, whose back alone is printed; files of cards have a back for each.
    library, product = project.library, product_of(project)
    (target,) = project.targets()
    cards = selected(library, "g", product)
    assert [card.part for card in cards] == [(1, 1)] * 3
    faces = numbered_faces(library, target, product, PrintOptions().choice, cards)
    assert faces == [(0, None), (1, 4), (2, None)]
    pieces = kind_of(product).pieces(library, target, product)
    assert pieces and pieces.two_sided
    assert deck(tmp_path / "b", {"Spark": SHORT}, front).build(jobs=1).problems == []
    with pypdfium2.PdfDocument(tmp_path / "b/out/g/deck.en.a4.pdf") as document:
        assert len(document) == 1


def test_a_very_long_text_takes_both_sides_of_several_cards(tmp_path: Path) -> None:
    text = "".join(SENTENCE.format(n) for n in range(100, 160))
    project = deck(tmp_path, {"Storm": text}, "{body: text, overlong: [smaller, back, card]}")
    cards: list[Card] = selected(project.library, "g", product_of(project))
    assert len(cards) == 2 and cards[1].part == (2, 2)
    assert not [each for each in project.build(jobs=1).problems if each.severity == "error"]
    words = squeezed(all_words_in(tmp_path / "out/g/deck.en.a4.pdf"))
    assert sorted(re.findall(r"put(\d+)oil", words)) == [str(n) for n in range(100, 160)]


def test_overlong_cards_do_not_stop_a_deck(tmp_path: Path) -> None:
    table = "\n".join(f"| {n} | Take the lamp from its hook |" for n in range(200))
    rows = {f"Card {n}": f"Take {n} lamps." for n in range(20)} | {
        "Absurd": ("word " * 4000)[:20_000],
        "Word": "x" * 500,
        "Table": f"| d6 | What |\n|---|---|\n{table}",
        "Wide": "| {} |\n|{}|\n| {} |".format(
            " | ".join(f"Column{n}" for n in range(14)), "---|" * 13 + "---", " | ".join("a" * 14)
        ),
        "Long": "".join(SENTENCE.format(n) for n in range(100, 126)),
    }
    project = deck(tmp_path, rows, "{body: text}")
    before = tmp_path / "out/g/deck.en.a4.pdf"
    before.parent.mkdir(parents=True)
    before.write_bytes(b"earlier")
    report = project.build(jobs=1)
    assert not report.failed
    named = {(each.code, re.search(r"g/(\w+)", each.message)[1]) for each in report.problems}  # type: ignore[index]
    overfull = {("face-overflow", name) for name in ("absurd", "word", "table", "wide")}
    assert named == overfull | {("text-continued", "long")}
    (file,) = report.built
    assert file.target.path == "out/g/deck.en.a4.draft.pdf"
    assert before.read_bytes() == b"earlier"
    words = squeezed(all_words_in(tmp_path / file.target.path))
    assert all(squeezed(f"Take {n} lamps.") in words for n in range(20))
    assert "Long2/2" in words and "DRAFT" in words.upper()
    # Their text is no measure for that of the others.
    (target,) = project.targets()
    product = product_of(project)
    recipe = product.faces.with_band(product.faces.front)  # type: ignore[arg-type]
    area = Size(product.trim.width - 6, product.trim.height - 6)
    types = deck_type(project.library, target, product, recipe, area).types
    assert types["deck", "g/card-1", 1].size > 9
    # Once they are shorter, the file is no draft.
    mended = deck(tmp_path, {name: text[:40] for name, text in rows.items()}, "{body: text}")
    assert mended.build(jobs=1).built[0].target.path == "out/g/deck.en.a4.pdf"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 8, 9, 12, 16])
def test_cards_share_a_sheet(tmp_path: Path, count: int) -> None:
    copies = f"quantities: {{spark: {count + 1}}}"
    more = f"papers: [a4, letter], per_sheet: {count}, {copies}"
    project = deck(tmp_path, {"Spark": SHORT}, "{body: text}", more)
    product = product_of(project)
    assert product.trim.width < product.trim.height
    kind = kind_of(product)
    assert isinstance(kind, FacesKind)
    for target in project.targets(papers=["a4", "letter"]):
        plan = kind.plan(project.library, target, product, PrintOptions())
        assert [len(side.placements) for side in plan.sides] == [count, 1]


def test_quarters_of_a_paper() -> None:
    assert shared_sheet(4, [PAPERS["a4"]], 3.0, 6.0, "long-edge") == Size(92.5, 133)
    assert shared_sheet(4, [PAPERS["a4"]], 3.0, 0.0, "long-edge") == Size(95.5, 136)


@pytest.mark.parametrize(
    ("front", "more", "message"),
    [
        ("{body: text, overlong: [card, smaller]}", "", "`card` is the last way"),
        ("{body: text, overlong: [smaller, smaller]}", "", "each way is named once"),
        ("{body: text, columns: 3}", "", "'3' is out of range"),
        ("{body: text}", "format: poker, per_sheet: 4", "give one of `format` and `per_sheet`"),
        ("{body: text}", "papers: [a1], per_sheet: 1", "a card has 20 to 300 mm a side"),
        ("{body: text}", "per_sheet: 0", "'0' is out of range"),
    ],
)
def test_what_cannot_be_is_a_problem(tmp_path: Path, front: str, more: str, message: str) -> None:
    problems = deck(tmp_path, {"Spark": SHORT}, front, more).problems
    assert problems and any(message in str(each) for each in problems)
    assert all(each.position.file == "content/g/products.yaml" for each in problems)
