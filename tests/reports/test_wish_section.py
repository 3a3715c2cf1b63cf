"""The wishes of a game in its report."""

from __future__ import annotations

from pathlib import Path

from fen_game import FILES
from small_projects import write

from printgen import Project
from printgen.reports.report_context import report_view

BOTH = """entries:
  holds:
    title: Reed may win
    goals: [{study: chances, rows: [reed], columns: [best], least: 50 %}]
  broken: {title: Few win, goals: [{study: chances, columns: [best], most: 80 %}]}
"""


def test_wishes_are_listed_with_their_values(tmp_path: Path) -> None:
    files = {"content/fen/wishes/even.yaml": BOTH}
    library = Project(write(tmp_path, FILES | files)).library
    holds, broken = report_view(library, "fen", "en")["wishes"]
    (row,) = holds["rows"]
    assert (holds["title"], holds["holds"]) == ("Reed may win", True)
    assert (row["row"], row["column"], row["limits"]) == ("Reed", "Best play", "at least 50%")
    assert row["now"] == "90.7%"
    assert broken["holds"] is False
    assert [(row["row"], row["holds"]) for row in broken["rows"]] == [
        ("Moss", True),
        ("Reed", False),
    ]
