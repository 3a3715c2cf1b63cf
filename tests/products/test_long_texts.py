"""Texts that are too long for their card: they are smaller, and go on on further cards."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from helpers import all_words_in, squeezed, without_markup, words_in
from small_projects import write

from printgen import Project
from printgen.content.library import AnyEntry, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.extras.exports.card_pictures import deck_cards
from printgen.extras.preview.jobs import piece_work
from printgen.extras.preview.pieces import Piece, card_item
from printgen.extras.preview.positions import piece_position
from printgen.paper import Size
from printgen.press.build import BuildReport
from printgen.products.card_faces import card_count, numbered_faces, selected
from printgen.products.card_parts import part_view
from printgen.products.card_type import DeckType, deck_type
from printgen.products.card_words import card_views
from printgen.products.kind import PrintOptions

GAME = """
title: {en: Lamps, fr: Lampes}
languages: [en, fr]
icons: {oil: ☀, lamp: images/lamp.svg}
kinds:
  lamps:
    label: {en: Lamp, fr: Lampe}
    fields:
      wick: {type: integer, label: {en: Wick, fr: Mèche}}
      art: {type: image, optional: true}
      text: {}
      flavour: {optional: true}
"""

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 5"><rect width="9" height="5"/></svg>'
)

SHORT = ("Draw a card.", "Piochez une carte.")
LINE = "Draw card number {} from the pile of lamps, look at it, and put it back. "


def lines(first: int, count: int) -> str:
    """Sentences with a number each."""
    return "".join(map(LINE.format, range(first, first + count)))


def deck(
    root: Path,
    cards: dict[str, tuple[str, str]],
    front: str = "{body: text}",
    more: str = "",
    entry: str = "",
) -> Project:
    """A deck of texts in two languages, with a recipe, more keys of the product and of entries."""
    entries = "".join(
        f"  {name}: {{name: {name.title()}, wick: 2, "
        f"text: {{en: {json.dumps(en)}, fr: {json.dumps(fr)}}}{entry}}}\n"
        for name, (en, fr) in cards.items()
    )
    product = (
        f"title: Deck, output: cards, entries: {{lamps: all}}, papers: [a4], inks: [full]{more}"
    )
    files = {
        "printgen.yaml": "",
        "content/lamps/game.yaml": GAME,
        "content/lamps/images/lamp.svg": PICTURE,
        "content/lamps/products.yaml": f"deck: {{{product}, faces: {{front: {front}}}}}\n",
        "content/lamps/lamps/lamps.yaml": f"entries:\n{entries}",
    }
    return Project(write(root, files))


def build(project: Project, *langs: str) -> BuildReport:
    return project.build([], jobs=1, langs=langs or ["en"])


def product_of(project: Project) -> CardsProduct:
    (entry,) = project.library.games["lamps"].products_of(CardsProduct)
    return entry.value


def types_of(project: Project) -> DeckType:
    (target, *_) = project.targets(["lamps/deck"])
    product = product_of(project)
    recipe = product.faces.front
    assert isinstance(recipe, Recipe)
    area = Size(product.trim.width - 6, product.trim.height - 6)
    return deck_type(project.library, target, product, product.faces.with_band(recipe), area)


@pytest.mark.sees("text-continued")
def test_a_long_text_goes_on_on_further_cards(tmp_path: Path) -> None:
    text = lines(100, 13) + "\n" + lines(113, 13)
    project = deck(tmp_path, {"spark": SHORT, "storm": (text, "Piochez.")})
    report = build(project)
    (problem,) = report.problems
    assert (problem.code, problem.severity) == ("text-continued", "warning")
    assert "lamps/storm (lamps/deck) takes 2 cards" in problem.message
    assert problem.message.endswith("; the deck has 3 cards instead of 2")
    line = (tmp_path / problem.position.file).read_text().splitlines()[problem.position.line - 1]
    assert "number 113 from" in line
    words = words_in(tmp_path / "out/lamps/deck.en.a4.pdf", 0)
    # Each sentence once, in order; a title is written after its text.
    assert re.findall(r"number (\d+)", words) == [str(n) for n in range(100, 126)]
    shown = squeezed(words)
    first, second = shown.index("Storm1/2"), shown.index("Storm2/2")
    assert shown.index("Spark") < shown.index("number112") < first
    assert first < shown.index("number113") < second
    # A build from the store says the same.
    again = build(Project(tmp_path))
    assert [each.message for each in again.problems] == [problem.message]
    # All of it is read by those who listen.
    parts = [card.part for card in selected(project.library, "lamps", product_of(project))]
    assert parts == [(1, 1), (1, 2), (2, 2)]


def test_cards_are_the_same_in_all_languages(tmp_path: Path) -> None:
    long = {"storm": ("Draw.", lines(100, 26))}
    report = build(deck(tmp_path, {"spark": SHORT, **long}), "en", "fr")
    assert {each.code for each in report.problems} == {"text-continued"}
    english, french = (
        squeezed(words_in(file, 0)) for file in sorted((tmp_path / "out/lamps").glob("*.pdf"))
    )
    assert "Storm1/2" in english and "Storm2/2" in english and english.count("Draw.") == 1
    assert "Storm1/2" in french and "Storm2/2" in french


def test_the_first_card_has_the_picture_and_the_last_one_the_foot(tmp_path: Path) -> None:
    front = "{corner: wick, picture: art, body: text, stats: wick, foot: flavour}"
    entry = ", art: images/lamp.svg, flavour: The end."
    long = {"storm": (lines(100, 26), "Piochez.")}
    project = deck(tmp_path, {"spark": SHORT, **long}, front, entry=entry)
    product = product_of(project)
    recipe = product.faces.with_band(product.faces.front)  # type: ignore[arg-type]
    library = project.library
    name = "lamps", "lamps/storm"
    whole, _ = card_views(library, "lamps", product, recipe)[name]
    cards = [card for card in selected(library, "lamps", product) if card.part.of > 1]
    views = [
        part_view(library, "lamps", product, recipe, (*name, "en"), whole, card.part)
        for card in cards
    ]
    assert len(views) > 1
    assert [bool(view["picture"]) for view in views] == [True] + [False] * (len(views) - 1)
    assert [bool(view["stats"]) for view in views] == [True] + [False] * (len(views) - 1)
    assert [bool(view["foot"]) for view in views] == [False] * (len(views) - 1) + [True]
    assert all(view["corner"] == whole["corner"] for view in views)
    assert not [p for p in build(project).problems if p.severity == "error"]


def test_each_card_counts(tmp_path: Path) -> None:
    back = ", common_back: {title: Lamps}"
    long = {"storm": (lines(100, 26), "Piochez.")}
    front = f"{{body: text}}{back}"
    project = deck(tmp_path, {"spark": SHORT, **long}, front, ", quantities: {storm: 3}")
    library, product = project.library, product_of(project)
    assert card_count(library, "lamps", product) == 1 + 3 * 2
    (target, *_) = project.targets(["lamps/deck"])
    cards = selected(library, "lamps", product)
    faces = numbered_faces(library, target, product, PrintOptions().choice, cards)
    # All cards have the back that follows the three fronts.
    assert sorted(faces) == [(0, 3), *[(1, 3)] * 3, *[(2, 3)] * 3]
    assert build(project).built
    path = tmp_path / "out/lamps/deck.en.a4.pdf"
    assert squeezed(words_in(path, 0)).count("Storm2/2") == 3
    with pypdfium2.PdfDocument(path) as document:
        assert len(document) == 2


def test_a_back_of_its_own_is_behind_both_cards(tmp_path: Path) -> None:
    front = "{body: text}, back: {title: none, body: wick, labels: wick}"
    long = {"storm": (lines(100, 26), "Piochez.")}
    project = deck(tmp_path, {"spark": SHORT, **long}, front)
    assert build(project).built
    path = tmp_path / "out/lamps/deck.en.a4.pdf"
    backs = squeezed(words_in(path, 1))
    assert backs.count("Wick") == 3
    # A face without a title has the number of its card at the foot.
    assert backs.count("1/2") == 1
    assert "Wick22/2" in backs


def test_an_author_chooses_what_is_done(tmp_path: Path) -> None:
    cards = {"spark": SHORT, "lamp": SHORT, "jar": SHORT, "storm": (lines(100, 40), "Piochez.")}
    smaller = deck(tmp_path / "a", cards, "{body: text, overlong: [smaller]}")
    (problem,) = build(smaller).problems
    assert problem.code == "face-overflow"
    report = smaller.build([], jobs=1, langs=["en"], options=PrintOptions(draft=True))
    assert report.built and [each.severity for each in report.problems] == ["warning"]
    # Without smaller type, there is one size.
    medium = cards | {"storm": (lines(100, 12), "Piochez.")}
    both = types_of(deck(tmp_path / "b", medium)).types
    assert len({even.size for even in both.values()}) == 2 and len(both) == 4
    card = types_of(deck(tmp_path / "c", medium, "{body: text, overlong: [card]}")).types
    assert len({even.size for even in card.values()}) == 1 and len(card) > 4


def test_a_long_foot_goes_on_too(tmp_path: Path) -> None:
    front = "{body: text, foot: flavour}"
    entry = f", flavour: {{any: {json.dumps(lines(140, 40))}}}"
    report = build(deck(tmp_path, {"storm": (lines(100, 40), "Piochez.")}, front, entry=entry))
    assert [each.code for each in report.problems] == ["text-continued"]
    words = words_in(tmp_path / "out/lamps/deck.en.a4.pdf", 0)
    # A line of the foot may be before the title of its card.
    assert sorted(re.findall(r"number (\d+)", words)) == [str(n) for n in range(100, 180)]


def test_what_fits_on_no_number_of_cards_is_named(tmp_path: Path) -> None:
    table = f"| Lamp | Rule |\n|---|---|\n| x | {lines(100, 40)} |"
    cards = {"storm": (lines(100, 260), "Piochez."), "table": (table, "Piochez.")}
    report = build(deck(tmp_path, cards))
    assert [problem.code for problem in report.problems] == ["face-overflow"] * 2
    whole, many = sorted(problem.hint.partition(", and ")[2] for problem in report.problems)
    assert whole.startswith("it has no place to go on on a further card")
    assert many == "it would take more than 9 cards"


def test_two_sides_are_warned_about_once(tmp_path: Path) -> None:
    front = "{body: flavour}, back: {body: text}"
    entry = f", flavour: {{any: {json.dumps(lines(300, 26))}}}"
    report = build(deck(tmp_path, {"storm": (lines(100, 50), "Piochez.")}, front, entry=entry))
    (problem,) = report.problems
    assert "takes 3 cards" in problem.message or "takes 4 cards" in problem.message


@pytest.mark.parametrize("seed", range(4))
def test_no_word_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    marks = ("{}", "{}", "*{}*", "**{}** {{oil}}", "3 {{lamp}} {}.", "{};")
    forms = ("{}\n", "- {}\n- or\n", "| d6 | do |\n|---|---|\n| 1 | {} |\n", "## {}\n")
    text, number = "", 100
    for _ in range(chance.randrange(8, 16)):
        names = range(number, number + chance.randrange(4, 30))
        words = " ".join(chance.choice(marks).format(f"w{n}") for n in names)
        number += 30
        text += chance.choice(forms).format(words)
    project = deck(tmp_path, {"spark": SHORT, "storm": (text, text)}, more=", format: mini")
    assert any(card.part.of > 1 for card in selected(project.library, "lamps", product_of(project)))
    report = build(project)
    assert {each.code for each in report.problems} <= {"text-continued", "text-small"}
    found = re.findall(r"w\d{3}", all_words_in(tmp_path / "out/lamps/deck.en.a4.pdf"))
    assert sorted(found) == sorted(re.findall(r"w\d{3}", text))


def test_rules_text_has_two_sizes(tmp_path: Path) -> None:
    texts = {
        f"card{n}": (lines(100, n), "Piochez.") for n in (1, 1, 2, 2, 3, 4, 6, 8, 12, 16, 20, 40)
    }
    more = {f"more{n}": SHORT for n in range(20)}
    project = deck(tmp_path, texts | more)
    found = types_of(project)
    assert len({even.size for even in found.types.values()}) == 2
    assert found.longest and found.longest[1] in ("lamps/card16", "lamps/card20")
    report = build(project)
    assert not [each for each in report.problems if each.severity == "error"]
    sizes = _sizes(tmp_path / "out/lamps/deck.en.a4.pdf", "number 10")
    assert len(sizes) == 2


def _sizes(path: Path, words: str) -> set[float]:
    """The sizes of the type (pt) in which words are printed."""
    found = set()
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            text = page.get_textpage()
            search = text.search(words)
            while place := search.get_next():
                box = text.get_charbox(place[0] + 2, loose=True)
                found.add(round(box[3] - box[1], 1))
            search.close()
            text.close()
    return found


@pytest.mark.spares("text-continued", "text-small")
def test_a_text_that_fits_is_on_one_card(tmp_path: Path) -> None:
    long = {"storm": (lines(100, 13), "Piochez.")}
    project = deck(tmp_path, {"spark": SHORT, "lamp": SHORT, "jar": SHORT, **long})
    assert build(project).problems == []


@pytest.mark.sees("text-small")
def test_very_small_type_is_named(tmp_path: Path) -> None:
    long = {"storm": (lines(100, 17), "Piochez.")}
    project = deck(tmp_path, {"spark": SHORT, "lamp": SHORT, "jar": SHORT, **long})
    (problem,) = build(project).problems
    assert problem.code == "text-small"
    assert "lamps/storm (lamps/deck) sets the text of its card in 6" in problem.message


def test_looks_with_very_small_type_have_one_warning(tmp_path: Path) -> None:
    long = {name: (lines(100, 17), "Piochez.") for name in ("storm", "night")}
    names = ("spark", "lamp", "jar", "dusk", "dawn", "day")
    late = " or ".join(f"name == '{name}'" for name in ("Night", "Dusk", "Dawn", "Day"))
    front = f'{{body: text, when: [{{if: "{late}", style: calm}}]}}'
    project = deck(tmp_path, dict.fromkeys(names, SHORT) | long, front)
    small = [each for each in build(project).problems if each.code == "text-small"]
    assert len(small) == 1
    assert "sets the text of 2 cards in 6" in small[0].message


def test_a_changed_text_changes_its_cards(tmp_path: Path) -> None:
    cards = {"spark": SHORT, "storm": (lines(100, 26), "Piochez.")}
    assert build(deck(tmp_path, cards)).built
    path = tmp_path / "out/lamps/deck.en.a4.pdf"
    before = path.read_bytes()
    changed = lines(100, 26).replace("number 125", "number 999")
    assert build(deck(tmp_path, {**cards, "storm": (changed, "Piochez.")})).built
    words = all_words_in(path)
    assert "999" in words and "125" not in words
    assert build(deck(tmp_path, {**cards, "storm": ("Draw.", "Piochez.")})).problems == []
    assert "2/2" not in squeezed(all_words_in(path))
    assert build(deck(tmp_path, cards)).built
    assert path.read_bytes() == before


def test_a_draft_with_faults_has_its_cards(tmp_path: Path) -> None:
    project = deck(tmp_path, {"spark": SHORT, "storm": (lines(100, 26), "Piochez.")})
    library = replace(project.library, is_draft=True)
    parts = [card.part for card in selected(library, "lamps", product_of(project))]
    assert parts == [(1, 1), (1, 2), (2, 2)]


def test_each_card_is_shown_and_in_the_files_of_card_printers(tmp_path: Path) -> None:
    project = deck(tmp_path, {"spark": SHORT, "storm": (lines(100, 26), "Piochez.")})
    library = project.library
    (entry,) = library.games["lamps"].products_of(CardsProduct)
    spark, *storm = deck_cards(library, entry, "en")
    assert [card.name for card in (spark, *storm)] == ["Spark", "Storm\u00a01/2", "Storm\u00a02/2"]
    # Each has the words that are on it.
    assert spark.words == "Draw a card."
    first, second = (re.findall(r"number (\d+)", card.words) for card in storm)
    assert first and second and [*first, *second] == [str(n) for n in range(100, 126)]
    items = [card_item(card) for card in selected(library, "lamps", entry.value)]
    assert items == ["lamps/lamps/spark", "lamps/lamps/storm", "lamps/lamps/storm/2"]
    words = []
    for item in items[1:]:
        piece = Piece("lamps", "deck", "en", "full", item, "front")
        assert piece.entry == "lamps/lamps/storm"
        task = piece_work(library, piece, None).task
        assert task
        words.append(str(task.job.context["face"]["title"]))  # type: ignore[index]
        assert piece_position(library, piece) == card_entry(library).at()
    assert [squeezed(without_markup(each)) for each in words] == ["storm1/2", "storm2/2"]


def card_entry(library: Library) -> AnyEntry:
    found = library.find("lamps", "lamps", "storm")
    assert found
    return found


def test_numbers_of_a_list_are_printed_as_they_are(tmp_path: Path) -> None:
    text = "3. three\n4. four\n5. Choose:\n  - gain two, or\n  - heal one.\n6. six"
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/c.csv": f'name,text\nOne,"{text}"\n',
        "content/g/products.yaml": "c: {title: C, output: cards, source: c.csv, "
        "papers: [a4], inks: [full], "
        "faces: {front: {body: text}}}\n",
    }
    report = Project(write(tmp_path, files)).build(jobs=1)
    assert report.problems == []
    words = squeezed(words_in(tmp_path / "out/g/c.en.a4.pdf", 0))
    # Numbers and signs come after the words that they are beside.
    assert "3.4.5.◦◦6." in words
