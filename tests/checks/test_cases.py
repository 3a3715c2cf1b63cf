"""Every check, by content that breaks it and by content that comes close.

A file of `tests/cases/` holds the YAML files of a tiny project, which are laid over the sound one
in `tests/cases/base/`. What is wrong stands below the line that it is wrong in:

    name: [Zombie]
    #     ^ value-shape           a problem (an error) at the column of the caret
    notes of mine
    #< file-unknown warning       a warning, at column 1, where no caret can stand

A comment `#! path code` before the first file marks a problem of a path that has no text. What
`tests/cases/ok/CODE.yaml` and `CODE.WORD.yaml` hold is right, however close it comes to CODE.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from case_files import CASES, Case, check_case, problems_of, read_case

from printgen.checks import CHECKS
from printgen.checks.manual import FILES, MANUAL

BROKEN = sorted(CASES.glob("*.yaml"))
SOUND = sorted((CASES / "ok").glob("*.yaml"))
CODES = {*FILES, *(check.code for check in CHECKS)}

# What cannot be written down as text: code -> the tests that break it and that come close.
ELSEWHERE = {
    "path-outside": (
        "test_load.test_a_link_out_of_the_project_is_not_followed",
        "test_load.test_a_link_within_the_project_is_followed",
    ),
    "content-missing": (
        "test_load.test_a_project_without_games",
        "test_load.test_the_least_project",
    ),
    "content-too-big": (
        "test_load.test_a_project_of_too_many_files",
        "test_load.test_a_project_of_just_so_many_files",
    ),
    "file-too-big": (
        "test_source.test_a_file_of_more_than_2_mb",
        "test_source.test_a_file_of_2_mb",
    ),
    "yaml-encoding": (
        "test_source.test_a_file_that_is_not_utf_8",
        "test_source.test_columns_count_characters",
    ),
    "yaml-nodes": (
        "test_source.test_a_file_of_too_many_values",
        "test_source.test_a_file_of_just_so_many_values",
    ),
}


def test_the_base_is_sound(tmp_path: Path) -> None:
    assert problems_of(Case(), CASES / "base", tmp_path) == []


@pytest.mark.parametrize("path", [*BROKEN, *SOUND], ids=lambda p: str(p.relative_to(CASES)))
def test_case(path: Path, tmp_path: Path, update_cases: bool) -> None:
    check_case(path, CASES / "base", tmp_path, update=update_cases)


def test_every_code_has_a_case_that_breaks_it() -> None:
    shown = {code for path in BROKEN for code in read_case(path).codes}
    assert shown.isdisjoint(ELSEWHERE)
    assert shown | set(ELSEWHERE) == CODES


def test_every_code_has_a_case_that_comes_close() -> None:
    near = {path.name.split(".")[0] for path in SOUND}
    assert near.isdisjoint(ELSEWHERE)
    assert near | set(ELSEWHERE) == CODES


@pytest.mark.parametrize("name", sorted({name for pair in ELSEWHERE.values() for name in pair}))
def test_what_is_tested_elsewhere_is(name: str) -> None:
    module, function = name.split(".")
    (path,) = CASES.parent.rglob(f"{module}.py")
    text = path.read_text(encoding="utf-8")
    assert re.search(rf"^def {function}\(", text, re.MULTILINE)


def test_the_manual_explains_every_code_in_sentences() -> None:
    for code, text in MANUAL.items():
        first = text.partition("\n\n")[0]
        assert first[:1].isupper() and first.endswith((".", "…")), code
