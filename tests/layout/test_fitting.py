"""Overflow, shrinking type and resolution of pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from helpers import (
    POINTS,
    built,
    shared,
    starter,
    words_in,
)
from layout_projects import (
    NOWHERE,
    Outcome,
    about,
    evil_project,
    kept,
    outcome_of,
    picture,
    products,
    profile,
)

from printgen import Project
from printgen.imposition.plan import ImpositionOptions, impose
from printgen.layout.face_layout import overflow_fault
from printgen.layout.fitting import ICON, Misfit
from printgen.layout.jobs import Job, PageFormat
from printgen.paper import CARDS, PAPERS
from printgen.problems import Position


def make_faulty(folder: Path) -> None:
    """A deck whose cards have one fault each, built after a valid one."""
    folder.mkdir()
    root = starter(folder / "game")
    built(root, "fog/crew-cards", langs=["en"])
    long = " ".join(["She walks the harbour wall and counts the lamps."] * 40)
    profile(root, "Wordy", f'{{en: "{long}", fr: Courte.}}')
    profile(root, "Bavarde", f'{{fr: "{long}", en: Short.}}')
    profile(root, "Wide", "Q7" * 70)
    profile(root, "Undead", '"Brains: \\U0001d15e and more."')
    (root / "content" / "fog" / "traits" / "more.yaml").write_text(
        "entries:\n  rune: {name: {any: Rune}, kind: ability, text: 'Says \U0001d161.'}\n"
    )
    profile(root, "Runic", traits="rune")
    picture(root, "coarse.png", 224, 190)
    picture(root, "fair.png", 460, 390)
    profile(root, "Coarse", more="image: images/coarse.png")
    profile(root, "Fair", more="image: images/fair.png")
    outcome_of(root, lambda: Project(root).build(["fog/crew-cards"], jobs=2), [])


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return kept(shared(tmp_path_factory, "faulty", make_faulty))


def test_overflow_names_entry_face_and_language(faulty: Outcome) -> None:
    found = about(faulty.problems, "face-overflow")
    (wordy,) = about(found, "fog/wordy")
    assert "(fog/crew-cards, card-front, en)" in wordy.message
    assert wordy.severity == "error"
    assert wordy.position == Position("content/fog/profiles/wordy.yaml", 3, 13)
    assert "the minimum of 6.2 pt" in wordy.hint
    assert "its longest text is 'She walks the harbour wall" in wordy.message
    (bavarde,) = about(found, "fog/bavarde")
    assert "(fog/crew-cards, card-front, fr)" in bavarde.message


def test_a_word_wider_than_its_box_overflows(faulty: Outcome) -> None:
    found = about(faulty.problems, "face-overflow", "fog/wide", "(fog/crew-cards, card-front, en)")
    assert len(found) == 1
    assert "overflows by" in found[0].message
    assert "Q7Q7" in found[0].message


def test_overflow_names_the_longest_text_of_the_face(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    long = "Une marée{nbsp}: elle monte, et les lampes baissent. ".format(nbsp="\xa0") * 60
    traits = root / "content/fog/traits/more.yaml"
    traits.write_text(
        f"entries:\n  tide: {{name: Marée, kind: ability, text: '{long}'}}\n"
        "  last: {name: Court, kind: ability, text: Rien.}\n",
        "utf-8",
    )
    profile(root, "Tidal", traits="tide, last")
    found = Project(root).build(["fog/crew-cards"], langs=["fr"], jobs=1).problems
    (tidal,) = about(found, "face-overflow")
    assert "its longest text is 'Marée. Une marée : elle monte" in tidal.message
    assert tidal.position == Position("content/fog/traits/more.yaml", 2, 44)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (ICON, "choose a larger size"),
        ("✦", "choose a larger size"),
        ("Rind", "shorten the text; its type is already at the minimum of 7 pt"),
    ],
)
def test_an_icon_that_overflows_is_no_text_to_shorten(text: str, hint: str) -> None:
    format = PageFormat("face", "plain/token", "en", "full", 20, 20, product="g/tokens")
    fault = overflow_fault(Job(format, "g/rind", {}), Misfit(0, 0.4, text), 7)
    assert fault.hint == hint
    assert f"'{text}' overflows by 0.4 mm" in fault.message


def test_overflow_is_not_reported_for_other_faces(faulty: Outcome) -> None:
    assert not about(faulty.problems, "fog/captain")
    assert not about(faulty.problems, "card-back, en", "overflow")


def test_a_missing_glyph_names_character_and_entry(faulty: Outcome) -> None:
    found = about(faulty.problems, "glyph-missing")
    (undead, *_) = about(found, "fog/undead", "\U0001d15e", "U+1D15E")
    assert undead.position == Position("content/fog/profiles/undead.yaml", 3, 8)
    (runic, *_) = about(found, "fog/runic", "\U0001d161", "U+1D161")
    assert runic.position == Position("content/fog/traits/more.yaml", 2, 50)
    # The same problem in both languages.
    assert len(set(found)) == 2
    assert {p.severity for p in found} == {"error"}


def test_a_coarse_picture_is_an_error_and_a_fair_one_a_warning(faulty: Outcome) -> None:
    found = about(faulty.problems, "image-resolution")
    coarse, fair = about(found, "fog/coarse"), about(found, "fog/fair")
    assert {p.severity for p in coarse} == {"error"}
    assert {p.severity for p in fair} == {"warning"}
    for problems, width in ((coarse, 224), (fair, 460)):
        (said,) = re.findall(r"(\d+) dpi", problems[0].message)
        # The picture is as wide as a poker card with its bleed, 69 mm.
        assert int(said) == pytest.approx(width / (69 / 25.4), abs=2)


def test_a_deck_with_errors_keeps_the_previous_files(faulty: Outcome) -> None:
    assert faulty.built == 0
    assert "fog/crew-cards.en.a4.pdf" in faulty.before
    assert faulty.after == faulty.before


@pytest.mark.slow
@pytest.mark.sees("image-resolution")
def test_a_picture_of_200_dpi_is_built_with_a_warning(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    picture(root, "fair.jpg", 548, 464)
    profile(root, "Fair", more="image: images/fair.jpg")
    report = Project(root).build(["fog/crew-cards"], langs=["en"], jobs=1)
    assert len(report.built) == 1
    (problem,) = report.problems
    assert (problem.code, problem.severity) == ("image-resolution", "warning")
    assert re.search(r"20\d dpi", problem.message)


@pytest.mark.sees("face-overflow")
@pytest.mark.spares("layout-limit")
def test_a_sheet_with_too_many_pages_overflows(tmp_path: Path) -> None:
    bodies = {"long": "{% for n in range(200) %}<p>line {{ n }}</p>{% endfor %}"}
    root = evil_project(tmp_path, bodies, NOWHERE)
    report = Project(root).build(jobs=1)
    (problem,) = report.problems
    assert problem.code == "face-overflow"
    assert re.search(r"has \d+ pages: too many rows or lines for one page$", problem.message)


def test_a_missing_glyph_of_a_sheet_is_reported_at_its_text(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    path = root / "content/fog/scenarios/last-quay.yaml"
    path.write_text(
        path.read_text("utf-8").replace("There has been", "\U0001d15e has been"), "utf-8"
    )
    report = Project(root).build(["fog/quay"], langs=["en"], jobs=1)
    (problem,) = report.problems
    assert problem.code == "glyph-missing"
    assert problem.position == Position("content/fog/scenarios/last-quay.yaml", 5, 7)


@pytest.mark.spares("face-overflow")
def test_type_shrinks_only_as_far_as_needed(tmp_path: Path) -> None:
    """A longer story takes a smaller size of the template, without a problem."""
    root = starter(tmp_path / "game")
    sentence = "He climbs as he breathes: noisily, without a thought. "
    for name, count in (("Short", 1), ("Medium", 12)):
        profile(root, name, f'"{sentence * count}"')
    products(
        root,
        "deck:\n  title: {any: Deck}\n  output: cards\n  profiles: [short, medium]\n"
        "  faces: {front: plain/card-front}\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    (path,) = built(root).glob("fog/*.pdf")
    plan = impose([(0, None), (1, None)], PAPERS["a4"], ImpositionOptions(CARDS["poker"]))
    heights = []
    for p, count in zip(plan.sides[0].placements, (1, 12), strict=True):
        box = (p.x, p.y, p.x + p.width, p.y + p.height)
        assert words_in(path, 0, box).count("breathes") == count
        heights.append(letter_height(path, box, "climbs"))
    short, medium = heights
    # plain/card-front shrinks from 8.8 pt to 6.2 pt.
    assert 6.2 / 8.8 - 0.01 < medium / short < 0.99


def letter_height(path: Path, box: tuple[float, float, float, float], word: str) -> float:
    """The height (points) of the letters of a word in a box (mm) of the first page."""
    document = pypdfium2.PdfDocument(path)
    page = document[0]
    text, height = page.get_textpage(), page.get_height()
    left, top, right, bottom = (side * POINTS for side in box)
    finder = text.search(word)
    found: list[float] = []
    while hit := finder.get_next():
        x, low, _, high = text.get_charbox(hit[0], loose=True)
        if left <= x <= right and top <= height - high <= bottom:
            found.append(high - low)
    document.close()
    return found[0]
