"""Every layout of an export that has several batches uses the requested number of processes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import pytest
from helpers import starter
from PIL import Image

from printgen import Project
from printgen.export import ExportError, faces
from printgen.export.channels import channels
from printgen.export.ebooks import ebook
from printgen.export.shop_pictures import posters
from printgen.export.shop_pictures.inventory import Inventory
from printgen.export.tabletop import deck
from printgen.layout.batch import LayoutBatch

JOBS = 3


@pytest.fixture
def requested(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The number of jobs and of batches of each layout; every layout then fails."""
    found: list[tuple[int, int]] = []

    def record(_: object, batches: Iterable[LayoutBatch], jobs: int = 1) -> NoReturn:
        found.append((jobs, len(list(batches))))
        raise ExportError([])

    monkeypatch.setattr(faces, "lay_out_each", record)
    monkeypatch.setattr(ebook, "lay_out", record)
    monkeypatch.setattr(sys.modules[posters.__module__], "lay_out", record)
    monkeypatch.setattr(deck, "hidden_card", lambda *_: Image.new("RGB", (2, 2)))
    return found


def test_every_layout_uses_the_requested_jobs(
    tmp_path: Path, requested: list[tuple[int, int]]
) -> None:
    library = Project(starter(tmp_path)).library
    ids = []
    for channel in channels(library, "fog", [], JOBS):
        ids.append(channel.id)
        with pytest.raises(ExportError):
            list(channel.files())
    with pytest.raises(ExportError):
        posters(library, "fog", "en", Inventory(), JOBS)
    assert ids == [
        *("book-html", "epub", "cards-makeplayingcards", "cards-the-game-crafter"),
        *("cards-drivethrucards", "tabletop"),
    ]
    assert [jobs for jobs, _ in requested] == [JOBS] * 7
    # Books are split into a batch per process; four cards are a batch of fronts and one of backs.
    assert [batches for _, batches in requested] == [3, 3, 2, 2, 2, 2, 2]
