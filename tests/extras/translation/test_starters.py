"""The games of `printgen new` in a language that they do not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from translations import german, library, problems, translate

from printgen import Project
from printgen.extras.starters.new import create
from printgen.extras.translation.status import statuses
from printgen.products import products_model
from printgen.project import STARTER_KINDS
from printgen.rules.mechanic import KINDS


@pytest.mark.slow
@pytest.mark.parametrize("kind", STARTER_KINDS)
def test_a_starter_comes_through_in_german(kind: str, tmp_path: Path) -> None:
    create(tmp_path, KINDS, products_model(), kind, ("en",), "a4")
    (game,) = (path.name for path in (tmp_path / "content").iterdir())
    result = translate(tmp_path, game)
    assert result.problems == []
    assert problems(tmp_path) == []
    (status,) = statuses(library(tmp_path), game)
    assert (status.lang, status.all) == ("de", {"translated": result.count})
    assert library(tmp_path).games[game].game.languages == ["en", "de"]
    if kind == "skirmish":
        report = Project(tmp_path).build([f"{game}/crew-cards"], langs=["de"], jobs=1)
        assert (report.problems, len(report.built)) == ([], 1)


def test_the_german_of_the_tests_keeps_marks() -> None:
    words = "A [Big]{.term} {oil} of 12 [three dice]{.is of=x}, [so](#id)."
    assert german(words) == "Wind [Big]{.term} {oil} und 12 [3 dice]{.is of=x}, [die](#id)."
