"""Which errors stop the build of which files."""

from __future__ import annotations

import ast
from pathlib import Path

import printgen
from printgen.press.targets import stopping
from printgen.problems import Position, Problem
from printgen.products import output_kind, product_models
from printgen.products.target import Target

_IN_CHAPTER = Problem(Position("content/a/chapters/01-a.en.md", 3), "directive-unknown", "m")
_MISSING = Problem(Position("content/a/products.yaml"), "chapter-missing", "m")
_ENTRY = Problem(Position("content/a/events/chapters.yaml"), "key-unknown", "m")
_WARNING = Problem(Position("content/a/game.yaml"), "term-unused", "m", severity="warning")
_ALL = [_IN_CHAPTER, _MISSING, _ENTRY, _WARNING]


def _target(output: str, game: str = "a") -> Target:
    return Target(game, "p", output, "en", "a4", "full")


def test_errors_in_chapters_stop_what_prints_chapters_of_the_game() -> None:
    for output in product_models():
        expected = _ALL[:3] if output_kind(output).shows_chapters else [_ENTRY]
        assert stopping(_ALL, [_target("cards"), _target(output)]) == expected
    assert stopping(_ALL, [_target("book", "b")]) == [_ENTRY]


def test_no_other_output_kind_reads_chapters() -> None:
    """The modules that read the chapters of a game are those of books and screens."""
    package = Path(printgen.__file__).parent
    found = set()
    for folder in ("views", "products", "extras/pieces"):
        for file in (package / folder).glob("*.py"):
            nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            names = {getattr(n, "attr", getattr(n, "id", "")) for n in nodes}
            if names & {"chapters", "chapters_of", "books"}:
                found.add(file.stem)
    # Checks of screens read chapters, too: they are beside the models.
    found.discard("models")
    assert found == {
        "book",
        "book_entries",
        "screens",
    }
