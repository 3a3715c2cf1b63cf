"""Facts of a game that are computed from others."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import only, write

from printgen.content.models.game import Fact
from printgen.rules.resolve import ComputationError, _Facts


def test_a_long_chain() -> None:
    chain = {f"f{n}": Fact(f"= f{n + 1} + 1") for n in range(499)}
    assert _Facts(chain | {"f499": Fact("1 in")}).value("f0") == ("500", "in")


def test_a_long_circle() -> None:
    facts = _Facts({f"f{n}": Fact(f"= f{(n + 1) % 500} + 1") for n in range(500)})
    for name in ("f0", "f250"):
        with pytest.raises(ComputationError, match="computed from itself"):
            facts.value(name)


def test_too_many_facts(tmp_path: Path) -> None:
    facts = "".join(f"  f{n}: {n}\n" for n in range(501))
    game = f"title: The Game\nlanguages: [en]\nfacts:\n{facts}"
    problem = only(write(tmp_path, {"printgen.yaml": "", "content/g/game.yaml": game}))
    assert (problem.message, problem.hint) == ("501 values", "at most 500")
