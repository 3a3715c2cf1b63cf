"""Lists of entries in books."""

from __future__ import annotations

from pathlib import Path

from piece_games import piece_game

from printgen import Project
from printgen.views.directives import entries_view


def test_a_picture_of_several_entries_is_printed_once(tmp_path: Path) -> None:
    root = piece_game(tmp_path, "cards: {title: Cards, output: book}\n")
    events = root / "content/storm/events/events.yaml"
    events.write_text(
        events.read_text().replace("effect: fire", "effect: fire\n    art: images/wave.png")
    )
    library = Project(root).library
    views = entries_view(library, library.games["storm"], "events", "all", "en")
    pictures = [[f["picture"] for f in view["fields"] if f["picture"]] for view in views]
    assert pictures == [["content/storm/images/wave.png"], []]
