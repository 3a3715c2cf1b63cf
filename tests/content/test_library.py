"""References between entries and games."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import GAME, TRAIT, only, write

from printgen import Project


def test_references_across_games(root: Path) -> None:
    line_of = "stat_lines: {{{}: {{label: L, stats: {{a: {{label: A}}}}}}}}\n"
    write(
        root,
        {
            "content/g/game.yaml": GAME + line_of.format("g"),
            "content/g/traits/tough.yaml": f"{TRAIT}brings: [h/tough]\n",
            "content/g/profiles/a.yaml": "name: A\ntraits: [tough]\n"
            "stats: {g: {a: 1}, h: {a: 2}}\n",
            "content/h/game.yaml": GAME + line_of.format("h"),
            "content/h/traits/tough.yaml": f"{TRAIT}brings: [brave]\n",
            "content/h/traits/brave.yaml": TRAIT,
        },
    )
    project = Project(root)
    library = project.library
    assert project.check() == []
    found_traits = library.traits_of(library.games["g"].profiles["a"])
    assert [(t.game, t.id) for t in found_traits] == [
        ("g", "tough"),
        ("h", "tough"),
        ("h", "brave"),
    ]
    assert library.stat_line("g", "h") == ("h", "h")
    assert library.find("traits", "g", "brave") is None
    assert library.find("traits", "g", "i/brave") is None


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("slwo", "did you mean 'slow'?"),
        ("h/slwo", "did you mean 'slow'?"),
        ("k/slow", "known: g, h"),
        ("zzzzzz", "known: slow, tough"),
    ],
)
def test_a_misspelled_reference_has_a_hint(root: Path, reference: str, hint: str) -> None:
    write(
        root,
        {
            "content/g/traits/slow.yaml": TRAIT,
            "content/g/traits/tough.yaml": TRAIT,
            "content/g/profiles/a.yaml": f"name: A\ntraits: [{reference}]\n",
            "content/h/game.yaml": GAME,
            "content/h/traits/slow.yaml": TRAIT,
        },
    )
    problem = only(root)
    assert (problem.code, problem.hint) == ("trait-unknown", hint)
