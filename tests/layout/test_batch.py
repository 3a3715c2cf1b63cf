"""The positions of what is printed on a face."""

from __future__ import annotations

import pytest

from printgen.layout.batch import FaceSource
from printgen.problems import Position

ENTRY, NAME, STORY, TRAIT = (Position("a.yaml", line) for line in (1, 2, 3, 4))

FACE = FaceSource(
    "game/captain",
    ENTRY,
    ENTRY,
    {},
    (
        ("The Captain", NAME),
        ("She’s **lost** two ships, and walks\nhome \U0001f409.", STORY),
        ("Two ships at a time \U0001f409.", TRAIT),
    ),
)


@pytest.mark.parametrize(
    ("line", "position"),
    [
        ("She's lost two", STORY),
        ("walks home", STORY),
        ("ships at a", TRAIT),
        ("THE CAPTAIN", NAME),
        ("ships", ENTRY),
        ("another text", ENTRY),
        ("", ENTRY),
    ],
)
def test_the_position_of_a_line(line: str, position: Position) -> None:
    assert FACE.position_of_line(line) == position


@pytest.mark.parametrize(
    ("character", "position"), [("T", NAME), ("\U0001f409", STORY), ("Z", ENTRY)]
)
def test_the_position_of_a_character(character: str, position: Position) -> None:
    assert FACE.position_of_character(character) == position
