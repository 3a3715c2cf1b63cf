"""Each part of the benchmark runs at its smallest size: so it does not rot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench import PARTS

pytestmark = pytest.mark.slow

BENCH = Path(__file__).with_name("bench.py")


@pytest.mark.parametrize("part", PARTS)
def test_part_runs_at_its_smallest_size(part: str) -> None:
    command = [sys.executable, str(BENCH), part, "--smallest"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "limit" in done.stdout
