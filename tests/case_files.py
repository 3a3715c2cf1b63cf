"""Case files: broken content with the expected problems inline. See `checks/test_cases.py`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

CASES = Path(__file__).parent / "cases"

FILE = re.compile(r"--- # file: (.+)")
MARK = re.compile(r"#(?: *(\^)|<) ([a-z-]+)( warning)?")
PATH = re.compile(r"#! (\S+) ([a-z-]+)( warning)?")

Expected = tuple[str, int, int, str, str]


@dataclass
class Case:
    """The files of a case, by their path, and what is expected of them."""

    files: dict[str, str] = field(default_factory=dict)
    expected: set[Expected] = field(default_factory=set)


def read_case(path: Path) -> Case:
    """The case that a file of `tests/cases/` describes."""
    case, name, number, above = Case(), "", 0, 0
    # Not `splitlines()`: it counts line ends that editors do not.
    for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n"):
        if start := FILE.fullmatch(line):
            name, number = start[1], 0
            case.files[name] = ""
        elif not name:
            assert line.startswith("#"), f"{path.name}: {line} stands in no file"
            if told := PATH.fullmatch(line):
                case.expected.add((told[1], 1, 1, told[2], _severity(told[3])))
            continue
        number += 1
        case.files[name] += f"{line}\n"
        if mark := MARK.fullmatch(line):
            column = mark.end(1) if mark[1] else 1
            case.expected.add((name, above, column, mark[2], _severity(mark[3])))
        else:
            above = number
    return case


def _severity(word: str | None) -> str:
    return "warning" if word else "error"
