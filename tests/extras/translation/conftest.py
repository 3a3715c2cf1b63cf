"""Files are read once: the tests look at the same games again and again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from read_once import files_read_once


@pytest.fixture(scope="module", autouse=True)
def files_of_games_read_once() -> Iterator[None]:
    with files_read_once():
        yield
