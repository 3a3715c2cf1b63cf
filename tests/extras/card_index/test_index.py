"""Indexes of decks: their words, and their pictures against the faces of the decks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from helpers import colours, page_sizes, printgen, shared, starter, words_in

from printgen.extras.card_index.pages import HEAD, MARGIN
from printgen.imposition.plan import ImpositionOptions, impose
from printgen.paper import CARDS, PAPERS

INDEX = """
cards-index:
  title: {fr: Toutes les cartes, en: All cards}
  output: index
  of: crew-cards
faces-index:
  title: {fr: Toutes les faces, en: All faces}
  output: index
  of: [crew-cards, events]
  backs: true
  columns: 4
events:
  title: {fr: Événements, en: Events}
  output: cards
  profiles: [captain, sailor]
  faces:
    front: card-front
    common_back: {title: {en: Storm, fr: Tempête}}
"""


def make(root: Path) -> None:
    """The starter with two indexes, built with its decks."""
    products = starter(root) / "content" / "fog" / "products.yaml"
    products.write_text(products.read_text() + INDEX)
    done = printgen(root, "build", "fog/*cards*", "fog/events", "fog/*index", "--jobs", "1")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "indexes", make)


def file(game: Path, name: str) -> Path:
    return game / "out" / "fog" / name


def test_the_words_are_the_names_and_numbers_in_order(game: Path) -> None:
    path = file(game, "cards-index.en.a4.pdf")
    words = words_in(path, 0, (0, 0, 210, 297))
    assert "Fog and Compasses – All cards" in words
    assert "6 cards, 4 different" in words
    assert re.findall(r"The ([A-Z][\w ]+?)\s+× (\d)", words) == [
        ("Captain", "1"), ("Drowned Man", "1"), ("Harpooner", "1"), ("Sailor", "3"),
    ]  # fmt: skip
    assert "1/1" in words
    assert page_sizes(path) == [(210, 297)]
    french = words_in(file(game, "cards-index.fr.a4.pdf"), 0)
    assert "6 cartes, dont 4 différentes" in french
    assert "Brume et boussoles – Toutes les cartes" in french


def test_pictures_are_the_faces_of_the_deck(game: Path) -> None:
    """The first picture equals the first card of the deck at the same scale."""
    per_mm = 12
    p = impose([(0, 1)] * 6, PAPERS["a4"], ImpositionOptions(CARDS["poker"])).sides[0].placements[0]
    trim = (p.x, p.y, p.x + p.width, p.y + p.height)
    deck = colours(file(game, "crew-cards.en.a4.pdf"), 0, per_mm, trim)
    width = (210 - 2 * MARGIN - 4 * 4) / 5
    box = (MARGIN, MARGIN + HEAD, MARGIN + width, MARGIN + HEAD + width / 63 * 88)
    shown = colours(file(game, "cards-index.en.a4.pdf"), 0, per_mm * 63 / width, box)
    height, across = min(deck.shape[0], shown.shape[0]), min(deck.shape[1], shown.shape[1])
    inner = np.s_[60 : height - 60, 60 : across - 60]
    assert np.abs(deck[inner] - shown[inner]).mean() < 6
    assert np.abs(deck[inner] - shown[inner][:, ::-1]).mean() > 9


def test_a_face_of_a_deck_is_not_laid_out_again(game: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(game, tmp_path / "copy")
    for path in copy.glob("out/fog/cards-index*"):
        path.unlink()
    (copy / "content/fog/products.yaml").write_text(
        (copy / "content/fog/products.yaml").read_text().replace("All cards", "Each card")
    )
    done = printgen(copy, "build", "fog/cards-index", "--lang", "en", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    again = file(copy, "cards-index.en.a4.pdf")
    with pikepdf.open(file(game, "cards-index.en.a4.pdf")) as old, pikepdf.open(again) as new:
        forms = [
            sorted(form.read_bytes() for form in pdf.pages[0].Resources.XObject.values())
            for pdf in (old, new)
        ]
    assert forms[0] == forms[1]
    assert "Each card" in words_in(again, 0)


def test_own_backs_are_beside_fronts_and_shared_backs_follow(game: Path) -> None:
    path = file(game, "faces-index.en.a4.pdf")
    words = words_in(path, 0)
    for title in ("Crew cards", "Events"):
        assert title in words
    # Six crew cards, and two events with one common back.
    assert "8 cards, 6 different" in words
    assert re.search(r"Back\s+× 2", words)
    with pikepdf.open(path) as pdf:
        content = b"\n".join(part.read_bytes() for part in pdf.pages[0].Contents)
        scales = re.findall(
            rb"([\d.]+) 0\.00000 0\.00000 [\d.]+ ([\d.]+) ([\d.]+) cm /F(\d+)", content
        )
    faces = [int(number) for *_, number in scales]
    # Fronts and backs in turn; then the two events and their back.
    assert faces == [0, 4, 1, 5, 2, 6, 3, 7, 8, 9, 10]


def test_low_ink_saves_ink(game: Path) -> None:
    done = printgen(game, "build", "fog/cards-index", "--ink", "low", "--jobs", "1")
    assert done.returncode == 0
    light = [
        colours(file(game, name), 0, 3).mean()
        for name in ("cards-index.en.a4.pdf", "cards-index.en.a4.low-ink.pdf")
    ]
    assert light[1] > light[0]


def test_a_name_without_glyphs_is_a_problem(tmp_path: Path) -> None:
    root = starter(tmp_path)
    products = root / "content" / "fog" / "products.yaml"
    products.write_text(products.read_text() + INDEX)
    captain = root / "content" / "fog" / "profiles" / "captain.yaml"
    captain.write_text(captain.read_text().replace("The Captain", "The \U0001d15e"))
    done = printgen(root, "build", "fog/cards-index", "--lang", "en", "--jobs", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "names contain characters without a glyph" in done.stderr
    assert "captain.yaml:1:30" in done.stderr


def test_long_names_have_two_lines(tmp_path: Path) -> None:
    root = starter(tmp_path)
    products = root / "content" / "fog" / "products.yaml"
    eight = INDEX.replace("  of: crew-cards\n", "  of: crew-cards\n  columns: 8\n")
    products.write_text(products.read_text() + eight)
    done = printgen(root, "build", "fog/cards-index", "--lang", "en", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    path, width = file(root, "cards-index.en.a4.pdf"), (210 - 2 * MARGIN - 7 * 4) / 8
    left, foot = MARGIN + width + 4, MARGIN + HEAD + width / 63 * 88
    caption = words_in(path, 0, (left - 1, foot + 0.5, left + width + 0.5, foot + 9))
    assert " ".join(caption.split()) == "The Drowned Man × 1"
