"""Case files: small projects with their expected problems inline.

A case file holds YAML and Markdown files, each after a line `--- # file: PATH`. They are laid over
a sound base project. A mark below a line gives a problem of that line, as `printgen check` prints
it, without the place:

    name: [Zombie]
    #     ^ value-shape: expected a string (found a list)      at the column of the caret
    notes of mine
    #< file-unknown: warning: …                                at column 1

A comment `#! PATH code: message` before the first file is a problem of a path without text, or of
a file of the base project (`PATH:LINE:COLUMN`). Marks are removed before the files are read:
line numbers do not count them.

`pytest … --update-cases` rewrites the marks from the problems that printgen reports.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from printgen import Project
from printgen.problems import Problem

CASES = Path(__file__).parent / "cases"

FILE = re.compile(r"--- # file: (.+)")
MARK = re.compile(r"#(?: *(\^)|<) ([a-z]+(?:-[a-z]+)*: .+)")
PATH = re.compile(r"#! (\S+?)(?::([0-9]+):([0-9]+))? ([a-z]+(?:-[a-z]+)*: .+)")

# File, line, column, and the text of a problem: its code, message and hint.
Expected = tuple[str, int, int, str]


@dataclass
class Case:
    """The comments above a case, its files by their path, and the problems expected of them."""

    comments: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    expected: list[Expected] = field(default_factory=list)

    @property
    def codes(self) -> set[str]:
        """The codes of the expected problems."""
        return {text.partition(":")[0] for *_, text in self.expected}


def read_case(path: Path) -> Case:
    """The case in a file."""
    case, name, number = Case(), "", 0
    # Not `splitlines()`, which splits at more characters than editors do.
    for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n"):
        if start := FILE.fullmatch(line):
            name, number = start[1], 0
            case.files[name] = ""
        elif not name:
            assert line.startswith("#"), f"{path.name}: '{line}' is in no file"
            if found := PATH.fullmatch(line):
                case.expected.append((found[1], int(found[2] or 1), int(found[3] or 1), found[4]))
            else:
                case.comments.append(line)
        elif mark := MARK.fullmatch(line):
            case.expected.append((name, max(number, 1), mark.end(1) if mark[1] else 1, mark[2]))
        else:
            number += 1
            case.files[name] += f"{line}\n"
    case.expected.sort()
    return case


def case_text(case: Case) -> str:
    """A case as the text of its file."""
    lines, marks = [*case.comments], list(case.expected)
    body = []
    for name, text in case.files.items():
        body.append(f"--- # file: {name}")
        for number, content in enumerate(text.removesuffix("\n").split("\n"), start=1):
            body += [content] if text else []
            for mark in [mark for mark in marks if mark[:2] == (name, number)]:
                marks.remove(mark)
                body.append(f"#{'^'.rjust(mark[2] - 1) if mark[2] > 1 else '<'} {mark[3]}")
    for name, row, column, found in marks:
        place = "" if (row, column) == (1, 1) else f":{row}:{column}"
        lines.append(f"#! {name}{place} {found}")
    return "\n".join([*lines, *body]) + "\n"


def problems_of(case: Case, base: Path, folder: Path) -> list[Expected]:
    """The problems of a project in `folder`: the base with the files of the case laid over it."""
    shutil.copytree(base, folder, dirs_exist_ok=True)
    for name, text in case.files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return sorted(map(_expected, Project(folder).check()))


def _expected(problem: Problem) -> Expected:
    place = problem.position
    return place.file, place.line, place.column, str(problem).removeprefix(f"{place}: ")


def check_case(path: Path, base: Path, folder: Path, *, update: bool = False) -> None:
    """Compare the problems of a case with its marks, or rewrite the marks.

    A case whose file is in a folder `ok` has no problems. Any other has one of the code that its
    name begins with.
    """
    case = read_case(path)
    found = problems_of(case, base, folder)
    if update:
        case.expected = found
        path.write_text(case_text(case), encoding="utf-8")
    assert found == case.expected
    assert case.files
    assert path.name.partition(".")[0] in case.codes or (path.parent.name == "ok" and not found)
