"""Every problem code, by content that breaks its rule and by content that just obeys it.

The files of `tests/cases/` are laid over the sound project in `tests/cases/base/`; see
`case_files.py` for their format. `CODE.yaml` and `CODE.WORD.yaml` break the rule of CODE; those in
`tests/cases/ok/` just obey it. Codes that text cannot express have tests marked
`sees(code)` and `spares(code)` instead; see `evidence.py`.

After a change of wording, run `pytest tests/rules/test_cases.py --update-cases`, then
`python docs/manual.py`, and read the diff."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_files import CASES, Case, check_case, problems_of, read_case
from evidence import codes_in_tests, recorded_codes
from read_once import files_read_once

from printgen.problems import Position, Problem
from printgen.rules.manual import MANUAL

BROKEN = sorted(CASES.glob("*.yaml"))


SOUND = sorted((CASES / "ok").glob("*.yaml"))


@pytest.fixture(scope="module", autouse=True)
def files_of_the_base_read_once() -> Iterator[None]:
    with files_read_once():
        yield


def test_the_base_project_has_no_problems(tmp_path: Path) -> None:
    assert problems_of(Case(), CASES / "base", tmp_path) == []


@pytest.mark.parametrize("path", [*BROKEN, *SOUND], ids=lambda p: str(p.relative_to(CASES)))
def test_case(path: Path, tmp_path: Path, update_cases: bool) -> None:
    check_case(path, CASES / "base", tmp_path, update=update_cases)


def test_every_code_has_a_failing_case_or_one_test() -> None:
    cases = {code for path in BROKEN for code in read_case(path).codes}
    tests = codes_in_tests("sees")
    assert cases | tests == set(MANUAL)
    assert cases.isdisjoint(tests)


def test_every_code_has_a_passing_case_or_a_test() -> None:
    cases = {path.name.partition(".")[0] for path in SOUND}
    tests = codes_in_tests("spares")
    assert cases | tests == set(MANUAL)
    assert cases.isdisjoint(tests)


def test_problems_made_and_received_are_recorded() -> None:
    sent = pickle.dumps(Problem(Position("a"), "received", "m"))
    with recorded_codes() as codes:
        Problem(Position("a"), "made", "m")
        pickle.loads(sent)
    Problem(Position("a"), "late", "m")
    assert codes == {"made", "received"}
