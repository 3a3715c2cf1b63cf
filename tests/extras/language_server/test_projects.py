"""Problems as editors show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.content.limits import MAX_PROBLEMS
from printgen.content.models.profile import Profile
from printgen.content.spreadsheets.reading import read_spreadsheet
from printgen.extras.language_server.projects import EditedProject, diagnostics, units
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.store import Store

FILE = "content/g/cards/cards.csv"


def test_a_file_is_read_once_for_all_its_problems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = EditedProject(Folders(tmp_path.resolve()), Store(None))
    project.texts[FILE] = "id,name\n" + "a,A\n" * 50
    read, lines = list[str](), EditedProject.lines

    def counted(self: EditedProject, file: str) -> list[str]:
        read.append(file)
        return lines(self, file)

    monkeypatch.setattr(EditedProject, "lines", counted)
    first = Position(FILE, 2)
    project.problems[FILE] = [
        Problem(Position(FILE, number), "sheet-id", "duplicate id 'a'", also=first)
        for number in range(3, 52)
    ]
    shown = diagnostics(project, FILE)
    assert [each.range.start.line for each in shown] == list(range(2, 51))
    related = [each.related_information or [] for each in shown]
    assert {info.location.range.start.line for infos in related for info in infos} == {1}
    assert read == [FILE]


def test_units_of_long_lines_are_counted_as_editors_count_them() -> None:
    for words in ("", "é", "🂡", "a🂡é\ud800", "x" * 9 + "🂡" * 5):
        assert units(words) == sum(1 + (character > "\uffff") for character in words)


def test_equal_columns_are_counted() -> None:
    content = ",".join(["x" * 100] * 190).encode() + b"\na\n"
    source, problems = read_spreadsheet("crew.csv", content, Profile)
    assert source is None
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].message.endswith("more problems in this file")
    assert max(len(problem.message) for problem in problems) < 80
