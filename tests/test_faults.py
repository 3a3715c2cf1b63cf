"""A sample of the faults of `make faults`, and the bench that injects them."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from call_watch import HAPPENS, KILL, Answer, Call, can_watch, run_watched
from fault_commands import COMMANDS
from faults import run, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("started_decoders"),
    pytest.mark.skipif(not can_watch(), reason="the kernel cannot be asked about calls"),
]

# Those that are prepared quickly.
QUICK = ("build cards", "store", "new", "theme")


def test_a_sample_of_faults_leaves_whole_files_and_is_mended() -> None:
    results = run([each for each in COMMANDS if each.name in QUICK], 60)
    assert [(str(fault), wrong) for _, fault, _, wrong in results if wrong] == []
    assert sum(hit for *_, hit, _ in results) >= 55
    assert table(results).splitlines()[-1].split()[-1] == "0"


def _two_files() -> None:
    for name in ("one", "two"):
        Path(name).write_bytes(b"12345678")


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], int]:
    """Write two files, with an answer to the write of the second one; the exit code."""
    monkeypatch.chdir(tmp_path)

    def run_with(answer: Answer) -> int:
        def decide(call: Call) -> Answer:
            return answer if call == Call("write", "two", 1) else HAPPENS

        return run_watched(_two_files, tmp_path.parent / "log", tmp_path, decide)

    return run_with


@pytest.mark.parametrize(
    ("answer", "code", "second"),
    [
        (HAPPENS, 0, b"12345678"),
        (Answer(errno.EIO), 99, b""),
        (Answer(KILL), -9, b""),
        (Answer(KILL, torn=True), -9, b"1234"),
        (Answer(errno.ENOSPC, torn=True), 99, b"1234"),
    ],
)
def test_a_call_happens_or_fails_or_is_the_last(
    watched: Callable[[Answer], int], answer: Answer, code: int, second: bytes
) -> None:
    assert watched(answer) == code
    assert Path("one").read_bytes() == b"12345678"
    assert Path("two").read_bytes() == second
