"""Tokens and boxes in the preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from piece_games import piece_game

from printgen import Project
from printgen.extras.preview.jobs import PieceMissing, piece_work
from printgen.extras.preview.pieces import Piece, table
from printgen.paper import Size

PRODUCTS = """
tokens: {title: Tokens, output: tokens, entries: {events: all}, size: 30 mm}
deck: {title: Deck, output: cards, entries: {events: all}, faces: {front: {body: text}}}
box: {title: Box, output: box, holds: deck, papers: [a4]}
large: {title: Box, output: box, holds: deck, stock: 5 mm, papers: [a5]}
"""


def test_tokens_are_shown_as_cards_are(tmp_path: Path) -> None:
    library = Project(piece_game(tmp_path, PRODUCTS)).library
    found = table(library, library.games["storm"].products["tokens"], None)
    assert (found["width"], found["bleed"], found["radius"]) == (30, 2, 15)
    assert [item["id"] for item in found["items"]] == ["events/storm/wave", "events/storm/elmo"]
    piece = Piece("storm", "tokens", "en", "full", "events/storm/elmo", "front")
    assert piece_work(library, piece, None).size == Size(34, 34)


def test_each_face_of_a_box_is_a_piece(tmp_path: Path) -> None:
    library = Project(piece_game(tmp_path, PRODUCTS)).library
    found = table(library, library.games["storm"].products["box"], None)
    names = []
    for item in found["items"]:
        task = piece_work(library, Piece("storm", "box", "en", "full", item["id"]), None).task
        assert task
        names.append(task.job.name.rpartition(" ")[2])
    assert names == ["ground", "back", "side", "front", "top", "bottom"]
    for missing in ("0", "7", "x", "events/storm/elmo"):
        with pytest.raises(PieceMissing):
            piece_work(library, Piece("storm", "box", "en", "full", missing), None)


def test_a_box_that_fits_no_paper_has_nothing_to_show(tmp_path: Path) -> None:
    library = Project(piece_game(tmp_path, PRODUCTS)).library
    found = table(library, library.games["storm"].products["large"], None)
    assert [item["id"] for item in found["items"]] == ["1"]
    with pytest.raises(PieceMissing, match="it fits on"):
        piece_work(library, Piece("storm", "large", "en", "full", "1"), None)
