"""Pages of faces."""

from __future__ import annotations

import math
from pathlib import Path
from unittest.mock import Mock

import numpy as np
from helpers import (
    built,
    pixels,
    starter,
)
from hypothesis import given
from hypothesis import strategies as st
from layout_projects import picture, products, profile
from runners import results_of, tasks_of

from printgen import Project
from printgen.layout.face_layout import Attempt, SizeSearch
from printgen.layout.fitting import Misfit
from printgen.layout.jobs import JobRunner


def test_equal_cards_are_drawn_alike(tmp_path: Path) -> None:
    """Two entries with the same text look the same, at any position of their batch."""
    root = starter(tmp_path / "game")
    picture(root, "sun.png", 800, 800)
    for name in ("One", "Two"):
        # Without a picture, each would have a crest of its own.
        profile(root, name, "Brief.", more="image: images/sun.png\n")
        path = root / "content" / "fog" / "profiles" / f"{name.lower()}.yaml"
        path.write_text(path.read_text().replace(f"any: {name}", "any: Same"))
    products(
        root,
        "deck:\n  title: {any: Deck}\n  output: cards\n  profiles: [one, two]\n"
        "  faces: {front: plain/card-front}\n  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    (path,) = built(root).glob("fog/*.pdf")
    page = pixels(path, 0, 10)
    one = page[170:900, 120:720]
    two = page[170:900, 750:1350]
    assert one.std() > 20
    assert np.abs(one - two).mean() < 1


@given(st.integers(1, 40), st.integers(0, 40))
def test_the_largest_size_that_fits_is_found_by_halving(count: int, fitting: int) -> None:
    """The steps from `fitting` on fit."""
    search, tried = SizeSearch(), []
    while not search.ended:
        step = search.step
        tried.append(step)
        misfit = None if step >= fitting else Misfit(0, 1.0, f"step {step}")
        search.record(count, Attempt(Mock(), step, [], Mock()), misfit)
    assert tried[0] == 0
    assert len(tried) <= 1 + math.ceil(math.log2(count))
    if fitting < count:
        assert search.attempt
        assert search.attempt.page == fitting
    else:
        assert search.attempt is None
        assert search.misfit == Misfit(0, 1.0, f"step {count - 1}")


def test_every_face_with_a_missing_picture_is_named(restored: Path, own_runner: JobRunner) -> None:
    """Whatever was laid out before it, alone or in the same batch."""
    (restored / "templates/mine/part.html.j2").write_text('<img src="logo.png">')
    jobs = [task.job for task in tasks_of(Project(restored))][:9]
    for _ in range(2):
        results = results_of(own_runner, jobs)
        found = [fault.message for result in results for fault in result.faults]
        assert len(found) == len(jobs)
        (message,) = set(found)
        assert "'templates/mine/logo.png': no file" in message
